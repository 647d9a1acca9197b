package cmd

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/lint"
)

// approveOptions are the flags of approve, beside those that it shares with run.
type approveOptions struct {
	runOptions
	out        string
	as         string
	allowBound []string
	expiresIn  time.Duration
}

func newApprove(env *Env) *cobra.Command {
	o := &approveOptions{}
	c := &cobra.Command{
		Use:   "approve FILE",
		Short: "Decide now about what a plan needs a person for, and run it unattended later",
		Long: `approve puts every step of a plan that needs a person to you, just as run does, and writes your decisions to a file.
Each is bound to the digest of exactly what will run: the plan, the contract, the arguments, the command line and the
bytes of the files it names. It is good once, and not for long. planlint run --approvals FILE uses it; anything that
changed since voids it, and is named.

A step whose values exist only at run time needs --allow-bound: then whatever they are is approved, as long as they fit
the contract and their labels.

Exit codes: 0 written; 1 the plan is refused; 2 the call, a file or the configuration is at fault, or there is nobody to
ask; 3 a step was not approved, and nothing is written; 130 interrupted.`,
		Example: `  planlint approve plan.yaml --out approved.json
  planlint approve plan.yaml --as grace --expires-in 2h --allow-bound s2 --out approved.json`,
		Args: oneArgument("the file of a plan"),
		RunE: func(c *cobra.Command, args []string) error { return runApprove(c.Context(), env, o, args[0]) },
	}
	f := c.Flags()
	f.StringVar(&o.out, "out", "", "the `FILE` to write the decisions to (default: standard output)")
	f.StringVar(&o.as, "as", "", "the `NAME` of who decides (default: the login)")
	f.StringArrayVar(&o.allowBound, "allow-bound", nil, "a `STEP` whose values at run time are approved too; may be given more than once")
	f.DurationVar(&o.expiresIn, "expires-in", 0, "the `TIME` the decisions hold, such as 2h (default: limits.approval_ttl)")
	f.StringVar(&o.input, "input", "", "a `FILE` with the run's input, JSON or YAML")
	f.StringVar(&o.agent, "agent", "", "the `NAME` of the agent that carries the plan out, whatever the delegations' patterns say")
	o.configFlags.add(c)
	o.outputFlags.add(c)
	return c
}

func runApprove(ctx context.Context, env *Env, o *approveOptions, file string) error {
	if err := o.outputFlags.check(); err != nil {
		return err
	}
	if o.as == "" {
		o.as = env.login()
	}
	if o.as == "" {
		return usage("name yourself with --as NAME", "who decides can't be told: there is no login")
	}
	if o.expiresIn < 0 {
		return usage("", "--expires-in is %s, and must not be negative", o.expiresIn)
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
	if o.expiresIn == 0 {
		o.expiresIn = r.config.Limits.ApprovalTTL
	}
	if err := mayHoldApprovals(env, o.out); err != nil {
		return err
	}
	clerk, err := newClerk(env, o)
	if err != nil {
		return err
	}
	defer clerk.close()
	kept := rehearsalStore(env.Now)
	defer kept.Close()
	call := &callees{env: env, config: r.config}
	run := dryrun.New(plan, dryrun.Options{RunID: "approval", Owner: "approve", Store: kept, Call: call.call, Now: env.Now, Input: input,
		Approver: clerk, Dry: true, ApprovalTTL: r.config.Limits.ApprovalTTL, IdempotencyTTL: r.config.Limits.IdempotencyTTL})
	if err := run.Clear(ctx); err != nil {
		return err
	}
	return clerk.write(r.path)
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

// clerk puts steps to a person and keeps the decisions. It is a dryrun.Approver.
type clerk struct {
	env    *Env
	o      *approveOptions
	term   Terminal
	person *prompter
	file   approvalsFile
}

func newClerk(env *Env, o *approveOptions) (*clerk, error) {
	d := &clerk{env: env, o: o, file: approvalsFile{Version: approvalsVersion, Approvals: []approval{}}}
	term, err := env.terminal()
	if err != nil {
		return nil, usage("run it at a terminal", "there is nobody to ask: decisions are made at a terminal")
	}
	d.term = term
	d.person = newPrompter(env, term, env.colour(o.color, true))
	d.person.by = o.as
	return d, nil
}

func (c *clerk) close() {
	if c.term != nil {
		c.term.Close()
	}
}

// Decide implements dryrun.Approver.
func (c *clerk) Decide(ctx context.Context, r *dryrun.Request) (dryrun.Decision, error) {
	bound := r.Parts.Arguments == ""
	allowed := slices.Contains(c.o.allowBound, r.StepID)
	if bound && !allowed {
		return dryrun.Decision{}, &dryrun.StopError{Class: dryrun.Unable, Code: dryrun.CodeMissing, Step: r.StepID, Tool: r.Tool,
			Message: fmt.Sprintf("step %s takes values that exist only at run time", tree.Quote(r.StepID)),
			Hint:    "approve it with --allow-bound " + r.StepID + ", whatever they will be, or at the terminal when it runs"}
	}
	answer, err := c.person.Decide(ctx, r)
	if err != nil || !answer.Granted {
		return answer, err
	}
	var id [8]byte
	rand.Read(id[:]) // it never fails
	now := c.env.Now().UTC()
	c.file.Approvals = append(c.file.Approvals, approval{ID: hex.EncodeToString(id[:]), Step: r.StepID, Tool: r.Tool, By: c.o.as, At: now,
		Expires: now.Add(c.o.expiresIn), Digest: r.Digest, Parts: r.Parts, AllowBound: allowed})
	return answer, nil
}

// write writes the decisions about a plan.
func (c *clerk) write(plan string) error {
	if len(c.file.Approvals) == 0 {
		fmt.Fprintln(c.env.Stderr, "planlint: no step needs a person; the plan runs without approvals")
		if c.o.out != "" {
			return nil
		}
	}
	if c.o.out == "" {
		return print(c.env, jsonText(&c.file))
	}
	if err := c.file.write(c.env.abs(c.o.out)); err != nil {
		return &writeError{fmt.Errorf("%s: %s", c.o.out, reason(err))}
	}
	if !c.o.quiet {
		fmt.Fprintf(c.env.Stderr, "planlint: %d %s written to %s, good once within %s: planlint run %s --approvals %s\n", len(c.file.Approvals),
			plural(len(c.file.Approvals), "decision"), tree.Visible(c.o.out), span(c.o.expiresIn), tree.Visible(plan), tree.Visible(c.o.out))
	}
	return nil
}
