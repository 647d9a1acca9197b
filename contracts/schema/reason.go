package schema

import (
	"slices"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// reason is why a value is refused.
type reason struct {
	must, is string
	at       tree.Place
	path     []string
}

// explain says why nothing is accepted: by the types, where they are the reason; else as the alternatives say it.
func (m *Match) explain(why []reason, held types, to *Spot) {
	if len(to.goals) == 1 {
		for _, w := range to.goals[0] {
			if held.and(w.n.allowed) == 0 && w.n.allowed != 0 {
				m.Must, m.Is, m.Taken = "must be "+typeList(w.n.allowed), "is "+typeList(held), w.n.place(w.n.typesAt)
				return
			}
		}
	}
	first := why[0]
	m.Must, m.Is, m.Taken, m.Inside = first.must, first.is, first.at, first.path
	var is []string
	for _, r := range why {
		if r.must != first.must || !slices.Equal(r.path, first.path) {
			m.Must, m.Is, m.Inside = "must be what is taken there", "never is", nil
			return
		}
		if !slices.Contains(is, r.is) {
			is = append(is, r.is)
		}
	}
	m.Is = strings.Join(is, " or ")
}

// admits reports whether a schema takes values of the type of one.
func (n *node) admits(p *piece) bool {
	t := typeNames[p.kind.String()]
	if p.kind == tree.Number && parseDecimal(p.text).whole() {
		t |= typeInteger
	}
	return n.allowed&t != 0
}

// counted is why none of some values is accepted.
func counted(values []*piece, n *node) reason {
	list := make([]string, 0, len(values))
	for _, p := range values {
		_, t := p.render()
		if word := literal(t, 0); p.kind != tree.Number || !strings.HasSuffix(word, ".0") || len(list) == 0 || list[len(list)-1]+".0" != word {
			list = append(list, strings.Clone(word))
		}
		t.Release()
	}
	r := reason{must: "must be what is taken there", is: "is one of " + enumerate(list), at: n.place(tree.None)}
	if len(list) == 1 {
		r.is = "is " + list[0]
	}
	if !slices.ContainsFunc(values, n.admits) {
		r.must, r.at = "must be "+typeList(n.allowed), n.place(n.typesAt)
		return r
	}
	for _, s := range n.together() {
		if s.choice != nil {
			r.must, r.at = "must be "+listed(s.tree, s.choice.values), s.place(s.choice.at)
			return r
		}
	}
	for _, s := range n.together() {
		switch t := s.text; {
		case t == nil:
		case t.pattern != nil:
			r.must, r.at = "must match the pattern "+tree.Quote(t.pattern.source), s.place(t.patternAt)
		case t.format != nil:
			r.must, r.at = "must be "+t.format.title, s.place(t.formatAt)
		}
	}
	return r
}
