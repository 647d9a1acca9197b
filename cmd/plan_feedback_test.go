package cmd

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// explained is what a planner is told about a draft under the stories' deployment.
func explained(t *testing.T, draft string) (text, findings string) {
	t.Helper()
	env := docEnv(t, "testdata/script/deployment", &bytes.Buffer{})
	c, err := (&configFlags{}).load(&env, outputFlags{})
	if err != nil {
		t.Fatal(err)
	}
	a, problem := c.Authority("plan.yaml", "")
	if problem != nil {
		t.Fatal(problem.Message)
	}
	plan, found, err := judgePlan(&tree.Source{Name: "draft 1", Text: draft}, a, c, env.Now())
	if err != nil || plan != nil {
		t.Fatalf("the draft is accepted, or can't be judged: %v", err)
	}
	f, err := explain(found)
	if err != nil || !json.Valid(f.Findings) {
		t.Fatalf("%v: %s", err, f.Findings)
	}
	return f.Text, string(f.Findings)
}

func TestExplainDraft(t *testing.T) {
	step := func(id, arguments string) string {
		return "  - {id: " + id + ", tool: notify, arguments: {" + arguments + "}}\n"
	}
	for _, test := range []struct {
		name, draft string
		text        string
	}{
		{"unknown tool", "goal: g\nsteps: [{id: s1, tool: wire_transfer}]\n",
			"- step \"s1\": tool-unavailable: wire_transfer, at /steps/0/tool; use a tool from the contracts that you were given, or plan without it\n"},
		{"two faults", "goal: g\nsteps:\n" + step("s1", "text: hi, txt: ho") + step("s2", ""),
			"- step \"s1\": undeclared-argument: argument \"txt\" is not declared, at /steps/0/arguments/txt; "},
		{"broken", "goal: [g\n", "- syntax: "},
		{"a hostile id", "goal: g\nsteps: [{id: \"s\\u001b[2J\", tool: wire_transfer}]\n", `- step "s\u{1b}[2J": tool-unavailable: wire_transfer`},
	} {
		t.Run(test.name, func(t *testing.T) {
			text, findings := explained(t, test.draft)
			rest, ok := strings.CutPrefix(text, "The plan was refused. Write another one that settles this:\n")
			if !ok || !strings.HasPrefix(rest, test.text) || strings.Count(rest, "\n") != strings.Count(findings, `"code"`) {
				t.Errorf("the text is\n%s\nfor %s", text, findings)
			}
		})
	}
}

// A planner is not told where a limit lies, and can't tell a tool that it may not use from one that does not exist.
func TestExplainKeepsPolicy(t *testing.T) {
	var long strings.Builder
	long.WriteString("goal: g\nsteps:\n")
	for range 9 {
		long.WriteString("  - {id: s" + strings.Repeat("x", long.Len()) + ", tool: notify, arguments: {text: hi}}\n")
	}
	if text, findings := explained(t, long.String()); strings.ContainsAny(text, "0123456789") || !strings.Contains(findings, `"too-many-steps"`) {
		t.Errorf("a plan that is too long is told %s%s", text, findings)
	}
	env := docEnv(t, "testdata/script/deployment", &bytes.Buffer{})
	c, err := (&configFlags{}).load(&env, outputFlags{})
	if err != nil {
		t.Fatal(err)
	}
	a, _ := c.Authority("plan.yaml", "")
	agent := *a.Agent
	agent.Tools = map[string]tree.Place{"notify": {}}
	tell := func(tool string) string {
		_, found, err := judgePlan(&tree.Source{Text: "goal: g\nsteps: [{id: s1, tool: " + tool + "}]\n"}, lint.Authority{Agent: &agent}, c, env.Now())
		if err != nil {
			t.Fatal(err)
		}
		f, err := explain(found)
		if err != nil {
			t.Fatal(err)
		}
		return strings.ReplaceAll(f.Text+string(f.Findings), tool, "TOOL")
	}
	if exists, absent := tell("refund"), tell("refunt"); exists != absent {
		t.Errorf("a tool that exists is told apart:\n%s\n%s", exists, absent)
	}
}
