package cmd

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
)

func newJournalAudit(env *Env) *cobra.Command {
	o := &journalOptions{}
	c := &cobra.Command{
		Use:   "audit RUN|FILE",
		Short: "Hold every effect of a run against the plan in force",
		Long: `audit verifies a journal and maps every effect on it to a step of the plan that was in force at that moment: the step
must be there, with that tool, after everything that it waits for and takes values from, and a run that succeeded must
have done all that its plan ends with. It needs nothing but the journal, and changes nothing.

` + readsJournal + `

Exit codes: 0 every effect has its step; 2 the call, the configuration or the store is at fault, or there is no such run;
5 one has not, or the journal is not what was written.`,
		Example: `  planlint journal audit run_1
  planlint journal audit run_1.jsonl --format json`,
		Args: oneArgument(theJournal),
		RunE: func(c *cobra.Command, args []string) error { return runJournalAudit(c.Context(), env, o, args[0]) },
	}
	o.add(c)
	return c
}

func runJournalAudit(ctx context.Context, env *Env, o *journalOptions, name string) error {
	if err := oneOf("--format", o.format, "text", "json"); err != nil {
		return err
	}
	rec, list, err := o.audit(ctx, env, name)
	return o.checked(env, name, rec, list, err)
}

func (o *journalOptions) audit(ctx context.Context, env *Env, name string) (*recorded, []dryrun.Check, error) {
	rec, err := o.journal(ctx, env, name)
	if err != nil {
		return nil, nil, err
	}
	if err := rec.verifiable(); err != nil {
		return rec, nil, err
	}
	list, err := dryrun.Audit(rec.story)
	if err != nil {
		return rec, nil, dryrun.StoreError(rec.run.RunID, unusable, err)
	}
	return rec, list, faulty(list, dryrun.CodeTampered, "the record")
}

// faulty is the error of checks with faults: it names the first.
func faulty(list []dryrun.Check, code dryrun.Code, what string) error {
	var first *dryrun.Check
	n := 0
	for i := range list {
		if list[i].Kind != "" {
			if n++; first == nil {
				first = &list[i]
			}
		}
	}
	if n == 0 {
		return nil
	}
	e := &dryrun.StopError{Class: dryrun.Unknown, Code: code, Detail: string(first.Kind), Step: first.StepID, Tool: first.Tool}
	e.Message = fmt.Sprintf("%s does not fit the plan: %s, %s: %s", what, first.Name(), first.Kind, first.Fault)
	if n > 1 {
		e.Hint = fmt.Sprintf("and %d more", n-1)
	}
	return e
}

// checkRow is one effect in the JSON output.
type checkRow struct {
	Record  *int64           `json:"record"` // null where there is none
	StepID  string           `json:"step_id"`
	Tool    string           `json:"tool"`
	Undo    bool             `json:"undo"` // the effect takes the step back
	Version string           `json:"version"`
	Plan    string           `json:"plan"` // the digest of the plan that was in force
	Kind    dryrun.FaultKind `json:"fault_kind"`
	Fault   string           `json:"fault"`
}

// checked prints what an audit or a replay found. err is what ends the command.
func (o *journalOptions) checked(env *Env, name string, rec *recorded, list []dryrun.Check, err error) error {
	text := ""
	switch {
	case o.format == "json":
		rows := []checkRow{}
		for i := range list {
			rows = append(rows, rec.row(&list[i]))
		}
		text = jsonText(struct {
			journalHead
			Effects []checkRow `json:"effects"`
		}{headOf(name, rec, err), rows})
	case list != nil:
		text = rec.checksText(list)
	}
	if e := print(env, text); e != nil {
		return errors.Join(e, err)
	}
	return err
}

func (rec *recorded) row(c *dryrun.Check) checkRow {
	row := checkRow{StepID: c.StepID, Tool: c.Tool, Undo: c.Undo, Version: rec.version(c.Plan), Plan: rec.story.Plans[c.Plan].Digest, Kind: c.Kind, Fault: c.Fault}
	if c.Seq > 0 {
		row.Record = &c.Seq
	}
	return row
}

// version is that of a plan of the run.
func (rec *recorded) version(plan int) string {
	if p, err := rec.story.ReadPlan(plan); err == nil {
		if t := p.Tree.Text(p.Version); t != "" {
			return t
		}
	}
	return "1"
}

func (rec *recorded) checksText(list []dryrun.Check) string {
	t := newTable("RECORD", "STEP", "TOOL", "PLAN", "VERDICT")
	effects, faults := 0, 0
	for i := range list {
		c := &list[i]
		seq, verdict, step := "-", "as planned", nameText(c.StepID)
		if c.Seq > 0 {
			effects++
			seq = strconv.FormatInt(c.Seq, 10)
		}
		switch {
		case c.StepID == "":
			step = "(the answer)"
		case c.Undo:
			step += ", taken back"
		}
		if c.Kind != "" {
			faults++
			verdict = strings.ReplaceAll(string(c.Kind), "_", " ") + ": " + tree.Visible(c.Fault)
		}
		t.row(seq, step, nameText(c.Tool), "version "+nameText(rec.version(c.Plan)), verdict)
	}
	return fmt.Sprintf("%s\n%s: %d %s, %d %s\n", t.String(), rec.nameOf(), effects, plural(effects, "effect"), faults, plural(faults, "fault"))
}
