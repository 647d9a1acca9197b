package schema

import (
	"fmt"

	"github.com/planlint/planlint/contracts/suggest"
	"github.com/planlint/planlint/contracts/tree"
)

// The rules that a problem of a schema belongs to.
const (
	RuleSchema      = "invalid-schema"   // a keyword that is ill-formed, or a reference that leads nowhere
	RuleUnknownType = "unknown-type"     // a type that JSON Schema does not know
	RuleFile        = "unreachable-file" // a $ref to a file that cannot be read
	RuleKeyword     = "unknown-keyword"  // a keyword that is most likely misspelt
	RuleIgnored     = "ignored-keyword"  // a keyword that means nothing where it stands
)

// address is a schema's identity.
type address struct {
	tree *tree.Tree
	at   tree.Ref
}

// compiler reads one schema and what it leads to. References are followed from a list, not by recursion, so that a
// long chain of them costs no stack.
type compiler struct {
	options  Options
	cache    map[address]*node
	order    []*node
	docs     []*document
	ids      map[string]*resource
	files    map[file]*resource
	pending  []reference
	members  map[address]map[string]tree.Ref // of large objects that references go through
	dynamic  bool
	problems []Problem
}

// reference is a $ref that waits to be followed.
type reference struct {
	from *node
	at   tree.Ref
	text string
	kind string // the keyword
}

func (c *compiler) compile(t *tree.Tree, root tree.Ref) (*Schema, []Problem) {
	d := c.open(t, root)
	n := c.schema(d.resources[0], root)
	c.follow()
	for c.dynamic && c.gather() {
		c.follow()
	}
	for _, n := range c.order {
		c.facts(n)
	}
	s := &Schema{root: n, options: c.options, dynamic: c.dynamic, nodes: c.order, docs: c.docs}
	for _, n := range c.order {
		n.closes = c.options.Strict && n.leavesOpen(n == s.root)
	}
	if s.root.closes {
		if s.root.object == nil {
			s.root.object = emptyObject()
		}
		s.root.trivial = false
	}
	return s, c.problems
}

// follow resolves the references that wait, and those met on the way.
func (c *compiler) follow() {
	for i := 0; i < len(c.pending); i++ {
		r := c.pending[i]
		t, err := c.resolve(r.from.res, r.text)
		if err != nil {
			rule, hint := RuleSchema, ""
			if _, ok := err.(errLoad); ok {
				rule = RuleFile
			}
			c.report(rule, false, r.from.tree, r.at, fmt.Sprintf("%s %s leads nowhere: %s", r.kind, tree.Quote(r.text), err), hint)
			continue
		}
		if k := t.doc.tree.Kind(t.at); k != tree.Object && k != tree.Bool {
			c.report(RuleSchema, false, r.from.tree, r.at, fmt.Sprintf("%s %s leads to %s, which is no schema", r.kind, tree.Quote(r.text), article(k)), "")
			continue
		}
		to := c.schema(t.res, t.at)
		l := r.from.logic
		l.ref, l.refAt = to, r.at
		if r.kind != "$ref" && t.dynamic {
			l.isDynamic, l.dynamic = true, t.name
			c.dynamic = true
		}
	}
	c.pending = c.pending[:0]
}

// gather compiles what a $dynamicRef may lead to, and reports whether there was anything new.
func (c *compiler) gather() bool {
	more := false
	for i := 0; i < len(c.docs); i++ {
		for _, r := range c.docs[i].resources {
			for name, at := range r.dynamics {
				if r.targets[name] != nil {
					continue
				}
				if r.targets == nil {
					r.targets = map[string]*node{}
				}
				r.targets[name] = c.schema(r, at)
				more = true
			}
		}
	}
	return more
}

// schema compiles the schema at a node, once.
func (c *compiler) schema(res *resource, at tree.Ref) *node {
	t := res.doc.tree
	key := address{t, at}
	if n := c.cache[key]; n != nil {
		return n
	}
	n := &node{tree: t, at: at, res: res, typesAt: tree.None}
	c.cache[key] = n
	c.order = append(c.order, n)
	switch t.Kind(at) {
	case tree.Bool:
		n.trivial, n.never = t.True(at), !t.True(at)
	case tree.Object:
		if inner := res.doc.inner[at]; inner != nil {
			n.res = inner
		}
		c.keywords(n)
		n.trivial = n.types == 0 && n.choice == nil && n.text == nil && n.number == nil && n.array == nil && n.object == nil && n.logic == nil
	default:
		n.trivial = true
		c.invalid(t, at, "a schema must be an object, true or false, but "+c.found(t, at), "")
	}
	return n
}

// report adds a problem.
func (c *compiler) report(rule string, warning bool, t *tree.Tree, at tree.Ref, message, hint string) {
	c.problems = append(c.problems, Problem{Rule: rule, Warning: warning, Place: t.Place(at), Message: message, Hint: hint})
}

// invalid adds an error about an ill-formed keyword.
func (c *compiler) invalid(t *tree.Tree, at tree.Ref, message, hint string) {
	c.report(RuleSchema, false, t, at, message, hint)
}

// found says what stands at a node, for a message.
func (c *compiler) found(t *tree.Tree, at tree.Ref) string { return describe(t, at) }

// nearest is suggest.Nearest under a shorter name.
func nearest(word string, among []string) string { return suggest.Nearest(word, among) }

func emptyObject() *objectRules {
	return &objectRules{
		propertiesAt: tree.None, patternsAt: tree.None, othersAt: tree.None, keysAt: tree.None, max: -1, minAt: tree.None, maxAt: tree.None,
	}
}
