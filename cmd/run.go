package cmd

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/store"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/config"
	"github.com/planlint/planlint/lint/rules"
)

// runOptions are the flags of run.
type runOptions struct {
	configFlags
	outputFlags
	resultFlags
	agent      string
	stdinName  string
	input      string
	approvals  string
	runID      string
	named      bool // runID was given; an empty one, of a variable that is not set say, is then a mistake
	now        string
	dry        bool
	requireAll bool
	ask        bool
	jobs       int
	onFailure  string

	replanner    string
	replannerEnv []string
}

func (o *runOptions) addOnFailure(c *cobra.Command) {
	c.Flags().StringVar(&o.onFailure, "on-failure", "stop", "what to do when a step fails, a `WORD`: stop, or unwind to take back what happened, the latest first")
}

func newRun(env *Env) *cobra.Command {
	o := &runOptions{}
	c := &cobra.Command{
		Use:   "run FILE|-",
		Short: "Clear a plan in full, and then run it",
		Long: `run proves a plan as check does, clears every step before the first one runs, and then runs them in the order of
their dependencies: with the commands that the configuration names, and with declared stubs for tools that have none.
What can't be undone is put to a person at the terminal, and only the whole word yes approves.

With --dry it rehearses: it shows the order, the arguments, and who would have to approve what, with declared outcomes
or made-up ones in place of real ones. It starts no process, opens no connection and writes no file.

The first interrupt lets running steps come to their end, and starts no others; the second ends them. Signals within half
a second are one, and a hangup is never the second. Output that nobody can read any more ends nothing: the run goes on.

Exit codes: 0 done; 1 the plan is refused; 2 the call, a file or the configuration is at fault, or there is nobody to
ask; 3 not cleared: a person or the ladder said no, or an approval does not hold; 4 a tool failed; 5 nobody knows what
became of an effect; 6 an allowance is used up; 70 an internal error; 130 interrupted.`,
		Example: `  planlint run --dry plan.yaml
  planlint run --dry plan.yaml --require-cleared      # in CI: fails where a person would be asked
  planlint run plan.yaml
  planlint run plan.yaml --input traveller.json --jobs 4
  planlint run plan.yaml --approvals approved.json    # unattended, with decisions made before`,
		Args: oneArgument("the file of a plan"),
		RunE: func(c *cobra.Command, args []string) error {
			o.named = c.Flags().Changed("run-id")
			return runRun(c.Context(), env, o, args[0])
		},
	}
	f := c.Flags()
	f.BoolVar(&o.dry, "dry", false, "rehearse: start nothing, ask nobody, write nothing")
	f.BoolVar(&o.requireAll, "require-cleared", false, "with --dry: exit with 3 where anybody would have to be asked")
	f.BoolVar(&o.ask, "ask", false, "with --dry: rehearse the questions too")
	f.StringVar(&o.input, "input", "", "a `FILE` with the run's input, JSON or YAML")
	f.StringVar(&o.approvals, "approvals", "", "a `FILE` of decisions from planlint approve, used instead of asking; with --dry: only held against what would run")
	f.StringVar(&o.runID, "run-id", "", "the `ID` of the run, which must be new; it is part of every idempotency key (default: made up)")
	f.IntVarP(&o.jobs, "jobs", "j", 1, "the `NUMBER` of independent steps to run at once")
	f.StringVar(&o.agent, "agent", "", "the `NAME` of the agent that carries the plan out, whatever the delegations' patterns say")
	f.StringVar(&o.now, "now", "", "with --dry: what would hold at another `INSTANT`, RFC 3339")
	f.StringVar(&o.stdinName, "stdin-filename", "", "the `NAME` of standard input, which also says whether it is JSON")
	o.addOnFailure(c)
	o.addReplanner(c)
	o.resultFlags.add(c)
	o.configFlags.add(c)
	o.outputFlags.add(c)
	return c
}

// runner is one run of a plan under way.
type runner struct {
	env      *Env
	o        *runOptions
	config   *config.Config
	path     string // of the plan, as shown
	now      func() time.Time
	output   *runOutput
	progress *progress
	run      *dryrun.Run
	closers  []func() error
}

func runRun(ctx context.Context, env *Env, o *runOptions, file string) error {
	r := &runner{env: env, o: o, now: env.Now}
	if err := r.flags(); err != nil {
		return err
	}
	var err error
	if r.output, err = o.resultFlags.open(ctx, env, o.outputFlags, o.dry); err != nil {
		return err
	}
	err = r.do(ctx, file)
	for _, c := range r.closers {
		err = errors.Join(err, c())
	}
	return r.output.close(r.result(), r.path, err)
}

// flags checks the flags that mean nothing without others.
func (r *runner) flags() error {
	o := r.o
	if err := o.outputFlags.check(); err != nil {
		return err
	}
	for _, f := range []struct {
		set  bool
		name string
	}{{o.requireAll, "--require-cleared"}, {o.ask, "--ask"}, {o.now != "", "--now"}} {
		if f.set && !o.dry {
			return usage("add --dry, or leave it out", "%s goes with --dry only", f.name)
		}
	}
	if o.onFailure != "" {
		if err := oneOf("--on-failure", o.onFailure, "stop", "unwind"); err != nil {
			return err
		}
	}
	if o.jobs < 1 {
		return usage("", "--jobs is %d, and at least 1 is needed", o.jobs)
	}
	if err := o.checkReplanner(); err != nil {
		return err
	}
	if o.ask && o.approvals != "" {
		return usage("keep one of them", "--ask and --approvals exclude each other")
	}
	if o.now != "" {
		at, err := time.Parse(time.RFC3339, o.now)
		if err != nil {
			return usage("write it like 2026-01-31T12:00:00Z", "--now %s is no RFC 3339 instant", tree.Quote(o.now))
		}
		r.now = func() time.Time { return at }
	}
	if !o.named {
		o.runID = dryRunID
		if !o.dry {
			o.runID = newRunID(r.env.Now())
		}
	}
	return checkRunID(o.runID)
}

func (r *runner) do(ctx context.Context, file string) error {
	plan, err := r.validate(ctx, file)
	if err != nil {
		return err
	}
	if err := r.readyReplanner(); err != nil {
		return err
	}
	input, err := r.readInput(ctx, plan)
	if err != nil {
		return err
	}
	o, err := r.options(ctx, plan)
	if err != nil {
		return err
	}
	o.Input = input
	approvals, err := r.approver(ctx, o)
	if err != nil {
		return err
	}
	r.run = dryrun.New(plan, *o)
	if err := r.unused(ctx, o.Store, plan); err != nil {
		return err
	}
	return r.goOn(ctx, o.Store, plan.Authority().Tenant(), r.carryOut(ctx, approvals))
}

// unused refuses the id of a run that exists, before anybody is asked. That it does not come to exist meanwhile is the
// store's affair.
func (r *runner) unused(ctx context.Context, kept store.Store, plan *lint.Validated) error {
	switch _, err := kept.Run(ctx, store.RunID{Tenant: plan.Authority().Tenant(), ID: r.o.runID}); {
	case err == nil:
		return &dryrun.StopError{Class: dryrun.Unable, Code: dryrun.CodeRunExists, Message: "there is a run " + tree.Quote(r.o.runID) + " already",
			Hint: "planlint resume carries a run on; for another one choose another --run-id"}
	case errors.Is(err, store.ErrNotFound):
		return nil
	default:
		return storeError(err)
	}
}

// carryOut clears the run and executes it.
func (r *runner) carryOut(ctx context.Context, approvals *approvalsFile) error {
	if err := r.run.Clear(ctx); err != nil {
		return err
	}
	if approvals != nil && !r.o.dry {
		if err := approvals.use(ctx, r.o.runID, r.now()); err != nil {
			return err
		}
	}
	if r.progress != nil {
		r.progress.carriesOn(done(r.run.Result()))
		defer context.AfterFunc(ctx, r.progress.interrupted)()
	}
	if err := r.run.Execute(ctx); err != nil {
		return err
	}
	if r.o.requireAll {
		return r.cleared()
	}
	return nil
}

// done counts the steps of the plan in force that are done.
func done(res *dryrun.Result) int {
	n := 0
	for i := range res.Steps {
		if s := &res.Steps[i]; s.Wave > 0 && s.Status == dryrun.Succeeded {
			n++
		}
	}
	return n
}

// cleared is an error where anybody would have to be asked.
func (r *runner) cleared() error {
	var first *dryrun.StepResult
	n := 0
	steps := r.run.Result().Steps
	for i := range steps {
		s := &steps[i]
		if s.ApprovedBy == "" && (s.Label == dryrun.WouldAsk || s.Label == dryrun.UnknownUntil && s.Reason != "") {
			if n++; first == nil {
				first = s
			}
		}
	}
	if n == 0 {
		return nil
	}
	message := fmt.Sprintf("step %s needs a person to approve %s", tree.Quote(first.StepID), tree.Quote(first.Tool))
	if n > 1 {
		message = fmt.Sprintf("%d steps need a person, of which the first is %s", n, tree.Quote(first.StepID))
	}
	return &dryrun.StopError{Class: dryrun.NotCleared, Code: dryrun.CodeNotCleared, Step: first.StepID, Tool: first.Tool,
		Message: message + ": " + first.Reason, Hint: "planlint approve decides now, for a run that nobody watches"}
}

// validate reads the plan and judges it. What is found is shown; a plan that is refused ends it.
func (r *runner) validate(ctx context.Context, file string) (*lint.Validated, error) {
	o := r.o
	if o.stdinName != "" && file != "-" {
		return nil, usage("name - as the file", "--stdin-filename is given, but standard input is not read")
	}
	var err error
	if r.config, err = o.configFlags.load(r.env, o.outputFlags); err != nil {
		return nil, err
	}
	inputs, _, err := collect(r.env, r.config, []string{file}, o.stdinName)
	if err != nil {
		return nil, err
	}
	if len(inputs) != 1 {
		return nil, usage("name one file", "%s names %d files, and a run has one plan", tree.Quote(file), len(inputs))
	}
	in := &inputs[0]
	r.path = in.name
	authority, problem := r.config.Authority(in.path, o.agent)
	if problem != nil {
		return nil, printProblems(r.env, o.outputFlags, []config.Problem{*problem})
	}
	src, err := in.readUntil(ctx)
	if err != nil {
		return nil, err
	}
	plan, found, err := judgePlan(src, authority, r.config, r.now())
	if err != nil {
		return nil, err
	}
	if len(found.Unusable) > 0 {
		var broken brokenContracts
		broken.add(found.Unusable)
		return nil, printProblems(r.env, o.outputFlags, broken.problems())
	}
	for _, n := range append(found.NotChecked, r.config.NotChecked...) {
		r.output.notChecked = append(r.output.notChecked, notChecked{n.What, n.Why})
	}
	if plan == nil {
		return nil, r.output.refused(found, r.now())
	}
	if n := len(found.Findings); n > 0 && !o.quiet && r.output.format == "text" {
		fmt.Fprintf(r.env.Stderr, "planlint: %d %s about the plan; planlint check shows them\n", n, plural(n, "remark"))
	}
	return plan, nil
}

// judgePlan judges a plan that is to run. What never clears is left to clearing, which says so in its own words.
func judgePlan(src *tree.Source, a lint.Authority, c *config.Config, now time.Time) (*lint.Validated, *lint.File, error) {
	levels := map[string]lint.Severity{}
	for id, level := range c.Deployment.Levels {
		levels[id] = level
	}
	levels["never-cleared"] = lint.Off
	plan, found, err := lint.Validate(src, a, &lint.Options{Deployment: c.Deployment, Rules: lint.NewRuleSet(rules.All(), levels), Now: now})
	var several *lint.SeveralError
	if errors.As(err, &several) {
		err = usage("write the one to a file of its own", "%s: %s", src.Name, several.Error())
	}
	return plan, found, err
}

// options are how the plan is run.
func (r *runner) options(ctx context.Context, plan *lint.Validated) (*dryrun.Options, error) {
	kept := rehearsalStore(r.now)
	if r.o.dry && classed(plan) {
		r.output.notChecked = append(r.output.notChecked, notChecked{"headroom and owed reports",
			"a rehearsal looks at no store, so what earlier runs drew on grants and owe does not count"})
	}
	if r.o.dry && r.o.approvals != "" {
		r.output.notChecked = append(r.output.notChecked, notChecked{"earlier uses of the approvals",
			"a rehearsal looks at no store, so a copy made before a run used them passes"})
	}
	if r.o.dry {
		call := &callees{env: r.env, config: r.config}
		r.output.notChecked = append(r.output.notChecked, call.absent(plan.Plan().Steps)...)
	} else {
		var err error
		if kept, err = openStore(ctx, r.env, r.config.Store, false); err != nil {
			return nil, err
		}
	}
	r.closers = append(r.closers, kept.Close)
	return r.optionsOn(kept, len(plan.Plan().Steps)), nil
}

// classed reports whether the ladder decides about a step of the plan.
func classed(plan *lint.Validated) bool {
	steps := plan.Plan().Steps
	return slices.ContainsFunc(steps, func(s lint.Step) bool { return plan.Deployment().Ladder.Class(s.Tool) != nil })
}

// optionsOn are the options with a store that is open.
func (r *runner) optionsOn(kept store.Store, steps int) *dryrun.Options {
	if !r.o.quiet && !r.o.dry {
		r.progress = newProgress(r.env, steps, r.env.StderrTerminal && r.env.Getenv("TERM") != "dumb")
		r.closers = append(r.closers, func() error { r.progress.close(); return nil })
	}
	call := &callees{env: r.env, config: r.config, dry: r.o.dry, vouch: r.o.approvals != "", stderr: r.said}
	r.output.catalog, r.output.where = r.config.Deployment.Catalog, storeFlags{configFlags: r.o.configFlags}
	limits := r.config.Limits
	jobs := r.o.jobs
	if r.o.dry { // what happens at once is told in the order in which it ends
		jobs = 1
	}
	return &dryrun.Options{RunID: r.o.runID, Owner: owner(), Store: kept, Call: call.call, Now: r.now, Jobs: jobs, Dry: r.o.dry,
		Observe: r.observe, Force: r.env.Force, ApprovalTTL: limits.ApprovalTTL, IdempotencyTTL: limits.IdempotencyTTL, Lease: limits.Lease,
		MaxReplans: limits.MaxRunReplans, Unwind: r.o.onFailure == "unwind", Point: r.env.Point}
}

// observe is told each event.
func (r *runner) observe(e dryrun.Event) {
	r.output.event(e)
	if r.progress != nil {
		r.progress.event(e)
	}
}

// said is told what tools say while they run.
func (r *runner) said(step string, line []byte) {
	if r.progress != nil {
		r.progress.said(step, line)
	}
}

// result is the run as far as it came; nil where there is none.
func (r *runner) result() *dryrun.Result {
	if r.run == nil {
		return nil
	}
	return r.run.Result()
}

// readInput reads the run's input, and holds it against what the plan says of it.
func (r *runner) readInput(ctx context.Context, plan *lint.Validated) (dryrun.Value, error) {
	if r.o.input == "" {
		return dryrun.Value{}, nil
	}
	in := input{name: filepath.ToSlash(r.o.input), path: r.env.abs(r.o.input), slow: true}
	src, err := in.readUntil(ctx)
	if err != nil {
		return dryrun.Value{}, err
	}
	return dryrun.ReadInput(src, plan)
}
