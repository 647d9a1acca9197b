package schema

import (
	"fmt"
	"slices"

	"github.com/planlint/planlint/contracts/tree"
)

// objects reports whether the offer's objects are proved to keep what n asks of objects, but for names that nobody
// declares.
func (c *claim) objects(n *node) bool {
	r := n.object
	if r == nil || c.from.types&typeObject == 0 {
		return true
	}
	for _, j := range r.required {
		if _, st := c.member(c.from, r.members[j].name); st != needed {
			return false
		}
	}
	for _, d := range r.needs {
		_, when := c.member(c.from, r.members[d.when].name)
		if _, what := c.member(c.from, r.members[d.what].name); when != barred && what != needed {
			return false
		}
	}
	for i := range r.members {
		if m := &r.members[i]; m.schema != nil {
			if goal, st := c.member(c.from, m.name); st != barred && !c.passes(goal, m.schema) {
				return false
			}
		}
	}
	simple := r.others == nil && len(r.patterns) == 0 && (r.keys == nil || r.keys.trivial)
	if simple && r.min == 0 && r.max < 0 {
		return true
	}
	names, closed := c.names(c.from)
	return c.sizes(r, names, closed) && (simple || c.named(r, names, closed))
}

// passes reports whether what stands in a part of the offer's values is proved to fit s.
func (c *claim) passes(goal []want, s *node) bool {
	return c.prover.takes(c.from.schema, goal, c.to, want{n: s, lax: c.lax})
}

// sizes reports whether the offer's objects have as many members as r asks for.
func (c *claim) sizes(r *objectRules, names []string, closed bool) bool {
	least, most := 0, -1
	if closed {
		most = len(names)
	}
	for _, name := range names {
		if _, st := c.member(c.from, name); st == needed {
			least++
		}
	}
	for _, n := range c.from.parts {
		if o := n.object; o != nil {
			least = max(least, o.min)
			if o.max >= 0 && (most < 0 || o.max < most) {
				most = o.max
			}
		}
	}
	return least >= r.min && (r.max < 0 || most >= 0 && most <= r.max)
}

// named holds the members of the offer's objects against patternProperties, additionalProperties and propertyNames.
func (c *claim) named(r *objectRules, names []string, closed bool) bool {
	for _, name := range names {
		goal, _ := c.member(c.from, name)
		i := r.find(name, 0)
		known := i >= 0 && r.members[i].schema != nil
		for j := range r.patterns {
			is, decided := c.matches(r.patterns[j].pattern, name)
			if !decided || is && !c.passes(goal, r.patterns[j].schema) {
				return false
			}
			known = known || is
		}
		if !known && r.others != nil && !c.passes(goal, r.others) {
			return false
		}
		if r.keys != nil && !r.keys.trivial {
			if fits, _ := c.holds(c.to, want{n: r.keys, lax: c.lax}, pieceText(name)); !fits {
				return false
			}
		}
	}
	if closed {
		return true
	}
	rest := c.from.rest()
	for j := range r.patterns {
		if !c.passes(rest, r.patterns[j].schema) {
			return false
		}
	}
	return (r.others == nil || c.passes(rest, r.others)) && (r.keys == nil || r.keys.trivial)
}

// covered reports whether every name that the offer's objects may have is declared by one of the schemas that surely
// apply to them, or else fits rest; nil refuses it.
func (c *claim) covered(sure []*node, rest *node) bool {
	if rest != nil && rest.trivial || slices.ContainsFunc(sure, func(n *node) bool { return n.object != nil && n.object.others != nil }) {
		return true
	}
	names, closed := c.names(c.from)
	for _, name := range names {
		if declaredIn(sure, name) {
			continue
		}
		if goal, _ := c.member(c.from, name); rest == nil || !c.passes(goal, rest) {
			return false
		}
	}
	return closed || rest != nil && c.passes(c.from.rest(), rest)
}

// refusesObject reports whether n is proved to refuse all of the offer's objects.
func (c *claim) refusesObject(n *node, own bool) bool {
	if r := n.object; r != nil {
		for i := range r.members {
			m := &r.members[i]
			goal, st := c.member(c.from, m.name)
			if m.required && st == barred {
				c.reason = reason{must: "must have " + tree.Quote(m.name), is: "never has it", at: n.place(m.requiredAt)}
				return true
			}
			if m.schema == nil || !m.required && st != needed {
				continue
			}
			if c.turnsDown(c.from.schema, goal, c.to, want{n: m.schema, lax: c.lax}) {
				c.reason.path = append([]string{m.name}, c.reason.path...)
				return true
			}
		}
	}
	bars := n.object != nil && n.object.others != nil && n.object.others.never
	closing := own && c.strict() && n.closes
	if !bars && !closing {
		return false
	}
	names, _ := c.names(c.from)
	var all []*node
	if closing {
		if all = n.reach(); c.lets(n, all) {
			return false
		}
	}
	for _, name := range names {
		if _, st := c.member(c.from, name); st != needed {
			continue
		}
		barred := bars
		if bars {
			if i := n.object.find(name, 0); i >= 0 && n.object.members[i].schema != nil {
				continue
			}
			for j := range n.object.patterns {
				is, decided := c.matches(n.object.patterns[j].pattern, name)
				barred = barred && decided && !is
			}
		}
		if barred || closing && !declaredIn(all, name) {
			c.reason = reason{must: fmt.Sprintf("must not have %s", tree.Quote(name)), is: "always has it", at: n.place(n.at)}
			return true
		}
	}
	return false
}
