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
	for i := range l.config.Autonomy.Classes {
		report("autonomy.classes", l.config.Autonomy.Classes[i].Tool, l.config.Autonomy.Classes[i].Place)
	}
	l.ladder()
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

// ladder compares the parts of autonomy with each other.
func (l *loader) ladder() {
	a := &l.config.Autonomy
	byName := map[string][]*ActionClass{}
	classes := make([]string, 0, len(a.Classes))
	for i := range a.Classes {
		byName[a.Classes[i].Name] = append(byName[a.Classes[i].Name], &a.Classes[i])
		classes = append(classes, a.Classes[i].Name)
		l.fields(&a.Classes[i])
	}
	ids := make([]string, 0, len(a.Grants))
	for i := range a.Grants {
		g := &a.Grants[i]
		ids = append(ids, g.ID)
		for _, c := range byName[g.ActionClass] {
			if c.Irreversible && g.Ceiling == nil {
				l.problems = append(l.problems, misfit(g.Place, fmt.Sprintf("grant %s has no ceiling, but class %s is irreversible",
					tree.Quote(g.ID), tree.Quote(c.Name)), "add ceiling: {amount, currency, window}",
					Related{Place: c.Place, Message: "the class is declared here"}))
				break
			}
		}
		if g.ActionClass != "" && byName[g.ActionClass] == nil {
			l.problems = append(l.problems, Problem{Rule: RuleConfiguration, Warning: true, Place: g.Place,
				Message: fmt.Sprintf("grant %s covers class %s, which no tool has", tree.Quote(g.ID), tree.Quote(g.ActionClass)),
				Hint:    near(g.ActionClass, classes, "add the class under autonomy.classes, or remove the grant")})
		}
	}
	for _, r := range l.revoked {
		if !slices.Contains(ids, r.Text) {
			l.problems = append(l.problems, Problem{Rule: RuleConfiguration, Warning: true, Place: r.Place,
				Message: fmt.Sprintf("a revocation names the grant %s, which does not exist", tree.Quote(r.Text)),
				Hint:    near(r.Text, ids, "remove the revocation, if the grant is gone for good")})
		}
	}
}

// fields warns of a class whose fields are no arguments of its tool: nothing of it would ever be cleared.
func (l *loader) fields(c *ActionClass) {
	contract := l.config.Deployment.Catalog.Get(c.Tool)
	if contract == nil {
		return
	}
	names, closed := contract.Arguments()
	for _, field := range []string{c.AmountField, c.CurrencyField} {
		if field != "" && closed && !slices.Contains(names, field) {
			l.problems = append(l.problems, Problem{Rule: RuleConfiguration, Warning: true, Place: c.Place,
				Message: fmt.Sprintf("the class of %s reads %s, which is no argument of the tool, so a person is always asked", tree.Quote(c.Tool), tree.Quote(field)),
				Hint:    near(field, names, "name an argument"), Related: []Related{{Place: contract.Place, Message: "its contract"}}})
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
