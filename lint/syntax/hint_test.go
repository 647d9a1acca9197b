package syntax_test

import (
	"strings"
	"testing"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint/syntax"
)

// TestHintsFitAnyFile reads files that are no plans: a hint about their form must not speak of "the plan".
func TestHintsFitAnyFile(t *testing.T) {
	for _, test := range []struct{ name, text, hint string }{
		{"planlint.yaml", "contracts: [a.yaml\ntools: {}\n", "write the ] that belongs to it"},
		{"planlint.yaml", "tools: {a: 1\nagents: {}\n", "write the } that belongs to it"},
		{"contracts.yaml", "a: &x [*x]\n", "a value cannot contain itself; write out what is meant"},
		{"contracts.yaml", "a: 1\n---\na: 2\n", "a file holds one document; several plans go into a .jsonl file, or are checked with --stream"},
		{"tools.json", "{} {}", "a file holds one document; several plans go into a .jsonl file, or are checked with --stream"},
	} {
		problems := syntax.Read(&tree.Source{Name: test.name, Text: test.text}, syntax.Options{})[0].Problems
		if len(problems) == 0 || problems[0].Hint != test.hint || strings.Contains(problems[0].Hint, "the plan") {
			t.Errorf("%q in %s: %+v, want the hint %q", test.text, test.name, problems, test.hint)
		}
	}
}
