package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// maxSuggested bounds for how many names a near one is looked for, which costs the product of both lists.
const maxSuggested = 100

// wire compares registry, contracts, allowlists and scopes with each other.
func (l *loader) wire() {
	d := l.config.Deployment
	unregistered := map[string]bool{}
	known := keys(d.Registry)
	if d.Registry == nil {
		known = d.Catalog.Names()
	}
	report := func(what, tool string, at tree.Place) {
		if d.Registered(tool) {
			return
		}
		unregistered[tool] = true
		p := misfit(at, fmt.Sprintf("%s names %s, which nothing registers", what, tree.Quote(tool)), "register it under tools")
		if d.Registry == nil {
			p.Hint = "write a contract for it, or register it under tools"
		}
		if len(unregistered) <= maxSuggested {
			p.Hint = near(tool, known, p.Hint)
		}
		l.problems = append(l.problems, p)
	}
	for i := range d.Agents {
		a := &d.Agents[i]
		for _, tool := range keys(a.Tools) {
			report("agents."+label(a.Name)+".tools", tool, a.Tools[tool])
		}
	}
	for i := range d.Delegations {
		for _, tool := range keys(d.Delegations[i].Tools) {
			report("the scope of "+tree.Quote(d.Delegations[i].Agent), tool, d.Delegations[i].Tools[tool])
		}
	}
	for i := range l.config.Stubs {
		report("stubs", l.config.Stubs[i].Tool, l.config.Stubs[i].Place)
	}
	if d.Ladder != nil {
		for i := range d.Ladder.Classes {
			report("autonomy.classes", d.Ladder.Classes[i].Tool, d.Ladder.Classes[i].Place)
		}
		l.ladder(d.Ladder)
	}
	w := l.config.Wiring()
	for tool := range unregistered { // said already
		delete(w.Callable, tool)
	}
	l.problems = append(l.problems, d.Catalog.Wire(w)...)
}

// Wiring is what contracts are compared with: the registry, and the tools that some agent may call, each at the line of
// the scope or the allowlist that lets it. The expiry of scopes is not looked at.
func (c *Config) Wiring() contracts.Wiring {
	d := c.Deployment
	w := contracts.Wiring{Registry: d.Registry, Callable: map[string]tree.Place{}}
	if len(d.Agents) == 0 {
		for tool, place := range d.Registry {
			w.Callable[tool] = place
		}
		return w
	}
	for i := range d.Agents {
		a := &d.Agents[i]
		if a.Planner {
			continue
		}
		scoped := false
		for j := range d.Delegations {
			if d.Delegations[j].Agent == a.Name {
				scoped = true
				c.callable(w.Callable, a, c.chain(j))
			}
		}
		if !scoped {
			c.callable(w.Callable, a, nil)
		}
	}
	return w
}

// callable adds the tools of an agent that every scope of a chain lets it use.
func (c *Config) callable(into map[string]tree.Place, a *lint.Agent, chain []*lint.Delegation) {
	for tool, place := range a.Tools {
		inScope := !slices.ContainsFunc(chain, func(d *lint.Delegation) bool {
			_, ok := d.Tools[tool]
			return d.Scoped && !ok
		})
		if _, twice := into[tool]; inScope && !twice {
			into[tool] = place
		}
	}
}

// notChecked says what has nothing to be compared with.
func (l *loader) notChecked() {
	d, c := l.config.Deployment, l.config
	if d.Registry == nil {
		c.NotChecked = append(c.NotChecked, lint.NotChecked{What: "registered tools", Why: "no tools are registered, so every contract's tool is taken for one that exists"})
	}
	if len(d.Agents) == 0 {
		c.NotChecked = append(c.NotChecked, lint.NotChecked{What: "allowed tools", Why: "no agents are configured, so every tool is allowed"})
	}
	if len(d.Delegations) == 0 {
		why := "no delegations are configured, so every tool is in scope"
		if doers := c.doers(); len(doers) == 1 {
			why = "no delegations are configured, so the allowlist of " + tree.Quote(doers[0].Name) + " alone decides"
		}
		c.NotChecked = append(c.NotChecked, lint.NotChecked{What: "scopes", Why: strings.TrimSpace(why)})
	}
}
