package cmd

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/report"
	"github.com/planlint/planlint/lint/rules"
)

// resultFlags say how commands that run plans print what came of it.
type resultFlags struct {
	format string
	events string
}

func (f *resultFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.format, "format", "text", "how to print, a `FORMAT`: text, json (one object at the end) or jsonl (events as they happen)")
	c.Flags().StringVar(&f.events, "events", "", "a `FILE` for the events as they happen, one JSON object a line")
}

// runOutput is where a run's events and its result go.
type runOutput struct {
	env        *Env
	flags      outputFlags
	format     string
	dry        bool // there is no record
	notChecked []notChecked
	log        *os.File // of events; nil = none
	refusal    *dryrun.Event
	base       *runDocument  // what is known of a run that was not taken up; nil = there was none
	seq        int64         // of the last event on the record
	finding    *lint.Finding // that a plan was refused for
	catalog    *contracts.Catalog
	where      storeFlags // what names the store again, in command lines
	recorded   string     // the run that is on the record; "" = there is none
	logLost    error      // why events could not be written to the log; nil = they were
	linesLost  error      // the same of standard output
}

// open makes the output. A file that can't be written is found here, before any work is done.
func (f *resultFlags) open(ctx context.Context, env *Env, o outputFlags, dry bool) (*runOutput, error) {
	if err := oneOf("--format", f.format, "text", "json", "jsonl"); err != nil {
		return nil, err
	}
	out := &runOutput{env: env, flags: o, format: f.format, dry: dry}
	if f.events == "" {
		return out, nil
	}
	if dry {
		return nil, usage("--format jsonl prints the events", "--events writes a file, and --dry writes none")
	}
	if f.events == "-" {
		return nil, usage("--format jsonl prints the events", "--events -: it takes the name of a file")
	}
	path := env.abs(f.events)
	if !mayHoldEvents(path) {
		return nil, usage("name another file", "--events %s would write over what are no events", f.events)
	}
	var err error
	if out.log, err = openUntil(ctx, path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600); err != nil {
		if errors.Is(err, context.Canceled) {
			return nil, err
		}
		return nil, usage("", "--events %s: %s", f.events, reason(err))
	}
	return out, nil
}

// mayHoldEvents reports whether events may be written over a file: there is none, it is empty, it is a device or a pipe,
// or it holds the events of an earlier run. What can't be read is left to be opened.
func mayHoldEvents(path string) bool {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return true
	}
	f, err := os.Open(path)
	if err != nil {
		return true
	}
	defer f.Close()
	line, err := bufio.NewReader(io.LimitReader(f, 1<<20)).ReadBytes('\n')
	var e eventDocument
	return err == nil && json.Unmarshal(line, &e) == nil && e.Seq == 1 && e.Kind != ""
}

// event prints an event where events go. Where one could not be printed none is any more, since a list with a gap tells
// something else.
func (o *runOutput) event(e dryrun.Event) {
	if !o.dry && (e.Kind == dryrun.RunStarted || e.Kind == dryrun.RunResumed) {
		o.recorded = e.Name
	}
	log, lines := o.log != nil && o.logLost == nil, o.format == "jsonl" && o.linesLost == nil
	if !log && !lines {
		return
	}
	line, err := json.Marshal(eventOf(e))
	if err != nil {
		panic("planlint: internal error: " + err.Error())
	}
	line = append(line, '\n')
	if log {
		_, o.logLost = o.log.Write(line)
	}
	if lines {
		_, o.linesLost = o.env.Stdout.Write(line)
	}
}

// refused shows why a plan is refused: what a run stops at first, and how much more there is. It returns what ends the
// command.
func (o *runOutput) refused(f *lint.File, now time.Time) error {
	primary := f.Primary()
	o.finding = primary
	event := dryrun.Refuse(now, primary.Step, cmp.Or(primary.Reason, primary.Rule))
	event.Seq += o.seq
	o.refusal = &event
	o.event(event)
	more := 0
	for i := range f.Findings {
		if f.Findings[i].Severity == lint.Error {
			more++
		}
	}
	f.Findings = []lint.Finding{*primary}
	w := o.env.Stdout
	color := o.env.colour(o.flags.color, o.env.StdoutTerminal)
	if o.format != "text" {
		w, color = o.env.Stderr, o.env.colour(o.flags.color, o.env.StderrTerminal)
	}
	rep, err := report.New("text", w, report.Options{Color: color, Width: o.env.Width, Quiet: true, Verbose: o.flags.verbose, Rules: rules.All(), Dir: o.env.Dir})
	if err != nil {
		return err
	}
	ended := error(statusError(ExitRefused))
	if err := errors.Join(rep.File(f), rep.Close(lint.Summary{})); err != nil {
		ended = errors.Join(o.lost(err), ended)
	}
	if more > 1 {
		fmt.Fprintf(o.env.Stderr, "planlint: the plan is refused, for this and %d more; planlint check shows all\n", more-1)
	} else {
		fmt.Fprintln(o.env.Stderr, "planlint: the plan is refused")
	}
	return ended
}

// close prints the result, and returns how the command ends: err, with what kept any of the output from being written.
// The document comes last, since it says how the command ends.
func (o *runOutput) close(res *dryrun.Result, path string, err error) error {
	err = errors.Join(o.closeEvents(), err)
	var text string
	switch o.format {
	case "json":
		text = o.document(res, path, err)
	case "text":
		if res != nil && len(res.Steps) > 0 && (res.Dry || started(res)) {
			text = o.table(res)
		}
	}
	if _, e := io.WriteString(o.env.Stdout, text); e != nil {
		err = errors.Join(o.lost(e), err)
	}
	return err
}

// closeEvents ends the lists of events. The error says of which of them anything is missing.
func (o *runOutput) closeEvents() error {
	if o.log != nil {
		if e := o.log.Close(); o.logLost == nil {
			o.logLost = e
		}
		o.log = nil
	}
	var err error
	if o.logLost != nil {
		err = o.lost(o.logLost)
	}
	if o.linesLost != nil {
		err = errors.Join(err, o.lost(o.linesLost))
	}
	return err
}

// lost is the end of a command that could not write its output. What became of a run is on its record all the same.
func (o *runOutput) lost(err error) error {
	e := &writeError{err: err}
	if o.recorded != "" {
		e.hint = o.where.line("show", o.recorded) + " tells what became of the run"
	}
	return e
}

// started reports whether anything of a run happened: what was not cleared left nothing to tell but why.
func started(res *dryrun.Result) bool {
	for i := range res.Steps {
		if s := &res.Steps[i]; s.Status != dryrun.Pending {
			return true
		}
	}
	return false
}

func (o *runOutput) table(res *dryrun.Result) string {
	var b bytes.Buffer
	if res.Dry {
		b.WriteString(rehearsalText(res))
	} else {
		b.WriteString(runText(res))
	}
	if !o.flags.quiet {
		fmt.Fprintf(&b, "\n%s\n", runEnding(res))
		if res.Dry {
			for _, n := range o.notChecked {
				fmt.Fprintf(&b, "not checked: %s: %s\n", n.What, n.Why)
			}
		}
	}
	b.WriteString(staysText(res.Stays))
	b.WriteString(o.unwindable(res))
	if res.Outputs != nil {
		fmt.Fprintf(&b, "outputs: %s\n", visibleLines(string(res.Outputs)))
	}
	return b.String()
}

// unwindable says of a run that a failed tool stopped what could be taken back, and how. Where the run was told to take it
// back, that has been told.
func (o *runOutput) unwindable(res *dryrun.Result) string {
	stop := res.Stop
	if res.Dry || res.Status != dryrun.RunFailed || stop == nil || stop.Class != dryrun.ToolFailed || stop.Code == dryrun.CodeReplan || len(res.Stays) > 0 {
		return ""
	}
	list := standing(res.Events, o.catalog)
	text := standingText(list)
	if len(list) > 0 && !o.flags.quiet {
		text += "\nnext\n" + adviceText([]advice{o.where.unwinding(res.RunID, list)})
	}
	return text
}

// document is the result as JSON: one object, whatever happened.
func (o *runOutput) document(res *dryrun.Result, path string, err error) string {
	d := &runDocument{}
	switch {
	case res != nil:
		d = documentOf(res, path)
	case o.base != nil:
		d = o.base
	}
	if o.refusal != nil {
		d.Status = dryrun.RunRefused
		d.Events = append(d.Events, eventOf(*o.refusal))
	}
	_, failed := unwritten(err) // a run whose events could not be written is no other run
	d.ExitCode = exitCode(err)
	switch {
	case res == nil && o.base == nil && d.ExitCode == ExitRefused:
		d.Status = dryrun.RunRefused
	case d.Status == "", failed != nil && d.Status == dryrun.RunSucceeded:
		d.Status = dryrun.RunFailed
	}
	d.NotChecked = o.notChecked
	d.Error = o.errorOf(err)
	d.complete(o.env)
	return jsonText(d)
}

// errorOf is an error as the document has it; nil for none.
func (o *runOutput) errorOf(err error) *errorDocument {
	var stop *dryrun.StopError
	var bad *usageError
	var broken *configError
	var write *writeError
	switch {
	case err == nil:
		return nil
	case o.finding != nil:
		f := o.finding
		reason := f.Reason
		if reason == "" {
			reason = f.Rule
		}
		return &errorDocument{reason, f.Detail, f.Message, f.Hint, f.Step, f.Tool}
	case errors.As(err, &stop):
		return &errorDocument{string(stop.Code), stop.Detail, stop.Error(), stop.Hint, stop.Step, stop.Tool}
	case errors.As(err, &bad):
		return &errorDocument{Reason: "usage", Message: bad.Error(), Hint: bad.hint}
	case errors.As(err, &broken):
		return &errorDocument{Reason: "configuration", Message: broken.Error()}
	case errors.As(err, &write):
		return &errorDocument{Reason: "unwritten", Message: write.Error(), Hint: write.hint}
	}
	return &errorDocument{Reason: "failed", Message: err.Error()}
}
