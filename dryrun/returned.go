package dryrun

import (
	"context"
	"errors"
	"fmt"

	"github.com/planlint/planlint/dryrun/store"
)

// returned takes in what came back from a call, and puts it on the record.
func (x *execution) returned(res result) {
	s := res.step
	x.running--
	if x.keys[s.key] == s {
		delete(x.keys, s.key)
	}
	s.ended = x.o.Now()
	if res.err == nil && res.output.Unknown && !x.o.Dry {
		res.err = &CallError{Failure: NotStarted, Message: "no declared stub fits its arguments"}
	}
	if res.err == nil {
		v, fault := x.usable(s, res.output)
		if fault == "" {
			x.executed(s, v, res.output.Unknown, res.output.MadeUp)
			return
		}
		x.failedCall(s, FailedData{Code: CodeUnusable, Disposition: Landed, Message: fault}, "")
		return
	}
	var call *CallError
	if !errors.As(res.err, &call) {
		x.failedCall(s, FailedData{Code: CodeInDoubt, Disposition: Doubtful, Message: "internal error: " + res.err.Error()}, "")
		return
	}
	data := FailedData{Code: CodeToolFailed, Disposition: dispose(s.contract, call), Failure: call.Failure.String(), ExitCode: call.Code, Message: call.Error()}
	switch {
	case asksToReplan(s.contract, call):
		data.Code, data.Replan = CodeExhausted, true
	case data.Disposition == Landed:
		data.Code = CodeUnusable
	case data.Disposition == Doubtful:
		data.Code = CodeInDoubt
	case call.Failure == Interrupted, call.Failure == NotStarted && errors.Is(call, context.Canceled):
		data.Code = CodeInterrupted
	case data.Disposition == DidNotHappen && call.Failure == Exited:
		data.Code = CodeToolRefused
	}
	x.failedCall(s, data, call.Stderr)
}

// maxValue is the size in bytes over which a value is no part of a record.
const maxValue = store.MaxRecord - 1<<20

// usable reads an answer and holds it against the contract's returns. fault says why it can't be used, or "".
func (x *execution) usable(s *step, o Output) (v Value, fault string) {
	if o.Unknown {
		return Value{}, ""
	}
	v, ok := readAnswer(o.Text)
	if !ok {
		return v, "its answer is not UTF-8"
	}
	if returns, _ := s.contract.Returns(); returns != nil {
		if faults := returns.Check(v.tree, v.node, nil); len(faults) > 0 {
			return v, "its answer is not what the contract says it returns: " + faults[0].Message
		}
	}
	if len(v.json) > maxValue {
		return v, fmt.Sprintf("its answer has %d bytes, more than the record takes", len(v.json))
	}
	return v, ""
}

// executed records an effect that landed and its outcome.
func (x *execution) executed(s *step, v Value, unknown, madeUp bool) {
	s.status, s.outcome, s.unknown = Succeeded, v, unknown
	s.madeUp = madeUp
	batch := store.Batch{}
	if x.guarded(s) {
		batch.Claims = []store.Claim{{Key: s.key, Step: s.ID, Landed: true, Outcome: v.json, Expires: s.ended.Add(x.o.IdempotencyTTL).UTC()}}
	}
	if s.draw != nil {
		s.draw.State = store.Spent
		batch.Draws = []store.Draw{s.draw.In(store.Spent)}
	}
	x.journal.add(StepExecuted, s.Tool, s.ID, s.ID, encode(ExecutedData{Key: s.key, Outcome: v.json, Label: s.trust, ApprovedBy: s.approvedBy, Attempt: s.attempt}))
	s.seq = int64(len(x.journal.events))
	if err := x.journal.commit(x.record, batch); err != nil {
		x.unrecorded(s, "it ended well", err)
		return
	}
	if x.guarded(s) {
		x.landed[s.key] = s
	}
}

// failedCall records a call that failed, and stops the run.
func (x *execution) failedCall(s *step, data FailedData, stderr string) {
	data.Key, data.Attempt = s.key, s.attempt
	s.failed = &data
	kind := StepFailed
	batch := store.Batch{}
	s.status = Failed
	if data.Disposition == Doubtful {
		kind, s.status = StepInDoubt, InDoubt
	}
	if data.Disposition == DidNotHappen || data.Disposition == Abandoned {
		if x.guarded(s) {
			batch.Freed = []string{s.key}
		}
		if s.draw != nil {
			s.draw.State = store.Released
			batch.Draws = []store.Draw{s.draw.In(store.Released)}
		}
	} else if s.draw != nil && data.Disposition == Landed {
		s.draw.State = store.Spent
		batch.Draws = []store.Draw{s.draw.In(store.Spent)}
	}
	x.journal.add(kind, s.Tool, s.ID, s.ID, encode(data))
	s.seq = int64(len(x.journal.events))
	if err := x.journal.commit(x.record, batch); err != nil {
		x.unrecorded(s, data.Message, err)
		return
	}
	x.halt(x.verdict(s, &data, stderr))
}

// verdict is what a failed step means for the run.
func (x *execution) verdict(s *step, data *FailedData, stderr string) *StopError {
	e := &StopError{Class: ToolFailed, Code: data.Code, Step: s.ID, Tool: s.Tool, Stderr: stderr}
	switch {
	case data.Replan:
		return x.asksReplan(s, stderr)
	case data.Disposition == Doubtful:
		doubt := x.doubt(s, data.Message)
		doubt.Stderr = stderr
		return doubt
	case data.Disposition == Landed:
		e.Message = fmt.Sprintf("step %s happened, but is not done: %s", quoted(s.ID), data.Message)
		e.Hint = "it is never repeated: planlint resolve says what came of it"
	case data.Code == CodeInterrupted:
		return interrupted()
	case data.Code == CodeToolRefused:
		e.Message = fmt.Sprintf("step %s was refused by %s before it acted: %s", quoted(s.ID), quoted(s.Tool), data.Message)
	default:
		e.Message = fmt.Sprintf("step %s failed: %s", quoted(s.ID), data.Message)
	}
	return e
}

// doubt is the end of a run of which nobody knows what became of a step's effect.
func (r *Run) doubt(s *step, why string) *StopError {
	return &StopError{Class: Unknown, Code: CodeInDoubt, Step: s.ID, Tool: s.Tool,
		Message: fmt.Sprintf("nobody knows whether step %s happened: %s", quoted(s.ID), why),
		Hint:    fmt.Sprintf("find out, and say so: planlint resolve %s %s --because TEXT, with --landed OUTCOME or --did-not-happen", Word(r.id.ID), Word(s.ID))}
}

// unrecorded is the end of a run whose record could not take what became of a step.
func (x *execution) unrecorded(s *step, what string, err error) {
	s.status, s.outcome, s.seq = InDoubt, Value{}, 0
	e := x.journal.failure(fmt.Sprintf("step %s: %s, and that can't be recorded", quoted(s.ID), what), err)
	e.Class, e.Step, e.Tool = Unknown, s.ID, s.Tool
	x.halt(e)
}
