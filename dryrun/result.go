package dryrun

import (
	"encoding/json"
	"time"
)

// Result is a run as it can be shown: what became of each step, what happened in order, and why it stopped.
type Result struct {
	RunID, Tenant, Agent string
	Goal                 string
	Digest               string
	Version, Revision    string // the plan's, as numbers
	Status               Status
	Dry                  bool
	Steps                []StepResult // in the order of execution
	Events               []Event
	Outputs              json.RawMessage // nil = none
	Stop                 *StopError      // nil where the run came to its end
	Stays                []Stay          // what was to be taken back, and was not
}

// StepResult is what became of a step.
type StepResult struct {
	StepID, Tool string
	Wave         int // the sweep it is in, from 1
	Status       StepStatus
	Label        Label
	Awaits       []string // what its values wait for, where the label is unknown-until
	Grant        string   // that covers it, where the label is would-act
	Reason       string   // why a person is asked, or why it is refused
	Intent       string
	Arguments    []Argument
	Key          string
	Outcome      json.RawMessage // nil = none, or not known
	Unknown      bool            // it came to its end in a rehearsal that can't tell its outcome
	Stub         bool
	Command      string
	Replayed     bool
	ApprovedBy   string
	Attempts     int
	Took         time.Duration // 0 in a rehearsal
}

// Result is the run as it stands.
func (r *Run) Result() *Result {
	plan := r.plan.Plan()
	out := &Result{RunID: r.id.ID, Tenant: r.id.Tenant, Agent: r.agent(), Goal: r.goal(), Digest: r.plan.Digest(),
		Version: "1", Revision: "0", Dry: r.o.Dry, Events: r.journal.events, Outputs: r.outputs, Stop: r.stop, Stays: r.stays, Status: r.status()}
	if t := plan.Tree.Text(plan.Version); t != "" {
		out.Version = t
	}
	if t := plan.Tree.Text(plan.Revision); t != "" {
		out.Revision = t
	}
	waves := map[string]int{}
	for n, sweep := range plan.Graph().Sweeps() {
		for _, i := range sweep {
			waves[plan.Steps[i].ID] = n + 1
		}
	}
	ids := make([]string, len(r.steps))
	for i, s := range r.steps {
		ids[i] = s.ID
	}
	if len(r.dropped()) > 0 {
		ids = Arrange(r.journal.events, ids)
	}
	for _, id := range ids {
		if i, ok := r.index[id]; ok {
			out.Steps = append(out.Steps, r.steps[i].result(waves[id]))
		} else if s := r.past[id]; s != nil {
			out.Steps = append(out.Steps, s.result(0))
		}
	}
	if r.o.Dry { // nothing was waited for
		for i := range out.Steps {
			out.Steps[i].Took = 0
		}
	}
	return out
}

// dropped are the steps of earlier plans that the plan in force does not have, in the order in which they first ran.
func (r *Run) dropped() []*step {
	var list []*step
	if r.story == nil {
		return nil
	}
	for _, id := range r.story.Order {
		if _, kept := r.index[id]; !kept && r.past[id] != nil {
			list = append(list, r.past[id])
		}
	}
	return list
}

// result is what became of the step. A wave of 0 says that it is no step of the plan in force.
func (s *step) result(wave int) StepResult {
	row := StepResult{StepID: s.ID, Tool: s.Tool, Wave: wave, Status: s.status, Label: s.label, Awaits: s.awaits, Reason: s.clearance.Reason,
		Intent: s.plan.Tree.Text(s.Intent), Key: s.key, Outcome: s.outcome.json, Unknown: s.unknown, Stub: s.callee.Stub, Command: s.callee.Command,
		Replayed: s.replayed, ApprovedBy: s.approvedBy, Attempts: s.attempt}
	if s.status == Pending && s.recorded != nil { // this turn did not come to it
		row.Status = s.recorded.Status
	}
	if t := s.recorded; t != nil && s.label == "" { // nor did it clear it again
		row.Label, row.Grant, row.Stub = t.Fate(), t.Grant, t.Stub
	}
	if s.args != nil {
		row.Arguments = s.args.shown(s.contract)
	}
	if s.label == WouldAct {
		row.Grant = s.clearance.Ladder.Grant.ID
	}
	if !s.started.IsZero() && !s.ended.IsZero() {
		row.Took = s.ended.Sub(s.started)
	}
	return row
}
