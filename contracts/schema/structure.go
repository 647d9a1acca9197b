package schema

import (
	"fmt"
	"math"
	"strconv"

	"github.com/planlint/planlint/contracts/tree"
)

func (c *compiler) arrayKeyword(n *node, word string, v tree.Ref) {
	t := n.tree
	r := n.array
	if r == nil {
		r = &arrayRules{
			max: -1, minAt: tree.None, maxAt: tree.None, uniqueAt: tree.None, itemsAt: tree.None, containsAt: tree.None,
			least: 1, most: -1, leastAt: tree.None, mostAt: tree.None, marks: n.res.draft >= draft2020,
		}
	}
	switch word {
	case "minItems":
		r.min, r.minAt = c.count(n, word, v, 0), v
	case "maxItems":
		r.max, r.maxAt = c.count(n, word, v, -1), v
	case "minContains":
		r.least, r.leastAt = c.count(n, word, v, 1), v
	case "maxContains":
		r.most, r.mostAt = c.count(n, word, v, -1), v
	case "uniqueItems":
		if t.Kind(v) != tree.Bool {
			c.invalid(t, v, `"uniqueItems" must be true or false, but `+describe(t, v), "")
			return
		}
		r.unique, r.uniqueAt = t.True(v), v
	case "contains":
		r.contains, r.containsAt = c.sub(n, word, v), v
	case "prefixItems":
		r.prefix = c.schemas(n, word, v)
	case "items":
		if t.Kind(v) != tree.Array {
			r.items, r.itemsAt = c.sub(n, word, v), v
			break
		}
		if n.res.draft >= draft2020 {
			if n.res.declared {
				c.invalid(t, v, `"items" must be a schema in draft 2020-12, but it is an array`, `write "prefixItems"`)
				return
			}
			c.report(RuleIgnored, true, t, v, `a list under "items" is an older draft, and is read so`, `write "prefixItems"`)
		}
		for _, e := range t.Elements(v) {
			r.prefix = append(r.prefix, c.sub(n, word, e))
		}
		if more := t.Get(n.at, "additionalItems"); more != tree.None {
			r.items, r.itemsAt = c.sub(n, "additionalItems", more), more
		}
	case "additionalItems":
		return // read with items, without which it means nothing
	}
	n.array = r
}

func (c *compiler) objectKeyword(n *node, word string, v tree.Ref) {
	t := n.tree
	if n.object == nil {
		n.object = emptyObject()
	}
	o := n.object
	switch word {
	case "properties":
		if !c.mapping(n, word, v) {
			return
		}
		o.propertiesAt = v
		o.members = make([]member, 0, t.Count(v))
		for k, s := range t.Members(v) {
			o.members = append(o.members, member{name: t.Text(k), key: k, schema: c.sub(n, word, s), requiredAt: tree.None})
		}
		o.declared = len(o.members)
	case "required":
		if t.Kind(v) != tree.Array {
			hint := ""
			if t.Kind(v) == tree.Bool {
				hint = `list the name under "required" of the object around it`
			}
			c.invalid(t, v, `"required" must be a list of names, but `+describe(t, v), hint)
			return
		}
		for _, e := range t.Elements(v) {
			if name, ok := c.string(n, "an entry of required", e); ok {
				m := &o.members[o.member(name)]
				if !m.required {
					m.required, m.requiredAt = true, e
					o.required = append(o.required, int32(o.member(name)))
				}
			}
		}
	case "additionalProperties":
		o.others, o.othersAt = c.sub(n, word, v), v
	case "propertyNames":
		o.keys, o.keysAt = c.sub(n, word, v), v
	case "minProperties":
		o.min, o.minAt = c.count(n, word, v, 0), v
	case "maxProperties":
		o.max, o.maxAt = c.count(n, word, v, -1), v
	case "patternProperties":
		if !c.mapping(n, word, v) {
			return
		}
		o.patternsAt = v
		for k, s := range t.Members(v) {
			sub := c.sub(n, word, s)
			if p := c.pattern(n, k, k); p != nil {
				o.patterns = append(o.patterns, patternMember{p, sub})
			}
		}
	case "dependentRequired", "dependentSchemas", "dependencies":
		if !c.mapping(n, word, v) {
			return
		}
		for k, s := range t.Members(v) {
			if word == "dependentRequired" || word == "dependencies" && t.Kind(s) == tree.Array {
				c.needsOf(n, word, k, s)
				continue
			}
			l := n.apply()
			l.dependents = append(l.dependents, dependent{t.Text(k), c.sub(n, word, s)})
		}
	}
}

func (c *compiler) needsOf(n *node, word string, k, list tree.Ref) {
	t := n.tree
	if t.Kind(list) != tree.Array {
		c.invalid(t, list, fmt.Sprintf("%q must give each name a list of names, but %s", word, describe(t, list)), "")
		return
	}
	for _, e := range t.Elements(list) {
		if name, ok := c.string(n, "an entry of "+word, e); ok {
			when := int32(n.object.member(t.Text(k)))
			n.object.needs = append(n.object.needs, need{when, int32(n.object.member(name)), e})
		}
	}
}

// member is the index of a name, which is added where it is not there.
func (o *objectRules) member(name string) int {
	if o.index == nil && len(o.members) > smallTable {
		o.settleIndex()
	}
	if i := o.find(name, len(o.members)); i >= 0 {
		return i
	}
	o.members = append(o.members, member{name: name, key: tree.None, requiredAt: tree.None})
	if o.index != nil {
		o.index[name] = int32(len(o.members) - 1)
	}
	return len(o.members) - 1
}

func (o *objectRules) settleIndex() {
	o.index = make(map[string]int32, len(o.members))
	for i := range o.members {
		o.index[o.members[i].name] = int32(i)
	}
}

// settle makes the tables that checking reads.
func (o *objectRules) settle() {
	o.index = nil
	if len(o.members) > smallTable {
		o.settleIndex()
	}
	o.requiredSet = 0
	if len(o.members) <= 64 {
		for _, i := range o.required {
			o.requiredSet |= 1 << i
		}
	}
}

// sub compiles a schema inside a keyword.
func (c *compiler) sub(n *node, word string, v tree.Ref) *node {
	if k := n.tree.Kind(v); k != tree.Object && k != tree.Bool {
		hint := ""
		if k == tree.String {
			if _, ok := typeNames[n.tree.Text(v)]; ok {
				hint = fmt.Sprintf("write {type: %s}", n.tree.Text(v))
			}
		}
		c.invalid(n.tree, v, fmt.Sprintf("a schema under %q must be an object, true or false, but %s", word, describe(n.tree, v)), hint)
		s := &node{tree: n.tree, at: v, res: n.res, trivial: true, typesAt: tree.None}
		c.order = append(c.order, s)
		return s
	}
	return c.schema(n.res, v)
}

// schemas compiles a list of schemas.
func (c *compiler) schemas(n *node, word string, v tree.Ref) []*node {
	if n.tree.Kind(v) != tree.Array || n.tree.Count(v) == 0 {
		found := describe(n.tree, v)
		if n.tree.Kind(v) == tree.Array {
			found = "the list is empty"
		}
		c.invalid(n.tree, v, fmt.Sprintf("%q must be a list of schemas, at least one, but %s", word, found), "")
		return nil
	}
	list := make([]*node, 0, n.tree.Count(v))
	for _, e := range n.tree.Elements(v) {
		list = append(list, c.sub(n, word, e))
	}
	return list
}

// mapping makes sure that a keyword holds an object.
func (c *compiler) mapping(n *node, word string, v tree.Ref) bool {
	if n.tree.Kind(v) == tree.Object {
		return true
	}
	c.invalid(n.tree, v, fmt.Sprintf("%q must be an object, but %s", word, describe(n.tree, v)), "")
	return false
}

// string reads a keyword that holds a string.
func (c *compiler) string(n *node, word string, v tree.Ref) (string, bool) {
	if n.tree.Kind(v) == tree.String {
		return n.tree.Text(v), true
	}
	if word[0] != 'a' { // not "an entry of …"
		word = strconv.Quote(word)
	}
	c.invalid(n.tree, v, fmt.Sprintf("%s must be a string, but %s", word, describe(n.tree, v)), "")
	return "", false
}

// count reads a keyword that holds a number of things; none where it is ill-formed. A count beyond all reason is as
// good as the largest int.
func (c *compiler) count(n *node, word string, v tree.Ref, none int) int {
	t := n.tree
	if t.Kind(v) == tree.Number {
		d := parseDecimal(t.Text(v))
		if !d.negative && d.whole() {
			if s := d.plainInteger(); s != "" {
				if i, err := strconv.Atoi(s); err == nil {
					return i
				}
			}
			return math.MaxInt
		}
		c.invalid(t, v, fmt.Sprintf("%q must be a whole number from 0 on, but is %s", word, short(t.Text(v))), "")
		return none
	}
	hint := ""
	if t.Kind(v) == tree.String {
		hint = "remove the quotes"
	}
	c.invalid(t, v, fmt.Sprintf("%q must be a whole number from 0 on, but %s", word, describe(t, v)), hint)
	return none
}
