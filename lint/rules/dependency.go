package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

var unknownDependency = lint.Rule{
	ID: "unknown-dependency", Title: "a step waits for a step that is not in the plan", Reason: "dependency", Group: lint.Graph, Severity: lint.Error,
	What: "Every id in depends_on is the id of a step of the plan.",
	Why:  "The order of a plan comes from depends_on alone. An edge to nowhere is an order that the planner meant and that nobody keeps.",
	Bad:  "goal: tell the team\nsteps:\n  - {id: s1, tool: notify, arguments: {text: hello}, depends_on: [s9]}\n",
	Good: "goal: tell the team\nsteps:\n  - {id: s1, tool: notify, arguments: {text: hello}}\n",
	Fix:  "Name a step that exists, or remove the entry.",
	Check: func(p *lint.Pass) {
		for i := range p.Plan.Steps {
			s := &p.Plan.Steps[i]
			var absent []lint.Dependency
			for _, d := range s.DependsOn {
				if p.Plan.Step(d.ID) == nil {
					absent = append(absent, d)
				}
			}
			if len(absent) > 0 {
				reportAbsent(p, s, absent)
			}
		}
	},
}

func reportAbsent(p *lint.Pass, s *lint.Step, absent []lint.Dependency) {
	f := p.At("unknown-dependency", s, absent[0].Node)
	for i, d := range absent {
		f.Violations = append(f.Violations, d.ID)
		if i > 0 && i <= maxListed {
			f.Related = append(f.Related, lint.Related{Place: p.Plan.Tree.Place(d.Node), Message: "nor is there a step " + tree.Quote(d.ID)})
		}
	}
	slices.Sort(f.Violations)
	f.Violations = slices.Compact(f.Violations)
	if len(f.Violations) == 1 {
		f.Message = fmt.Sprintf("%s waits for %s, which is no step of the plan", lint.StepName(s), tree.Quote(absent[0].ID))
	} else {
		f.Message = fmt.Sprintf("%s waits for %s, which are no steps of the plan", lint.StepName(s), quoted(f.Violations))
	}
	if near := p.Suggest("step", absent[0].ID, p.Plan.IDs()); near != "" && near != s.ID {
		f.Hint = fmt.Sprintf("did you mean %s?", tree.Quote(near))
	} else {
		f.Hint = "name a step that exists, or remove the entry"
	}
	p.Report(f)
}

// quoted lists names in quotes, the last ones left out where there are many.
func quoted(names []string) string {
	shown := make([]string, 0, maxListed)
	for _, n := range names[:min(len(names), maxListed)] {
		shown = append(shown, tree.Quote(n))
	}
	s := strings.Join(shown, ", ")
	if rest := len(names) - maxListed; rest > 0 {
		s += fmt.Sprintf(" and %d more", rest)
	}
	return s
}
