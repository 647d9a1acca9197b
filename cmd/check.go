package cmd

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/config"
	"github.com/planlint/planlint/lint/report"
	"github.com/planlint/planlint/lint/rules"
)

// checkOptions are the flags of check.
type checkOptions struct {
	configFlags
	outputFlags
	agent     string
	formats   []string
	failOn    string
	now       string
	stdinName string
	stream    bool
	first     bool
	baseline  string
	ref       string // --against
	compare   bool   // it is given
	exitZero  bool
	maxSteps  int
	noPayload bool
	jobs      int
	exclude   bool
}

func newCheck(env *Env) *cobra.Command {
	o := &checkOptions{}
	c := &cobra.Command{
		Use:   "check [FILE|DIR|GLOB|-]...",
		Short: "Check plans and say what is wrong with them",
		Long: `check proves plans against the registry, the allowlist, the delegated scope, the schema of every argument and the
dependency graph, and reports all it finds, each at its own token.

Without an argument it checks what "plans" in planlint.yaml matches. A folder stands for the plans in it that git
does not ignore. A dash reads one plan from standard input.

With --against it also compares each plan with the one that stands in the same place at a git ref: broken-lineage,
step-reused and escalation say what the change must not do. A plan that was moved is compared with itself under its old
name, where git sees it. A plan that is new, or belongs to a submodule, has nothing to be compared with, and a plan that
is gone is not checked: the report says so.

Exit codes: 0 nothing at or above --fail-on was found; 1 a plan is refused; 2 the call, a file or the configuration is
at fault, or there was nothing to check; 70 an internal error; 130 interrupted.`,
		Example: `  planlint check
  planlint check plan.yaml
  planlint check plans/ --fail-on warning
  planlint check plan.yaml --contracts tools.json --format json
  planlint check plans/ --against main
  planner --task "book a flight" | planlint check - --stdin-filename plan.json --first`,
		RunE: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("max-steps") && o.maxSteps < 1 {
				return usage("", "--max-steps is %d, and at least 1 is needed", o.maxSteps)
			}
			o.compare = c.Flags().Changed("against")
			return runCheck(c.Context(), env, o, args)
		},
	}
	f := c.Flags()
	o.configFlags.add(c)
	f.StringVar(&o.agent, "agent", "", "the `NAME` of the agent that would carry the plans out, whatever the delegations' patterns say")
	f.StringArrayVar(&o.formats, "format", nil, "how to print findings, a `FORMAT` or FORMAT=PATH, more than once if wanted: "+join(report.Formats(), "or")+" (default text)")
	f.StringVar(&o.baseline, "baseline", "", "a `FILE` of known findings, which are counted but not shown; planlint baseline write makes one")
	f.StringVar(&o.ref, "against", "", "a git `REF` that holds the plans as they were: a changed plan must be a successor that does no more")
	f.BoolVar(&o.exitZero, "exit-zero", false, "exit with 0 instead of 1 when plans are refused; all other codes stay")
	f.StringVar(&o.failOn, "fail-on", "error", "the `SEVERITY` from which findings fail the check: error, warning or note")
	f.BoolVar(&o.first, "first", false, "print only the primary finding of each plan: what a run would stop at")
	f.BoolVar(&o.stream, "stream", false, "let a file hold several plans: YAML documents, or JSON values one behind the other")
	f.BoolVar(&o.exclude, "force-exclude", false, "leave out what .planlintignore matches also where it is named, as a hook does with every file")
	f.StringVar(&o.stdinName, "stdin-filename", "", "the `NAME` of standard input, which also says whether it is JSON")
	f.BoolVar(&o.noPayload, "no-payload", false, "leave the arguments of refused steps out of the report")
	f.IntVar(&o.maxSteps, "max-steps", 0, "the `NUMBER` of steps a plan may have, instead of limits.max_steps")
	f.StringVar(&o.now, "now", "", "judge expiries at another `INSTANT` than now, RFC 3339")
	f.IntVarP(&o.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "the `NUMBER` of files to check at once; the output is the same")
	o.outputFlags.add(c)
	return c
}

// checkRun is one run of check under way.
type checkRun struct {
	env     *Env
	o       *checkOptions
	failOn  lint.Severity
	options *lint.Options
	inputs  []input
	sinks   []sink
	known   *lint.Baseline // nil where there is none
	earlier *earlier       // the plans at --against; nil without
	summary lint.Summary
	refused bool // something was found at or above --fail-on
	broken  brokenContracts
	drafts  bool // plans may change without being successors
	config  *config.Config
	cover   cover

	excluded bool // all that was named is excluded, so there is nothing to judge
}

func runCheck(ctx context.Context, env *Env, o *checkOptions, args []string) error {
	run := &checkRun{env: env, o: o}
	now, err := run.flags()
	if err != nil {
		return err
	}
	if err := run.open(ctx); err != nil {
		return err
	}
	if err = run.prepare(now, args); err == nil && o.compare {
		run.earlier, err = run.against(ctx, o.ref, run.drafts)
	}
	if err == nil {
		err = run.report(ctx)
	}
	return run.close(err)
}

// prepare finds out what is to be judged, by what, and under whose authority.
func (r *checkRun) prepare(now time.Time, args []string) error {
	o := r.o
	if o.stdinName != "" && !slices.Contains(args, "-") { // it would be silently ignored
		return usage("add - to the files", "--stdin-filename is given, but standard input is not read")
	}
	c, err := o.configFlags.load(r.env, o.outputFlags)
	if err != nil {
		return err
	}
	if o.maxSteps > 0 {
		c.Deployment.MaxSteps, c.Deployment.MaxStepsPlace = o.maxSteps, tree.Place{}
	}
	var left []lint.NotChecked
	if r.inputs, left, err = collect(r.env, c, args, o.stdinName); err != nil {
		return err
	}
	r.summary.NotChecked = append(r.summary.NotChecked, left...)
	r.cover = cover{config: c, words: args}
	if o.exclude {
		if err := r.exclude(len(args) > 0); err != nil {
			return err
		}
	}
	if err := r.authorities(c); err != nil {
		return err
	}
	r.options = &lint.Options{
		Deployment: c.Deployment, Rules: lint.NewRuleSet(rules.All(), c.Deployment.Levels), Now: now,
		Stream: o.stream, NoPayload: o.noPayload, Digest: slices.ContainsFunc(r.sinks, func(s sink) bool { return !people(s.format) }),
	}
	r.drafts = c.FreeDrafts
	if err := r.spare(c); err != nil {
		return err
	}
	if o.baseline != "" {
		if r.known, err = r.readBaseline(o.baseline); err != nil {
			return err
		}
	}
	r.summary.NotChecked = append(r.summary.NotChecked, c.NotChecked...)
	return nil
}

// flags checks the flags that stand for something else than themselves.
func (r *checkRun) flags() (now time.Time, err error) {
	o := r.o
	if err := o.outputFlags.check(); err != nil {
		return now, err
	}
	if r.sinks, err = parseFormats(o.formats); err != nil {
		return now, err
	}
	if err := oneOf("--fail-on", o.failOn, "error", "warning", "note"); err != nil {
		return now, err
	}
	r.failOn, _ = lint.ParseSeverity(o.failOn)
	if o.jobs < 1 {
		return now, usage("", "--jobs is %d, and at least 1 is needed", o.jobs)
	}
	if now = r.env.Now(); o.now != "" {
		if now, err = time.Parse(time.RFC3339, o.now); err != nil {
			return now, usage("write it like 2026-01-31T12:00:00Z", "--now %s is no RFC 3339 instant", tree.Quote(o.now))
		}
	}
	return now, nil
}

// report checks the inputs and prints what is found, in the order of the inputs.
func (r *checkRun) report(ctx context.Context) error {
	var failed error
	for res := range r.results(ctx) {
		if res.err != nil && failed == nil {
			failed = res.err
		}
		if res.file == nil {
			continue
		}
		r.count(res.file)
		if r.file(res.file); r.unread() {
			break
		}
	}
	if failed == nil && ctx.Err() == nil && r.known != nil {
		for _, f := range r.known.Unused() {
			r.count(f)
			r.file(f)
		}
	}
	switch {
	case ctx.Err() != nil:
		return interruptedError{}
	case failed != nil:
		return failed
	case r.unread() && !r.refused: // and that is what ends it
		return nil
	case r.broken.any():
		return printProblems(r.env, r.o.outputFlags, r.broken.problems())
	case r.summary.Plans == 0 && r.summary.Errors == 0 && !r.excluded:
		return usage("name files that hold plans", "no plan was found in what was named, so nothing was checked")
	case r.refused && !r.o.exitZero:
		return statusError(ExitRefused)
	}
	return nil
}

// count adds a file to the summary and drops what is not to be shown.
func (r *checkRun) count(f *lint.File) {
	s := &r.summary
	s.Files++
	s.Plans += f.Plans
	s.Steps += f.Steps
	s.NotChecked = append(s.NotChecked, f.NotChecked...)
	r.broken.add(f.Unusable)
	if r.known != nil {
		r.known.Hide(f)
		s.Suppressed += f.Suppressed
	}
	kept := f.Findings[:0]
	for _, d := range f.Findings {
		switch d.Severity {
		case lint.Error:
			s.Errors++
		case lint.Warning:
			s.Warnings++
		default:
			s.Notes++
		}
		r.refused = r.refused || d.Severity <= r.failOn
		if !r.o.first || d.Primary {
			kept = append(kept, d)
		}
	}
	f.Findings = kept
}

// close ends the documents, also where the check could not do its work.
func (r *checkRun) close(err error) error {
	code := exitCode(err)
	var failure *lint.Failure
	if code != ExitOK && code != ExitRefused {
		failure = &lint.Failure{Message: err.Error(), Exit: code}
		var broken *configError
		if errors.As(err, &broken) {
			for i := range broken.files {
				r.count(&broken.files[i])
				r.machineFile(&broken.files[i])
			}
		}
	}
	if write := r.closeSinks(failure, code == ExitOK); write != nil {
		return errors.Join(write, err)
	}
	return err
}

// machineFile hands a file to the sinks that are not for people: these have seen it on standard error.
func (r *checkRun) machineFile(f *lint.File) {
	for i := range r.sinks {
		if s := &r.sinks[i]; s.err == nil && !people(s.format) {
			s.err = s.rep.File(f)
		}
	}
}

// reportOptions are what reporters need to know.
func (r *checkRun) reportOptions() report.Options {
	return report.Options{
		Color: r.env.colour(r.o.color, r.env.StdoutTerminal), Width: r.env.Width, NoPayload: r.o.noPayload,
		Quiet: r.o.quiet, Verbose: r.o.verbose, Version: versionOf(r.env), FailOn: r.failOn, Rules: rules.All(), Dir: r.env.Dir,
	}
}

// shown is a path as people see it: relative to the working directory, with "/".
func (r *checkRun) shown(path string) string {
	if rel, err := filepath.Rel(r.env.Dir, r.env.abs(path)); err == nil {
		path = rel
	}
	return filepath.ToSlash(path)
}
