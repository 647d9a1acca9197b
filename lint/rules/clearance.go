package rules

import (
	"github.com/planlint/planlint/contracts/autonomy"
	"github.com/planlint/planlint/lint"
)

// checkClearance asks what each step needs before it may run, as if nothing had been spent yet and no report were owed.
// Only a ladder refuses or waives anything, so a step whose tool is in no class costs a look into the table.
func checkClearance(p *lint.Pass) {
	if p.Deployment.Ladder == nil {
		return
	}
	for i := range p.Plan.Steps {
		s := &p.Plan.Steps[i]
		class := p.Deployment.Ladder.Class(s.Tool)
		if class == nil || !p.Deployment.Judge(p.Authority, s.Tool, p.Now).OK() {
			continue
		}
		contract := p.Deployment.Catalog.Get(s.Tool)
		clearance, err := p.Deployment.Clearance(p.Authority, contract, p.Deployment.Foresee(p.Plan, s, p.Authority, p.Now), autonomy.EmptyLedger{})
		if err != nil {
			panic("planlint: internal error: an empty ledger fails: " + err.Error())
		}
		switch clearance.Need {
		case lint.NeedNone:
			reportNeverCleared(p, s, class, contract, clearance.Reason)
		case lint.NeedGrant:
			reportWaived(p, s, contract, clearance.Ladder.Grant)
		}
	}
}
