package schema

import "github.com/planlint/planlint/contracts/tree"

// noRules stands in where the closed reading meets an object that its schema says nothing about.
var noRules = emptyObject()

// members checks the keywords of objects. closing says that undeclared names are refused here.
func (c *checker) members(n *node, v tree.Ref, f frame, closing bool) bool {
	o := n.object
	if o == nil {
		o = noRules
	}
	t := c.tree
	ok, strange := true, false
	var seen uint64
	wide := frame{}
	if len(o.members) > 64 {
		wide = c.push(len(o.members), false)
	}
	size := t.Count(v)
	silent := f.kind == tracked && f.closing && !f.top && len(o.patterns) > 0 // says otherwise, in the closed reading
	guess := 0
	k := v + 1
	for i := range size {
		value := k + 1
		name := t.Text(k)
		known := false
		if j := o.find(name, guess); j >= 0 {
			guess = j + 1
			if wide.n > 0 {
				c.marks[wide.base+j] = true
			} else {
				seen |= 1 << j
			}
			if s := o.members[j].schema; s != nil {
				known = true
				ok = c.inside(s, k, value) && ok
			}
		}
		if len(o.patterns) > 0 && c.spend(len(o.patterns)/4) {
			for x := range o.patterns {
				p := &o.patterns[x]
				if is, _ := c.matches(p.pattern, name, k, n.place(o.patternsAt), "patternProperties"); is {
					known = true
					ok = c.inside(p.schema, k, value) && ok
				}
			}
		}
		switch {
		case known:
		case o.others != nil && o.others.never:
			strange = true
		case o.others != nil:
			known = true
			ok = c.inside(o.others, k, value) && ok
		case closing:
			strange = true
		}
		if o.keys != nil && !o.keys.trivial {
			c.path = append(c.path, step{key: k, name: true})
			ok = c.eval(o.keys, k, frame{}) && ok
			c.path = c.path[:len(c.path)-1]
		}
		if f.kind == tracked && (known || silent || strange && o.others != nil) {
			c.marks[f.base+i] = true
		}
		if c.mode == quiet && (!ok || strange) {
			c.pop(wide)
			return false
		}
		k = t.Next(value)
	}
	whole := t.Flags(v)&tree.Broken == 0
	lacks := false
	if whole && len(o.required) > 0 {
		if wide.n > 0 {
			for _, j := range o.required {
				lacks = lacks || !c.marks[wide.base+int(j)]
			}
		} else {
			lacks = seen&o.requiredSet != o.requiredSet
		}
	}
	has := func(j int32) bool {
		if wide.n > 0 {
			return c.marks[wide.base+int(j)]
		}
		return seen&(1<<j) != 0
	}
	if lacks {
		ok = false
		for _, j := range o.required {
			if !has(j) && c.fault() {
				c.sayMissing(n, v, int(j), o.members[j].requiredAt, "required", "")
			}
		}
	}
	if whole {
		for _, d := range o.needs {
			if has(d.when) && !has(d.what) {
				ok = false
				if c.fault() {
					c.sayMissing(n, v, int(d.what), d.at, "dependentRequired", o.members[d.when].name)
				}
			}
		}
	}
	if strange {
		ok = false
		c.strangers(n, v)
	}
	if size < o.min && whole {
		ok = false
		c.size(n, v, o.minAt, "minProperties", o.min, size)
	}
	if o.max >= 0 && size > o.max {
		ok = false
		c.size(n, v, o.maxAt, "maxProperties", o.max, size)
	}
	c.pop(wide)
	return ok
}

// inside checks a member's value.
func (c *checker) inside(s *node, key, value tree.Ref) bool {
	if s.trivial {
		return true
	}
	c.path = append(c.path, step{key: key})
	ok := c.eval(s, value, frame{})
	c.path = c.path[:len(c.path)-1]
	return ok
}

// strangers reports the members of an object that its own schema neither declares nor lets in.
func (c *checker) strangers(n *node, v tree.Ref) {
	o := n.object
	if o == nil {
		o = noRules
	}
	for k, value := range c.tree.Members(v) {
		name := c.tree.Text(k)
		if j := o.find(name, 0); j >= 0 && o.members[j].schema != nil {
			continue
		}
		known := false
		for x := range o.patterns {
			is, _ := c.matches(o.patterns[x].pattern, name, k, n.place(o.patternsAt), "patternProperties")
			known = known || is
		}
		if !known && c.fault() {
			c.sayUndeclared(n, v, k, value, []*node{n})
		}
	}
}

// push opens a frame of marks, all unset.
func (c *checker) push(n int, closing bool) frame {
	base := len(c.marks)
	for range n {
		c.marks = append(c.marks, false)
	}
	return frame{kind: tracked, closing: closing, base: base, n: n}
}

// pop closes the last frame that push opened.
func (c *checker) pop(f frame) {
	if f.kind == tracked {
		c.marks = c.marks[:f.base]
	}
}
