package report

import (
	"io"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// rdjson writes the Diagnostic Format of reviewdog: one JSON object. Unlike all other formats it counts columns in
// bytes of UTF-8.
type rdjson struct {
	out   stream
	count int
}

func newRDJSON(w io.Writer, _ Options) Reporter { return &rdjson{out: stream{w: w}} }

func (r *rdjson) File(f *lint.File) error {
	for i := range f.Findings {
		d := &f.Findings[i]
		v := rdDiagnostic{Message: sentence(d), Location: rdLocation{Path: failurePlace}, Severity: rdSeverity(d.Severity), Code: rdCode{d.Rule}}
		if p := placeOf(f, d); p.Known() && p.Source.Name != "" {
			v.Location = rdPlace(p)
		}
		for j := range d.Related {
			if p := d.Related[j].Place; p.Known() && p.Source.Name != "" {
				v.Related = append(v.Related, rdRelated{tree.Visible(d.Related[j].Message), rdPlace(p)})
			}
		}
		if err := r.diagnostic(&v); err != nil {
			return err
		}
	}
	return r.out.flush()
}

func (r *rdjson) Close(s lint.Summary) error {
	if s.Failure != nil {
		v := rdDiagnostic{Message: failure(s.Failure), Location: rdLocation{Path: failurePlace}, Severity: "ERROR", Code: rdCode{failureRule}}
		if err := r.diagnostic(&v); err != nil {
			return err
		}
	}
	if r.count == 0 {
		r.out.buf = append(r.out.buf, rdHeader+"]}\n"...)
	} else {
		r.out.buf = append(r.out.buf, "\n]}\n"...)
	}
	return r.out.flush()
}

const rdHeader = `{"source": {"name": "planlint", "url": "` + home + `"}, "diagnostics": [`

func (r *rdjson) diagnostic(v *rdDiagnostic) (err error) {
	separator := ",\n "
	if r.count++; r.count == 1 {
		separator = rdHeader + "\n "
	}
	if r.out.buf, err = appendJSON(append(r.out.buf, separator...), v); err != nil {
		return err
	}
	r.out.spill()
	return r.out.err
}

func rdSeverity(s lint.Severity) string {
	switch s {
	case lint.Warning:
		return "WARNING"
	case lint.Note:
		return "INFO"
	}
	return "ERROR"
}

func rdPlace(p tree.Place) rdLocation {
	start, end := extent(p)
	return rdLocation{p.Source.Name, &rdRange{rdPositionOf(p.Source, start), rdPositionOf(p.Source, end)}}
}

// rdPositionOf counts the bytes of the line before a position. As everywhere, a byte order mark and the end of the
// line are no part of it.
func rdPositionOf(src *tree.Source, at tree.Position) rdPosition {
	line, start := src.Line(at.Line)
	return rdPosition{at.Line, max(0, min(at.Offset-start, len(line))) + 1}
}

type rdDiagnostic struct {
	Message  string      `json:"message"`
	Location rdLocation  `json:"location"`
	Severity string      `json:"severity"`
	Code     rdCode      `json:"code"`
	Related  []rdRelated `json:"related_locations,omitempty"`
}

type rdLocation struct {
	Path  string   `json:"path"`
	Range *rdRange `json:"range,omitempty"`
}

// rdRange has an exclusive end.
type rdRange struct {
	Start rdPosition `json:"start"`
	End   rdPosition `json:"end"`
}

type rdPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

type rdCode struct {
	Value string `json:"value"`
}

type rdRelated struct {
	Message  string     `json:"message"`
	Location rdLocation `json:"location"`
}
