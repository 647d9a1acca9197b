package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/config"
	"github.com/planlint/planlint/lint/schemas"
)

// planOptions are the flags of plan.
type planOptions struct {
	configFlags
	outputFlags
	resultFlags
	plannerFlags
	outFlags
	task  string
	agent string
}

func newPlan(env *Env) *cobra.Command {
	o := &planOptions{}
	c := &cobra.Command{
		Use:   "plan --planner CMD --task TEXT",
		Short: "Ask a planner for a plan until one is accepted",
		Long: `plan starts a planner, judges what it answers as run does, and prints the plan when it is accepted. A draft that is
refused goes back to the planner with the reasons, up to limits.max_replans times. Nothing of any draft runs.

The planner is a command of yours, which /bin/sh -c runs in the folder of the configuration; most ask a model. It gets
one JSON object on standard input: task, contracts (of the tools that the plan may use), plan_schema, and feedback with
text and findings, which are empty the first time. It answers on standard output with a plan, YAML or JSON, and nothing
else. Exit code 3 says that there is no plan, and what it printed says why. It may take limits.planner_timeout.

A planner holds nothing that it could call: no tool, no store, and of the environment only what --planner-env names. It
gets no PATH either unless you name it; the shell then looks in the folders that it was built with.

planlint sets revision in the plan to the number of the draft, from 0, and changes nothing else.

Exit codes: 0 a plan was accepted; 1 all drafts were refused, there was none, or the planner knows none; 2 the call, a
file or the configuration is at fault; 4 the planner failed or took too long; 70 an internal error; 130 interrupted.`,
		Example: `  planlint plan --planner ./planner.sh --task "get Ada to New York" --out plans/next.yaml
  planlint plan --planner 'python3 planner.py' --planner-env PATH --planner-env API_KEY --task "get Ada to New York"
  planlint plan --planner ./planner.sh --task "get Ada to New York" --format json`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error { return runPlan(c.Context(), env, o) },
	}
	f := c.Flags()
	f.StringVar(&o.task, "task", "", "the `TEXT` of what is to be done")
	o.plannerFlags.add(c)
	o.outFlags.add(c)
	f.StringVar(&o.agent, "agent", "", "the `NAME` of the agent that will carry the plan out, whatever the delegations' patterns say")
	o.resultFlags.add(c)
	o.configFlags.add(c)
	o.outputFlags.add(c)
	return c
}

// planning is one call of plan under way.
type planning struct {
	env       *Env
	o         *planOptions
	config    *config.Config
	authority lint.Authority
	output    *planOutput
	out       *outFile
	drafting  *dryrun.Drafting // nil = nobody was asked
}

func runPlan(ctx context.Context, env *Env, o *planOptions) error {
	p := &planning{env: env, o: o}
	if err := p.flags(); err != nil {
		return err
	}
	base, err := o.resultFlags.open(ctx, env, o.outputFlags, false)
	if err != nil {
		return err
	}
	p.output = &planOutput{runOutput: base}
	err = p.do(ctx)
	p.out.discard()
	return p.output.close(p.drafting, o.outFlags.path, err)
}

// flags checks the flags, by themselves and with each other.
func (p *planning) flags() error {
	o := p.o
	if err := o.outputFlags.check(); err != nil {
		return err
	}
	if err := o.plannerFlags.check(); err != nil {
		return err
	}
	switch {
	case strings.TrimSpace(o.task) == "":
		return usage("say with --task TEXT what is to be done", "there is no task")
	case !utf8.ValidString(o.task):
		return usage("", "--task is not UTF-8")
	case o.format == "jsonl" && o.outFlags.path == "":
		return usage("add --out FILE", "--format jsonl prints the events, which leaves no place for the plan")
	case o.events != "" && o.outFlags.path != "" && p.env.abs(o.events) == p.env.abs(o.outFlags.path):
		return usage("name two files", "--events and --out name one file")
	}
	return o.outFlags.check()
}

func (p *planning) do(ctx context.Context) error {
	drafter, err := p.prepare(ctx)
	if err != nil {
		return err
	}
	p.drafting, err = drafter.Draft(ctx)
	if err != nil {
		return err
	}
	text := p.drafting.Plan.Source().Text
	if p.out == nil {
		return p.output.plan(text)
	}
	if err := p.out.write(text); err != nil {
		return errors.Join(err, p.output.plan(text)) // so that it is not lost
	}
	return nil
}

// prepare finds everything that could be at fault before the planner is started.
func (p *planning) prepare(ctx context.Context) (*dryrun.Drafter, error) {
	o := p.o
	var err error
	if p.config, err = o.configFlags.load(p.env, o.outputFlags); err != nil {
		return nil, err
	}
	name := o.outFlags.path
	if name == "" {
		name = "plan.yaml" // what a plan that is printed will likely be called; delegations go by it
	}
	var problem *config.Problem
	if p.authority, problem = p.config.Authority(name, o.agent); problem != nil {
		return nil, printProblems(p.env, o.outputFlags, []config.Problem{*problem})
	}
	told, err := p.contracts()
	if err != nil {
		return nil, err
	}
	if p.out, err = o.outFlags.open(ctx, p.env, p.config); err != nil {
		return nil, err
	}
	if err := o.plannerFlags.ready(p.env, p.config); err != nil {
		return nil, err
	}
	planSchema, _ := schemas.Get("plan")
	return &dryrun.Drafter{
		Planner:    o.plannerFlags.command(p.env, p.config, p.output.said),
		Request:    dryrun.DraftRequest{Task: o.task, Contracts: told, PlanSchema: json.RawMessage(planSchema)},
		Name:       filepath.ToSlash(o.outFlags.path),
		MaxReplans: p.config.Limits.MaxReplans,
		Judge:      p.judge,
		Explain:    explain,
		Now:        p.env.Now,
		Observe:    p.output.event,
	}, nil
}

// contracts are those that the planner is told of. It can't be asked where there are none, or where one of them is broken.
func (p *planning) contracts() (json.RawMessage, error) {
	list := dryrun.Plannable(p.config.Deployment, p.authority, p.env.Now())
	if len(list) == 0 {
		return nil, usage("see tools, agents and delegations in the configuration", "there is nothing to plan with: the plan may use no tool")
	}
	if problems := brokenAmong(list); len(problems) > 0 {
		return nil, printProblems(p.env, p.o.outputFlags, problems)
	}
	return dryrun.ContractsJSON(list)
}

// brokenAmong are the problems of contracts by which nothing can be judged.
func brokenAmong(list []*contracts.Contract) []config.Problem {
	var b brokenContracts
	b.add(list)
	return b.problems()
}

// judge judges a draft as run judges a plan.
func (p *planning) judge(src *tree.Source) (*lint.Validated, *lint.File, error) {
	plan, found, err := judgePlan(src, p.authority, p.config, p.env.Now())
	if err == nil && len(found.Unusable) > 0 {
		err = printProblems(p.env, p.o.outputFlags, brokenAmong(found.Unusable))
	}
	if plan != nil {
		p.output.remarks(found, p.config.NotChecked)
	}
	return plan, found, err
}
