package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/store"
)

type resolveOptions struct {
	storeFlags
	landed       string
	landedFile   string
	didNotHappen bool
	because      string
	as           string
	format       string

	happened bool // --landed or --landed-file was given
}

func newResolve(env *Env) *cobra.Command {
	o := &resolveOptions{}
	c := &cobra.Command{
		Use:   "resolve RUN STEP",
		Short: "Say what became of an effect of which nobody knows",
		Long: `resolve puts on the record of a run what you found out about a step that started and of which nobody knows how it ended,
or that happened with an answer that can't be used. Then planlint resume goes on: what happened is not done again, and
its outcome is what you say; what did not happen is still to do. Where the step's contract says what it returns, the
outcome must be that. Of taking a step back the same is said, with any outcome.

The agent that ran the step can't say it. Nothing is started.

Exit codes: 0 recorded; 2 the call or the configuration is at fault, there is no such run or step, or the step is not in
doubt; 5 another process is at the run, or the record is not what was written.`,
		Example: `  planlint resolve run_1 s2 --landed '{"ref": "B1"}' --because "the airline has the booking"
  planlint resolve run_1 s2 --did-not-happen --because "their log has nothing of it" --as ada`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usage(c.CommandPath()+" --help shows examples", "%s needs the id of a run and of one of its steps", c.CommandPath())
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.check(env, c); err != nil {
				return err
			}
			return runResolve(c.Context(), env, o, args[0], args[1])
		},
	}
	f := c.Flags()
	f.StringVar(&o.landed, "landed", "", "it happened, and this is its `OUTCOME`: JSON, or a text")
	mayBeBlank(c, "landed") // a tool may say nothing
	f.StringVar(&o.landedFile, "landed-file", "", "it happened, and a `FILE` has its outcome; - is standard input")
	f.BoolVar(&o.didNotHappen, "did-not-happen", false, "it did not happen, and may be done")
	f.StringVar(&o.because, "because", "", "the `TEXT` that says how you know; required")
	f.StringVar(&o.as, "as", "", "the `NAME` of who says so (default: the login)")
	f.StringVar(&o.format, "format", "text", "how to print, a `FORMAT`: text or json")
	o.storeFlags.add(c)
	return c
}

// check refuses a call that does not say one thing, and who says it why.
func (o *resolveOptions) check(env *Env, c *cobra.Command) error {
	if err := oneOf("--format", o.format, "text", "json"); err != nil {
		return err
	}
	given := 0
	for _, flag := range []string{"landed", "landed-file", "did-not-happen"} {
		if c.Flags().Changed(flag) {
			given++
		}
	}
	o.happened = !o.didNotHappen
	if given != 1 || o.happened && c.Flags().Changed("did-not-happen") {
		return usage("", "resolve needs exactly one of --landed, --landed-file and --did-not-happen")
	}
	if strings.TrimSpace(o.because) == "" {
		return usage("say how you know, with --because TEXT", "resolve needs a reason, which goes on the record")
	}
	if o.as == "" {
		o.as = env.login()
	}
	if strings.TrimSpace(o.as) == "" {
		return usage("name yourself with --as NAME", "who says so can't be told: there is no login")
	}
	return nil
}

func runResolve(ctx context.Context, env *Env, o *resolveOptions, id, step string) (err error) {
	r := dryrun.Resolution{Step: step, Landed: o.happened, By: o.as, Because: o.because}
	if o.happened {
		if r.Outcome, err = o.outcome(env); err != nil {
			return err
		}
		if err := o.meant(r.Outcome); err != nil {
			return err
		}
	}
	kept, err := o.open(ctx, env, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	found, err := o.run(ctx, kept, id)
	if err != nil {
		return err
	}
	limits, catalog := o.today(env)
	hold, err := dryrun.Take(ctx, kept, found.RunID, owner(), dryrun.Options{Lease: limits.Lease}, gone)
	if err != nil {
		return err
	}
	var contract *contracts.Contract
	if t := hold.Story.Steps[step]; t != nil {
		contract = catalog.Get(t.Tool)
	}
	done := context.WithoutCancel(ctx)
	err = errors.Join(hold.Resolve(done, env.Now(), limits.IdempotencyTTL, contract, r), hold.Release(done))
	if err != nil {
		return err
	}
	return o.said(env, found, hold.Story, catalog, &r)
}

// said prints what was recorded, and what can be done next.
func (o *resolveOptions) said(env *Env, run store.Run, s *dryrun.Story, catalog *contracts.Catalog, r *dryrun.Resolution) error {
	next := o.next(&recorded{run: run, story: s, catalog: catalog})
	t := s.Steps[r.Step]
	if o.format == "json" {
		lines := []string{}
		for _, a := range next {
			lines = append(lines, a.line)
		}
		return printJSON(env, struct {
			SchemaVersion int               `json:"schema_version"`
			RunID         string            `json:"run_id"`
			Tenant        string            `json:"tenant"`
			Status        dryrun.Status     `json:"status"`
			StepID        string            `json:"step_id"`
			StepStatus    dryrun.StepStatus `json:"step_status"`
			Landed        bool              `json:"landed"`
			Outcome       json.RawMessage   `json:"outcome"` // as it is on the record; null where there is none
			By            string            `json:"by"`
			Because       string            `json:"because"`
			Next          []string          `json:"next"`
		}{1, run.ID, run.Tenant, s.Status(), t.ID, t.Status, r.Landed, t.Outcome, r.By, r.Because, lines})
	}
	return print(env, fmt.Sprintf("step %s of run %s: %s says that %s\n\nnext\n%s", tree.Quote(t.ID), tree.Visible(run.ID), tree.Visible(r.By),
		saidOf(t, r.Landed), adviceText(next)))
}

// saidOf is what was said of a step.
func saidOf(t *dryrun.StepStory, landed bool) string {
	switch {
	case t.Undo != nil && landed:
		return "it was taken back"
	case t.Undo != nil:
		return "it was not taken back"
	case landed:
		return "it happened, with the outcome " + outcomeText(t.Outcome)
	}
	return "it did not happen"
}
