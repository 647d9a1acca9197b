package rules

import (
	"fmt"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/autonomy"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

var waivedApproval = lint.Rule{
	ID: "waived-approval", Title: "a grant waives an approval that is declared", Group: lint.Quality, Severity: lint.Warning,
	What: "No step is cleared by a grant alone where the contract says that the effect can't be undone, or where the agent needs approval for every call of the tool. For a tool in an action class the ladder alone decides, unless autonomy.waives_declared_approval is false. It is judged as if nothing had been spent yet.",
	Why:  "Two places say different things about who is asked, and the more generous one wins in silence.",
	Bad: `goal: pay the customer back
steps:
  - {id: s1, tool: refund, arguments: {account: a1, amount: "20.00"}}
`,
	Good: `goal: pay the customer back
steps:
  - {id: s1, tool: refund, arguments: {account: a1, amount: "2000.00"}}
`,
	Fix: "Set autonomy.waives_declared_approval: false in planlint.yaml, and the declared approval is asked for as well; or set this rule to off there, where grants are meant to waive it.",
}

func reportWaived(p *lint.Pass, s *lint.Step, c *contracts.Contract, g *autonomy.Grant) {
	var related []lint.Related
	point := func(at tree.Place, message string) {
		if at.Known() {
			related = append(related, lint.Related{Place: at, Message: message})
		}
	}
	point(g.Place, "the grant")
	waived := ""
	if c.Reversibility == contracts.Irreversible {
		waived = "its effect is irreversible"
		point(c.ReversibilityPlace, "the contract says so here")
	}
	if a := p.Authority.Agent; a != nil {
		if at, ok := a.ApprovalRequired[s.Tool]; ok {
			if waived != "" {
				waived += " and "
			}
			waived += fmt.Sprintf("agent %s needs approval for every call of it", tree.Quote(a.Name))
			point(at, "the agent needs approval here")
		}
	}
	if waived == "" {
		return
	}
	f := p.At("waived-approval", s, s.ToolNode)
	f.Violations, f.Related = []string{s.Tool}, append(f.Related, related...)
	f.Message = fmt.Sprintf("nobody is asked before %s, because grant %s covers it, though %s", tree.Quote(s.Tool), tree.Quote(g.ID), waived)
	f.Hint = "set autonomy.waives_declared_approval: false to ask all the same"
	p.Report(f)
}
