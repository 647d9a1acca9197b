package lint

import "github.com/planlint/planlint/contracts/tree"

// uncheckedOutcomes says of each outcome that a bind or an output takes that its value is not known yet, so that a clean report is
// not read as a promise about it.
func (p *Pass) uncheckedOutcomes() {
	var said []bool
	say := func(from *Origin) {
		j, ok := p.Plan.byID[from.Step]
		if from.StepNode == tree.None || !ok {
			return
		}
		if said == nil {
			said = make([]bool, len(p.Plan.Steps))
		}
		if said[j] {
			return
		}
		said[j] = true
		producer := &p.Plan.Steps[j]
		c := p.Deployment.Catalog.Get(producer.Tool)
		switch {
		case c == nil: // a finding says so
		case !c.HasReturns():
			p.NotChecked(tree.Visible(StepLabel(producer))+" outcome", tree.Visible(producer.Tool)+" declares no returns")
		default:
			p.NotChecked(tree.Visible(StepLabel(producer))+" outcome", "what is taken from it is compared with the returns of "+tree.Visible(producer.Tool)+" when it exists")
		}
	}
	for i := range p.Plan.Steps {
		for k := range p.Plan.Steps[i].Binds {
			say(&p.Plan.Steps[i].Binds[k].From)
		}
	}
	for i := range p.Plan.Outputs {
		say(&p.Plan.Outputs[i].From)
	}
}
