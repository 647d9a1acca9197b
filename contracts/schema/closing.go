package schema

import (
	"github.com/planlint/planlint/contracts/tree"
)

// rest checks unevaluatedProperties or unevaluatedItems.
func (c *checker) rest(n *node, l *logic, v tree.Ref, kind tree.Kind, own frame, sound bool, choices int) bool {
	ok := true
	if kind == tree.Array {
		for i, e := range c.tree.Elements(v) {
			if c.marks[own.base+i] {
				continue
			}
			if l.restItems.never {
				if ok = false; c.fault() {
					c.sayTooMany(n, l.restItemAt, "unevaluatedItems", v, e, i)
				}
				break
			}
			c.path = append(c.path, step{key: tree.None, index: i})
			ok = c.eval(l.restItems, e, frame{}) && ok
			c.path = c.path[:len(c.path)-1]
		}
		return ok
	}
	if l.restNames.never {
		return c.close(n, v, own, sound, choices)
	}
	i := 0
	for k, value := range c.tree.Members(v) {
		if !c.marks[own.base+i] {
			ok = c.inside(l.restNames, k, value) && ok
		}
		i++
	}
	return ok
}

// close refuses the members that nothing evaluated. Where the object has other faults already, a name that some
// schema declares is left alone, as what declares it may have failed for another reason; but of a choice only the
// branch that was meant declares names. choices is where the choices of this object begin in c.meant.
func (c *checker) close(n *node, v tree.Ref, own frame, sound bool, choices int) bool {
	ok := true
	i := -1
	var all []*node
	for k, value := range c.tree.Members(v) {
		if i++; c.marks[own.base+i] {
			continue
		}
		if c.mode == quiet {
			return false
		}
		if all == nil {
			all = n.reach(c.meant[choices:]...)
		}
		if !sound && declaredIn(all, c.tree.Text(k)) {
			continue
		}
		ok = false
		if !c.fault() || sound && c.sayOtherForm(n, v, k) {
			continue
		}
		form := c.form
		if len(c.meant) > choices {
			c.form = c.meant[len(c.meant)-1].form
		}
		c.sayUndeclared(n, v, k, value, all)
		c.form = form
	}
	return ok
}

// declaredIn reports whether one of the schemas declares a name.
func declaredIn(all []*node, name string) bool {
	for _, s := range all {
		if s.object == nil {
			continue
		}
		if j := s.object.find(name, 0); j >= 0 && s.object.members[j].schema != nil {
			return true
		}
	}
	return false
}
