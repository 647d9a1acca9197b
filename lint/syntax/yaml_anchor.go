package syntax

import (
	"fmt"
	"slices"

	"github.com/planlint/planlint/contracts/suggest"
	"github.com/planlint/planlint/contracts/tree"
)

// maxAnchorNames is the number of anchors over which no name is suggested for one that is unknown.
const maxAnchorNames = 100

// yamlAnchor is a node that aliases may name.
type yamlAnchor struct {
	span  tree.Span // the anchor itself, "&" included
	tree  *tree.Tree
	ref   tree.Ref
	open  bool // the node is not complete
	depth int  // arrays and objects inside each other below it, itself included; -1 until somebody asks
}

// close notes that the anchored node is complete. A nil anchor is none.
func (a *yamlAnchor) close() {
	if a != nil {
		a.open = false
	}
}

// define makes the node n the one that the anchor among p names, and returns the anchor, or nil without one.
func (o *yamlTree) define(p *yamlProps, n tree.Ref, open bool) *yamlAnchor {
	if p.anchor == "" {
		return nil
	}
	a := &yamlAnchor{span: p.anchorSpan, tree: o.b.Peek(), ref: n, open: open, depth: -1}
	if o.anchors == nil {
		o.anchors = map[string]*yamlAnchor{}
	}
	o.anchors[p.anchor] = a
	o.defined = append(o.defined, a)
	return a
}

// rehome leads the anchors that were defined since the mark defs, and name nodes of a tree from n on, to the tree to
// where these nodes are now.
func (o *yamlTree) rehome(defs int, from *tree.Tree, n tree.Ref, to *tree.Tree) {
	for _, a := range o.defined[defs:] {
		if a.tree == from && a.ref >= n {
			a.tree, a.ref = to, a.ref-n
		}
	}
}

// alias adds a copy of what the anchor names; s is the alias with its "*". What cannot be copied becomes a hole.
func (o *yamlTree) alias(s tree.Span, name string) {
	a := o.anchors[name]
	if a == nil {
		o.problem(RuleSyntax, s, "no anchor "+tree.Quote(name)+" stands before this alias", o.anchorHint(name))
		o.hole(s)
		return
	}
	related := Related{Span: a.span, Message: "the anchor"}
	if a.open {
		o.problem(RuleSyntax, s, "an alias inside its own anchor", "a value cannot contain itself; write out what is meant", related)
		o.hole(s)
		return
	}
	if a.depth < 0 {
		a.depth = nesting(a.tree, a.ref)
	}
	size := int(a.tree.Next(a.ref) - a.ref)
	switch {
	case o.aliased+size > o.caps.Aliased:
		if !o.overCap {
			o.overCap = true
			o.problem(RuleSyntax, s, fmt.Sprintf("aliases bring in more than %d nodes", o.caps.Aliased),
				"write the values out, or share less", related)
		}
		o.hole(s)
	case o.depth()+a.depth > o.caps.Depth:
		p := tooDeep(s, o.caps.Depth)
		p.Related = []Related{related}
		o.problems = append(o.problems, p)
		o.hole(s)
	default:
		o.aliased += size
		o.b.Copy(a.tree, a.ref, s)
	}
}

// anchorHint names the anchor that was most likely meant.
func (o *yamlTree) anchorHint(name string) string {
	if len(o.anchors) > 0 && len(o.anchors) <= maxAnchorNames {
		names := make([]string, 0, len(o.anchors))
		for n := range o.anchors {
			names = append(names, n)
		}
		slices.Sort(names)
		if near := suggest.Nearest(name, names); near != "" {
			return "did you mean \"*" + tree.Visible(near) + "\"?"
		}
	}
	return "put quotes around a text that starts with *"
}

// nesting is the number of arrays and objects inside each other in a subtree, its root included.
func nesting(t *tree.Tree, n tree.Ref) int {
	deepest := 0
	var ends []tree.Ref
	for i, last := n, t.Next(n); i < last; i++ {
		for len(ends) > 0 && ends[len(ends)-1] <= i {
			ends = ends[:len(ends)-1]
		}
		if k := t.Kind(i); k == tree.Array || k == tree.Object {
			ends = append(ends, t.Next(i))
			deepest = max(deepest, len(ends))
		}
	}
	return deepest
}
