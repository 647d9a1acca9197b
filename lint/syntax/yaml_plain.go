package syntax

import (
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// stopTable says which bytes may end a plain scalar on its line.
type stopTable [256]bool

var (
	blockStops = stops("\n\r:#")
	flowStops  = stops("\n\r:#,[]{}")
)

func stops(s string) *stopTable {
	var t stopTable
	for i := range len(s) {
		t[s[i]] = true
	}
	return &t
}

// flowIndicator reports whether c is one of the brackets and the comma.
func flowIndicator(c byte) bool {
	return c == ',' || c == '[' || c == ']' || c == '{' || c == '}'
}

// plainStart reports whether a plain scalar can begin at the position. An empty key can, too.
func (r *yamlReader) plainStart() bool {
	switch c := r.text[r.pos]; c {
	case ',', '[', ']', '{', '}', '#', '&', '*', '!', '|', '>', '\'', '"', '%', '@', '`':
		return false
	case '-', '?':
		return !r.blankAt(r.pos+1) && (len(r.brackets) == 0 || !flowIndicator(r.text[r.pos+1]))
	}
	return true
}

// badStart reports a character that no value can begin with.
func (r *yamlReader) badStart() {
	if strings.HasPrefix(r.text[r.pos:], "```") {
		if r.fence {
			r.recover()
			return
		}
		r.fence = true
		r.fault(r.lineRest(r.pos), "a Markdown fence around the document", "remove the lines with ```")
		return
	}
	c := r.text[r.pos : r.pos+1]
	s := tree.Span{Start: r.pos, End: r.pos + 1}
	switch c {
	case "]", "}":
		r.fault(s, "a closing "+c+" that nothing opened", "remove it, or put the value in quotes")
	case ",":
		r.fault(s, "a comma where a value is expected", "remove it, or put the value in quotes")
	default:
		r.fault(s, "an unquoted text cannot begin with "+c, "put the value in quotes")
	}
}

// plainLine scans a plain scalar on its first line. The position goes to what ended it: a colon, a comment, a line's end
// or, in a flow collection, one of its indicators.
func (r *yamlReader) plainLine(stop *stopTable) {
	start := r.pos
	end := r.plainEnd(stop)
	r.setTok(start, end, tree.Plain)
}

// plainEnd moves behind the plain text at the position, as far as its line goes, and returns its end without blanks.
func (r *yamlReader) plainEnd(stop *stopTable) int {
	t, i := r.text, r.pos
scan:
	for ; i < len(t); i++ {
		c := t[i]
		if !stop[c] {
			continue
		}
		switch c {
		case ':':
			if r.blankAt(i+1) || stop == flowStops && flowIndicator(t[i+1]) {
				break scan
			}
		case '#':
			if i > r.pos && (t[i-1] == ' ' || t[i-1] == '\t') {
				break scan
			}
		case '\r':
			if r.breakAt(i) > 0 {
				break scan
			}
		default:
			break scan
		}
	}
	end := i
	for end > r.pos && (t[end-1] == ' ' || t[end-1] == '\t') {
		end--
	}
	r.pos = i
	return end
}

// plainRest goes on with the plain scalar that plainLine scanned, over the lines that belong to it. n is the indentation
// of the block collection around it. A line with a colon does not belong: second is then where its text begins, unless
// the scalar is a key itself, whose lines end before its colon.
func (r *yamlReader) plainRest(n int, flow, key bool) {
	t := r.text
	stop := blockStops
	if flow {
		stop = flowStops
	}
	r.second = -1
	folded := false
	for r.pos < len(t) && r.breakAt(r.pos) > 0 {
		i, line, breaks := r.pos, 0, 0
		for w := r.breakAt(i); w > 0; w = r.breakAt(i) {
			line = i + w
			i = r.blanks(line)
			breaks++
		}
		if i == len(t) || t[i] == '#' || i == line && r.marker(i) || !r.belongs(i, line, n, flow) {
			break
		}
		back, backLine := r.pos, r.line
		r.pos, r.line = i, line
		e := r.plainEnd(stop)
		if r.pos < len(t) && t[r.pos] == ':' && !key {
			r.second = i
			r.pos, r.line = back, backLine
			break
		}
		if !folded {
			r.buf, folded = append(r.buf[:0], r.tok.text...), true
		}
		r.fold(breaks)
		r.buf = append(r.buf, t[i:e]...)
		r.tok.span.End = e
	}
	if folded {
		r.tok.text, r.tok.decoded = string(r.buf), true
	}
}

// fold writes what a number of line ends inside a scalar stand for.
func (r *yamlReader) fold(breaks int) {
	if breaks == 1 {
		r.buf = append(r.buf, ' ')
		return
	}
	for range breaks - 1 {
		r.buf = append(r.buf, '\n')
	}
}

// belongs reports whether a line whose text begins at i can go on with a plain scalar.
func (r *yamlReader) belongs(i, line, n int, flow bool) bool {
	indent := 0
	for r.text[line+indent] == ' ' {
		indent++
	}
	if !flow {
		return indent > n
	}
	c := r.text[i]
	return !flowIndicator(c) && !(c == ':' && (r.blankAt(i+1) || flowIndicator(r.text[i+1]))) && !r.suspect(i, indent, n)
}

// suspect reports whether a line inside a flow collection or a quoted text looks like the next entry of the block
// collection around it, so that a bracket or a quote was most likely forgotten.
func (r *yamlReader) suspect(i, indent, n int) bool {
	return n >= 0 && indent <= n && (r.text[i] == '-' && r.blankAt(i+1) || r.keyLike(i))
}
