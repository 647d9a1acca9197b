package cmd

import (
	"bufio"
	"context"
	"errors"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/report"
	"github.com/planlint/planlint/lint/rules"
)

// checkOptions are the flags of check.
type checkOptions struct {
	configFlags
	outputFlags
	agent     string
	format    string
	failOn    string
	now       string
	stdinName string
	stream    bool
	first     bool
	maxSteps  int
	noPayload bool
	jobs      int
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

Exit codes: 0 nothing at or above --fail-on was found; 1 a plan is refused; 2 the call, a file or the configuration is
at fault, or there was nothing to check; 70 an internal error; 130 interrupted.`,
		Example: `  planlint check
  planlint check plan.yaml
  planlint check plans/ --fail-on warning
  planlint check plan.yaml --contracts tools.json --format json
  planner --task "book a flight" | planlint check - --stdin-filename plan.json --first`,
		RunE: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("max-steps") && o.maxSteps < 1 {
				return usage("", "--max-steps is %d, and at least 1 is needed", o.maxSteps)
			}
			return runCheck(c.Context(), env, o, args)
		},
	}
	f := c.Flags()
	o.configFlags.add(c)
	f.StringVar(&o.agent, "agent", "", "the `NAME` of the agent that would carry the plans out, whatever the delegations' patterns say")
	f.StringVar(&o.format, "format", "text", "how to print findings, a `FORMAT`: "+join(report.Formats()))
	f.StringVar(&o.failOn, "fail-on", "error", "the `SEVERITY` from which findings fail the check: error, warning or note")
	f.BoolVar(&o.first, "first", false, "print only the primary finding of each plan: what a run would stop at")
	f.BoolVar(&o.stream, "stream", false, "let a file hold several plans: YAML documents, or JSON values one behind the other")
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
	summary lint.Summary
	refused bool // something was found at or above --fail-on
	broken  brokenContracts
}

func runCheck(ctx context.Context, env *Env, o *checkOptions, args []string) error {
	run := &checkRun{env: env, o: o}
	now, err := run.flags()
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(env.Stdout, 64<<10)
	rep, err := report.New(o.format, out, report.Options{
		Color: env.colour(o.color, env.StdoutTerminal), Width: env.Width, NoPayload: o.noPayload,
		Quiet: o.quiet, Verbose: o.verbose, Version: versionOf(env),
	})
	if err != nil {
		return usage("", "%s", err.Error())
	}
	if err = run.prepare(now, args); err == nil {
		err = run.report(ctx, rep)
	}
	return run.close(rep, out, err)
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
	if r.inputs, err = collect(r.env, c, args, o.stdinName); err != nil {
		return err
	}
	if err := r.authorities(c); err != nil {
		return err
	}
	r.options = &lint.Options{
		Deployment: c.Deployment, Rules: lint.NewRuleSet(rules.All(), c.Deployment.Levels), Now: now,
		Stream: o.stream, Digest: o.format == "json", NoPayload: o.noPayload,
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
	if err := oneOf("--format", o.format, report.Formats()...); err != nil {
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
func (r *checkRun) report(ctx context.Context, rep report.Reporter) error {
	var failed error
	for res := range r.results(ctx) {
		if res.err != nil && failed == nil {
			failed = res.err
		}
		if res.file == nil {
			continue
		}
		r.count(res.file)
		if err := rep.File(res.file); err != nil {
			return &writeError{err}
		}
	}
	switch {
	case failed != nil:
		return failed
	case ctx.Err() != nil:
		return ctx.Err()
	case r.broken.any():
		return printProblems(r.env, r.o.outputFlags, r.broken.problems())
	case r.summary.Plans == 0 && r.summary.Errors == 0:
		return usage("name files that hold plans", "no plan was found in what was named, so nothing was checked")
	case r.refused:
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

// close ends the document, also where the check could not do its work: a format for machines is one valid document
// that then says why. Formats for people leave that to standard error.
func (r *checkRun) close(rep report.Reporter, out *bufio.Writer, err error) error {
	var write *writeError
	if errors.As(err, &write) {
		return err
	}
	code := exitCode(err)
	failed := code != ExitOK && code != ExitRefused
	if failed {
		if r.o.format == "text" || r.o.format == "concise" {
			if err := out.Flush(); err != nil {
				return &writeError{err}
			}
			return err
		}
		r.summary.Failure = &lint.Failure{Message: err.Error(), Exit: code}
		var broken *configError
		if errors.As(err, &broken) {
			for i := range broken.files {
				r.count(&broken.files[i])
				if err := rep.File(&broken.files[i]); err != nil {
					return &writeError{err}
				}
			}
		}
	}
	if err := rep.Close(r.summary); err != nil {
		return &writeError{err}
	}
	if err := out.Flush(); err != nil {
		return &writeError{err}
	}
	return err
}
