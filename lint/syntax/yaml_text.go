package syntax

import "github.com/planlint/planlint/contracts/tree"

// blockHeader is what stands behind the indicator of a block scalar.
type blockHeader struct {
	folded bool
	chomp  byte // '-', '+', or 0
	indent int  // as written, relative; 0 if it is to be found out
	end    int  // of the header, without blanks and comment
}

// blockScalar reads the literal or folded block scalar at the position. n is the indentation of the block collection
// around it.
func (r *yamlReader) blockScalar(n int, p *yamlProps) (end int) {
	start := r.pos
	h, ok := r.blockHeader()
	if !ok {
		s := r.lineRest(r.pos)
		r.hole(tree.Span{Start: start, End: s.End})
		r.fault(s, "text behind the "+r.text[start:start+1]+" that begins a block of text", "begin the text on the next line")
		return s.End
	}
	i := r.pos + r.breakAt(r.pos)
	indent := 0
	if h.indent > 0 {
		indent = max(n, 0) + h.indent
	} else if indent, ok = r.textIndent(i, n); !ok {
		r.hole(tree.Span{Start: start, End: h.end})
		r.fault(tree.Span{Start: i, End: r.lineEnd(i)}, "a blank line with more spaces than the first line of the text", "remove the spaces from the blank line")
		return h.end
	}
	end = r.blockLines(i, indent, h)
	r.tok = yamlScalar{span: tree.Span{Start: start, End: end}, text: string(r.buf), flags: tree.Block, decoded: true}
	r.scalar(&r.tok, p)
	return end
}

// blockHeader reads the indicators of a block scalar up to the end of their line.
func (r *yamlReader) blockHeader() (h blockHeader, ok bool) {
	t, i := r.text, r.pos+1
	h.folded = t[r.pos] == '>'
	for ; i < len(t); i++ {
		switch c := t[i]; {
		case (c == '-' || c == '+') && h.chomp == 0:
			h.chomp = c
			continue
		case c >= '1' && c <= '9' && h.indent == 0:
			h.indent = int(c - '0')
			continue
		}
		break
	}
	h.end = i
	i = r.blanks(i)
	if i > h.end && i < len(t) && t[i] == '#' {
		e := r.lineEnd(i)
		r.comments = append(r.comments, tree.Span{Start: i, End: e})
		i = e
	}
	r.pos = i
	return h, i == len(t) || r.breakAt(i) > 0
}

// textIndent finds the indentation of a block scalar's text in the first line at or behind i that is not blank. ok is
// false if a blank line before it has more spaces.
func (r *yamlReader) textIndent(i, n int) (indent int, ok bool) {
	most := 0
	for {
		k := i
		for k < len(r.text) && r.text[k] == ' ' {
			k++
		}
		w := r.breakAt(k)
		if w == 0 {
			indent = k - i
			if k == len(r.text) || indent <= n {
				return max(n+1, indent, most), true // no text at all
			}
			return indent, most <= indent
		}
		most = max(most, k-i)
		i = k + w
	}
}

// blockLines reads the lines of a block scalar from i on into buf and returns the end of the last that has text. The
// position goes to the first line that does not belong to it.
func (r *yamlReader) blockLines(i, indent int, h blockHeader) (end int) {
	t := r.text
	r.buf, end = r.buf[:0], h.end
	some, starred, ended := false, false, false // a line was read; it began with a blank; it had a line end
	breaks := 0                                 // blank lines since
	for {
		k := i
		for k < len(t) && k-i < indent && t[k] == ' ' {
			k++
		}
		if w := r.breakAt(k); w > 0 {
			breaks++
			i = k + w
			continue
		}
		if k == len(t) || k-i < indent || k == i && r.marker(i) {
			break
		}
		blank := t[k] == ' ' || t[k] == '\t'
		switch {
		case !some:
		case !h.folded || starred || blank:
			r.buf = append(r.buf, '\n')
		case breaks == 0:
			r.buf = append(r.buf, ' ')
		}
		for range breaks {
			r.buf = append(r.buf, '\n')
		}
		end = r.lineEnd(k)
		r.buf = append(r.buf, t[k:end]...)
		some, starred, breaks = true, blank, 0
		w := r.breakAt(end)
		ended = w > 0
		i = end + w
		if !ended {
			break
		}
	}
	if some && ended && h.chomp != '-' {
		r.buf = append(r.buf, '\n')
	}
	if h.chomp == '+' {
		for range breaks {
			r.buf = append(r.buf, '\n')
		}
	}
	r.pos = r.startLine(i)
	r.freshAt = r.pos
	if r.pos == r.line && r.marker(r.pos) || r.pos == len(t) {
		r.indent = -1
	}
	return end
}
