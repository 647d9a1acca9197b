package cmd

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/lint/schemas"
)

// Whatever came of a run, its document and its events are what the schema says, with no key that it does not describe.
func TestRunDocuments(t *testing.T) {
	text, _ := schemas.Get("events")
	// What the schema leaves open for later versions is closed here, so that a key without a description is found.
	closed := strings.ReplaceAll(text, `"type": "object",`, `"type": "object", "additionalProperties": false,`)
	closed = strings.ReplaceAll(closed, `"type": ["object", "null"],`, `"type": ["object", "null"], "additionalProperties": false,`)
	s, err := jsonschema.CompileString("events.json", closed)
	if err != nil {
		t.Fatal(err)
	}
	st := stage{copies: map[string]string{}, copy: "testdata/examples/travel"}
	dir := st.scratch(t)
	kinds := map[dryrun.Kind]bool{}
	for _, tt := range []struct {
		args  string
		typed string
		code  int
	}{
		{"run --dry plans/good.yaml", "", ExitOK},
		{"run plans/bad.yaml", "", ExitRefused},
		{"run plans/good.yaml", "", ExitUsage},
		{"run nowhere.yaml", "", ExitUsage},
		{"run plans/good.yaml --run-id r1", "no", ExitNotCleared},
		{"run plans/good.yaml --run-id r2", "yes\nyes", ExitOK},
		{"run plans/good.yaml --run-id r3", "yes\nno", ExitNotCleared},
		{"resume r3", "yes\nyes", ExitOK},
		{"show r3", "", ExitOK},
		{"resume r404", "", ExitUsage},
	} {
		for _, format := range []string{"json", "jsonl"} {
			args := strings.Fields(tt.args)
			if format == "jsonl" && (args[0] == "resume" || strings.Contains(tt.args, "--run-id")) {
				continue // it can't be done twice
			}
			var out, said bytes.Buffer
			env := docEnv(t, ".", &out)
			env.Dir, env.Stderr = dir, &said
			if tt.typed != "" {
				env.Terminal = func() (Terminal, error) { return &script{strings.NewReader(tt.typed + "\n"), &said}, nil }
				env.User = func() string { return "ada" }
			}
			if code := Main(t.Context(), append(args, "--format", format), env); code != tt.code {
				t.Fatalf("%s: exit code %d, want %d\n%s%s", tt.args, code, tt.code, out.String(), said.String())
			}
			for d := json.NewDecoder(&out); d.More(); {
				var v any
				d.UseNumber()
				if err := d.Decode(&v); err != nil {
					t.Fatalf("%s: %v", tt.args, err)
				}
				if err := s.Validate(v); err != nil {
					t.Errorf("%s --format %s: %#v", tt.args, format, err)
				}
				for _, e := range eventsIn(v) {
					kinds[dryrun.Kind(e)] = true
				}
			}
		}
	}
	for _, k := range []dryrun.Kind{dryrun.Planned, dryrun.PlanRefused, dryrun.ApprovalRequired, dryrun.ApprovalGranted, dryrun.ApprovalDenied, dryrun.RunStarted,
		dryrun.RunResumed, dryrun.StepStarted, dryrun.StepExecuted, dryrun.RunFinished} {
		if !kinds[k] {
			t.Errorf("no event of kind %s was seen", k)
		}
	}
}

// eventsIn are the kinds of the events in a document, or of one event.
func eventsIn(v any) []string {
	m, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	if kind, ok := m["kind"].(string); ok {
		return []string{kind}
	}
	var list []string
	events, _ := m["events"].([]any)
	for _, e := range events {
		list = append(list, eventsIn(e)...)
	}
	return list
}
