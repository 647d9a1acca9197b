package schema

import (
	"fmt"

	"github.com/planlint/planlint/contracts/tree"
)

// explain reports why a value fits no branch of an anyOf or oneOf: the faults of the branch that was meant, where one
// can be told; else one fault that lists what is allowed. It is only asked for values that do not fit.
func (c *checker) explain(n *node, branches []*node, at tree.Ref, word string, v tree.Ref) {
	near := make([]*node, 0, len(branches))
	for _, s := range branches {
		if c.admits(s, v) {
			near = append(near, s)
		}
	}
	if len(near) == 0 {
		c.noBranch(n, branches, at, word, v)
		return
	}
	if c.tree.Kind(v) == tree.Object && len(near) > 1 {
		rest, said := c.byTag(n, near, at, word, v)
		if said {
			return
		}
		near = rest
	}
	if c.allChoices(n, near, at, word, v) {
		return
	}
	best, fewest, deepest := 0, 0, 0
	for i, s := range near {
		faults, deep := c.distance(s, v)
		if i == 0 || faults < fewest || faults == fewest && deep > deepest {
			best, fewest, deepest = i, faults, deep
		}
	}
	before, form := len(c.out), c.form
	if len(near) > 1 || c.tree.Kind(v) == tree.Object && len(branches) > 1 && c.objects(branches, v) > 1 {
		if name := c.formOf(near[best], branches, v); name != "" {
			c.form = name
		}
	}
	c.meant = append(c.meant, meant{near[best], c.form})
	c.eval(near[best], v, frame{kind: within})
	c.form = form
	if len(c.out) == before { // the branch fits by itself, but not in the company it has here
		c.noBranch(n, branches, at, word, v)
	}
}

// objects counts the branches that take a value's type.
func (c *checker) objects(branches []*node, v tree.Ref) int {
	n := 0
	for _, s := range branches {
		if c.admits(s, v) {
			n++
		}
	}
	return n
}

// distance counts the faults of a value against a schema, and how deep the deepest lies.
func (c *checker) distance(s *node, v tree.Ref) (faults, deepest int) {
	mode, f, d := c.mode, c.faults, c.deepest
	c.mode, c.faults, c.deepest = count, 0, 0
	fits := c.eval(s, v, frame{kind: within})
	faults, deepest = c.faults, c.deepest
	c.mode, c.faults, c.deepest = mode, f, d
	if !fits && faults == 0 {
		faults = 1
	}
	return faults, deepest
}

// admits reports whether a schema takes values of this one's type.
func (c *checker) admits(s *node, v tree.Ref) bool { return c.typed(s.allowed, v, c.tree.Kind(v)) }

// noBranch is the one fault of a value that is near to no branch.
func (c *checker) noBranch(n *node, branches []*node, at tree.Ref, word string, v tree.Ref) {
	allowed := types(0)
	for _, s := range branches {
		allowed |= s.allowed
	}
	if allowed != 0 && !c.typed(allowed, v, c.tree.Kind(v)) {
		c.sayType(allowed, n.place(at), v)
		return
	}
	var names []string
	for _, s := range branches {
		if name := c.formOf(s, branches, v); name != "" {
			names = append(names, name)
		}
	}
	hint := ""
	if len(names) > 0 {
		hint = "the forms are: " + enumerate(names)
	}
	c.add(Fault{Rule: RuleInvalid, At: v, Value: v, Keyword: word, Schema: n.place(at), Hint: hint,
		Message: fmt.Sprintf("%s must have one of %d forms, but has none", c.subject(), len(branches))})
}

// allChoices reports a scalar that is none of the values that all near branches list.
func (c *checker) allChoices(n *node, near []*node, at tree.Ref, word string, v tree.Ref) bool {
	if len(near) < 2 || c.tree.Kind(v) >= tree.Array {
		return false
	}
	for _, s := range near {
		if s.choice == nil || s.logic != nil || s.tree != near[0].tree {
			return false
		}
	}
	joined := &choice{at: at, keyword: word}
	for _, s := range near {
		joined.values = append(joined.values, s.choice.values...)
	}
	c.sayChoice(&node{tree: near[0].tree, at: n.at}, joined, v)
	return true
}
