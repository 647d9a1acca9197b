package dryrun

import (
	"context"
	"errors"
	"time"
)

// Approver decides whether a step may run that needs a person.
//
// A decision that says no is no error: an error means that nobody could be asked. ErrNobody says that there is nobody.
type Approver interface {
	Decide(ctx context.Context, r *Request) (Decision, error)
}

// ErrNobody is the error of an approver that has nobody to ask: no terminal, say.
var ErrNobody = errors.New("there is nobody to ask")

// Request is a step that is put to a person.
type Request struct {
	ID                         string // names this request: run, tool and the start of the digest
	RunID, Tenant, Agent, User string
	Goal                       string // of the plan, in the planner's words
	StepID, Tool, Intent       string // the intent in the planner's words; may be ""
	// Undoes is the tool of the step where the step is to be taken back: then Tool is what does that. "" = the step is to run.
	Undoes          string
	Position, Steps int    // of the step in the order of execution, from 1, and how many there are; or in that of taking back
	Reason          string // why a person is asked; texts of the plan in it are quoted
	Arguments       []Argument
	Digest          string // of exactly what will run: "sha256:" and 64 hexadecimal digits
	Parts           Parts  // what the digest is made of
	Command         string // what will be started, for people; "" for a stub
	Files           []File // that the digest covers: what else the command reads may change unnoticed
	Stub            bool   // a stub stands in for the tool: nothing will really happen
	Undo            string // the tool that takes the effect back; "" = none is known
	// Again says that this is the second question: the step was approved before its bound values existed.
	Again bool
	Rest  []Rest // all steps of the plan in the order of execution, this one too; or those still to be taken back, this one first
	At    time.Time
	// Expires is when an answer is too late.
	Expires time.Time
}

// Argument is one of the validated arguments.
type Argument struct {
	Name string
	// Value is the argument as compact JSON, in which whatever the schema declares as write-only is masked. It is nil
	// where the value, or a part of it, exists only at run time.
	Value []byte
	// From says where the value comes from, for people: "the plan", "the contract's default", "s1 /flights/0/id"; of a call
	// that takes a step back, "outcome /ref of step s2", "argument /text of step s2", "the contract of book".
	From string
}

// Rest is one step of the plan, for whoever decides about another: what else will run.
type Rest struct {
	StepID, Tool string
	Label        Label // "" where it is to be taken back
	This         bool  // the step in question
}

// Decision is a person's answer, or that of a record made earlier.
type Decision struct {
	RecordID string // the Request's ID
	Granted  bool
	By       string // who decided
	At       time.Time
	Reason   string // may be ""

	// Recorded says that the decision was made before it was asked for, and Approval names the record, which is good for
	// one run. Expires is when it dies.
	Recorded bool
	Approval string
	Expires  time.Time
	// Code is why a record does not grant what is asked for: CodeMismatch, say. It is "" for a person's own no.
	Code Code
}

// Parts are the digests of what will run, so that a drift can be named. Each is "sha256:" and 64 hexadecimal digits.
type Parts struct {
	Plan      string `json:"plan"`      // the plan's canonical form
	Contract  string `json:"contract"`  // the tool's contract
	Arguments string `json:"arguments"` // the validated arguments; "" while bound values do not exist
	Command   string `json:"command"`   // the command line and the bytes of the files it names; of nothing for a stub
}
