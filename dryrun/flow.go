package dryrun

import (
	"fmt"
	"slices"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

const noNode = tree.None

// flow holds the labels of what binds bring against what the contract protects. What the plan says itself is trusted and
// public, and the outcome of a step has the label that its contract gave it when it came.
func (r *Run) flow(s *step) *StopError {
	for i := range s.Binds {
		b := &s.Binds[i]
		label := labelData(r.label)
		source := ""
		if b.From.StepNode != noNode {
			from := r.steps[r.index[b.From.Step]]
			label, source = from.trust, from.Tool
		}
		for j := range s.contract.Protect {
			p := &s.contract.Protect[j]
			if !overlap(b.Target, string(p.Field)) {
				continue
			}
			if e := r.admits(s, p, b, label, source); e != nil {
				return e
			}
		}
	}
	return nil
}

// admits reports why a protected place does not take a value, or nil. source is the tool that it comes from; "" is the
// input.
func (r *Run) admits(s *step, p *contracts.Protection, b *lint.Bind, label LabelData, source string) *StopError {
	e := &StopError{Class: Refused, Step: s.ID, Tool: s.Tool, Hint: "see protect in the contract of " + quoted(s.Tool)}
	what := fmt.Sprintf("%s of %s takes its value from %s", quoted(pointer(b.Target)), quoted(s.Tool), origin(&b.From))
	switch {
	case p.RequireTrusted && !label.Trusted:
		e.Code, e.Message = CodeFlow, what+", which is untrusted"
	case p.Sources != nil && !slices.ContainsFunc(p.Sources, func(n shape.Name) bool { return n.Text == source }):
		e.Code, e.Message = CodePath, what+", which is none of its sources"
	case p.MaxSensitivity != "" && rank(label.Sensitivity) > rank(p.MaxSensitivity):
		e.Code, e.Message = CodeSensitivity, fmt.Sprintf("%s, which is %s, over %s", what, label.Sensitivity, p.MaxSensitivity)
	default:
		return nil
	}
	return e
}

func rank(sensitivity string) int { return slices.Index(contracts.Sensitivities, sensitivity) }

// overlap reports whether a place and a protected field share anything: one of them lies in the other.
func overlap(target []string, field string) bool {
	tokens, err := tree.ParsePointer(field)
	if err != nil {
		panic("planlint: internal error: a protected field that is no pointer")
	}
	n := min(len(tokens), len(target))
	return slices.Equal(tokens[:n], target[:n])
}
