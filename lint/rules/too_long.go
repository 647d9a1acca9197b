package rules

import (
	"fmt"

	"github.com/planlint/planlint/lint"
)

var tooManySteps = lint.Rule{
	ID: "too-many-steps", Title: "the plan has more steps than allowed", Reason: "too_long", Group: lint.Steps, Severity: lint.Error,
	What: "A plan has at most limits.max_steps steps, 24 where planlint.yaml sets nothing. It is never trimmed.",
	Why:  "A plan that nobody can read is a plan that nobody has approved, and a planner in a loop writes long ones.",
	Bad:  longPlan(25),
	Good: longPlan(24),
	Fix:  "Split the work into plans that can each be judged, or raise limits.max_steps.",
	Check: func(p *lint.Pass) {
		n, limit := len(p.Plan.Steps), p.Deployment.MaxSteps
		if n <= limit {
			return
		}
		f := p.At("too-many-steps", &p.Plan.Steps[limit], p.Plan.Steps[limit].Name())
		f.Message = fmt.Sprintf("the plan has %d steps, and %d are allowed", n, limit)
		f.Hint = "split it, or raise limits.max_steps in planlint.yaml; this is the first step over the limit"
		f.Step, f.Tool = "", ""
		if p.Deployment.MaxStepsPlace.Known() {
			f.Related = append(f.Related, lint.Related{Place: p.Deployment.MaxStepsPlace, Message: "the limit is set here"})
		}
		p.Report(f)
	},
}

func longPlan(n int) string {
	s := "goal: count\nsteps:\n"
	for i := range n {
		s += fmt.Sprintf("  - {id: s%d, tool: notify, arguments: {text: \"%d\"}}\n", i+1, i+1)
	}
	return s
}
