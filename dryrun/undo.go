package dryrun

import (
	"fmt"

	"github.com/planlint/planlint/contracts"
)

// undo is the call that takes a step back.
type undo struct {
	step     *step
	contract *contracts.Contract // of the undoing tool
	callee   Callee
	args     *arguments
	key      string
	digest   string // of the arguments
	attempt  int    // the last one, over all turns
}

// undoOf prepares the call that takes a step back; why says why there is none.
func (r *Run) undoOf(s *step) (u *undo, why string) {
	if s.contract == nil {
		return nil, fmt.Sprintf("the contract of %s is gone", quoted(s.Tool))
	}
	spec := s.contract.Undo
	switch {
	case spec == nil && s.contract.Reversibility == contracts.Irreversible:
		return nil, "it is irreversible"
	case spec == nil:
		return nil, "its contract names nothing that takes it back"
	}
	u = &undo{step: s, contract: r.plan.Deployment().Catalog.Get(spec.Tool)}
	if u.contract == nil {
		return nil, fmt.Sprintf("%s has no contract", quoted(spec.Tool))
	}
	if v := r.plan.Deployment().Judge(r.plan.Authority(), spec.Tool, r.o.Now()); !v.OK() {
		return nil, fmt.Sprintf("the agent may not call %s", quoted(spec.Tool))
	}
	var ok bool
	if u.callee, ok = r.o.Call(spec.Tool); !ok {
		return nil, fmt.Sprintf("nothing can call %s", quoted(spec.Tool))
	}
	if u.callee.Check != nil {
		if err := u.callee.Check(); err != nil {
			return nil, fmt.Sprintf("%s can't be started: %s", quoted(spec.Tool), err)
		}
	}
	if u.args, why = r.undoArguments(s, spec, u.contract); why != "" {
		return nil, why
	}
	var err error
	if u.key, err = key(u.contract, r.id.Tenant, r.id.ID, u.args.tree, u.args.root); err == nil {
		u.digest, err = argumentsDigest(u.args)
	}
	if err != nil {
		return nil, err.Error()
	}
	if s.recorded != nil && s.recorded.Undo != nil {
		u.attempt = s.recorded.Undo.Attempts
	}
	return u, ""
}

// mayBeUndone reports whether there is, or may be, something that takes the step back: a contract that is gone does not
// say that there is nothing.
func (s *step) mayBeUndone() bool { return s.contract == nil || s.contract.Undo != nil }

// recallUndo looks at the steps of which taking back was begun and not brought to its end. It may be done again where that
// is the very call that was begun, and where the contract, which is still the one of that time, says that doing it twice is
// safe. Else nobody knows whether it happened, and somebody has to say so.
func (r *Run) recallUndo() *StopError {
	for _, id := range r.story.Order {
		t := r.story.Steps[id]
		if t.Undo == nil || t.Undo.Done || !t.Open() {
			continue
		}
		s := r.past[id]
		if i, kept := r.index[id]; kept {
			s = r.steps[i]
		}
		if err := r.undoAgain(s, t.Undo); err != nil {
			return err
		}
		s.undoOpen = true
	}
	return nil
}

// undoAgain refuses to repeat the undoing call that the record has, where that is not safe, or would be another call.
func (r *Run) undoAgain(s *step, began *UndoStory) *StopError {
	why := fmt.Sprintf("taking it back with %s was not brought to its end", quoted(began.Tool))
	if began.Failed != nil {
		why = began.Failed.Message
	}
	if c := r.plan.Deployment().Catalog.Get(began.Tool); c == nil || !repeatable(c) {
		return r.undoDoubt(s, why)
	}
	u, cant := r.undoOf(s)
	if cant != "" {
		return r.undoDoubt(s, fmt.Sprintf("%s, and now it can't be repeated: %s", why, cant))
	}
	what := ""
	switch {
	case u.contract.Tool != began.Tool:
		what = "its undo names " + quoted(u.contract.Tool)
	case contractDigest(u.contract) != began.Contract:
		what = fmt.Sprintf("the contract of %s is another", quoted(began.Tool))
	case u.key != began.Key || u.digest != began.Arguments:
		what = fmt.Sprintf("its undo gives %s other arguments", quoted(began.Tool))
	default:
		return nil
	}
	e := r.undoDoubt(s, fmt.Sprintf("taking it back with %s was under way when the run ended, and %s now", quoted(began.Tool), what))
	e.Code, e.Hint = CodeContract, "put the contract back, or say with planlint resolve whether it was taken back"
	return e
}

// undoDoubt is the end of a run of which nobody knows whether a step was taken back.
func (r *Run) undoDoubt(s *step, why string) *StopError {
	e := r.doubt(s, why)
	e.Message = fmt.Sprintf("nobody knows whether step %s was taken back: %s", quoted(s.ID), why)
	return e
}
