package dryrun

import (
	"errors"
	"fmt"
	"strings"

	"github.com/planlint/planlint/lint"
)

// The codes of planning, beside CodeReplan for drafts that were all refused and the reasons that findings have.
const (
	CodeEmpty         Code = "empty"          // the planner answered with nothing
	CodeNoAlternative Code = "no_alternative" // the planner says that there is no plan
	CodePlanner       Code = "planner_failed"
)

// NoAlternative is the exit code by which a planner says that there is no plan; what it printed says why.
const NoAlternative = 3

// usedUp is the end of planning after the last draft that was allowed: it carries what that one was refused for.
func usedUp(attempts int, last *lint.Finding) *StopError {
	message := fmt.Sprintf("%d drafts were refused, the last one for %s", attempts, refusal(last))
	if attempts == 1 {
		message = "the only draft was refused for " + refusal(last)
	}
	return &StopError{Class: Refused, Code: CodeReplan, Detail: refusal(last), Step: last.Step, Tool: last.Tool,
		Message: message + ": " + last.Message, Hint: "limits.max_replans says how many drafts there may be beyond the first"}
}

// plannerError is why the planner gave no answer; nil where it did.
func plannerError(err error) *StopError {
	if err == nil {
		return nil
	}
	var failed *CallError
	if !errors.As(err, &failed) {
		return &StopError{Class: ToolFailed, Code: CodePlanner, Message: "the planner failed", Err: err}
	}
	// Messages of tools begin with what they speak of.
	message, found := strings.CutPrefix(failed.Message, "the tool")
	if message = "the planner" + message; !found {
		message = "the planner failed: " + failed.Message
	}
	e := &StopError{Class: ToolFailed, Code: CodePlanner, Detail: failed.Failure.String(), Message: message, Stderr: failed.Stderr, Err: failed.Err}
	switch failed.Failure {
	case NotStarted:
		e.Class, e.Code = Unable, CodeUncallable
	case TimedOut:
		e.Hint = "limits.planner_timeout says how long it may take for a draft"
	case TooLong:
		e.Hint = "a planner prints a plan, and nothing else"
	case Exited:
		if failed.Code == NoAlternative {
			return noAlternative(failed)
		}
		e.Hint = fmt.Sprintf("a planner prints a plan and exits with 0, or with %d where it knows none", NoAlternative)
	}
	return e
}

// noAlternative is the planner's word that there is no plan, with its reason: what it printed, else what it said on
// standard error.
func noAlternative(failed *CallError) *StopError {
	e := &StopError{Class: Refused, Code: CodeNoAlternative, Message: "the planner knows no alternative", Stderr: string(failed.Output)}
	if strings.TrimSpace(e.Stderr) == "" {
		e.Stderr = failed.Stderr
	}
	if said := strings.TrimSpace(e.Stderr); said != "" {
		e.Message += ": " + quoted(said)
	}
	return e
}
