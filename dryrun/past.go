package dryrun

import (
	"fmt"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// remember brings back the steps that ran under earlier plans, as they were then: taking them back follows what ran, and
// not what the plan in force says. Of one whose contract is gone no more is known than that it ran.
func (r *Run) remember(s *Story) *StopError {
	plans := map[int]*lint.Plan{}
	for _, id := range s.Order {
		t := s.Steps[id]
		i, kept := r.index[id]
		if t.Plan == len(s.Plans)-1 {
			if !kept || r.steps[i].Tool != t.Tool {
				return s.misfit(t)
			}
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
		if old == nil || old.Tool != t.Tool {
			return s.misfit(t)
		}
		st := &step{Step: old, plan: p, contract: r.plan.Deployment().Catalog.Get(t.Tool), status: t.Status, trust: t.Label}
		if kept { // what became of it is told there
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

// misfit is the end of what would go on with a run in whose plan a step that ran is another one, or none.
func (s *Story) misfit(t *StepStory) *StopError {
	return &StopError{Class: Unknown, Code: CodeTampered, Step: t.ID, Tool: t.Tool,
		Message: fmt.Sprintf("the record has step %s call %s, and plan %d of the run does not", quoted(t.ID), quoted(t.Tool), t.Plan+1),
		Hint:    "planlint journal audit holds the record against the plans"}
}
