package cmd

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/compare"
	"github.com/planlint/planlint/lint/config"
	"github.com/planlint/planlint/lint/report"
)

// diffOptions are the flags of diff.
type diffOptions struct {
	configFlags
	outputFlags
	agent     string
	format    string
	now       string
	stdinName string
	gate      bool // --no-escalation
}

func newDiff(env *Env) *cobra.Command {
	o := &diffOptions{}
	c := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Say what changed from one plan to another, and what that means",
		Long: `diff compares two plans step by step: which are new, gone or carried out in another order, which arguments have
another value or come from somewhere else, and what that means under planlint.yaml: who has to approve, what can't be
undone, and where the new plan may do more than the old one did. A step is known by its id.

What may do more is an escalation: a new tool, a new step that may be irreversible or calls a tool once more, something
that is not verified any more, a step that nobody has to clear any more, a wider argument, a value from an untrusted
outcome that the step did not take from. planlint explain escalation says each exactly. With --no-escalation each fails the comparison.

diff does not judge the plans: planlint check does, and with --against it compares with what git has.

Exit codes: 0 compared, whether or not the plans differ; 1 a plan can't be read, or there is an escalation and
--no-escalation; 2 the call, a file or the configuration is at fault.`,
		Example: `  planlint diff old.yaml new.yaml
  planlint diff old.yaml new.yaml --no-escalation
  planlint diff old.yaml new.yaml --format markdown > comment.md
  planner --again | planlint diff plan.yaml -`,
		Args: func(c *cobra.Command, args []string) error {
			switch {
			case len(args) < 2:
				return usage(c.CommandPath()+" --help shows examples", "%s needs the files of two plans", c.CommandPath())
			case len(args) > 2:
				return usage("", "%s compares two plans, but was given %s as well", c.CommandPath(), tree.Quote(args[2]))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return runDiff(c.Context(), env, o, args[0], args[1]) },
	}
	f := c.Flags()
	f.BoolVar(&o.gate, "no-escalation", false, "exit with 1 where the new plan may do more than the old one")
	f.StringVar(&o.format, "format", "text", "how to print, a `FORMAT`: text, json or markdown")
	f.StringVar(&o.agent, "agent", "", "the `NAME` of the agent that would carry the plans out, whatever the delegations' patterns say")
	f.StringVar(&o.now, "now", "", "judge expiries at another `INSTANT` than now, RFC 3339")
	f.StringVar(&o.stdinName, "stdin-filename", "", "the `NAME` of standard input, which also says whether it is JSON")
	o.configFlags.add(c)
	f.BoolVarP(&o.verbose, "verbose", "v", false, "say which files were read, and show long values in full")
	o.addColor(c)
	return c
}

// difference is a comparison with what it was made of.
type difference struct {
	*compare.Comparison
	old, new    diffSide
	deployed    bool // there is a deployment, so that what the changes mean is known
	notCompared []lint.NotChecked
}

// diffSide is one of the plans.
type diffSide struct {
	name  string // as shown
	in    input
	src   *tree.Source
	plan  *lint.Plan
	fault *lint.Finding // why it can't be read; nil where it can
}

func runDiff(ctx context.Context, env *Env, o *diffOptions, older, newer string) error {
	now, err := o.flags(env, older, newer)
	if err != nil {
		return err
	}
	c, err := o.deployment(env)
	if err != nil {
		return err
	}
	d := &difference{}
	for _, side := range []struct {
		into *diffSide
		word string
	}{{&d.old, older}, {&d.new, newer}} {
		if err := side.into.read(ctx, env, c, side.word, o.stdinName); err != nil {
			return err
		}
	}
	for _, side := range []*diffSide{&d.old, &d.new} {
		if side.fault != nil {
			return side.refuse(env, o)
		}
	}
	if err := d.compare(env, o, c, now); err != nil {
		return err
	}
	switch o.format {
	case "json":
		err = print(env, d.json(versionOf(env)))
	case "markdown":
		err = print(env, d.markdown())
	default:
		err = print(env, d.text(env.colour(o.color, env.StdoutTerminal), o.verbose))
	}
	if err == nil && o.gate && len(d.Escalations) > 0 {
		err = statusError(ExitRefused)
	}
	return err
}

// flags checks the flags and returns the instant at which expiries are judged.
func (o *diffOptions) flags(env *Env, older, newer string) (now time.Time, err error) {
	if err := o.outputFlags.check(); err != nil {
		return now, err
	}
	if err := oneOf("--format", o.format, "text", "json", "markdown"); err != nil {
		return now, err
	}
	switch {
	case older == "-" && newer == "-":
		return now, usage("", "standard input is named twice")
	case o.stdinName != "" && older != "-" && newer != "-":
		return now, usage("name - as one of the plans", "--stdin-filename is given, but standard input is not read")
	}
	if now = env.Now(); o.now != "" {
		if now, err = time.Parse(time.RFC3339, o.now); err != nil {
			return now, usage("write it like 2026-01-31T12:00:00Z", "--now %s is no RFC 3339 instant", tree.Quote(o.now))
		}
	}
	return now, nil
}

// deployment is what the plans are compared under; nil where there is none, which only a gate can't do without.
func (o *diffOptions) deployment(env *Env) (*config.Config, error) {
	path, err := o.configFlags.find(env)
	if err != nil {
		return nil, err
	}
	if path == "" && len(o.contracts) == 0 && !o.gate && o.agent == "" {
		return nil, nil
	}
	return o.configFlags.load(env, o.outputFlags)
}

// read reads one of the plans.
func (s *diffSide) read(ctx context.Context, env *Env, c *config.Config, word, stdinName string) error {
	if word != "-" {
		stdinName = ""
	}
	inputs, _, err := collect(env, c, []string{word}, stdinName)
	if err != nil {
		return err
	}
	if len(inputs) != 1 {
		return usage("name one file", "%s names %d files, and a plan is compared with one other", tree.Quote(word), len(inputs))
	}
	s.in, s.name = inputs[0], inputs[0].name
	if s.src, err = s.in.readUntil(ctx); err != nil {
		return err
	}
	s.plan, s.fault = lint.Parse(s.src)
	return nil
}

// refuse says why a plan can't be read.
func (s *diffSide) refuse(env *Env, o *diffOptions) error {
	fault := *s.fault
	fault.Severity = lint.Error
	if o.format == "json" {
		if err := print(env, s.faultJSON(versionOf(env))); err != nil {
			return err
		}
	}
	r, err := report.New("text", env.Stderr, report.Options{Color: env.colour(o.color, env.StderrTerminal), Width: env.Width, Quiet: true})
	if err != nil {
		return err
	}
	if err := r.File(&lint.File{Source: s.src, Findings: []lint.Finding{fault}}); err != nil {
		return &writeError{err: err}
	}
	if err := r.Close(lint.Summary{}); err != nil {
		return &writeError{err: err}
	}
	fmt.Fprintf(env.Stderr, "planlint: %s can't be compared\n", tree.Visible(s.name))
	return statusError(ExitRefused)
}

// compare compares the plans under a deployment, or without one. The new plan must have an authority; an old one that
// stands where no delegation reaches, in a folder of its own say, is compared under the new one's.
func (d *difference) compare(env *Env, o *diffOptions, c *config.Config, now time.Time) error {
	if d.deployed = c != nil; !d.deployed {
		d.notCompared = append(d.notCompared, lint.NotChecked{What: "what the changes mean",
			Why: "there is no planlint.yaml and no list of contracts, so who has to approve and what can be undone is not known"})
		d.Comparison = compare.Plans(compare.Subject{Plan: d.old.plan}, compare.Subject{Plan: d.new.plan}, compare.Options{Now: now})
		return nil
	}
	is, problem := c.Authority(d.new.in.path, o.agent)
	if problem != nil {
		return printProblems(env, o.outputFlags, []config.Problem{*problem})
	}
	was, problem := c.Authority(d.old.in.path, o.agent)
	if problem != nil {
		was = is
		d.notCompared = append(d.notCompared, lint.NotChecked{What: "the authority of " + tree.Visible(d.old.name),
			Why: problem.Message + "; that of " + tree.Visible(d.new.name) + " was taken"})
	}
	d.notCompared = append(d.notCompared, c.NotChecked...)
	d.Comparison = compare.Plans(compare.Subject{Plan: d.old.plan, Authority: was}, compare.Subject{Plan: d.new.plan, Authority: is},
		compare.Options{Deployment: c.Deployment, Now: now})
	return nil
}
