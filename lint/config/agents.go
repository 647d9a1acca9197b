package config

import (
	"fmt"

	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// agents reads who carries plans out, and who only plans.
func (l *loader) agents(r shape.Reader, key tree.Ref) {
	r, n := l.part(r, key, "agents")
	if !r.Map(n, "agents") {
		return
	}
	for k, v := range r.Tree.Members(n) {
		a := lint.Agent{Name: r.Tree.Text(k), Place: r.Tree.Place(k), ToolsPlace: r.Tree.Place(k),
			Tools: map[string]tree.Place{}, ApprovalRequired: map[string]tree.Place{}}
		if a.Name == "" {
			r.Wrong(k, "write the name of the agent", "an agent has an empty name")
			continue
		}
		readAgent(r, v, &a)
		l.config.Deployment.Agents = append(l.config.Deployment.Agents, a)
	}
	if r.Tree.Count(n) == 0 {
		r.Wrong(n, "name at least one, or remove the key", "agents names no agent")
	}
}

func readAgent(r shape.Reader, n tree.Ref, a *lint.Agent) {
	what := "agents." + label(a.Name)
	if !r.Closed(n, what, "role", "tools", "approval_required_tools") {
		return
	}
	if _, ok := r.Word(r.Tree.Get(n, "role"), what+".role", "planner"); ok {
		a.Planner = true
	}
	if list := r.Tree.Get(n, "tools"); list != tree.None {
		a.ToolsPlace = r.Tree.Place(list - 1)
		for _, t := range r.Names(list, what+".tools") {
			a.Tools[t.Text] = t.Place
			if a.Planner {
				r.Report(misfit(t.Place, fmt.Sprintf("%s is a planner, so it must not hold %s", tree.Quote(a.Name), tree.Quote(t.Text)),
					"give the tool to the agent that carries the plan out",
					Related{Place: r.Tree.Place(r.Tree.Key(n, "role")), Message: "its role"}))
			}
		}
	}
	if list := r.Tree.Get(n, "approval_required_tools"); list != tree.None {
		for _, t := range r.Names(list, what+".approval_required_tools") {
			a.ApprovalRequired[t.Text] = t.Place
			if _, holds := a.Tools[t.Text]; !holds {
				r.Report(misfit(t.Place, fmt.Sprintf("%s.approval_required_tools names %s, which the agent does not hold", what, tree.Quote(t.Text)),
					near(t.Text, keys(a.Tools), "add it to tools, or remove it here"),
					Related{Place: a.ToolsPlace, Message: "the tools that it holds"}))
			}
		}
	}
}
