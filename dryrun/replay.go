package dryrun

import (
	"bytes"
	"time"

	"github.com/planlint/planlint/lint"
)

// Judged is a plan as it is judged today.
type Judged struct {
	Plan *lint.Validated // nil where it is refused
	Why  string          // what it is refused for
}

// Replay holds a journal against the plans of its run, as if they were run again with every answer taken from the record:
// what each step would be called with, and its key, must be what is recorded, after everything that it waits for, and so
// must what would take it back and what the run answered with. Nothing is performed and nothing is written. What the plan
// in force asks for and the record lacks, and what the record has and its plan does not ask for, are faults too. plans are
// those that were in force, in order, judged by what holds at that instant; the last may be another plan than the
// recorded one.
func Replay(plans []Judged, s *Story, now time.Time) []Check {
	var list []Check
	for i, p := range plans {
		if p.Plan == nil {
			for _, id := range s.Order {
				if t := s.Steps[id]; t.Plan == i {
					list = append(list, t.check(t.Tool).fault(FaultPlan, "it can't be compared, as its plan is refused today: %s", p.Why))
				}
			}
			continue
		}
		list = append(list, replayPlan(p.Plan, i, s, now)...)
	}
	return list
}

// replayPlan compares the effects that happened under the plan with number n.
func replayPlan(plan *lint.Validated, n int, s *Story, now time.Time) []Check {
	o := Options{RunID: s.Run.ID, Now: func() time.Time { return now }}
	if s.Admission.Input != nil {
		o.Input, _ = readValue(s.Admission.Input)
	}
	r := New(plan, o)
	r.id.Tenant = s.Run.Tenant
	var list []Check
	asked := map[string]bool{}
	over := n == len(s.Plans)-1 && s.Status() == RunSucceeded
	for _, st := range r.steps {
		asked[st.ID] = true
		t := s.Steps[st.ID]
		if t == nil || t.Plan > n { // what became of it under this plan is over, and nothing followed from it
			if t == nil && over {
				list = append(list, Check{StepID: st.ID, Tool: st.Tool, Plan: n}.fault(FaultMissing, "the plan asks for it, and the record has nothing of it"))
			}
			continue
		}
		c := r.replayed(st, t, t.Plan == n)
		if t.Plan == n && c.Kind == "" {
			c = t.inOrder(c, st.Step, s)
		}
		if t.Plan == n || c.Kind != "" { // one that was kept stands with its own plan
			list = append(list, c)
		}
		if t.Undo != nil && t.Plan == n {
			list = append(list, r.undoReplayed(st, t))
		}
	}
	for _, id := range s.Order {
		if t := s.Steps[id]; !asked[id] && t.Plan == n {
			list = append(list, t.check(t.Tool).fault(FaultUnread, "the record has an effect of it, and the plan does not ask for it"))
		}
	}
	if over {
		list = append(list, r.answerReplayed(s)...)
	}
	return list
}

// inOrder compares when a step started with when what it waits for was done.
func (t *StepStory) inOrder(c Check, plan *lint.Step, s *Story) Check {
	for _, needed := range plan.DependsOn { // binds take from these, or from what these wait for
		d := s.Steps[needed.ID]
		if d == nil || d.Seq == 0 || d.Seq > t.began || d.Status != Succeeded && d.Status != Compensated {
			return c.fault(FaultOrder, "it waits for step %s, which was not done yet", quoted(needed.ID))
		}
	}
	return c
}

// answerReplayed compares what the plan answers with, with what the run is recorded to have answered.
func (r *Run) answerReplayed(s *Story) []Check {
	c := Check{Plan: len(s.Plans) - 1}
	if err := r.answer(); err != nil {
		return []Check{c.fault(FaultOutputs, "%s", err.Message)}
	}
	var recorded []byte
	if s.Finished.Outputs != nil {
		v, ok := readValue(s.Finished.Outputs)
		if !ok {
			return []Check{c.fault(FaultUnreadable, "what the run answered with can't be read")}
		}
		recorded = v.json
	}
	if made, _ := readValue(r.outputs); !bytes.Equal(made.json, recorded) {
		return []Check{c.fault(FaultOutputs, "the record has another answer than the recorded outcomes lead to")}
	}
	return nil
}

// check is a check of the step, without a fault.
func (t *StepStory) check(tool string) Check {
	return Check{Seq: t.began, StepID: t.ID, Tool: tool, Plan: t.Plan}
}

// replayed compares what a step would be called with, with what is recorded, and takes its outcome from there. What a step
// was called with under a plan before this one is that plan's affair.
func (r *Run) replayed(s *step, t *StepStory, inForce bool) Check {
	c := t.check(s.Tool)
	if t.Outcome != nil {
		v, ok := readValue(t.Outcome)
		if !ok {
			return c.fault(FaultUnreadable, "its recorded outcome can't be read")
		}
		s.outcome = v
	}
	if s.Tool != t.Tool {
		return c.fault(FaultTool, "the record has a call of %s", quoted(t.Tool))
	}
	if !inForce {
		return c
	}
	if text := r.missing(s); text != "" {
		return c.fault(FaultValues, "%s", text)
	}
	s.args = r.arguments(s)
	if !s.args.complete {
		return c.fault(FaultValues, "its values come from steps that have no outcome on the record")
	}
	switch err := r.identify(s); {
	case err != nil:
		return c.fault(FaultValues, "%s", err.Message)
	case t.Arguments != "" && s.parts.Arguments != t.Arguments:
		return c.fault(FaultArguments, "the record has a call with other arguments")
	case t.Key != s.key:
		return c.fault(FaultKey, "the record has another idempotency key")
	}
	return c
}

// undoReplayed compares the call that would take a step back with what is recorded of one.
func (r *Run) undoReplayed(s *step, t *StepStory) Check {
	c := Check{Seq: t.Undo.began, StepID: t.ID, Tool: t.Undo.Tool, Plan: t.Plan, Undo: true}
	switch {
	case s.contract.Undo == nil:
		return c.fault(FaultUndo, "the contract of %s names nothing that takes it back", quoted(s.Tool))
	case s.contract.Undo.Tool != t.Undo.Tool:
		return c.fault(FaultUndo, "the contract of %s names %s to take it back", quoted(s.Tool), quoted(s.contract.Undo.Tool))
	case s.args == nil:
		return c.fault(FaultValues, "what it takes back can't be told")
	}
	u := &undo{step: s, contract: r.plan.Deployment().Catalog.Get(t.Undo.Tool)}
	if u.contract == nil {
		return c.fault(FaultUndo, "%s has no contract", quoted(t.Undo.Tool))
	}
	var why string
	if u.args, why = (&execution{Run: r}).undoArguments(s, s.contract.Undo, u.contract); why != "" {
		return c.fault(FaultValues, "%s", why)
	}
	switch k, err := key(u.contract, r.id.Tenant, r.id.ID, u.args.tree, u.args.root); {
	case err != nil:
		return c.fault(FaultValues, "%s", err.Error())
	case k != t.Undo.Key:
		return c.fault(FaultKey, "the record has another idempotency key")
	}
	return c
}
