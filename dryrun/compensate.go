package dryrun

import (
	"errors"
	"fmt"
	"slices"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/autonomy"
	"github.com/planlint/planlint/dryrun/store"
	"github.com/planlint/planlint/lint"
)

// maxUndo is how often a turn tries to take a step back, as long as trying again is safe.
const maxUndo = 3

// unwinding reports whether earlier turns began to take back what happened.
func (r *Run) unwinding() bool { return r.story != nil && r.story.Unwinding }

// unwind takes back what happened, the latest first: what ran, whatever the plan says by now. It does nothing while
// anything is in doubt, and never stops at the first that can't be taken back; what stays is listed, and is tried again by
// the next turn. Interrupts don't end it, since half of it is worse than all or nothing.
func (x *execution) unwind() {
	list := x.standing()
	for _, s := range list {
		if s.mayBeUndone() {
			x.back = append(x.back, s)
		}
	}
	for _, s := range list {
		u, why := x.undoOf(s)
		if why == "" {
			why = x.takeBack(u)
		}
		if why != "" && s.undoOpen {
			x.halt(x.undoDoubt(s, why))
			why = "nobody knows whether it was taken back: " + why
		}
		if why != "" {
			x.stays = append(x.stays, Stay{s.ID, s.Tool, why, s.mayBeUndone()})
		}
		if x.stop.Class != ToolFailed { // of a graver reason than the one for which it is taken back
			return
		}
	}
	if x.begun || x.unwinding() {
		x.unwound = true
		x.advise()
	}
}

// standing are the steps that changed anything, of this plan and of those before it, and were not taken back: the one that
// ended last first.
func (x *execution) standing() []*step {
	list := slices.DeleteFunc(slices.Concat(x.steps, x.dropped()), func(s *step) bool { return s.status == Compensated || !s.acted() })
	slices.SortFunc(list, func(a, b *step) int { return int(b.seq - a.seq) })
	return list
}

// acted reports whether the step changed anything by itself: it landed, and is no answer from the record.
func (s *step) acted() bool {
	if s.replayed || s.contract != nil && s.contract.Effect == contracts.ReadOnly {
		return false
	}
	return s.status == Succeeded || s.status == Compensated || s.status == Failed && s.failed != nil && s.failed.Disposition == Landed
}

// takeBack clears and makes the undoing call; why says why the step's effect stays.
func (x *execution) takeBack(u *undo) (why string) {
	a := x.plan.Authority()
	need, err := x.plan.Deployment().Clearance(a, u.contract, autonomy.Call{Tool: u.contract.Tool, Tenant: a.Tenant(), User: a.User(),
		Tree: u.args.tree, Arguments: u.args.root, Now: x.o.Now()}, &ledger{ctx: x.record, run: x.Run})
	switch {
	case err != nil:
		return "what grants have left can't be told: " + err.Error()
	case need.Need == lint.NeedNone:
		return need.Reason
	case need.Need == lint.NeedPerson && x.o.Approver == nil:
		return "taking it back needs a person, and there is nobody to ask"
	}
	if err := x.takeUp(); err != nil {
		x.halt(err)
		return "the run can't be taken up"
	}
	if need.Need == lint.NeedPerson {
		if why := x.askUndo(u, need.Reason); why != "" {
			return why
		}
	}
	for range maxUndo {
		if x.tools.Err() != nil {
			return "the run was interrupted"
		}
		if err := x.beginUndo(u); err != nil {
			x.halt(err)
			return "that it is taken back can't be recorded"
		}
		out, err := x.callUndo(u)
		if err == nil {
			x.undone(u, out)
			return ""
		}
		var done bool
		if why, done = x.undoFailed(u, err); done {
			return why
		}
	}
	return why
}

// askUndo puts the undoing call to a person.
func (x *execution) askUndo(u *undo, reason string) (why string) {
	call := *u.step.Step
	call.Tool = u.contract.Tool
	ghost := &step{Step: &call, plan: u.step.plan, contract: u.contract, callee: u.callee, args: u.args, label: WouldAsk, undoes: u.step}
	ghost.parts.Arguments = u.digest
	q, err := x.question(ghost, fmt.Sprintf("it takes back what step %s did; %s", quoted(u.step.ID), reason), false)
	if err != nil {
		return err.Error()
	}
	x.left(q.request, u.step)
	err = x.answered(ghost, q, x.ask(x.record, q))
	if commit := x.journal.commit(x.record, store.Batch{}); commit != nil {
		x.halt(x.journal.failure("the answer can't be recorded", commit))
		return "the answer can't be recorded"
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// left says in a question what is still to be taken back, from the step in question on.
func (x *execution) left(q *Request, s *step) {
	at := slices.Index(x.back, s)
	q.Undoes, q.Position, q.Steps, q.Rest = s.Tool, at+1, len(x.back), nil
	for _, t := range x.back[at:] {
		q.Rest = append(q.Rest, Rest{StepID: t.ID, Tool: t.Tool, This: t == s})
	}
}

// beginUndo puts on the record that the undoing call starts.
func (x *execution) beginUndo(u *undo) *StopError {
	s := u.step
	x.journal.add(StepStarted, u.contract.Tool, s.ID, s.ID, encode(StartedData{Key: u.key, Arguments: u.digest, Contract: contractDigest(u.contract),
		Attempt: u.attempt + 1, Stub: u.callee.Stub, Undo: true}))
	if err := x.journal.commit(x.record, store.Batch{}); err != nil {
		return x.journal.failure(fmt.Sprintf("taking back step %s was not started: it can't be recorded", quoted(s.ID)), err)
	}
	u.attempt++
	x.begun = true
	return nil
}

// callUndo makes the undoing call.
func (x *execution) callUndo(u *undo) (Output, error) {
	x.point("undo started")
	out, err := u.callee.Tool.Call(x.tools, &Call{RunID: x.id.ID, Tenant: x.id.Tenant, StepID: u.step.ID, Tool: u.contract.Tool, Key: u.key, Arguments: u.args.json(), Attempt: u.attempt})
	x.point("undo returned")
	return out, err
}

// undone records that a step was taken back.
func (x *execution) undone(u *undo, out Output) {
	s := u.step
	data := CompensatedData{Key: u.key, Attempt: u.attempt}
	if v, ok := readAnswer(out.Text); ok && !out.Unknown {
		data.Outcome = v.json
	}
	x.journal.add(StepCompensated, u.contract.Tool, s.ID, s.ID, encode(data))
	if err := x.journal.commit(x.record, store.Batch{}); err != nil {
		x.unrecorded(s, "it was taken back", err)
		return
	}
	s.status, s.undoOpen = Compensated, false
}

// undoFailed records that taking a step back failed, and why. done says that it must not be tried again.
func (x *execution) undoFailed(u *undo, cause error) (why string, done bool) {
	s := u.step
	var call *CallError
	if !errors.As(cause, &call) {
		call = &CallError{Failure: Signalled, Message: "internal error: " + cause.Error()}
	}
	data := FailedData{Code: CodeToolFailed, Disposition: x.disposeUndo(u, call), Failure: call.Failure.String(), ExitCode: call.Code,
		Message: call.Error(), Key: u.key, Attempt: u.attempt, Undo: true}
	kind := StepFailed
	if data.Disposition == Doubtful {
		kind, data.Code = StepInDoubt, CodeInDoubt
	}
	x.journal.add(kind, u.contract.Tool, s.ID, s.ID, encode(data))
	if data.Disposition == Landed { // only the answer can't be used, and nobody needs it: both go on the record at once
		x.undone(u, Output{Unknown: true})
		return "", true
	}
	if err := x.journal.commit(x.record, store.Batch{}); err != nil {
		x.unrecorded(s, "taking it back failed", err)
		return "taking it back failed, and that can't be recorded", true
	}
	s.undoOpen = data.Disposition == Doubtful
	return fmt.Sprintf("%s failed: %s", quoted(u.contract.Tool), data.Message), s.undoOpen && !repeatable(u.contract)
}

// disposeUndo is dispose for the call that takes a step back. That repeating a call is safe does not say that one which
// was cut off did nothing, and one that fails behind it does not say so of it: that stays in doubt until one ends well.
func (x *execution) disposeUndo(u *undo, call *CallError) Disposition {
	d := dispose(u.contract, call)
	if d != Landed && u.step.undoOpen || d == Abandoned && call.Failure != Exited {
		return Doubtful
	}
	return d
}
