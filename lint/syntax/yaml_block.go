package syntax

import "github.com/planlint/planlint/contracts/tree"

// blockSeq reads the list whose first dash is at the position, in column col.
func (r *yamlReader) blockSeq(col int, p *yamlProps) (end int) {
	if r.full() {
		return r.tooDeep(col)
	}
	a := r.sequence(r.pos, p)
	r.levels = append(r.levels, yamlLevel{col, true})
	for {
		dash := r.pos
		r.pos++
		r.next()
		switch {
		case r.fresh():
			if r.indent > col {
				end = r.node(col, onLine)
			} else {
				end = r.empty(dash+1, &yamlProps{})
			}
		case r.text[dash+1] == '\t' || r.text[r.pos-1] == '\t':
			end = r.node(col, behindColon)
		default:
			end = r.node(col, behindDash)
		}
		if !r.more() {
			break
		}
	}
	r.levels = r.levels[:len(r.levels)-1]
	r.leave(end)
	a.close()
	return end
}

// blockMap reads the map whose first key was scanned, with the position at its colon.
func (r *yamlReader) blockMap(d *yamlNode) (end int) {
	col, key := d.col, &d.key
	if r.full() {
		r.pos = r.tok.span.Start
		return r.tooDeep(col)
	}
	m := r.mapping(r.tok.span.Start, &d.own)
	r.levels = append(r.levels, yamlLevel{col, false})
	for {
		r.member(&m, &r.tok, key)
		colon := r.pos
		r.pos++
		r.next()
		switch {
		case !r.fresh():
			end = r.node(col, behindColon)
		case r.indent > col, r.indent == col && !r.tab && r.dash():
			end = r.node(col, onLine)
		case r.tab && r.indent >= 0:
			end = colon + 1
			r.hole(tree.Span{Start: end, End: end})
			r.tabFault()
		default:
			end = r.empty(colon+1, &yamlProps{})
		}
		r.memberDone(&m)
		*key = yamlProps{}
		more := r.more()
		for more && !r.blockKey(col, key) {
			more = r.more()
		}
		if !more {
			break
		}
	}
	r.levels = r.levels[:len(r.levels)-1]
	r.mappingDone(&m, end)
	return end
}

// blockKey scans the key at the position, in a map that has keys already, up to its colon. If there is none that is
// reported, and passed.
func (r *yamlReader) blockKey(col int, p *yamlProps) bool {
	if c := r.text[r.pos]; c == '&' || c == '!' {
		if !r.props(p) {
			r.recover()
			return false
		}
		if r.fresh() {
			r.giveUp()
			return false
		}
	}
	start := r.pos
	switch c := r.text[start]; {
	case c == '"' || c == '\'':
		if !r.quoted(col) {
			r.recover()
			return false
		}
		if r.line > start {
			r.fault(r.tok.span, "a key on more than one line", "write the key on one line")
			return false
		}
		r.pos = r.blanks(r.pos)
		if r.colon() {
			return true
		}
		if r.pos < len(r.text) && r.text[r.pos] == ':' {
			r.fault(tree.Span{Start: r.pos, End: r.pos + 1}, tightColon, spaceColon)
		} else {
			r.fault(r.tok.span, "expected a colon behind this key", "write it as \"key: value\"")
		}
		return false
	case c == '*' || c == '[' || c == '{' || c == '?' && r.blankAt(start+1):
		r.giveUp()
		return false
	case !r.plainStart():
		r.badStart()
		return false
	}
	r.plainLine(blockStops)
	if r.colon() {
		return true
	}
	r.keyless()
	return false
}

// keyless reports a line of a map that has no key: the scalar that was scanned last.
func (r *yamlReader) keyless() {
	s := r.tok.span
	for i := s.Start; i < s.End; i++ {
		if r.text[i] == ':' {
			r.fault(tree.Span{Start: i, End: i + 1}, tightColon, spaceColon)
			return
		}
	}
	r.fault(s, "a line without a key in a map", "write it as \"key: value\"; a text that goes on is indented below its key")
}

// What is said of a colon that would be a map's, with a space behind it.
const (
	tightColon = "a mapping value needs a space after the colon"
	spaceColon = "write \": \""
)

// nested reports a colon, at the position, that makes a map of a value on its key's line.
func (r *yamlReader) nested() {
	r.fault(tree.Span{Start: r.pos, End: r.pos + 1}, "a second colon on the line of a key", "put the whole value in quotes")
}

// owner names what a list on the same line stands behind.
func (r *yamlReader) owner(at yamlPlace) string {
	switch {
	case at != behindColon:
		return "its anchor or tag"
	case len(r.levels) > 0:
		return "its key"
	}
	return "the document marker"
}

// inMap reports whether the innermost block collection is a map at that indentation.
func (r *yamlReader) inMap(indent int) bool {
	return len(r.levels) > 0 && r.levels[len(r.levels)-1] == yamlLevel{indent, false}
}
