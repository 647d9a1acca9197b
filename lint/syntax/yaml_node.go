package syntax

import (
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// yamlPlace is where a node begins.
type yamlPlace uint8

const (
	onLine      yamlPlace = iota // first on its line: any node
	behindDash                   // behind "- ": any node, block collections on the same line included
	behindColon                  // behind "key: " or "---": no block collection on this line
)

// yamlNode is what is known of a block node before its first token.
type yamlNode struct {
	n     int // indentation of the block collection around it, -1 for the root
	at    yamlPlace
	start int       // offset of the node, or of what stands before it on its line
	col   int       // column of start: the indentation of a block collection that begins here
	own   yamlProps // of the node, if it is a block collection
	key   yamlProps // of the first key on the line, or of the node, if it is none
}

// propsOf returns the anchor and tag of a node that is no block collection.
func (r *yamlReader) propsOf(d *yamlNode) *yamlProps {
	if !d.key.any() {
		return &d.own
	}
	if d.own.anchor != "" && d.key.anchor != "" || d.own.tag != "" && d.key.tag != "" {
		r.note(r.word(d.start), "a value with two anchors or two tags", "keep one")
	}
	if d.key.anchor == "" {
		d.key.anchor, d.key.anchorSpan = d.own.anchor, d.own.anchorSpan
	}
	if d.key.tag == "" {
		d.key.tag, d.key.tagSpan = d.own.tag, d.own.tagSpan
	}
	return &d.key
}

// node reads the node at the position and returns its end. n is the indentation of the block collection around it, -1
// for the root.
func (r *yamlReader) node(n int, at yamlPlace) (end int) {
	d := yamlNode{n: n, at: at, start: r.pos, col: r.pos - r.line}
	if c := r.text[r.pos]; c == '&' || c == '!' {
		if end, done := r.nodeProps(&d); done {
			return end
		}
	}
	if d.at == onLine && r.tab {
		d.at = behindColon
	}
	switch c := r.text[r.pos]; c {
	case '"', '\'':
		return r.quotedNode(&d)
	case '[', '{':
		return r.flowNode(&d)
	case '|', '>':
		return r.blockScalar(n, r.propsOf(&d))
	case '*':
		end, ok := r.aliasNode(d.at != behindColon, r.propsOf(&d))
		if !ok && (!r.odd || r.again) {
			r.recover()
		}
		return end
	case '-':
		if !r.blankAt(r.pos + 1) {
			break
		}
		if d.at == behindColon || d.key.any() {
			end = r.hole(r.lineRest(r.pos))
			r.fault(tree.Span{Start: r.pos, End: r.pos + 1}, "a list begins on the line of "+r.owner(d.at), "begin it on the next line, or write it as [a, b]")
			return end
		}
		return r.blockSeq(d.col, &d.own)
	case '?':
		if r.blankAt(r.pos + 1) {
			end = r.hole(r.word(r.pos))
			r.giveUp()
			return end
		}
	}
	if !r.plainStart() {
		end = r.hole(r.lineRest(r.pos))
		r.badStart()
		return end
	}
	return r.plainNode(&d)
}

// nodeProps reads the anchors and tags in front of a node. done is true if there is no node behind them.
func (r *yamlReader) nodeProps(d *yamlNode) (end int, done bool) {
	if !r.props(&d.own) {
		end = r.hole(r.word(d.start))
		r.recover()
		return end, true
	}
	if !r.fresh() {
		if d.at != behindColon {
			d.key, d.own = d.own, yamlProps{}
		}
		return 0, false
	}
	if r.indent <= d.n && !(r.indent == d.n && r.inMap(d.n) && r.dash()) {
		return r.empty(d.own.end, &d.own), true
	}
	d.at, d.start, d.col = onLine, r.pos, r.indent
	if c := r.text[d.start]; c == '&' || c == '!' {
		if !r.props(&d.key) || r.fresh() {
			end = r.hole(r.word(d.start))
			r.giveUp()
			return end, true
		}
	}
	return 0, false
}

// quotedNode reads a node that begins with a quote: a scalar, or a map whose first key it is.
func (r *yamlReader) quotedNode(d *yamlNode) (end int) {
	if !r.quoted(d.n) {
		end = r.hole(r.tok.span)
		r.recover()
		return end
	}
	end = r.tok.span.End
	colon := r.blanks(r.pos)
	if colon == len(r.text) || r.text[colon] != ':' || r.line > r.tok.span.Start {
		r.scalar(&r.tok, r.propsOf(d))
		return end
	}
	r.pos = colon
	if d.at != behindColon && r.colon() {
		return r.blockMap(d)
	}
	r.scalar(&r.tok, r.propsOf(d))
	if r.colon() {
		r.nested()
	} else {
		r.fault(tree.Span{Start: colon, End: colon + 1}, tightColon, spaceColon)
	}
	return end
}

// flowNode reads a node that begins with a bracket.
func (r *yamlReader) flowNode(d *yamlNode) (end int) {
	end, ok := r.flow(d.n, r.propsOf(d))
	r.brackets, r.repaired = r.brackets[:0], false
	if !ok {
		if !r.odd || r.again {
			r.recover()
		}
		return end
	}
	if i := r.blanks(r.pos); i < len(r.text) && r.text[i] == ':' && r.blankAt(i+1) && d.at != behindColon {
		r.giveUp() // the collection is a key
	}
	return end
}

// plainNode reads a node that begins with plain text: a scalar, or a map whose first key it is.
func (r *yamlReader) plainNode(d *yamlNode) (end int) {
	r.plainLine(blockStops)
	if r.colon() {
		if d.at != behindColon {
			return r.blockMap(d)
		}
		s := r.lineRest(r.tok.span.Start)
		r.b.Scalar(tree.String, s, tree.Plain|tree.Broken)
		r.nested()
		return s.End
	}
	r.plainRest(d.n, false, false)
	if r.second >= 0 {
		return r.swallowed(d)
	}
	r.scalar(&r.tok, r.propsOf(d))
	return r.tok.span.End
}

// swallowed deals with a plain scalar of several lines of which one is a key's: no value goes on there.
func (r *yamlReader) swallowed(d *yamlNode) (end int) {
	first, line := r.tok, r.second
	i := line
	for i > 0 && r.text[i-1] != '\n' {
		i--
	}
	if p := r.propsOf(d); d.at == onLine && line-i == d.col && !p.any() {
		// Lines of text, and then a map where they began: the text is what does not belong.
		s := r.lineRest(first.span.Start)
		if c := strings.IndexByte(r.src.Slice(s), ':'); c >= 0 {
			s.Start += c
			s.End = s.Start + 1
			r.note(s, tightColon, spaceColon)
		} else {
			r.note(s, "a line without a key, before a map", "remove it, or make it a comment with #")
		}
		r.startLine(i)
		r.pos, r.freshAt = line, line
		return r.node(d.n, d.at)
	}
	r.scalar(&first, r.propsOf(d))
	r.startLine(i)
	r.pos = line
	r.fault(r.lineRest(line), "a key below a value that is complete", "indent it like the key it belongs beside, or leave the value above it empty")
	return first.span.End
}
