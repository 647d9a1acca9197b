package schema

import "github.com/planlint/planlint/contracts/tree"

// noLogic stands in for schemas without applicators, where the dynamic scope has to be kept all the same.
var noLogic = &logic{}

// composite checks a schema that applies others to the same value. Where somebody asks what was evaluated, the
// closed reading or unevaluatedProperties and its like, the members or elements are tracked in a frame.
func (c *checker) composite(n *node, v tree.Ref, kind tree.Kind, f frame) bool {
	l := n.logic
	if l == nil {
		l = noLogic
	}
	closing := kind == tree.Object && f.kind == fresh && n.closes && c.strict()
	if closing && n.logic == nil {
		return c.structure(n, v, kind, f, true)
	}
	rest := kind == tree.Object && l.restNames != nil || kind == tree.Array && l.restItems != nil
	own := f
	switch {
	case rest || closing:
		own = c.push(c.tree.Count(v), closing)
		own.top = f.top
	case f.kind == fresh:
		own = frame{kind: within}
	}
	choices := len(c.meant)
	ok := c.structure(n, v, kind, own, false)
	if (ok || c.mode != quiet) && !c.apply(n, l, v, own) {
		ok = false
	}
	if rest && (ok || c.mode != quiet) {
		ok = c.rest(n, l, v, kind, own, ok, choices) && ok
	} else if closing && (ok || c.mode != quiet) {
		ok = c.close(n, v, own, ok, choices) && ok
	}
	if f.kind == fresh {
		c.meant = c.meant[:choices]
	}
	if rest || closing {
		if f.kind == tracked {
			for i := range own.n {
				c.marks[f.base+i] = true // what unevaluated… lets pass, it evaluates
			}
		}
		c.pop(own)
	}
	return ok
}

// apply checks the applicators one after the other.
func (c *checker) apply(n *node, l *logic, v tree.Ref, f frame) bool {
	ok := true
	more := func() bool { return ok || c.mode != quiet }
	if l.ref != nil {
		to := l.ref
		if l.isDynamic {
			to = c.target(l)
		}
		ok = c.eval(to, v, f)
	}
	for i := 0; i < len(l.all) && more(); i++ {
		ok = c.eval(l.all[i], v, f) && ok
	}
	if l.any != nil && more() {
		ok = c.anyOf(n, l, v, f) && ok
	}
	if l.one != nil && more() {
		ok = c.oneOf(n, l, v, f) && ok
	}
	if l.not != nil && more() && c.condition(l.not, v, frame{kind: within}) && !c.maybe(v) {
		ok = false
		if c.fault() {
			c.sayNot(n, v)
		}
	}
	if l.cond != nil && more() {
		ok = c.conditional(l, v, f) && ok
	}
	for i := 0; i < len(l.dependents) && more(); i++ {
		if d := &l.dependents[i]; c.tree.Key(v, d.name) != tree.None {
			ok = c.eval(d.schema, v, f) && ok
		}
	}
	return ok
}

// target is what a $dynamicRef leads to: the outermost resource on the way here decides.
func (c *checker) target(l *logic) *node {
	for _, r := range c.scope {
		if n := r.targets[l.dynamic]; n != nil {
			return n
		}
	}
	return l.ref
}

// branch evaluates a schema whose marks only count where it fits.
func (c *checker) branch(n *node, v tree.Ref, f frame, free bool) bool {
	if f.kind != tracked {
		return c.try(n, v, frame{kind: within})
	}
	own := c.push(f.n, f.closing)
	own.top = f.top
	ok := c.try(n, v, own)
	if ok {
		for i := range f.n {
			if free || c.marks[own.base+i] {
				c.marks[f.base+i] = true
			}
		}
	}
	c.pop(own)
	return ok
}

// free reports whether a branch is there to let any object pass, such as {type: object} beside a schema with names.
func (n *node) free(among *node) bool {
	return n.types&typeObject != 0 && !n.names && (n.object == nil || len(n.object.required) == 0) &&
		(among.object == nil || among.object.declared == 0)
}

func (c *checker) anyOf(n *node, l *logic, v tree.Ref, f frame) bool {
	fits := false
	for _, s := range l.any {
		if c.branch(s, v, f, f.closing && s.free(n)) {
			if fits = true; f.kind != tracked {
				return true
			}
		}
	}
	if !fits && c.fault() {
		c.explain(n, l.any, l.anyAt, "anyOf", v)
	}
	return fits
}

// oneOf counts in the plain reading, so that the closed one never lets pass what JSON Schema refuses, and then holds
// the branch that fits to the closed one. The plain reading itself counts and evaluates at once: a branch is not
// evaluated twice on every level of nested choices.
func (c *checker) oneOf(n *node, l *logic, v tree.Ref, f frame) bool {
	strict := c.strict()
	first, second := -1, -1
	for i, s := range l.one {
		fits := false
		if strict {
			fits = c.condition(s, v, frame{kind: within})
		} else {
			fits = c.branch(s, v, f, false)
		}
		if !fits {
			continue
		}
		if first < 0 {
			first = i
		} else if second < 0 {
			second = i
		}
	}
	switch {
	case first < 0:
		if c.fault() {
			c.explain(n, l.one, l.oneAt, "oneOf", v)
		}
		return false
	case second >= 0 && !c.maybe(v):
		if c.fault() {
			c.saySeveral(n, v, first, second)
		}
		return false
	case !strict:
		return true
	case second >= 0: // with parts that only the run knows, it is one of them
		fits := false
		for _, s := range l.one {
			fits = c.branch(s, v, f, f.closing && s.free(n)) || fits
		}
		if !fits && c.fault() {
			c.explain(n, l.one, l.oneAt, "oneOf", v)
		}
		return fits
	}
	if c.branch(l.one[first], v, f, f.closing && l.one[first].free(n)) {
		return true
	}
	return c.mode != quiet && c.eval(l.one[first], v, frame{kind: within})
}

func (c *checker) conditional(l *logic, v tree.Ref, f frame) bool {
	c.lax++
	holds := c.branch(l.cond, v, f, false)
	c.lax--
	then, other := l.then, l.els
	if !holds {
		then, other = l.els, l.then
	}
	if holds && c.maybe(v) {
		// It may turn out either way.
		if then == nil || other == nil || c.try(then, v, frame{kind: within}) {
			if then != nil {
				c.branch(then, v, f, false)
			}
			if other != nil {
				c.branch(other, v, f, false)
			}
			return true
		}
		if c.branch(other, v, f, false) {
			return true
		}
	}
	return then == nil || c.eval(then, v, f)
}
