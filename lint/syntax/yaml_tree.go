package syntax

import (
	"slices"

	"github.com/planlint/planlint/contracts/tree"
)

// yamlTree is the tree of one document under construction, with what YAML needs around it: the keys of the open maps,
// the anchors, and what aliases have cost. Both readers of YAML write through it.
type yamlTree struct {
	src      *tree.Source
	caps     Caps
	b        *tree.Builder // the tree, or the value of a merge key while one is read
	open     []openNode    // outermost first
	keys     []writtenKey  // of all open maps, outermost first
	anchors  map[string]*yamlAnchor
	defined  []*yamlAnchor // in order, as long as a later member may still be taken out
	aliased  int           // nodes that aliases brought in, in all documents of the file
	merging  int           // merge keys whose values are open
	overCap  bool
	problems []Problem
}

// openNode is an array or object that has no end yet.
type openNode struct {
	b   *tree.Builder
	ref tree.Ref
}

// writtenKey is a key of an open map.
type writtenKey struct {
	text string
	ref  tree.Ref
}

// yamlScalar is a scalar as it was scanned.
type yamlScalar struct {
	span    tree.Span
	text    string // the value, before its kind is decided
	flags   tree.Flags
	decoded bool // the text differs from the source at the span
}

// yamlProps are the anchor and the tag in front of a node. Spans include "&" and "!".
type yamlProps struct {
	anchor, tag         string
	anchorSpan, tagSpan tree.Span
	end                 int // behind the last of them
}

func (p *yamlProps) any() bool { return p.end > 0 }

// begin starts the next document. nodes is the expected number of nodes.
func (o *yamlTree) begin(nodes int) {
	o.b = tree.NewBuilder(o.src, nodes)
	o.open, o.keys, o.anchors, o.defined = o.open[:0], o.keys[:0], nil, nil
	o.merging, o.problems = 0, nil
}

// depth is the number of arrays and objects around the position, as they will be in the finished tree.
func (o *yamlTree) depth() int { return len(o.open) - o.merging }

// full reports whether one more array or object would be nested too deep.
func (o *yamlTree) full() bool { return o.depth() >= o.caps.Depth }

// enter opens an array or object.
func (o *yamlTree) enter(k tree.Kind, start int) tree.Ref {
	n := o.b.Begin(k, start, 0)
	o.open = append(o.open, openNode{o.b, n})
	return n
}

// leave closes the innermost array or object.
func (o *yamlTree) leave(end int) {
	o.b.End(end)
	o.open = o.open[:len(o.open)-1]
}

// sequence opens an array with its anchor and tag; the anchor is to be closed with the array.
func (o *yamlTree) sequence(start int, p *yamlProps) *yamlAnchor {
	n := o.enter(tree.Array, start)
	if !p.any() {
		return nil
	}
	o.collectionTag(p, "!!seq")
	return o.define(p, n, true)
}

// hole adds a value that could not be read, and returns its end.
func (o *yamlTree) hole(s tree.Span) (end int) {
	o.b.Scalar(tree.Null, s, tree.Broken)
	return s.End
}

// empty adds the null that stands where nothing was written.
func (o *yamlTree) empty(at int, p *yamlProps) int {
	o.scalar(&yamlScalar{span: tree.Span{Start: at, End: at}, flags: tree.Plain}, p)
	return at
}

// scalar adds a value.
func (o *yamlTree) scalar(s *yamlScalar, p *yamlProps) {
	var n tree.Ref
	switch {
	case p.any() && p.tag != "":
		n = o.tagged(s, p)
	case s.flags&tree.Plain == 0:
		n = o.text(s)
	default:
		k, f := coreScalar(s.text)
		n = o.plain(s, k, f|s.flags)
	}
	if p.any() {
		o.define(p, n, false)
	}
}

// text adds a String.
func (o *yamlTree) text(s *yamlScalar) tree.Ref {
	if s.decoded {
		return o.b.Decoded(tree.String, s.span, s.flags, s.text)
	}
	return o.b.Scalar(tree.String, s.span, s.flags)
}

// plain adds a scalar whose kind is known.
func (o *yamlTree) plain(s *yamlScalar, k tree.Kind, f tree.Flags) tree.Ref {
	switch k {
	case tree.Null, tree.Bool:
		return o.b.Scalar(k, s.span, f)
	case tree.Number:
		text, ok := jsonNumber(s.text)
		if !ok {
			o.problem(RuleWrongShape, s.span, "a number with more digits than hexadecimal and octal may have here", "write it in decimal")
			return o.text(s)
		}
		if s.decoded || f&tree.Quoted != 0 || text != s.text {
			return o.b.Decoded(k, s.span, f, text)
		}
		return o.b.Scalar(k, s.span, f)
	case tree.Invalid:
		o.problem(RuleWrongShape, s.span, s.text+" is not a finite number", "write the number, or put the text in quotes")
	}
	if s.decoded {
		return o.b.Decoded(tree.String, s.span, f, s.text)
	}
	return o.b.Scalar(tree.String, s.span, f)
}

// broken marks all that is open: something below it could not be read.
func (o *yamlTree) broken() {
	for _, n := range o.open {
		n.b.Mark(n.ref, tree.Broken)
	}
}

func (o *yamlTree) problem(rule string, s tree.Span, message, hint string, related ...Related) {
	o.problems = append(o.problems, Problem{Rule: rule, Span: s, Message: message, Hint: hint, Related: related})
}

// sortProblems puts problems into the order of the text.
func sortProblems(p []Problem) {
	slices.SortStableFunc(p, func(a, b Problem) int { return a.Span.Start - b.Span.Start })
}
