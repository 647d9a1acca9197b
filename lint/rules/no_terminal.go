package rules

import (
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

var noTerminal = lint.Rule{
	ID: "no-terminal", Title: "no step is terminal", Group: lint.Structure, Severity: lint.Error,
	What: "A plan that uses the key terminal has at least one step with terminal: true. With structure: {require_terminal: true} in planlint.yaml, every plan has one.",
	Why:  "Terminal steps say what the plan is for. Without one, nothing tells a finished plan from one that stopped half-way.",
	Bad: `goal: book a flight and say so
steps:
  - {id: s1, tool: book_flight, arguments: {flight: BA117, seats: 1}, terminal: false}
  - {id: s2, tool: notify, arguments: {text: booked}, depends_on: [s1]}
`,
	Good: `goal: book a flight and say so
steps:
  - {id: s1, tool: book_flight, arguments: {flight: BA117, seats: 1}, terminal: false}
  - {id: s2, tool: notify, arguments: {text: booked}, depends_on: [s1], terminal: true}
`,
	Fix: "Mark the steps that the goal is reached with as terminal: true.",
	Check: func(p *lint.Pass) {
		used := -1 // the first step that has the key
		for i := range p.Plan.Steps {
			s := &p.Plan.Steps[i]
			if s.Terminal {
				return
			}
			if s.TerminalKey == tree.None {
				continue
			}
			if p.Plan.Tree.Kind(s.TerminalKey+1) != tree.Bool {
				return // something was meant, and another finding says that it is not clear what
			}
			if used < 0 {
				used = i
			}
		}
		required := p.Deployment.RequireTerminal
		if used < 0 && !required.Known() || !complete(p.Plan) {
			return
		}
		f := onPlan(p, "no-terminal", p.Plan.StepsKey)
		f.Message, f.Hint = "no step is terminal", "mark the steps that the goal is reached with as terminal: true"
		if used >= 0 {
			f.Related = append(f.Related, lint.Related{Place: p.Plan.Tree.Place(p.Plan.Steps[used].TerminalKey), Message: "the plan speaks of terminals here"})
		}
		if required.Known() {
			f.Related = append(f.Related, lint.Related{Place: required, Message: "required here"})
		}
		p.Report(f)
	},
}
