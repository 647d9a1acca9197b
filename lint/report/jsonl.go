package report

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"

	"github.com/planlint/planlint/lint"
)

// lines writes one JSON object a line, as soon as it is known: files, their findings, the summary, and where the
// check could not be done the error. The keys are those of the format json, behind "type" and "schema_version".
type lines struct {
	out   stream
	whole document // makes the objects
	row   bytes.Buffer
}

func newLines(w io.Writer, o Options) Reporter {
	return &lines{out: stream{w: w}, whole: document{options: o}}
}

func (r *lines) File(f *lint.File) error {
	r.whole.files = r.whole.files[:0]
	r.whole.file(f)
	if err := r.line("file", r.whole.files); err != nil {
		return err
	}
	for i := range f.Findings {
		r.whole.findings = r.whole.findings[:0]
		if err := r.whole.finding(f, &f.Findings[i]); err != nil {
			return err
		}
		if err := r.line("finding", r.whole.findings); err != nil {
			return err
		}
	}
	return r.out.flush()
}

func (r *lines) Close(s lint.Summary) error {
	b := appendString(append(r.whole.files[:0], `{"planlint": `...), r.whole.options.Version)
	b = append(b, `, "files": `...)
	b = strconv.AppendInt(b, int64(s.Files), 10)
	b = append(b, `, "plans": `...)
	b = strconv.AppendInt(b, int64(s.Plans), 10)
	b = append(b, `, "steps": `...)
	b = strconv.AppendInt(b, int64(s.Steps), 10)
	b = append(b, ',')
	counts := appendSummary(nil, s)
	if err := r.line("summary", append(b, counts[1:]...)); err != nil {
		return err
	}
	if s.Failure != nil {
		if err := r.line("error", appendFailure(b[:0], s.Failure)); err != nil {
			return err
		}
	}
	return r.out.flush()
}

// line appends an object as a line of that type. It fails only where the object is no JSON, or an earlier write did.
func (r *lines) line(kind string, object []byte) error {
	r.row.Reset()
	if err := json.Compact(&r.row, object); err != nil {
		return err
	}
	b := append(append(r.out.buf, `{"type":"`...), kind...)
	b = strconv.AppendInt(append(b, `","schema_version":`...), schemaVersion, 10)
	b = append(append(b, ','), r.row.Bytes()[1:]...)
	r.out.buf = append(b, '\n')
	r.out.spill()
	return r.out.err
}
