package schema

import "github.com/planlint/planlint/contracts/tree"

// fits reports whether a value fits all schemas of goal.
func (g *sampler) fits(goal []want, p *piece) bool {
	trivial := true
	for _, w := range goal {
		trivial = trivial && w.n.trivial
	}
	if trivial {
		return true
	}
	if !g.spend(30 + 5*p.size + p.weight) {
		return false
	}
	_, t := p.render()
	c := checkers.Get().(*checker)
	c.begin(g.schema, t, 0, nil)
	c.mode, c.visits = quiet, min(maxVisits, g.left/2)
	before, ok := c.visits, true
	for _, w := range goal {
		c.lax = 0
		if w.lax {
			c.lax = 1
		}
		if ok = c.eval(w.n, 0, frame{top: w.top}) && !c.stuck; !ok {
			break
		}
	}
	g.left -= 2 * (before - c.visits)
	g.late = g.late || c.late
	c.end()
	checkers.Put(c)
	t.Release()
	return ok
}

// matches asks a pattern about a name.
func (g *sampler) matches(p *pattern, name string) bool {
	if !g.spend(1 + len(name)/4) {
		return false
	}
	is, err := p.match(name)
	g.late = g.late || err != nil
	return is
}

// recurs reports whether a value for goal would lie within one like it: a schema that applies to it applies to a value
// around it, and leads back here.
func (g *sampler) recurs(goal []want) bool {
	for _, w := range goal {
		for _, x := range w.n.together() {
			if !g.spend(4) {
				return true
			}
			if g.path[x] > 0 && (x == w.n || g.leads(x, w.n)) {
				return true
			}
		}
	}
	return false
}

// leads reports whether a schema leads to another one, which may be about a part of the value.
func (g *sampler) leads(from, to *node) bool {
	key := [2]*node{from, to}
	if known, ok := g.cyclic[key]; ok {
		return known
	}
	list, seen, found := []*node{from}, map[*node]bool{from: true}, false
	for i := 0; i < len(list) && !found; i++ {
		look := func(s *node) bool {
			if !g.spend(2) {
				return false
			}
			found = found || s == to
			if !seen[s] {
				seen[s] = true
				list = append(list, s)
			}
			return !found
		}
		list[i].inPlace(look)
		list[i].inside(look)
	}
	g.cyclic[key] = found
	return found
}

// annotated calls yield for the values that a schema gives as examples, and its default.
func (n *node) annotated(yield func(tree.Ref) bool) {
	t := n.tree
	if t.Kind(n.at) != tree.Object {
		return
	}
	for _, e := range t.Elements(t.Get(n.at, "examples")) {
		if !yield(e) {
			return
		}
	}
	for _, word := range [...]string{"example", "default"} {
		if v := t.Get(n.at, word); v != tree.None && !yield(v) {
			return
		}
	}
}
