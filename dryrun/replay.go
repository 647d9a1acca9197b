package dryrun

import (
	"time"

	"github.com/planlint/planlint/lint"
)

// Replay holds a journal against a plan, as if the plan were run again with every answer taken from the record: what each
// step would be called with, and its key, must be what is recorded, and so must what would take it back. Nothing is
// performed and nothing is written. What the plan asks for and the record lacks, and what the record has and the plan does
// not ask for, are faults too. plan was judged by what holds today, at that instant.
func Replay(plan *lint.Validated, s *Story, now time.Time) []Check {
	o := Options{RunID: s.Run.ID, Now: func() time.Time { return now }}
	if s.Admission.Input != nil {
		o.Input, _ = readValue(s.Admission.Input)
	}
	r := New(plan, o)
	r.id.Tenant = s.Run.Tenant
	var list []Check
	asked := map[string]bool{}
	for _, st := range r.steps {
		asked[st.ID] = true
		switch t := s.Steps[st.ID]; {
		case t != nil:
			list = append(list, r.replayed(st, t, t.Plan == len(s.Plans)-1))
			if t.Undo != nil && t.Plan == len(s.Plans)-1 {
				list = append(list, r.undoReplayed(st, t))
			}
		case s.Status() == RunSucceeded:
			list = append(list, Check{StepID: st.ID, Tool: st.Tool, Plan: len(s.Plans) - 1}.fault(FaultMissing, "the plan asks for it, and the record has nothing of it"))
		}
	}
	for _, id := range s.Order {
		if t := s.Steps[id]; !asked[id] && t.Plan == len(s.Plans)-1 {
			list = append(list, t.check(t.Tool).fault(FaultUnread, "the record has an effect of it, and the plan does not ask for it"))
		}
	}
	return list
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
