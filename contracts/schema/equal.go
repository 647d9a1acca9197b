package schema

import (
	"hash/maphash"
	"slices"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// equality compares values as JSON Schema does: numbers by what they are worth, objects without regard to order.
type equality struct {
	lenient bool // a part that only the run knows equals everything
	cost    int  // nodes looked at
}

// wideObject is from how many members on two objects are compared in sorted order.
const wideObject = 16

func (e *equality) equal(s *tree.Tree, a tree.Ref, t *tree.Tree, b tree.Ref) bool {
	e.cost++
	k := s.Kind(a)
	if k == tree.Unknown || t.Kind(b) == tree.Unknown {
		return e.lenient
	}
	if k != t.Kind(b) {
		return false
	}
	switch k {
	case tree.Null:
		return true
	case tree.Bool:
		return s.True(a) == t.True(b)
	case tree.String:
		return s.Text(a) == t.Text(b)
	case tree.Number:
		x, y := s.Text(a), t.Text(b)
		return x == y || parseDecimal(x).compare(parseDecimal(y)) == 0
	case tree.Array:
		if s.Count(a) != t.Count(b) {
			return false
		}
		y := b + 1
		for _, x := range s.Elements(a) {
			if !e.equal(s, x, t, y) {
				return false
			}
			y = t.Next(y)
		}
		return true
	case tree.Object:
		if s.Count(a) != t.Count(b) {
			return false
		}
		if s.Count(a) > wideObject {
			return e.wide(s, a, t, b)
		}
		for x, v := range s.Members(a) {
			w := t.Get(b, s.Text(x))
			if w == tree.None || !e.equal(s, v, t, w) {
				return false
			}
		}
		return true
	}
	return false
}

// wide compares two objects of the same size by their sorted keys.
func (e *equality) wide(s *tree.Tree, a tree.Ref, t *tree.Tree, b tree.Ref) bool {
	x, y := sortedKeys(s, a), sortedKeys(t, b)
	e.cost += len(x)
	for i := range x {
		if s.Text(x[i]) != t.Text(y[i]) || !e.equal(s, x[i]+1, t, y[i]+1) {
			return false
		}
	}
	return true
}

func sortedKeys(t *tree.Tree, n tree.Ref) []tree.Ref {
	keys := make([]tree.Ref, 0, t.Count(n))
	for k := range t.Members(n) {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b tree.Ref) int { return strings.Compare(t.Text(a), t.Text(b)) })
	return keys
}

var seed = maphash.MakeSeed()

// hash gives equal values equal numbers. ok is false where a part is unknown, which equals nothing.
func hash(t *tree.Tree, n tree.Ref) (sum uint64, ok bool) {
	k := t.Kind(n)
	sum = uint64(k) * 0x9e3779b97f4a7c15
	switch k {
	case tree.Unknown:
		return 0, false
	case tree.String:
		sum ^= maphash.String(seed, t.Text(n))
	case tree.Bool:
		if t.True(n) {
			sum++
		}
	case tree.Number:
		sum ^= parseDecimal(t.Text(n)).hash()
	case tree.Array:
		for _, e := range t.Elements(n) {
			h, ok := hash(t, e)
			if !ok {
				return 0, false
			}
			sum = sum*0x100000001b3 ^ h
		}
	case tree.Object:
		for key, v := range t.Members(n) {
			h, ok := hash(t, v)
			if !ok {
				return 0, false
			}
			sum += (maphash.String(seed, t.Text(key)) ^ h*0x9e3779b97f4a7c15) * 0xff51afd7ed558ccd
		}
	}
	return sum, true
}

func (d decimal) hash() uint64 {
	if d.zero() {
		return 0
	}
	h := uint64(14695981039346656037)
	for i := 0; i < len(d.digits); i++ {
		if c := d.digits[i]; c != '.' {
			h = (h ^ uint64(c)) * 1099511628211
		}
	}
	h = (h ^ uint64(d.top)) * 1099511628211
	if d.negative {
		h = ^h
	}
	return h
}
