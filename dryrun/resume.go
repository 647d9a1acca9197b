package dryrun

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/planlint/planlint/dryrun/store"
	"github.com/planlint/planlint/lint"
)

// Hold is a run whose lease this process has, and its story as it was when the lease was taken: nobody appends to what
// nobody has read.
type Hold struct {
	Story *Story
	lease store.Lease
	kept  store.Store
}

// Take takes the lease of a run and reads its journal. gone says whether an owner of this machine has died. The error is
// a *StopError.
func Take(ctx context.Context, kept store.Store, id store.RunID, owner string, o Options, gone func(owner string) bool) (*Hold, error) {
	lease, err := kept.Acquire(ctx, id, owner, o.Lease, gone)
	if err != nil {
		return nil, storeFailure(id, "the run can't be taken", err)
	}
	story, err := read(ctx, kept, id)
	if err == nil {
		return &Hold{story, lease, kept}, nil
	}
	return nil, errors.Join(storeFailure(id, "the run's record can't be used", err), kept.Release(ctx, lease))
}

// read reads the journal of a run that this process holds.
func read(ctx context.Context, kept store.Store, id store.RunID) (*Story, error) {
	r, err := kept.Run(ctx, id)
	if err != nil {
		return nil, err
	}
	records, err := kept.Records(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	return TellRun(r, records)
}

// Release gives the lease back, for a run that is not resumed after all.
func (h *Hold) Release(ctx context.Context) error { return h.kept.Release(ctx, h.lease) }

// Resume prepares a run to be carried on: what is on the record stays as it is, and only the rest is cleared and run.
// plan is the plan in force, as it was read and judged again. The error is a *StopError: of a run that is closed, that
// nobody may carry on before somebody says what became of an effect, or whose contract changed under an effect that has
// to be repeated.
func Resume(plan *lint.Validated, h *Hold, o Options) (*Run, error) {
	s := h.Story
	if s.Admission.Input != nil {
		v, ok := readValue(s.Admission.Input)
		if !ok {
			return nil, &StopError{Class: Unknown, Code: CodeTampered, Message: "the recorded input can't be read"}
		}
		o.Input = v
	}
	r := New(plan, o)
	r.resumed = true
	r.label = lint.Label{Trusted: s.Admission.Label.Trusted, Sensitivity: s.Admission.Label.Sensitivity}
	r.journal.resume(h)
	if s.Status() == RunCompensated {
		return nil, s.takenBack("run the plan anew")
	}
	r.story = s
	for _, st := range r.steps {
		if err := r.recall(st, s.Steps[st.ID]); err != nil {
			return nil, err
		}
	}
	if err := r.remember(s); err != nil {
		return nil, err
	}
	if err := r.recallUndo(); err != nil {
		return nil, err
	}
	if s.Status() == RunSucceeded {
		r.closed = true
		if s.Finished.Outputs != nil {
			r.outputs = s.Finished.Outputs
		}
	}
	return r, nil
}

// resume makes the journal one that goes on behind what is on the record.
func (j *journal) resume(h *Hold) {
	j.events = append([]Event(nil), h.Story.Events...)
	j.seq, j.lease, j.open = int64(len(j.events)), h.lease, true
}

// recall puts a step where the record has it.
func (r *Run) recall(s *step, t *StepStory) *StopError {
	if t == nil {
		return nil
	}
	s.attempt, s.approvedBy, s.key = t.Attempts, t.ApprovedBy, t.Key
	s.started, s.ended, s.recorded = t.Started, t.Ended, t
	switch t.Status {
	case Succeeded, Compensated:
		s.status, s.replayed, s.trust, s.seq = t.Status, t.Replayed, t.Label, t.Seq
		if t.Outcome != nil {
			v, ok := readValue(t.Outcome)
			if !ok {
				return &StopError{Class: Unknown, Code: CodeTampered, Step: s.ID, Tool: s.Tool, Message: fmt.Sprintf("the recorded outcome of step %s can't be read", quoted(s.ID))}
			}
			s.outcome = v
		}
	case StepRunning, InDoubt:
		if s.contract == nil || !repeatable(s.contract) {
			why := "its process ended before it was known"
			if t.Failed != nil {
				why = t.Failed.Message
			}
			s.status = InDoubt
			return r.doubt(s, why)
		}
		if now := contractDigest(s.contract); now != t.Contract {
			return &StopError{Class: Unknown, Code: CodeContract, Step: s.ID, Tool: s.Tool,
				Message: fmt.Sprintf("step %s was under way when the run ended, and the contract of %s is another now", quoted(s.ID), quoted(s.Tool)),
				Hint:    "put the contract back, or say what became of the step with planlint resolve"}
		}
		s.repeat = true
	case Failed:
		if r.story.Unwinding { // it is not tried again
			s.status, s.failed, s.seq = Failed, t.Failed, t.Seq
			return nil
		}
		if t.Failed.Disposition == Landed {
			s.status, s.failed, s.seq = Failed, t.Failed, t.Seq
			return &StopError{Class: ToolFailed, Code: CodeUnusable, Step: s.ID, Tool: s.Tool,
				Message: fmt.Sprintf("step %s happened, but its answer can't be used: %s", quoted(s.ID), t.Failed.Message),
				Hint:    fmt.Sprintf("say what it should have been: planlint resolve %s %s --landed OUTCOME --because TEXT", Word(r.id.ID), Word(s.ID))}
		}
	}
	return nil
}

// reopen puts on the record before a resumed run goes on: that it does, by whom, and what its steps draw.
func (r *Run) reopen(ctx context.Context, stop *StopError) *StopError {
	if !r.resumed {
		return nil
	}
	b := r.admission()
	for step, d := range r.story.Draws { // what was drawn for steps that need it no more is given back
		i, ok := r.index[step]
		if !ok || r.steps[i].status == Pending && (r.steps[i].draw == nil || stop != nil) {
			b.Draws = append(b.Draws, store.Draw{Tenant: d.Tenant, Grant: d.Grant, Run: r.id, Step: step, Amount: d.Amount, Currency: d.Currency,
				At: r.o.Now().UTC(), State: store.Released})
		}
	}
	b.Status = string(Running)
	if stop != nil {
		b.Status = string(stop.status())
		b.Approvals = nil
		b.Draws = released(b.Draws)
	}
	data := ResumeData{Owner: r.o.Owner}
	if stop == nil {
		data.Draws = r.draws()
	}
	r.journal.insert(RunResumed, r.id.ID, OwnerName(r.o.Owner), encode(data))
	if stop != nil {
		r.journal.add(RunFinished, r.id.ID, string(stop.status()), stop.Step, encode(FinishedData{Status: stop.status(), Code: stop.Code, Step: stop.Step, Message: stop.Error()}))
	}
	if err := r.journal.commit(ctx, b); err != nil {
		return r.journal.failure("that the run goes on can't be recorded", err)
	}
	return nil
}

func released(list []store.Draw) []store.Draw {
	for i := range list {
		list[i] = list[i].In(store.Released)
	}
	return list
}

// draws are what the steps that are still to run draw, as the record has it.
func (r *Run) draws() []DrawData {
	var list []DrawData
	for _, s := range r.remaining() {
		if s.draw != nil {
			list = append(list, DrawData{s.ID, s.draw.Tenant, s.draw.Grant, s.draw.Amount, s.draw.Currency})
		}
	}
	return list
}

// failure is why a run failed whose taking back was cut off: the step of the plan in force that failed last, or, where
// somebody has since said what became of it, what an earlier turn ended with.
func (s *Story) failure() *StopError {
	var last *StepStory
	for _, t := range s.Steps {
		if t.Status == Failed && t.Failed != nil && t.Plan == len(s.Plans)-1 && (last == nil || t.Seq > last.Seq) {
			last = t
		}
	}
	if last != nil {
		return &StopError{Class: ToolFailed, Code: last.Failed.Code, Step: last.ID, Tool: last.Tool, Message: fmt.Sprintf("step %s failed: %s", quoted(last.ID), last.Failed.Message)}
	}
	e := &StopError{Class: ToolFailed, Code: CodeToolFailed, Message: "a step failed"}
	for i := range s.Events {
		var data FinishedData
		if s.Events[i].Kind != RunFinished || json.Unmarshal(s.Events[i].Data, &data) != nil || data.Status != RunFailed && data.Status != RunCompensated {
			continue
		}
		e.Code, e.Step, e.Message = data.Code, data.Step, data.Message
		if t := s.Steps[data.Step]; t != nil {
			e.Tool = t.Tool
		}
	}
	return e
}

// Refuse puts on the record that the plan of a run that was to be carried on was refused. The record of a run that is over
// stays as it is: somebody may keep its head.
func (h *Hold) Refuse(ctx context.Context, now time.Time, step, reason string) error {
	if s := h.Story.Status(); s == RunSucceeded || s == RunCompensated {
		return nil
	}
	e := Refuse(now, step, reason)
	e.Seq = h.Story.Seq() + 1
	if err := h.kept.Commit(ctx, h.lease, store.Batch{After: h.Story.Seq(), Records: [][]byte{encode(e)}}); err != nil {
		return storeFailure(h.Story.Run, "that the plan was refused can't be recorded", err)
	}
	h.Story.Events = append(h.Story.Events, e)
	return nil
}

// StoreError is a store's error, or one of reading a run's journal, as it ends a command; what says what could not be done.
func StoreError(id store.RunID, what string, err error) error { return storeFailure(id, what, err) }
