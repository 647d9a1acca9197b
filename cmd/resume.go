package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/store"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/config"
)

// resumeOptions are the flags of resume, beside those that it shares with run.
type resumeOptions struct {
	runOptions
	tenant string
	plan   string
}

func newResume(env *Env) *cobra.Command {
	o := &resumeOptions{}
	c := &cobra.Command{
		Use:   "resume RUN",
		Short: "Carry a run on that stopped, failed or was killed",
		Long: `resume takes up a run where its record ends. What finished stays as it is, and is not done again. The recorded plan
is judged by today's contracts, allowlist and scope; only what has not run is cleared, asked for and run.

An effect that was under way when the run ended is repeated only where its contract says that this is safe. Of any
other somebody has to say what became of it first: planlint resolve.

Exit codes: 0 done; 1 the plan is refused, or is another one than on the record; 2 the call or the configuration is at
fault, there is no such run, or nobody to ask; 3 not cleared; 4 a tool failed; 5 nobody knows what became of an effect,
another process holds the run, or the record is not what was written; 6 an allowance is used up; 130 interrupted.`,
		Example: `  planlint resume 20260110-090000-1f2e3d4c
  planlint resume 20260110-090000-1f2e3d4c --plan plan.yaml    # and make sure that it is still this plan`,
		Args: oneArgument("the id of a run; planlint runs lists them"),
		RunE: func(c *cobra.Command, args []string) error { return runResume(c.Context(), env, o, args[0]) },
	}
	f := c.Flags()
	f.StringVar(&o.plan, "plan", "", "a `FILE` that must hold the plan on the record, unchanged")
	f.StringVar(&o.tenant, "tenant", "", "the `NAME` of the tenant whose run it is (default: the only one with such a run)")
	f.StringVar(&o.approvals, "approvals", "", "a `FILE` of decisions from planlint approve, used instead of asking")
	f.IntVarP(&o.jobs, "jobs", "j", 1, "the `NUMBER` of independent steps to run at once")
	o.addOnFailure(c)
	o.addReplanner(c)
	o.resultFlags.add(c)
	o.configFlags.add(c)
	o.outputFlags.add(c)
	return c
}

func runResume(ctx context.Context, env *Env, o *resumeOptions, id string) error {
	r := &runner{env: env, o: &o.runOptions, now: env.Now}
	o.runID, o.named = id, true
	if err := r.flags(); err != nil {
		return err
	}
	var err error
	if r.output, err = o.resultFlags.open(ctx, env, o.outputFlags, false); err != nil {
		return err
	}
	err = r.resume(ctx, o)
	for _, c := range r.closers {
		err = errors.Join(err, c())
	}
	return r.output.close(r.result(), r.path, err)
}

func (r *runner) resume(ctx context.Context, o *resumeOptions) error {
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
	flags := storeFlags{tenant: o.tenant}
	found, err := flags.run(ctx, kept, o.runID)
	if err != nil {
		return err
	}
	r.output.base = &runDocument{RunID: found.ID, Tenant: found.Tenant, Agent: found.Agent, Goal: found.Goal, Status: dryrun.Status(found.Status)}
	hold, err := dryrun.Take(ctx, kept, found.RunID, owner(), dryrun.Options{Lease: r.config.Limits.Lease}, gone)
	if err != nil {
		return err
	}
	return errors.Join(r.takeUp(ctx, o, kept, hold), hold.Release(context.WithoutCancel(ctx)))
}

// takeUp carries a run on whose lease this process has.
func (r *runner) takeUp(ctx context.Context, o *resumeOptions, kept store.Store, hold *dryrun.Hold) error {
	if err := r.recall(hold.Story); err != nil {
		return err
	}
	if err := r.samePlan(ctx, o.plan, hold.Story.Plan()); err != nil {
		return err
	}
	plan, err := r.judgeRecorded(ctx, hold)
	if err != nil {
		return err
	}
	opts := r.optionsOn(kept, len(plan.Plan().Steps))
	approvals, err := r.approver(ctx, opts)
	if err != nil {
		return err
	}
	if r.run, err = dryrun.Resume(plan, hold, *opts); err != nil {
		return err
	}
	return r.goOn(ctx, kept, hold.Story.Run.Tenant, r.carryOut(ctx, approvals))
}

// recall shows the run as it stands on the record, should it not be carried on.
func (r *runner) recall(s *dryrun.Story) error {
	rec := &recorded{story: s}
	plan, err := rec.plan()
	if err != nil {
		return err
	}
	r.path = s.Plan().Name
	r.output.seq = s.Seq()
	r.output.base = rec.document(plan)
	if r.output.base.Status == dryrun.Running { // and nobody is at it
		r.output.base.Status = dryrun.RunInDoubt
	}
	return nil
}

// samePlan demands that a file holds the plan on the record.
func (r *runner) samePlan(ctx context.Context, file string, recorded dryrun.PlanData) error {
	if file == "" {
		return nil
	}
	src, err := r.oneSource(ctx, file)
	if err != nil {
		return err
	}
	d := lint.Digests(src, false)[0]
	if d.Err == nil && d.Digest == recorded.Digest {
		return nil
	}
	now := "none, since it can't be read as a plan"
	if d.Err == nil {
		now = d.Digest
	}
	return &dryrun.StopError{Class: dryrun.Refused, Code: dryrun.CodePlanChanged,
		Message: fmt.Sprintf("%s is not the plan on the record: its digest is %s, and the record has %s", tree.Quote(src.Name), now, recorded.Digest),
		Hint:    "a run keeps its plan: leave --plan out to carry on with it, or run the other one anew"}
}

// oneSource reads the file of a plan.
func (r *runner) oneSource(ctx context.Context, file string) (*tree.Source, error) {
	inputs, _, err := collect(r.env, r.config, []string{file}, "")
	if err != nil {
		return nil, err
	}
	if len(inputs) != 1 {
		return nil, usage("name one file", "%s names %d files, and a run has one plan", tree.Quote(file), len(inputs))
	}
	return inputs[0].readUntil(ctx)
}

// recordedSource is the plan in force as it was read.
func recordedSource(s *dryrun.Story) *tree.Source {
	return &tree.Source{Name: s.Plan().Name, Text: s.Plan().Text}
}

// judgeToday judges a plan for a run on the record, by what holds today. plan is nil where it is refused.
func (r *runner) judgeToday(s *dryrun.Story, src *tree.Source) (plan *lint.Validated, found *lint.File, err error) {
	authority, problem := r.config.AuthorityOfRun(s.Admission.Plan.Name, s.Admission.Agent)
	if problem != nil {
		return nil, nil, printProblems(r.env, r.o.outputFlags, []config.Problem{*problem})
	}
	if authority.Tenant() != s.Run.Tenant {
		return nil, nil, &dryrun.StopError{Class: dryrun.Refused, Code: dryrun.CodeNotAllowed, Detail: "tenant",
			Message: fmt.Sprintf("the run is of tenant %s, and its agent acts for %s now", tree.Quote(s.Run.Tenant), tree.Quote(authority.Tenant())),
			Hint:    "see delegations in the configuration"}
	}
	plan, found, err = judgePlan(src, authority, r.config, r.now())
	if err == nil && len(found.Unusable) > 0 {
		var broken brokenContracts
		broken.add(found.Unusable)
		err = printProblems(r.env, r.o.outputFlags, broken.problems())
	}
	return plan, found, err
}

// judgeRecorded judges the recorded plan, all of it, by what holds today.
func (r *runner) judgeRecorded(ctx context.Context, hold *dryrun.Hold) (*lint.Validated, error) {
	plan, found, err := r.judgeToday(hold.Story, recordedSource(hold.Story))
	if err != nil {
		return nil, err
	}
	if plan == nil {
		p := found.Primary()
		if err := hold.Refuse(context.WithoutCancel(ctx), r.now(), p.Step, cmp.Or(p.Reason, p.Rule)); err != nil {
			return nil, err
		}
		return nil, r.output.refused(found, r.now())
	}
	if plan.Digest() != hold.Story.Plan().Digest {
		return nil, &dryrun.StopError{Class: dryrun.Unknown, Code: dryrun.CodeTampered, Message: "the recorded plan does not have its digest"}
	}
	return plan, nil
}
