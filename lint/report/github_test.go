package report

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/planlint/planlint/lint"
)

// The job summary is the Markdown that the format markdown writes.
func TestJobSummary(t *testing.T) {
	for _, r := range recordings() {
		r.options.Verbose = true // the larger of the two limits
		var want, log, got bytes.Buffer
		if err := write(&want, "markdown", r); err != nil {
			t.Fatal(err)
		}
		r.options.Summary = &got
		if err := write(&log, "github", r); err != nil {
			t.Fatal(err)
		}
		if got.String() != want.String() {
			t.Errorf("%s: the summary is\n%s\nwant\n%s", r.name, got.String(), want.String())
		}
	}
}

func TestJobSummaryThatCannotBeWritten(t *testing.T) {
	r := booking()
	var log bytes.Buffer
	r.options.Summary = &disk{room: 10}
	if err := write(&log, "github", r); !errors.Is(err, errFull) {
		t.Errorf("the error is %v", err)
	}
	if strings.Count(log.String(), "\n") != 3 {
		t.Errorf("the log is not whole:\n%s", log.String())
	}
	summary := &disk{room: 1 << 20}
	r.options.Summary = summary
	if err := write(&disk{room: 10}, "github", r); !errors.Is(err, errFull) || summary.room < 1<<20 {
		t.Errorf("the log fails with %v, and the summary has %d bytes", err, 1<<20-summary.room)
	}
}

func TestGitHubSaysThatThereAreMore(t *testing.T) {
	for _, tt := range []struct {
		errors, warnings, notes int
		want                    string
	}{
		{10, 10, 10, ""},
		{11, 0, 0, "::notice title=planlint::GitHub shows the first 10 annotations of a kind, and there are 11 errors: the log of this step has them all"},
		{11, 9, 10, "::warning title=planlint::GitHub shows the first 10 annotations of a kind, and there are 11 errors: the log of this step has them all"},
		{0, 11, 12, "::notice title=planlint::GitHub shows the first 10 annotations of a kind, and there are 11 warnings, 12 notes: the log of this step has them all"},
	} {
		s := newSource("p.yaml", "«x»")
		f := s.file()
		for severity, n := range map[lint.Severity]int{lint.Error: tt.errors, lint.Warning: tt.warnings, lint.Note: tt.notes} {
			for range n {
				d := fault(s.at(0))
				d.Severity = severity
				f.Findings = append(f.Findings, d)
			}
		}
		var b bytes.Buffer
		if err := write(&b, "github", recording{files: []*lint.File{f}}); err != nil {
			t.Fatal(err)
		}
		rows := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
		got := ""
		if len(rows) > len(f.Findings) {
			got = rows[len(f.Findings)]
		}
		if got != tt.want {
			t.Errorf("%+v: %q", tt, got)
		}
	}
}

// A failing reporter must fail whoever asked for it, not the process.
func TestBrokenPayload(t *testing.T) {
	r := one("", "«x»")
	r.files[0].Findings[0].Payload = []byte(`{"a":`)
	for _, format := range []string{"json", "jsonl", "sarif"} {
		if err := write(io.Discard, format, r); err == nil || !strings.Contains(err.Error(), "internal error") {
			t.Errorf("%s: a payload that is no JSON went through: %v", format, err)
		}
	}
}
