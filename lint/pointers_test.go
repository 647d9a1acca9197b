package lint

import (
	"testing"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint/syntax"
)

// Faults of the text have the pointer of the node that they stand at; a key that stood before has that of the first.
func TestPoint(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"a.yaml", "goal: g\nsteps:\n  - id: a\n  - id: b\n    depends_on: [a]\n    depends_on: []\n", "/steps/1/depends_on"},
		{"a.yaml", "goal: g\ngoal: h\nsteps: []\n", "/goal"},
		{"a.yaml", "goal: g\nsteps:\n  - arguments: {a: {b/c: [1, {x: 1, x: 2}]}}\n", "/steps/0/arguments/a/b~1c/1/x"},
		{"a.yaml", "goal: g\nsteps:\n  - arguments: {a: *nope}\n", "/steps/0/arguments/a"},
		{"a.json", `{"goal": "g", "steps": [{"id": "a", "\u0069d": "b"}]}`, "/steps/0/id"},
	} {
		src := &tree.Source{Name: test.name, Text: test.text}
		doc := syntax.Read(src, syntax.Options{})[0]
		if len(doc.Problems) != 1 {
			t.Fatalf("%s: %d problems", test.text, len(doc.Problems))
		}
		pass := &Pass{Plan: &Plan{Tree: doc.Tree}}
		pass.Report(problemFinding(src, doc.Problems[0]))
		pass.point(1)
		if got := string(pass.findings[0].Pointer); got != test.want {
			t.Errorf("%s: %s, want %s", test.text, got, test.want)
		}
	}
}
