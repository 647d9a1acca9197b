package rules

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

var missingIntent = lint.Rule{
	ID: "missing-intent", Title: "a step does not say what it is for", Group: lint.Quality, Severity: lint.Off,
	What: "Every step has an intent that is not blank. The rule is off unless rules: {missing-intent: warning} turns it on.",
	Why:  "Whoever is asked to approve a step sees its tool and its arguments. The intent says what the planner wanted with them.",
	Bad: `goal: tell the team
steps:
  - {id: s1, tool: notify, arguments: {text: hello}}
`,
	Good: `goal: tell the team
steps:
  - {id: s1, tool: notify, arguments: {text: hello}, intent: say that the work has begun}
`,
	Fix: "Say in a few words what the step is for.",
	Check: func(p *lint.Pass) {
		t := p.Plan.Tree
		left := mostFindings
		for i := range p.Plan.Steps {
			s := &p.Plan.Steps[i]
			at := s.Name()
			switch {
			case s.Broken:
				continue
			case s.Intent == tree.None:
			case t.Kind(s.Intent) == tree.String && strings.TrimSpace(t.Text(s.Intent)) == "":
				at = s.Intent
			default:
				continue
			}
			f := p.At("missing-intent", s, at)
			f.Message = fmt.Sprintf("%s does not say what it is for", lint.StepName(s))
			f.Hint = "add an intent: a few words for whoever reads the plan"
			p.Report(f)
			if left--; left == 0 {
				enough(p, "missing-intent")
				return
			}
		}
	},
}
