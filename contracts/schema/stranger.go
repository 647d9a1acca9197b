package schema

import (
	"fmt"

	"github.com/planlint/planlint/contracts/tree"
)

// sayUndeclared reports a name that none of the schemas declares. Names that are missing are the first to be
// suggested, and then said once.
func (c *checker) sayUndeclared(n *node, v, key, value tree.Ref, all []*node) {
	name := c.tree.Text(key)
	var lacking, free, names []string
	place, told := n.place(tree.None), false
	for _, s := range all {
		o := s.object
		if o == nil {
			continue
		}
		if !told && o.propertiesAt != tree.None {
			place, told = s.place(o.propertiesAt-1), true // the key
		} else if !told && o.othersAt != tree.None {
			place = s.place(o.othersAt)
		}
		// Every name is looked up in the object: where both are large, faults come without a suggestion at last.
		if c.near -= o.declared * (1 + c.tree.Count(v)/smallTable); c.near < 0 {
			continue
		}
		for i := range o.declared {
			m := &o.members[i]
			if m.schema.never {
				continue
			}
			names = append(names, m.name)
			if c.tree.Key(v, m.name) == tree.None {
				free = append(free, m.name)
				if m.required {
					lacking = append(lacking, m.name)
				}
			}
		}
	}
	near := c.nearest(name, lacking)
	if near == "" {
		near = c.nearest(name, free)
	}
	hint := ""
	switch {
	case near != "":
		hint = "did you mean " + tree.Quote(near) + "?"
		for i := len(c.out) - 1; i >= c.first; i-- {
			if f := &c.out[i]; f.Rule == RuleMissing && f.At == v && f.Name == near {
				f.Hint = ""
			}
		}
	case c.near < 0:
	case len(names) == 0 && len(c.path) == 0:
		hint = "leave it out: no " + c.schema.options.Part + " is declared"
	case len(names) == 0:
		hint = "leave it out"
	default:
		quoted := make([]string, 0, len(names))
		for _, s := range names {
			quoted = append(quoted, tree.Quote(s))
		}
		hint = "declared: " + enumerate(quoted)
	}
	keyword := "additionalProperties"
	if n.logic != nil && n.logic.restNames != nil {
		keyword = "unevaluatedProperties"
	}
	message := c.child(name) + " is not declared"
	if declaredIn(all, name) {
		message = c.child(name) + " is declared only for another case"
		hint = "leave it out, or change what chooses the case"
	}
	c.add(Fault{Rule: RuleUndeclared, At: key, Value: value, Name: name, Keyword: keyword, Schema: place, Message: message, Hint: hint})
}

// sayOtherForm explains a name that is declared, but by a branch that does not fit: it reports whether it did.
func (c *checker) sayOtherForm(n *node, v, key tree.Ref) bool {
	name := c.tree.Text(key)
	for _, s := range n.reach() {
		if s.logic == nil {
			continue
		}
		for _, list := range [...][]*node{s.logic.any, s.logic.one} {
			for _, b := range list {
				if !declaredIn(b.together(), name) || c.try(b, v, frame{kind: within}) {
					continue
				}
				form := c.form
				if c.form = c.formOf(b, list, v); c.form == "" {
					c.form = "the form that declares " + tree.Quote(name)
				}
				before := len(c.out)
				c.eval(b, v, frame{kind: within})
				c.form = form
				return len(c.out) > before
			}
		}
	}
	return false
}

// gaveUp reports that the check came to no end, which is never a pass.
func (c *checker) gaveUp() {
	c.path, c.form = c.path[:0], ""
	at, place, word := c.stuckAt, c.stuckRule, c.stuckWord
	if !c.stuck {
		at, place = c.root, c.schema.root.place(tree.None)
	}
	switch {
	case word == "multipleOf":
		c.add(Fault{Rule: RuleInvalid, At: at, Value: at, Keyword: word, Schema: place,
			Message: fmt.Sprintf("whether %s is a multiple cannot be decided, as the divisor is too long", literal(c.tree, at)), Hint: "shorten multipleOf in the schema"})
	case word != "":
		c.add(Fault{Rule: RuleInvalid, At: at, Value: at, Keyword: word, Schema: place,
			Message: fmt.Sprintf("whether %s matches the pattern could not be decided in time", literal(c.tree, at)), Hint: "simplify the pattern in the schema"})
	default:
		c.add(Fault{Rule: RuleInvalid, At: at, Value: at, Keyword: "", Schema: place,
			Message: c.schema.options.Whole + " are too costly to check against this schema", Hint: "the schema branches too much; simplify it"})
	}
}
