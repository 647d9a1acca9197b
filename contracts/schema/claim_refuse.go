package schema

import "slices"

// refuses reports whether no value of the offer is proved to fit n, and leaves the reason behind.
func (c *claim) refuses(n *node, own bool) bool {
	if !c.spend(10) || n.trivial {
		return false
	}
	if n.never {
		c.reason = reason{must: "must be left out", is: "would be given", at: n.place(n.at)}
		return true
	}
	if allowed := n.allowed; c.from.types.and(allowed) == 0 {
		c.reason = reason{must: "must be " + typeList(allowed), is: "is " + typeList(c.from.types), at: n.place(n.typesAt)}
		return true
	}
	if n.choice != nil && c.unlisted(n) {
		return true
	}
	switch c.from.types {
	case typeString:
		if n.text != nil && c.refusesText(n) {
			return true
		}
	case typeNumber, typeInteger:
		if n.number != nil && c.refusesNumber(n) {
			return true
		}
	case typeArray:
		if n.array != nil && c.refusesArray(n) {
			return true
		}
	case typeObject:
		if c.refusesObject(n, own) {
			return true
		}
	}
	return n.logic != nil && c.refusesLogic(n)
}

// unlisted reports whether none of the values that n lists is one of the offer's.
func (c *claim) unlisted(n *node) bool {
	if c.from.schema.dynamic || len(n.choice.values) > offerValues {
		return false
	}
	for _, at := range n.choice.values {
		p := copied(n.tree, at)
		if p == nil || !c.spend(p.size) {
			return false
		}
		ways, _, ok := p.ways()
		if !ok {
			return false
		}
		for _, p := range ways {
			if fits, decided := c.holdsAll(c.from.schema, c.from.goal, p); fits || !decided {
				return false
			}
		}
	}
	c.reason = reason{must: "must be " + listed(n.tree, n.choice.values), is: "never is", at: n.place(n.choice.at)}
	return true
}

// refusesLogic is refuses for what n applies to the same value.
func (c *claim) refusesLogic(n *node) bool {
	l := n.logic
	if l.ref != nil && !l.isDynamic && c.refuses(l.ref, false) {
		return true
	}
	for _, s := range l.all {
		if c.refuses(s, false) {
			return true
		}
	}
	for _, list := range [...][]*node{l.any, l.one} {
		if len(list) > 0 && !slices.ContainsFunc(list, func(s *node) bool { return !c.refuses(s, false) }) {
			if len(list) > 1 {
				c.reason = reason{must: "must have one of " + plural(len(list), "form"), is: "has none", at: n.place(n.at)}
			}
			return true
		}
	}
	if l.not != nil && c.plainly().takes(l.not, false) {
		c.reason = reason{must: `must not fit the schema under "not"`, is: "always does", at: n.place(l.notAt)}
		return true
	}
	if l.cond != nil {
		then := l.then != nil && c.refuses(l.then, false)
		els := l.els != nil && c.refuses(l.els, false)
		if then && els || then && c.plainly().takes(l.cond, false) || els && c.plainly().refuses(l.cond, false) {
			return true
		}
	}
	for i := range l.dependents {
		if d := &l.dependents[i]; c.from.types == typeObject {
			if _, st := c.member(c.from, d.name); st == needed && c.refuses(d.schema, false) {
				return true
			}
		}
	}
	return false
}
