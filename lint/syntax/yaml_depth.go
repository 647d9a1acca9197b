package syntax

import "github.com/planlint/planlint/contracts/tree"

// tooDeep reports the block collection at the position as nested too deep and passes it by its indentation. col is its
// own; whatever is indented less than that, or stands at a level that is open, is not part of it.
func (r *yamlReader) tooDeep(col int) (end int) {
	start := r.pos
	r.problems = append(r.problems, tooDeep(r.word(start), r.caps.Depth))
	r.broken()
	outer := -1
	if len(r.levels) > 0 {
		outer = r.levels[len(r.levels)-1].indent
	}
	end = r.lineRest(start).End
	i := r.lineEnd(start)
	for i < len(r.text) {
		i += r.breakAt(i)
		if i == len(r.text) || r.marker(i) {
			break
		}
		at := r.startLine(i)
		e := r.lineEnd(at)
		if at < e {
			if r.indent < col && r.indent <= outer || r.indent == col && col == outer && !(r.text[at] == '-' && r.blankAt(at+1)) {
				break
			}
			end = r.lineRest(at).End
		}
		i = e
	}
	r.hole(tree.Span{Start: start, End: end})
	r.pos = i
	if i < len(r.text) && !r.marker(i) {
		r.pos = r.startLine(i)
	} else {
		r.line, r.indent = i, -1
	}
	r.freshAt = r.pos
	return end
}

// flowTooDeep reports the flow collection at the position as nested too deep and passes it by its brackets, minding
// quotes. ok is false if it has no end.
func (r *yamlReader) flowTooDeep() (end int, ok bool) {
	start, t := r.pos, r.text
	r.problems = append(r.problems, tooDeep(tree.Span{Start: start, End: start + 1}, r.caps.Depth))
	r.broken()
	depth, i := 0, start
	for ; i < len(t); i++ {
		switch c := t[i]; c {
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		case '"', '\'':
			i = closingQuote(t, i)
		case '\n':
			r.line = i + 1
			if r.marker(i + 1) {
				depth = -1
			}
		}
		if depth <= 0 {
			break
		}
	}
	if depth != 0 {
		i = min(i, len(t))
		r.hole(tree.Span{Start: start, End: start + 1})
		r.pos, r.resume = start, i
		return start + 1, false
	}
	r.pos = i + 1
	r.hole(tree.Span{Start: start, End: r.pos})
	return r.pos, true
}

// closingQuote is where the text quoted from i on ends, if a quote at i opens one at all: behind a letter it does not.
func closingQuote(t string, i int) int {
	switch t[i-1] {
	case ' ', '\t', '\n', ',', ':', '[', '{':
	default:
		return i
	}
	q := t[i]
	for k := i + 1; k < len(t); k++ {
		if t[k] == '\\' && q == '"' {
			k++
		} else if t[k] == q {
			return k
		}
	}
	return len(t)
}
