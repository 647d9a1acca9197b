package lint_test

import (
	"testing"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// known makes a baseline that knows every finding of a file, whatever it is: what somebody could write by hand.
func known(f *lint.File, level lint.Severity) *lint.Baseline {
	src := &tree.Source{Name: "baseline.json", Text: "{}"}
	var entries []lint.BaselineEntry
	for _, d := range f.Findings {
		entries = append(entries, lint.BaselineEntry{Path: f.Source.Name, Fingerprint: d.Fingerprint, Rule: d.Rule, Count: 1,
			Place: tree.Place{Source: src, Span: tree.Span{End: 2}}})
	}
	return lint.NewBaseline(src, entries, level)
}

// A baseline hides what it knows by the right fingerprint, but nothing that the executor itself would refuse; an entry
// for such a finding is one that matches nothing.
func TestBaselineHidesNoSeedReason(t *testing.T) {
	o := options(t)
	const plan = "goal: g\nsteps:\n- {id: s1, tool: notify, arguments: {text: a}}\n- {id: s2, tool: notify, arguments: {text: a}}\n- {id: s3, tool: wire}\n"
	b := known(check(t, o, "plan.yaml", plan), lint.Warning)
	f := check(t, o, "plan.yaml", plan)
	b.Hide(f)
	if len(f.Findings) != 1 || f.Findings[0].Rule != "unknown-tool" || f.Suppressed != 1 {
		t.Fatalf("left are %d findings, %d held back:\n%s", len(f.Findings), f.Suppressed, lines(f))
	}
	unused := b.Unused()
	if len(unused) != 1 || len(unused[0].Findings) != 1 || unused[0].Findings[0].Rule != lint.RuleStaleBaseline {
		t.Errorf("the entry that can't hide anything is not reported: %+v", unused)
	}
}

// One entry holds back as many equal findings as it counts, in its own file and of its own rule.
func TestBaselineCounts(t *testing.T) {
	o := options(t)
	const plan = "goal: g\nsteps:\n- {id: s1, tool: notify, arguments: {text: a}}\n- {id: s2, tool: notify, arguments: {text: a}}\n"
	b := known(check(t, o, "plan.yaml", plan), lint.Off)
	other := check(t, o, "other.yaml", plan)
	if b.Hide(other); other.Suppressed != 0 {
		t.Error("an entry holds back a finding of another file")
	}
	f := check(t, o, "plan.yaml", plan)
	if b.Hide(f); f.Suppressed != 1 {
		t.Errorf("%d held back, want 1", f.Suppressed)
	}
	again := check(t, o, "plan.yaml", plan)
	if b.Hide(again); again.Suppressed != 0 {
		t.Error("an entry that counts one holds back two")
	}
	if b.Unused() != nil {
		t.Error("entries are reported although the level is off")
	}
}
