package cmd

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/lint"
)

// maxApproval is how long a decision may hold: what it is about is looked at by people, whose reasons age.
const maxApproval = 30 * 24 * time.Hour

// approveOptions are the flags of approve, beside those that it shares with run.
type approveOptions struct {
	runOptions
	out        string
	as         string
	allowBound []string
	expiresIn  time.Duration
	expires    bool // expiresIn was given
}

func newApprove(env *Env) *cobra.Command {
	o := &approveOptions{}
	c := &cobra.Command{
		Use:   "approve FILE|-",
		Short: "Decide now about what a plan needs a person for, and run it unattended later",
		Long: `approve puts every step of a plan that needs a person to you, just as run does, and writes your decisions to a file.
Each is bound to the digest of exactly what will run: the plan, the contract, the arguments, the command line and the
bytes of the files it names, which it lists. It is good once, and not for long: limits.approval_ttl, or --expires-in,
which is at most 720h (30 days). planlint run --approvals FILE uses it; anything that changed since voids it, and is named.

A step whose values exist only at run time needs --allow-bound: then whatever they are is approved, as long as they fit
the contract and their labels.

Exit codes: 0 written; 1 the plan is refused; 2 the call, a file or the configuration is at fault, or there is nobody to
ask; 3 a step was not approved, and nothing is written; 130 interrupted.`,
		Example: `  planlint approve plan.yaml --out approved.json
  planlint approve plan.yaml --as grace --expires-in 2h --allow-bound s2 --out approved.json`,
		Args: oneArgument("the file of a plan"),
		RunE: func(c *cobra.Command, args []string) error {
			o.expires = c.Flags().Changed("expires-in")
			return runApprove(c.Context(), env, o, args[0])
		},
	}
	f := c.Flags()
	f.StringVar(&o.out, "out", "", "the `FILE` to write the decisions to (default: standard output)")
	f.StringVar(&o.as, "as", "", "the `NAME` of who decides (default: the login)")
	f.StringArrayVar(&o.allowBound, "allow-bound", nil, "a `STEP` whose values at run time are approved too; may be given more than once")
	f.DurationVar(&o.expiresIn, "expires-in", 0, "the `TIME` the decisions hold, such as 2h, up to 720h (default: limits.approval_ttl)")
	f.StringVar(&o.input, "input", "", "a `FILE` with the run's input, JSON or YAML")
	f.StringVar(&o.agent, "agent", "", "the `NAME` of the agent that carries the plan out, whatever the delegations' patterns say")
	o.configFlags.add(c)
	o.outputFlags.add(c)
	return c
}

func runApprove(ctx context.Context, env *Env, o *approveOptions, file string) (err error) {
	if err := o.outputFlags.check(); err != nil {
		return err
	}
	if o.as == "" {
		o.as = env.login()
	}
	if o.as == "" {
		return usage("name yourself with --as NAME", "who decides can't be told: there is no login")
	}
	switch {
	case o.expires && o.expiresIn <= 0:
		return usage("leave it out for limits.approval_ttl", "--expires-in is %s, and a decision must hold for longer", o.expiresIn)
	case o.expiresIn > maxApproval:
		return usage("up to 720h, 30 days, are allowed", "--expires-in is %s, and no decision holds so long", o.expiresIn)
	}
	r := &runner{env: env, o: &o.runOptions, now: env.Now, output: &runOutput{env: env, flags: o.outputFlags, format: "text"}}
	plan, err := r.validate(ctx, file)
	if err != nil {
		return err
	}
	if err := boundSteps(plan, o.allowBound); err != nil {
		return err
	}
	input, err := r.readInput(ctx, plan)
	if err != nil {
		return err
	}
	if !o.expires {
		o.expiresIn = r.config.Limits.ApprovalTTL
	}
	if err := mayHoldApprovals(ctx, env, o.out); err != nil {
		return err
	}
	clerk, err := newClerk(env, o)
	if err != nil {
		return err
	}
	defer clerk.close()
	kept := rehearsalStore(env.Now)
	defer func() { err = errors.Join(err, kept.Close()) }()
	call := &callees{env: env, config: r.config}
	run := dryrun.New(plan, dryrun.Options{RunID: "approval", Owner: "approve", Store: kept, Call: call.call, Now: env.Now, Input: input,
		Approver: clerk, Dry: true, ApprovalTTL: r.config.Limits.ApprovalTTL, IdempotencyTTL: r.config.Limits.IdempotencyTTL})
	if err := run.Clear(ctx); err != nil {
		return err
	}
	return clerk.write(ctx, file)
}

// boundSteps refuses --allow-bound for steps that have no values at run time.
func boundSteps(plan *lint.Validated, names []string) error {
	for _, name := range names {
		s := plan.Plan().Step(name)
		if s == nil {
			return usage("", "--allow-bound %s names no step of the plan", tree.Quote(name))
		}
		if len(s.Binds) == 0 {
			return usage("leave it out", "--allow-bound %s: all values of the step stand in the plan", tree.Quote(name))
		}
	}
	return nil
}
