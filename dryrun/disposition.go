package dryrun

import (
	"slices"

	"github.com/planlint/planlint/contracts"
)

// dispose says what a failed call means for its effect.
//
// A tool that was never started did nothing. One that ended by itself with a code that its contract lists as a refusal
// did nothing either, and any other code is taken at its word, unless the contract says that the tool is effectful: then
// nobody knows how far it came. A call that was cut off is in doubt, unless the contract says that repeating it is safe.
// An answer that can't be used comes from an effect that landed.
func dispose(c *contracts.Contract, e *CallError) Disposition {
	switch e.Failure {
	case NotStarted:
		return DidNotHappen
	case Exited:
		switch {
		case slices.Contains(c.RefusedExitCodes, e.Code), asksToReplan(c, e):
			return DidNotHappen
		case c.Effect == contracts.Effectful:
			return Doubtful
		}
		return Abandoned
	case TooLong, Unreadable:
		return Landed
	}
	if repeatable(c) {
		return Abandoned
	}
	return Doubtful
}

// repeatable reports whether the contract says that doing it again is safe: it changes nothing, or the same key makes it
// one effect.
func repeatable(c *contracts.Contract) bool {
	return c.Effect == contracts.ReadOnly || c.Effect == contracts.Idempotent
}

// asksToReplan reports whether a call ended by asking for another plan.
func asksToReplan(c *contracts.Contract, e *CallError) bool {
	return e.Failure == Exited && c.ReplanExitCode != 0 && e.Code == c.ReplanExitCode
}
