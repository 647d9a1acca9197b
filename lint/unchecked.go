package lint

import "github.com/planlint/planlint/contracts/tree"

// uncheckedOutcomes says of each outcome that a bind takes that its value is not known yet, so that a clean report is
// not read as a promise about it.
func (p *Pass) uncheckedOutcomes() {
	var said []bool
	for i := range p.Plan.Steps {
		for _, b := range p.Plan.Steps[i].Binds {
			j, ok := p.Plan.byID[b.From.Step]
			if b.From.StepNode == tree.None || !ok {
				continue
			}
			if said == nil {
				said = make([]bool, len(p.Plan.Steps))
			}
			if said[j] {
				continue
			}
			said[j] = true
			producer := &p.Plan.Steps[j]
			c := p.Deployment.Catalog.Get(producer.Tool)
			switch {
			case c == nil: // a finding says so
			case !c.HasReturns():
				p.NotChecked(tree.Visible(StepLabel(producer))+" outcome", tree.Visible(producer.Tool)+" declares no returns")
			default:
				p.NotChecked(tree.Visible(StepLabel(producer))+" outcome", "what binds take from it is compared with the returns of "+tree.Visible(producer.Tool)+" when it exists")
			}
		}
	}
}
