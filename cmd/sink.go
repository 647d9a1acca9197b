package cmd

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/config"
	"github.com/planlint/planlint/lint/report"
)

// sink is one document of a check's output: on standard output or in a file.
type sink struct {
	format  string
	path    string // as given; "" = standard output
	rep     report.Reporter
	out     *bufio.Writer
	file    *atomicFile   // nil for standard output
	late    *bytes.Buffer // what goes to standard output when the first document there is complete
	summary *os.File      // the job summary of the format github
	err     error         // the first error of writing
}

// people reports whether a format is for people: it says nothing of a failure, which standard error does.
func people(format string) bool { return format == "text" || format == "concise" }

// logLines reports whether a format is lines that a CI system picks out of the log, and so may stand beside another.
func logLines(format string) bool { return format == "github" }

// parseFormats reads the values of --format, FORMAT or FORMAT=PATH. Without one for standard output, text goes there;
// at most one document does, for which lines that a CI system picks out of the log don't count.
func parseFormats(values []string) ([]sink, error) {
	var sinks []sink
	documents := 0
	for _, v := range values {
		format, path, named := strings.Cut(v, "=")
		if err := oneOf("--format", format, report.Formats()...); err != nil {
			return nil, err
		}
		if named && path == "" {
			return nil, usage("write "+format+"=PATH", "--format %s= names no file", format)
		}
		if !named && !logLines(format) {
			documents++
		}
		if documents > 1 {
			return nil, usage("give all but one a file: --format "+format+"=PATH", "two formats on standard output: only one document can stand there")
		}
		for _, s := range sinks {
			if named && s.path != "" && filepath.Clean(s.path) == filepath.Clean(path) {
				return nil, usage("", "two formats for the file %s", path)
			}
		}
		sinks = append(sinks, sink{format: format, path: path})
	}
	if !slices.ContainsFunc(sinks, func(s sink) bool { return s.path == "" }) {
		sinks = append([]sink{{format: "text"}}, sinks...)
	}
	// The document goes first, and lines for the log behind it.
	slices.SortStableFunc(sinks, func(a, b sink) int { return rankSink(a) - rankSink(b) })
	return sinks, nil
}

func rankSink(s sink) int {
	switch {
	case s.path == "" && !logLines(s.format):
		return 0
	case s.path == "":
		return 1
	}
	return 2
}

// open makes the sinks' writers. A file that can't be written is found here, before the work starts.
func (r *checkRun) open(ctx context.Context) error {
	stdout := bufio.NewWriterSize(r.env.Stdout, 64<<10)
	jobSummary := r.env.Getenv("GITHUB_STEP_SUMMARY")
	for i := range r.sinks {
		s := &r.sinks[i]
		o := r.reportOptions()
		switch {
		case s.path != "":
			if holdsPlan(r.env.abs(s.path)) {
				r.discard()
				return usage("name another file", "--format %s=%s would write over a plan", s.format, s.path)
			}
			file, err := createAtomic(ctx, r.env.abs(s.path))
			if err != nil {
				r.discard()
				return notCreated("--format "+s.format+"="+s.path, err)
			}
			s.file = file
			s.out = bufio.NewWriterSize(file, 64<<10)
			o.Color, o.Width = false, 0
		case i > 0:
			s.late = &bytes.Buffer{}
			s.out = bufio.NewWriter(s.late)
		default:
			s.out = stdout
		}
		if s.format == "github" && jobSummary != "" { // one file for all steps of a job, so it is only ever added to
			f, err := os.OpenFile(jobSummary, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
			if err != nil {
				r.discard()
				return usage("", "the job summary %s: %s", jobSummary, reason(err))
			}
			s.summary, o.Summary = f, f
			jobSummary = ""
		}
		rep, err := report.New(s.format, s.out, o)
		if err != nil {
			r.discard()
			return usage("", "%s", err.Error())
		}
		s.rep = rep
	}
	return nil
}

// holdsPlan reports whether a file holds something that was meant as a plan.
func holdsPlan(path string) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	in := input{path: path}
	src, err := in.read()
	return err == nil && lint.PlanLike(src)
}

// errDiscarded is the error of a sink that was given up before anything was written to it.
var errDiscarded = errors.New("discarded")

// discard gives up all sinks that are files.
func (r *checkRun) discard() {
	for i := range r.sinks {
		if s := &r.sinks[i]; s.file != nil {
			s.file.discard()
			s.file, s.err = nil, errDiscarded
		}
	}
}

// spare makes sure that no document is written over a file that the check reads.
func (r *checkRun) spare(c *config.Config) error {
	for _, s := range r.sinks {
		if s.path == "" {
			continue
		}
		path := r.env.abs(s.path)
		if c.Owns(path) || slices.ContainsFunc(r.inputs, func(in input) bool { return in.path == path }) {
			r.discard()
			return usage("name another file", "--format %s=%s would write over a file that is read", s.format, s.path)
		}
	}
	return nil
}

// file hands a file to every sink. A sink that can't be written any more is passed over, so that the others are
// completed; its error ends the command when all is done.
func (r *checkRun) file(f *lint.File) {
	for i := range r.sinks {
		s := &r.sinks[i]
		if s.err == nil {
			s.err = s.rep.File(f)
		}
	}
}

// closeSinks ends the documents. failure says that the check could not do its work: formats for people leave that to
// standard error, all others are valid documents that say so. clean says that all went well: files are written first, so
// that a document on standard output can say where one of them could not be.
func (r *checkRun) closeSinks(failure *lint.Failure, clean bool) error {
	var first *writeError
	for _, files := range []bool{true, false} {
		for i := range r.sinks {
			s := &r.sinks[i]
			if (s.path != "") != files {
				continue
			}
			told := failure
			if first != nil && clean && !people(s.format) {
				told = &lint.Failure{Message: first.Error(), Exit: ExitInternal}
			}
			r.closeSink(s, told)
			if s.err != nil && s.err != errDiscarded && first == nil {
				where := "standard output"
				if s.path != "" {
					where = s.path
				}
				first = &writeError{err: &sinkError{fmt.Sprintf("%s to %s", s.format, where), s.err}}
			}
		}
	}
	if first == nil {
		return nil
	}
	return first
}

// closeSink ends one document. Its error is the sink's.
func (r *checkRun) closeSink(s *sink, failure *lint.Failure) {
	summary := r.summary
	summary.Failure = failure
	if s.err == nil && !(failure != nil && people(s.format)) {
		s.err = s.rep.Close(summary)
	}
	if s.err == nil {
		s.err = s.out.Flush()
	}
	if s.err == nil && s.late != nil {
		_, s.err = io.Copy(r.env.Stdout, s.late)
	}
	if s.file != nil {
		if s.err == nil {
			s.err = s.file.commit()
		} else {
			s.file.discard()
		}
		s.file = nil
	}
	if s.summary != nil {
		if err := s.summary.Close(); s.err == nil {
			s.err = err
		}
	}
}

// sinkError is a document that could not be written.
type sinkError struct {
	what string // its format, and where to
	err  error
}

// Error leaves out the path, which what may have.
func (e *sinkError) Error() string { return e.what + ": " + reason(e.err) }

// Unwrap is the cause.
func (e *sinkError) Unwrap() error { return e.err }

// unread reports whether nobody reads any of the output any more.
func (r *checkRun) unread() bool {
	return !slices.ContainsFunc(r.sinks, func(s sink) bool { return !closedPipe(s.err) })
}
