package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// schemaVersion is raised when a key changes its meaning or goes away; new keys do not raise it.
const schemaVersion = 1

// document writes one JSON object. The list of files comes before the findings, so both are gathered as text until
// Close: a document costs its own size in memory.
type document struct {
	out      stream
	options  Options
	files    []byte
	pages    [][]byte // findings, page by page: a large text that grows in one piece is copied again and again
	findings []byte   // the page being filled
}

// pageSize is the size in bytes from which on a page of findings is full.
const pageSize = 256 << 10

func newJSON(w io.Writer, o Options) Reporter { return &document{out: stream{w: w}, options: o} }

func (r *document) File(f *lint.File) error {
	r.file(f)
	for i := range f.Findings {
		if err := r.finding(f, &f.Findings[i]); err != nil {
			return err
		}
		if len(r.findings) >= pageSize {
			r.pages = append(r.pages, r.findings)
			r.findings = make([]byte, 0, pageSize+pageSize/4)
		}
	}
	return r.out.err
}

func (r *document) Close(s lint.Summary) error {
	b := append(r.out.buf, "{\n \"schema_version\": "...)
	b = strconv.AppendInt(b, schemaVersion, 10)
	b = append(b, ",\n \"planlint\": "...)
	b = appendString(b, r.options.Version)
	b = append(b, ",\n \"files\": "...)
	b = appendList(b, r.files)
	r.out.buf = append(b, ",\n \"findings\": "...)
	if len(r.pages) > 0 {
		r.out.buf = append(r.out.buf, '[')
		for _, text := range append(r.pages, r.findings) {
			if err := r.out.flush(); err != nil {
				return err
			}
			r.out.buf = text
		}
		r.out.buf = append(r.out.buf, "\n ]"...)
	} else {
		r.out.buf = appendList(r.out.buf, r.findings)
	}
	r.out.buf = appendSummary(append(r.out.buf, ",\n \"summary\": "...), s)
	if s.Failure != nil {
		r.out.buf = appendFailure(append(r.out.buf, ",\n \"error\": "...), s.Failure)
	}
	r.out.buf = append(r.out.buf, "\n}\n"...)
	return r.out.flush()
}

// appendList appends the items of an array on the top level, each of which begins with a line break.
func appendList(b, items []byte) []byte {
	b = append(b, '[')
	if len(items) > 0 {
		b = append(append(b, items...), "\n "...)
	}
	return append(b, ']')
}

func (r *document) file(f *lint.File) {
	b := r.files
	if len(b) > 0 {
		b = append(b, ',')
	}
	b = append(b, "\n  {\"path\": "...)
	if f.Source != nil {
		b = appendString(b, f.Source.Name)
	} else {
		b = append(b, "null"...)
	}
	b = append(b, ", \"plans\": "...)
	b = strconv.AppendInt(b, int64(f.Plans), 10)
	b = append(b, ", \"steps\": "...)
	b = strconv.AppendInt(b, int64(f.Steps), 10)
	b = append(b, ", \"digest\": "...)
	if len(f.Digests) == 1 {
		b = appendString(b, f.Digests[0])
	} else {
		b = append(b, "null"...)
	}
	if len(f.Digests) > 1 {
		b = append(b, ", \"digests\": "...)
		b = appendStrings(b, f.Digests)
	}
	r.files = append(b, '}')
}

func (r *document) finding(f *lint.File, d *lint.Finding) error {
	b := r.findings
	if len(b) > 0 || len(r.pages) > 0 {
		b = append(b, ',')
	}
	b = append(b, "\n  {"...)
	b = appendString(appendKey(b, "rule", true), d.Rule)
	b = appendString(appendKey(b, "reason", false), d.Reason)
	b = appendString(appendKey(b, "detail", false), d.Detail)
	b = appendString(appendKey(b, "severity", false), d.Severity.String())
	b = strconv.AppendBool(appendKey(b, "primary", false), d.Primary)
	b = appendString(appendKey(b, "message", false), d.Message)
	b = appendString(appendKey(b, "hint", false), d.Hint)
	p := placeOf(f, d)
	b = appendFile(appendKey(b, "file", false), p)
	b = appendRange(appendKey(b, "range", false), p)
	b = appendString(appendKey(b, "step", false), d.Step)
	b = appendString(appendKey(b, "tool", false), d.Tool)
	b = appendStrings(appendKey(b, "violations", false), d.Violations)
	b = appendStrings(appendKey(b, "blocked", false), d.Blocked)
	b = appendString(appendKey(b, "pointer", false), string(d.Pointer))
	b = appendKey(b, "payload", false)
	switch {
	case len(d.Payload) == 0 || r.options.NoPayload:
		b = append(b, "null"...)
	case !json.Valid(d.Payload):
		return fmt.Errorf("internal error: the payload of %s at %s is no JSON", d.Rule, d.Pointer)
	default:
		b = appendRaw(b, d.Payload)
	}
	if d.PayloadOmitted || r.options.NoPayload && len(d.Payload) > 0 {
		b = append(appendKey(b, "payload_omitted", false), "true"...)
	}
	b = append(appendKey(b, "related", false), '[')
	for i := range d.Related {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, "\n    {\"file\": "...)
		b = appendFile(b, d.Related[i].Place)
		b = append(b, ", \"range\": "...)
		b = appendRange(b, d.Related[i].Place)
		b = append(b, ", \"message\": "...)
		b = append(appendString(b, d.Related[i].Message), '}')
	}
	if len(d.Related) > 0 {
		b = append(b, "\n   "...)
	}
	b = append(b, ']')
	b = appendString(appendKey(b, "fingerprint", false), d.Fingerprint)
	r.findings = append(b, "\n  }"...)
	return nil
}

func appendFile(b []byte, p tree.Place) []byte {
	if !p.Known() {
		return append(b, "null"...)
	}
	return appendString(b, p.Source.Name)
}

func appendRange(b []byte, p tree.Place) []byte {
	if !p.Known() {
		return append(b, "null"...)
	}
	b = append(b, "{\"start\": "...)
	b = appendPosition(b, p.Source.Position(p.Span.Start))
	b = append(b, ", \"end\": "...)
	return append(appendPosition(b, p.Source.Position(p.Span.End)), '}')
}

func appendPosition(b []byte, p tree.Position) []byte {
	b = strconv.AppendInt(append(b, "{\"line\": "...), int64(p.Line), 10)
	b = strconv.AppendInt(append(b, ", \"column\": "...), int64(p.Column), 10)
	b = strconv.AppendInt(append(b, ", \"offset\": "...), int64(p.Offset), 10)
	return append(b, '}')
}

func appendSummary(b []byte, s lint.Summary) []byte {
	b = strconv.AppendInt(append(b, "{\n  \"errors\": "...), int64(s.Errors), 10)
	b = strconv.AppendInt(append(b, ",\n  \"warnings\": "...), int64(s.Warnings), 10)
	b = strconv.AppendInt(append(b, ",\n  \"notes\": "...), int64(s.Notes), 10)
	b = strconv.AppendInt(append(b, ",\n  \"suppressed\": "...), int64(s.Suppressed), 10)
	b = append(b, ",\n  \"not_checked\": ["...)
	for i, n := range s.NotChecked {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(append(b, "\n   {\"what\": "...), n.What)
		b = append(appendString(append(b, ", \"why\": "...), n.Why), '}')
	}
	if len(s.NotChecked) > 0 {
		b = append(b, "\n  "...)
	}
	return append(b, "]\n }"...)
}

func appendFailure(b []byte, f *lint.Failure) []byte {
	b = appendString(append(b, "{\"message\": "...), f.Message)
	b = strconv.AppendInt(append(b, ", \"exit_code\": "...), int64(f.Exit), 10)
	return append(b, '}')
}
