package rules

import (
	"fmt"

	"github.com/planlint/planlint/lint"
)

var quorumWithoutSubject = lint.Rule{
	ID: "quorum-without-subject", Title: "a panel that waits for nothing", Group: lint.Structure, Severity: lint.Error,
	What: "A step with a quorum waits for at least one step, whose work its lenses review.",
	Why:  "A panel without a subject repeats the work several times instead of reviewing it.",
	Bad: `goal: book a flight and have it reviewed
steps:
  - {id: s1, tool: book_flight, arguments: {flight: BA117, seats: 1}}
  - {id: s2, tool: check_booking, arguments: {ref: B1}, quorum: {need: 2, lenses: [price, dates, names]}}
`,
	Good: `goal: book a flight and have it reviewed
steps:
  - {id: s1, tool: book_flight, arguments: {flight: BA117, seats: 1}}
  - {id: s2, tool: check_booking, arguments: {ref: B1}, quorum: {need: 2, lenses: [price, dates, names]}, depends_on: [s1]}
`,
	Fix: "List the steps to be reviewed under depends_on.",
	Check: func(p *lint.Pass) {
		for i := range p.Plan.Steps {
			s := &p.Plan.Steps[i]
			if s.Quorum == nil || !waitsForNothing(p.Plan, s) {
				continue
			}
			f := p.At("quorum-without-subject", s, s.Quorum.Key)
			f.Message = fmt.Sprintf("%s has a quorum, but waits for no step", lint.StepName(s))
			f.Hint = "list the steps to be reviewed under depends_on"
			p.Report(f)
		}
	},
}
