package contracts_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/schema"
	"github.com/planlint/planlint/contracts/tree"
)

// read reads files of contracts that must be without fault.
func read(t *testing.T, texts ...string) [][]*contracts.Contract {
	t.Helper()
	var lists [][]*contracts.Contract
	for _, text := range texts {
		list, problems := contracts.Read(parse(t, "c.yaml", text), nil)
		if len(problems) > 0 {
			t.Fatalf("%s: %q", text, lines(problems))
		}
		lists = append(lists, list)
	}
	return lists
}

func TestCatalogOrder(t *testing.T) {
	c, problems := contracts.NewCatalog(read(t, `[{"name":"b","parameters":{}},{"name":"a","parameters":{}}]`, "contracts: {c: {accepts: {}}, B: {accepts: {}}}")...)
	if len(problems) > 0 {
		t.Fatalf("%q", lines(problems))
	}
	if diff := cmp.Diff([]string{"B", "a", "b", "c"}, c.Names()); diff != "" {
		t.Error(diff)
	}
	if c.Len() != 4 || c.Get("a").Tool != "a" || c.Get("x") != nil {
		t.Error("Len or Get")
	}
	var none *contracts.Catalog
	if none.Len() != 0 || none.Get("a") != nil || len(none.All()) != 0 || len(none.Names()) != 0 {
		t.Error("a nil catalog is not empty")
	}
}

func TestDuplicates(t *testing.T) {
	for _, test := range []struct {
		name  string
		texts []string
		want  []string
	}{
		{"equal up to the order of members", []string{`[{"name":"a","inputSchema":{"type":"object","properties":{"x":{"enum":[1,"1"]}}}}]`,
			`[{"inputSchema":{"properties":{"x":{"enum":[1,"1"]}},"type":"object"},"name":"a"}]`},
			[]string{`1:78 warning duplicate-contract: two equal contracts for "a" | keep one of them`}},
		{"equal across forms", []string{`[{"name":"a","description":"d","parameters":{"type":"object"}}]`, `[{"name":"a","description":"d","input_schema":{"type":"object"}}]`},
			[]string{`1:10 warning duplicate-contract: two equal contracts for "a" | keep one of them`}},
		{"another schema", []string{`[{"name":"a","parameters":{"type":"object"}},{"name":"a","parameters":{"type":"array"}}]`},
			[]string{`1:54 error duplicate-contract: two contracts for "a" that differ | keep one of them, or rename a tool`}},
		{"another order of a list", []string{`[{"name":"a","parameters":{"required":["a","b"]}},{"name":"a","parameters":{"required":["b","a"]}}]`},
			[]string{`1:59 error duplicate-contract: two contracts for "a" that differ | keep one of them, or rename a tool`}},
		{"another type of a value", []string{`[{"name":"a","parameters":{"default":1}},{"name":"a","parameters":{"default":"1"}}]`},
			[]string{`1:50 error duplicate-contract: two contracts for "a" that differ | keep one of them, or rename a tool`}},
		{"a member more", []string{`[{"name":"a","parameters":{}},{"name":"a","parameters":{},"strict":true}]`},
			[]string{`1:39 error duplicate-contract: two contracts for "a" that differ | keep one of them, or rename a tool`}},
		{"another promise across forms", []string{`[{"name":"a","parameters":{}}]`, `[{"name":"a","inputSchema":{},"annotations":{}}]`},
			[]string{`1:10 error duplicate-contract: two contracts for "a" that differ | keep one of them, or rename a tool`}},
		{"two of ours", []string{"contracts: {a: {accepts: {}}}", "contracts: {a: {accepts: {}, irreversible: true}}"},
			[]string{`1:13 error duplicate-contract: two contracts for "a" that differ | keep one of them, or rename a tool`}},
		{"an overlay is no duplicate", []string{`[{"name":"a","parameters":{}}]`, "contracts: {a: {irreversible: true}}"}, []string{}},
		{"an overlay of nothing", []string{"contracts: {a: {irreversible: true}}"},
			[]string{`1:13 error wrong-shape: the contract of "a" has no accepts, and no imported list has the tool | write accepts: {type: object, properties: {}} for a tool without arguments`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, problems := contracts.NewCatalog(read(t, test.texts...)...)
			if diff := cmp.Diff(test.want, lines(problems)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestReversibility(t *testing.T) {
	mcp := func(annotations string) string {
		return `[{"name":"a","inputSchema":{},"annotations":` + annotations + `}]`
	}
	for _, test := range []struct {
		name          string
		texts         []string
		reversibility contracts.Reversibility
		effect        contracts.Effect
		at            string // the text of ReversibilityPlace
	}{
		{"own, silent", []string{"contracts: {a: {accepts: {}}}"}, contracts.Reversible, contracts.EffectUnstated, ""},
		{"own, irreversible", []string{"contracts: {a: {accepts: {}, irreversible: true}}"}, contracts.Irreversible, contracts.EffectUnstated, "irreversible"},
		{"own, read-only", []string{"contracts: {a: {accepts: {}, effect: read_only}}"}, contracts.Reversible, contracts.ReadOnly, "read_only"},
		{"OpenAI", []string{`[{"name":"a","parameters":{}}]`}, contracts.Unstated, contracts.EffectUnstated, ""},
		{"Anthropic", []string{`[{"name":"a","input_schema":{}}]`}, contracts.Unstated, contracts.EffectUnstated, ""},
		{"MCP, no annotations", []string{`[{"name":"a","inputSchema":{}}]`}, contracts.Unstated, contracts.EffectUnstated, ""},
		{"MCP, null", []string{mcp(`null`)}, contracts.Unstated, contracts.EffectUnstated, ""},
		{"MCP, defaults", []string{mcp(`{}`)}, contracts.Irreversible, contracts.Effectful, `"annotations"`},
		{"MCP, title alone", []string{mcp(`{"title":"A"}`)}, contracts.Irreversible, contracts.Effectful, `"annotations"`},
		{"MCP, null hints", []string{mcp(`{"readOnlyHint":null,"destructiveHint":null}`)}, contracts.Irreversible, contracts.Effectful, `"annotations"`},
		{"MCP, read-only", []string{mcp(`{"readOnlyHint":true}`)}, contracts.Reversible, contracts.ReadOnly, `"readOnlyHint"`},
		{"MCP, read-only wins", []string{mcp(`{"readOnlyHint":true,"destructiveHint":true,"idempotentHint":false}`)}, contracts.Reversible, contracts.ReadOnly, `"readOnlyHint"`},
		{"MCP, not destructive", []string{mcp(`{"readOnlyHint":false,"destructiveHint":false}`)}, contracts.Reversible, contracts.Effectful, `"destructiveHint"`},
		{"MCP, idempotent", []string{mcp(`{"idempotentHint":true}`)}, contracts.Irreversible, contracts.Idempotent, `"annotations"`},

		{"overlay says nothing about it", []string{`[{"name":"a","parameters":{}}]`, "contracts: {a: {trust: trusted}}"}, contracts.Unstated, contracts.EffectUnstated, ""},
		{"overlay settles it", []string{`[{"name":"a","parameters":{}}]`, "contracts: {a: {irreversible: false}}"}, contracts.Reversible, contracts.EffectUnstated, "irreversible"},
		{"overlay wins", []string{"contracts: {a: {irreversible: false}}", mcp(`{}`)}, contracts.Reversible, contracts.Effectful, "irreversible"},
		{"overlay reads only", []string{mcp(`{}`), "contracts: {a: {effect: read_only}}"}, contracts.Reversible, contracts.ReadOnly, "read_only"},
		{"overlay denies read-only", []string{mcp(`{"readOnlyHint":true}`), "contracts: {a: {irreversible: true}}"}, contracts.Irreversible, contracts.Effectful, "irreversible"},
		{"overlay knows an effect", []string{mcp(`{"readOnlyHint":true}`), "contracts: {a: {effect: effectful}}"}, contracts.Unstated, contracts.Effectful, "effectful"},
	} {
		t.Run(test.name, func(t *testing.T) {
			catalog, problems := contracts.NewCatalog(read(t, test.texts...)...)
			if len(problems) > 0 {
				t.Fatalf("%q", lines(problems))
			}
			c := catalog.Get("a")
			if c.Reversibility != test.reversibility || c.Effect != test.effect {
				t.Errorf("got %v, %v; want %v, %v", c.Reversibility, c.Effect, test.reversibility, test.effect)
			}
			at := ""
			if c.ReversibilityPlace.Known() {
				at = c.ReversibilityPlace.Source.Slice(c.ReversibilityPlace.Span)
			}
			if at != test.at {
				t.Errorf("said at %q, want %q", at, test.at)
			}
		})
	}
}

// Every field of an overlay replaces the imported one, and every other stays.
func TestOverlay(t *testing.T) {
	imported := `[{"name":"a","description":"theirs","inputSchema":{"title":"theirs","type":"object","properties":{"x":{"type":"string"}}},"outputSchema":{"title":"out"}}]`
	catalog, problems := contracts.NewCatalog(read(t, imported, `
contracts:
  a:
    description: ours
    returns: {title: ours}
    key_arguments: [x]
    sensitivity: secret
    refused_exit_codes: [3]
`)...)
	if len(problems) > 0 {
		t.Fatalf("%q", lines(problems))
	}
	c := catalog.Get("a")
	title := func(n *tree.Tree, root tree.Ref) string { return n.Text(n.Get(root, "title")) }
	if c.Form != contracts.MCP || !c.Overlay.Known() || c.Description != "ours" || c.Sensitivity != "secret" || c.RefusedExitCodes[0] != 3 {
		t.Errorf("%+v", c)
	}
	if title(c.AcceptsNode()) != "theirs" || title(c.ReturnsNode()) != "ours" {
		t.Errorf("schemas: %s, %s", title(c.AcceptsNode()), title(c.ReturnsNode()))
	}
	catalog, _ = contracts.NewCatalog(read(t, imported, "contracts: {a: {accepts: {title: ours}}}")...)
	c = catalog.Get("a")
	if title(c.AcceptsNode()) != "ours" || title(c.ReturnsNode()) != "out" || c.Description != "theirs" || c.Sensitivity != "internal" {
		t.Errorf("schemas: %s, %s; %s, %s", title(c.AcceptsNode()), title(c.ReturnsNode()), c.Description, c.Sensitivity)
	}
}

func TestUnknownKeyArgument(t *testing.T) {
	const declared = "accepts: {type: object, properties: {flight: {}, seats: {}}}"
	own := func(entry string) string { return "contracts:\n  a: {" + entry + "}\n" }
	for _, test := range []struct {
		name  string
		texts []string
		want  []string
	}{
		{"key_arguments", []string{own(declared + ", key_arguments: [flight, seat]")},
			[]string{`2:93 error unknown-key-argument: key_arguments names "seat", which is no argument of "a" | did you mean "seats"?`}},
		{"protect", []string{own(declared + ", protect: [{field: /flight/id, require_trusted: true}, {field: /hotel, require_trusted: true}]")},
			[]string{`2:131 error unknown-key-argument: protect names "hotel", which is no argument of "a" | it takes "flight", "seats"`}},
		{"undo", []string{own(declared + ", undo: {tool: a, bind: {x: {argument: /flght}, y: {outcome: /nothing}}}")},
			[]string{`2:92 error unknown-key-argument: undo.bind names "flght", which is no argument of "a" | did you mean "flight"?`}},
		{"overlay", []string{`[{"name":"a","parameters":{"properties":{"x":{}}}}]`, own("key_arguments: [x, y]")},
			[]string{`2:26 error unknown-key-argument: key_arguments names "y", which is no argument of "a" | it takes "x"`}},
		{"no arguments at all", []string{own("accepts: {}, key_arguments: [x]")},
			[]string{`2:36 error unknown-key-argument: key_arguments names "x", which is no argument of "a" | it takes no arguments`}},
		{"local reference", []string{own("accepts: {$ref: '#/$defs/in', $defs: {in: {properties: {x: {}}}}}, key_arguments: [x, z]")},
			[]string{`2:93 error unknown-key-argument: key_arguments names "z", which is no argument of "a" | it takes "x"`}},
		{"open", []string{own("accepts: {additionalProperties: true}, key_arguments: [x]")}, []string{}},
		{"pattern", []string{own("accepts: {patternProperties: {'^x': {}}}, key_arguments: [xy]")}, []string{}},
		{"composed", []string{own("accepts: {allOf: [{properties: {x: {}}}]}, key_arguments: [x]")}, []string{}},
		{"reference with neighbours", []string{own("accepts: {$ref: '#/$defs/in', properties: {y: {}}, $defs: {in: {properties: {x: {}}}}}, key_arguments: [x, y]")}, []string{}},
		{"reference in a circle", []string{own("accepts: {$ref: '#'}, key_arguments: [x]")}, []string{}},
		{"reference to nothing", []string{own("accepts: {$ref: '#/none'}, key_arguments: [x]")}, []string{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, problems := contracts.NewCatalog(read(t, test.texts...)...)
			if diff := cmp.Diff(test.want, lines(problems)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestLint(t *testing.T) {
	wiring := contracts.Wiring{}
	hinted := func(name, annotations string) string {
		return `{"name":"` + name + `","inputSchema":{},"annotations":` + annotations + `}`
	}
	for _, test := range []struct {
		name   string
		texts  []string
		wiring contracts.Wiring
		want   []string
	}{
		{"clean", []string{"contracts: {a: {accepts: {properties: {x: {type: string}, y: {enum: [1]}, z: {const: 2}, u: {anyOf: [{type: string}]}}}}}"}, wiring, []string{}},
		{"open", []string{`[{"name":"a","parameters":{"additionalProperties":true}},{"name":"b","parameters":{"additionalProperties":{"type":"string"}}},{"name":"c","parameters":{"additionalProperties":false}}]`}, wiring, []string{
			`1:51 warning open-arguments: names that the schema does not declare are let in, so a misspelt one goes unnoticed | declare what the tool takes, and leave additionalProperties out`,
			`1:107 warning open-arguments: names that the schema does not declare are let in, so a misspelt one goes unnoticed | declare what the tool takes, and leave additionalProperties out`}},
		{"anything", []string{"contracts: {a: {accepts: true}}"}, wiring,
			[]string{`1:26 warning open-arguments: names that the schema does not declare are let in, so a misspelt one goes unnoticed | declare what the tool takes, and leave additionalProperties out`}},
		{"untyped", []string{`[{"name":"a","parameters":{"properties":{"x":{"description":"d"},"y":true,"z":{"minLength":1},"ok":{"type":"null"}}}}]`}, wiring, []string{
			`1:42 warning untyped-argument: argument "x" has no type, so every value fits | give it a "type"`,
			`1:66 warning untyped-argument: argument "y" has no type, so every value fits | give it a "type"`,
			`1:75 warning untyped-argument: argument "z" has no type, so every value fits | give it a "type"`}},
		{"identical hints", []string{"[" + hinted("c", `{"readOnlyHint":true,"title":"C"}`) + "," + hinted("b", `{"title":"B","readOnlyHint":true}`) + "," + hinted("a", `{"readOnlyHint":true}`) + "]"}, wiring,
			[]string{`1:31 warning identical-hints: all 3 tools of the list carry the same hints, so the hints tell nothing about any of them | say what each tool does in a contract of planlint's own form`}},
		{"hints of two tools", []string{"[" + hinted("c", `{}`) + "," + hinted("b", `{}`) + "]"}, wiring, []string{}},
		{"one hint differs", []string{"[" + hinted("c", `{}`) + "," + hinted("b", `{}`) + "," + hinted("a", `{"openWorldHint":true}`) + "]"}, wiring, []string{}},
		{"one tool without hints", []string{"[" + hinted("c", `{}`) + "," + hinted("b", `{}`) + "," + hinted("a", `{}`) + `,{"name":"d","inputSchema":{}}]`}, wiring, []string{}},
		{"undo", []string{"contracts: {a: {accepts: {}, undo: {tool: undo_a}}, undo_b: {accepts: {}}}"}, wiring,
			[]string{`1:43 error unknown-undo-tool: undo of "a" calls "undo_a", which has no contract | did you mean "undo_b"?`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			catalog, problems := contracts.NewCatalog(read(t, test.texts...)...)
			if len(problems) > 0 {
				t.Fatalf("%q", lines(problems))
			}
			if diff := cmp.Diff(test.want, lines(catalog.Lint(test.wiring))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestWire(t *testing.T) {
	catalog, _ := contracts.NewCatalog(read(t, "contracts: {b: {accepts: {}}, teleport: {accepts: {}}, a: {accepts: {}}}")...)
	tables := parse(t, "t.yaml", "[a, notify, teleprt, spare]")
	at := func(i int) tree.Place { return tables.Place(tables.Find(0, string(rune('0'+i)))) }
	w := contracts.Wiring{
		Registry: map[string]tree.Place{"a": at(0), "notify": at(1), "teleprt": at(2), "spare": at(3)},
		Callable: map[string]tree.Place{"a": at(0), "notify": at(1)},
	}
	want := []string{
		`1:13 error unregistered-contract: a contract for "b", which nothing registers | register it under tools, or remove the contract`,
		`1:31 error unregistered-contract: a contract for "teleport", which nothing registers | did you mean "teleprt"?`,
		`1:5 error uncontracted-tool: "notify" may be called, but has no contract | write a contract for it, or take it out of the list`,
	}
	if diff := cmp.Diff(want, lines(catalog.Wire(w))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	want = append(want[:2:2], want[2],
		`1:13 warning uncontracted-tool: "teleprt" is registered, but has no contract, so no plan can use it | write a contract for it`,
		`1:22 warning uncontracted-tool: "spare" is registered, but has no contract, so no plan can use it | write a contract for it`)
	if diff := cmp.Diff(want, lines(catalog.Lint(w))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A schema is compiled once, at its first use, and not before; a file that cannot be read is a problem of the contract.
func TestLazy(t *testing.T) {
	loads := 0
	load := func(*tree.Source, string) (*tree.Tree, error) {
		loads++
		return nil, errors.New("the file does not exist")
	}
	list, problems := contracts.Read(parse(t, "c.yaml", "contracts: {a: {accepts: {$ref: a.json}}}"), load)
	catalog, more := contracts.NewCatalog(list)
	if len(problems)+len(more) > 0 || loads > 0 {
		t.Fatalf("%d loads before the first use, problems %q %q", loads, lines(problems), lines(more))
	}
	c := catalog.Get("a")
	first, faults := c.Accepts()
	second, _ := c.Accepts()
	if first == nil || first != second || loads != 1 {
		t.Errorf("compiled %p then %p with %d loads", first, second, loads)
	}
	if len(faults) != 1 || faults[0].Rule != contracts.RuleUnreachableFile {
		t.Errorf("faults: %v", faults)
	}
	var none *schema.Schema
	if s, faults := c.Returns(); s != none || faults != nil {
		t.Error("a schema where the contract has none")
	}
}
