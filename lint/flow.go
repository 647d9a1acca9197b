package lint

import (
	"fmt"
	"slices"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/contracts/tree"
)

// The rules about what flows into protected places.
const (
	RuleUntrustedFlow = "untrusted-flow"
	RuleSensitivity   = "sensitivity-exceeded"
	RuleUnapproved    = "unapproved-path"
)

// Breach is a value that may not flow where it goes.
type Breach struct {
	Rule       string // one of those above
	Protection *contracts.Protection
	Why        string // a clause that goes on from where the value comes: "which is untrusted"
}

// Breaches are the protections of a contract that a value breaks which goes to a place in the arguments. source is the
// tool whose outcome it is; "" is the run's input. It is the only place that decides: the linter asks it with the labels
// that contracts declare, and whoever runs a plan with those that were recorded when the data came.
func Breaches(c *contracts.Contract, target []string, label Label, source string) []Breach {
	var list []Breach
	for i := range c.Protect {
		p := &c.Protect[i]
		if !overlap(target, p.Field) {
			continue
		}
		if p.RequireTrusted && !label.Trusted {
			list = append(list, Breach{RuleUntrustedFlow, p, "which is untrusted"})
		}
		if p.Sources != nil && !slices.ContainsFunc(p.Sources, func(n shape.Name) bool { return n.Text == source }) {
			list = append(list, Breach{RuleUnapproved, p, "which is none of its sources"})
		}
		if p.MaxSensitivity != "" && rankSensitivity(label.Sensitivity) > rankSensitivity(p.MaxSensitivity) {
			list = append(list, Breach{RuleSensitivity, p, fmt.Sprintf("which is %s, over %s", label.Sensitivity, p.MaxSensitivity)})
		}
	}
	return list
}

func rankSensitivity(word string) int { return slices.Index(contracts.Sensitivities, word) }

// overlap reports whether a place and a protected field share anything: one of them lies in the other.
func overlap(target []string, field tree.Pointer) bool {
	tokens, err := tree.ParsePointer(string(field))
	if err != nil {
		panic("planlint: internal error: a protected field that is no pointer")
	}
	n := min(len(tokens), len(target))
	return slices.Equal(tokens[:n], target[:n])
}

// OutcomeLabel is the label that a contract gives the outcome of its tool.
func OutcomeLabel(c *contracts.Contract) Label {
	return Label{Trusted: c.Trusted, Sensitivity: c.Sensitivity, Place: c.Place}
}
