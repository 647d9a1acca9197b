package schema

import "github.com/planlint/planlint/contracts/tree"

// HasSecrets reports whether the schema declares anything writeOnly that a value may have a part for. It costs next to
// nothing but for the first time.
func (s *Schema) HasSecrets() bool { return s.veils() != nil }

// Secret are the nodes of the value at n that the schema declares "writeOnly": true, in document order. A part of a
// hidden value is not listed again. What might apply to a value applies here: every branch of a choice, both sides of
// a condition, the elements that contains may mean. The work is bounded; what lies beyond the bound is hidden.
func (s *Schema) Secret(t *tree.Tree, n tree.Ref) []tree.Ref {
	leads := s.veils()
	if leads == nil || t.Kind(n) == tree.Invalid {
		return nil
	}
	w := &veil{schema: s, leads: leads, tree: t, visits: maxVisits}
	w.visit(n, []*node{s.root}, 0)
	return w.found
}

// veils are the schemas that lead to one that is writeOnly, which they are themselves or not; nil where the root does
// not.
func (s *Schema) veils() map[*node]bool {
	s.veilsOnce.Do(func() { s.veilsMade = s.makeVeils() })
	return s.veilsMade
}

func (s *Schema) makeVeils() map[*node]bool {
	var list []*node
	leads := map[*node]bool{}
	for _, n := range s.nodes {
		if n.secret() {
			leads[n] = true
			list = append(list, n)
		}
	}
	if len(list) == 0 {
		return nil
	}
	from := map[*node][]*node{}
	for _, n := range s.nodes {
		note := func(to *node) bool {
			from[to] = append(from[to], n)
			return true
		}
		s.applied(n, note)
		n.inside(note)
	}
	for i := 0; i < len(list); i++ {
		for _, n := range from[list[i]] {
			if !leads[n] {
				leads[n] = true
				list = append(list, n)
			}
		}
	}
	if !leads[s.root] {
		return nil
	}
	return leads
}

// secret reports whether the schema says that its values are not to be shown.
func (n *node) secret() bool {
	return n.tree.Kind(n.at) == tree.Object && n.tree.True(n.tree.Get(n.at, "writeOnly"))
}

// applied calls yield for each schema that n applies, or may apply, to the same value, whatever the way to it.
func (s *Schema) applied(n *node, yield func(*node) bool) {
	n.inPlace(yield)
	if n.logic == nil || !n.logic.isDynamic {
		return
	}
	for _, d := range s.docs {
		for _, r := range d.resources {
			if to := r.targets[n.logic.dynamic]; to != nil && !yield(to) {
				return
			}
		}
	}
}

// inside calls yield for each schema that n has for a member or an element.
func (n *node) inside(yield func(*node) bool) {
	var list []*node
	if o := n.object; o != nil {
		for i := range o.members {
			list = append(list, o.members[i].schema)
		}
		for i := range o.patterns {
			list = append(list, o.patterns[i].schema)
		}
		list = append(list, o.others)
	}
	if a := n.array; a != nil {
		list = append(list, a.prefix...)
		list = append(list, a.items, a.contains)
	}
	if l := n.logic; l != nil {
		list = append(list, l.restNames, l.restItems)
	}
	for _, s := range list {
		if s != nil && !yield(s) {
			return
		}
	}
}
