package rules

import (
	"fmt"

	"github.com/planlint/planlint/lint"
)

var verifierWithoutSubject = lint.Rule{
	ID: "verifier-without-subject", Title: "a verifier that waits for nothing", Group: lint.Structure, Severity: lint.Error,
	What: "A step with verifies: true waits for at least one step, whose work it verifies.",
	Why:  "A verifier that waits for nothing runs before there is anything to verify, and then it passes.",
	Bad: `goal: book a flight and look at the booking
steps:
  - {id: s1, tool: book_flight, arguments: {flight: BA117, seats: 1}}
  - {id: s2, tool: check_booking, arguments: {ref: B1}, verifies: true}
`,
	Good: `goal: book a flight and look at the booking
steps:
  - {id: s1, tool: book_flight, arguments: {flight: BA117, seats: 1}}
  - {id: s2, tool: check_booking, arguments: {ref: B1}, verifies: true, depends_on: [s1]}
`,
	Fix: "List the steps to be verified under depends_on.",
	Check: func(p *lint.Pass) {
		for i := range p.Plan.Steps {
			s := &p.Plan.Steps[i]
			if !s.Verifies || !waitsForNothing(p.Plan, s) {
				continue
			}
			f := p.At("verifier-without-subject", s, s.VerifiesKey)
			f.Message = fmt.Sprintf("%s verifies, but waits for no step", lint.StepName(s))
			f.Hint = "list the steps to be verified under depends_on"
			p.Report(f)
		}
	},
}
