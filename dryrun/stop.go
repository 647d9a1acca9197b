package dryrun

// Class is a kind of end of a run, from which the exit code follows. The zero Class is invalid.
type Class uint8

// The classes.
const (
	_            Class = iota
	Refused            // the plan is refused
	Unable             // planlint could not work, or there is nobody to ask
	NotCleared         // a person or the ladder said no
	ToolFailed         // a tool failed
	Unknown            // nobody knows what became of an effect, or the record is not what was written
	Exhausted          // an allowance is used up
	Interruption       // somebody ended it
)

// Code says in a word why a run stopped, for machines. Rewording a message never changes it.
type Code string

// The codes, beside the reasons that findings have.
const (
	CodeNotAllowed      Code = "not_allowed"
	CodeArguments       Code = "arguments"
	CodeFlow            Code = "untrusted_flow"
	CodeSensitivity     Code = "sensitivity_exceeded"
	CodePath            Code = "unapproved_path"
	CodeNobody          Code = "nobody_to_ask"
	CodeUncallable      Code = "uncallable"
	CodeInput           Code = "input"
	CodeRunExists       Code = "run_exists"
	CodeStore           Code = "store"
	CodeRefused         Code = "autonomy_refused"
	CodeDenied          Code = "approval_denied"
	CodeSelfGranted     Code = "approval_self_granted"
	CodeMismatch        Code = "approval_mismatch"
	CodeExpired         Code = "approval_expired"
	CodeUsed            Code = "approval_used"
	CodeMissing         Code = "approval_missing"
	CodeHeadroom        Code = "headroom"
	CodeNotCleared      Code = "not_cleared"
	CodeToolFailed      Code = "tool_failed"
	CodeToolRefused     Code = "tool_refused"
	CodeUnusable        Code = "unusable_answer"
	CodeUnbound         Code = "unbound"
	CodeOutputs         Code = "outputs"
	CodeInDoubt         Code = "in_doubt"
	CodeTakenOver       Code = "taken_over"
	CodeHeld            Code = "held"
	CodeExhausted       Code = "exhausted"
	CodeInterrupted     Code = "interrupted"
	CodePlanChanged     Code = "plan_changed"
	CodeContract        Code = "contract_changed"
	CodeClosed          Code = "closed"
	CodeNotInDoubt      Code = "not_in_doubt"
	CodeDiverged        Code = "diverged"
	CodeUntrustedReplan Code = "untrusted_replan"
	CodeReplan          Code = "replan"
	CodeLineage         Code = "lineage"
	CodeStepReused      Code = "step_reused"
	CodeTampered        Code = "tampered"
	CodeUnverifiable    Code = "unverifiable"
)

// StopError is why a run stopped short of its end.
type StopError struct {
	Class   Class
	Code    Code
	Detail  string // a finer word, as a finding has; may be ""
	Step    string // "" = the run as a whole
	Tool    string
	Message string // one clause, lower case; texts of plans and tools are quoted in it
	Hint    string
	Stderr  string // the end of what the tool said; as it came, so it must be escaped
	Err     error  // the cause; may be nil
}

// Error is the message with its cause.
func (e *StopError) Error() string {
	if e.Err != nil {
		return e.Message + ": " + e.Err.Error()
	}
	return e.Message
}

// Unwrap is the cause.
func (e *StopError) Unwrap() error { return e.Err }

// worse reports whether a is what to say of a run that stopped for both.
func worse(a, b *StopError) bool { return gravity(a) > gravity(b) }

// gravity orders the classes: what nobody knows outranks what failed, and that what was merely not done.
func gravity(e *StopError) int {
	if e == nil {
		return 0
	}
	switch e.Class {
	case Unknown:
		return 7
	case Unable:
		return 6
	case ToolFailed:
		return 5
	case NotCleared:
		return 4
	case Refused:
		return 3
	case Exhausted:
		return 2
	}
	return 1
}

// status is the run's status after it stopped.
func (e *StopError) status() Status {
	if e == nil {
		return RunSucceeded
	}
	switch e.Class {
	case Refused:
		return RunRefused
	case NotCleared:
		return RunNotCleared
	case Unknown:
		return RunInDoubt
	case Exhausted:
		return RunExhausted
	case Interruption:
		return RunInterrupted
	}
	return RunFailed
}
