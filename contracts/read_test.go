package contracts_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint/syntax"
)

// parse reads a text that must be without fault.
func parse(t testing.TB, name, text string) *tree.Tree {
	t.Helper()
	doc := syntax.Read(&tree.Source{Name: name, Text: text}, syntax.Options{})[0]
	if len(doc.Problems) > 0 {
		t.Fatalf("%s: %v", name, doc.Problems)
	}
	return doc.Tree
}

// lines writes problems as "line:column level rule: message", with the hint behind " | " where there is one.
func lines(list []contracts.Problem) []string {
	out := []string{}
	for _, p := range list {
		level, at := "error", "-"
		if p.Warning {
			level = "warning"
		}
		if p.Place.Known() {
			pos := p.Place.Source.Position(p.Place.Span.Start)
			at = fmt.Sprintf("%d:%d", pos.Line, pos.Column)
		}
		s := fmt.Sprintf("%s %s %s: %s", at, level, p.Rule, p.Message)
		if p.Hint != "" {
			s += " | " + p.Hint
		}
		out = append(out, s)
	}
	return out
}

func TestReadFaults(t *testing.T) {
	const forms = `write planlint's own form (a map under "contracts:"), an MCP tools/list result ({"tools": [...]}), an OpenAI function list or an Anthropic tool list`
	own := func(entry string) string { return "contracts:\n  a: {" + entry + "}\n" }
	tool := func(entry string) string { return "[{" + entry + "}]" }
	for _, test := range []struct {
		name, text string
		want       []string
		read       int // contracts that are read all the same
	}{
		// the document
		{"empty file", "", []string{"1:1 error wrong-shape: there is no contract in it | " + forms}, 0},
		{"scalar", "hello", []string{`1:1 error wrong-shape: the text "hello" is none of the four forms of a contract file | ` + forms}, 0},
		{"no form", "openapi: 3.1.0\npaths: {}\n", []string{`1:1 error wrong-shape: a map whose first key is "openapi" is none of the four forms of a contract file | ` + forms}, 0},
		{"empty map", "{}", []string{"1:1 error wrong-shape: a map is none of the four forms of a contract file | " + forms}, 0},
		{"JSON-RPC error", `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}`,
			[]string{`1:1 error wrong-shape: a map whose first key is "jsonrpc" is none of the four forms of a contract file | ` + forms}, 0},
		{"empty list", "[]", []string{"1:1 error wrong-shape: there is no contract in it | write at least one"}, 0},
		{"empty tools", `{"tools":[]}`, []string{"1:10 error wrong-shape: there is no contract in it | write at least one"}, 0},
		{"empty contracts", "contracts: {}", []string{"1:12 error wrong-shape: there is no contract in it | write at least one"}, 0},
		{"contracts is a list", "contracts: []", []string{"1:12 error wrong-shape: contracts must be a map, not a list"}, 0},
		{"tools is a map", `{"tools":{}}`, []string{"1:10 error wrong-shape: tools must be a list, not a map | write it in brackets"}, 0},
		{"second top key", "contracts: {a: {accepts: {}}}\ncontract: {}\n",
			[]string{`2:1 error unknown-key: unknown key "contract" in a contract file, allowed: contracts | did you mean "contracts"?`}, 1},
		{"further pages", `{"tools":[{"name":"a","inputSchema":{}}],"nextCursor":"x"}`,
			[]string{"1:55 warning incomplete-list: the list has further pages, which are not in this file | join the pages of tools/list into one list"}, 1},

		// planlint's own form
		{"empty name", "contracts:\n  \"\": {accepts: {}}\n", []string{"2:3 error wrong-shape: a contract has an empty name | write the name of the tool"}, 0},
		{"entry is null", "contracts:\n  a:\n", []string{`2:5 error wrong-shape: the contract of "a" must be a map, not null | write {} for an empty map`}, 0},
		{"unknown key", own("acepts: {}"), []string{`2:7 error unknown-key: unknown key "acepts" in the contract of "a", allowed: description, accepts, returns, irreversible, effect, key_arguments, trust, sensitivity, protect, undo, refused_exit_codes, replan_exit_code | did you mean "accepts"?`}, 1},
		{"inputSchema", own("inputSchema: {}"), []string{`2:7 error unknown-key: unknown key "inputSchema" in the contract of "a", allowed: description, accepts, returns, irreversible, effect, key_arguments, trust, sensitivity, protect, undo, refused_exit_codes, replan_exit_code | remove it`}, 1},
		{"description", own("description: 3"), []string{"2:20 error wrong-shape: description must be a text, not the number 3"}, 1},
		{"schema is a path", own("accepts: a.json"), []string{`2:16 error wrong-shape: accepts must be a JSON Schema, not the text "a.json" | write {$ref: path} for a schema in a file`}, 1},
		{"schema is a list", own("returns: []"), []string{"2:16 error wrong-shape: returns must be a JSON Schema, not a list"}, 1},
		{"irreversible", own("irreversible: yes please"), []string{`2:21 error wrong-shape: irreversible must be true or false, not the text "yes please" | write true or false`}, 1},
		{"effect", own("effect: read-only"), []string{`2:15 error wrong-shape: effect must be read_only, idempotent or effectful, not the text "read-only" | did you mean "read_only"?`}, 1},
		{"contradiction", own("irreversible: true, effect: read_only"),
			[]string{"2:7 error wrong-shape: irreversible and effect: read_only contradict each other | remove one of the two keys"}, 1},
		{"key_arguments", own("key_arguments: [x, 1, x]"), []string{
			"2:26 error wrong-shape: key_arguments[1] must be a text, not the number 1 | write it in quotes if it is meant as text",
			`2:29 error wrong-shape: key_arguments names "x" twice | remove one of them`}, 1},
		{"trust", own("trust: no"), []string{`2:14 error wrong-shape: trust must be trusted or untrusted, not the text "no"`}, 1},
		{"sensitivity", own("sensitivity: Secret"), []string{`2:20 error wrong-shape: sensitivity must be public, internal, confidential or secret, not the text "Secret" | did you mean "secret"?`}, 1},
		{"protect", own("protect: [{field: x, require_trusted: true}, {field: /a}, {require_trusted: true}, {field: /b, sources: []}, {field: /b, max_sensitivity: top}]"), []string{
			`2:25 error wrong-shape: protect[0].field must be a JSON Pointer such as /name, not the text "x" | a JSON Pointer is empty or starts with "/"`,
			"2:52 error wrong-shape: protect[1] protects nothing | add require_trusted, sources or max_sensitivity",
			`2:65 error wrong-shape: protect[2] lacks "field" | name the place to protect, such as "/account"`,
			"2:111 error wrong-shape: protect[3].sources must not be empty | name the tools whose outcomes may flow here, or remove the key",
			`2:124 error wrong-shape: protect has two entries for "/b" | join the two entries`}, 1},
		{"undo", own("undo: {tol: b, arguments: [], bind: {x: {}, y: {outcome: /a, argument: /b}, z: {outcome: a}, /~2: {outcome: /a}}}"), []string{
			`2:14 error unknown-key: unknown key "tol" in undo, allowed: tool, arguments, bind | did you mean "tool"?`,
			`2:13 error wrong-shape: undo lacks "tool" | name the tool that takes the effect back`,
			"2:33 error wrong-shape: undo.arguments must be a map, not a list",
			"2:47 error wrong-shape: undo.bind.x needs outcome or argument, one of them | write {outcome: /pointer} or {argument: /pointer}",
			"2:54 error wrong-shape: undo.bind.y needs outcome or argument, one of them | write {outcome: /pointer} or {argument: /pointer}",
			`2:96 error wrong-shape: undo.bind.z must be a JSON Pointer such as /name, not the text "a" | a JSON Pointer is empty or starts with "/"`,
			`2:100 error wrong-shape: the key "/~2" of undo.bind is no JSON Pointer | in a JSON Pointer "~" is written "~0", and "/" inside a name "~1"`}, 1},
		{"undo filled twice", own("undo: {tool: b, arguments: {x: 1, y: {z: 2}}, bind: {x: {outcome: /x}, /y/z: {outcome: /z}, /y/w: {outcome: /w}}}"), []string{
			`2:60 error wrong-shape: "x" is filled by undo.arguments too | fill the place in one way`,
			`2:78 error wrong-shape: "/y/z" is filled by undo.arguments too | fill the place in one way`}, 1},
		{"exit codes", own("refused_exit_codes: [64, 64, 256, 0, x], replan_exit_code: 64"), []string{
			"2:32 error wrong-shape: refused_exit_codes names 64 twice | remove one of them",
			"2:36 error wrong-shape: refused_exit_codes[2] must be a whole number from 0 to 255, not the number 256",
			"2:41 error wrong-shape: refused_exit_codes names 0, which means success | list the codes by which the tool says no",
			`2:44 error wrong-shape: refused_exit_codes[4] must be a whole number from 0 to 255, not the text "x"`,
			"2:66 error wrong-shape: replan_exit_code is 64, which is among refused_exit_codes | give the two meanings two codes"}, 1},
		{"replan 0", own("replan_exit_code: 0"), []string{"2:25 error wrong-shape: replan_exit_code is 0, which means success | choose a code other than 0"}, 1},

		// imported lists
		{"entry is no map", "[7]", []string{"1:2 error wrong-shape: tool 1 of the list must be a map, not the number 7"}, 0},
		{"no name", tool(`"inputSchema":{}`), []string{`1:2 error wrong-shape: tool 1 of the list has no name | give it a "name"`}, 0},
		{"null name", tool(`"name":null,"inputSchema":{}`), []string{`1:2 error wrong-shape: tool 1 of the list has no name | give it a "name"`}, 0},
		{"blank name", tool(`"name":"","inputSchema":{}`), []string{`1:10 error wrong-shape: "name" of tool 1 of the list must not be empty`}, 0},
		{"name is a number", tool(`"name":1,"inputSchema":{}`), []string{`1:10 error wrong-shape: "name" of tool 1 of the list must be a text, not the number 1 | write it in quotes if it is meant as text`}, 0},
		{"no schema", tool(`"name":"a"`), []string{`1:10 error wrong-shape: tool "a" has no schema of its arguments | give it one: inputSchema, input_schema, parameters`}, 0},
		{"null schema", tool(`"name":"a","inputSchema":null`), []string{`1:10 error wrong-shape: tool "a" has no schema of its arguments | give it one: inputSchema, input_schema, parameters`}, 0},
		{"built-in", tool(`"type":"web_search_20250305","name":"web_search"`), []string{`1:39 error wrong-shape: tool "web_search" has no schema of its arguments, and its type is "web_search_20250305" | remove it: a tool that the model's provider runs has no contract`}, 0},
		{"built-in without a name", tool(`"type":"file_search"`), []string{`1:2 error wrong-shape: tool 1 of the list has no name, and its type is "file_search" | remove it: only functions have contracts`}, 0},
		{"two schemas", tool(`"name":"a","inputSchema":{},"parameters":{}`), []string{`1:31 error wrong-shape: tool "a" has two schemas of its arguments | keep one of them`}, 0},
		{"schema is true", tool(`"name":"a","inputSchema":true`), []string{`1:28 error wrong-shape: inputSchema of tool "a" must be a JSON Schema, not true`}, 0},
		{"outputSchema", tool(`"name":"a","inputSchema":{},"outputSchema":[]`), []string{`1:46 error wrong-shape: outputSchema of tool "a" must be a JSON Schema, not a list`}, 1},
		{"function", tool(`"type":"function","function":[]`), []string{`1:32 error wrong-shape: "function" of tool 1 of the list must be a map, not a list`}, 0},
		{"strict", tool(`"name":"a","parameters":{},"strict":"yes"`), []string{`1:39 error wrong-shape: strict of tool "a" must be true or false, not the text "yes" | write true or false`}, 1},
		{"annotations", tool(`"name":"a","inputSchema":{},"annotations":[]`), []string{`1:45 error wrong-shape: annotations of tool "a" must be a map, not a list`}, 1},
		{"hints", tool(`"name":"a","inputSchema":{},"annotations":{"readOnlyHint":"true","openWorldHint":0,"title":{}}`), []string{
			`1:61 error wrong-shape: readOnlyHint of tool "a" must be true or false, not the text "true" | write true or false`,
			`1:84 error wrong-shape: openWorldHint of tool "a" must be true or false, not the number 0 | write true or false`,
			`1:94 error wrong-shape: title of tool "a" must be a text, not a map`}, 1},
		{"hidden characters", tool(`"name":"a\u202eb"`), []string{`1:10 error wrong-shape: tool "a\u{202e}b" has no schema of its arguments | give it one: inputSchema, input_schema, parameters`}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			list, problems := contracts.Read(parse(t, "c.yaml", test.text), nil)
			if diff := cmp.Diff(test.want, lines(problems)); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
			if len(list) != test.read {
				t.Errorf("read %d contracts, want %d", len(list), test.read)
			}
		})
	}
}

// A tool is found whatever form its list has, and wherever a list may stand.
func TestReadForms(t *testing.T) {
	mcp := `{"name":"a","title":"A","icons":[],"_meta":{},"execution":{},"description":"d","inputSchema":{"type":"object"},"outputSchema":{},"annotations":null}`
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"own, YAML", "contracts:\n  a: {description: d, accepts: {}}\n  b: {accepts: true}\n", []string{"a planlint d", "b planlint "}},
		{"own, JSON", `{"contracts":{"a":{"description":"d","accepts":{"$ref":"a.json"}}}}`, []string{"a planlint d"}},
		{"MCP result", `{"tools":[` + mcp + `]}`, []string{"a MCP d"}},
		{"MCP response", `{"jsonrpc":"2.0","id":1,"result":{"tools":[` + mcp + `],"nextCursor":null}}`, []string{"a MCP d"}},
		{"MCP list, YAML", "- name: a\n  inputSchema:\n    type: object\n", []string{"a MCP "}},
		{"a request to a model", `{"model":"m","tools":[{"name":"a","description":"d","input_schema":{}}]}`, []string{"a Anthropic d"}},
		{"functions without parameters take none", `[{"type":"function","function":{"name":"a"}},{"type":"function","name":"b","description":"d"}]`, []string{"a OpenAI ", "b OpenAI d"}},
		{"mixed list", `[` + mcp + `,{"type":"function","function":{"name":"b","description":"e","parameters":{},"strict":true}},` +
			`{"type":"function","name":"c","parameters":{}},{"name":"d","parameters":{}},{"type":"custom","name":"e","input_schema":{}}]`,
			[]string{"a MCP d", "b OpenAI e", "c OpenAI ", "d OpenAI ", "e Anthropic "}},
	} {
		t.Run(test.name, func(t *testing.T) {
			list, problems := contracts.Read(parse(t, "c.yaml", test.text), nil)
			if len(problems) > 0 {
				t.Fatalf("problems: %q", lines(problems))
			}
			var got []string
			for _, c := range list {
				got = append(got, c.Tool+" "+c.Form.String()+" "+c.Description)
				if text := c.Place.Source.Slice(c.Place.Span); strings.Trim(text, `"`) != c.Tool {
					t.Errorf("the place of %s is %q", c.Tool, text)
				}
				if n, root := c.AcceptsNode(); n == nil || n.Kind(root) == tree.Invalid {
					t.Errorf("%s has no schema", c.Tool)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("contracts (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadOwnFields(t *testing.T) {
	const text = `
contracts:
  book_flight:
    accepts: {type: object, properties: {flight: {type: string}, seats: {type: integer}}}
    returns: {type: object}
    irreversible: true
    effect: effectful
    key_arguments: [flight]
    trust: trusted
    sensitivity: secret
    protect: [{field: /flight, require_trusted: true, sources: [search_flights], max_sensitivity: internal}]
    undo: {tool: cancel_booking, arguments: {why: unwind}, bind: {ref: {outcome: /ref}, /a~1b/c: {argument: /flight}}}
    refused_exit_codes: [64, 65]
    replan_exit_code: 75
`
	list, problems := contracts.Read(parse(t, "c.yaml", text), nil)
	if len(problems) > 0 || len(list) != 1 {
		t.Fatalf("%d contracts, problems: %q", len(list), lines(problems))
	}
	c := list[0]
	if c.Reversibility != contracts.Irreversible || c.Effect != contracts.Effectful || !c.Trusted || c.Sensitivity != "secret" {
		t.Errorf("effect and labels: %v %v %v %v", c.Reversibility, c.Effect, c.Trusted, c.Sensitivity)
	}
	if diff := cmp.Diff([]string{"flight"}, c.KeyArguments); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int{64, 65}, c.RefusedExitCodes); diff != "" || c.ReplanExitCode != 75 {
		t.Error(diff, c.ReplanExitCode)
	}
	p := c.Protect[0]
	if p.Field != "/flight" || !p.RequireTrusted || p.Sources[0].Text != "search_flights" || p.MaxSensitivity != "internal" {
		t.Errorf("protect: %+v", p)
	}
	u := c.Undo
	if u.Tool != "cancel_booking" || u.Tree.Text(u.Tree.Get(u.Arguments, "why")) != "unwind" || len(u.Binds) != 2 {
		t.Fatalf("undo: %+v", u)
	}
	if b := u.Binds[0]; b.Into != "/ref" || !b.Outcome || b.Pointer != "/ref" {
		t.Errorf("first bind: %+v", b)
	}
	if b := u.Binds[1]; b.Into != "/a~1b/c" || b.Outcome || b.Pointer != "/flight" {
		t.Errorf("second bind: %+v", b)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("c.yaml", "contracts:\n  a: {accepts: {}, undo: {tool: b, bind: {/x: {outcome: /y}}}, protect: [{field: /a, sources: [b]}]}\n")
	f.Add("c.json", `{"result":{"tools":[{"name":"a","inputSchema":{"$ref":"#/x"},"annotations":{"readOnlyHint":true}}]}}`)
	f.Add("c.json", `[{"type":"function","function":{"name":"a","parameters":null}},{"name":"","input_schema":[]}]`)
	f.Fuzz(func(t *testing.T, name, text string) {
		src := &tree.Source{Name: name, Text: text}
		for _, doc := range syntax.Read(src, syntax.Options{}) {
			list, problems := contracts.Read(doc.Tree, nil)
			again, _ := contracts.Read(doc.Tree, nil)
			if len(list) == 0 && len(problems) == 0 && len(doc.Problems) == 0 {
				t.Error("no contract and no problem")
			}
			for _, p := range problems {
				if p.Rule == "" || p.Message == "" || p.Place.Source != src {
					t.Errorf("incomplete problem: %+v", p)
				}
				if s := p.Place.Span; s.Start < 0 || s.Start > s.End || s.End > len(text) {
					t.Errorf("span %v outside of %d bytes", s, len(text))
				}
			}
			catalog, twice := contracts.NewCatalog(list, again)
			for _, p := range twice {
				if p.Rule == contracts.RuleDuplicateContract && !p.Warning && p.Related[0].Place == p.Place {
					t.Error("a contract differs from itself")
				}
			}
			catalog.Lint(contracts.Wiring{})
		}
	})
}
