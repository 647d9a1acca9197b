package rules

import "github.com/planlint/planlint/lint"

var verifierRequired = lint.Rule{
	ID: "verifier-required", Title: "no step verifies", Group: lint.Structure, Severity: lint.Error,
	What: "With structure: {require_verifier: true} in planlint.yaml, every plan has at least one step with verifies: true. Without it the rule is silent.",
	Why:  "Whoever set this wants no plan to end without a look at what it did.",
	Bad: `goal: book a flight
steps:
  - {id: s1, tool: book_flight, arguments: {flight: BA117, seats: 1}}
`,
	Good: `goal: book a flight
steps:
  - {id: s1, tool: book_flight, arguments: {flight: BA117, seats: 1}}
  - {id: s2, tool: check_booking, arguments: {ref: B1}, verifies: true, depends_on: [s1]}
`,
	Fix: "Add a step with verifies: true that waits for the work.",
	Check: func(p *lint.Pass) {
		required := p.Deployment.RequireVerifier
		if !required.Known() || !complete(p.Plan) {
			return
		}
		for i := range p.Plan.Steps {
			if p.Plan.Steps[i].Verifies {
				return
			}
		}
		f := onPlan(p, "verifier-required", p.Plan.StepsKey)
		f.Message, f.Hint = "no step verifies", "add a step with verifies: true that waits for the work"
		f.Related = append(f.Related, lint.Related{Place: required, Message: "required here"})
		p.Report(f)
	},
}
