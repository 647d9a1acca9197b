package cmd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planlint/planlint/dryrun"
)

// advice is a command line and what it is for.
type advice struct{ line, why string }

// adviceText is what can be done next, for people.
func adviceText(list []advice) string {
	var b strings.Builder
	for _, a := range list {
		fmt.Fprintf(&b, "  %s\n      %s\n", a.line, a.why)
	}
	return b.String()
}

// goingOn is what can be done about a run of which nothing is in doubt; resume is to carry it on. What run said at its end
// is said here too.
func (f *storeFlags) goingOn(rec *recorded, resume advice) []advice {
	end := rec.lastWord()
	if end == nil {
		return []advice{resume}
	}
	switch end.Code {
	case dryrun.CodeReplan, dryrun.CodeExhausted:
		replan := advice{f.line("replan", rec.story.Run.ID, "--with", "FILE", "--reason", "TEXT"), "put another plan in force; then resume carries on with it"}
		if end.Code == dryrun.CodeExhausted {
			replan.why = "put another plan in force, once limits.max_run_replans is raised; nothing is undone till then"
		}
		resume.why = "start the step again that asked for another plan; it may ask again"
		return []advice{replan, resume}
	case dryrun.CodeUntrustedReplan:
		resume.why = "start the step again that asked for another plan, which untrusted data must not choose; it may ask again"
	}
	list := []advice{resume}
	if back := standing(rec.story.Events, rec.catalog); len(back) > 0 && rec.exitCode() == ExitToolFailed {
		list = append(list, f.unwinding(rec.story.Run.ID, back))
	}
	return list
}

// lastWord is how the last turn ended; nil where more has happened since: another plan took over, say.
func (rec *recorded) lastWord() *dryrun.FinishedData {
	for _, e := range slices.Backward(rec.story.Events) {
		switch e.Kind {
		case dryrun.RunFinished:
			return rec.story.Finished
		case dryrun.SuccessorFrozen, dryrun.RunResumed, dryrun.RunStarted:
			return nil
		}
	}
	return nil
}

// unwinding is how to have what stands taken back: a failed run does it when it fails again.
func (f *storeFlags) unwinding(run string, list []effect) advice {
	return advice{f.line("resume", run, "--on-failure", "unwind"),
		fmt.Sprintf("try again what failed, and take back %d %s if it fails again", len(list), plural(len(list), "effect"))}
}
