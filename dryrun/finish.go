package dryrun

import (
	"fmt"
	"slices"

	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/dryrun/store"
)

// finish closes the record of this process's turn: how the run ended, and what it gives back. The error is a *StopError.
func (x *execution) finish() error {
	if x.stop == nil {
		if err := x.answer(); err != nil {
			x.halt(err)
		}
	}
	if e := x.stop; e != nil && e.Code == CodeTakenOver { // the record is another's
		x.journal.events = x.journal.events[:x.journal.seq]
		return e
	}
	data := FinishedData{Status: x.status(), Outputs: x.outputs, Stays: x.stays}
	if e := x.stop; e != nil {
		data.Code, data.Step, data.Message = e.Code, e.Step, e.Error()
	}
	if x.repeats(&data) { // nothing was done, and nothing is to be said that the record does not say
		x.journal.events = x.journal.events[:x.journal.seq]
		return x.giveBack()
	}
	if err := x.takeUp(); err != nil {
		x.halt(err)
		return x.giveBack()
	}
	x.journal.add(RunFinished, x.id.ID, string(data.Status), data.Step, encode(data))
	batch := store.Batch{Status: string(data.Status)}
	for _, s := range x.steps { // what did not run holds nothing
		if s.draw != nil && s.drawn && s.status == Pending {
			batch.Draws = append(batch.Draws, s.draw.In(store.Released))
		}
	}
	if err := x.journal.commit(x.record, batch); err != nil {
		x.halt(x.journal.failure("the end of the run can't be recorded", err))
	}
	return x.giveBack()
}

// repeats reports whether a turn that is not on the record comes to the very end to which the last one came.
func (x *execution) repeats(data *FinishedData) bool {
	if x.admitted || x.story.Finished == nil {
		return false
	}
	was := x.story.Finished
	return was.Status == data.Status && was.Code == data.Code && was.Step == data.Step && was.Message == data.Message && slices.Equal(was.Stays, data.Stays)
}

// giveBack ends the lease, and returns why the run stopped.
func (x *execution) giveBack() error {
	if err := x.o.Store.Release(x.record, x.journal.lease); err != nil {
		x.halt(x.journal.failure("the run's lease can't be given back", err))
	}
	if x.stop != nil {
		return x.stop
	}
	return nil
}

// answer is what the plan answers with.
func (r *Run) answer() *StopError {
	plan := r.plan.Plan()
	if len(plan.Outputs) == 0 {
		return nil
	}
	b := []byte{'{'}
	for i := range plan.Outputs {
		o := &plan.Outputs[i]
		v, ok := r.bound(&o.From)
		if !ok && !r.o.Dry {
			return &StopError{Class: ToolFailed, Code: CodeOutputs, Step: o.From.Step,
				Message: "the plan's output " + quoted(plan.Tree.Text(o.Key)) + " is missing: " + origin(&o.From) + " has nothing at " + quoted(pointer(o.From.Pointer))}
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = append(canon.AppendJSON(b, plan.Tree, o.Key), ':')
		if !ok {
			b = append(b, "null"...)
			continue
		}
		b = canon.AppendJSON(b, v.tree, v.tree.Find(v.node, o.From.Pointer...))
	}
	b = append(b, '}')
	if len(b) > maxValue {
		return &StopError{Class: ToolFailed, Code: CodeOutputs, Message: fmt.Sprintf("the plan's answer has %d bytes, more than the record takes", len(b))}
	}
	r.outputs = b
	return nil
}
