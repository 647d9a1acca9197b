package syntax

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/planlint/planlint/contracts/tree"
)

// maxV3Bytes is the longest document that is given to yaml.v3, which takes some sixty bytes of memory for one of text.
const maxV3Bytes = 4 << 20

// v3Reader turns the nodes of yaml.v3 into a tree. yaml.v3 says where a node starts, in lines and code points; where
// it ends, and what its text is, comes from scanning the token with our own scanners.
type v3Reader struct {
	*yamlTree
	scan   *yamlReader // scans single tokens of the source
	masked string      // what yaml.v3 was given
	base   int         // offset of masked in the source

	line, lineAt, col, at int // a place that was looked up: line and column from 1, offsets into masked

	tokens  []tree.Span // scalars, aliases and properties, in order
	skipped bool        // something nested too deep is not among the tokens
	failed  *Problem
}

// readV3 reads the one document that the source has from one offset to another with yaml.v3, into o. It returns a
// problem if yaml.v3 cannot read it, or would leave out some of it.
func readV3(o *yamlTree, from, end int) (d yamlDocument, bad *Problem) {
	text := o.src.Text[from:end]
	if len(text) > maxV3Bytes {
		return d, &Problem{Rule: RuleSyntax, Span: tree.Span{Start: from, End: from},
			Message: "a document of this size with a construct that only the slow reader knows", Hint: "leave out \"? \" keys, and keys that are aliases, maps or lists"}
	}
	v := &v3Reader{yamlTree: o, base: from, masked: oldDirective(maskForV3(text)), line: 1, col: 1}
	v.scan = newYAMLReader(o.src, o.caps)
	root, err := v.decode()
	if err != nil {
		return d, v.problemOf(err)
	}
	o.begin((end-from)/12 + 16)
	if root != nil {
		v.node(root, -1, false)
	}
	comments := v.rest(end)
	if v.failed != nil {
		return d, v.failed
	}
	d.Document = Document{Tree: o.b.Tree(), Problems: o.problems, Comments: comments}
	return d, nil
}

// decode returns the root, or nil where nothing is written.
func (v *v3Reader) decode() (root *yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	dec := yaml.NewDecoder(strings.NewReader(v.masked))
	var doc, more yaml.Node
	if err := dec.Decode(&doc); err == io.EOF {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	if err := dec.Decode(&more); err != io.EOF {
		if err == nil {
			err = fmt.Errorf("text behind the end of the document")
		}
		return nil, err
	}
	return doc.Content[0], nil
}

// problemOf places an error of yaml.v3, as well as its line is known.
func (v *v3Reader) problemOf(err error) *Problem {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 1
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		if n, what, ok := strings.Cut(rest, ": "); ok {
			line, _ = strconv.Atoi(n)
			text = what
		}
	}
	at := v.base + v.offset(line, 1)
	return &Problem{Rule: RuleSyntax, Span: v.scan.lineRest(min(at, len(v.scan.text))), Message: "not YAML at or behind this line: " + tree.Visible(text)}
}

// props reads the anchor and the tag of a node at the offset at, and returns where the node itself starts. Those of a
// block mapping's first key stay, as they are not the mapping's.
func (v *v3Reader) props(y *yaml.Node, at int, p *yamlProps) int {
	t := v.scan.text
	for v.failed == nil && at < len(t) {
		block := y.Kind == yaml.MappingNode && y.Style&yaml.FlowStyle == 0
		if anchor := t[at] == '&' && p.anchor == "" && y.Anchor != ""; !anchor {
			if t[at] != '!' || p.tag != "" || y.Style&yaml.TaggedStyle == 0 && (block || !v.scan.blankAt(at+1)) {
				break
			}
		}
		v.scan.pos, v.scan.freshAt = at, -1
		before := *p
		if !v.scan.props(p) {
			v.fail(at, "an anchor or tag that cannot be read")
			break
		}
		if p.anchor != before.anchor && !sameForV3(p.anchor, y.Anchor) {
			v.fail(at, "an anchor whose name is more than a word")
			break
		}
		var read []tree.Span
		if p.anchor != before.anchor {
			read = append(read, p.anchorSpan)
		}
		if p.tag != before.tag {
			read = append(read, p.tagSpan)
		}
		if len(read) > 1 && read[0].Start > read[1].Start {
			read[0], read[1] = read[1], read[0]
		}
		v.tokens = append(v.tokens, read...)
		at = v.scan.pos
	}
	return at
}

// node adds a node and returns its end. n is the indentation of the block collection around it.
func (v *v3Reader) node(y *yaml.Node, n int, flow bool) (end int) {
	at := v.base + v.offset(y.Line, y.Column)
	if v.failed != nil {
		v.hole(tree.Span{Start: at, End: at})
		return at
	}
	var p yamlProps
	switch y.Kind {
	case yaml.AliasNode:
		s := v.aliasToken(at)
		v.alias(s, y.Value)
		return s.End
	case yaml.ScalarNode:
		s := v.token(y, at, n, flow, &p)
		v.scalar(s, &p)
		return s.span.End
	}
	start := v.props(y, at, &p)
	if v.full() {
		v.problems = append(v.problems, tooDeep(v.scan.word(start), v.caps.Depth))
		v.broken()
		v.hole(v.scan.word(start))
		v.skipped = true
		return v.scan.word(start).End
	}
	if y.Kind == yaml.SequenceNode {
		return v.list(y, start, flow, &p)
	}
	return v.object(y, start, flow, &p)
}

// list adds a sequence.
func (v *v3Reader) list(y *yaml.Node, start int, flow bool, p *yamlProps) (end int) {
	inside := y.Style&yaml.FlowStyle != 0
	a := v.sequence(start, p)
	end = start + 1
	for _, c := range y.Content {
		end = v.node(c, v.column(start), flow || inside)
	}
	if inside {
		end = v.closing(end, ']')
	}
	v.leave(end)
	a.close()
	return end
}

// object adds a mapping.
func (v *v3Reader) object(y *yaml.Node, start int, flow bool, p *yamlProps) (end int) {
	inside := y.Style&yaml.FlowStyle != 0
	braces := inside && start < len(v.scan.text) && v.scan.text[start] == '{' &&
		(len(y.Content) == 0 || y.Content[0].Line != y.Line || y.Content[0].Column != y.Column || p.any())
	n := v.column(start)
	if !braces && start < len(v.scan.text) && (v.scan.text[start] == '&' || v.scan.text[start] == '!') {
		v.scan.pos, v.scan.freshAt = start, -1
		v.scan.props(&yamlProps{})
		start = v.scan.pos
	}
	m := v.mapping(start, p)
	end = start + 1
	for i := 0; i+1 < len(y.Content); i += 2 {
		var kp yamlProps
		k := v.key(y.Content[i], n, flow || inside, &kp)
		v.member(&m, k, &kp)
		value, at := y.Content[i+1], v.behindColon(k.span.End)
		bang := strings.HasPrefix(v.src.Text[v.base+v.offset(value.Line, value.Column):], "!") // a tag of which yaml.v3 does not tell
		if value.Kind == yaml.ScalarNode && value.Value == "" && value.Style == 0 && value.Anchor == "" && !bang {
			end = v.empty(at, &yamlProps{}) // yaml.v3 has no good place for it
		} else {
			end = max(v.node(value, n, flow || inside), k.span.End)
		}
		v.memberDone(&m)
	}
	if braces {
		end = v.closing(end, '}')
	}
	v.mappingDone(&m, end)
	return end
}

// key scans a key. One that is no text is reported, and becomes the text that stands there.
func (v *v3Reader) key(y *yaml.Node, n int, flow bool, p *yamlProps) *yamlScalar {
	at := v.base + v.offset(y.Line, y.Column)
	if y.Kind == yaml.ScalarNode {
		k := v.token(y, at, n, flow, p)
		if i := v.scan.blanks(k.span.End); k.text == "" && p.any() && i < len(v.scan.text) && v.scan.text[i] == ':' {
			k.span = tree.Span{Start: i, End: i} // an empty key stands at its colon
		}
		return k
	}
	outer := v.b
	v.b = tree.NewBuilder(v.src, 8)
	v.node(y, n, flow)
	t := v.b.Tree()
	v.b = outer
	k := &yamlScalar{span: t.Span(0), text: v.src.Slice(t.Span(0))}
	switch {
	case t.Flags(0)&tree.Broken != 0: // reported
	case y.Kind == yaml.AliasNode && t.Kind(0) == tree.String:
		k.text, k.decoded = t.Text(0), true
	default:
		v.keyShape(k, t.Kind(0))
	}
	return k
}

// token scans the scalar of a node.
func (v *v3Reader) token(y *yaml.Node, at, n int, flow bool, p *yamlProps) *yamlScalar {
	start := v.props(y, at, p)
	none := &yamlScalar{span: tree.Span{Start: at, End: at}, flags: tree.Plain}
	r := v.scan
	quotedOrBlock := y.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0
	if v.failed != nil {
		return none
	}
	if y.Value == "" && !quotedOrBlock {
		none.span = v.nowhere(at, p)
		return none
	}
	if start >= len(r.text) {
		v.fail(len(r.text), "a value without a place")
		return none
	}
	r.pos, r.line, r.resume, r.repaired = start, strings.LastIndexByte(r.text[:start], '\n')+1, -1, false
	r.brackets = r.brackets[:0]
	if flow {
		r.brackets = append(r.brackets, 0)
	}
	ok := true
	switch {
	case y.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0:
		ok = (r.text[start] == '"' || r.text[start] == '\'') && r.quoted(-1)
	case quotedOrBlock:
		if ok = r.text[start] == '|' || r.text[start] == '>'; ok {
			r.begin(1)
			r.blockScalar(n, &yamlProps{})
		}
	case flow:
		r.plainLine(flowStops)
		r.plainRest(-1, true, true)
	default:
		r.plainLine(blockStops)
		r.plainRest(n, false, true)
	}
	if !ok || !sameForV3(r.tok.text, y.Value) {
		v.fail(start, "two readers of YAML understand this differently")
		return none
	}
	v.tokens = append(v.tokens, r.tok.span)
	s := r.tok
	return &s
}
