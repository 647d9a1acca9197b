package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/planlint/planlint/contracts/suggest"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// Reporter writes one document. It is for one goroutine. It keeps nothing of a file once File has returned.
type Reporter interface {
	// File reports what was found in one file. Files, and the findings in them, arrive in their final order.
	File(f *lint.File) error
	// Close ends the document with the summary. It does not close the writer. Nothing may be called after it.
	Close(s lint.Summary) error
}

// Options say how to write. The zero value is right for a file or a pipe.
type Options struct {
	Color     bool   // escape sequences for colours; only formats for people use them
	Width     int    // of the terminal, in columns; 0 is unknown
	NoPayload bool   // leave payloads out, and say so
	Quiet     bool   // findings only; documents for machines stay whole
	Verbose   bool   // show also what is shortened otherwise
	Version   string // of planlint, for documents that name it

	FailOn  lint.Severity // from which findings fail the check; zero is lint.Error
	Rules   []lint.Rule   // that were run, for documents that list them; they are only read
	Dir     string        // the working directory, absolute, which names are relative to; "" is unknown
	Summary io.Writer     // where the format "github" writes its job summary in Markdown; nil for none
}

// fails reports whether a finding of that severity fails the check.
func (o *Options) fails(s lint.Severity) bool { return s <= max(o.FailOn, lint.Error) }

// refuses reports whether the check refuses something, as far as findings go. A baseline's findings do not count.
func (o *Options) refuses(s *lint.Summary) bool {
	return s.Errors > 0 || s.Warnings > 0 && o.fails(lint.Warning) || s.Notes > 0 && o.fails(lint.Note)
}

// formats is the one list of formats; the first is the default.
var formats = []struct {
	name string
	new  func(io.Writer, Options) Reporter
}{
	{"text", newText},
	{"concise", newConcise},
	{"json", newJSON},
	{"jsonl", newLines},
	{"sarif", newSARIF},
	{"github", newGitHub},
	{"gitlab", newGitLab},
	{"junit", newJUnit},
	{"checkstyle", newCheckstyle},
	{"rdjson", newRDJSON},
	{"markdown", newMarkdown},
	{"model", newModel},
}

// Formats are the names that New knows.
func Formats() []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.name
	}
	return names
}

// New returns the reporter of a format. The error for a name that is none lists those that are.
func New(format string, w io.Writer, o Options) (Reporter, error) {
	for _, f := range formats {
		if f.name == format {
			return f.new(w, o), nil
		}
	}
	meant := ""
	if near := suggest.Nearest(format, Formats()); near != "" {
		meant = fmt.Sprintf(", did you mean %q?", near)
	}
	return nil, fmt.Errorf("no format %s%s (there are %s)", tree.Quote(format), meant, strings.Join(Formats(), ", "))
}

// placeOf is where a finding stands. One that does not know stands at the start of its file.
func placeOf(f *lint.File, d *lint.Finding) tree.Place {
	if d.Place.Known() {
		return d.Place
	}
	return tree.Place{Source: f.Source}
}

// extent is where a place starts and ends; the end is never before the start.
func extent(p tree.Place) (start, end tree.Position) {
	start = p.Source.Position(p.Span.Start)
	return start, p.Source.Position(max(p.Span.Start, p.Span.End))
}

// nameOf is the name of a file, "" where there is none.
func nameOf(f *lint.File) string {
	if f.Source == nil {
		return ""
	}
	return f.Source.Name
}
