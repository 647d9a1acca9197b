package schema

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// byTag narrows the branches down by a property that tells them apart: the discriminator, or one whose values every
// branch lists. A value that no branch lists is the whole fault, and so is a missing one that all require.
func (c *checker) byTag(n *node, near []*node, at tree.Ref, word string, v tree.Ref) (rest []*node, said bool) {
	tag := c.tagOf(n, near)
	if tag == "" {
		return near, false
	}
	value := c.tree.Get(v, tag)
	if value == tree.None {
		return c.untagged(n, near, at, tag, v)
	}
	joined := &choice{at: at, keyword: "enum"}
	var owner *node
	for _, s := range near {
		p := tagged(s, tag)
		if p == nil {
			return near, false
		}
		e := equality{lenient: true}
		for _, want := range p.choice.values {
			if e.equal(p.tree, want, c.tree, value) {
				rest = append(rest, s)
				break
			}
		}
		if owner == nil {
			owner, joined.at, joined.keyword = p, p.choice.at, p.choice.keyword
		}
		if p.tree == owner.tree {
			joined.values = append(joined.values, p.choice.values...)
		}
	}
	if len(rest) > 0 {
		return rest, false
	}
	c.path = append(c.path, step{key: c.tree.Key(v, tag)})
	c.sayChoice(owner, joined, value)
	c.path = c.path[:len(c.path)-1]
	return nil, true
}

// untagged reports the missing property that tells the branches apart, if all require it.
func (c *checker) untagged(n *node, near []*node, at tree.Ref, tag string, v tree.Ref) ([]*node, bool) {
	joined := &choice{}
	var owner *node
	for _, s := range near {
		p := tagged(s, tag)
		required := false
		for _, part := range s.together() {
			if part.object != nil {
				j := part.object.find(tag, 0)
				required = required || j >= 0 && part.object.members[j].required
			}
		}
		if p == nil || !required {
			return near, false
		}
		if owner == nil {
			owner = p
		}
		if p.tree == owner.tree {
			joined.values = append(joined.values, p.choice.values...)
		}
	}
	if c.tree.Flags(v)&tree.Broken != 0 {
		return near, false
	}
	c.add(Fault{Rule: RuleMissing, At: v, Value: v, Name: tag, Keyword: "required", Schema: n.place(at),
		Message: fmt.Sprintf("%s is missing", c.child(tag)), Hint: "give it " + listed(owner.tree, joined.values)})
	return nil, true
}

// tagOf is the name of a property whose values tell branches apart, or "".
func (c *checker) tagOf(n *node, near []*node) string {
	if n.logic != nil && n.logic.tag != "" && tagged(near[0], n.logic.tag) != nil {
		return n.logic.tag
	}
	for _, part := range near[0].together() {
		if part.object == nil {
			continue
		}
	names:
		for i := range part.object.declared {
			m := &part.object.members[i]
			for _, s := range near {
				if tagged(s, m.name) == nil {
					continue names
				}
			}
			return m.name
		}
	}
	return ""
}

// tagged is the schema of a branch's property if it lists its values.
func tagged(s *node, name string) *node {
	for _, part := range s.together() {
		if part.object == nil {
			continue
		}
		if j := part.object.find(name, 0); j >= 0 && part.object.members[j].schema != nil {
			for _, p := range part.object.members[j].schema.together() {
				if p.choice != nil {
					return p
				}
			}
		}
	}
	return nil
}

// formOf names a branch for people: by the property that tells it apart, its title, the last part of its $ref, or the
// names it requires.
func (c *checker) formOf(s *node, branches []*node, v tree.Ref) string {
	if len(branches) > 1 {
		objects := make([]*node, 0, len(branches))
		for _, b := range branches {
			if b.allowed&typeObject != 0 {
				objects = append(objects, b)
			}
		}
		if len(objects) > 1 {
			if tag := c.tagOf(&node{}, objects); tag != "" {
				if p := tagged(s, tag); p != nil && len(p.choice.values) == 1 {
					return fmt.Sprintf("the form with %s %s", tree.Visible(tag), literal(p.tree, p.choice.values[0]))
				}
			}
		}
	}
	for _, part := range s.together() {
		if title := part.tree.Get(part.at, "title"); part.tree.Kind(title) == tree.String {
			return "the form " + tree.Quote(part.tree.Text(title))
		}
	}
	if s.logic != nil && s.logic.ref != nil {
		ref := s.tree.Text(s.logic.refAt)
		if i := strings.LastIndexAny(ref, "/#"); i >= 0 && i+1 < len(ref) {
			return "the form " + tree.Quote(ref[i+1:])
		}
	}
	var names []string
	for _, part := range s.together() {
		if part.object != nil {
			for _, j := range part.object.required {
				names = append(names, tree.Quote(part.object.members[j].name))
			}
		}
	}
	if len(names) > 0 && len(names) < 4 {
		return "the form with " + strings.Join(names, " and ")
	}
	if a := s.allowed; a != 0 && a != typeAll && a != typeObject {
		return typeList(a)
	}
	return ""
}
