package contracts

import (
	"slices"

	"github.com/planlint/planlint/contracts/tree"
)

// same reports whether two contracts for one tool say the same: their entries are equal where they have the same form,
// else all that is read from them is.
func same(a, b *Contract) bool {
	if a.Form == b.Form {
		return equal(a.entry, b.entry)
	}
	return a.Description == b.Description && a.Reversibility == b.Reversibility && a.Effect == b.Effect &&
		sameSchema(&a.accepts, &b.accepts) && sameSchema(&a.returns, &b.returns)
}

func sameSchema(a, b *lazy) bool {
	if !a.present() || !b.present() {
		return a.present() == b.present()
	}
	return equal(node{a.tree, a.root}, node{b.tree, b.root})
}

// equal reports whether two values are the same but for the order of members. Numbers are the same if they are written
// the same, and references if they are written the same and stand in files of one folder tree, which is not looked at.
// Its depth is that of the documents, which reading caps.
func equal(a, b node) bool {
	if a.tree.Kind(a.ref) != b.tree.Kind(b.ref) || a.tree.Count(a.ref) != b.tree.Count(b.ref) {
		return false
	}
	switch a.tree.Kind(a.ref) {
	case tree.Array:
		ea, eb := a.ref+1, b.ref+1
		for range a.tree.Count(a.ref) {
			if !equal(node{a.tree, ea}, node{b.tree, eb}) {
				return false
			}
			ea, eb = a.tree.Next(ea), b.tree.Next(eb)
		}
		return true
	case tree.Object:
		ka, kb := byKey(a), byKey(b)
		for i := range ka {
			if a.tree.Text(ka[i]) != b.tree.Text(kb[i]) || !equal(node{a.tree, ka[i] + 1}, node{b.tree, kb[i] + 1}) {
				return false
			}
		}
		return true
	}
	return a.tree.Text(a.ref) == b.tree.Text(b.ref)
}

// byKey are the keys of a map, sorted by their text.
func byKey(n node) []tree.Ref {
	keys := make([]tree.Ref, 0, n.tree.Count(n.ref))
	for k := range n.tree.Members(n.ref) {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b tree.Ref) int {
		switch x, y := n.tree.Text(a), n.tree.Text(b); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	return keys
}
