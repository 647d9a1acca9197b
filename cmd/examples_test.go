package cmd

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/planlint/planlint/lint/schemas"
)

// summary is the part of a report that examples are judged by.
type summary struct {
	Findings []struct {
		Rule, Reason, Pointer string
		Primary               bool
	}
	Summary struct {
		Errors, Warnings, Notes int
	}
}

// checkJSON runs check in a folder of the repository and reads its report, which must be as its schema says.
func checkJSON(t *testing.T, dir string, args ...string) (s summary, code int) {
	t.Helper()
	var out bytes.Buffer
	code = Main(t.Context(), append([]string{"check", "--format", "json"}, args...), docEnv(t, dir, &out))
	var v any
	if err := json.Unmarshal(out.Bytes(), &v); err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out.String())
	}
	text, _ := schemas.Get("findings")
	c := jsonschema.NewCompiler()
	if err := c.AddResource("findings", strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	if err := c.MustCompile("findings").Validate(v); err != nil {
		t.Errorf("%v: the report is not as its schema says: %#v", args, err)
	}
	if err := json.Unmarshal(out.Bytes(), &s); err != nil {
		t.Fatal(err)
	}
	return s, code
}

// TestTravel checks that each bad plan of the travel desk shows its reason and nothing else, and the good one none.
func TestTravel(t *testing.T) {
	const dir = "testdata/examples/travel"
	if s, code := checkJSON(t, dir); code != ExitOK || len(s.Findings) > 0 {
		t.Errorf("the good plan: exit code %d, %+v", code, s)
	}
	for file, reason := range map[string]string{
		"empty": "empty", "too-long": "too_long", "unknown-tool": "unknown_tool", "not-allowed": "not_allowed",
		"arguments": "arguments", "dependency": "dependency", "cycle": "cycle", "malformed": "malformed",
	} {
		s, code := checkJSON(t, dir, "plans/bad/"+file+".yaml")
		if code != ExitRefused || len(s.Findings) != 1 || s.Findings[0].Reason != reason || !s.Findings[0].Primary {
			t.Errorf("%s: exit code %d, %+v", file, code, s)
		}
	}
	s, code := checkJSON(t, dir, "plans/bad.yaml")
	var rules []string
	for _, f := range s.Findings {
		rules = append(rules, f.Rule)
	}
	if diff := cmp.Diff([]string{"unknown-tool", "wrong-type", "undeclared-argument", "unknown-dependency"}, rules); code != ExitRefused || diff != "" {
		t.Errorf("plans/bad.yaml: exit code %d (-want +got):\n%s", code, diff)
	}
}

// TestLists checks that a list of tools means the same in each of the forms that it comes in, but for what MCP's hints
// say beside it.
func TestLists(t *testing.T) {
	for file, warnings := range map[string]int{"mcp.json": 0, "openai.json": 1, "anthropic.json": 1} {
		s, code := checkJSON(t, "testdata/examples/lists", "plan.yaml", "--contracts", file)
		if code != ExitRefused || s.Summary.Errors != 1 || s.Summary.Warnings != warnings {
			t.Errorf("%s: exit code %d, %+v", file, code, s)
		}
		for _, f := range s.Findings {
			if f.Primary != (f.Rule == "invalid-argument" && f.Pointer == "/steps/0/arguments/state") || !f.Primary && f.Rule != "unstated-reversibility" {
				t.Errorf("%s: %+v", file, f)
			}
		}
	}
}
