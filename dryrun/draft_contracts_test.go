package dryrun_test

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/config"
	"github.com/planlint/planlint/lint/rules"
	"github.com/planlint/planlint/lint/syntax"
)

// catalog loads the contracts in a file, beside which there may be others.
func catalog(t *testing.T, f files) []*contracts.Contract {
	t.Helper()
	f["/repo/planlint.yaml"] = "contracts: tools/*\n"
	c, problems, err := config.Load("planlint.yaml", config.Options{Files: f, WorkDir: "/repo", Rules: rules.All()})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		if !p.Warning {
			t.Fatalf("the configuration: %s: %s", p.Rule, p.Message)
		}
	}
	return c.Deployment.Catalog.All()
}

// Only what the agent holds, and every scope lets it use, can be planned with.
func TestPlannable(t *testing.T) {
	s := &scene{}
	c, a := s.load(t)
	names := func(a lint.Authority, now time.Time) string {
		var list []string
		for _, c := range dryrun.Plannable(c.Deployment, a, now) {
			list = append(list, c.Tool)
		}
		return strings.Join(list, " ")
	}
	if got := names(a, start); got != "book_flight notify refund search_flights" {
		t.Errorf("got %s", got)
	}
	held, scoped := *a.Agent, *a.Chain[0]
	held.Tools = maps.Clone(held.Tools)
	delete(held.Tools, "refund")
	scoped.Tools, scoped.Expires = map[string]tree.Place{"refund": {}, "notify": {}, "absent": {}}, start
	b := lint.Authority{Agent: &held, Chain: []*lint.Delegation{&scoped}}
	if got := names(b, start.Add(-1)); got != "notify" {
		t.Errorf("within the scope: %s", got)
	}
	if got := names(b, start); got != "" {
		t.Errorf("after it has expired: %s", got)
	}
}

func TestContractsJSON(t *testing.T) {
	list := catalog(t, files{
		"/repo/tools/own.yaml": `contracts:
  book:
    description: hold <seats> & more
    accepts: {type: object, properties: {seats: {type: integer, maximum: 9007199254740993, default: 1e2}}}
    returns: {type: object, properties: {ref: {type: string}}}
    irreversible: true
    effect: effectful
    key_arguments: [seats]
    trust: trusted
    protect: [{field: /seats, require_trusted: true}]
    undo: {tool: book, arguments: {}}
    refused_exit_codes: [64]
  look: {effect: read_only, accepts: {type: object, properties: {}}}
`,
		"/repo/tools/mcp.json":    `{"tools": [{"name": "send", "inputSchema": {"type": "object", "properties": {"to": {"type": "string"}}}, "annotations": {"idempotentHint": true}}]}`,
		"/repo/tools/openai.json": `[{"type": "function", "name": "silent", "parameters": {"type": "object", "properties": {}}}]`,
	})
	got, err := dryrun.ContractsJSON(list)
	want := `{"book":{"description":"hold <seats> & more","accepts":{"type":"object","properties":{"seats":{"type":"integer","maximum":9007199254740993,"default":1e2}}},` +
		`"returns":{"type":"object","properties":{"ref":{"type":"string"}}},"irreversible":true,"effect":"effectful"},` +
		`"look":{"accepts":{"type":"object","properties":{}},"irreversible":false,"effect":"read_only"},` +
		`"send":{"accepts":{"type":"object","properties":{"to":{"type":"string"}}},"irreversible":true,"effect":"idempotent"},` +
		`"silent":{"accepts":{"type":"object","properties":{}}}}`
	if diff := cmp.Diff(want, string(got)); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if got, err := dryrun.ContractsJSON(nil); string(got) != "{}" || err != nil {
		t.Errorf("no contracts are %s, %v", got, err)
	}
}

// A schema that is spread over files is told as one, and means the same.
func TestContractsJSONWithFiles(t *testing.T) {
	list := catalog(t, files{
		"/repo/tools/own.yaml": `contracts:
  book:
    accepts: {$ref: ./schemas/book%20it.yaml}
    returns: {$defs: {own: {type: string}}, type: object, properties: {ref: {$ref: '#/$defs/own'}, seat: {$ref: 'schemas/seat.json#/$defs/seat'}}}
`,
		"/repo/tools/schemas/book it.yaml":   "type: object\nrequired: [seat]\nproperties:\n  seat: {$ref: 'seat.json#/$defs/seat'}\n  party: {$ref: ../common/party.json}\n",
		"/repo/tools/schemas/seat.json":      `{"$schema": "http://json-schema.org/draft-07/schema#", "$defs": {"seat": {"type": "string", "minLength": 2}}}`,
		"/repo/tools/common/party.json":      `{"$id": "https://acme.example/party.json", "type": "array", "items": {"$ref": "#/definitions/guest"}, "definitions": {"guest": {"type": "object", "properties": {"of": {"$ref": "party.json"}, "name": {"type": "string"}}}}}`,
		"/repo/tools/common/ignored.json.md": "",
	})
	told, err := dryrun.ContractsJSON(list)
	if err != nil {
		t.Fatal(err)
	}
	if s := string(told); strings.Contains(s, "repo") || !json.Valid(told) {
		t.Errorf("it is no JSON, or tells where the files lie: %s", s)
	}
	src := &tree.Source{Name: "contracts.json", Text: string(told)}
	again, problems := contracts.ReadMap(syntax.Read(src, syntax.Options{})[0].Tree, 0, nil)
	if len(problems) > 0 || len(again) != 1 {
		t.Fatalf("%+v", problems)
	}
	for _, test := range []struct {
		returns bool
		value   string
		faults  int
	}{
		{false, `{"seat": "9A", "party": [{"name": "Ada", "of": [{"name": "Bob"}]}]}`, 0},
		{false, `{"seat": "9", "party": [{"name": 1, "of": [{"name": 2}]}]}`, 3},
		{false, `{"party": [{"age": 1}]}`, 2},
		{true, `{"ref": "B1", "seat": "9A"}`, 0},
		{true, `{"ref": 1, "seat": "9"}`, 2},
	} {
		v := syntax.Read(&tree.Source{Name: "v.json", Text: test.value}, syntax.Options{})[0].Tree
		for i, c := range []*contracts.Contract{list[0], again[0]} {
			s, _ := c.Accepts()
			if test.returns {
				s, _ = c.Returns()
			}
			if faults := s.Check(v, 0, nil); len(faults) != test.faults {
				t.Errorf("%s has %d faults under contract %d, want %d: %+v", test.value, len(faults), i, test.faults, faults)
			}
		}
	}
}

// A schema that can't be put into one piece is not told at all: the planner could make nothing of it.
func TestContractsJSONApart(t *testing.T) {
	for name, accepts := range map[string]string{
		"an address of its own": "{$id: 'https://acme.example/a', $ref: schemas/seat.json}",
		"an old draft":          "{$schema: 'http://json-schema.org/draft-07/schema#', $ref: ./schemas/seat.json}",
	} {
		list := catalog(t, files{
			"/repo/tools/own.yaml":          "contracts: {book: {accepts: " + accepts + "}}\n",
			"/repo/tools/schemas/seat.json": `{"type": "object", "properties": {}}`,
		})
		told, err := dryrun.ContractsJSON(list)
		var stop *dryrun.StopError
		if !errors.As(err, &stop) || stop.Class != dryrun.Unable || !strings.HasPrefix(stop.Message, `the contract of "book" can't be handed to a planner in one piece: `) {
			t.Errorf("%s: got %s, %v", name, told, err)
		}
	}
}

// An outcome that a broken schema describes is not described.
func TestContractsJSONBrokenReturns(t *testing.T) {
	list := catalog(t, files{"/repo/tools/own.yaml": "contracts: {book: {accepts: {type: object, properties: {}}, returns: {type: dict}}}\n"})
	if got, err := dryrun.ContractsJSON(slices.Clone(list)); err != nil || strings.Contains(string(got), "returns") {
		t.Errorf("got %s, %v", got, err)
	}
}
