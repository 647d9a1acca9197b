package dryrun

import (
	"context"
	"time"

	"github.com/planlint/planlint/contracts/autonomy"
	"github.com/planlint/planlint/dryrun/store"
	"github.com/planlint/planlint/lint"
)

// ledger is what was drawn on grants and is owed in reports, by earlier runs, and by the steps of this one.
type ledger struct {
	ctx context.Context
	run *Run
	but *step // which does not count: it is the one that is decided
}

// without is the ledger for a decision about a step.
func (l *ledger) without(s *step) *ledger { return &ledger{l.ctx, l.run, s} }

// Spent implements autonomy.Ledger.
func (l *ledger) Spent(g *autonomy.Grant, since time.Time) ([]string, error) {
	draws, err := l.run.o.Store.Draws(l.ctx, g.Tenant, g.ID, since)
	if err != nil {
		return nil, err
	}
	var amounts []string
	for _, d := range draws {
		if d.Run == l.run.id && d.State != store.Spent { // those of this run that are held are counted below
			continue
		}
		amounts = append(amounts, d.Amount)
	}
	for _, s := range l.run.steps {
		if s != l.but && s.draw != nil && s.draw.State == store.Held && s.draw.Grant == g.ID && s.draw.Tenant == g.Tenant {
			amounts = append(amounts, s.draw.Amount)
		}
	}
	return amounts, nil
}

// Owed implements autonomy.Ledger. A step of this plan that will owe a report counts as if it were owed already.
func (l *ledger) Owed(tenant, class string) (bool, error) {
	reports, err := l.run.o.Store.Reports(l.ctx, tenant)
	if err != nil {
		return false, err
	}
	for _, r := range reports {
		if r.Class == class && !(l.but != nil && r.Run == l.run.id && r.Step == l.but.ID) {
			return true, nil
		}
	}
	for _, s := range l.run.steps {
		if s != l.but && s.status == Pending && s.reports() && s.clearance.Ladder.Class == class {
			return true, nil
		}
	}
	return false, nil
}

// reports says that the step owes a report when it runs.
func (s *step) reports() bool {
	return s.clearance.Need == lint.NeedGrant && s.clearance.Ladder.Reports
}
