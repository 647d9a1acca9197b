package tools

import (
	"cmp"
	"slices"

	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/tree"
)

// part reports whether a value is a part of another. An object is where each of its members is a part of the other's
// member of that name; an array where it has as many elements, each a part of its counterpart; anything else where the
// two have one canonical form: 2 is 2.0, and how a text composes its letters does not matter. What is known only at run
// time is a part of nothing, and has no parts.
//
// The depth of its recursion is that of the first value, which reading caps.
func part(a *tree.Tree, n tree.Ref, b *tree.Tree, m tree.Ref) bool {
	k := a.Kind(n)
	if k != b.Kind(m) {
		return false
	}
	switch k {
	case tree.Null, tree.Bool:
		return a.Text(n) == b.Text(m)
	case tree.Number:
		return sameNumber(a.Text(n), b.Text(m))
	case tree.String:
		return canon.Normal(a.Text(n)) == canon.Normal(b.Text(m))
	case tree.Array:
		if a.Count(n) != b.Count(m) {
			return false
		}
		other := m + 1
		for _, e := range a.Elements(n) {
			if !part(a, e, b, other) {
				return false
			}
			other = b.Next(other)
		}
		return true
	case tree.Object:
		return partOfObject(a, n, b, m)
	}
	return false
}

func partOfObject(a *tree.Tree, n tree.Ref, b *tree.Tree, m tree.Ref) bool {
	if a.Count(n) > b.Count(m) {
		return false
	}
	wanted, have := members(a, n), members(b, m)
	for _, w := range wanted {
		i, ok := slices.BinarySearchFunc(have, w, func(h, w member) int { return cmp.Compare(h.key, w.key) })
		if !ok || !part(a, w.value, b, have[i].value) {
			return false
		}
	}
	return true
}

// member is a member of an object, its name in canonical form.
type member struct {
	key   string
	value tree.Ref
}

// members are the members of an object, sorted by name.
func members(t *tree.Tree, n tree.Ref) []member {
	all := make([]member, 0, t.Count(n))
	for k, v := range t.Members(n) {
		all = append(all, member{canon.Normal(t.Text(k)), v})
	}
	slices.SortStableFunc(all, func(a, b member) int { return cmp.Compare(a.key, b.key) })
	return all
}

// sameNumber compares numbers by their exact value. One without a canonical form is the same only where it is written
// the same.
func sameNumber(a, b string) bool {
	if a == b {
		return true
	}
	x, ok := canon.AppendNumber(nil, a)
	if !ok {
		return false
	}
	y, ok := canon.AppendNumber(nil, b)
	return ok && string(x) == string(y)
}
