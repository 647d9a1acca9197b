package rules

import (
	"fmt"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

var noAuthorityToSeparate = lint.Rule{
	ID: "no-authority-to-separate", Title: "one tool throughout, under distinct authority", Group: lint.Structure, Severity: lint.Error,
	What: "A plan with topology {collaborative: distinct-authority} uses at least two tools.",
	Why:  "Agents that may do different things are worth having where different things are done. With one tool there is nothing to separate, only work to coordinate.",
	Bad: `goal: tell both teams
topology: {collaborative: distinct-authority}
steps:
  - {id: s1, tool: notify, arguments: {text: hello, to: sales}}
  - {id: s2, tool: notify, arguments: {text: hello, to: support}}
`,
	Good: `goal: look at the booking and tell the team
topology: {collaborative: distinct-authority}
steps:
  - {id: s1, tool: check_booking, arguments: {ref: B1}}
  - {id: s2, tool: notify, arguments: {text: hello}, depends_on: [s1]}
`,
	Fix: "Write topology: single, or give the steps that need another authority the tools for it.",
	Check: func(p *lint.Pass) {
		if p.Plan.Topology.Kind != "distinct-authority" || !complete(p.Plan) {
			return
		}
		tool := p.Plan.Steps[0].Tool
		for i := range p.Plan.Steps {
			if t := p.Plan.Steps[i].Tool; t != tool || t == "" {
				return
			}
		}
		f := onPlan(p, "no-authority-to-separate", p.Plan.Topology.Node)
		f.Tool, f.Violations = tool, []string{tool}
		f.Message = fmt.Sprintf("the plan separates authority, but every step calls %s", tree.Quote(tool))
		f.Hint = "write topology: single"
		p.Report(f)
	},
}
