package dryrun

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// DraftRequest is what a planner is told, as one JSON object on its standard input. It names no command, no store and
// no limit: a planner can't reach for what it does not know.
type DraftRequest struct {
	Task        string          `json:"task"`
	Contracts   json.RawMessage `json:"contracts"`   // of the tools that it may plan with, as ContractsJSON writes them
	PlanSchema  json.RawMessage `json:"plan_schema"` // the JSON Schema of a plan
	Feedback    Feedback        `json:"feedback"`
	*Replanning                 // the keys of a replanner; nil = there is no plan yet
}

// Feedback is why the last draft was refused. Before the first draft the text is empty and there are no findings.
type Feedback struct {
	Text     string          `json:"text"`
	Findings json.RawMessage `json:"findings"` // an array
}

// Replanning is what a planner is told beside the rest when a plan is under way.
type Replanning struct {
	Plan      json.RawMessage `json:"plan"` // the one in force, as Story.InForce has it
	Reason    string          `json:"reason"`
	Completed []Completed     `json:"completed"` // what leaving out does not undo; not nil
}

// noFeedback is told before the first draft.
var noFeedback = Feedback{Findings: json.RawMessage("[]")}

// json is the request as one compact object.
func (r *DraftRequest) json() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		return nil, fmt.Errorf("the planner's request: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
