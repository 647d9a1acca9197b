package rules

import (
	"fmt"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/autonomy"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

var neverCleared = lint.Rule{
	ID: "never-cleared", Title: "a step that nothing and nobody can clear", Group: lint.Steps, Severity: lint.Error,
	What: "No step calls a tool that is refused whatever grants exist and whoever is asked: one whose action class is the reserved autonomy.grant.",
	Why:  "No plan may grant autonomy. The run refuses such a plan before its first step, so nothing else in it happens either.",
	Bad: `goal: let the courier pay refunds by itself
steps:
  - {id: s1, tool: promote, arguments: {agent: courier}}
`,
	Good: `goal: ask for the courier to be promoted
steps:
  - {id: s1, tool: notify, arguments: {text: please promote the courier}}
`,
	Fix: "Leave the step out: a person does it, outside of plans, under autonomy in planlint.yaml.",
	// One walk over the steps raises this rule and waived-approval, so that each is decided once.
	Check: checkClearance, Raises: []string{"waived-approval"},
}

func reportNeverCleared(p *lint.Pass, s *lint.Step, class *autonomy.Class, c *contracts.Contract, reason string) {
	f := p.At("never-cleared", s, s.ToolNode)
	f.Violations = []string{s.Tool}
	f.Message = fmt.Sprintf("nothing and nobody can clear %s: %s", tree.Quote(s.Tool), reason)
	f.Hint = "leave the step out, and have a person do it"
	for _, r := range []lint.Related{{Place: class.Place, Message: "its class"}, {Place: c.Place, Message: "its contract"}} {
		if r.Place.Known() {
			f.Related = append(f.Related, r)
		}
	}
	p.Report(f)
}
