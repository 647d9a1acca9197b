package dryrun

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun/store"
)

// journal is the record of a run as this process writes it. Until the run is admitted, events are only remembered: a plan
// that is not cleared leaves none.
type journal struct {
	run    *Run
	events []Event // of this process, and of the record before it
	bodies [][]byte
	lease  store.Lease
	seq    int64 // of the last event on the record
	open   bool  // the run is admitted
	unsure error // a batch of which nobody could say whether it was kept
}

// add remembers an event; it goes on the record with the next batch. Before the run is admitted it is told at once.
func (j *journal) add(k Kind, name, detail, step string, data json.RawMessage) {
	e := Event{Seq: int64(len(j.events)) + 1, Kind: k, Name: name, Detail: detail, Step: step, At: j.run.o.Now().UTC(), Data: data}
	j.events = append(j.events, e)
	j.bodies = append(j.bodies, encode(e))
	if !j.open {
		j.tell(e)
	}
}

func (j *journal) tell(e Event) {
	if j.run.o.Observe != nil {
		j.run.o.Observe(e)
	}
}

// admit creates the run with all events so far, and takes its lease, in one transaction.
func (j *journal) admit(ctx context.Context, b store.Batch) *StopError {
	r := j.run
	j.open = true
	p := r.plan.Plan()
	src := r.plan.Source()
	admission := AdmissionData{Canon: canon.Version, Agent: r.agent(), Tenant: r.id.Tenant, User: r.plan.Authority().User(),
		Plan: PlanData{Name: src.Name, Text: src.Text, Digest: r.plan.Digest()}, Input: r.input.json, Label: labelData(r.label), Draws: r.draws()}
	j.add(RunStarted, r.id.ID, r.agent(), "", encode(admission))
	b.Records, b.Status = j.bodies, string(Running)
	lease, err := r.o.Store.Admit(ctx, store.Admission{Run: r.id, Agent: r.agent(), Plan: r.plan.Digest(), Goal: p.Tree.Text(p.Goal),
		Owner: r.o.Owner, TTL: r.o.Lease, Batch: b})
	if err != nil {
		j.open = false
		j.events = j.events[:len(j.events)-1]
		return j.failure("the run can't be recorded", err)
	}
	j.lease, j.bodies = lease, nil
	j.seq = int64(len(j.events))
	j.tell(j.events[len(j.events)-1])
	return nil
}

// insert is add, but before all events that are not on the record yet.
func (j *journal) insert(k Kind, name, detail string, data json.RawMessage) {
	e := Event{Seq: j.seq + 1, Kind: k, Name: name, Detail: detail, At: j.run.o.Now().UTC(), Data: data}
	rest := append([]Event(nil), j.events[j.seq:]...)
	if len(rest) > 0 {
		e.At = rest[0].At
	}
	j.events, j.bodies = append(j.events[:j.seq], e), [][]byte{encode(e)}
	for _, e := range rest {
		e.Seq++
		j.events = append(j.events, e)
		j.bodies = append(j.bodies, encode(e))
	}
}

// commit puts the events since the last batch on the record, with what changes beside them.
func (j *journal) commit(ctx context.Context, b store.Batch) error {
	b.After, b.Records = j.seq, j.bodies
	moment := "commit"
	if n := len(j.events); n > 0 && int64(n) > j.seq {
		moment = string(j.events[n-1].Kind)
	}
	j.run.point("before " + moment)
	defer j.run.point("after " + moment)
	err := j.run.o.Store.Commit(ctx, j.lease, b)
	if uncertain := (*store.UncertainError)(nil); errors.As(err, &uncertain) {
		err = j.settle(ctx, uncertain)
	}
	if err != nil {
		j.events = j.events[:j.seq]
		j.bodies = nil
		return err
	}
	told := j.events[j.seq:]
	j.seq, j.bodies = int64(len(j.events)), nil
	for _, e := range told {
		j.tell(e)
	}
	return nil
}

// settle asks the record whether the batch was kept of which the store could not say so. It returns nil where it was.
// A batch that is not there may still be on its way, so what comes after it may find a record that is longer than it
// should be, by this very batch.
func (j *journal) settle(ctx context.Context, uncertain *store.UncertainError) error {
	kept, err := j.run.o.Store.Records(ctx, j.run.id, j.seq)
	switch {
	case err != nil || len(kept) == 0:
		j.unsure = uncertain
		return uncertain
	case slices.EqualFunc(kept, j.bodies, func(r store.Record, body []byte) bool { return bytes.Equal(r.Body, body) }):
		return nil
	default:
		return store.ErrFenced
	}
}

// failure is what a store's error means for the run.
func (j *journal) failure(what string, err error) *StopError {
	if j.unsure != nil && errors.Is(err, store.ErrFenced) {
		err = j.unsure
	}
	return storeFailure(j.run.id, what, err)
}

// OwnerName is the owner of a lease, for people. Owners are host and process number, and what tells processes apart.
func OwnerName(owner string) string {
	if parts := strings.Fields(owner); len(parts) >= 2 && parts[0] != "-" {
		return fmt.Sprintf("process %s on %s", tree.Visible(parts[1]), tree.Visible(parts[0]))
	}
	return "another process"
}

// HintReadOnly is what to do about a store that can't be written.
const HintReadOnly = "let it be written where it is: a file, its folder and its file system"

// storeFailure is what a store's error means for a run.
func storeFailure(id store.RunID, what string, err error) *StopError {
	e := &StopError{Class: Unable, Code: CodeStore, Message: what, Err: err}
	var unverifiable *CanonError
	var told *StoryError
	var headroom *store.HeadroomError
	var leased *store.LeasedError
	var uncertain *store.UncertainError
	switch {
	case errors.As(err, &uncertain):
		e.Hint = "planlint runs says whether the run is there, and planlint resume carries it on from what is on the record"
	case errors.As(err, &headroom):
		e.Class, e.Code, e.Step = NotCleared, CodeHeadroom, headroom.Draw.Step
		e.Hint = "run it again: what is left is then looked at anew"
	case errors.Is(err, store.ErrUsed):
		e.Class, e.Code, e.Hint = NotCleared, CodeUsed, "an approval is good for one run: planlint approve makes another"
	case errors.Is(err, store.ErrExists):
		e.Code, e.Err = CodeRunExists, nil
		e.Message = "there is a run " + quoted(id.ID) + " already"
		e.Hint = "planlint resume carries a run on; for another one choose another --run-id"
	case errors.Is(err, store.ErrNotFound):
		e.Err = nil
		e.Message = "there is no run " + quoted(id.ID) + " of tenant " + quoted(id.Tenant)
		e.Hint = "planlint runs lists them"
	case errors.As(err, &unverifiable):
		e.Class, e.Code = Unknown, CodeUnverifiable
	case errors.As(err, &told), errors.Is(err, store.ErrCorrupt):
		e.Class, e.Code = Unknown, CodeTampered
		e.Hint = "planlint journal verify names the first record that is wrong"
	case errors.Is(err, store.ErrGone):
		e.Class, e.Code = Unknown, CodeTampered
		e.Hint = "what was done is on no record any more: put the file back, or find out by hand what happened"
	case errors.Is(err, store.ErrReadOnly):
		e.Hint = HintReadOnly
	case errors.Is(err, store.ErrFenced):
		e.Class, e.Code, e.Message = Unknown, CodeTakenOver, "the run was taken over by another process"
		e.Hint = "planlint show says how it goes on"
	case errors.As(err, &leased):
		e.Class, e.Code, e.Err = Unknown, CodeHeld, nil
		e.Message = "the run is held by " + OwnerName(leased.Owner)
		e.Hint = "wait until it is done, or until " + leased.Until.UTC().Format("15:04:05 UTC") + " if it is gone"
	}
	return e
}
