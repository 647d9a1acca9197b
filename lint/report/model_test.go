package report_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/config"
	"github.com/planlint/planlint/lint/report"
	"github.com/planlint/planlint/lint/rules"
)

// secrets is a deployment whose every name and limit is a word that no plan below uses, but for the tools they name.
const secrets = `contracts:
    held_reader: {accepts: {type: object, properties: {text: {type: string}}}, returns: {type: object, properties: {ref: {type: string}}}}
    held_sibling: {accepts: {type: object, properties: {text: {type: string}}}}
    unheld_writer: {accepts: {type: object, properties: {secretarg: {type: integer}}, required: [secretarg]}, returns: {type: object, properties: {secretfield: {type: string}}}}
    unscoped_writer: {accepts: {type: object, properties: {secretarg: {type: integer}}, required: [secretarg]}}
tools: {held_reader: {}, held_sibling: {}, unheld_writer: {}, unscoped_writer: {}, uncontracted_tool: {}}
agents:
  zanzibar: {tools: [held_reader, held_sibling, unscoped_writer]}
delegations:
  - {agent: zanzibar, tenant: acmecorp, user: adalovelace, scope: {tools: [held_reader, held_sibling, unheld_writer]EXPIRY}}
limits: {max_steps: 7}
`

// policy are the words that tell of it.
var policy = []string{"held_reader", "held_sibling", "unheld_writer", "unscoped_writer", "uncontracted_tool", "secretarg", "secretfield", "zanzibar",
	"acmecorp", "adalovelace", "scope", "agent", "allowlist", "register", "delegat", "expire", "limit", "max_steps", "planlint.yaml", "contracts.yaml"}

// modelSays is what the planner is told of a plan.
func modelSays(t *testing.T, deployment, plan string, verbose bool) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "planlint.yaml")
	if err := os.WriteFile(path, []byte(deployment), 0o600); err != nil {
		t.Fatal(err)
	}
	c, problems, err := config.Load(path, config.Options{Rules: rules.All()})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		if !p.Warning && p.Rule != "uncontracted-tool" {
			t.Fatalf("%s: %s", p.Rule, p.Message)
		}
	}
	authority, problem := c.Authority("plan.yaml", "")
	if problem != nil {
		t.Fatal(problem.Message)
	}
	file, err := lint.Check(&tree.Source{Name: "plan.yaml", Text: plan}, authority, &lint.Options{Deployment: c.Deployment,
		Rules: lint.NewRuleSet(rules.All(), c.Deployment.Levels), Now: time.Date(2026, 1, 10, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	r, err := report.New("model", &b, report.Options{Verbose: verbose})
	if err != nil {
		t.Fatal(err)
	}
	s := lint.Summary{Files: 1, NotChecked: file.NotChecked}
	for _, d := range file.Findings {
		if d.Severity == lint.Error {
			s.Errors++
		}
	}
	if err := r.File(file); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(s); err != nil {
		t.Fatal(err)
	}
	if s.Errors == 0 {
		t.Fatalf("the plan is accepted:\n%s", plan)
	}
	return b.String()
}

// None of what a plan breaks tells its planner of the policy: not a name that the plan does not hold itself, no limit.
func TestModelTellsNoPolicy(t *testing.T) {
	long := "goal: g\nsteps:\n" + strings.Repeat("  - {id: sN, tool: held_reader, arguments: {text: x}}\n", 23)
	for i := range 23 {
		long = strings.Replace(long, "sN", "s"+string(rune('a'+i)), 1)
	}
	for _, tt := range []struct{ name, plan, own string }{
		{"a tool that does not exist", "goal: g\nsteps: [{id: s, tool: held_raeder, arguments: {a: 1}}]\n", ""},
		{"a tool of another letter case", "goal: g\nsteps: [{id: s, tool: Held_Sibling, arguments: {a: 1}}]\n", ""},
		{"a tool without a contract", "goal: g\nsteps: [{id: s, tool: uncontracted_tool, arguments: {a: 1}}]\n", "uncontracted_tool"},
		{"a tool that the agent does not hold", "goal: g\nsteps: [{id: s, tool: unheld_writer, arguments: {a: 1}}]\n", "unheld_writer"},
		{"a tool outside the scope", "goal: g\nsteps: [{id: s, tool: unscoped_writer, arguments: {a: 1}}]\n", "unscoped_writer"},
		{"two tools in one step", "goal: g\nsteps: [{id: s, tool: unheld_writer, tool: unscoped_writer, arguments: {a: 1}}]\n", "unheld_writer, unscoped_writer"},
		{"a value from such a tool", "goal: g\nsteps: [{id: s, tool: unheld_writer, arguments: {secretagr: x}, terminal: true}, {id: r, tool: unheld_writer, bind: {a: {step: s, pointer: /secretfeild}}, depends_on: [s]}]\n", "unheld_writer"},
		{"too many steps", long, "held_reader"},
		{"a key of ours", "goal: g\nscop: x\nagnet: y\nsteps: []\n", ""},
	} {
		for _, deployment := range []string{strings.Replace(secrets, "EXPIRY", "", 1), strings.Replace(secrets, "EXPIRY", ", expires_at: 2025-12-31T00:00:00Z", 1)} {
			for _, verbose := range []bool{false, true} {
				says := modelSays(t, deployment, tt.plan, verbose)
				for _, word := range policy {
					if strings.Contains(strings.ToLower(says), word) && !strings.Contains(tt.own, word) && !strings.Contains(strings.ToLower(tt.plan), word) {
						t.Errorf("%s: %q is told:\n%s", tt.name, word, says)
					}
				}
			}
		}
	}
}

// A plan that is too long reads the same whatever the limit is.
func TestModelTellsNoLimit(t *testing.T) {
	plan := "goal: g\nsteps:\n"
	for _, id := range strings.Split("abcdefghijklmnopqrstuvwxyz", "") {
		plan += "  - {id: " + id + ", tool: held_reader, arguments: {text: 1}}\n"
	}
	for _, verbose := range []bool{false, true} {
		want := modelSays(t, strings.Replace(secrets, "EXPIRY", "", 1), plan, verbose)
		got := modelSays(t, strings.NewReplacer("EXPIRY", "", "max_steps: 7", "max_steps: 19").Replace(secrets), plan, verbose)
		if got != want || !strings.Contains(got, `"too-many-steps"`) {
			t.Errorf("with a limit of 7\n%s\nand with 19\n%s", want, got)
		}
	}
}

// Whatever keeps a tool from the agent, and whether it exists at all, reads the same, byte for byte.
func TestModelTellsNoToolFromAnother(t *testing.T) {
	const plan = "goal: g\nsteps:\n  - {id: s, tool: NAME, arguments: {secretarg: text, other: 1}, terminal: true}\n" +
		"  - {id: r, tool: held_reader, arguments: {text: x}, bind: {text: {step: s, pointer: /nothing}}, depends_on: [s], terminal: true}\n"
	deployment := strings.Replace(secrets, "EXPIRY", "", 1)
	for _, verbose := range []bool{false, true} {
		want := ""
		for _, name := range []string{"no_such_thing", "held_raeder", "uncontracted_tool", "unheld_writer", "unscoped_writer"} {
			got := strings.ReplaceAll(modelSays(t, deployment, strings.ReplaceAll(plan, "NAME", name), verbose), name, "NAME")
			if want == "" {
				want = got
			}
			if got != want {
				t.Errorf("%s reads\n%s\nand no_such_thing\n%s", name, got, want)
			}
		}
	}
	expired := modelSays(t, strings.Replace(secrets, "EXPIRY", ", expires_at: 2025-12-31T00:00:00Z", 1), strings.ReplaceAll(plan, "NAME", "unheld_writer"), false)
	if strings.Contains(expired, "secretarg") || !strings.Contains(expired, `"tool-unavailable"`) {
		t.Errorf("an expired scope reads\n%s", expired)
	}
}

// What a contract says of the tools that the plan may use is told, for the planner has the contracts.
func TestModelTellsContracts(t *testing.T) {
	says := modelSays(t, strings.Replace(secrets, "EXPIRY", "", 1), "goal: g\nsteps: [{id: s, tool: held_reader, arguments: {text: 1}}]\n", false)
	var doc struct{ Findings []map[string]string }
	if err := json.Unmarshal([]byte(says), &doc); err != nil || len(doc.Findings) != 1 {
		t.Fatalf("%v\n%s", err, says)
	}
	f := doc.Findings[0]
	if f["code"] != "wrong-type" || f["step"] != "s" || f["path"] != "/steps/0/arguments/text" || !strings.Contains(f["found"], "must be a string") || f["fix"] != "put it in quotes" {
		t.Errorf("%v", f)
	}
}

// A rule that the format model does not know is told as something that no plan settles. That is right for rules about
// contracts, and for those that only whoever owns the contracts can settle; every other must be decided on.
func TestModelKnowsTheRules(t *testing.T) {
	owners := []string{"unstated-reversibility", "waived-approval", "stale-baseline-entry"}
	for _, rule := range rules.All() {
		var b bytes.Buffer
		r, err := report.New("model", &b, report.Options{})
		if err != nil {
			t.Fatal(err)
		}
		err = r.File(&lint.File{Findings: []lint.Finding{{Rule: rule.ID, Reason: rule.Reason, Severity: lint.Error, Message: "m", Hint: "h", Step: "s"}}})
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Close(lint.Summary{Errors: 1}); err != nil {
			t.Fatal(err)
		}
		if known := !strings.Contains(b.String(), `"not-judged"`); known == (rule.Group == lint.Contracts || slices.Contains(owners, rule.ID)) {
			t.Errorf("%s: known is %v", rule.ID, known)
		}
	}
}
