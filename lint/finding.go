package lint

import (
	"encoding/json"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/tree"
)

// Severity is how bad a finding is. The zero Severity is invalid, so that nobody's forgotten field passes for mild.
type Severity uint8

// The severities, worst first. Off is a level that a rule may have, never a finding's.
const (
	_ Severity = iota
	Error
	Warning
	Note
	Off
)

// String is the name in configuration and in every format.
func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	case Note:
		return "note"
	case Off:
		return "off"
	}
	return "invalid"
}

// ParseSeverity reads a name; ok is false for any other text.
func ParseSeverity(name string) (s Severity, ok bool) {
	for s := Error; s <= Off; s++ {
		if s.String() == name {
			return s, true
		}
	}
	return 0, false
}

// Finding is one fault of a plan, or of a contract. It owns its memory: nothing in it refers to a tree.
type Finding struct {
	Rule     string // id of the rule
	Reason   string // the seed reason: "empty", "arguments", "cycle" …; "" where the rule has none
	Detail   string // a finer word for machines: "not_registered", "scope_expired", "duplicate_id" …; may be ""
	Severity Severity
	Primary  bool // what the executor would raise first; at most one a plan

	Message string // one clause, lower case, no full stop; texts of the plan are quoted by Quote
	Hint    string // what to do

	Place      tree.Place   // the narrowest token
	Context    tree.Span    // what to show around it: the step, or the zero Span
	Pointer    tree.Pointer // of the value in the document
	Step, Tool string
	Violations []string // the names at fault, sorted
	Blocked    []string // steps that merely wait behind a loop, sorted

	// Payload is the step's arguments as written, as compact JSON, on reason "arguments". It is nil where there are
	// none, and where they are over MaxPayload, were to be left out, or there are too many already, which PayloadOmitted
	// then says. It is shared with other findings on the step: it must not be changed.
	Payload        json.RawMessage
	PayloadOmitted bool

	Related     []Related
	Fingerprint string // rule, step id, place within the step and a digest of the value; no line

	value *tree.Tree // the value at fault, until the fingerprint is made
	node  tree.Ref
	index int // of the step in Plan.Steps
	rank  int
}

// MaxPayload is the size in bytes over which a payload is left out.
const MaxPayload = 64 << 10

// Related is another place a finding is about: the line of the contract, allowlist or scope that forbids it, the
// first of two duplicates, the anchor behind an alias, a step of a loop.
type Related struct {
	Place   tree.Place // may lie in another file
	Message string
	Flow    bool // part of a path, in order: a step of a loop
}

// NotChecked is something a report must not be read as having proved.
type NotChecked struct {
	What string `json:"what"`
	Why  string `json:"why"`
}

// File is what a check found in one file.
type File struct {
	Source     *tree.Source
	Plans      int      // plans that could be read
	PlanLike   bool     // it holds something that was meant as a plan, or something that could not be read
	Steps      int      // steps of all of them
	Digests    []string // one a plan, "sha256:…"
	Findings   []Finding
	Suppressed int // findings that a baseline holds back
	NotChecked []NotChecked
	// Unusable are contracts whose schema is broken, so that steps could not be judged: a fault of the configuration.
	Unusable []*contracts.Contract
}

// Summary is what a check found in all files.
type Summary struct {
	Files, Plans, Steps     int
	Errors, Warnings, Notes int
	Suppressed              int
	NotChecked              []NotChecked
	// Failure says why the check could not do its work; nil where it could. A report with a failure is no pass, whatever
	// its findings.
	Failure *Failure
}

// Failure is why a check could not do its work.
type Failure struct {
	Message string
	Exit    int // the exit code
}
