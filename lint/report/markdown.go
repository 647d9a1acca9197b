package report

import (
	"io"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// What a page may cost, in bytes. GitHub refuses a comment of more than 65,536 characters and a job summary of more
// than 1 MiB, and refuses it as a whole.
const (
	maxComment    = 60 << 10
	maxJobSummary = 1 << 20
	pageHead      = 8 << 10 // of these, for what is not a finding
)

// page writes Markdown for a comment or a job summary: the verdict, then a table a file. The verdict comes first and
// needs the totals, so all is gathered until Close. What does not fit is counted, and the page says so.
type page struct {
	out     stream
	options Options
	limit   int
	body    []byte
	faulty  int // files with findings
	left    int // findings that did not fit
	full    bool
}

func newMarkdown(w io.Writer, o Options) Reporter {
	if o.Verbose {
		return newPage(w, o, maxJobSummary)
	}
	return newPage(w, o, maxComment)
}

func newPage(w io.Writer, o Options, limit int) Reporter {
	return &page{out: stream{w: w}, options: o, limit: limit - pageHead}
}

func (r *page) File(f *lint.File) error {
	if len(f.Findings) == 0 {
		return nil
	}
	r.faulty++
	head := appendInline([]byte("\n### "), nameOr(nameOf(f), "no file"))
	head = append(head, "\n\n| | Rule | Where | What is wrong | What to do |\n|---|---|---|---|---|\n"...)
	shown := 0
	for i := range f.Findings {
		row := r.row(f, &f.Findings[i])
		if shown == 0 {
			row = append(head, row...)
		}
		if !r.fit(row) {
			break
		}
		shown++
	}
	r.left += len(f.Findings) - shown
	r.places(f, f.Findings[:shown])
	return nil
}

// fit appends a piece of the body, unless it or an earlier one is too large.
func (r *page) fit(piece []byte) bool {
	if r.full = r.full || len(r.body)+len(piece) > r.limit; !r.full {
		r.body = append(r.body, piece...)
	}
	return !r.full
}

func (r *page) row(f *lint.File, d *lint.Finding) []byte {
	b := append([]byte("| "), d.Severity.String()...)
	b = appendInline(append(b, " | "...), d.Rule)
	b = append(b, " | "...)
	p := placeOf(f, d)
	if p.Known() {
		b = appendWhere(b, f.Source, p)
	}
	if who := appendStep(nil, d); len(who) > 0 {
		if p.Known() {
			b = append(b, ", "...)
		}
		b = appendInline(b, string(who))
	}
	b = appendInline(append(b, " | "...), d.Message)
	for i := range d.Related {
		if r := &d.Related[i]; !r.Place.Known() && r.Message != "" {
			b = append(appendInline(append(b, " ("...), r.Message), ')')
		}
	}
	b = appendInline(append(b, " | "...), d.Hint)
	return append(b, " |\n"...)
}

// places folds away what goes with the findings elsewhere.
func (r *page) places(f *lint.File, findings []lint.Finding) {
	var b []byte
	for i := range findings {
		d := &findings[i]
		for j := range d.Related {
			if place := &d.Related[j]; place.Place.Known() {
				b = appendInline(append(b, "| "...), d.Rule)
				b = append(b, ", "...)
				b = appendWhere(b, f.Source, placeOf(f, d))
				b = appendWhere(append(b, " | "...), f.Source, place.Place)
				b = append(appendInline(append(b, " | "...), place.Message), " |\n"...)
			}
		}
		if len(d.Blocked) > 0 {
			b = appendInline(append(b, "| "...), d.Rule)
			b = append(b, " | | waiting behind it: "...)
			b = append(appendInline(b, string(appendNames(nil, d.Blocked))), " |\n"...)
		}
	}
	if len(b) > 0 {
		fold := append([]byte("\n<details><summary>Related places</summary>\n\n| Finding | Place | |\n|---|---|---|\n"), b...)
		r.fit(append(fold, "\n</details>\n"...))
	}
}

// appendWhere appends line and column, behind the name of the file where it is another than the one at hand.
func appendWhere(b []byte, here *tree.Source, p tree.Place) []byte {
	if !p.Known() {
		return b
	}
	if here == nil || p.Source.Name != here.Name {
		b = append(appendInline(b, p.Source.Name), ' ')
	}
	return appendLineColumn(b, p)
}

func nameOr(name, other string) string {
	if name == "" {
		return other
	}
	return name
}

func (r *page) Close(s lint.Summary) error {
	verdict := "accepted"
	switch {
	case s.Failure != nil:
		verdict = "not checked"
	case r.options.refuses(&s):
		verdict = "refused"
	}
	b := append(append(r.out.buf, "## planlint: "...), verdict...)
	b = append(b, "\n\n"...)
	if s.Failure != nil {
		b = appendInline(append(b, "The check could not be done: "...), clip(failure(s.Failure)))
		b = append(b, "\n\n"...)
	}
	b = append(appendTotals(b, s, r.faulty, &palette{}), '\n')
	r.notChecked(s.NotChecked)
	if r.full {
		b = append(b, "\nNot all of it fits here. Left out: "...)
		if r.left > 0 {
			b = append(appendCount(b, r.left, "more finding"), ", and what goes with them.\n"...)
		} else {
			b = append(b, "some related places, or what was not checked.\n"...)
		}
	}
	r.out.buf = append(b, r.body...)
	return r.out.flush()
}

// notChecked folds away what the page must not be read as having proved.
func (r *page) notChecked(all []lint.NotChecked) {
	const end = "\n</details>\n"
	r.limit -= len(end)
	open := false
	for _, n := range distinct(all) {
		row := appendInline([]byte("| "), n.What)
		row = append(appendInline(append(row, " | "...), n.Why), " |\n"...)
		if !open {
			row = append([]byte("\n<details><summary>Not checked</summary>\n\n| What | Why |\n|---|---|\n"), row...)
		}
		if !r.fit(row) {
			break
		}
		open = true
	}
	if open {
		r.body = append(r.body, end...)
	}
}
