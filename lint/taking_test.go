package lint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint/syntax"
)

const takingContracts = `
contracts:
  find:
    accepts: {type: object}
    returns:
      type: object
      required: [flights, first, total, day]
      properties:
        flights: {type: array, items: {type: object, required: [id], properties: {id: {type: string, minLength: 3}}}}
        first: {type: object, required: [id], properties: {id: {type: string, minLength: 3}, name: {type: string}}}
        total: {type: integer, minimum: 1}
        day: {type: string}
        more: {}
  mute: {accepts: {type: object}}
  broken: {accepts: {type: object}, returns: {type: strnig}}
  book: {accepts: {type: object, properties: {flight: {type: string, minLength: 1}, seats: {type: integer, minimum: 1}, at: {type: string, format: date}, any: {}, list: {type: array, items: {type: string}}}}}
`

// What a bind or an output takes is proved to fit, or a finding, or said not to be checked and why.
func TestTakings(t *testing.T) {
	doc := syntax.Read(&tree.Source{Name: "contracts.yaml", Text: takingContracts}, syntax.Options{})[0]
	list, _ := contracts.Read(doc.Tree, nil)
	catalog, problems := contracts.NewCatalog(list)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	o := options(t)
	o.Deployment.Catalog = catalog
	plan := func(tool, bind, more string) string {
		return fmt.Sprintf("goal: g\nsteps:\n- {id: s1, tool: find}\n- {id: m, tool: mute}\n- {id: x, tool: broken}\n- {id: s2, tool: %s, bind: %s, depends_on: [s1, m, x]}\n%s", tool, bind, more)
	}
	const inputs = "inputs: {type: object, required: [who], properties: {who: {type: string, minLength: 1}, age: {type: integer}, free: {}}}\n"
	for _, tt := range []struct{ name, plan, want string }{
		{"proved", plan("book", "{flight: {step: s1, pointer: /first/id}, seats: {step: s1, pointer: /total}, any: {step: s1, pointer: /day}}", ""), ""},
		{"may be missing", plan("book", "{flight: {step: s1, pointer: /flights/0/id}}", ""), "s1 outcome /flights/0/id: find need not return it"},
		{"may not fit", plan("book", "{at: {step: s1, pointer: /day}}", ""), "s1 outcome /day: book need not take it"},
		{"both", plan("book", "{flight: {step: s1, pointer: /first/name}}", ""), "s1 outcome /first/name: find need not return it, and book need not take it"},
		{"unsaid", plan("book", "{flight: {step: s1, pointer: /more/deep}}", ""), "s1 outcome /more/deep: find does not say what it is"},
		{"unsaid, and anything is taken", plan("book", "{any: {step: s1, pointer: /more/deep}}", ""), "s1 outcome /more/deep: find need not return it"},
		{"in a list", plan("book", "{/list/0: {step: s1, pointer: /day}, /list/1: {step: s1, pointer: /day}}", ""), ""},
		{"no returns", plan("book", "{flight: {step: m, pointer: /a}, any: {step: m}}", ""), "m outcome: mute declares no returns"},
		{"broken returns", plan("book", "{flight: {step: x, pointer: /a}}", ""), ""},
		{"twice", plan("book", "{flight: {step: s1, pointer: /flights/0/id}, any: {step: s1, pointer: /flights/0/id}}", ""), "s1 outcome /flights/0/id: find need not return it"},
		{"no inputs", plan("book", "{flight: {input: /who}}", ""), "input: the plan declares no inputs"},
		{"an input", plan("book", "{flight: {input: /who}, any: {input: /age}}", inputs), "input /age: the input need not have it"},
		{"inputs are read plainly", plan("book", "{seats: {input: /age}}", inputs), "input /age: the input need not have it, and book need not take it"},
		{"an unsaid input", plan("book", "{flight: {input: /free/x}}", inputs), "input /free/x: inputs does not say what it is"},
		{"inputs that are no schema", plan("book", "{flight: {input: /who}}", "inputs: {type: strnig}\n"), ""},
		{"outputs", plan("book", "{any: {step: s1}}", "outputs: {a: {step: s1, pointer: /first}, b: {step: s1, pointer: /first/name}, c: {step: m}, d: {step: nobody}}\n"),
			"s1 outcome /first/name: find need not return it\nm outcome: mute declares no returns"},
		{"a finding", plan("book", "{flight: {step: s1, pointer: /first/idd}, seats: {step: s1, pointer: /day}}", ""), ""},
		{"no such argument", plan("book", "{nothing: {step: s1, pointer: /day}}", ""), "s1 outcome /day: book need not take it"},
		{"escapes", plan("book", `{flight: {step: s1, pointer: "/first/na\u202eme"}}`, ""), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, n := range check(t, o, "plan.yaml", tt.plan).NotChecked {
				got = append(got, n.What+": "+n.Why)
			}
			if got := strings.Join(got, "\n"); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// However many values a plan takes, and whatever its inputs are, the comparisons have their bound, and what was not
// compared is said.
func TestTakingsBounded(t *testing.T) {
	var choices, binds strings.Builder
	for i := range 12 {
		fmt.Fprintf(&choices, "{anyOf: [{properties: {a: {$ref: '#'}}, minProperties: %d}, {patternProperties: {'^(a+)+$': {$ref: '#'}}}]}, ", i)
	}
	for i := range 1000 {
		fmt.Fprintf(&binds, "b%d: {input: /a/a/a/a/a/a/%d}, ", i, i)
	}
	text := "goal: g\nsteps:\n- {id: s1, tool: notify, bind: {" + binds.String() + "text: {input: /a}}}\ninputs: {allOf: [" + choices.String() + "]}\n"
	file := check(t, options(t), "plan.yaml", text)
	said := false
	for _, n := range file.NotChecked {
		said = said || n.Why == "the plan takes more values than are compared"
	}
	if !said {
		t.Errorf("nothing is left out: %v", file.NotChecked[:min(len(file.NotChecked), 5)])
	}
}
