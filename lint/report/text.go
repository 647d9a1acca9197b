package report

import (
	"io"
	"strconv"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// How much a finding shows.
const (
	defaultColumns = 120 // of a source line where the terminal's width is not known
	minColumns     = 20  // of a source line, however narrow the terminal
	maxRelated     = 8   // places
	maxRelatedMany = 64  // places, when verbose
	maxContext     = 8   // lines of the step before the fault, when verbose
	maxNames       = 8   // steps that wait behind a loop
)

// text writes findings for people, as compilers do: what is wrong, the lines with the fault underlined, what goes
// with it elsewhere, and what to do.
type text struct {
	out     stream
	palette *palette
	options Options
	faulty  int // files with findings
	shown   int // findings

	// Of the finding at hand; kept to be reused.
	fault    paint
	gutter   int // width of the line numbers
	columns  int // for source lines
	snippets []snippet
	loose    []string // messages of related places that are nowhere
	hanging  []*label
	cells    cells
	row      []byte
}

func newText(w io.Writer, o Options) Reporter {
	return &text{out: stream{w: w}, palette: newPalette(o.Color), options: o}
}

func (t *text) File(f *lint.File) error {
	if len(f.Findings) > 0 {
		t.faulty++
	}
	for i := range f.Findings {
		t.finding(f, &f.Findings[i])
		t.out.spill()
	}
	return t.out.flush()
}

func (t *text) Close(s lint.Summary) error {
	if t.options.Quiet {
		return t.out.flush()
	}
	b := t.out.buf
	if t.shown > 0 {
		b = append(b, '\n')
	}
	b = append(appendTotals(b, s, t.faulty, t.palette), '\n')
	t.out.buf = appendNotChecked(b, s.NotChecked, t.options.Verbose)
	return t.out.flush()
}

func (t *text) finding(f *lint.File, d *lint.Finding) {
	b := t.out.buf
	if t.shown++; t.shown > 1 {
		b = append(b, '\n')
	}
	t.fault = t.palette.of(d.Severity)
	b = append(b, t.fault.open...)
	b = appendKind(b, d)
	b = append(b, t.fault.close...)
	b = t.palette.message.append(b, ": "+tree.Visible(d.Message))
	b = append(b, '\n')

	more := t.gather(f, d)
	for i := range t.snippets {
		arrow := "-->"
		if i > 0 {
			b = append(t.bar(b), '\n')
			arrow = ":::"
		}
		b = t.snippet(b, &t.snippets[i], arrow)
	}
	t.out.buf = t.notes(b, f, d, more)
}

// gather fills the snippets: the finding's own file first, then those of its related places as they come. It
// returns how many places were left out.
func (t *text) gather(f *lint.File, d *lint.Finding) (more int) {
	t.snippets, t.loose = t.snippets[:0], t.loose[:0]
	if p := placeOf(f, d); p.Known() {
		s := t.in(p.Source)
		s.add(p.Span, true, "")
		if t.options.Verbose && d.Context.End > d.Context.Start && d.Context.Start < p.Span.Start {
			s.top = max(p.Source.Position(d.Context.Start).Line, s.line-maxContext)
		}
	}
	limit := maxRelated
	if t.options.Verbose {
		limit = maxRelatedMany
	}
	if len(d.Related) > limit {
		more = len(d.Related) - limit
	}
	flow := 0
	for i := range d.Related[:len(d.Related)-more] {
		r := &d.Related[i]
		message := tree.Visible(r.Message)
		if r.Flow {
			flow++
			message = "(" + strconv.Itoa(flow) + ") " + message
		}
		if r.Place.Known() {
			t.in(r.Place.Source).add(r.Place.Span, false, message)
		} else {
			t.loose = append(t.loose, message)
		}
	}
	t.gutter = 1
	for i := range t.snippets {
		t.gutter = max(t.gutter, digits(t.snippets[i].bottom()))
	}
	t.columns = defaultColumns
	if t.options.Width > 0 {
		t.columns = max(minColumns, t.options.Width-t.gutter-len(" | "))
	}
	return more
}

// in is the snippet of a file.
func (t *text) in(src *tree.Source) *snippet {
	for i := range t.snippets {
		if s := t.snippets[i].source; s == src || s.Name == src.Name && s.Text == src.Text {
			return &t.snippets[i]
		}
	}
	n := len(t.snippets)
	if n < cap(t.snippets) {
		t.snippets = t.snippets[:n+1]
		t.snippets[n] = snippet{source: src, labels: t.snippets[n].labels[:0]}
	} else {
		t.snippets = append(t.snippets, snippet{source: src})
	}
	return &t.snippets[n]
}

// arrow appends "-->" or ":::", which lead to a place.
func (t *text) arrow(b []byte, arrow string) []byte {
	b = t.margin(b)
	return append(t.palette.gutter.append(b, arrow), ' ')
}

// bar appends the gutter of a row without a line number.
func (t *text) bar(b []byte) []byte { return t.palette.gutter.append(append(t.margin(b), ' '), "|") }

// note appends the beginning of a note.
func (t *text) note(b []byte) []byte {
	return append(t.palette.gutter.append(append(t.margin(b), ' '), "="), ' ')
}

func (t *text) margin(b []byte) []byte {
	for range t.gutter {
		b = append(b, ' ')
	}
	return b
}
