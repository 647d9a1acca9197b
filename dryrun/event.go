package dryrun

import (
	"encoding/json"
	"time"
)

// Kind is the kind of an event.
type Kind string

// The kinds, in the order in which they may first appear.
const (
	Planned           Kind = "planned"            // name: the goal; detail: how many steps
	PlanRefused       Kind = "plan_refused"       // name: the step, or ""; detail: the reason
	Replanned         Kind = "replanned"          // name: the step; detail: the reason of the refusal before
	AutonomyEscalated Kind = "autonomy_escalated" // name: the tool; detail: the reason
	AutonomyRefused   Kind = "autonomy_refused"   // name: the tool; detail: the reason
	ApprovalRequired  Kind = "approval_required"  // name: the tool; detail: the step
	ApprovalGranted   Kind = "approval_granted"   // name: the tool; detail: who
	ApprovalDenied    Kind = "approval_denied"    // name: the tool; detail: the reason
	RunStarted        Kind = "run_started"        // name: the run; detail: the agent
	RunResumed        Kind = "run_resumed"        // name: the run; detail: who resumes
	StepStarted       Kind = "step_started"       // name: the tool; detail: the step
	StepExecuted      Kind = "step_executed"      // name: the tool; detail: the step
	StepFailed        Kind = "step_failed"        // name: the tool; detail: the step
	StepInDoubt       Kind = "step_in_doubt"      // name: the tool; detail: the step
	StepResolved      Kind = "step_resolved"      // name: the tool; detail: the step
	SuccessorFrozen   Kind = "successor_frozen"   // name: the goal; detail: the version
	StepCompensated   Kind = "step_compensated"   // name: the undoing tool; detail: the step
	RunFinished       Kind = "run_finished"       // name: the run; detail: the status
)

// Event is one thing that happened in a run, and the body of one record of its journal. Events carry digests and types,
// never the values of arguments; what a tool answered is in Data, since a resumed run needs it.
type Event struct {
	Seq    int64     `json:"seq"` // from 1
	Kind   Kind      `json:"kind"`
	Name   string    `json:"name"`
	Detail string    `json:"detail"`
	Step   string    `json:"step,omitempty"` // the id of the step it is about
	At     time.Time `json:"at"`
	// Data is what the kind has beside that: one of the types of this package whose names end in Data. Output for people
	// and machines leaves it out.
	Data json.RawMessage `json:"data,omitempty"`
}

// Undoes reports whether the event is about taking a step back.
func (e *Event) Undoes() bool {
	switch e.Kind {
	case StepCompensated:
		return true
	case StepStarted, StepFailed, StepInDoubt, StepResolved, ApprovalRequired, ApprovalGranted, ApprovalDenied:
		var data struct {
			Undo bool `json:"undo"`
		}
		return json.Unmarshal(e.Data, &data) == nil && data.Undo
	}
	return false
}
