package lint_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/rules"
	"github.com/planlint/planlint/lint/syntax"
)

const testContracts = `
contracts:
  search: {effect: read_only, accepts: {type: object, required: [q], properties: {q: {type: string, minLength: 1}}}}
  book: {irreversible: true, key_arguments: [flight], accepts: {type: object, required: [flight, seats], properties: {flight: {type: string, minLength: 1}, seats: {type: integer, minimum: 1}, contact: {type: object, required: [email], properties: {email: {type: string}, phone: {type: string}}}}}}
  notify: {accepts: {type: object, required: [text], properties: {text: {type: string, minLength: 1}}}}
`

// deployment is what the tests of this package judge plans against.
func deployment(t testing.TB) *lint.Deployment {
	t.Helper()
	doc := syntax.Read(&tree.Source{Name: "contracts.yaml", Text: testContracts}, syntax.Options{})[0]
	list, problems := contracts.Read(doc.Tree, nil)
	if len(problems)+len(doc.Problems) > 0 {
		t.Fatal(problems, doc.Problems)
	}
	catalog, problems := contracts.NewCatalog(list)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return &lint.Deployment{Catalog: catalog, MaxSteps: lint.DefaultMaxSteps}
}

func options(t testing.TB) *lint.Options {
	return &lint.Options{Deployment: deployment(t), Rules: lint.NewRuleSet(rules.All(), nil), Now: time.Unix(1768003200, 0)}
}

func check(t testing.TB, o *lint.Options, name, text string) *lint.File {
	t.Helper()
	f, err := lint.Check(&tree.Source{Name: name, Text: text}, lint.Authority{}, o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// lines writes findings as "line:col rule reason/detail step [violations] pointer: message".
func lines(f *lint.File) string {
	var b strings.Builder
	for _, d := range f.Findings {
		if d.Severity != lint.Error {
			continue
		}
		p := d.Place.Source.Position(d.Place.Span.Start)
		mark := ""
		if d.Primary {
			mark = "*"
		}
		fmt.Fprintf(&b, "%s%d:%d %s %s/%s %s %v %s: %s\n", mark, p.Line, p.Column, d.Rule, d.Reason, d.Detail, d.Step, d.Violations, d.Pointer, d.Message)
	}
	return b.String()
}

func TestForm(t *testing.T) {
	o := options(t)
	for _, tt := range []struct{ name, in, want string }{
		{"clean", "goal: g\nsteps:\n- {id: s1, tool: notify, arguments: {text: hi}}\n", ""},
		{"empty file", "", "*1:1 wrong-shape malformed/missing_field  [] : the file holds no plan\n"},
		{"a list", "- a\n", `*1:1 wrong-shape malformed/type  [] : a plan is a list, not a map with goal and steps` + "\n"},
		{"no steps", "goal: g\n", "*1:1 wrong-shape malformed/missing_field  [steps] /goal: the plan has no steps\n"},
		{"no goal", "steps: [{id: s1, tool: notify, arguments: {text: hi}}]\n", "*1:1 wrong-shape malformed/missing_field  [goal] /steps: the plan has no goal\n"},
		{"empty goal", "goal: ''\nsteps: [{id: s1, tool: notify, arguments: {text: hi}}]\n", "*1:7 wrong-shape malformed/empty_field  [] /goal: goal is empty\n"},
		{"unknown keys", "goal: g\nstepz: []\nsteps: [{id: s1, tool: notify, arguments: {text: hi}, dependson: []}]\n",
			"*2:1 unknown-key malformed/unknown_field  [stepz] /stepz: a plan has no key \"stepz\"\n3:55 unknown-key malformed/unknown_field s1 [dependson] /steps/0/dependson: a step has no key \"dependson\"\n"},
		{"id of another type", "goal: g\nsteps: [{id: 1, tool: notify, arguments: {text: hi}}]\n", "*2:14 wrong-shape malformed/type 1 [] /steps/0/id: id is the number 1, not a text\n"},
		{"no id, no tool", "goal: g\nsteps: [{arguments: {}}]\n",
			"*2:10 wrong-shape malformed/missing_field  [id] /steps/0/arguments: step 1 has no id\n2:10 wrong-shape malformed/missing_field  [tool] /steps/0/arguments: step 1 has no tool\n"},
		{"a step that is none", "goal: g\nsteps: [s1]\n", "*2:9 wrong-shape malformed/type  [] /steps/0: step 1 is \"s1\", not a map with id and tool\n"},
		{"duplicate and self", "goal: g\nsteps:\n- {id: s1, tool: notify, arguments: {text: a}, depends_on: [s1]}\n- {id: s1, tool: notify, arguments: {text: b}}\n",
			"*3:61 self-dependency malformed/self_dependency s1 [s1] /steps/0/depends_on/0: step \"s1\" waits for itself\n4:8 duplicate-step malformed/duplicate_id s1 [s1] /steps/1/id: two steps have the id \"s1\"\n"},
		{"depends_on of a word", "goal: g\nsteps: [{id: s1, tool: notify, arguments: {text: a}, depends_on: s2}]\n",
			"*2:66 wrong-shape malformed/type s1 [] /steps/0/depends_on: depends_on is \"s2\", not a list of step ids\n"},
		{"version without lineage", "goal: g\nversion: 2\nsteps: [{id: s1, tool: notify, arguments: {text: hi}}]\n",
			"*2:10 wrong-shape malformed/missing_field  [derived_from] /version: version 2 has no derived_from\n2:10 wrong-shape malformed/missing_field  [reason] /version: version 2 has no reason\n"},
		{"version zero", "goal: g\nversion: 0\nsteps: [{id: s1, tool: notify, arguments: {text: hi}}]\n", "*2:10 wrong-shape malformed/type  [] /version: version is the number 0, not a whole number from 1 up\n"},
		{"inexact", "goal: g\nsteps: [{id: s1, tool: notify, arguments: {text: hi}}]\nrevision: 1e400\n",
			"*3:11 wrong-shape malformed/type  [] /revision: no float64 holds 1e400 exactly\n3:11 wrong-shape malformed/type  [] /revision: revision is the number 1e400, not a whole number from 0 up\n"},
		{"two spellings", "{\"goal\":\"g\",\"inputs\":{\"é\":1,\"e\u0301\":2},\"steps\":[{\"id\":\"s1\",\"tool\":\"notify\",\"arguments\":{\"text\":\"hi\"}}]}",
			"*1:29 duplicate-key malformed/duplicate_key  [é] /inputs/e\u0301: the key \"é\" stands twice in one map, in two Unicode spellings\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := lines(check(t, o, "plan.yaml", tt.in)); got != tt.want {
				t.Errorf("got\n%swant\n%s", got, tt.want)
			}
		})
	}
}

func TestBinds(t *testing.T) {
	o := options(t)
	plan := func(step string) string {
		return "goal: g\nsteps:\n- {id: s1, tool: search, arguments: {q: x}}\n- " + step + "\n"
	}
	for _, tt := range []struct{ name, in, want string }{
		{"a bind stands for an argument", plan("{id: s2, tool: book, arguments: {seats: 1}, bind: {flight: {step: s1, pointer: /0/id}}, depends_on: [s1]}"), ""},
		{"all by bind", plan("{id: s2, tool: notify, bind: {text: {input: ''}}}"), ""},
		{"a nested place", plan("{id: s2, tool: book, arguments: {flight: f, seats: 1}, bind: {/contact/email: {input: /mail}}}"), ""},
		{"a nested place beside literals", plan("{id: s2, tool: book, arguments: {flight: f, seats: 1, contact: {phone: '1'}}, bind: {/contact/email: {input: /mail}}}"), ""},
		{"an undeclared place", plan("{id: s2, tool: notify, arguments: {text: a}, bind: {txt: {input: /a}}}"),
			"*4:55 undeclared-argument arguments/ s2 [txt] /steps/1/bind/txt: argument \"txt\" is not declared\n"},
		{"filled twice", plan("{id: s2, tool: notify, arguments: {text: a}, bind: {text: {input: /a}}}"),
			"*4:55 duplicate-key malformed/duplicate_key s2 [text] /steps/1/bind/text: the place of bind \"text\" is filled twice\n"},
		{"filled twice by binds", plan("{id: s2, tool: notify, bind: {text: {input: /a}, /text: {input: /b}}}"),
			"*4:52 duplicate-key malformed/duplicate_key s2 [/text] /steps/1/bind/~1text: the place of bind \"/text\" is filled twice\n"},
		{"inside a scalar", plan("{id: s2, tool: notify, arguments: {text: a}, bind: {/text/x: {input: /a}}}"),
			"*4:55 duplicate-key malformed/duplicate_key s2 [/text/x] /steps/1/bind/~1text~1x: the place of bind \"/text/x\" is filled twice\n"},
		{"no source", plan("{id: s2, tool: notify, bind: {text: {}}}"),
			"*4:39 wrong-shape malformed/missing_field s2 [] /steps/1/bind/text: bind \"text\" says not where it comes from\n"},
		{"two sources", plan("{id: s2, tool: notify, bind: {text: {step: s1, input: /a}}, depends_on: [s1]}"),
			"*4:57 wrong-shape malformed/type s2 [] /steps/1/bind/text/input: bind \"text\" names a step and the input\n"},
		{"a bad pointer", plan("{id: s2, tool: notify, bind: {text: {step: s1, pointer: a}}, depends_on: [s1]}"),
			"*4:59 wrong-shape malformed/type s2 [] /steps/1/bind/text/pointer: pointer is \"a\", which is no JSON Pointer\n"},
		{"not upstream", plan("{id: s2, tool: notify, bind: {text: {step: s1}}}"),
			"*4:46 bind-not-upstream /not_upstream s2 [s1] /steps/1/bind/text/step: bind \"text\" takes the outcome of step \"s1\", which step \"s2\" does not wait for\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := lines(check(t, o, "plan.yaml", tt.in)); got != tt.want {
				t.Errorf("got\n%swant\n%s", got, tt.want)
			}
		})
	}
}

// The executor looks at the form, then at each step, then at the graph: the primary finding follows that order and not
// the document's.
func TestPrimary(t *testing.T) {
	o := options(t)
	for _, tt := range []struct{ name, in, want string }{
		{"a wrong argument in the first step outranks an unknown tool in the second", `{"goal":"g","steps":[{"id":"s1","tool":"book","arguments":{"flight":"f","seats":0},"depends_on":["s9"]},{"id":"s2","tool":"wire"}]}`, "invalid-argument"},
		{"an unknown tool outranks a dependency before it", `{"goal":"g","steps":[{"id":"s1","depends_on":["s9"],"tool":"wire"}]}`, "unknown-tool"},
		{"undeclared names hide type faults of the step", `{"goal":"g","steps":[{"id":"s1","tool":"book","arguments":{"flight":"f","seats":0,"seat":"9A"}}]}`, "undeclared-argument"},
		{"missing dependencies outrank loops", `{"goal":"g","steps":[{"id":"a","tool":"notify","arguments":{"text":"x"},"depends_on":["b"]},{"id":"b","tool":"notify","arguments":{"text":"y"},"depends_on":["a"]},{"id":"c","tool":"notify","arguments":{"text":"z"},"depends_on":["q","p"]}]}`, "unknown-dependency"},
		{"form outranks all", `{"goal":"g","steps":[{"id":"s1","tool":"wire","args":{}}]}`, "unknown-key"},
		{"too long outranks steps", `{"goal":"g","steps":[` + manySteps(25) + `]}`, "too-many-steps"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, d := range check(t, o, "plan.json", tt.in).Findings {
				if d.Primary {
					got = append(got, d.Rule)
				}
			}
			if len(got) != 1 || got[0] != tt.want {
				t.Errorf("primary %v, want %s", got, tt.want)
			}
		})
	}
}

func manySteps(n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":"s%d","tool":"wire"}`, i)
	}
	return b.String()
}

func TestPayloadAndViolations(t *testing.T) {
	o := options(t)
	in := "goal: g\nsteps: [{id: s1, tool: book, arguments: {flight: BA117, seats: 0, seat: 9A}}]\n"
	for _, d := range check(t, o, "plan.yaml", in).Findings {
		if d.Reason == "arguments" && string(d.Payload) != `{"flight":"BA117","seats":0,"seat":"9A"}` {
			t.Errorf("payload of %s: %s", d.Rule, d.Payload)
		}
	}
	o.NoPayload = true
	for _, d := range check(t, o, "plan.yaml", in).Findings {
		if d.Payload != nil {
			t.Errorf("a payload although none is wanted: %s", d.Payload)
		}
	}
	o.NoPayload = false
	big := `{"goal":"g","steps":[{"id":"s1","tool":"notify","arguments":{"text":1,"more":"` + strings.Repeat("x", lint.MaxPayload) + `"}}]}`
	for _, d := range check(t, o, "plan.json", big).Findings {
		if d.Reason == "arguments" && (d.Payload != nil || !d.PayloadOmitted) {
			t.Errorf("%s: payload of %d bytes, omitted %v", d.Rule, len(d.Payload), d.PayloadOmitted)
		}
	}
}

func TestFingerprint(t *testing.T) {
	o := options(t)
	prints := func(in string) string {
		var out []string
		for _, d := range check(t, o, "plan.yaml", in).Findings {
			out = append(out, d.Fingerprint)
		}
		return strings.Join(out, " ")
	}
	base := "goal: g\nsteps:\n- {id: s1, tool: book, arguments: {flight: f, seats: 0}}\n"
	want := prints(base)
	for name, same := range map[string]string{
		"moved lines":    "# a comment\n\n" + base,
		"CRLF":           strings.ReplaceAll(base, "\n", "\r\n"),
		"JSON":           `{"goal":"g","steps":[{"id":"s1","tool":"book","arguments":{"flight":"f","seats":0}}]}`,
		"a step before":  "goal: g\nsteps:\n- {id: s0, tool: notify, arguments: {text: hi}}\n- {id: s1, tool: book, arguments: {flight: f, seats: 0}}\n",
		"another goal":   strings.Replace(base, "goal: g", "goal: h", 1),
		"another flight": strings.Replace(base, "flight: f", "flight: e", 1),
	} {
		if got := prints(same); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	for name, other := range map[string]string{
		"another value": strings.Replace(base, "seats: 0", "seats: -1", 1),
		"another step":  strings.Replace(base, "id: s1", "id: s2", 1),
	} {
		if got := prints(other); got == want {
			t.Errorf("%s has the same fingerprint", name)
		}
	}
}

// Levels change what is shown, never what a seed reason is.
func TestLevels(t *testing.T) {
	o := options(t)
	in := "goal: g\nsteps:\n- {id: s1, tool: notify, arguments: {text: a}}\n- {id: s2, tool: notify, arguments: {text: a}}\n"
	severity := func() string {
		var out []string
		for _, d := range check(t, o, "plan.yaml", in).Findings {
			out = append(out, d.Rule+" "+d.Severity.String())
		}
		return strings.Join(out, ", ")
	}
	if got := severity(); got != "duplicate-effect warning" {
		t.Errorf("got %s", got)
	}
	o.Rules = lint.NewRuleSet(rules.All(), map[string]lint.Severity{"duplicate-effect": lint.Error})
	if got := severity(); got != "duplicate-effect error" {
		t.Errorf("raised: %s", got)
	}
	o.Rules = lint.NewRuleSet(rules.All(), map[string]lint.Severity{"duplicate-effect": lint.Off})
	if got := severity(); got != "" {
		t.Errorf("off: %s", got)
	}
	defer func() {
		if recover() == nil {
			t.Error("the level of a seed reason can be set")
		}
	}()
	lint.NewRuleSet(rules.All(), map[string]lint.Severity{"empty-plan": lint.Off})
}

func TestPanickingRuleIsNoPass(t *testing.T) {
	o := options(t)
	o.Rules = lint.NewRuleSet(append(rules.All(), lint.Rule{ID: "broken", Severity: lint.Error, Check: func(*lint.Pass) { panic("oh") }}), nil)
	f, err := lint.Check(&tree.Source{Name: "plan.yaml", Text: "goal: g\nsteps: []\n"}, lint.Authority{}, o)
	if err == nil || !strings.Contains(err.Error(), `rule broken on plan.yaml: oh`) {
		t.Fatalf("err %v", err)
	}
	if len(f.Findings) != 1 || f.Findings[0].Rule != "empty-plan" {
		t.Errorf("the other rules' findings are lost: %s", lines(f))
	}
}

func TestRepeatedToolIsJudgedForBoth(t *testing.T) {
	o := options(t)
	f := check(t, o, "plan.json", `{"goal":"g","steps":[{"id":"s1","tool":"notify","tool":"wire","arguments":{"text":"hi"}}]}`)
	want := "*1:49 duplicate-key malformed/duplicate_key s1 [] /steps/0/tool: the key \"tool\" stands twice in one map\n" +
		"1:56 unknown-tool unknown_tool/not_registered s1 [wire] /steps/0/tool: no tool is called \"wire\"\n"
	if got := lines(f); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
