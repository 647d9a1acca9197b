package report

import (
	"io"
	"strconv"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// maxAnnotations is how many annotations of one kind GitHub shows for one step of a job.
const maxAnnotations = 10

// github writes the workflow commands of GitHub Actions, one a line, and where it is asked to, the job summary. The
// runner reads a command only at the start of a line, and no line begins with anything but ours.
type github struct {
	out     stream
	summary Reporter // nil for none
	shown   [lint.Off]int
}

func newGitHub(w io.Writer, o Options) Reporter {
	r := &github{out: stream{w: w}}
	if o.Summary != nil {
		r.summary = newPage(o.Summary, o, maxJobSummary)
	}
	return r
}

func (r *github) File(f *lint.File) error {
	for i := range f.Findings {
		r.finding(f, &f.Findings[i])
		r.out.spill()
	}
	if err := r.out.flush(); err != nil || r.summary == nil {
		return err
	}
	return r.summary.File(f)
}

func (r *github) Close(s lint.Summary) error {
	if s.Failure != nil {
		r.out.buf = appendCommand(r.out.buf, "error", "", "planlint", failure(s.Failure))
	}
	r.more()
	if err := r.out.flush(); err != nil || r.summary == nil {
		return err
	}
	return r.summary.Close(s)
}

// commands are the kinds of annotations, by severity.
var commands = [lint.Off]string{lint.Error: "error", lint.Warning: "warning", lint.Note: "notice"}

func (r *github) finding(f *lint.File, d *lint.Finding) {
	kind := "error"
	if d.Severity > 0 && d.Severity < lint.Off {
		kind = commands[d.Severity]
		r.shown[d.Severity]++
	}
	at := ""
	if p := placeOf(f, d); p.Known() && p.Source.Name != "" {
		start, end := extent(p)
		at = "file=" + property(p.Source.Name) + ",line=" + strconv.Itoa(start.Line) + ",endLine=" + strconv.Itoa(end.Line)
		if start.Line == end.Line { // GitHub takes columns for one line only
			at += ",col=" + strconv.Itoa(start.Column) + ",endColumn=" + strconv.Itoa(end.Column)
		}
	}
	title := d.Rule
	if who := appendStep(nil, d); len(who) > 0 {
		title += " in " + string(who)
	}
	r.out.buf = appendCommand(r.out.buf, kind, at, title, sentence(d))
}

// more says that there are more findings than GitHub shows. It does so in a kind that still has room.
func (r *github) more() {
	var b []byte
	for s := lint.Error; s < lint.Off; s++ {
		if n := r.shown[s]; n > maxAnnotations {
			if len(b) > 0 {
				b = append(b, ", "...)
			}
			b = appendCount(b, n, s.String())
		}
	}
	if len(b) == 0 {
		return
	}
	kind := "notice"
	if r.shown[lint.Note] >= maxAnnotations && r.shown[lint.Warning] < maxAnnotations {
		kind = "warning"
	}
	message := "GitHub shows the first " + strconv.Itoa(maxAnnotations) + " annotations of a kind, and there are " + string(b) + ": the log of this step has them all"
	r.out.buf = appendCommand(r.out.buf, kind, "", "planlint", message)
}

// appendCommand appends a command; at is the properties that say where, escaped, or "".
func appendCommand(b []byte, kind, at, title, message string) []byte {
	b = append(append(append(b, "::"...), kind...), ' ')
	if at != "" {
		b = append(append(b, at...), ',')
	}
	b = append(append(b, "title="...), property(title)...)
	b = append(append(b, "::"...), commandData.Replace(tree.Visible(message))...)
	return append(b, '\n')
}

var (
	commandData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// property is a text as the value of a command's property.
func property(s string) string { return commandProperty.Replace(tree.Visible(s)) }
