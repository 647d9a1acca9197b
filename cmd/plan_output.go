package cmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/report"
	"github.com/planlint/planlint/lint/rules"
)

// planOutput is where a plan, and what led to it, go. Standard output has the plan or a document; what people are told
// goes beside it.
type planOutput struct {
	*runOutput
	found   *lint.File // of the accepted plan; nil = there is none
	refused int        // drafts so far
}

// draftDocument is what plan prints as JSON. Keys are added and never change their meaning.
type draftDocument struct {
	SchemaVersion int             `json:"schema_version"`
	Planlint      string          `json:"planlint"`
	Status        string          `json:"status"` // planned, refused or failed
	Attempts      int             `json:"attempts"`
	Plan          *draftPlan      `json:"plan"`
	Events        []eventDocument `json:"events"`
	Findings      json.RawMessage `json:"findings"` // of the last draft that was refused
	NotChecked    []notChecked    `json:"not_checked"`
	Error         *draftError     `json:"error"`
	ExitCode      int             `json:"exit_code"`
}

type draftPlan struct {
	Path     *string `json:"path"`
	Text     string  `json:"text"`
	Digest   string  `json:"digest"`
	Revision int     `json:"revision"`
}

type draftError struct {
	*errorDocument
	Attempts int    `json:"attempts"`
	Said     string `json:"said"` // the planner's own words
}

// event is told each event.
func (o *planOutput) event(e dryrun.Event) {
	o.runOutput.event(e)
	if o.flags.quiet {
		return
	}
	switch e.Kind {
	case dryrun.PlanRefused:
		o.refused++
		where := ""
		if e.Step != "" {
			where = " in step " + tree.Visible(e.Step)
		}
		fmt.Fprintf(o.env.Stderr, "planlint: draft %d is refused for %s%s\n", o.refused, e.Detail, where)
	case dryrun.Planned:
		fmt.Fprintf(o.env.Stderr, "planlint: draft %d is accepted, %s\n", o.refused+1, e.Detail)
	}
}

// said is told what the planner says on standard error.
func (o *planOutput) said(_ string, line []byte) {
	if !o.flags.quiet {
		fmt.Fprintf(o.env.Stderr, "planner | %s\n", tree.Visible(string(line)))
	}
}

// remarks keeps what was found about the accepted plan.
func (o *planOutput) remarks(f *lint.File, also []lint.NotChecked) {
	o.found = f
	for _, n := range append(f.NotChecked, also...) {
		o.notChecked = append(o.notChecked, notChecked{n.What, n.Why})
	}
}

// plan prints the accepted plan, where the format leaves room for it.
func (o *planOutput) plan(text string) error {
	if o.format != "text" {
		return nil
	}
	return print(o.env, text)
}

// close prints what came of it, and returns how the command ends: err, or what kept the output from being printed.
func (o *planOutput) close(d *dryrun.Drafting, path string, err error) error {
	if d == nil {
		d = &dryrun.Drafting{}
	}
	lost := o.closeEvents()
	switch {
	case err == nil && !o.flags.quiet:
		o.accepted(path)
	case err != nil && d.Refused != nil && exitCode(err) == ExitRefused:
		if e := o.show(d.Refused); e != nil {
			err = errors.Join(e, err)
		}
	}
	if o.format == "json" {
		text, e := o.document(d, path, lost, err)
		if e == nil {
			e = print(o.env, text)
		}
		lost = errors.Join(e, lost)
	}
	return errors.Join(lost, o.once(err))
}

// accepted says where the plan is, and that there is more to see.
func (o *planOutput) accepted(path string) {
	if path != "" {
		fmt.Fprintf(o.env.Stderr, "planlint: the plan is in %s\n", tree.Visible(path))
	}
	if n := len(o.found.Findings); n > 0 {
		fmt.Fprintf(o.env.Stderr, "planlint: %d %s about the plan; planlint check shows them\n", n, plural(n, "remark"))
	}
}

// once leaves out of an error what the planner said where people have read it: as it was said, or in the message.
func (o *planOutput) once(err error) error {
	var stop *dryrun.StopError
	if !errors.As(err, &stop) {
		return err
	}
	live := stop.Code == dryrun.CodePlanner && !o.flags.quiet
	quoted := stop.Code == dryrun.CodeNoAlternative && strings.HasSuffix(stop.Message, ": "+tree.Quote(strings.TrimSpace(stop.Stderr))) &&
		!strings.HasSuffix(stop.Message, "…\"")
	if !live && !quoted {
		return err
	}
	shown := *stop
	shown.Stderr = ""
	return &shown
}

// show shows people what the last draft was refused for first.
func (o *planOutput) show(f *lint.File) error {
	first := *f
	first.Findings = []lint.Finding{*f.Primary()}
	rep, err := report.New("text", o.env.Stderr, report.Options{Color: o.env.colour(o.flags.color, o.env.StderrTerminal), Width: o.env.Width,
		Quiet: true, Verbose: o.flags.verbose, Rules: rules.All(), Dir: o.env.Dir})
	if err != nil {
		return err
	}
	if err := errors.Join(rep.File(&first), rep.Close(lint.Summary{})); err != nil {
		return &writeError{err: err}
	}
	return nil
}

// document is the result as JSON: one object, whatever happened. lost is what could not be written so far.
func (o *planOutput) document(d *dryrun.Drafting, path string, lost, err error) (string, error) {
	ended := errors.Join(lost, err)
	doc := &draftDocument{SchemaVersion: 1, Planlint: versionOf(o.env), Status: "planned", Attempts: d.Attempts, Events: []eventDocument{},
		Findings: json.RawMessage("[]"), NotChecked: []notChecked{}, ExitCode: exitCode(ended)}
	switch {
	case doc.ExitCode == ExitRefused:
		doc.Status = "refused"
	case err != nil:
		doc.Status = "failed"
	}
	if d.Plan != nil {
		doc.Plan = &draftPlan{Path: optional(path), Text: d.Plan.Source().Text, Digest: d.Plan.Digest(), Revision: d.Attempts - 1}
		doc.NotChecked = append(doc.NotChecked, o.notChecked...)
	}
	for _, e := range d.Events {
		doc.Events = append(doc.Events, eventOf(e))
	}
	if d.Refused != nil {
		var e error
		if doc.Findings, e = findingsIn("json", d.Refused, report.Options{}); e != nil {
			return "", e
		}
	}
	if ended != nil {
		doc.Error = &draftError{errorDocument: o.errorOf(ended), Attempts: d.Attempts}
		var stop *dryrun.StopError
		if errors.As(err, &stop) {
			doc.Error.Said = stop.Stderr
		}
	}
	return jsonText(doc), nil
}
