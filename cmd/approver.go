package cmd

import (
	"context"
	"fmt"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
)

// approver puts somebody there to ask: a file of decisions, else the person at the terminal. It returns the file, or nil.
func (r *runner) approver(ctx context.Context, o *dryrun.Options) (*approvalsFile, error) {
	if r.o.approvals != "" {
		f, err := readApprovals(ctx, r.env, r.o.approvals)
		if err != nil {
			return nil, err
		}
		f.now, f.used = r.now, o.Store.Used
		o.Approver = f
		return f, nil
	}
	if r.o.dry && !r.o.ask {
		return nil, nil
	}
	term, err := r.env.terminal()
	if err != nil {
		if r.o.ask {
			return nil, usage("run it at a terminal", "--ask puts the questions to a person, and there is nobody to ask")
		}
		return nil, nil // which matters only where somebody has to be asked
	}
	r.closers = append(r.closers, term.Close)
	p := newPrompter(r.env, term, r.env.colour(r.o.color, true))
	if p.by = r.env.login(); p.by == "" {
		o.Approver = nameless{}
		return nil, nil
	}
	o.Approver = p
	return nil, nil
}

// nameless stands where somebody sits at the terminal of whom nobody can say who it is: a record must name who approved.
type nameless struct{}

// Decide implements dryrun.Approver.
func (nameless) Decide(_ context.Context, r *dryrun.Request) (dryrun.Decision, error) {
	return dryrun.Decision{}, &dryrun.StopError{Class: dryrun.Unable, Code: dryrun.CodeNobody, Step: r.StepID, Tool: r.Tool,
		Message: fmt.Sprintf("step %s needs a person to approve %s, and who decides can't be told: there is no login", tree.Quote(r.StepID), tree.Quote(r.Tool)),
		Hint:    "planlint approve --as NAME decides under a name"}
}
