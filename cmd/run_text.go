package cmd

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
)

const (
	maxOutcome = 200 // how many characters of an outcome, or of arguments, a table shows; a document has all
	maxFate    = 100 // how many columns of a label with what it waits for
)

// rehearsalText is what a dry run prints: the plan in the order of execution, and what would become of each step.
func rehearsalText(res *dryrun.Result) string {
	t := newTable("#", "WAVE", "STEP", "TOOL", "LABEL", "WHO", "KEY", "ARGUMENTS")
	for i := range res.Steps {
		s := &res.Steps[i]
		key := "none"
		switch {
		case s.Label == dryrun.UnknownUntil || s.Label == "":
			key = "unknown"
		case s.Key != "":
			key = s.Key[:12]
		}
		t.row(strconv.Itoa(i+1), strconv.Itoa(s.Wave), nameText(s.StepID), nameText(s.Tool), labelText(s), who(s), key,
			clipped(tree.Visible(string(argumentsJSON(s.Arguments))), maxOutcome))
	}
	return t.String()
}

// labelText is a step's fate with what it waits for.
func labelText(s *dryrun.StepResult) string {
	switch s.Label {
	case "":
		return "not looked at"
	case dryrun.UnknownUntil:
		return fitted(string(s.Label)+" "+strings.Join(s.Awaits, ", "), maxFate)
	}
	return string(s.Label)
}

// who says who clears a step: "nobody" where nobody is needed.
func who(s *dryrun.StepResult) string {
	switch {
	case s.Label == dryrun.WouldAct && (s.ApprovedBy == "" || s.ApprovedBy == s.Grant):
		return "grant " + nameText(s.Grant)
	case s.ApprovedBy != "":
		return nameText(s.ApprovedBy)
	case s.Label == dryrun.WouldAsk:
		return "a person"
	case s.Label == dryrun.WouldRefuse:
		return "no one can"
	case s.Label == dryrun.UnknownUntil && s.Reason != "":
		return "a person"
	case s.Label == "":
		return ""
	}
	return "nobody"
}

// runText is what a run prints: what became of each step.
func runText(res *dryrun.Result) string {
	t := newTable("STEP", "TOOL", "STATUS", "TIME", "CLEARED BY", "OUTCOME")
	for i := range res.Steps {
		s := &res.Steps[i]
		took := ""
		if s.Attempts > 0 && s.Took > 0 {
			took = span(s.Took)
		}
		cleared := ""
		if s.Attempts > 0 || s.Replayed || s.ApprovedBy != "" {
			cleared = who(s)
		}
		status := strings.ReplaceAll(string(s.Status), "_", " ")
		if s.Replayed {
			status += ", replayed"
		}
		if s.Stub && s.Attempts > 0 {
			status += " (stub)"
		}
		t.row(nameText(s.StepID), nameText(s.Tool), status, took, cleared, clipped(tree.Visible(string(s.Outcome)), maxOutcome))
	}
	return t.String()
}

// clipped is a text cut to n characters, with how many there are.
func clipped(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return fmt.Sprintf("%s… (%d characters; --format json has all)", string(r[:n]), len(r))
	}
	return s
}

// staysText lists what was to be taken back, and was not.
func staysText(list []dryrun.Stay) string {
	var b strings.Builder
	for _, s := range list {
		fmt.Fprintf(&b, "not taken back: %s %s: %s\n", nameText(s.StepID), nameText(s.Tool), tree.Visible(s.Why))
	}
	return b.String()
}

// runEnding is the sentence behind a table: how many steps came to what.
func runEnding(res *dryrun.Result) string {
	const waiting = "unknown-until-input" // a label of our own: the caller can give what it waits for
	count := map[dryrun.Label]int{}
	ran := 0
	for i := range res.Steps {
		label := res.Steps[i].Label
		if label == dryrun.UnknownUntil && slices.Contains(res.Steps[i].Awaits, dryrun.TheInput) {
			label = waiting
		}
		count[label]++
		if res.Steps[i].Status == dryrun.Succeeded {
			ran++
		}
	}
	if !res.Dry {
		return fmt.Sprintf("run %s %s: %d of %d %s done", tree.Visible(res.RunID), strings.ReplaceAll(string(res.Status), "_", " "), ran, len(res.Steps), plural(len(res.Steps), "step"))
	}
	var parts []string
	for _, l := range []struct {
		label dryrun.Label
		text  string
	}{{dryrun.WouldRun, "would run with nobody needed"}, {dryrun.WouldAct, "would act on a grant"}, {dryrun.WouldAsk, "would ask a person"},
		{dryrun.WouldRefuse, "would be refused"}, {waiting, "unknown until the input is given with --input"}, {dryrun.UnknownUntil, "unknown until earlier ones have run"}, {"", "not looked at"}} {
		if n := count[l.label]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, l.text))
		}
	}
	return fmt.Sprintf("%d %s: %s; nothing was started", len(res.Steps), plural(len(res.Steps), "step"), strings.Join(parts, ", "))
}

func plural(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}
