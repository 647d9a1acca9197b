package cmd_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/planlint/planlint/cmd"
)

// corpus is the folder of real tools and plans, <suite>/<part>/tools.json with plans/*.json beside it; the test is
// skipped where PLANLINT_CORPUS does not name it.
func corpus(t *testing.T) string {
	t.Helper()
	root := os.Getenv("PLANLINT_CORPUS")
	if root == "" {
		t.Skip("PLANLINT_CORPUS names no folder of tools and plans")
	}
	root, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// run runs the program in a folder and returns what it prints and its exit code.
func run(dir string, args ...string) (stdout, stderr string, code int) {
	var out, errs bytes.Buffer
	code = cmd.Main(context.Background(), args, cmd.Env{
		Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs,
		Getenv: func(string) string { return "" },
		Now:    func() time.Time { return time.Date(2026, 1, 10, 0, 0, 0, 0, time.UTC) },
		Dir:    dir, Version: "0.0.0-test",
	})
	return out.String(), errs.String(), code
}

// finding is what the tests need of one.
type finding struct {
	Rule, Severity, File, Step, Message string
	Primary                             bool
}

func findings(t *testing.T, stdout string) []finding {
	t.Helper()
	var report struct {
		Findings []finding `json:"findings"`
	}
	if err := json.Unmarshal([]byte(stdout), &report); err != nil {
		t.Fatalf("the report is no JSON document: %v", err)
	}
	return report.Findings
}

// differing are the parts whose tools.json describes one tool twice and differently, which is no deployment at all.
var differing = []string{"mcp-spec/examples"}

// sound are the suites whose plans were run against these very tools and worked. Some do nothing, and some are longer
// than a plan may be by default.
var sound = []string{"tau-bench/", "bfcl/multi-turn"}

// Real plans are judged, whatever is in them: the exit code is 0 or 1, and plans that are known to work pass.
func TestCorpus(t *testing.T) {
	root := corpus(t)
	files, err := filepath.Glob(filepath.Join(root, "*", "*", "tools.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no tools.json below %s (%v)", root, err)
	}
	plans := 0
	for _, file := range files {
		dir := filepath.Dir(file)
		part, err := filepath.Rel(root, dir)
		if err != nil {
			t.Fatal(err)
		}
		part = filepath.ToSlash(part)
		if strings.HasPrefix(part, "raw/") {
			continue
		}
		t.Run(part, func(t *testing.T) {
			named, err := filepath.Glob(filepath.Join(dir, "plans", "*.json"))
			if err != nil {
				t.Fatal(err)
			}
			if len(named) == 0 {
				contractsAlone(t, dir)
				return
			}
			plans += len(named)
			stdout, stderr, code := run(dir, "check", "plans/*.json", "--no-config", "--contracts", "tools.json", "--format", "json")
			if slices.Contains(differing, part) {
				if code != cmd.ExitUsage || !strings.Contains(stderr, "duplicate-contract") {
					t.Errorf("exit code %d, want %d for the tool that is described twice: %s", code, cmd.ExitUsage, stderr)
				}
				return
			}
			if code != cmd.ExitOK && code != cmd.ExitRefused {
				t.Fatalf("exit code %d: %s", code, stderr)
			}
			refused := map[string]bool{}
			for _, f := range findings(t, stdout) {
				if f.Severity != "error" {
					continue
				}
				refused[f.File] = true
				if slices.ContainsFunc(sound, func(s string) bool { return strings.HasPrefix(part, s) }) &&
					f.Rule != "empty-plan" && f.Rule != "too-many-steps" {
					t.Errorf("%s, step %s: %s: %s", f.File, f.Step, f.Rule, f.Message)
				}
			}
			if (code == cmd.ExitRefused) != (len(refused) > 0) {
				t.Errorf("exit code %d with %d refused plans", code, len(refused))
			}
			again, _, _ := run(dir, "check", "plans/*.json", "--no-config", "--contracts", "tools.json", "--format", "json", "-j", "1")
			if again != stdout {
				t.Error("the report depends on the number of workers")
			}
			t.Logf("%d of %d plans refused", len(refused), len(named))
		})
	}
	if plans == 0 {
		t.Errorf("no plan below %s", root)
	}
}

// contractsAlone reads a list of tools that has no plans.
func contractsAlone(t *testing.T, dir string) {
	if _, stderr, code := run(dir, "contracts", "list", "tools.json"); code != cmd.ExitOK {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// formless are the lists of tools that have no form that planlint knows: each tool is refused for that, and no schema
// of it is read.
var formless = []string{"seal-tools/all"}

// Types that JSON Schema does not know are found in every list of tools that has one, and in no other.
func TestCorpusForeignTypes(t *testing.T) {
	root := corpus(t)
	files, err := filepath.Glob(filepath.Join(root, "*", "*", "tools.asis.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no tools.asis.json below %s (%v)", root, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		stdout, stderr, code := run(filepath.Dir(file), "contracts", "check", "tools.asis.json", "--format", "concise")
		if part, err := filepath.Rel(root, filepath.Dir(file)); err == nil && slices.Contains(formless, filepath.ToSlash(part)) {
			if code != cmd.ExitUsage || !strings.Contains(stdout, "wrong-shape") {
				t.Errorf("%s: exit code %d: %s", file, code, stdout)
			}
			continue
		}
		var list any
		if err := json.Unmarshal(text, &list); err != nil {
			t.Fatal(err)
		}
		foreign := foreignType(list)
		found := strings.Contains(stdout, "unknown-type")
		if found != (foreign != "") {
			t.Errorf("%s: unknown-type is found: %t, a foreign type: %q\n%s", file, found, foreign, stderr)
		}
		if foreign != "" && code != cmd.ExitUsage {
			t.Errorf("%s: exit code %d, want %d", file, code, cmd.ExitUsage)
		}
	}
}

var jsonTypes = []string{"array", "boolean", "integer", "null", "number", "object", "string"}

// schemaKeys are the keys under which lists of tools keep their schemas.
var schemaKeys = []string{"parameters", "inputSchema", "outputSchema", "input_schema"}

// foreignType is a type below a schema that JSON Schema does not know, or "".
func foreignType(v any) string {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			if f := foreignType(e); f != "" {
				return f
			}
		}
	case map[string]any:
		for key, e := range v {
			f := ""
			if slices.Contains(schemaKeys, key) {
				f = foreignInSchema(e)
			} else {
				f = foreignType(e)
			}
			if f != "" {
				return f
			}
		}
	}
	return ""
}

func foreignInSchema(v any) string {
	m, _ := v.(map[string]any)
	if t, ok := m["type"].(string); ok && !slices.Contains(jsonTypes, t) {
		return t
	}
	for key, e := range m {
		below := map[string]any{"": e}
		if key == "properties" {
			below, _ = e.(map[string]any)
		} else if key != "items" && key != "additionalProperties" {
			continue
		}
		for _, s := range below {
			if f := foreignInSchema(s); f != "" {
				return f
			}
		}
	}
	return ""
}
