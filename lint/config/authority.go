package config

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// Authority is what holds for a plan: path is relative to the working directory or absolute, agent the name that a
// person gave, or "". A delegation whose patterns match the path is chosen; where none does, one without patterns;
// where there are no delegations, the one agent. Planners carry nothing out. Where the choice is not clear, the problem
// names what there is to choose from.
func (c *Config) Authority(path, agent string) (lint.Authority, *Problem) {
	return c.authority(call{path: path, agent: agent})
}

// AuthorityOfRun is what holds today for a run that is on the record: path is that of its plan, and agent whose run it is,
// which nobody can change any more.
func (c *Config) AuthorityOfRun(path, agent string) (lint.Authority, *Problem) {
	return c.authority(call{path: path, agent: agent, recorded: true})
}

// call is what an authority is asked for.
type call struct {
	path, agent string
	recorded    bool // it is a run's, and there is no --agent that could change it
}

// or is a hint with the other way out, which what names where there is --agent.
func (q call) or(hint, what string) string {
	if q.recorded {
		return hint + ", or run the plan anew"
	}
	return hint + ", or name " + what + " with --agent"
}

func (c *Config) authority(q call) (lint.Authority, *Problem) {
	d := c.Deployment
	path := q.path
	if q.agent != "" {
		return c.forced(q)
	}
	if len(d.Agents) == 0 && len(d.Delegations) == 0 {
		return lint.Authority{}, nil
	}
	doers := c.doers()
	if len(doers) == 0 {
		return c.nobody("no agent carries plans out: all of them are planners", "add an agent without role: planner")
	}
	if len(d.Delegations) == 0 {
		if len(doers) == 1 {
			return lint.Authority{Agent: doers[0]}, nil
		}
		return c.nobody(fmt.Sprintf("which agent carries %s out is not configured: %s", tree.Quote(path), list(doers)),
			q.or("add delegations with plans", "one"))
	}
	matching, rest := c.candidates(path, "")
	switch {
	case len(matching) == 1:
		return c.under(matching[0]), nil
	case len(matching) > 1:
		return c.several(q, matching)
	case len(rest) == 1:
		return c.under(rest[0]), nil
	case len(rest) > 1:
		return c.several(q, rest)
	}
	p := misfit(c.scopesPlace(), fmt.Sprintf("no delegation covers %s: %s", tree.Quote(path), c.covers()),
		q.or("add its path to plans of one of them", "an agent"))
	for i := range d.Delegations {
		p.Related = append(p.Related, Related{Place: d.Delegations[i].Place, Message: "covers " + patternsOf(&d.Delegations[i])})
	}
	return lint.Authority{}, &p
}

// forced is the authority of an agent that a person named: its delegation for the path, else its only one, else its
// allowlist alone.
func (c *Config) forced(q call) (lint.Authority, *Problem) {
	d := c.Deployment
	path, name := q.path, q.agent
	a := d.Agent(name)
	switch {
	case a == nil && q.recorded:
		known := "no agents are configured"
		if len(d.Agents) > 0 {
			known = "known: " + strings.Join(quoted(agentNames(d)), ", ")
		}
		return c.nobody(fmt.Sprintf("the run is of agent %s, which is configured no more; %s", tree.Quote(name), known),
			"a run keeps its agent: put it back under agents, or run the plan anew")
	case a != nil && a.Planner && q.recorded:
		p := misfit(a.Place, fmt.Sprintf("the run is of agent %s, a planner by now, which carries no plan out", tree.Quote(name)),
			"a run keeps its agent: leave role: planner out, or run the plan anew")
		return lint.Authority{}, &p
	case len(d.Agents) == 0:
		return c.nobody(fmt.Sprintf("unknown agent %s: no agents are configured", tree.Quote(name)), "leave --agent out, or add it under agents")
	case a == nil:
		return c.nobody(fmt.Sprintf("unknown agent %s, known: %s", tree.Quote(name), strings.Join(quoted(agentNames(d)), ", ")),
			near(name, agentNames(d), "name one of them"))
	case a.Planner:
		p := misfit(a.Place, fmt.Sprintf("%s is a planner, which carries no plan out", tree.Quote(name)), "name another agent")
		return lint.Authority{}, &p
	}
	matching, rest := c.candidates(path, name)
	var all []int
	for i := range d.Delegations {
		if d.Delegations[i].Agent == name {
			all = append(all, i)
		}
	}
	for _, choice := range [][]int{matching, rest, all} {
		switch {
		case len(choice) == 1:
			return c.under(choice[0]), nil
		case len(choice) > 1:
			return c.several(q, choice)
		}
	}
	return lint.Authority{Agent: a}, nil
}

// candidates are the delegations of agents that carry plans out (of one agent, where it is named): those whose
// patterns match the path, and those without patterns.
func (c *Config) candidates(path, agent string) (matching, rest []int) {
	d := c.Deployment
	name := c.relative(path)
	for i := range d.Delegations {
		g := &d.Delegations[i]
		a := d.Agent(g.Agent)
		if a == nil || a.Planner || agent != "" && g.Agent != agent {
			continue
		}
		if len(g.Plans) == 0 {
			rest = append(rest, i)
			continue
		}
		for _, p := range g.Plans {
			if matchPattern(p, name) {
				matching = append(matching, i)
				break
			}
		}
	}
	return matching, rest
}

// under is the authority of a delegation.
func (c *Config) under(i int) lint.Authority {
	chain := c.chain(i)
	return lint.Authority{Agent: c.Deployment.Agent(chain[0].Agent), Chain: chain}
}

// chain is a delegation and those it was handed on by, nearest first. Loops were cut when they were reported.
func (c *Config) chain(i int) []*lint.Delegation {
	d := c.Deployment
	var chain []*lint.Delegation
	for ; i >= 0; i = c.parents[i] {
		chain = append(chain, &d.Delegations[i])
	}
	return chain
}

// doers are the agents that carry plans out.
func (c *Config) doers() []*lint.Agent {
	var out []*lint.Agent
	for i := range c.Deployment.Agents {
		if !c.Deployment.Agents[i].Planner {
			out = append(out, &c.Deployment.Agents[i])
		}
	}
	return out
}

func (c *Config) nobody(message, hint string) (lint.Authority, *Problem) {
	p := misfit(tree.Place{}, message, hint)
	if len(c.Deployment.Agents) > 0 {
		p.Place = c.Deployment.Agents[0].Place
	}
	return lint.Authority{}, &p
}

// several is the problem of a path that more than one delegation covers.
func (c *Config) several(q call, choice []int) (lint.Authority, *Problem) {
	d := c.Deployment
	names := make([]string, 0, len(choice))
	for _, i := range choice {
		names = append(names, fmt.Sprintf("%s (%s)", tree.Quote(d.Delegations[i].Agent), patternsOf(&d.Delegations[i])))
	}
	p := misfit(d.Delegations[choice[0]].Place, fmt.Sprintf("%d delegations cover %s: %s", len(choice), tree.Quote(q.path), strings.Join(names, ", ")),
		q.or("narrow plans so that one of them covers it", "an agent"))
	for _, i := range choice[1:] {
		p.Related = append(p.Related, Related{Place: d.Delegations[i].Place, Message: "covers it too"})
	}
	return lint.Authority{}, &p
}

func (c *Config) scopesPlace() tree.Place { return c.Deployment.Delegations[0].Place }

// covers names all delegations with what they cover.
func (c *Config) covers() string {
	d := c.Deployment
	names := make([]string, 0, len(d.Delegations))
	for i := range d.Delegations {
		names = append(names, fmt.Sprintf("%s (%s)", tree.Quote(d.Delegations[i].Agent), patternsOf(&d.Delegations[i])))
	}
	return strings.Join(names, ", ")
}

func patternsOf(d *lint.Delegation) string {
	if len(d.Plans) == 0 {
		return "all others"
	}
	return strings.Join(quoted(d.Plans), ", ")
}

func list(agents []*lint.Agent) string {
	names := make([]string, 0, len(agents))
	for _, a := range agents {
		names = append(names, tree.Quote(a.Name))
	}
	return strings.Join(names, ", ")
}

func quoted(names []string) []string {
	out := make([]string, 0, len(names))
	for _, n := range names {
		out = append(out, tree.Quote(n))
	}
	return out
}
