package dryrun

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/planlint/planlint/lint"
)

// PlanData is a plan as it stands on the record: its text is what is read again, and its digest what that must have.
type PlanData struct {
	Name   string `json:"name"` // of the file, as it was shown
	Text   string `json:"text"`
	Digest string `json:"digest"`

	seq int64 // of its record, as a Story has it
}

// AdmissionData is what run_started has: everything that a resumed run needs beside the deployment.
type AdmissionData struct {
	Canon  int             `json:"canon"` // the number of the rules of canonical form
	Agent  string          `json:"agent"`
	Tenant string          `json:"tenant"`
	User   string          `json:"user,omitempty"`
	Plan   PlanData        `json:"plan"`
	Input  json.RawMessage `json:"input,omitempty"`
	Label  LabelData       `json:"input_label"`
	Draws  []DrawData      `json:"draws,omitempty"`
}

// DrawData is what a step draws on a grant, as it was reserved when it was cleared.
type DrawData struct {
	Step     string `json:"step"`
	Tenant   string `json:"tenant"` // of the grant
	Grant    string `json:"grant"`
	Amount   string `json:"amount"`
	Currency string `json:"currency"`
}

// ResumeData is what run_resumed has.
type ResumeData struct {
	Owner string     `json:"owner"`
	Draws []DrawData `json:"draws,omitempty"`
}

// SuccessorData is what successor_frozen has.
type SuccessorData struct {
	Plan   PlanData `json:"plan"`
	By     string   `json:"by,omitempty"` // absent where a step asked and the replanner of the run answered
	Reason string   `json:"reason"`
}

// ResolvedData is what step_resolved has: what somebody says became of an effect.
type ResolvedData struct {
	Landed  bool            `json:"landed"`
	Outcome json.RawMessage `json:"outcome,omitempty"`
	Label   LabelData       `json:"label"`
	By      string          `json:"by"`
	Because string          `json:"because"`
	Undo    bool            `json:"undo,omitempty"` // it is about taking the step back
}

// CompensatedData is what step_compensated has.
type CompensatedData struct {
	Key     string          `json:"key,omitempty"`
	Outcome json.RawMessage `json:"outcome,omitempty"`
	Attempt int             `json:"attempt"`
}

// LabelData is how far data may be trusted and who may see it, as it was when the data came.
type LabelData struct {
	Trusted     bool   `json:"trusted"`
	Sensitivity string `json:"sensitivity"`
}

func labelData(l lint.Label) LabelData { return LabelData{l.Trusted, l.Sensitivity} }

// ApprovalData is what approval_required, approval_granted and approval_denied have. It holds digests, no values.
type ApprovalData struct {
	RecordID string    `json:"record_id"`
	Digest   string    `json:"digest"`
	Parts    Parts     `json:"parts"`
	Reason   string    `json:"reason,omitempty"`
	By       string    `json:"by,omitempty"`
	Approval string    `json:"approval,omitempty"` // of a recorded decision
	Expires  time.Time `json:"expires,omitzero"`
	Again    bool      `json:"again,omitempty"`
	Undo     bool      `json:"undo,omitempty"` // it is about taking the step back
}

// StartedData is what step_started has.
type StartedData struct {
	Key        string `json:"key,omitempty"`
	Arguments  string `json:"arguments"` // their digest
	Contract   string `json:"contract"`  // its digest
	Attempt    int    `json:"attempt"`
	ApprovedBy string `json:"approved_by,omitempty"`
	Grant      string `json:"grant,omitempty"`
	Stub       bool   `json:"stub,omitempty"`
	Undo       bool   `json:"undo,omitempty"` // the tool takes the step back
}

// ExecutedData is what step_executed has.
type ExecutedData struct {
	Key        string          `json:"key,omitempty"`
	Outcome    json.RawMessage `json:"outcome,omitempty"` // absent where a rehearsal can't tell
	Label      LabelData       `json:"label"`
	Replayed   bool            `json:"replayed,omitempty"`
	ApprovedBy string          `json:"approved_by,omitempty"`
	Attempt    int             `json:"attempt"`
}

// Disposition is what a failed call means for its effect.
type Disposition string

// The dispositions.
const (
	DidNotHappen Disposition = "did_not_happen" // nothing came of it, so it may be repeated
	Abandoned    Disposition = "abandoned"      // the tool said that it failed, and is taken at its word: it may be repeated
	Doubtful     Disposition = "in_doubt"       // nobody knows
	Landed       Disposition = "landed"         // it happened, but its answer is unusable: it must not be repeated
)

// FailedData is what step_failed and step_in_doubt have.
type FailedData struct {
	Code        Code        `json:"code"`
	Disposition Disposition `json:"disposition"`
	Failure     string      `json:"failure,omitempty"` // of the call
	ExitCode    int         `json:"exit_code,omitempty"`
	Message     string      `json:"message"`
	Key         string      `json:"key,omitempty"`
	Attempt     int         `json:"attempt"`
	Replan      bool        `json:"replan,omitempty"` // the step asked for another plan
	Undo        bool        `json:"undo,omitempty"`   // it was taking the step back that failed
}

// FinishedData is what run_finished has.
type FinishedData struct {
	Status  Status          `json:"status"`
	Code    Code            `json:"code,omitempty"`
	Step    string          `json:"step,omitempty"`
	Message string          `json:"message,omitempty"`
	Outputs json.RawMessage `json:"outputs,omitempty"`
	Stays   []Stay          `json:"stays,omitempty"` // what was to be taken back, and was not
}

// encode is a value's JSON. The types above can't fail.
func encode(v any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // or a value would take more bytes on the record than it has
	if err := e.Encode(v); err != nil {
		panic("planlint: internal error: " + err.Error())
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
