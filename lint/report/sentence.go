package report

import (
	"strings"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// home is where planlint comes from, for documents that name their tool.
const home = "https://github.com/planlint/planlint"

// failurePlace stands for a file in formats that have no other place to say that the check could not be done.
const failurePlace = "planlint"

// failureRule is what a failure is called where a format wants the name of a rule.
const failureRule = "check-failed"

// sentence is all that a finding says, in one line: the message, what goes with it and has no place, and the hint.
// It is escaped by tree.Visible, since the hosts that show it are as easily deceived as a terminal.
func sentence(d *lint.Finding) string {
	var b strings.Builder
	b.WriteString(tree.Visible(d.Message))
	for i := range d.Related {
		if r := &d.Related[i]; !r.Place.Known() && r.Message != "" {
			b.WriteString(" (" + tree.Visible(r.Message) + ")")
		}
	}
	if d.Hint != "" {
		b.WriteString("; " + tree.Visible(d.Hint))
	}
	return b.String()
}

// failure is a failure in one line.
func failure(f *lint.Failure) string { return tree.Visible(f.Message) }

// appendStep appends who is at fault: "step s2 (book_flight)"; nothing where nobody is.
func appendStep(b []byte, d *lint.Finding) []byte {
	switch {
	case d.Step != "" && d.Tool != "":
		b = append(append(b, "step "...), name(d.Step)...)
		return append(append(append(b, " ("...), name(d.Tool)...), ')')
	case d.Step != "":
		return append(append(b, "step "...), name(d.Step)...)
	case d.Tool != "":
		return append(append(b, "tool "...), name(d.Tool)...)
	}
	return b
}

// distinct are the things that were not checked, each once, in the order in which they were first given.
func distinct(all []lint.NotChecked) []lint.NotChecked {
	var kept []lint.NotChecked
	seen := make(map[lint.NotChecked]bool, len(all))
	for _, n := range all {
		if !seen[n] {
			seen[n] = true
			kept = append(kept, n)
		}
	}
	return kept
}
