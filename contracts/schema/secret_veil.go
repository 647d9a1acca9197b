package schema

import (
	"slices"

	"github.com/planlint/planlint/contracts/tree"
)

// veil is the state of one Secret.
type veil struct {
	schema *Schema
	leads  map[*node]bool
	tree   *tree.Tree
	visits int
	late   bool // a pattern ran out of time, so no other one starts
	found  []tree.Ref
}

// visit looks at a value to which the schemas of list apply.
func (w *veil) visit(v tree.Ref, list []*node, depth int) {
	list, hidden := w.all(list)
	if hidden || depth > maxDepth {
		w.found = append(w.found, v)
		return
	}
	for i, e := range w.tree.Elements(v) {
		if next := w.element(list, i); len(next) > 0 {
			w.visit(e, next, depth+1)
		}
	}
	for k, value := range w.tree.Members(v) {
		if next := w.member(list, w.tree.Text(k)); len(next) > 0 {
			w.visit(value, next, depth+1)
		}
	}
}

// all are the schemas of list, and those they apply to the same value, each once, as far as they lead to anything;
// hidden says that one of them is writeOnly.
func (w *veil) all(list []*node) (all []*node, hidden bool) {
	seen := make(map[*node]bool, len(list))
	for _, n := range list {
		if !seen[n] && w.leads[n] {
			seen[n] = true
			all = append(all, n)
		}
	}
	for i := 0; i < len(all); i++ {
		if w.visits--; w.visits < 0 || all[i].secret() {
			return nil, true
		}
		w.schema.applied(all[i], func(s *node) bool {
			w.visits--
			if !seen[s] && w.leads[s] {
				seen[s] = true
				all = append(all, s)
			}
			return true
		})
	}
	return all, false
}

// element are the schemas that may apply to the element of that index.
func (w *veil) element(list []*node, i int) []*node {
	var next []*node
	for _, n := range list {
		w.visits--
		if a := n.array; a != nil {
			if s := a.element(i); s != nil {
				next = append(next, s)
			}
			if a.contains != nil {
				next = append(next, a.contains)
			}
		}
		if n.logic == nil || n.logic.restItems == nil {
			continue
		}
		if !slices.ContainsFunc(n.together(), func(s *node) bool { return s.array != nil && s.array.element(i) != nil }) {
			next = append(next, n.logic.restItems)
		}
	}
	return next
}

// element is the schema of the element of that index by its place, or nil.
func (a *arrayRules) element(i int) *node {
	if i < len(a.prefix) {
		return a.prefix[i]
	}
	return a.items
}

// member are the schemas that may apply to the member of that name.
func (w *veil) member(list []*node, name string) []*node {
	var next []*node
	for _, n := range list {
		if o := n.object; o != nil {
			next, _ = w.declared(o, name, next)
		}
		if n.logic == nil || n.logic.restNames == nil {
			continue
		}
		known := false
		for _, s := range n.together() {
			if s.object != nil && !known {
				_, known = w.declared(s.object, name, nil)
			}
		}
		if !known {
			next = append(next, n.logic.restNames)
		}
	}
	return next
}

// declared adds the schemas that one schema has for a name; sure is false where it may have none.
func (w *veil) declared(o *objectRules, name string, next []*node) (all []*node, sure bool) {
	w.visits -= 1 + len(o.patterns)
	if i := o.find(name, 0); i >= 0 && o.members[i].schema != nil {
		next, sure = append(next, o.members[i].schema), true
	}
	for i := range o.patterns {
		p := &o.patterns[i]
		is, decided := w.matches(p.pattern, name)
		if is || !decided {
			next, sure = append(next, p.schema), sure || is
		}
	}
	if !sure && o.others != nil {
		next, sure = append(next, o.others), true
	}
	return next, sure
}

// matches asks a pattern about a name.
func (w *veil) matches(p *pattern, name string) (is, decided bool) {
	if p.linear == nil && w.late {
		return false, false
	}
	w.visits -= len(name) / 4
	is, err := p.match(name)
	w.late = w.late || err != nil
	return is, err == nil
}
