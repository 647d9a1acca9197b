package report

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strconv"

	"github.com/planlint/planlint/lint"
)

// gitlab writes a code quality report: one JSON array. GitLab tells old issues from new ones by their fingerprint and
// shows only the first of those that share one, so each is unique: repeats of a finding in a file are numbered.
type gitlab struct {
	out   stream
	count int
	seen  map[[sha256.Size]byte]int
}

func newGitLab(w io.Writer, _ Options) Reporter {
	return &gitlab{out: stream{w: w}, seen: map[[sha256.Size]byte]int{}}
}

// gitlabSeverities are the words of GitLab, by severity. A blocker is only what keeps planlint from working.
var gitlabSeverities = [lint.Off]string{lint.Error: "critical", lint.Warning: "minor", lint.Note: "info"}

func (r *gitlab) File(f *lint.File) error {
	for i := range f.Findings {
		d := &f.Findings[i]
		v := gitlabIssue{Description: sentence(d), Check: d.Rule, Severity: "critical", Location: gitlabLocation{Path: failurePlace}}
		if d.Severity < lint.Off && gitlabSeverities[d.Severity] != "" {
			v.Severity = gitlabSeverities[d.Severity]
		}
		v.Location.Lines.Begin, v.Location.Lines.End = 1, 1
		if p := placeOf(f, d); p.Known() && p.Source.Name != "" {
			start, end := extent(p)
			v.Location.Path = p.Source.Name
			v.Location.Lines.Begin, v.Location.Lines.End = start.Line, end.Line
			v.Location.Positions = &gitlabPositions{gitlabPosition{start.Line, start.Column}, gitlabPosition{end.Line, end.Column}}
		}
		v.Fingerprint = r.fingerprint(v.Location.Path, d)
		if err := r.issue(&v); err != nil {
			return err
		}
	}
	return r.out.flush()
}

func (r *gitlab) Close(s lint.Summary) error {
	if s.Failure != nil {
		v := gitlabIssue{Description: failure(s.Failure), Check: failureRule, Severity: "blocker", Location: gitlabLocation{Path: failurePlace}}
		v.Location.Lines.Begin, v.Location.Lines.End = 1, 1
		v.Fingerprint = r.fingerprint(failurePlace, &lint.Finding{Rule: failureRule, Fingerprint: s.Failure.Message})
		if err := r.issue(&v); err != nil {
			return err
		}
	}
	if r.count == 0 {
		r.out.buf = append(r.out.buf, "[]\n"...)
	} else {
		r.out.buf = append(r.out.buf, "\n]\n"...)
	}
	return r.out.flush()
}

func (r *gitlab) issue(v *gitlabIssue) (err error) {
	separator := ",\n "
	if r.count++; r.count == 1 {
		separator = "[\n "
	}
	if r.out.buf, err = appendJSON(append(r.out.buf, separator...), v); err != nil {
		return err
	}
	r.out.spill()
	return r.out.err
}

// fingerprint is the same as long as the finding stays what it is, wherever it moves in its file.
func (r *gitlab) fingerprint(path string, d *lint.Finding) string {
	b := append(append([]byte(path), 0), d.Rule...)
	b = append(append(b, 0), d.Fingerprint...)
	sum := sha256.Sum256(b)
	if n := r.seen[sum]; n > 0 {
		r.seen[sum]++
		sum = sha256.Sum256(strconv.AppendInt(append(b, 0), int64(n), 10))
	} else {
		r.seen[sum] = 1
	}
	return hex.EncodeToString(sum[:])
}

type gitlabIssue struct {
	Description string         `json:"description"`
	Check       string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string `json:"path"`
	Lines struct {
		Begin int `json:"begin"`
		End   int `json:"end"`
	} `json:"lines"`
	Positions *gitlabPositions `json:"positions,omitempty"`
}

type gitlabPositions struct {
	Begin gitlabPosition `json:"begin"`
	End   gitlabPosition `json:"end"`
}

type gitlabPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}
