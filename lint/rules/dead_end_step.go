package rules

import (
	"fmt"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

var deadEndStep = lint.Rule{
	ID: "dead-end-step", Title: "nothing comes of a step", Group: lint.Structure, Severity: lint.Error,
	What: "In a plan that uses the key terminal, every step that is not terminal has another that waits for it. With structure: {require_terminal: true} in planlint.yaml, this holds for every plan.",
	Why:  "A step that neither ends the plan nor leads to its end is work whose result is thrown away, or an edge that was forgotten.",
	Bad: `goal: find a flight and book it
steps:
  - {id: s1, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
  - {id: s2, tool: book_flight, arguments: {flight: BA117, seats: 1}, terminal: true}
`,
	Good: `goal: find a flight and book it
steps:
  - {id: s1, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
  - {id: s2, tool: book_flight, arguments: {flight: BA117, seats: 1}, depends_on: [s1], terminal: true}
`,
	Fix: "Add the step to depends_on of the step that needs it, mark it as terminal, or remove it.",
	Check: func(p *lint.Pass) {
		asked := p.Deployment.RequireTerminal // why the plan is held to it: the configuration, or its own first key
		for i := range p.Plan.Steps {
			if k := p.Plan.Steps[i].TerminalKey; k != tree.None {
				asked = p.Plan.Tree.Place(k)
				break
			}
		}
		if !asked.Known() || !complete(p.Plan) {
			return
		}
		for i := range p.Plan.Steps {
			s := &p.Plan.Steps[i]
			if s.Terminal || s.ID == "" || p.Plan.Step(s.ID) != s || len(p.Plan.Graph().Waiting(i)) > 0 {
				continue
			}
			if s.TerminalKey != tree.None && p.Plan.Tree.Kind(s.TerminalKey+1) != tree.Bool {
				continue // it may have been meant to be terminal
			}
			f := p.At("dead-end-step", s, s.IDNode)
			f.Message = fmt.Sprintf("nothing waits for step %s, and it is not terminal", tree.Quote(s.ID))
			f.Hint = "add it to depends_on of the step that needs it, or mark it as terminal: true"
			f.Violations = []string{s.ID}
			f.Related = append(f.Related, lint.Related{Place: asked, Message: "the plan is to say where it ends"})
			p.Report(f)
		}
	},
}
