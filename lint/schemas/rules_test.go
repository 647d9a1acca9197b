package schemas_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/rules"
)

var update = flag.Bool("update", false, "write the rules into config.json")

// ruleProperties are the members of "rules" in planlint.yaml, as the schema has them. A rule that
// carries a seed reason, and one without which nothing could be judged, is an error whatever is set.
func ruleProperties() string {
	var lines []string
	for _, r := range rules.All() {
		level := `"$ref": "#/$defs/level", "default": "` + r.Severity.String() + `"`
		if r.Reason != "" || r.Group == lint.Malformed || r.Group == lint.Contracts && r.Severity == lint.Error {
			level = `"$ref": "#/$defs/fixed"`
		}
		title, _ := json.Marshal(strings.ToUpper(r.Title[:1]) + r.Title[1:] + ".")
		lines = append(lines, fmt.Sprintf("        %q: {\"description\": %s, %s}", r.ID, title, level))
	}
	return strings.Join(lines, ",\n") + "\n"
}

// TestRules holds the rules in the schema of planlint.yaml to the table of rules, whose titles are their hover help.
func TestRules(t *testing.T) {
	const head, tail = "\n      \"properties\": {\n", "      }\n    }\n  }\n}\n"
	have := text(t, "config")
	i := strings.LastIndex(have, head) + len(head)
	if i < len(head) || !strings.HasSuffix(have, tail) || !strings.Contains(have[:i], "\n    \"rules\": {\n      \"title\": \"rules\"") {
		t.Fatal("config.json does not end with the definition of rules")
	}
	want := have[:i] + ruleProperties() + tail
	switch {
	case have == want:
	case *update:
		if err := os.WriteFile("config.json", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("config.json has other rules than the table; go test ./lint/schemas -update writes them (-have +want):\n%s",
			cmp.Diff(strings.Split(have[i:], "\n"), strings.Split(want[i:], "\n")))
	}
}
