package schemas_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/config"
	"github.com/planlint/planlint/lint/rules"
	"github.com/planlint/planlint/lint/syntax"
)

// faults reads a document as planlint does and returns what is wrong with its form: rule, message and hint.
func faults(t *testing.T, kind, text string) (list [][3]string) {
	t.Helper()
	src := &tree.Source{Name: kind + ".yaml", Text: text}
	switch kind {
	case "plan":
		o := &lint.Options{Deployment: &lint.Deployment{MaxSteps: lint.DefaultMaxSteps}, Now: time.Unix(0, 0),
			Rules: lint.NewRuleSet(rules.All(), nil)}
		f, err := lint.Check(src, lint.Authority{}, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Findings {
			if d.Reason == "malformed" || d.Reason == "empty" || d.Rule == "invalid-quorum" {
				list = append(list, [3]string{d.Rule, d.Message, d.Hint})
			}
		}
		return list
	case "contracts":
		_, problems := contracts.Read(syntax.Read(src, syntax.Options{})[0].Tree, nil)
		return problemsOf(problems)
	}
	dir := t.TempDir()
	if !strings.Contains(text, "contracts:") {
		text += "\ncontracts: {notify: {accepts: {}}}\n"
	}
	if err := os.WriteFile(filepath.Join(dir, "planlint.yaml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	_, problems, err := config.Load("planlint.yaml", config.Options{WorkDir: dir, Rules: rules.All()})
	if err != nil {
		t.Fatal(err)
	}
	return problemsOf(problems)
}

func problemsOf(problems []contracts.Problem) (list [][3]string) {
	for _, p := range problems {
		if !p.Warning {
			list = append(list, [3]string{p.Rule, p.Message, p.Hint})
		}
	}
	return list
}

// allowed are the keys that planlint names when it refuses the key zz.
func allowed(t *testing.T, kind, text string) []string {
	t.Helper()
	for _, f := range faults(t, kind, text) {
		if f[0] != "unknown-key" || !strings.Contains(f[1], `"zz"`) {
			continue
		}
		for _, before := range []string{"allowed: ", "allowed are "} {
			for _, s := range f[1:] {
				if _, list, ok := strings.Cut(s, before); ok {
					return slices.Sorted(slices.Values(strings.Split(list, ", ")))
				}
			}
		}
	}
	t.Fatalf("%s names no allowed keys", text)
	return nil
}

// TestKeys holds the keys of the schemas to those that planlint reads.
func TestKeys(t *testing.T) {
	for _, test := range []struct{ kind, at, text string }{
		{"plan", "", "zz: 1"},
		{"plan", "$defs/step", "steps: [{zz: 1}]"},
		{"plan", "$defs/step/properties/quorum", "steps: [{quorum: {zz: 1}}]"},
		{"plan", "$defs/collaboration", "topology: {zz: 1}"},
		{"plan", "$defs/fromStep", "outputs: {a: {zz: 1}}"},
		{"plan", "$defs/fromStep + $defs/fromInput", "steps: [{bind: {a: {zz: 1}}}]"},
		{"contracts", "$defs/own", "{contracts: {a: {}}, zz: 1}"},
		{"contracts", "$defs/contract", "contracts: {a: {zz: 1}}"},
		{"contracts", "$defs/protection", "contracts: {a: {protect: [{zz: 1}]}}"},
		{"contracts", "$defs/contract/properties/undo", "contracts: {a: {undo: {zz: 1}}}"},
		{"contracts", "$defs/undoOrigin", "contracts: {a: {undo: {bind: {b: {zz: 1}}}}}"},
		{"config", "", "zz: 1"},
		{"config", "$defs/tool", "tools: {a: {zz: 1}}"},
		{"config", "$defs/stub", "stubs: {a: [{zz: 1}]}"},
		{"config", "$defs/input", "input: {zz: 1}"},
		{"config", "$defs/agent", "agents: {a: {zz: 1}}"},
		{"config", "$defs/delegation", "delegations: [{zz: 1}]"},
		{"config", "$defs/delegation/properties/scope", "delegations: [{scope: {zz: 1}}]"},
		{"config", "$defs/autonomy", "autonomy: {zz: 1}"},
		{"config", "$defs/class", "autonomy: {classes: {a: {zz: 1}}}"},
		{"config", "$defs/grant", "autonomy: {grants: [{zz: 1}]}"},
		{"config", "$defs/grant/properties/ceiling", "autonomy: {grants: [{ceiling: {zz: 1}}]}"},
		{"config", "$defs/revocation", "autonomy: {revocations: [{zz: 1}]}"},
		{"config", "$defs/limits", "limits: {zz: 1}"},
		{"config", "$defs/structure", "structure: {zz: 1}"},
	} {
		t.Run(test.kind+" "+test.text, func(t *testing.T) {
			var have []string
			for _, at := range strings.Split(test.at, " + ") {
				s := object(t, test.kind)
				for _, token := range strings.Split(at, "/") {
					if token != "" {
						s = s[token].(map[string]any)
					}
				}
				have = append(have, slices.Collect(maps.Keys(s["properties"].(map[string]any)))...)
			}
			slices.Sort(have)
			if diff := cmp.Diff(allowed(t, test.kind, test.text), have); diff != "" {
				t.Errorf("(-planlint +schema):\n%s", diff)
			}
		})
	}
}
