package rules

import (
	"fmt"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

var unusedOutcome = lint.Rule{
	ID: "unused-outcome", Title: "what a step finds out is not used", Group: lint.Quality, Severity: lint.Off,
	What: "The outcome of a tool that only reads is bound by another step, is an output of the plan, or ends it as a terminal or verifying step. The rule is off unless rules: {unused-outcome: warning} turns it on.",
	Why:  "A look at something that nobody uses costs time, and often means that a bind was forgotten and a value made up instead.",
	Bad: `goal: book the cheapest flight
steps:
  - {id: s1, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
  - {id: s2, tool: book_flight, arguments: {flight: BA117, seats: 1}, depends_on: [s1]}
`,
	Good: `goal: book the cheapest flight
steps:
  - {id: s1, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
  - id: s2
    tool: book_flight
    arguments: {seats: 1}
    bind: {flight: {step: s1, pointer: /flights/0/id}}
    depends_on: [s1]
`,
	Fix: "Bind the outcome where it is needed, name it under outputs, or remove the step.",
	Check: func(p *lint.Pass) {
		var used map[string]bool // made when the first tool that only reads is met
		for i := range p.Plan.Steps {
			s := &p.Plan.Steps[i]
			c := p.Deployment.Catalog.Get(s.Tool)
			if c == nil || c.Effect != contracts.ReadOnly || s.Terminal || s.Verifies || s.Broken || s.ID == "" {
				continue
			}
			if used == nil {
				if used = usedOutcomes(p.Plan); used == nil {
					return
				}
			}
			if used[s.ID] {
				continue
			}
			f := p.At("unused-outcome", s, s.IDNode)
			f.Message = fmt.Sprintf("step %s only reads, and nothing uses what it finds", tree.Quote(s.ID))
			f.Hint = "bind its outcome where it is needed, or remove the step"
			f.Violations = []string{s.ID}
			p.Report(f)
		}
	},
}

// usedOutcomes are the ids of the steps whose outcome is read. It is nil where the plan could not be read whole, so
// that nobody knows.
func usedOutcomes(p *lint.Plan) map[string]bool {
	if !complete(p) {
		return nil
	}
	used := map[string]bool{}
	for i := range p.Steps {
		for j := range p.Steps[i].Binds {
			used[p.Steps[i].Binds[j].From.Step] = true
		}
	}
	for i := range p.Outputs {
		used[p.Outputs[i].From.Step] = true
	}
	return used
}
