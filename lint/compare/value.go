package compare

import (
	"bytes"
	"slices"

	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/tree"
)

// item is a value in a tree.
type item struct {
	t *tree.Tree
	n tree.Ref
}

func (i item) kind() tree.Kind { return i.t.Kind(i.n) }

// walk compares two values and tells each difference at its own place: members of maps by their names, elements of
// lists of one length by their places; a list that became longer or shorter is one difference. Its depth is that of the
// documents, which reading caps.
type walk struct {
	at   []byte // the pointer to the place at hand
	tell func(at tree.Pointer, old, new item)
}

// none is the value that is not there.
var none = item{n: tree.None}

// maxPath is the length in bytes of a place below which differences are not told apart: else a long name above many values
// would cost a multiple of the plan.
const maxPath = 2 << 10

func (w *walk) values(old, new item) {
	switch {
	case old.kind() != new.kind():
		w.differ(old, new)
	case len(w.at) > maxPath:
		if !equal(old, new) {
			w.differ(old, new)
		}
	case old.kind() == tree.Object:
		w.maps(old, new)
	case old.kind() == tree.Array:
		w.lists(old, new)
	case !equalScalars(old, new):
		w.differ(old, new)
	}
}

func (w *walk) differ(old, new item) { w.tell(tree.Pointer(w.at), old, new) }

// below walks on with one more token of the way.
func (w *walk) below(token string, old, new item) {
	n := len(w.at)
	w.at = append(append(w.at, '/'), tree.Escape(token)...)
	switch {
	case old.n == tree.None || new.n == tree.None:
		w.differ(old, new)
	default:
		w.values(old, new)
	}
	w.at = w.at[:n]
}

// maps compares the members of two maps: the old ones in their order, then those that are new in theirs.
func (w *walk) maps(old, new item) {
	later := make(map[string]tree.Ref, new.t.Count(new.n))
	for k, v := range new.t.Members(new.n) {
		later[canon.Normal(new.t.Text(k))] = v
	}
	earlier := make(map[string]bool, old.t.Count(old.n))
	for k, v := range old.t.Members(old.n) {
		name := canon.Normal(old.t.Text(k))
		earlier[name] = true
		if n, ok := later[name]; ok {
			w.below(name, item{old.t, v}, item{new.t, n})
		} else {
			w.below(name, item{old.t, v}, none)
		}
	}
	for k, v := range new.t.Members(new.n) {
		if name := canon.Normal(new.t.Text(k)); !earlier[name] {
			w.below(name, none, item{new.t, v})
		}
	}
}

func (w *walk) lists(old, new item) {
	if old.t.Count(old.n) != new.t.Count(new.n) {
		w.differ(old, new)
		return
	}
	e := old.n + 1
	for i, n := range new.t.Elements(new.n) {
		w.below(string(tree.Pointer("").Index(i)[1:]), item{old.t, e}, item{new.t, n})
		e = old.t.Next(e)
	}
}

// equalScalars reports whether two values of one kind, neither a list nor a map, are the same as digests have it.
func equalScalars(a, b item) bool {
	x, y := a.t.Text(a.n), b.t.Text(b.n)
	switch {
	case x == y:
		return true
	case a.kind() == tree.Number:
		return bytes.Equal(canonical(a), canonical(b))
	case a.kind() == tree.String:
		return canon.Normal(x) == canon.Normal(y)
	}
	return false
}

// equal reports whether two values are the same as digests have it.
func equal(a, b item) bool { return bytes.Equal(canonical(a), canonical(b)) }

// canonical is a value's canonical form. What a plan without faults of form holds has one; a contract's default may have
// none, and is then its own text.
func canonical(v item) []byte {
	b, err := canon.Append(nil, v.t, v.n)
	if err != nil {
		return canon.AppendJSON(nil, v.t, v.n)
	}
	return b
}

// part reports whether every element of a list is an element of another, counted as often.
func part(of, list item) bool {
	if list.t.Count(list.n) > of.t.Count(of.n) {
		return false
	}
	all := elements(of)
	for _, e := range elements(list) {
		i, found := slices.BinarySearch(all, e)
		if !found {
			return false
		}
		all = all[i+1:] // both are sorted, so what is smaller is not asked for again
	}
	return true
}

// elements are the canonical forms of a list's elements, sorted.
func elements(list item) []string {
	all := make([]string, 0, list.t.Count(list.n))
	for _, e := range list.t.Elements(list.n) {
		all = append(all, string(canonical(item{list.t, e})))
	}
	slices.Sort(all)
	return all
}
