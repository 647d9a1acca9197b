package schema

import "slices"

// claim holds one alternative of what may stand somewhere against schemas that accept it or not.
type claim struct {
	*prover
	from *offer
	to   *Schema
	lax  bool // in the plain reading, as conditions are
	// sure are the schemas that were proved to accept the value, for the names that they declare.
	sure []*node
}

// strict reports whether the closed reading of the schemas that accept is on.
func (c *claim) strict() bool { return c.to.options.Strict && !c.lax }

// plainly is the claim in the plain reading.
func (c *claim) plainly() *claim {
	return &claim{prover: c.prover, from: c.from, to: c.to, lax: true}
}

// takes reports whether every value of the offer is proved to fit n. own says that n is the value's own schema, as
// opposed to one that another applies to it.
func (c *claim) takes(n *node, own bool) bool {
	if !c.spend(10) || n.never {
		return false
	}
	before := len(c.sure)
	c.sure = append(c.sure, n)
	closing := own && c.strict() && n.closes
	if n.trivial || !closing && slices.Contains(c.from.parts, n) {
		return true
	}
	ok := n.choice == nil && c.types(n) && c.texts(n) && c.numbers(n) && c.arrays(n) && c.objects(n) && c.applies(n)
	if ok && c.from.types&typeObject != 0 {
		switch {
		case n.logic != nil && n.logic.restNames != nil:
			ok = c.covered(c.sure[before:], n.logic.restNames)
		case closing:
			ok = c.covered(c.sure[before:], nil)
		}
	}
	if !ok {
		c.sure = c.sure[:before]
	}
	return ok
}

// types reports whether the offer's types are accepted.
func (c *claim) types(n *node) bool {
	if n.types == 0 {
		return true
	}
	if has := c.from.types; has&typeInteger == 0 || n.types&typeNumber != 0 {
		return has&^(n.types|typeInteger) == 0
	}
	// The closed reading knows integers by how they are written.
	return c.from.types&^n.types == 0 && (!c.strict() || c.from.schema.options.Strict)
}

// applies holds the offer against the schemas that n applies to the same value.
func (c *claim) applies(n *node) bool {
	l := n.logic
	if l == nil {
		return true
	}
	if l.isDynamic || l.ref != nil && !c.takes(l.ref, false) {
		return false
	}
	for _, s := range l.all {
		if !c.takes(s, false) {
			return false
		}
	}
	if len(l.any) > 0 && !slices.ContainsFunc(l.any, func(s *node) bool { return c.takes(s, false) }) {
		return false
	}
	if len(l.one) > 0 && !slices.ContainsFunc(l.one, func(s *node) bool { return c.takes(s, false) && c.alone(s, l.one) }) {
		return false
	}
	if l.not != nil && !c.plainly().refuses(l.not, false) {
		return false
	}
	if l.cond != nil && !c.conditional(l) {
		return false
	}
	for i := range l.dependents {
		if d := &l.dependents[i]; c.from.types&typeObject != 0 {
			before := len(c.sure)
			if _, st := c.member(c.from, d.name); st != barred && !c.takes(d.schema, false) {
				return false
			}
			c.sure = c.sure[:before] // whether it applies is not sure
		}
	}
	return l.restItems == nil || l.restItems.trivial || c.from.types&typeArray == 0
}

// alone reports whether no other branch of a oneOf accepts any of the offer's values.
func (c *claim) alone(s *node, branches []*node) bool {
	for _, b := range branches {
		if b != s && !c.plainly().refuses(b, false) {
			return false
		}
	}
	return true
}

// conditional holds the offer against if, then and else.
func (c *claim) conditional(l *logic) bool {
	before := len(c.sure)
	then := l.then == nil || c.takes(l.then, false)
	els := l.els == nil || c.takes(l.els, false)
	c.sure = c.sure[:before] // which of them applies is not sure
	return then && els || then && c.plainly().takes(l.cond, false) || els && c.plainly().refuses(l.cond, false)
}
