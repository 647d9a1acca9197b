package dryrun

import (
	"fmt"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// remember brings back the steps that ran under earlier plans, as they were then: taking them back follows what ran, and
// not what the plan in force says.
func (r *Run) remember(s *Story) *StopError {
	plans := map[int]*lint.Plan{}
	for _, id := range s.Order {
		t := s.Steps[id]
		if t.Plan == len(s.Plans)-1 {
			continue
		}
		p := plans[t.Plan]
		if p == nil {
			var fault *lint.Finding
			if p, fault = lint.Parse(&tree.Source{Name: s.Plans[t.Plan].Name, Text: s.Plans[t.Plan].Text}); p == nil || fault != nil {
				return &StopError{Class: Unknown, Code: CodeTampered, Message: fmt.Sprintf("plan %d of the run can't be read", t.Plan+1)}
			}
			plans[t.Plan] = p
		}
		old := p.Step(id)
		c := r.plan.Deployment().Catalog.Get(t.Tool)
		if old == nil || c == nil || old.Tool != t.Tool { // it can't be taken back, and nothing waits for it
			continue
		}
		st := &step{Step: old, plan: p, contract: c, status: t.Status, trust: t.Label}
		if i, kept := r.index[id]; kept { // what became of it is told there
			st.outcome, st.recorded = r.steps[i].outcome, t
		} else if err := r.recall(st, t); err != nil {
			return err
		}
		if r.past == nil {
			r.past = map[string]*step{}
		}
		r.past[id] = st
	}
	return nil
}
