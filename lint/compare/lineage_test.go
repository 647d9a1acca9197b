package compare

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/config"
	"github.com/planlint/planlint/lint/rules"
)

func TestLineage(t *testing.T) {
	const steps = "steps: [{id: a, tool: ask}]\n"
	old := read(t, "goal: g\n"+steps)
	third := read(t, "goal: g\nversion: 3\nderived_from: sha256:"+strings.Repeat("1", 64)+"\nreason: r\n"+steps)
	successor := func(of *lint.Plan, version, reason string) string {
		return "goal: h\nversion: " + version + "\nderived_from: " + digest(of) + "\nreason: " + reason + "\n" + steps
	}
	for name, c := range map[string]struct {
		old  *lint.Plan
		new  string
		want []string
	}{
		"the same":              {old, "version: 1\ngoal: g\n" + steps, nil},
		"a successor":           {old, successor(old, "2", "it moved"), nil},
		"a successor's":         {third, successor(third, "4", "it moved"), nil},
		"the version stays":     {old, "goal: h\n" + steps, []string{"version"}},
		"the version is kept":   {third, successor(third, "3", "it moved"), []string{"version"}},
		"a version too far":     {old, successor(old, "3", "it moved"), []string{"version"}},
		"back to the first":     {third, "goal: h\n" + steps, []string{"version"}},
		"of another plan":       {third, successor(old, "4", "it moved"), []string{"derived_from"}},
		"of another, too far":   {third, successor(old, "5", "it moved"), []string{"version", "derived_from"}},
		"a version of 30 digit": {old, successor(old, strings.Repeat("9", 30), "it moved"), []string{"version"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, b := range Lineage(c.old, read(t, c.new)) {
				got = append(got, b.Field)
				if b.node == tree.None || b.Message == "" || b.Hint == "" {
					t.Errorf("%+v has no words or no place", b)
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A successor without a reason, or with one that shows nothing, is no plan at all, so that Lineage need not look.
func TestReasonIsForm(t *testing.T) {
	for _, reason := range []string{"", "reason: ''\n", "reason: \"\\t \\u200b\"\n"} {
		text := "goal: h\nversion: 2\nderived_from: sha256:" + strings.Repeat("1", 64) + "\n" + reason + "steps: [{id: a, tool: ask}]\n"
		if _, fault := lint.Parse(&tree.Source{Name: "plan.yaml", Text: text}); fault == nil {
			t.Errorf("%q is taken for a reason", reason)
		}
	}
}

// examples are the rules' deployment.
func examples(t *testing.T) (*lint.Deployment, lint.Authority) {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	c, _, err := config.Load("../../testdata/rules/planlint.yaml", config.Options{WorkDir: dir, Rules: rules.All()})
	if err != nil {
		t.Fatal(err)
	}
	a, problem := c.Authority("plan.yaml", "")
	if problem != nil {
		t.Fatal(problem.Message)
	}
	return c.Deployment, a
}

// raised are the findings on a pair of plans as the check has them.
func raised(t *testing.T, text string, drafts bool) []lint.Finding {
	t.Helper()
	before, after, ok := strings.Cut(text, "---\n")
	if !ok {
		t.Fatal("no pair of plans")
	}
	d, a := examples(t)
	older := read(t, before)
	file, err := lint.Check(&tree.Source{Name: "plan.yaml", Text: after}, a, &lint.Options{Deployment: d, Rules: lint.NewRuleSet(rules.All(), nil), Now: now,
		Behind: func(p *lint.Pass, whole bool) {
			if !whole {
				t.Error("the plan has a fault of form")
			}
			Raise(p, Subject{older, p.Authority}, drafts, "")
		}})
	if err != nil {
		t.Fatal(err)
	}
	return file.Findings
}

// The examples on the pages of the rules are what they say.
func TestExamples(t *testing.T) {
	count := 0
	for _, r := range rules.All() {
		if r.Group != lint.Lineage {
			continue
		}
		count++
		t.Run(r.ID, func(t *testing.T) {
			found := false
			for _, f := range raised(t, r.Bad, r.ID != RuleLineage) {
				found = found || f.Rule == r.ID && f.Severity == r.Severity
			}
			if !found {
				t.Error("the bad example raises nothing")
			}
			for _, f := range raised(t, r.Good, r.ID != RuleLineage) {
				if f.Rule == r.ID || f.Severity == lint.Error && f.Rule != RuleEscalation {
					t.Errorf("the good example raises %s: %s", f.Rule, f.Message)
				}
			}
		})
	}
	if count != 3 {
		t.Errorf("%d rules of lineage", count)
	}
}

// Every finding has its own fingerprint, so that a baseline can tell them apart, and a place in the plan.
func TestRaise(t *testing.T) {
	const old = `goal: g
steps:
  - {id: s, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
  - {id: b, tool: book_flight, arguments: {flight: BA1, seats: 1}, depends_on: [s]}
  - {id: v, tool: check_booking, verifies: true, depends_on: [b]}
  - {id: w, tool: check_booking, verifies: true, depends_on: [b]}
  - {id: x, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
`
	const new = `goal: g
steps:
  - {id: s, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
  - {id: b, tool: book_flight, arguments: {flight: BA2, seats: 2}, depends_on: [s]}
  - {id: v, tool: check_booking, verifies: true, depends_on: [s], bind: {ref: {step: s, pointer: /flights/0/id}}}
  - {id: r, tool: refund, arguments: {amount: "1"}, depends_on: [b, s], bind: {account: {step: b, pointer: /ref}}}
  - {id: x, tool: read_file, arguments: {path: p}}
`
	got := raised(t, old+"---\n"+new, false)
	var lines []string
	seen := map[string]string{}
	for _, f := range got {
		if f.Rule != RuleEscalation && f.Rule != RuleLineage && f.Rule != RuleReused {
			continue
		}
		if !f.Place.Known() || f.Hint == "" || f.Pointer == "" {
			t.Errorf("%s: no place, pointer or hint: %+v", f.Message, f)
		}
		if other := seen[f.Fingerprint]; other != "" {
			t.Errorf("one fingerprint: %s; %s", other, f.Message)
		}
		seen[f.Fingerprint] = f.Message
		lines = append(lines, strings.Join([]string{f.Rule, f.Detail, f.Step, string(f.Pointer)}, " "))
	}
	want := []string{
		"broken-lineage version  /steps",
		"escalation lost_verifier w /steps",
		"escalation lost_verifier b /steps/1/id",
		"escalation wider_argument b /steps/1/arguments/flight",
		"escalation wider_argument b /steps/1/arguments/seats",
		"escalation longer_taint v /steps/2/bind/ref",
		"escalation lost_verifier v /steps/2/bind/ref",
		"escalation new_irreversible r /steps/3/id",
		"escalation new_tool r /steps/3/tool",
		"escalation longer_taint r /steps/3/bind/account",
		"escalation new_tool x /steps/4/tool",
		"step-reused  x /steps/4/tool",
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, f := range raised(t, old+"---\n"+new, true) {
		if f.Rule == RuleLineage {
			t.Errorf("drafts are free, and %s is raised", f.Rule)
		}
	}
	if list := Reused(read(t, old), read(t, new)); len(list) != 1 || list[0].ID != "x" {
		t.Errorf("reused: %v", list)
	}
}
