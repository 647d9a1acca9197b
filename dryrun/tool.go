package dryrun

import (
	"context"
	"errors"
	"fmt"
)

// Tool is what a step calls. Implementations are in dryrun/tools; tooltest is the suite that all of them pass.
//
// Call returns when nothing that it started runs any more, whatever the context does. When the context ends it makes an
// end in good order, as fast as that goes. An error is a *CallError, or one that wraps it; anything else is a fault of
// planlint. It is safe for concurrent use.
type Tool interface {
	Call(ctx context.Context, c *Call) (Output, error)
}

// Call is one call of a tool.
type Call struct {
	RunID, Tenant string
	StepID, Tool  string
	Key           string // the idempotency key; "" where the effect can't be identified
	// Arguments are the validated arguments, defaults included: one compact JSON object, in the order of writing. The
	// tool must not change it.
	Arguments []byte
	Attempt   int // from 1
}

// Output is what a tool answered.
type Output struct {
	// Text is the answer: JSON where it can be read as such, else a text, from which one newline at its end is left out.
	// It need not be UTF-8.
	Text []byte
	// MadeUp says that the answer is a mere example of what the tool might say: what it lacks, or what does not fit, proves
	// nothing.
	MadeUp bool
	// Unknown says that the tool only stands in for one whose answer can't be told. Text is then empty.
	Unknown bool
}

// Failure is how a call failed. The zero Failure is invalid.
type Failure uint8

// The failures.
const (
	_           Failure = iota
	NotStarted          // nothing was started: the effect did not happen
	Exited              // it ended by itself and said no, with an exit code that is not 0
	TimedOut            // it was ended because it took too long
	Signalled           // it was ended by a signal of somebody else's
	Interrupted         // it was ended because the context did
	TooLong             // it ended well, but its answer is longer than the cap
	Unreadable          // it ended well, but its answer could not be read in full
)

// String is the failure's name in records.
func (f Failure) String() string {
	switch f {
	case NotStarted:
		return "not_started"
	case Exited:
		return "exited"
	case TimedOut:
		return "timed_out"
	case Signalled:
		return "signalled"
	case Interrupted:
		return "interrupted"
	case TooLong:
		return "too_long"
	case Unreadable:
		return "unreadable"
	}
	return "invalid"
}

// CallError is a call that failed.
type CallError struct {
	Failure Failure
	Code    int    // the exit code, for Exited
	Message string // one clause, lower case, for people; texts of the tool are not in it
	Stderr  string // the end of what the tool said on standard error; as it came, so it must be escaped
	Output  []byte // the start of what it answered all the same; as it came, up to the cap, and nil where it can't be told
	Err     error  // the cause; may be nil
}

// Error is the message with its cause. That the context ended is no cause: it says that of an interrupt, which the message
// does.
func (e *CallError) Error() string {
	if e.Err != nil && !errors.Is(e.Err, context.Canceled) {
		return fmt.Sprintf("%s: %v", e.Message, e.Err)
	}
	return e.Message
}

// Unwrap is the cause.
func (e *CallError) Unwrap() error { return e.Err }
