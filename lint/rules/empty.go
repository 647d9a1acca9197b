package rules

import "github.com/planlint/planlint/lint"

var emptyPlan = lint.Rule{
	ID: "empty-plan", Title: "the plan has no steps", Reason: "empty", Group: lint.Steps, Severity: lint.Error,
	What: "A plan has at least one step.",
	Why:  "A plan of nothing is a planner's failure, and a run of it would succeed without having done anything.",
	Bad:  "goal: tell the team\nsteps: []\n",
	Good: "goal: tell the team\nsteps:\n  - {id: s1, tool: notify, arguments: {text: hello}}\n",
	Fix:  "Ask the planner again, or say that there is nothing to do instead of planning it.",
	Check: func(p *lint.Pass) {
		if !p.Plan.NoSteps {
			return
		}
		p.Report(lint.Finding{Rule: "empty-plan", Place: p.Plan.Tree.Place(p.Plan.StepsKey), Pointer: "/steps",
			Message: "the plan has no steps", Hint: "an empty plan is a planner's failure: ask it again"})
	},
}
