package compare

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/lint"
)

// written is a comparison as text: what is of the plan, then each step with its changes.
func lines(c *Comparison) string {
	var b strings.Builder
	value := func(v Value) string {
		if v.From != nil {
			return v.From.String()
		}
		return v.JSON
	}
	change := func(c *Change) {
		fmt.Fprintf(&b, "%s %s%s [%s] [%s]", c.Kind, c.Field, c.At, value(c.Old), value(c.New))
		if c.Default != "" {
			fmt.Fprintf(&b, " default %s %t", c.Default, c.Void)
		}
		b.WriteByte('\n')
	}
	for i := range c.Plan {
		change(&c.Plan[i])
	}
	for i := range c.Steps {
		s := &c.Steps[i]
		fmt.Fprintf(&b, "%s %s %s %d>%d %t\n", s.Kind, s.ID, s.Tool, s.From, s.To, s.Moved)
		for k := range s.Changes {
			b.WriteString("  ")
			change(&s.Changes[k])
		}
	}
	return b.String()
}

func TestPlans(t *testing.T) {
	for name, c := range map[string]struct{ old, new, want string }{
		"the same": {plan("  - {id: a, tool: ask, arguments: {q: x}, depends_on: []}\n"), `{"steps": [{"tool": "ask", "id": "a", "terminal": false, "arguments": {"q": "x"}}], "goal": "g", "version": 1}`, ""},
		"the plan": {
			"goal: g\nrevision: 0\ninputs: {type: object}\noutputs: {x: {step: a}, y: {step: a, pointer: /p}}\nsteps:\n  - {id: a, tool: ask}\n",
			"goal: h\nrevision: 3\nversion: 2\nderived_from: sha256:" + strings.Repeat("0", 64) + "\nreason: because\ntopology: {collaborative: parallel-disjoint}\ninputs: {type: object, required: [q]}\noutputs: {y: {step: a, pointer: /q}, z: {step: a}}\nsteps:\n  - {id: a, tool: ask}\n",
			`changed goal ["g"] ["h"]
changed revision [0] [3]
changed version [1] [2]
added derived_from [] ["sha256:` + strings.Repeat("0", 64) + `"]
added reason [] ["because"]
changed topology ["single"] ["parallel-disjoint"]
added inputs/required [] [["q"]]
removed outputs/x [the outcome of step "a"] []
changed outputs/y [the outcome of step "a" at "/p"] [the outcome of step "a" at "/q"]
added outputs/z [] [the outcome of step "a"]
`},
		"a step": {
			plan("  - {id: a, tool: ask, arguments: {q: x}}\n  - {id: b, tool: pay, intent: why, depends_on: [a], arguments: {to: ada, with: {x: 1, y: [1, 2]}, meal: standard}, bind: {amount: {step: a, pointer: /n}}}\n"),
			plan("  - {id: a, tool: mail, arguments: {q: x}}\n  - {id: b, tool: pay, terminal: true, verifies: true, quorum: {need: 1, lenses: [l]}, arguments: {to: bob, with: {y: [1, 3], z: null}, amount: \"1\"}, bind: {tags: {input: /t}}}\n"),
			`changed a mail 1>1 false
  changed tool ["ask"] ["mail"]
changed b pay 2>2 false
  changed arguments/amount [the outcome of step "a" at "/n"] ["1"]
  removed arguments/meal ["standard"] [] default "standard" true
  added arguments/tags [] [the run's input at "/t"]
  changed arguments/to ["ada"] ["bob"]
  removed arguments/with/x [1] []
  changed arguments/with/y/1 [2] [3]
  added arguments/with/z [] [null]
  removed depends_on ["a"] []
  removed intent ["why"] []
  added terminal [] [true]
  added verifies [] [true]
  added quorum [] [{"need":1,"lenses":["l"]}]
`},
		"gone and new": {
			plan("  - {id: a, tool: ask}\n  - {id: b, tool: ask}\n  - {id: c, tool: ask}\n  - {id: d, tool: ask}\n"),
			plan("  - {id: n, tool: ask}\n  - {id: c, tool: ask}\n  - {id: m, tool: search}\n"),
			"removed a ask 1>0 false\nremoved b ask 2>0 false\nadded n ask 0>1 false\nremoved d ask 4>0 false\nadded m search 0>3 false\n"},
		"another order": {
			plan("  - {id: a, tool: ask}\n  - {id: b, tool: ask}\n  - {id: c, tool: ask}\n  - {id: d, tool: ask}\n"),
			plan("  - {id: b, tool: ask}\n  - {id: c, tool: ask}\n  - {id: a, tool: ask}\n  - {id: d, tool: ask}\n"),
			"changed a ask 1>3 true\n"},
		"another order by what they wait for": {
			plan("  - {id: a, tool: ask}\n  - {id: b, tool: ask, depends_on: [a]}\n"),
			plan("  - {id: a, tool: ask, depends_on: [b]}\n  - {id: b, tool: ask}\n"),
			"changed a ask 1>2 false\n  added depends_on [] [\"b\"]\nchanged b ask 2>1 true\n  removed depends_on [\"a\"] []\n"},
		"written in another order": {
			plan("  - {id: b, tool: ask, depends_on: [a]}\n  - {id: a, tool: ask}\n"),
			plan("  - {id: a, tool: ask}\n  - {id: b, tool: ask, depends_on: [a]}\n"),
			"changed writing [] []\n"},
		"in a loop": {
			plan("  - {id: a, tool: ask, depends_on: [b]}\n  - {id: b, tool: ask, depends_on: [a]}\n"),
			plan("  - {id: a, tool: ask, depends_on: [b]}\n  - {id: b, tool: ask, depends_on: [a], intent: x}\n"),
			"changed b ask 2>2 false\n  added intent [] [\"x\"]\n"},
	} {
		t.Run(name, func(t *testing.T) {
			got := of(t, c.old, c.new)
			if diff := cmp.Diff(c.want, lines(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			bare := Plans(Subject{Plan: read(t, c.old)}, Subject{Plan: read(t, c.new)}, Options{})
			if bare.Escalations != nil || bare.Scope.Differs() || bare.Same() != got.Same() {
				t.Errorf("without a deployment: %+v", bare)
			}
			for _, s := range bare.Steps {
				if s.Before != nil || s.After != nil {
					t.Errorf("without a deployment step %s means something: %+v", s.ID, s)
				}
			}
		})
	}
}

// What a step means is told of each step that changed.
func TestFacts(t *testing.T) {
	c := of(t, plan("  - {id: a, tool: ask}\n"), plan("  - {id: a, tool: pay}\n  - {id: b, tool: nobodys}\n"))
	if len(c.Steps) != 2 || c.Steps[0].Before == nil || c.Steps[1].Before != nil {
		t.Fatalf("%+v", c.Steps)
	}
	before, after, unknown := c.Steps[0].Before, c.Steps[0].After, c.Steps[1].After
	if before.Need != lint.NeedNobody || !before.Trusted || before.Effect.String() != "read_only" {
		t.Errorf("before: %+v", before)
	}
	if after.Need != lint.NeedPerson || after.Reason == "" || after.Trusted || after.Reversibility.String() != "irreversible" {
		t.Errorf("after: %+v", after)
	}
	if unknown.Refused != "unknown_tool" || unknown.Contract || unknown.Need != 0 || unknown.Reversibility.String() != "unstated" {
		t.Errorf("unknown: %+v", unknown)
	}
	if diff := cmp.Diff([]string{"nobodys", "pay"}, c.ToolsAdded); diff != "" || len(c.ToolsRemoved) != 1 {
		t.Errorf("tools: %v, %v", c.ToolsAdded, c.ToolsRemoved)
	}
}

func TestPair(t *testing.T) {
	for _, c := range []struct {
		old, new []string
		want     []int
	}{
		{nil, nil, []int{}},
		{[]string{"a"}, []string{"b"}, []int{0}},
		{[]string{"a"}, []string{"b", "a"}, []int{-1, 0}},
		{[]string{"a", "b", "c"}, []string{"c", "x", "a", "y"}, []int{2, 1, 0, -1}},
		{[]string{"a", "a"}, []string{"a", "b", "a"}, []int{0, -1, 1}},
		{[]string{""}, []string{""}, []int{0}},
	} {
		if diff := cmp.Diff(c.want, Pair(c.old, c.new)); diff != "" {
			t.Errorf("%v %v (-want +got):\n%s", c.old, c.new, diff)
		}
	}
}
