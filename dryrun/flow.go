package dryrun

import (
	"fmt"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

const noNode = tree.None

// flowCodes are the codes of what flows where it may not.
var flowCodes = map[string]Code{lint.RuleUntrustedFlow: CodeFlow, lint.RuleUnapproved: CodePath, lint.RuleSensitivity: CodeSensitivity}

// flow holds the labels of what binds bring against what the contract protects. What the plan says itself is trusted and
// public, and the outcome of a step has the label that its contract gave it when it came.
func (r *Run) flow(s *step) *StopError {
	for i := range s.Binds {
		b := &s.Binds[i]
		label, source := r.label, ""
		if b.From.StepNode != noNode {
			from := r.steps[r.index[b.From.Step]]
			label, source = lint.Label{Trusted: from.trust.Trusted, Sensitivity: from.trust.Sensitivity}, from.Tool
		}
		if list := lint.Breaches(s.contract, b.Target, label, source); len(list) > 0 {
			return &StopError{Class: Refused, Code: flowCodes[list[0].Rule], Step: s.ID, Tool: s.Tool, Hint: "see protect in the contract of " + quoted(s.Tool),
				Message: fmt.Sprintf("%s of %s takes its value from %s, %s", quoted(pointer(b.Target)), quoted(s.Tool), origin(&b.From), list[0].Why)}
		}
	}
	return nil
}
