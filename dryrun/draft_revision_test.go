package dryrun

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/syntax"
)

func TestRevise(t *testing.T) {
	const bom = tree.BOM
	for _, test := range []struct {
		name     string
		text     string
		revision int
		want     string // "" = as it is
	}{
		{"first without", "goal: g\nsteps: []\n", 0, ""},
		{"first with 0", "goal: g\nrevision: 0 # mine\nsteps: []\n", 0, ""},
		{"first with another", "goal: g\nrevision: 17 # mine\nsteps: []\n", 0, "goal: g\nrevision: 0 # mine\nsteps: []\n"},
		{"right already", "goal: g\nrevision: 2\n", 2, ""},
		{"zeros", "goal: g\nrevision: 002\n", 2, ""},

		{"block", "goal: g\nsteps: []\n", 1, "revision: 1\ngoal: g\nsteps: []\n"},
		{"block without end", "goal: g", 12, "revision: 12\ngoal: g"},
		{"indented", "\n  goal: g\n  steps: []\n", 1, "\n  revision: 1\n  goal: g\n  steps: []\n"},
		{"comment", "# for Ada\ngoal: g\n", 1, "# for Ada\nrevision: 1\ngoal: g\n"},
		{"marker", "%YAML 1.2\n---\ngoal: g\n...\n", 1, "%YAML 1.2\n---\nrevision: 1\ngoal: g\n...\n"},
		{"CRLF", "---\r\ngoal: g\r\nsteps: []\r\n", 1, "---\r\nrevision: 1\r\ngoal: g\r\nsteps: []\r\n"},
		{"CRLF, exchanged", "revision: 0\r\ngoal: g\r\n", 3, "revision: 3\r\ngoal: g\r\n"},
		{"byte order mark", bom + "goal: g\n", 1, bom + "revision: 1\ngoal: g\n"},
		{"anchor of the key", "&a goal: g\nreason: *a\n", 1, "revision: 1\n&a goal: g\nreason: *a\n"},
		{"anchor of the map", "&a\ngoal: g\n", 1, "&a\nrevision: 1\ngoal: g\n"},
		{"tag of the map", "--- !!map\ngoal: g\n", 1, "--- !!map\nrevision: 1\ngoal: g\n"},
		{"explicit key", "? goal\n: g\n", 1, "revision: 1\n? goal\n: g\n"},
		{"explicit revision", "? revision\n: 3\n", 1, "? revision\n: 1\n"},
		{"quoted keys", "'goal': g\n\"revision\": 9\n", 1, "'goal': g\n\"revision\": 1\n"},
		{"block scalars", "goal: |+\n  g\n\nreason: >\n  r\n", 1, "revision: 1\ngoal: |+\n  g\n\nreason: >\n  r\n"},
		{"elsewhere too", "steps: [{revision: 3}]\ninputs: {revision: 4}\nrevision: 5\n", 1, "steps: [{revision: 3}]\ninputs: {revision: 4}\nrevision: 1\n"},
		{"tagged", "goal: g\nrevision: !!int 3\n", 1, "goal: g\nrevision: !!int 1\n"},
		{"alias", "version: &v 3\nrevision: *v\n", 1, "version: &v 3\nrevision: 1\n"},
		{"merged", "inputs: &i {revision: 3}\n<<: *i\n", 1, "revision: 1\ninputs: &i {revision: 3}\n<<: *i\n"},
		{"merged, first draft", "inputs: &i {revision: 3}\n<<: *i\n", 0, "revision: 0\ninputs: &i {revision: 3}\n<<: *i\n"},
		{"number of another base", "revision: 0x10\n", 1, "revision: 1\n"},

		{"flow", "{goal: g, steps: []}\n", 1, "{revision: 1, goal: g, steps: []}\n"},
		{"flow behind a marker", "--- {goal: g}\n", 1, "--- {revision: 1, goal: g}\n"},
		{"flow over lines", "{\n  goal: g,\n}\n", 1, "{\n  revision: 1,\n  goal: g,\n}\n"},
		{"flow, spaced", "{ goal: g }\n", 1, "{ revision: 1, goal: g }\n"},
		{"flow with a comment", "{ # so\n  goal: g}\n", 1, "{revision: 1,  # so\n  goal: g}\n"},
		{"flow with an anchor", "{&a goal: g, reason: *a }\n", 1, "{revision: 1, &a goal: g, reason: *a }\n"},
		{"flow, exchanged", "{goal: g, revision: 0}\n", 1, "{goal: g, revision: 1}\n"},

		{"JSON", `{"goal": "g", "steps": []}`, 1, `{"revision": 1, "goal": "g", "steps": []}`},
		{"JSON, compact", `{"goal":"g","steps":[]}`, 1, `{"revision":1,"goal":"g","steps":[]}`},
		{"JSON, pretty", "{\n\t\"goal\": \"g\"\n}\n", 1, "{\n\t\"revision\": 1,\n\t\"goal\": \"g\"\n}\n"},
		{"JSON, exchanged", `{"goal":"g","revision":41,"steps":[]}`, 1, `{"goal":"g","revision":1,"steps":[]}`},
		{"JSON, escaped key", `{"goal":"g","\u0072evision":41}`, 1, `{"goal":"g","\u0072evision":1}`},
		{"JSON, byte order mark", bom + `{"goal": "g"}`, 1, bom + `{"revision": 1, "goal": "g"}`},
		{"JSON, empty", `{}`, 1, `{"revision": 1}`},

		// What is refused as it is, is left as it is.
		{"no number", "revision: one\ngoal: g\n", 1, ""},
		{"negative", "revision: -1\ngoal: g\n", 1, ""},
		{"fraction", `{"revision": 1.0}`, 1, ""},
		{"text", `{"revision": "1"}`, 1, ""},
		{"list", "[goal]\n", 1, ""},
		{"nothing", "", 1, ""},
		{"twice", "revision: 1\nrevision: 2\n", 1, ""},
		{"syntax", "goal: [g\n", 1, ""},
		{"two documents", "goal: g\n---\ngoal: h\n", 1, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.want == "" {
				test.want = test.text
			}
			got, stubborn := revise(&tree.Source{Name: "draft.yaml", Text: test.text}, test.revision)
			if stubborn != nil || got.Text != test.want {
				t.Errorf("got %q (%+v), want %q", got.Text, stubborn, test.want)
			}
			checkRevised(t, test.text, got.Text, test.revision)
		})
	}
}

// What can't be set without changing something else is refused, with a hint that settles it.
func TestUnrevisable(t *testing.T) {
	for _, text := range []string{
		"revision: &r 3\nversion: *r\n",
		"?\n  goal\n: g\n",
	} {
		got, stubborn := revise(&tree.Source{Name: "draft.yaml", Text: text}, 1)
		if stubborn == nil || got.Text != text {
			t.Fatalf("%q became %q", text, got.Text)
		}
		if stubborn.Reason != "malformed" || stubborn.Severity != lint.Error || !stubborn.Primary || !strings.Contains(stubborn.Hint, "revision: 1") || !stubborn.Place.Known() {
			t.Errorf("%q: %+v", text, stubborn)
		}
	}
}

// checkRevised demands that a text changed at one place alone, and that its canonical form changed in the revision alone.
func checkRevised(t *testing.T, before, after string, revision int) {
	t.Helper()
	if before == after {
		return
	}
	a, b := plainPlan(before), plainPlan(after)
	if b == nil {
		t.Fatalf("%q became %q, which is no plan", before, after)
	}
	if got := b["revision"]; got != nil && got != json.Number(strconv.Itoa(revision)) || got == nil && revision != 0 {
		t.Errorf("%q became %q, whose revision is %v", before, after, got)
	}
	delete(a, "revision")
	delete(b, "revision")
	if !reflect.DeepEqual(a, b) {
		t.Errorf("%q became %q, which says something else", before, after)
	}
	head := 0
	for head < min(len(before), len(after)) && before[head] == after[head] {
		head++
	}
	tail := 0
	for tail < min(len(before), len(after))-head && before[len(before)-1-tail] == after[len(after)-1-tail] {
		tail++
	}
	doc := syntax.Read(&tree.Source{Name: "draft.yaml", Text: before}, syntax.Options{})[0]
	old := 0
	if v := doc.Tree.Get(0, "revision"); v != tree.None {
		span := doc.Tree.Span(v)
		old = span.End - span.Start
	}
	if gone := len(before) - head - tail; gone > old {
		t.Errorf("%q became %q, in which %d bytes are gone", before, after, gone)
	}
}

// plainPlan is a plan's canonical form; nil where it has none.
func plainPlan(text string) map[string]any {
	p, _ := lint.Parse(&tree.Source{Name: "draft.yaml", Text: text})
	if p == nil || syntaxFault(text) {
		return nil
	}
	form, err := p.Canonical()
	if err != nil {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(form))
	d.UseNumber()
	var m map[string]any
	if d.Decode(&m) != nil {
		return nil
	}
	return m
}

func syntaxFault(text string) bool {
	return len(syntax.Read(&tree.Source{Name: "draft.yaml", Text: text}, syntax.Options{})[0].Problems) > 0
}

func FuzzRevise(f *testing.F) {
	for _, text := range []string{
		"goal: g\nrevision: 3 # c\nsteps: []\n", "---\r\n# c\r\ngoal: g\r\n", "{goal: g, steps: []}", `{"goal":"g","revision":1}`,
		"&a goal: *a\n", "inputs: &i {revision: 3}\n<<: *i\n", "? goal\n: |+\n  g\n", "{\n # c\n goal: g}", "revision: &r 3\nversion: *r\n", tree.BOM + "goal: g",
	} {
		f.Add(text, 0)
		f.Add(text, 2)
	}
	f.Fuzz(func(t *testing.T, text string, revision int) {
		if revision < 0 || revision > 1<<20 {
			return
		}
		got, stubborn := revise(&tree.Source{Name: "draft.yaml", Text: text}, revision)
		switch {
		case stubborn != nil && got.Text != text:
			t.Errorf("%q was refused, and became %q", text, got.Text)
		case got.Text != text && plainPlan(text) != nil:
			checkRevised(t, text, got.Text, revision)
		case got.Text == text && stubborn == nil && plainPlan(text) != nil && revision > 0 && !syntaxFault(text):
			doc := syntax.Read(got, syntax.Options{})[0]
			if v := doc.Tree.Get(0, "revision"); v == tree.None || isCount(doc.Tree, v) && doc.Tree.Text(v) != strconv.Itoa(revision) {
				t.Errorf("%q was left as it is", text)
			}
		}
	})
}
