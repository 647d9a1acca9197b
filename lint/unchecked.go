package lint

import (
	"github.com/planlint/planlint/contracts/schema"
	"github.com/planlint/planlint/contracts/tree"
)

// uncheckedOutcomes says of each value that a bind or an output takes what could not be proved of it, so that a clean
// report is not read as a promise about it.
func (p *Pass) uncheckedOutcomes() {
	if len(p.Takings()) == 0 {
		return
	}
	said := map[NotChecked]bool{}
	for i := range p.Takings() {
		n := p.unproved(&p.takings[i])
		if n.Why != "" && !said[n] {
			said[n] = true
			p.NotChecked(n.What, n.Why)
		}
	}
}

// unproved is what could not be proved of a value; its Why is empty where all was, or where a finding speaks of it.
func (p *Pass) unproved(t *Taking) NotChecked {
	name, giver, lacks := "input", "inputs", "the input need not have it"
	if t.Maker != nil {
		name, giver = tree.Visible(StepLabel(t.Maker))+" outcome", tree.Visible(t.Maker.Tool)
		lacks = giver + " need not return it"
	}
	n := NotChecked{What: name}
	if t.costly {
		n.Why = "the plan takes more values than are compared"
		return n
	}
	if t.Spot == nil {
		switch {
		case t.Maker == nil && p.Plan.Inputs == tree.None:
			n.Why = "the plan declares no inputs"
		case t.Maker != nil && !p.Deployment.Catalog.Get(t.Maker.Tool).HasReturns():
			n.Why = giver + " declares no returns"
		}
		return n // else it is broken, and a finding says so
	}
	if where := t.Whence(); where != "" {
		n.What += " " + tree.Visible(string(where))
	}
	var taker string
	if t.Of != nil {
		taker = tree.Visible(t.Of.Tool)
	}
	missing := t.Spot.Standing == schema.Sometimes
	switch {
	case t.Spot.Standing == schema.Nowhere || t.Match.Verdict == schema.CannotFit: // a finding says so
	case t.Match.Verdict == schema.Open && !t.Spot.Said:
		n.Why = giver + " does not say what it is"
	case t.Match.Verdict == schema.Open && missing:
		n.Why = lacks + ", and " + taker + " need not take it"
	case t.Match.Verdict == schema.Open:
		n.Why = taker + " need not take it"
	case missing:
		n.Why = lacks
	}
	return n
}
