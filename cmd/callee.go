package cmd

import (
	"errors"
	"fmt"

	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/tools"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/config"
)

// callees says how a deployment's tools are called: by their commands, or, in a rehearsal and for tools that have none,
// by stubs. In a rehearsal nothing that it hands out can start a process.
type callees struct {
	env    *Env
	config *config.Config
	dry    bool
	vouch  bool                           // also in a rehearsal it is told what the real command would be
	stderr func(step string, line []byte) // is told what tools say while they run; may be nil
	known  map[string]dryrun.Callee
}

// call is the dryrun.Options.Call of the deployment.
func (c *callees) call(tool string) (dryrun.Callee, bool) {
	if k, ok := c.known[tool]; ok {
		return k, true
	}
	k, ok := c.make(tool)
	if ok {
		if c.known == nil {
			c.known = map[string]dryrun.Callee{}
		}
		c.known[tool] = k
	}
	return k, ok
}

func (c *callees) make(tool string) (dryrun.Callee, bool) {
	declared := c.config.Stub(tool)
	t := c.config.Tool(tool)
	switch {
	case c.dry:
		k := dryrun.Callee{Tool: c.stub(tool, declared, true), Stub: true}
		if c.vouch && t != nil && t.Runs() {
			k.Identify = c.command(t).Identify
		}
		return k, true
	case t != nil && t.Runs():
		run := c.command(t)
		return dryrun.Callee{Tool: run, Command: run.String(), Check: run.Check, Identify: run.Identify}, true
	case declared != nil:
		return dryrun.Callee{Tool: c.stub(tool, declared, false), Stub: true}, true
	}
	return dryrun.Callee{}, false
}

func (c *callees) command(t *config.Tool) *tools.Command {
	return &tools.Command{Argv: t.Command, Shell: t.Shell, Place: placeText(t.CallPlace), Dir: c.config.Dir, Env: t.Env, Getenv: c.env.lookup, Timeout: t.Timeout,
		MaxOutput: t.MaxOutput, Start: c.env.Start, Stderr: c.stderr}
}

// absent says of the tools of a plan which programs can't be started, a line per tool. It starts nothing: it looks where a
// real run would.
func (c *callees) absent(steps []lint.Step) []notChecked {
	var list []notChecked
	seen := map[string]bool{}
	for i := range steps {
		name := steps[i].Tool
		if t := c.config.Tool(name); !seen[name] && t != nil && t.Runs() {
			var fault *tools.CheckError
			if errors.As(c.command(t).Check(), &fault) {
				list = append(list, notChecked{"the command of " + tree.Quote(name), "it can't be started now: " + fault.Message + "; " + fault.Advice()})
			}
		}
		seen[name] = true
	}
	return list
}

// placeText is where something stands, for people; "" where that is not known.
func placeText(p tree.Place) string {
	if !p.Known() {
		return ""
	}
	at := p.Source.Position(p.Span.Start)
	return fmt.Sprintf("%s:%d:%d", tree.Visible(p.Source.Name), at.Line, at.Column)
}

// stub stands in for a tool: by what is declared, else, where sample is true, by an outcome made up from what the contract
// says it returns.
func (c *callees) stub(tool string, declared *config.Stub, sample bool) *tools.Stub {
	s := &tools.Stub{NoDelay: sample}
	if declared != nil {
		for i := range declared.Entries {
			e := &declared.Entries[i]
			outcome := tools.Outcome{Tree: e.Tree, Match: e.Match, Fail: e.Fail, Delay: e.Delay}
			if e.Fail == "" {
				outcome.Returns = canon.AppendJSON(nil, e.Tree, e.Returns)
			}
			s.Outcomes = append(s.Outcomes, outcome)
		}
	}
	if k := c.config.Deployment.Catalog.Get(tool); sample && k != nil {
		if returns, _ := k.Returns(); returns != nil {
			s.Sample, _ = returns.Sample()
		}
	}
	return s
}
