package report

import (
	"io"
	"strconv"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// concise writes one line a finding, in the form that editors and grep know: path:line:column: what.
type concise struct {
	out     stream
	palette *palette
	options Options
	faulty  int // files with findings
}

func newConcise(w io.Writer, o Options) Reporter {
	return &concise{out: stream{w: w}, palette: newPalette(o.Color), options: o}
}

func (c *concise) File(f *lint.File) error {
	if len(f.Findings) > 0 {
		c.faulty++
	}
	for i := range f.Findings {
		c.finding(f, &f.Findings[i])
		c.out.spill()
	}
	return c.out.flush()
}

func (c *concise) finding(f *lint.File, d *lint.Finding) {
	b := c.out.buf
	if p := placeOf(f, d); p.Known() {
		b = append(appendPlace(b, p), ": "...)
	}
	paint := c.palette.of(d.Severity)
	b = append(b, paint.open...)
	b = appendKind(b, d)
	b = append(b, paint.close...)
	b = append(b, ' ')
	b = append(b, tree.Visible(d.Message)...)
	c.out.buf = append(b, '\n')
}

func (c *concise) Close(s lint.Summary) error {
	if c.options.Quiet {
		return c.out.flush()
	}
	b := appendTotals(c.out.buf, s, c.faulty, c.palette)
	if n := len(s.NotChecked); n > 0 && !c.options.Verbose {
		b = append(b, "; "...)
		b = append(appendCount(b, n, "thing"), " not checked (-v lists them)"...)
	}
	b = append(b, '\n')
	if c.options.Verbose {
		b = appendNotChecked(b, s.NotChecked, true)
	}
	c.out.buf = b
	return c.out.flush()
}

// appendPlace appends path:line:column of a place's start.
func appendPlace(b []byte, p tree.Place) []byte {
	b = append(b, tree.Visible(p.Source.Name)...)
	return appendLineColumn(append(b, ':'), p)
}

// appendLineColumn appends line:column of a place's start.
func appendLineColumn(b []byte, p tree.Place) []byte {
	at := p.Source.Position(p.Span.Start)
	b = strconv.AppendInt(b, int64(at.Line), 10)
	b = append(b, ':')
	return strconv.AppendInt(b, int64(at.Column), 10)
}

// appendKind appends severity[rule].
func appendKind(b []byte, d *lint.Finding) []byte {
	b = append(b, d.Severity.String()...)
	b = append(b, '[')
	b = append(b, d.Rule...)
	return append(b, ']')
}
