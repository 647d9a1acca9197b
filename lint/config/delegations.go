package config

import (
	"fmt"
	"strings"
	"time"

	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// delegations reads who hands what to whom.
func (l *loader) delegations(r shape.Reader, key tree.Ref) {
	if key == tree.None {
		return
	}
	l.scopes = r.Tree.Place(key)
	r, n := l.part(r, key, "delegations")
	if !r.List(n, "delegations") {
		return
	}
	for i, e := range r.Tree.Elements(n) {
		what := fmt.Sprintf("delegations[%d]", i)
		if !r.Closed(e, what, "agent", "from", "plans", "tenant", "user", "scope") {
			continue
		}
		agent := r.Require(e, what, "agent", "name the agent that carries the plans out")
		d := lint.Delegation{Place: r.Tree.Place(agent - 1)}
		if agent == tree.None {
			d.Place = r.Opening(e)
		}
		d.Agent, _ = r.Text(agent, what+".agent")
		d.From, _ = r.Text(r.Tree.Get(e, "from"), what+".from")
		d.Tenant, _ = r.Text(r.Tree.Get(e, "tenant"), what+".tenant")
		d.User, _ = r.Text(r.Tree.Get(e, "user"), what+".user")
		for _, p := range l.patterns(r, r.Tree.Get(e, "plans"), what+".plans") {
			d.Plans = append(d.Plans, p.Text)
		}
		readScope(r, r.Tree.Get(e, "scope"), what+".scope", &d)
		l.known(agent, d.Agent, r, what+".agent")
		l.known(r.Tree.Get(e, "from"), d.From, r, what+".from")
		l.config.Deployment.Delegations = append(l.config.Deployment.Delegations, d)
	}
	l.chains()
}

func readScope(r shape.Reader, n tree.Ref, what string, d *lint.Delegation) {
	if n == tree.None || !r.Closed(n, what, "tools", "expires_at") {
		return
	}
	d.Scoped, d.ToolsPlace = true, r.Tree.Place(n-1)
	d.Tools = map[string]tree.Place{}
	tools := r.Require(n, what, "tools", "name the tools that may be used: a scope without a tool allows nothing")
	if tools != tree.None {
		d.ToolsPlace = r.Tree.Place(tools - 1)
		for _, t := range r.Names(tools, what+".tools") {
			d.Tools[t.Text] = t.Place
		}
		if r.Tree.Kind(tools) == tree.Array && r.Tree.Count(tools) == 0 {
			r.Wrong(tools, "name the tools that may be used", "%s.tools must not be empty", what)
		}
	}
	if v := r.Tree.Get(n, "expires_at"); v != tree.None {
		d.Expires, _ = r.Instant(v, what+".expires_at")
		d.ExpiresPlace = r.Tree.Place(v)
	}
}

// known reports an agent that is not configured.
func (l *loader) known(n tree.Ref, name string, r shape.Reader, what string) {
	d := l.config.Deployment
	if name == "" || d.Agent(name) != nil {
		return
	}
	hint := "no agents are configured: add it under agents"
	if len(d.Agents) > 0 {
		hint = near(name, agentNames(d), "add it under agents")
	}
	r.Report(misfit(r.Tree.Place(n), fmt.Sprintf("%s names the unknown agent %s", what, tree.Quote(name)), hint))
}

// chains checks that along each chain of delegations the scope only narrows, and that no chain bites its tail.
func (l *loader) chains() {
	d := l.config.Deployment
	parents := make([]int, len(d.Delegations))
	for i := range d.Delegations {
		var ambiguous []int
		parents[i], ambiguous = parent(d, i)
		if len(ambiguous) > 0 {
			p := misfit(d.Delegations[i].Place, fmt.Sprintf("which delegation of %s hands this one on is not clear: it has %d",
				tree.Quote(d.Delegations[i].From), len(ambiguous)), "give them and this one a tenant each, so that one fits")
			for _, a := range ambiguous {
				p.Related = append(p.Related, Related{Place: d.Delegations[a].Place, Message: "one of them"})
			}
			l.problems = append(l.problems, p)
		}
	}
	l.loops(parents)
	l.config.parents = parents
	for i, p := range parents {
		if p >= 0 {
			l.narrows(&d.Delegations[i], &d.Delegations[p])
		}
	}
}

// parent is the delegation by which the one at i was handed on, or -1: the only one of the agent "from", or the only one
// of its for the same tenant. Where several would do, they are returned as ambiguous.
func parent(d *lint.Deployment, i int) (index int, ambiguous []int) {
	child := &d.Delegations[i]
	if child.From == "" {
		return -1, nil
	}
	var all, tenant []int
	for j := range d.Delegations {
		if d.Delegations[j].Agent == child.From {
			all = append(all, j)
			if d.Delegations[j].Tenant == child.Tenant {
				tenant = append(tenant, j)
			}
		}
	}
	switch {
	case len(all) == 0:
		return -1, nil
	case len(all) == 1:
		return all[0], nil
	case len(tenant) == 1:
		return tenant[0], nil
	}
	return -1, all
}

// loops reports each loop of delegations once and cuts it.
func (l *loader) loops(parents []int) {
	d := l.config.Deployment
	state := make([]int, len(parents)) // the walk that came by, counting from 1
	for i := range parents {
		at := i
		for at >= 0 && state[at] == 0 {
			state[at] = i + 1
			at = parents[at]
		}
		if at < 0 || state[at] != i+1 {
			continue
		}
		p := misfit(d.Delegations[at].Place, "", "remove one from")
		names := []string{tree.Quote(d.Delegations[at].Agent)}
		for next := parents[at]; next != at; next = parents[next] {
			names = append(names, tree.Quote(d.Delegations[next].Agent))
			p.Related = append(p.Related, Related{Place: d.Delegations[next].Place, Message: "part of the loop"})
		}
		p.Message = "delegations hand on in a loop: " + strings.Join(append(names, names[0]), " from ")
		l.problems = append(l.problems, p)
		parents[at] = -1
	}
}

// narrows reports what a delegation has that the one it comes from does not.
func (l *loader) narrows(child, above *lint.Delegation) {
	if child.Tenant != "" && above.Tenant != "" && child.Tenant != above.Tenant && !strings.HasPrefix(child.Tenant, above.Tenant+"/") {
		l.problems = append(l.problems, misfit(child.Place, fmt.Sprintf("a delegation for tenant %s comes from one for %s",
			tree.Quote(child.Tenant), tree.Quote(above.Tenant)), "hand on within the tenant",
			Related{Place: above.Place, Message: "it comes from this one"}))
	}
	if !child.Scoped || !above.Scoped {
		return
	}
	for _, tool := range keys(child.Tools) {
		if _, ok := above.Tools[tool]; !ok {
			l.problems = append(l.problems, misfit(child.Tools[tool], fmt.Sprintf("a scope only narrows: %s was not handed to %s",
				tree.Quote(tool), tree.Quote(above.Agent)), "remove the tool here, or add it there",
				Related{Place: above.ToolsPlace, Message: "the scope that this one comes from"}))
		}
	}
	if !child.Expires.IsZero() && !above.Expires.IsZero() && child.Expires.After(above.Expires) {
		l.problems = append(l.problems, misfit(child.ExpiresPlace, fmt.Sprintf("a scope only narrows: it expires after the one it comes from, which ends at %s",
			above.Expires.Format(time.RFC3339)), "let it expire no later",
			Related{Place: above.ExpiresPlace, Message: "the earlier end"}))
	}
}
