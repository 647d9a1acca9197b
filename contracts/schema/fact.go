package schema

import (
	"github.com/planlint/planlint/contracts/tree"
)

// facts finds out what holds for a schema together with those it applies to the same value: whether one declares
// names, which types fit, and whether they ever end.
func (c *compiler) facts(n *node) {
	const walking, done = 1, 2
	if n.visit != 0 {
		return
	}
	n.visit, n.allowed = walking, n.ownTypes()
	n.names = n.object != nil && n.object.declared > 0
	look := func(s *node) bool {
		switch s.visit {
		case walking:
			c.report(RuleSchema, false, n.tree, n.at, "the schema applies itself to the same value without end", "let the reference go through a property or an item")
		case 0:
			c.facts(s)
		}
		return true
	}
	n.inPlace(func(s *node) bool {
		look(s)
		n.names = n.names || s.names
		return true
	})
	if l := n.logic; l != nil {
		if l.not != nil {
			look(l.not)
		}
		if l.ref != nil {
			n.allowed = n.allowed.and(l.ref.allowed)
		}
		for _, s := range l.all {
			n.allowed = n.allowed.and(s.allowed)
		}
		for _, list := range [...][]*node{l.any, l.one} {
			some := types(0)
			for _, s := range list {
				some |= s.allowed
			}
			if len(list) > 0 {
				n.allowed = n.allowed.and(some)
			}
		}
	}
	n.visit = done
}

// ownTypes are the types that a schema's own keywords leave.
func (n *node) ownTypes() types {
	switch {
	case n.never:
		return 0
	case n.choice == nil && n.types == 0:
		return typeAll
	case n.choice == nil:
		return n.types
	}
	listed := types(0)
	for _, e := range n.choice.values {
		listed |= typeNames[n.tree.Kind(e).String()]
		if n.tree.Kind(e) == tree.Number && parseDecimal(n.tree.Text(e)).whole() {
			listed |= typeInteger
		}
	}
	if n.types == 0 {
		return listed
	}
	return n.types.and(listed)
}

// and is what two sets of types have in common; an integer is a number.
func (s types) and(t types) types {
	both := s & t
	if s&typeNumber != 0 {
		both |= t & typeInteger
	}
	if t&typeNumber != 0 {
		both |= s & typeInteger
	}
	return both
}

// leavesOpen reports whether a schema says nothing about undeclared names, so that the closed reading may.
func (n *node) leavesOpen(top bool) bool {
	if n.never || n.tree.Kind(n.at) == tree.Bool || !top && !n.names {
		return false
	}
	if n.object != nil && (n.object.others != nil || !top && len(n.object.patterns) > 0) {
		return false
	}
	return n.logic == nil || n.logic.restNames == nil
}
