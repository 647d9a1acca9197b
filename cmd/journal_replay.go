package cmd

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/lint"
)

type replayOptions struct {
	journalOptions
	outputFlags
	plan string
}

func newJournalReplay(env *Env) *cobra.Command {
	o := &replayOptions{}
	c := &cobra.Command{
		Use:   "replay RUN|FILE",
		Short: "Play a plan again with every answer taken from the record",
		Long: `replay judges the recorded plan, or the one of --plan, by today's contracts, allowlist and scope, and plays it again with
every answer taken from the journal: what each step would be called with, and its idempotency key, must be what is
recorded, and nothing may be recorded that the plan does not ask for. It starts no tool, holds no lease and writes
nothing.

Digests that were made by other canonical rules can't be compared: such a journal is unverifiable, not diverged.

` + readsJournal + `

Exit codes: 0 nothing differs; 1 the plan is refused; 2 the call, the configuration or the store is at fault, or there is
no such run; 5 something differs, can't be compared, or the journal is not what was written.`,
		Example: `  planlint journal replay run_1
  planlint journal replay run_1.jsonl --plan plan.yaml`,
		Args: oneArgument(theJournal),
		RunE: func(c *cobra.Command, args []string) error { return runJournalReplay(c.Context(), env, o, args[0]) },
	}
	c.Flags().StringVar(&o.plan, "plan", "", "a `FILE` with the plan to play (default: the one in force on the record)")
	o.journalOptions.add(c)
	o.addColor(c)
	return c
}

func runJournalReplay(ctx context.Context, env *Env, o *replayOptions, name string) error {
	if err := errors.Join(oneOf("--format", o.format, "text", "json"), o.outputFlags.check()); err != nil {
		return err
	}
	if name == "-" && o.plan == "-" {
		return usage("name a file for one of them", "the journal and --plan can't both be standard input")
	}
	rec, err := o.journal(ctx, env, name)
	var list []dryrun.Check
	if err == nil {
		list, err = o.replay(ctx, env, rec)
	}
	return o.checked(env, name, rec, list, err)
}

func (o *replayOptions) replay(ctx context.Context, env *Env, rec *recorded) ([]dryrun.Check, error) {
	if err := rec.verifiable(); err != nil {
		return nil, err
	}
	run := &runOptions{configFlags: o.configFlags, outputFlags: o.outputFlags}
	r := &runner{env: env, o: run, now: env.Now, output: &runOutput{env: env, flags: o.outputFlags, format: o.format}}
	var err error
	if r.config, err = run.configFlags.load(env, o.outputFlags); err != nil {
		return nil, err
	}
	plans, err := o.judged(ctx, r, rec)
	if err != nil {
		return nil, err
	}
	list := dryrun.Replay(plans, rec.story, env.Now())
	return list, faulty(list, dryrun.CodeDiverged, "the record")
}

// judged are the plans of the run as they are judged today. One that was followed by another may be refused by now, which
// only keeps its effects from being compared.
func (o *replayOptions) judged(ctx context.Context, r *runner, rec *recorded) ([]dryrun.Judged, error) {
	var plans []dryrun.Judged
	last := len(rec.story.Plans) - 1
	for i, p := range rec.story.Plans {
		src := &tree.Source{Name: p.Name, Text: p.Text}
		if i == last && o.plan != "" {
			var err error
			if src, err = r.oneSource(ctx, o.plan); err != nil {
				return nil, err
			}
		}
		plan, found, err := r.judgeToday(rec.story, src)
		switch {
		case err != nil:
			return nil, err
		case plan != nil:
			plans = append(plans, dryrun.Judged{Plan: plan})
		case i == last:
			return nil, replayRefused(r, found)
		default:
			plans = append(plans, dryrun.Judged{Why: found.Primary().Message})
		}
		if i == last && o.plan != "" && plan.Digest() != p.Digest {
			fmt.Fprintf(r.env.Stderr, "planlint: %s is another plan than the one on the record: %s, not %s\n", tree.Visible(src.Name), plan.Digest(), tree.Visible(p.Digest))
		}
	}
	return plans, nil
}

// replayRefused shows why a plan is refused, and ends the command with that.
func replayRefused(r *runner, found *lint.File) error {
	p := *found.Primary()
	if err := r.output.refused(found, r.now()); !errors.Is(err, statusError(ExitRefused)) {
		return err
	}
	reason := p.Reason
	if reason == "" {
		reason = p.Rule
	}
	return errors.Join(statusError(ExitRefused), &dryrun.StopError{Class: dryrun.Refused, Code: dryrun.Code(reason), Detail: p.Detail, Step: p.Step, Tool: p.Tool,
		Message: p.Message, Hint: p.Hint})
}
