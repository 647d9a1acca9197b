package cmd

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/store"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/config"
	"github.com/planlint/planlint/lint/schemas"
)

// replanOptions are the flags of replan, beside those that it shares with run.
type replanOptions struct {
	runOptions
	tenant string
	with   string
	reason string
}

func newReplan(env *Env) *cobra.Command {
	o := &replanOptions{}
	c := &cobra.Command{
		Use:   "replan RUN",
		Short: "Put another plan in force for a run under way",
		Long: `replan freezes a successor of the plan that a run has, behind what has happened; planlint resume carries on with it.
What finished stays done, also where the successor leaves it out. Both plans stay on the record.

The gates, in this order: the run is open and nothing is in doubt; no untrusted data is known to it; it has not had as
many successors as limits.max_run_replans allows; the successor is valid, as a first plan must be; it uses no id of a
step that was attempted for another tool; its version is the next, its derived_from the digest of the plan in force, and
its reason not blank.

Exit codes: 0 the successor is in force; 1 it is refused, and nothing has changed; 2 the call or the configuration is at
fault, or there is no such run; 4 the replanner failed; 5 something is in doubt, another process holds the run, or the
record is not what was written; 6 the allowance is used up, which undoes nothing; 130 interrupted.`,
		Example: `  planlint replan 20260110-090000-1f2e3d4c --with cheaper.yaml --reason "the fare moved"
  planlint replan 20260110-090000-1f2e3d4c --replanner ./replan.sh --reason "the fare moved"`,
		Args: oneArgument("the id of a run; planlint runs lists them"),
		RunE: func(c *cobra.Command, args []string) error { return runReplan(c.Context(), env, o, args[0]) },
	}
	f := c.Flags()
	f.StringVar(&o.with, "with", "", "the `FILE` of the successor")
	f.StringVar(&o.reason, "reason", "", "the `TEXT` that says why, for the record")
	o.addReplanner(c)
	f.StringVar(&o.tenant, "tenant", "", "the `NAME` of the tenant whose run it is (default: the only one with such a run)")
	f.StringVar(&o.format, "format", "text", "how to print, a `FORMAT`: text or json")
	o.configFlags.add(c)
	o.outputFlags.add(c)
	return c
}

// addReplanner adds the flags that name a replanner.
func (o *runOptions) addReplanner(c *cobra.Command) {
	c.Flags().StringVar(&o.replanner, "replanner", "", "the `COMMAND` that writes a successor: it gets the plan, the reason and what is done as JSON")
	c.Flags().StringArrayVar(&o.replannerEnv, "replanner-env", nil, "the `NAME` of a variable that the replanner gets; may be given more than once")
}

// planner is the replanner as what starts it.
func (o *runOptions) planner() plannerFlags {
	return plannerFlags{planner: o.replanner, env: o.replannerEnv, flag: "replanner"}
}

// checkReplanner checks the flags that name a replanner.
func (o *runOptions) checkReplanner() error {
	if o.replanner == "" && len(o.replannerEnv) > 0 {
		return usage("add --replanner COMMAND, or leave it out", "--replanner-env goes with --replanner only")
	}
	if o.replanner == "" {
		return nil
	}
	f := o.planner()
	return f.check()
}

// readyReplanner finds what would keep the replanner from being started, before anything else is.
func (r *runner) readyReplanner() error {
	if r.o.replanner == "" {
		return nil
	}
	f := r.o.planner()
	return f.ready(r.env, r.config)
}

func runReplan(ctx context.Context, env *Env, o *replanOptions, id string) error {
	switch {
	case (o.with == "") == (o.replanner == ""):
		return usage("give one of them", "replan needs --with FILE or --replanner COMMAND")
	case strings.TrimSpace(o.reason) == "":
		return usage("say why, for the record", "replan needs --reason TEXT")
	}
	if err := o.checkReplanner(); err != nil {
		return err
	}
	if err := o.outputFlags.check(); err != nil {
		return err
	}
	if err := oneOf("--format", o.format, "text", "json"); err != nil {
		return err
	}
	r := &runner{env: env, o: &o.runOptions, now: env.Now, output: &runOutput{env: env, flags: o.outputFlags, format: o.format}}
	err := r.replan(ctx, o, id)
	for _, c := range r.closers {
		err = errors.Join(err, c())
	}
	return r.output.close(nil, r.path, err)
}

func (r *runner) replan(ctx context.Context, o *replanOptions, id string) error {
	var err error
	if r.config, err = o.configFlags.load(r.env, o.outputFlags); err != nil {
		return err
	}
	if err := r.readyReplanner(); err != nil {
		return err
	}
	kept, err := openStore(ctx, r.env, r.config.Store, false)
	if err != nil {
		return err
	}
	r.closers = append(r.closers, kept.Close)
	flags := storeFlags{configFlags: o.configFlags, tenant: o.tenant}
	found, err := flags.run(ctx, kept, id)
	if err != nil {
		return err
	}
	r.output.base = &runDocument{RunID: found.ID, Tenant: found.Tenant, Agent: found.Agent, Goal: found.Goal, Status: dryrun.Status(found.Status)}
	hold, err := dryrun.Take(ctx, kept, found.RunID, owner(), dryrun.Options{Lease: r.config.Limits.Lease}, gone)
	if err != nil {
		return err
	}
	err = r.succeed(ctx, hold, o.with, r.env.login(), o.reason)
	r.output.refusal = nil // it is of the successor, and on the record of the run, which stays what it was
	err = errors.Join(err, r.recall(hold.Story))
	if err == nil && o.format == "text" {
		err = print(r.env, fmt.Sprintf("run %s: version %s of its plan is in force, %s\n\nnext\n%s",
			tree.Visible(id), r.output.base.Plan.Version, hold.Story.Plan().Digest, adviceText([]advice{{flags.line("resume", id), "carry it on"}})))
	}
	return errors.Join(err, hold.Release(context.WithoutCancel(ctx)))
}

// succeed takes a successor through the gates and freezes it. file is where it stands; "" is to ask the replanner. by is who
// wants it, "" where a step does. A refusal goes on the record, and changes nothing.
func (r *runner) succeed(ctx context.Context, hold *dryrun.Hold, file, by, reason string) error {
	err := r.passGates(ctx, hold, file, by, reason)
	var stop *dryrun.StopError
	if errors.As(err, &stop) && stop.Class == dryrun.Refused {
		err = errors.Join(err, hold.Refuse(context.WithoutCancel(ctx), r.now(), stop.Step, string(stop.Code)))
	}
	return err
}

func (r *runner) passGates(ctx context.Context, hold *dryrun.Hold, file, by, reason string) error {
	if err := hold.Story.MayReplan(r.config.Limits.MaxRunReplans); err != nil {
		return err
	}
	plan, err := r.successor(ctx, hold, file, reason)
	if err != nil {
		return err
	}
	return hold.Succeed(context.WithoutCancel(ctx), r.now(), plan, by, reason)
}

// successor reads the successor, or has it written, and judges it as a first plan.
func (r *runner) successor(ctx context.Context, hold *dryrun.Hold, file, reason string) (*lint.Validated, error) {
	if file == "" {
		return r.askReplanner(ctx, hold, reason)
	}
	src, err := r.oneSource(ctx, file)
	if err != nil {
		return nil, err
	}
	plan, found, err := r.judgeToday(hold.Story, src)
	if err != nil || plan != nil {
		return plan, err
	}
	p := found.Primary()
	if err := hold.Refuse(context.WithoutCancel(ctx), r.now(), p.Step, cmp.Or(p.Reason, p.Rule)); err != nil {
		return nil, err
	}
	return nil, r.output.refused(found, r.now())
}

// goOn carries a run on that stopped because a step asked for another plan, as long as there is a replanner who writes
// one and the gates let it through.
func (r *runner) goOn(ctx context.Context, kept store.Store, tenant string, err error) error {
	id := store.RunID{Tenant: tenant, ID: r.o.runID}
	for r.o.replanner != "" && asksReplan(err) {
		if err = r.replanAndResume(ctx, kept, id, err.Error()); err == nil {
			return nil
		}
	}
	return err
}

// asksReplan reports whether a run stopped because a step asked for another plan.
func asksReplan(err error) bool {
	var stop *dryrun.StopError
	return errors.As(err, &stop) && stop.Code == dryrun.CodeReplan && stop.Class == dryrun.ToolFailed
}

func (r *runner) replanAndResume(ctx context.Context, kept store.Store, id store.RunID, reason string) error {
	hold, err := dryrun.Take(ctx, kept, id, owner(), dryrun.Options{Lease: r.config.Limits.Lease}, gone)
	if err != nil {
		return err
	}
	if err := r.succeed(ctx, hold, "", "", reason); err != nil {
		return errors.Join(failedReplan(err), hold.Release(context.WithoutCancel(ctx)))
	}
	plan, err := r.judgeRecorded(ctx, hold)
	if err != nil {
		return errors.Join(err, hold.Release(context.WithoutCancel(ctx)))
	}
	opts := r.optionsOn(kept, len(plan.Plan().Steps))
	if _, err := r.approver(ctx, opts); err != nil {
		return errors.Join(err, hold.Release(context.WithoutCancel(ctx)))
	}
	if r.run, err = dryrun.Resume(plan, hold, *opts); err != nil {
		return errors.Join(err, hold.Release(context.WithoutCancel(ctx)))
	}
	return r.carryOut(ctx, nil)
}

// failedReplan is the end of a run whose own step asked for another plan that was refused: it has failed.
func failedReplan(err error) error {
	var stop *dryrun.StopError
	if errors.As(err, &stop) && stop.Class == dryrun.Refused {
		failed := *stop
		failed.Class = dryrun.ToolFailed
		return &failed
	}
	var status statusError
	if errors.As(err, &status) && status == ExitRefused {
		return statusError(ExitToolFailed)
	}
	return err
}

// askReplanner has a successor written, once: a run under way does not wait for a second try.
func (r *runner) askReplanner(ctx context.Context, hold *dryrun.Hold, reason string) (*lint.Validated, error) {
	flags := r.o.planner()
	s := hold.Story
	authority, problem := r.config.AuthorityOfRun(s.Admission.Plan.Name, s.Admission.Agent)
	if problem != nil {
		return nil, printProblems(r.env, r.o.outputFlags, []config.Problem{*problem})
	}
	told, err := dryrun.ContractsJSON(dryrun.Plannable(r.config.Deployment, authority, r.now()))
	if err != nil {
		return nil, err
	}
	planSchema, _ := schemas.Get("plan")
	var refused *lint.File
	drafter := &dryrun.Drafter{
		Planner: flags.command(r.env, r.config, r.said),
		Request: dryrun.DraftRequest{Task: s.Goal(), Contracts: told, PlanSchema: json.RawMessage(planSchema),
			Replanning: &dryrun.Replanning{Plan: s.InForce(), Reason: reason, Completed: s.Completed()}},
		Name: "successor",
		Judge: func(src *tree.Source) (*lint.Validated, *lint.File, error) {
			plan, found, err := r.judgeToday(s, src)
			refused = found
			return plan, found, err
		},
		Explain: explain,
		Now:     r.now,
	}
	out, err := drafter.Draft(ctx)
	if out.Plan != nil || out.Refused == nil {
		return out.Plan, err
	}
	p := refused.Primary()
	if err := hold.Refuse(context.WithoutCancel(ctx), r.now(), p.Step, cmp.Or(p.Reason, p.Rule)); err != nil {
		return nil, err
	}
	return nil, r.output.refused(refused, r.now())
}
