package rules

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// flowRules look at what flows into the places that contracts protect.
var flowRules = []lint.Rule{untrustedFlow, sensitivityExceeded, unapprovedPath}

var untrustedFlow = lint.Rule{
	ID: lint.RuleUntrustedFlow, Title: "untrusted data flows where only trusted data may", Group: lint.Flow, Severity: lint.Error,
	What: "A bind fills a place that the contract protects with require_trusted, with an outcome whose contract does not say trust: trusted, or with a run's input that is untrusted.",
	Why:  "Whoever writes the data decides what happens: a text in a search result names the account that the money goes to. A run refuses it.",
	Bad: `goal: pay what is owed
steps:
  - {id: s1, tool: read_mail, arguments: {folder: inbox}}
  - {id: s2, tool: pay, arguments: {amount: "10"}, bind: {account: {step: s1, pointer: /account}}, depends_on: [s1]}
`,
	Good: `goal: pay what is owed
steps:
  - {id: s1, tool: look_up, arguments: {name: ada}}
  - {id: s2, tool: pay, arguments: {amount: "10"}, bind: {account: {step: s1, pointer: /account}}, depends_on: [s1]}
`,
	Fix:    "Take the value from a tool whose outcomes are trusted, or write it into the plan, where it is checked now.",
	Raises: []string{lint.RuleSensitivity, lint.RuleUnapproved},
	Check:  checkFlow,
}

var sensitivityExceeded = lint.Rule{
	ID: lint.RuleSensitivity, Title: "data flows where it is too sensitive to go", Group: lint.Flow, Severity: lint.Error,
	What: "A bind fills a place that the contract protects with max_sensitivity, with an outcome or an input whose label is higher. From the lowest, labels are public, internal, confidential and secret.",
	Why:  "Data goes further than whoever labelled it allows: a record about a customer ends in a message to somebody else. A run refuses it.",
	Bad: `goal: tell them what is owed
steps:
  - {id: s1, tool: look_up, arguments: {name: ada}}
  - {id: s2, tool: post, bind: {text: {step: s1, pointer: /account}}, depends_on: [s1]}
`,
	Good: `goal: tell them that something is owed
steps:
  - {id: s1, tool: look_up, arguments: {name: ada}}
  - {id: s2, tool: post, arguments: {text: something is owed}, depends_on: [s1]}
`,
	Fix: "Leave the value out, take it from a tool with a lower label, or send it where it may go.",
}

var unapprovedPath = lint.Rule{
	ID: lint.RuleUnapproved, Title: "a value comes from a tool that is no source of it", Group: lint.Flow, Severity: lint.Error,
	What: "A bind fills a place that the contract protects with sources, with the outcome of a tool that is not among them, or with the run's input.",
	Why:  "The contract says where such a value can come from. One from elsewhere is a guess, or somebody's trick. A run refuses it.",
	Bad: `goal: pay what is owed
steps:
  - {id: s1, tool: read_ledger, arguments: {name: ada}}
  - {id: s2, tool: pay, arguments: {amount: "10"}, bind: {account: {step: s1, pointer: /account}}, depends_on: [s1]}
`,
	Good: `goal: pay what is owed
steps:
  - {id: s1, tool: look_up, arguments: {name: ada}}
  - {id: s2, tool: pay, arguments: {amount: "10"}, bind: {account: {step: s1, pointer: /account}}, depends_on: [s1]}
`,
	Fix: "Take the value from one of the sources that the contract names.",
}

// checkFlow reports every bind whose value may not go where it goes.
func checkFlow(p *lint.Pass) {
	for i := range p.Plan.Steps {
		s := &p.Plan.Steps[i]
		c := p.Deployment.Catalog.Get(s.Tool)
		if c == nil || len(c.Protect) == 0 {
			continue
		}
		for j := range s.Binds {
			b := &s.Binds[j]
			label, source, from := p.Deployment.Input, "", "the run's input"
			if b.From.StepNode != tree.None {
				producer := p.Plan.Step(b.From.Step)
				if producer == nil {
					continue // another rule says so
				}
				made := p.Deployment.Catalog.Get(producer.Tool)
				if made == nil {
					continue
				}
				label, source = lint.OutcomeLabel(made), producer.Tool
				from = fmt.Sprintf("%s in step %s", tree.Quote(producer.Tool), tree.Quote(producer.ID))
			}
			for _, breach := range lint.Breaches(c, b.Target, label, source) {
				f := p.At(breach.Rule, s, b.Key)
				f.Message = fmt.Sprintf("%s of %s takes its value from %s, %s", tree.Quote(p.Plan.Tree.Text(b.Key)), tree.Quote(s.Tool), from, breach.Why)
				f.Hint = flowHint(breach)
				f.Related = append(f.Related, lint.Related{Place: breach.Protection.Place, Message: "the contract protects the place here"})
				if label.Place.Known() && breach.Rule != lint.RuleUnapproved {
					f.Related = append(f.Related, lint.Related{Place: label.Place, Message: "the label of the value comes from here"})
				}
				p.Report(f)
			}
		}
	}
}

// flowHint says how to settle a breach.
func flowHint(b lint.Breach) string {
	switch b.Rule {
	case lint.RuleUnapproved:
		names := make([]string, 0, len(b.Protection.Sources))
		for _, n := range b.Protection.Sources {
			names = append(names, tree.Quote(n.Text))
		}
		return "it may come from " + strings.Join(names, ", ")
	case lint.RuleSensitivity:
		return "take a value that is labelled " + b.Protection.MaxSensitivity + " or lower"
	}
	return "take it from a tool whose contract says trust: trusted, or write it into the plan"
}
