package contracts

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/contracts/suggest"
	"github.com/planlint/planlint/contracts/tree"
)

// maxHops bounds how many $refs are followed to find what a schema declares at its top.
const maxHops = 16

// top is the schema of the arguments behind the $refs that it consists of, as far as they can be followed without
// compiling it; ok is false where they cannot.
func (c *Contract) top() (n node, ok bool) {
	n = node{c.accepts.tree, c.accepts.root}
	for range maxHops {
		ref := n.tree.Get(n.ref, "$ref")
		if n.tree.Kind(ref) != tree.String {
			return n, n.tree.Kind(n.ref) == tree.Object
		}
		if !alone(n) {
			return node{}, false
		}
		file, fragment, _ := strings.Cut(n.tree.Text(ref), "#")
		if file != "" {
			if c.accepts.load == nil {
				return node{}, false
			}
			t, err := c.accepts.load(n.tree.Source, file)
			if err != nil || t.Empty() {
				return node{}, false
			}
			n = node{t, 0}
		} else if n.tree == c.accepts.tree {
			n.ref = c.accepts.root // a fragment counts from the schema, not from the file of contracts
		} else {
			n.ref = 0
		}
		tokens, err := tree.ParsePointer(fragment)
		if err != nil {
			return node{}, false
		}
		if n.ref = n.tree.Find(n.ref, tokens...); n.ref == tree.None {
			return node{}, false
		}
	}
	return node{}, false
}

// alone reports whether a $ref has no neighbours but those that constrain nothing.
func alone(n node) bool {
	for k := range n.tree.Members(n.ref) {
		switch n.tree.Text(k) {
		case "$ref", "$schema", "$id", "$comment", "$defs", "definitions", "title", "description", "default", "examples":
		default:
			return false
		}
	}
	return true
}

// Arguments are the names that the contract declares at the top of its arguments, in document order, as far as they
// can be told without compiling its schema. closed is false where it may take others too, or where that cannot be told.
func (c *Contract) Arguments() (names []string, closed bool) {
	if !c.accepts.present() {
		return nil, false
	}
	n, ok := c.top()
	if !ok {
		return nil, false
	}
	closed = true
	for k, v := range n.tree.Members(n.ref) {
		switch key := n.tree.Text(k); key {
		case "properties":
			for p := range n.tree.Members(v) {
				names = append(names, n.tree.Text(p))
			}
		case "additionalProperties", "unevaluatedProperties":
			closed = closed && n.tree.Kind(v) == tree.Bool && !n.tree.True(v)
		case "patternProperties":
			closed = closed && n.tree.Kind(v) == tree.Object && n.tree.Count(v) == 0
		case "allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas", "dependencies", "extends",
			"$dynamicRef", "$recursiveRef":
			closed = false
		}
	}
	return names, closed
}

// unknownArguments reports names that must be arguments and are none.
func (c *Contract) unknownArguments() []Problem {
	if len(c.keys) == 0 {
		return nil
	}
	names, closed := c.Arguments()
	if !closed {
		return nil
	}
	var list []Problem
	for _, k := range c.keys {
		if slices.Contains(names, k.name) {
			continue
		}
		p := Problem{Rule: RuleUnknownKeyArgument, Place: k.place,
			Message: fmt.Sprintf("%s names %s, which is no argument of %s", k.use, tree.Quote(k.name), tree.Quote(c.Tool)),
			Hint:    "it takes " + quoteAll(names),
			Related: []Related{{Place: c.accepts.tree.Place(c.accepts.root), Message: "the arguments are declared here"}}}
		if near := suggest.Nearest(k.name, names); near != "" {
			p.Hint = fmt.Sprintf("did you mean %s?", tree.Quote(near))
		}
		list = append(list, p)
	}
	return list
}

// quoteAll writes names for a message, cut after ten.
func quoteAll(names []string) string {
	if len(names) == 0 {
		return "no arguments"
	}
	quoted := make([]string, 0, min(len(names), 10))
	for _, n := range names[:min(len(names), 10)] {
		quoted = append(quoted, tree.Quote(n))
	}
	s := strings.Join(quoted, ", ")
	if more := len(names) - len(quoted); more > 0 {
		s += fmt.Sprintf(" and %d more", more)
	}
	return s
}

// sorted orders problems by place.
func sorted(list []Problem) []Problem { return shape.Sort(list) }
