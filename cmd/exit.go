package cmd

import (
	"context"
	"errors"
	"fmt"
	"syscall"

	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/lint"
)

// The exit codes, the same in every command and every format.
const (
	ExitOK          = 0   // clean, or done
	ExitRefused     = 1   // the plan is refused
	ExitUsage       = 2   // usage, a file, the configuration; nobody to ask
	ExitNotCleared  = 3   // a person or the ladder said no
	ExitToolFailed  = 4   // a tool failed
	ExitUnknown     = 5   // the outcome is unknown, the record tampered with or diverged
	ExitExhausted   = 6   // an allowance is used up
	ExitInternal    = 70  // planlint's own fault
	ExitInterrupted = 130 // interrupted
)

// exitCodes says what the codes mean, for people.
var exitCodes = []struct {
	code  int
	means string
}{
	{ExitOK, "clean, or done"},
	{ExitRefused, "the plan is refused"},
	{ExitUsage, "usage, a file or the configuration is at fault, or there is nobody to ask"},
	{ExitNotCleared, "not cleared: a person or the ladder said no, or an approval expired or does not match"},
	{ExitToolFailed, "a tool failed"},
	{ExitUnknown, "the outcome is unknown, or the record was tampered with or diverged"},
	{ExitExhausted, "an allowance is used up"},
	{ExitInternal, "an internal error"},
	{ExitInterrupted, "interrupted"},
}

// usageError is a mistake in how planlint was called, or in a file it needs.
type usageError struct {
	err  error
	hint string
}

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

// usage makes a usageError of a message.
func usage(hint, format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...), hint}
}

// writeError is output that could not be written: the report is not whole, so the run was no pass. What else ended the
// command outranks it.
type writeError struct {
	err  error
	hint string // where to find what got lost; "" = the command is to be run again
}

func (e *writeError) Error() string { return "writing the output: " + e.err.Error() }
func (e *writeError) Unwrap() error { return e.err }

// quiet reports whether nobody wants to hear of it: whoever read the output has seen enough, and there is nothing else that
// the command was for.
func (e *writeError) quiet() bool { return e.hint == "" && closedPipe(e.err) }

// closedPipe reports whether an error says that whoever read a pipe has gone.
func closedPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }

// unwritten takes the errors of writing out of what errors.Join put together. rest is nil where there is nothing else.
func unwritten(err error) (list []*writeError, rest error) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var others []error
		for _, e := range joined.Unwrap() {
			writes, other := unwritten(e)
			list = append(list, writes...)
			if other != nil {
				others = append(others, other)
			}
		}
		if len(others) == 1 {
			return list, others[0]
		}
		return list, errors.Join(others...)
	}
	if write, ok := err.(*writeError); ok {
		return []*writeError{write}, nil
	}
	return nil, err
}

// interruptedError is a run that somebody ended. It unwraps to context.Canceled.
type interruptedError struct{}

func (interruptedError) Error() string { return "interrupted; the report is not whole" }
func (interruptedError) Unwrap() error { return context.Canceled }

// statusError is an exit code whose reason has been printed already.
type statusError int

func (e statusError) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// exitCode is the one place that maps errors to codes. Output that could not be written counts only where all else went
// well: what became of a run is worth more than that somebody did not get to read it.
func exitCode(err error) int {
	writes, err := unwritten(err)
	var status statusError
	var bad *usageError
	var rule *lint.RuleError
	var broken *configError
	var stop *dryrun.StopError
	switch {
	case err == nil && len(writes) == 0:
		return ExitOK
	case err == nil, errors.As(err, &rule):
		return ExitInternal
	case errors.As(err, &stop):
		return exitOf(stop.Class)
	case errors.Is(err, context.Canceled):
		return ExitInterrupted
	case errors.As(err, &status):
		return int(status)
	case errors.As(err, &bad), errors.As(err, &broken):
		return ExitUsage
	}
	return ExitUsage // an error of cobra's: the words of the call
}

// exitOf is the code of a run that stopped.
func exitOf(c dryrun.Class) int {
	switch c {
	case dryrun.Refused:
		return ExitRefused
	case dryrun.Unable:
		return ExitUsage
	case dryrun.NotCleared:
		return ExitNotCleared
	case dryrun.ToolFailed:
		return ExitToolFailed
	case dryrun.Unknown:
		return ExitUnknown
	case dryrun.Exhausted:
		return ExitExhausted
	case dryrun.Interruption:
		return ExitInterrupted
	}
	return ExitInternal
}
