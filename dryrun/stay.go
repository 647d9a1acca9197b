package dryrun

import (
	"fmt"
	"strings"
)

// Stay is an effect that was not taken back, and why.
type Stay struct {
	StepID string `json:"step_id"`
	Tool   string `json:"tool"`
	Why    string `json:"why"` // one clause
	// Again says that it may be taken back yet: each resume tries, and the run is open until then.
	Again bool `json:"again"`
}

// StayNames names effects that stay, for people: each step with its tool.
func StayNames(list []Stay) string {
	names := make([]string, len(list))
	for i, s := range list {
		names[i] = fmt.Sprintf("%s (%s)", bare(s.StepID), bare(s.Tool))
	}
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

// bare is a name without quotes, unless it could be taken for anything else.
func bare(name string) string {
	if Word(name) != name {
		return quoted(name)
	}
	return name
}

// Untaken are the effects that the next resume tries to take back, where the last turn could not.
func (s *Story) Untaken() []Stay {
	if s.Finished == nil || s.Finished.Status == RunCompensated {
		return nil
	}
	return again(s.Finished.Stays)
}

// again are those of the effects that may be taken back yet.
func again(list []Stay) []Stay {
	var open []Stay
	for _, s := range list {
		if s.Again {
			open = append(open, s)
		}
	}
	return open
}

// takenBack is the end of what would go on with a run that was taken back, and hint what else to do. What stays is named,
// since to do it all anew would do that twice.
func (s *Story) takenBack(hint string) *StopError {
	e := &StopError{Class: Unable, Code: CodeClosed, Message: fmt.Sprintf("run %s is closed: what it had done was taken back", quoted(s.Run.ID)), Hint: hint}
	if s.Finished != nil && len(s.Finished.Stays) > 0 {
		names := StayNames(s.Finished.Stays)
		e.Message += ", but for " + names
		e.Hint = fmt.Sprintf("%s without what stays: it would be done a second time", hint)
	}
	return e
}

// status is the run's status as things stand. Once all that can be taken back was, it is closed.
func (r *Run) status() Status {
	if r.unwound && r.stop.Class == ToolFailed && len(again(r.stays)) == 0 {
		return RunCompensated
	}
	return r.stop.status()
}

// advise says beside why the run stopped what unwinding came to.
func (r *Run) advise() {
	switch open := again(r.stays); {
	case len(open) > 0:
		r.stop.Hint = fmt.Sprintf("planlint resume %s tries again to take back %s", Word(r.id.ID), StayNames(open))
	case len(r.stays) > 0:
		r.stop.Hint = fmt.Sprintf("what it had done was taken back, but for %s; the run is closed", StayNames(r.stays))
	default:
		r.stop.Hint = "what it had done was taken back; the run is closed"
	}
}
