package syntax

import (
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// giveUp leaves the document to yaml.v3, because of what stands at the position; or, if that was asked before, passes
// what stands there without a word.
func (r *yamlReader) giveUp() {
	r.setOdd()
	if r.again {
		r.recover()
	}
}

// setOdd is giveUp for a place from which the caller recovers.
func (r *yamlReader) setOdd() {
	r.odd = true
	if r.again {
		r.broken()
		return
	}
	r.pos = r.documentEnd(r.pos)
	r.indent, r.freshAt, r.line = -1, r.pos, r.pos
}

// documentEnd is the next line at or behind i that begins with a document marker, or the end of the text.
func (r *yamlReader) documentEnd(i int) int {
	for {
		j := strings.IndexByte(r.text[i:], '\n')
		if j < 0 {
			return len(r.text)
		}
		if i += j + 1; r.marker(i) {
			return i
		}
	}
}

// recover moves to the first line behind the position, or from resume on if that is set, that can continue a block
// collection which is open: one at its indentation, with a dash in a list and with a key in a map.
func (r *yamlReader) recover() {
	i := r.resume
	r.resume, r.repaired = -1, false
	r.brackets = r.brackets[:0]
	if i < 0 {
		i = r.lineEnd(r.pos)
		i += r.breakAt(i)
	}
	for i < len(r.text) {
		if r.marker(i) {
			break
		}
		at := r.startLine(i)
		r.pos = at
		if !r.tab && r.breakAt(at) == 0 && at < len(r.text) && r.continues(at) {
			r.freshAt = at
			return
		}
		e := r.lineEnd(at)
		if at < e && r.text[at] == '#' {
			r.comments = append(r.comments, tree.Span{Start: at, End: e})
		}
		i = e + r.breakAt(e)
	}
	r.pos, r.line, r.freshAt, r.indent = i, i, i, -1
}

// continues reports whether the line whose text begins at i is an entry of an open block collection.
func (r *yamlReader) continues(i int) bool {
	if len(r.levels) == 0 {
		return r.b.Len() == 0 // the document's value is still to come
	}
	for k := len(r.levels) - 1; k >= 0 && r.levels[k].indent >= r.indent; k-- {
		if l := r.levels[k]; l.indent == r.indent {
			if dash := r.text[i] == '-' && r.blankAt(i+1); dash == l.seq && (dash || r.keyLike(i)) {
				return true
			}
		}
	}
	return false
}

// keyLike reports whether the text at i reads "key:", as far as its line goes.
func (r *yamlReader) keyLike(i int) bool {
	t := r.text
	if q := t[i]; q == '"' || q == '\'' {
		for i++; i < len(t) && t[i] != q; i++ {
			if t[i] == '\n' {
				return false
			}
			if t[i] == '\\' && q == '"' {
				i++
			}
		}
		i = r.blanks(min(i+1, len(t)))
		return i < len(t) && t[i] == ':' && r.blankAt(i+1)
	}
	for ; i < len(t) && t[i] != '\n'; i++ {
		if t[i] == ':' && r.blankAt(i+1) {
			return true
		}
		if t[i] == '#' && (t[i-1] == ' ' || t[i-1] == '\t') {
			return false
		}
	}
	return false
}

// atLevel reports whether a block collection is open at the current line's indentation.
func (r *yamlReader) atLevel() bool {
	for k := len(r.levels) - 1; k >= 0; k-- {
		if r.levels[k].indent <= r.indent {
			return r.levels[k].indent == r.indent
		}
	}
	return false
}
