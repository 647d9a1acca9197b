package config

import (
	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint/syntax"
)

// Problem is a fault of the configuration or of a contract.
type Problem = contracts.Problem

// Related is another place that a Problem is about.
type Related = contracts.Related

// RuleConfiguration is the rule of a configuration whose parts do not go together.
const RuleConfiguration = "configuration"

// fromSyntax makes problems of what is wrong with a document's text.
func fromSyntax(src *tree.Source, list []syntax.Problem) []Problem {
	out := make([]Problem, 0, len(list))
	for _, p := range list {
		q := Problem{Rule: p.Rule, Place: tree.Place{Source: src, Span: p.Span}, Message: p.Message, Hint: p.Hint}
		for _, r := range p.Related {
			q.Related = append(q.Related, Related{Place: tree.Place{Source: src, Span: r.Span}, Message: r.Message})
		}
		out = append(out, q)
	}
	return out
}

// misfit is a problem of parts that do not go together.
func misfit(at tree.Place, message, hint string, related ...Related) Problem {
	return Problem{Rule: RuleConfiguration, Place: at, Message: message, Hint: hint, Related: related}
}
