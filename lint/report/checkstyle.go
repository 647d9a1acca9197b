package report

import (
	"io"
	"strconv"

	"github.com/planlint/planlint/lint"
)

// checkstyle writes the XML of Checkstyle 4.3: a list of files, clean ones too, each with its errors.
type checkstyle struct {
	out   stream
	begun bool
}

func newCheckstyle(w io.Writer, _ Options) Reporter { return &checkstyle{out: stream{w: w}} }

func (r *checkstyle) begin() {
	if !r.begun {
		r.begun = true
		r.out.buf = append(r.out.buf, xmlHeader+"<checkstyle version=\"4.3\">\n"...)
	}
}

func (r *checkstyle) File(f *lint.File) error {
	r.begin()
	file := nameOf(f)
	if file == "" {
		file = failurePlace
	}
	r.open(file, len(f.Findings) == 0)
	for i := range f.Findings {
		d := &f.Findings[i]
		// A finding may stand in another file than the one that was checked.
		line, column := 1, 1
		if p := placeOf(f, d); p.Known() {
			at := p.Source.Position(p.Span.Start)
			line, column = at.Line, at.Column
			if other := p.Source.Name; other != file && other != "" {
				r.out.buf = append(r.out.buf, " </file>\n"...)
				file = other
				r.open(file, false)
			}
		}
		r.error(line, column, checkstyleSeverity(d.Severity), sentence(d), d.Rule)
		r.out.spill()
	}
	if len(f.Findings) > 0 {
		r.out.buf = append(r.out.buf, " </file>\n"...)
	}
	return r.out.flush()
}

func (r *checkstyle) Close(s lint.Summary) error {
	r.begin()
	if s.Failure != nil {
		r.open(failurePlace, false)
		r.error(1, 1, "error", failure(s.Failure), failureRule)
		r.out.buf = append(r.out.buf, " </file>\n"...)
	}
	r.out.buf = append(r.out.buf, "</checkstyle>\n"...)
	return r.out.flush()
}

// open begins a file, and ends it if it is empty.
func (r *checkstyle) open(file string, empty bool) {
	b := appendAttribute(append(r.out.buf, " <file"...), "name", file)
	if empty {
		b = append(b, '/')
	}
	r.out.buf = append(b, ">\n"...)
}

func (r *checkstyle) error(line, column int, severity, message, rule string) {
	b := append(r.out.buf, "  <error"...)
	b = appendAttribute(b, "line", strconv.Itoa(line))
	b = appendAttribute(b, "column", strconv.Itoa(column))
	b = appendAttribute(b, "severity", severity)
	b = appendAttribute(b, "message", message)
	b = appendAttribute(b, "source", "planlint."+rule)
	r.out.buf = append(b, "/>\n"...)
}

func checkstyleSeverity(s lint.Severity) string {
	switch s {
	case lint.Warning:
		return "warning"
	case lint.Note:
		return "info"
	}
	return "error"
}
