package compare

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What the plan's inputs allow more is told where an argument takes from it.
func TestLoosenedInputs(t *testing.T) {
	const all = "{type: object, properties: {who: {type: string}}}"
	who := func(s string) string { return "{type: object, properties: {who: " + s + "}}" }
	for name, c := range map[string]struct {
		old, new string // "" = the plan has no inputs
		wider    bool
	}{
		"none":                         {"", "", false},
		"the same":                     {all, all, false},
		"the same, in other words":     {all, "{properties: {who: {type: string}}, type: object}", false},
		"some, and there were none":    {"", all, false},
		"none any more":                {all, "", true},
		"none, and they said nothing":  {"{type: object}", "", false},
		"an enum that is gone":         {who("{type: string, enum: [bob]}"), all, true},
		"an enum of fewer":             {who("{type: string, enum: [bob, ada]}"), who("{type: string, enum: [ada]}"), false},
		"an enum of more":              {who("{type: string, enum: [bob]}"), who("{type: string, enum: [bob, mallory]}"), true},
		"an enum where there was none": {all, who("{enum: [bob]}"), false},
		"a const of the enum":          {who("{enum: [bob, ada]}"), who("{const: bob}"), false},
		"another const":                {who("{const: bob}"), who("{const: mallory}"), true},
		"a wider range":                {who("{type: integer, maximum: 5}"), who("{type: integer, maximum: 500000}"), true},
		"a narrower range":             {who("{type: integer, maximum: 5, minimum: 0}"), who("{type: integer, maximum: 4, minimum: 1}"), false},
		"another type":                 {who("{type: string}"), who("{type: [string, object]}"), true},
		"a pattern that is gone":       {who("{type: string, pattern: ^b}"), all, true},
		"a longer text":                {who("{type: string, maxLength: 5}"), who("{type: string, maxLength: 50}"), true},
		"another place":                {who("{type: string, not: {enum: [x]}}"), "{type: object, properties: {who: {type: string, not: {enum: [x]}}, why: {type: string}}}", false},
		"another place that is gone":   {"{type: object, properties: {who: {enum: [bob]}, why: {enum: [x]}}}", who("{enum: [bob]}"), false},
		"a place that there was not":   {"{type: object, additionalProperties: false}", all, true},
		"a place that is gone":         {all, "{type: object, additionalProperties: false}", false},
		"a title":                      {who("{type: string}"), who("{type: string, title: Who}"), false},
		"by way of a reference":        {"{type: object, properties: {who: {$ref: '#/$defs/n'}}, $defs: {n: {enum: [bob]}}}", "{type: object, properties: {who: {$ref: '#/$defs/n'}}, $defs: {n: {type: string}}}", true},
		"a limit around":               {"{type: object, properties: {who: {type: string}}, allOf: [{properties: {who: {enum: [bob]}}}]}", all, true},
		"a limit around the same":      {"{type: object, properties: {who: {type: string}, k: {enum: [1]}}, anyOf: [{properties: {who: {enum: [bob]}, k: {const: 1}}}, {properties: {k: {const: 2}}}]}", "{type: object, properties: {who: {type: string}, k: {enum: [1, 2]}}, anyOf: [{properties: {who: {enum: [bob]}, k: {const: 1}}}, {properties: {k: {const: 2}}}]}", true},
		"inputs of nothing":            {"false", all, true},
		"inputs of everything":         {"true", all, false},
	} {
		t.Run(name, func(t *testing.T) {
			bound := func(inputs, steps string) string {
				if inputs != "" {
					inputs = "inputs: " + inputs + "\n"
				}
				return "goal: g\n" + inputs + "steps:\n" + steps
			}
			const p = "  - {id: p, tool: send, arguments: {amount: 1}, bind: {to: {input: /who}, /opts/x: {input: /who}}}\n"
			for kind, steps := range map[string][2]string{"the step": {p, p}, "its stand-in": {p, strings.Replace(p, "id: p", "id: q", 1)}, "a step that only reads": {
				"  - {id: s, tool: search, bind: {q: {input: /who}}}\n", "  - {id: s, tool: search, bind: {q: {input: /who}}}\n"}} {
				want := []string{}
				switch {
				case kind == "its stand-in" && c.wider:
					want = []string{"wider_argument q /opts/x p", "wider_argument q /to p"}
				case kind == "the step" && c.wider:
					want = []string{"wider_argument p /opts/x", "wider_argument p /to"}
				}
				if kind == "its stand-in" && c.wider { // it stands in for none, and takes for the first time
					want = append(want, "longer_taint q")
				}
				got := of(t, bound(c.old, steps[0]), bound(c.new, steps[1])).Escalations
				if diff := cmp.Diff(want, told(got)); diff != "" {
					t.Errorf("%s (-want +got):\n%s", kind, diff)
				}
				for _, e := range got {
					if e.Kind == WiderArgument && !strings.HasSuffix(e.Message, ` is the run's input at "/who", for which inputs allows more than before`) {
						t.Errorf("%s", e.Message)
					}
				}
			}
		})
	}
}

// A literal in place of a bound value is the plan's own choice, unless there was none.
func TestLiteralForBind(t *testing.T) {
	for name, c := range map[string]struct {
		inputs, from, literal string
		wider                 bool
	}{
		"anything":                {"true", "{input: /who}", "bob", true},
		"no inputs":               {"", "{input: /who}", "bob", true},
		"a text":                  {"{properties: {who: {type: string}}}", "{input: /who}", "bob", true},
		"one of an enum":          {"{properties: {who: {enum: [bob, ada]}}}", "{input: /who}", "bob", true},
		"none of the enum":        {"{properties: {who: {enum: [bob]}}}", "{input: /who}", "mallory", true},
		"the only one":            {"{properties: {who: {enum: [bob]}}}", "{input: /who}", "bob", false},
		"the const":               {"{properties: {who: {const: bob}}}", "{input: /who}", "bob", false},
		"the const, where it is":  {"{properties: {who: {const: bob}, x: true}}", "{input: /x}", "bob", true},
		"nothing":                 {"{properties: {who: false}}", "{input: /who}", "bob", true},
		"the only one of a type":  {"{properties: {who: {type: string, enum: [bob, 1]}}}", "{input: /who}", "bob", false},
		"the const of an outcome": {"", "{step: r, pointer: /one}", "GBP", false},
		"one of an outcome":       {"", "{step: r, pointer: /few}", "GBP", true},
		"any outcome":             {"", "{step: r, pointer: /any}", "GBP", true},
		"an outcome undescribed":  {"", "{step: a}", "GBP", true},
	} {
		t.Run(name, func(t *testing.T) {
			inputs := ""
			if c.inputs != "" {
				inputs = "inputs: " + c.inputs + "\n"
			}
			p := func(rest string) string {
				return "goal: g\n" + inputs + "steps:\n  - {id: r, tool: rate}\n  - {id: a, tool: ask}\n  - {id: p, tool: send, depends_on: [r, a], " + rest + "}\n"
			}
			want := []string{}
			if c.wider {
				want = append(want, "wider_argument p /to")
			}
			old := fmt.Sprintf("bind: {to: %s}", c.from)
			got := of(t, p(old), p(fmt.Sprintf("arguments: {to: %s}", c.literal))).Escalations
			if diff := cmp.Diff(want, told(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	post := func(rest string) string {
		return "goal: g\ninputs: {properties: {one: {const: post}, any: {type: string}}}\nsteps:\n  - {id: p, tool: send" + rest + "}\n"
	}
	if got := told(of(t, post(", bind: {via: {input: /any}}"), post("")).Escalations); len(got) != 1 {
		t.Errorf("the contract's default in place of any text: %v", got)
	}
	if got := told(of(t, post(", bind: {via: {input: /one}}"), post("")).Escalations); len(got) != 0 {
		t.Errorf("the contract's default in place of nothing else: %v", got)
	}
}
