package syntax

import (
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// yamlReader reads YAML in one pass, straight into a tree. It knows what people and planners write; at a construct that
// it does not know it sets odd and gives the document up, and yaml.v3 reads it instead.
//
// Lines end at LF or CRLF, and nowhere else. Columns and indentation are bytes, which in front of a block collection
// are spaces and dashes only.
type yamlReader struct {
	yamlTree
	text string
	pos  int // the next byte

	line    int  // first byte of the position's line
	indent  int  // spaces the line begins with; -1 at the end of a document
	tab     bool // a tab stands among the blanks the line begins with
	freshAt int  // where the first token of the line stands: the position is there until something is read

	levels   []yamlLevel // open block collections, outermost first
	brackets []int       // open flow collections, innermost last
	tok      yamlScalar  // the scalar that was scanned last
	buf      []byte      // for a text under construction
	second   int         // the line of a plain scalar that turned out to be a key's, or -1
	resume   int         // the line from which to go on after a fault that was noted, or -1

	comments []tree.Span
	odd      bool // there is something in the document that this reader does not know
	again    bool // read on at odd things, for the faults elsewhere
	faulty   bool // there is a fault for which yaml.v3 may know better
	final    bool // a fault that no second opinion can lift
	repaired bool // a comma was made up in the flow collection around the position
	fence    bool // the text stands in a Markdown fence

	room struct { // where the stacks begin, to save allocations
		levels [16]yamlLevel
		keys   [32]writtenKey
		open   [16]openNode
	}
}

// yamlLevel is an open block collection.
type yamlLevel struct {
	indent int
	seq    bool
}

// setTok makes the text from start to end the scalar that was scanned last. It sets field by field, since the garbage
// collector makes an assignment of the whole dear.
func (r *yamlReader) setTok(start, end int, f tree.Flags) {
	s := &r.tok
	s.span.Start, s.span.End, s.flags, s.decoded = start, end, f, false
	if f&tree.Quoted != 0 {
		start, end = start+1, end-1
	}
	s.text = r.text[start:end]
}

// blankAt reports whether a space, a tab, a line's end or the text's end stands at i.
func (r *yamlReader) blankAt(i int) bool {
	if i >= len(r.text) {
		return true
	}
	c := r.text[i]
	return c == ' ' || c == '\n' || c == '\t' || c == '\r' && r.breakAt(i) > 0
}

// breakAt is the length of the line end at i; 0 if there is none. A CR at the very end of the text ends its line.
func (r *yamlReader) breakAt(i int) int {
	if i < len(r.text) {
		switch r.text[i] {
		case '\n':
			return 1
		case '\r':
			if i+1 == len(r.text) {
				return 1
			}
			if r.text[i+1] == '\n' {
				return 2
			}
		}
	}
	return 0
}

// lineEnd is the end of the line that i stands on, without its line end.
func (r *yamlReader) lineEnd(i int) int {
	j := strings.IndexByte(r.text[i:], '\n')
	if j < 0 {
		j = len(r.text) - i
	}
	if j += i; j > i && r.text[j-1] == '\r' {
		j--
	}
	return j
}

// startLine makes the line at i the current one and returns where its first character that is no blank stands.
func (r *yamlReader) startLine(i int) int {
	r.line = i
	for i < len(r.text) && r.text[i] == ' ' {
		i++
	}
	r.indent, r.tab = i-r.line, false
	if i < len(r.text) && r.text[i] == '\t' {
		r.tab = true
		i = r.blanks(i)
	}
	return i
}

// blanks is the end of the blanks at i.
func (r *yamlReader) blanks(i int) int {
	for i < len(r.text) && (r.text[i] == ' ' || r.text[i] == '\t') {
		i++
	}
	return i
}

// marker reports whether "---" or "..." stands at i, the start of a line.
func (r *yamlReader) marker(i int) bool {
	if i+3 > len(r.text) {
		return false
	}
	s := r.text[i : i+3]
	return (s == "---" || s == "...") && r.blankAt(i+3)
}

// next moves to the next token, over blanks, comments and line ends. At the end of the document, indent is -1.
func (r *yamlReader) next() {
	t, i := r.text, r.pos
	fresh := i == r.freshAt
	for {
		for i < len(t) && t[i] == ' ' {
			i++
		}
		if i == len(t) {
			r.indent, r.pos, r.freshAt = -1, i, i
			return
		}
		switch c := t[i]; c {
		case '\t':
			i = r.blanks(i)
			continue
		case '\n', '\r':
			if w := r.breakAt(i); w > 0 {
				i, fresh = r.startLine(i+w), true
				continue
			}
		case '#':
			if i == r.line || t[i-1] == ' ' || t[i-1] == '\t' {
				e := r.lineEnd(i)
				r.comments = append(r.comments, tree.Span{Start: i, End: e})
				i = e
				continue
			}
		}
		break
	}
	r.pos = i
	if fresh {
		r.freshAt = i
		if i == r.line && r.marker(i) {
			r.indent = -1
		}
	}
}

// fresh reports whether the position is at the first token of a line, or at the end of the document.
func (r *yamlReader) fresh() bool { return r.pos == r.freshAt }

// done reports whether the position is at the end of the document.
func (r *yamlReader) done() bool { return r.indent < 0 && r.fresh() }

// dash reports whether the indicator of a list entry stands at the position.
func (r *yamlReader) dash() bool {
	return r.pos < len(r.text) && r.text[r.pos] == '-' && r.blankAt(r.pos+1)
}

// colon reports whether the indicator of a map's value stands at the position.
func (r *yamlReader) colon() bool {
	return r.pos < len(r.text) && r.text[r.pos] == ':' && r.blankAt(r.pos+1)
}

// lineRest is the span from i to the end of the line's text, without a comment.
func (r *yamlReader) lineRest(i int) tree.Span {
	e := r.lineEnd(i)
	if c := strings.Index(r.text[i:e], " #"); c > 0 {
		e = i + c
	}
	for e > i && (r.text[e-1] == ' ' || r.text[e-1] == '\t') {
		e--
	}
	return tree.Span{Start: i, End: e}
}

// word is the span of the characters at i up to the next blank, and at least one byte where there is one.
func (r *yamlReader) word(i int) tree.Span {
	e := min(i+1, len(r.text))
	for !r.blankAt(e) {
		e++
	}
	return tree.Span{Start: i, End: e}
}
