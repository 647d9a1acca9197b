package rules

import (
	"fmt"
	"slices"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

var unstatedReversibility = lint.Rule{
	ID: "unstated-reversibility", Title: "nothing says whether a tool can be undone", Group: lint.Quality, Severity: lint.Warning,
	What: "The contract of every tool that a plan uses says whether its effect can be undone. Imported lists are often silent: OpenAI and Anthropic lists always, MCP lists without annotations. A plan gets one finding, at the first such step.",
	Why:  "Before what cannot be undone a person is asked. Where nothing says which it is, run asks each time, and people who are asked too often stop reading.",
	Bad: `goal: translate the message
steps:
  - {id: s1, tool: translate, arguments: {text: hello, language: fr}}
`,
	Good: `goal: tell the team
steps:
  - {id: s1, tool: notify, arguments: {text: hello}}
`,
	Fix: "Add an entry of planlint's own form for the tool, such as contracts: {translate: {irreversible: false}}; it sharpens the imported one.",
	Check: func(p *lint.Pass) {
		for i := range p.Plan.Steps {
			if c := p.Deployment.Catalog.Get(p.Plan.Steps[i].Tool); c != nil && c.Reversibility == contracts.Unstated {
				reportUnstated(p, i)
				return
			}
		}
	},
}

// mostContracts is how many contract lines a finding shows.
const mostContracts = 5

func reportUnstated(p *lint.Pass, first int) {
	s := &p.Plan.Steps[first]
	f := p.At("unstated-reversibility", s, s.ToolNode)
	seen := map[string]bool{}
	for i := first; i < len(p.Plan.Steps); i++ {
		c := p.Deployment.Catalog.Get(p.Plan.Steps[i].Tool)
		if c == nil || c.Reversibility != contracts.Unstated || seen[c.Tool] {
			continue
		}
		seen[c.Tool] = true
		f.Violations = append(f.Violations, c.Tool)
		if len(seen) <= mostContracts && c.Place.Known() {
			f.Related = append(f.Related, lint.Related{Place: c.Place, Message: fmt.Sprintf("the contract of %s is silent", tree.Quote(c.Tool))})
		}
	}
	slices.Sort(f.Violations)
	f.Message = fmt.Sprintf("nothing says whether %s can be undone", quoted(f.Violations))
	f.Hint = fmt.Sprintf("add an entry to a contract file: contracts: {%s: {irreversible: true}}, or false", tree.Visible(s.Tool))
	p.Report(f)
}
