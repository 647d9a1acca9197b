package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint/report"
)

// compared is what diff prints of two plans that are compared without a deployment, or with a list of contracts.
func compared(t *testing.T, older, newer string, flags ...string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"old.yaml": older, "new.yaml": newer, "contracts.yaml": "contracts: {notify: {accepts: {type: object, additionalProperties: true}}}\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	env := docEnv(t, ".", &out)
	env.Dir = dir
	env.Stderr = &bytes.Buffer{}
	if code := Main(t.Context(), append([]string{"diff", "old.yaml", "new.yaml", "--contracts", "contracts.yaml"}, flags...), env); code != ExitOK {
		t.Fatalf("exit code %d: %s%s", code, out.String(), env.Stderr)
	}
	return out.String()
}

// many is a plan of many steps, each with a text of its own.
func many(n int, text string) string {
	var b strings.Builder
	b.WriteString("goal: g\nsteps:\n")
	for i := range n {
		fmt.Fprintf(&b, "  - {id: s%d, tool: notify, arguments: {text: %s}}\n", i, text)
	}
	return b.String()
}

// A comment is never longer than a host takes, and says how much did not fit; the document has all.
func TestDiffPageFits(t *testing.T) {
	page := compared(t, many(3000, "one"), many(3000, "two"), "--format", "markdown")
	if len(page) > report.MaxComment || !strings.Contains(page, "rows were left out") || !strings.HasPrefix(page, "## planlint diff: 3000 escalations\n") {
		t.Errorf("%d bytes, which end in %q", len(page), page[max(0, len(page)-200):])
	}
	var doc struct{ Steps, Escalations []any }
	if err := json.Unmarshal([]byte(compared(t, many(3000, "one"), many(3000, "two"), "--format", "json")), &doc); err != nil || len(doc.Steps) != 3000 || len(doc.Escalations) != 3000 {
		t.Errorf("%d steps, %d escalations, %v", len(doc.Steps), len(doc.Escalations), err)
	}
}

// Nothing of a plan reaches a person, or a host, unescaped, in any format.
func TestDiffHostileTexts(t *testing.T) {
	const evil = "\x1b[2J\u202e | <script>@team#1 `x` *b* [l](http://x)\u200b"
	quoted, err := json.Marshal(evil)
	if err != nil {
		t.Fatal(err)
	}
	q := string(quoted)
	plan := func(id string) string {
		return fmt.Sprintf(`{"goal": %[1]s, "inputs": {"description": %[1]s}, "outputs": {%[1]s: {"step": %[2]s}}, "steps": [{"id": %[2]s, "tool": %[1]s, "intent": %[1]s,
			"arguments": {%[1]s: %[1]s}, "bind": {"b": {"input": "/"}}, "quorum": {"need": 1, "lenses": [%[1]s]}}]}`, q, id)
	}
	for _, format := range []string{"text", "json", "markdown"} {
		out := compared(t, plan(q), plan(`"x"`), "--format", format)
		for _, r := range out {
			if r != '\n' && tree.Hidden(r) {
				t.Errorf("%s shows %U", format, r)
			}
		}
		if !utf8.ValidString(out) {
			t.Errorf("%s is no valid text", format)
		}
		if format != "markdown" {
			continue
		}
		for _, markup := range []string{"<script>", "@team", "#1", "`", "*b*", "[l]", "](", "http://"} {
			if strings.Contains(strings.ReplaceAll(out, "&#", ""), markup) {
				t.Errorf("the page has %q", markup)
			}
		}
		for line := range strings.Lines(out) {
			if strings.HasPrefix(line, "| ") && strings.Count(line, "|") > 7 {
				t.Errorf("a row has too many cells: %s", line)
			}
		}
	}
}

// The same plans give the same bytes.
func TestDiffIsDeterministic(t *testing.T) {
	older, newer := many(40, "one"), strings.Replace(many(30, "two"), "goal: g", "goal: h\noutputs: {z: {step: s1}, a: {step: s2}, m: {step: s3}}", 1)
	for _, format := range []string{"text", "json", "markdown"} {
		first := compared(t, older, newer, "--format", format)
		for range 5 {
			if compared(t, older, newer, "--format", format) != first {
				t.Fatalf("%s is another one", format)
			}
		}
	}
}
