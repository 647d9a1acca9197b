package report

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// label is a part of one line that is underlined.
type label struct {
	line       int
	from, to   int // bytes of the line
	last       int // the line on which the part ends, where that is a later one; else 0
	primary    bool
	message    string // escaped; may be empty
	start, end int    // columns; known once the line is drawn
}

// text is what stands at the label.
func (l *label) text() string {
	if l.last == 0 {
		return l.message
	}
	s := "to line " + strconv.Itoa(l.last)
	if l.message != "" {
		s += ": " + l.message
	}
	return s
}

// snippet is the lines of one file that a finding is about.
type snippet struct {
	source *tree.Source
	line   int // where the arrow points
	column int
	top    int // the first line to show, where that is before the labels; else 0
	labels []label
}

// add labels a span.
func (s *snippet) add(sp tree.Span, primary bool, message string) {
	at := s.source.Position(sp.Start)
	text, start := s.source.Line(at.Line)
	if len(s.labels) == 0 {
		s.line, s.column = at.Line, at.Column
	}
	l := label{line: at.Line, primary: primary, message: message}
	l.from = max(0, min(sp.Start-start, len(text)))
	l.to = max(l.from, min(sp.End-start, len(text)))
	if sp.End > start+len(text) {
		whole := strings.TrimRight(s.source.Slice(sp), " \t\r\n")
		if end := sp.Start + len(whole); end > start+len(text) {
			l.last = s.source.Position(end - 1).Line
			l.to = max(l.from, len(strings.TrimRight(text, " \t")))
		}
	}
	s.labels = append(s.labels, l)
}

// bottom is the largest number in the gutter.
func (s *snippet) bottom() int {
	n := 0
	for i := range s.labels {
		n = max(n, s.labels[i].line)
	}
	return n
}

// snippet appends the arrow, the lines and what is underlined in them.
func (t *text) snippet(b []byte, s *snippet, arrow string) []byte {
	b = t.arrow(b, arrow)
	b = append(b, tree.Visible(s.source.Name)...)
	b = append(b, ':')
	b = strconv.AppendInt(b, int64(s.line), 10)
	b = append(b, ':')
	b = strconv.AppendInt(b, int64(s.column), 10)
	b = append(b, '\n')
	b = append(t.bar(b), '\n')

	slices.SortStableFunc(s.labels, func(x, y label) int {
		return cmp.Or(cmp.Compare(x.line, y.line), cmp.Compare(x.from, y.from))
	})
	before := 0
	if s.top > 0 {
		for n := s.top; n < s.labels[0].line; n++ {
			b = t.line(b, s.source, n, nil)
			before = n
		}
	}
	for i := 0; i < len(s.labels); {
		line, j := s.labels[i].line, i+1
		for j < len(s.labels) && s.labels[j].line == line {
			j++
		}
		switch {
		case before == 0 || line == before+1:
		case line == before+2: // the one line between tells more than dots
			b = t.line(b, s.source, before+1, nil)
		default:
			b = append(t.palette.gutter.append(b, "..."), '\n')
		}
		b = t.line(b, s.source, line, s.labels[i:j])
		before, i = line, j
	}
	return b
}

// line appends one line and, below it, its labels.
func (t *text) line(b []byte, src *tree.Source, n int, labels []label) []byte {
	line, _ := src.Line(n)
	from, to := focus(labels, t.columns/2)
	t.cells.draw(line, from, to, t.columns)

	b = append(b, t.palette.gutter.open...)
	b = padded(b, n, t.gutter)
	b = append(b, " |"...)
	b = append(b, t.palette.gutter.close...)
	if shown := bytes.TrimRight(t.cells.text, " "); len(shown) > 0 {
		b = append(append(b, ' '), shown...)
	}
	b = append(b, '\n')
	if len(labels) == 0 {
		return b
	}
	for i := range labels {
		labels[i].start, labels[i].end = t.cells.columns(labels[i].from, labels[i].to)
	}
	return t.underline(b, labels)
}

// focus is the part of a line that must be seen: all labels if they are near to each other, else the primary one or
// the first.
func focus(labels []label, near int) (from, to int) {
	if len(labels) == 0 {
		return 0, 0
	}
	chosen := 0
	from, to = labels[0].from, labels[0].to
	for i := range labels {
		if labels[i].primary {
			chosen = i
		}
		from, to = min(from, labels[i].from), max(to, labels[i].to)
	}
	if to-from > near {
		return labels[chosen].from, labels[chosen].to
	}
	return from, to
}

// padded appends a number, right-aligned.
func padded(b []byte, n, width int) []byte {
	for w := digits(n); w < width; w++ {
		b = append(b, ' ')
	}
	return strconv.AppendInt(b, int64(n), 10)
}

// digits is how many a positive number has.
func digits(n int) int {
	d := 1
	for ; n >= 10; n /= 10 {
		d++
	}
	return d
}
