package dryrun

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/dryrun/store"
)

// Story is a run as its journal tells it. Whoever has one knows that the journal is whole.
type Story struct {
	Run       store.RunID
	Admission AdmissionData
	Plans     []PlanData // all that were in force, in order; the last one is
	Steps     map[string]*StepStory
	Order     []string // the ids of the steps that were ever started or answered, in the order in which they first were
	Events    []Event
	Finished  *FinishedData // of the last turn; nil where a process is at it, or died
	Head      string        // the hash of the last record
	Draws     map[string]DrawData
	Unwinding bool // taking back has begun: nothing goes forward any more
}

// StepStory is what a journal tells of a step.
type StepStory struct {
	ID, Tool   string
	Plan       int // index into Story.Plans of the plan it was last started under
	Status     StepStatus
	Attempts   int
	Key        string
	Contract   string // digest of the last start
	Arguments  string // digest of the last start
	Outcome    json.RawMessage
	Label      LabelData
	Replayed   bool
	ApprovedBy string
	Grant      string // that covered the last start; "" = none did
	Stub       bool   // the last start was of something that stands in for the tool
	Failed     *FailedData
	Resolved   *ResolvedData
	Started    time.Time
	Ended      time.Time // of its last call; zero where nobody saw that end, or an equal effect answered in its place
	Seq        int64     // of the event by which it came to its end; 0 = it has not
	Undo       *UndoStory

	began int64 // the event of its last start, or by which it was answered without one
}

// UndoStory is what a journal tells of taking a step back.
type UndoStory struct {
	Tool      string
	Key       string
	Contract  string // digest of the last start: the undoing tool's
	Arguments string // digest of the last start
	Attempts  int
	Done      bool
	Failed    *FailedData // of the last attempt; nil where it is under way, or its process died

	began int64 // the event of its last start, or by which it was answered without one
}

// The errors of reading a journal. Damage is store.ErrCorrupt.
type (
	// CanonError is a journal whose digests were made by other rules: they can't be verified, which says nothing about
	// whether they are right.
	CanonError struct{ Canon int }
	// StoryError is a journal that is whole, but tells what can't have happened.
	StoryError struct {
		Seq     int64
		Message string
	}
)

// Error names both numbers.
func (e *CanonError) Error() string {
	return fmt.Sprintf("the record was written under number %d of the canonical rules, and this version has %d: it can't be verified", e.Canon, canon.Version)
}

// Error names the record.
func (e *StoryError) Error() string { return fmt.Sprintf("record %d: %s", e.Seq, e.Message) }

// Tell reads a journal from its first record on. Its error is a *store.ChainError for records that are not what was
// written, a *StoryError, or a *CanonError, with which the Story is complete all the same.
func Tell(id store.RunID, records []store.Record) (*Story, error) {
	head, err := store.Verify(0, store.Genesis, records)
	if err != nil {
		return nil, err
	}
	s := &Story{Run: id, Steps: map[string]*StepStory{}, Head: head, Draws: map[string]DrawData{}}
	for _, r := range records {
		var e Event
		if err := json.Unmarshal(r.Body, &e); err != nil {
			return nil, &StoryError{r.Seq, "it is no event: " + err.Error()}
		}
		if e.Seq != r.Seq {
			return nil, &StoryError{r.Seq, fmt.Sprintf("its event says that it is number %d", e.Seq)}
		}
		if err := s.add(&e); err != nil {
			return nil, &StoryError{r.Seq, err.Error()}
		}
		s.Events = append(s.Events, e)
	}
	switch {
	case len(s.Plans) == 0:
		return nil, &StoryError{int64(len(records)), "the run was never started"}
	case s.Admission.Canon != canon.Version:
		return s, &CanonError{s.Admission.Canon}
	}
	for i := range s.Plans {
		// A plan that can't be read is a matter for those who need it: another version may read it.
		if p, err := s.ReadPlan(i); p != nil && err != nil {
			return nil, err
		}
	}
	return s, nil
}

// TellRun is Tell for a run of a store, which knows beside the journal how it ends: no record may be missing there. r is
// what the store said before the records were read, so that there may be more of them by now.
func TellRun(r store.Run, records []store.Record) (*Story, error) {
	s, err := Tell(r.RunID, records)
	if errors.Is(err, store.ErrCorrupt) {
		return nil, err
	}
	switch n := int64(len(records)); {
	case n < r.Seq || n == 0:
		return nil, &store.ChainError{Seq: n + 1, Message: fmt.Sprintf("missing: the store has %d records, and %d were written", n, r.Seq)}
	case r.Seq < 1 || records[r.Seq-1].Hash != r.Head:
		return nil, &store.ChainError{Seq: r.Seq, Message: "its hash is not the one that the store has beside the journal"}
	}
	return s, err
}

// Plan is the plan in force.
func (s *Story) Plan() PlanData { return s.Plans[len(s.Plans)-1] }

// step is the story of a step, which begins here if it has not yet.
func (s *Story) step(e *Event) *StepStory {
	t := s.Steps[e.Step]
	if t == nil {
		t = &StepStory{ID: e.Step, Tool: e.Name, Plan: len(s.Plans) - 1, Status: Pending, began: e.Seq}
		s.Steps[e.Step] = t
		s.Order = append(s.Order, e.Step)
	}
	return t
}

// add takes in the next event. An event that can't follow those before it is an error.
func (s *Story) add(e *Event) error {
	switch e.Kind {
	case RunStarted:
		if len(s.Plans) > 0 {
			return fmt.Errorf("the run starts a second time")
		}
		if err := json.Unmarshal(e.Data, &s.Admission); err != nil {
			return err
		}
		if e.Name != s.Run.ID || s.Admission.Tenant != s.Run.Tenant {
			return fmt.Errorf("it is the start of run %s of tenant %s", quoted(e.Name), quoted(s.Admission.Tenant))
		}
		s.Admission.Plan.seq = e.Seq
		s.Plans = append(s.Plans, s.Admission.Plan)
		s.draw(s.Admission.Draws)
		return nil
	case Planned, PlanRefused, Replanned, AutonomyEscalated, AutonomyRefused, ApprovalRequired, ApprovalGranted, ApprovalDenied:
		return nil
	}
	if len(s.Plans) == 0 {
		return fmt.Errorf("%s before the run started", e.Kind)
	}
	switch e.Kind {
	case RunResumed:
		var data ResumeData
		if err := json.Unmarshal(e.Data, &data); err != nil {
			return err
		}
		s.Finished = nil
		s.draw(data.Draws)
	case StepStarted:
		return s.started(e)
	case StepExecuted:
		return s.executed(e)
	case StepFailed, StepInDoubt:
		return s.failed(e)
	case StepResolved:
		return s.resolved(e)
	case StepCompensated:
		return s.compensated(e)
	case SuccessorFrozen:
		var data SuccessorData
		if err := json.Unmarshal(e.Data, &data); err != nil {
			return err
		}
		data.Plan.seq = e.Seq
		s.Plans = append(s.Plans, data.Plan)
	case RunFinished:
		s.Finished = &FinishedData{}
		return json.Unmarshal(e.Data, s.Finished)
	default:
		return fmt.Errorf("an event of a kind that is not known: %q", e.Kind)
	}
	return nil
}

func (s *Story) draw(list []DrawData) {
	for _, d := range list {
		s.Draws[d.Step] = d
	}
}

func (s *Story) started(e *Event) error {
	var data StartedData
	if err := json.Unmarshal(e.Data, &data); err != nil {
		return err
	}
	t := s.step(e)
	if data.Undo {
		if t.Status != Succeeded && t.Status != Failed {
			return fmt.Errorf("step %q is taken back before it came to its end", e.Step)
		}
		s.Unwinding = true
		if t.Undo == nil {
			t.Undo = &UndoStory{}
		}
		t.Undo.Tool, t.Undo.Key, t.Undo.Attempts, t.Undo.Failed, t.Undo.began = e.Name, data.Key, data.Attempt, nil, e.Seq
		t.Undo.Contract, t.Undo.Arguments = data.Contract, data.Arguments
		return nil
	}
	if t.Status == Succeeded || t.Status == Compensated || s.Unwinding {
		return fmt.Errorf("step %q starts although it is done", e.Step)
	}
	t.Tool, t.Plan, t.began = e.Name, len(s.Plans)-1, e.Seq
	t.Status, t.Attempts, t.Key, t.Contract, t.Arguments, t.ApprovedBy = StepRunning, data.Attempt, data.Key, data.Contract, data.Arguments, data.ApprovedBy
	t.Grant, t.Stub, t.Started, t.Ended, t.Failed = data.Grant, data.Stub, e.At, time.Time{}, nil
	return nil
}

func (s *Story) executed(e *Event) error {
	var data ExecutedData
	if err := json.Unmarshal(e.Data, &data); err != nil {
		return err
	}
	t := s.step(e)
	if t.Status != StepRunning && !(data.Replayed && t.Status != Succeeded) {
		return fmt.Errorf("step %q ends without having started", e.Step)
	}
	t.Tool, t.Plan = e.Name, len(s.Plans)-1
	t.Status, t.Key, t.Outcome, t.Label, t.Replayed, t.Ended, t.Seq = Succeeded, data.Key, data.Outcome, data.Label, data.Replayed, e.At, e.Seq
	if data.Replayed {
		t.Ended = time.Time{}
	}
	if data.ApprovedBy != "" {
		t.ApprovedBy = data.ApprovedBy
	}
	return nil
}

func (s *Story) failed(e *Event) error {
	data := &FailedData{}
	if err := json.Unmarshal(e.Data, data); err != nil {
		return err
	}
	t := s.step(e)
	if data.Undo {
		if t.Undo == nil {
			return fmt.Errorf("taking back step %q fails without having started", e.Step)
		}
		t.Undo.Failed = data
		return nil
	}
	if t.Status != StepRunning {
		return fmt.Errorf("step %q fails without having started", e.Step)
	}
	t.Status, t.Failed, t.Ended, t.Seq = Failed, data, e.At, e.Seq
	if e.Kind == StepInDoubt {
		t.Status = InDoubt
	}
	return nil
}

func (s *Story) resolved(e *Event) error {
	data := &ResolvedData{}
	if err := json.Unmarshal(e.Data, data); err != nil {
		return err
	}
	t := s.Steps[e.Step]
	if t == nil || !t.Open() {
		return fmt.Errorf("step %q is resolved, and was not in doubt", e.Step)
	}
	if data.By == "" {
		return fmt.Errorf("step %q is resolved by nobody", e.Step)
	}
	if data.Undo != (t.Undo != nil && !t.Undo.Done) {
		return fmt.Errorf("step %q is resolved in what was not in doubt", e.Step)
	}
	if data.Undo {
		t.Undo.Failed = &FailedData{Code: CodeToolFailed, Disposition: DidNotHappen, Message: "somebody said so"}
		t.Undo.Done = data.Landed
		if data.Landed {
			t.Status = Compensated
		}
		return nil
	}
	t.Resolved, t.Seq = data, e.Seq // when it ended is what it was: the call took no longer for what was said of it since
	if data.Landed {
		t.Status, t.Outcome, t.Label = Succeeded, data.Outcome, data.Label
		return nil
	}
	t.Status = Failed
	t.Failed = &FailedData{Code: CodeToolFailed, Disposition: DidNotHappen, Message: "somebody said that it did not happen", Key: t.Key, Attempt: t.Attempts}
	return nil
}

func (s *Story) compensated(e *Event) error {
	t := s.Steps[e.Step]
	if t == nil || t.Undo == nil || t.Undo.Done {
		return fmt.Errorf("step %q is taken back without a start", e.Step)
	}
	t.Undo.Done, t.Undo.Failed, t.Status = true, nil, Compensated
	return nil
}

// Open reports whether somebody has to say what became of the step's effect, or of taking it back: nobody knows, or it
// landed with an answer that can't be used.
func (t *StepStory) Open() bool {
	if t.Undo != nil && !t.Undo.Done {
		return t.Undo.Failed == nil || t.Undo.Failed.Disposition == Doubtful
	}
	return t.Status == InDoubt || t.Status == StepRunning || t.Status == Failed && t.Failed.Disposition == Landed
}

// Status is what has become of the run.
func (s *Story) Status() Status {
	if s.Finished == nil {
		return Running
	}
	return s.Finished.Status
}
