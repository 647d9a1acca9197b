package lint_test

import (
	"strings"
	"testing"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

func digest(t *testing.T, name, text string) string {
	t.Helper()
	all := lint.Digests(&tree.Source{Name: name, Text: text}, false)
	if len(all) != 1 || all[0].Err != nil {
		t.Fatalf("%s: %+v", text, all)
	}
	if all[0].Digest == "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" {
		t.Fatal("the digest of nothing")
	}
	return all[0].Digest
}

const digestBase = `
goal: g
reason: r
steps:
- id: s1
  tool: search
  arguments: {q: x, n: 1, f: 1.5}
  bind: {p: {step: s0, pointer: /a}}
  depends_on: [s0, s2]
  intent: look
  terminal: true
  verifies: false
- {id: s0, tool: search}
outputs: {o: {step: s1}}
`

// Every field of a plan moves the digest, and each in its own way.
func TestDigestCoversEveryField(t *testing.T) {
	seen := map[string]string{digest(t, "plan.yaml", digestBase): "the plan itself"}
	for _, edit := range [][2]string{
		{"goal: g", "goal: h"}, {"reason: r", "reason: s"}, {"reason: r", "reason: r\nrevision: 1"},
		{"reason: r", "reason: r\ntopology: {collaborative: parallel-disjoint}"},
		{"reason: r", "reason: r\nversion: 2\nderived_from: sha256:" + strings.Repeat("0", 64)},
		{"reason: r", "reason: r\nderived_from: sha256:" + strings.Repeat("1", 64)},
		{"reason: r", "reason: r\ninputs: {type: object}"},
		{"id: s1", "id: s3"}, {"tool: search\n", "tool: book\n"}, {"q: x", "q: y"}, {"q: x", "r: x"}, {"n: 1", "n: 9007199254740993"}, {"n: 1", "n: 9007199254740992"},
		{"n: 1", "n: '1'"}, {"f: 1.5", "f: '1.5'"}, {"p: {step", "q2: {step"}, {"step: s0, pointer: /a", "step: s0, pointer: /b"}, {"step: s0, pointer: /a", "input: /a"},
		{"[s0, s2]", "[s0]"}, {"intent: look", "intent: see"}, {"terminal: true", "terminal: false"}, {"verifies: false", "verifies: true"},
		{"verifies: false", "quorum: {need: 2, lenses: [a, b, c]}"}, {"{id: s0, tool: search}", "{id: s0, tool: search}\n- {id: s9, tool: search}"}, {"{step: s1}", "{step: s0}"},
	} {
		text := strings.Replace(digestBase, edit[0], edit[1], 1)
		if text == digestBase {
			t.Fatalf("%q is not in the plan", edit[0])
		}
		d := digest(t, "plan.yaml", text)
		if other, ok := seen[d]; ok {
			t.Errorf("%q has the digest of %q", edit[1], other)
		}
		seen[d] = edit[1]
	}
}

// What means the same has one digest.
func TestDigestIgnoresTheWriting(t *testing.T) {
	want := digest(t, "plan.yaml", digestBase)
	for _, edit := range [][2]string{
		{"goal: g\nreason: r", "reason: r\n# a comment\ngoal: 'g'"}, {"[s0, s2]", "[s2, s0, s2]"},
		{"reason: r", "reason: r\nrevision: 0\nversion: 1\ntopology: single"}, {"{id: s0, tool: search}", "{id: s0, tool: search, arguments: {}, depends_on: [], bind: {}, terminal: false, intent: ''}"},
		{"f: 1.5", "f: 1.50"}, {"f: 1.5", "f: 15e-1"},
	} {
		if got := digest(t, "plan.yaml", strings.Replace(digestBase, edit[0], edit[1], 1)); got != want {
			t.Errorf("%q: %s, want %s", edit[1], got, want)
		}
	}
	if got := digest(t, "plan.yaml", strings.ReplaceAll(digestBase, "\n", "\r\n")); got != want {
		t.Errorf("CRLF: %s", got)
	}
	asJSON := `{"goal":"g","reason":"r","steps":[{"id":"s1","tool":"search","arguments":{"q":"x","n":1,"f":1.5},"bind":{"p":{"step":"s0","pointer":"/a"}},"depends_on":["s0","s2"],"intent":"look","terminal":true,"verifies":false},{"id":"s0","tool":"search"}],"outputs":{"o":{"step":"s1"}}}`
	if got := digest(t, "plan.json", asJSON); got != want {
		t.Errorf("JSON: %s, want %s", got, want)
	}
}

// A plan that two readers could read as two has no digest.
func TestNoDigest(t *testing.T) {
	for _, text := range []string{`{"goal":"g","goal":"h","steps":[]}`, `{"goal":"g","steps":[{"id":"a","tool":"b","arguments":{"x":1e400}}]}`, `[]`, ``, `{"goal":"g","x":1,"steps":[]}`} {
		if all := lint.Digests(&tree.Source{Name: "plan.json", Text: text}, false); len(all) != 1 || all[0].Err == nil {
			t.Errorf("%s: %+v", text, all)
		}
	}
}
