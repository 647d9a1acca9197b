package dryrun_test

import (
	"strings"
	"testing"

	"github.com/planlint/planlint/dryrun"
)

func TestDrift(t *testing.T) {
	was := dryrun.Parts{Plan: "p", Contract: "k", Arguments: "a", Command: "c"}
	for _, test := range []struct {
		now  dryrun.Parts
		want string
	}{
		{was, ""},
		{dryrun.Parts{Plan: "p2", Contract: "k", Arguments: "a", Command: "c"}, "the plan changed"},
		{dryrun.Parts{Plan: "p", Contract: "k2", Arguments: "a", Command: "c"}, "the contract changed"},
		{dryrun.Parts{Plan: "p", Contract: "k", Arguments: "", Command: "c"}, "the arguments changed"},
		{dryrun.Parts{Plan: "p", Contract: "k", Arguments: "a", Command: "none"}, "the command or a file it names changed"},
		{dryrun.Parts{Plan: "p2", Contract: "k2", Arguments: "a", Command: "c2"}, "the plan, the contract and the command or a file it names changed"},
	} {
		if got := was.Drift(test.now); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
		if same := was.Digest() == test.now.Digest(); same != (test.want == "") {
			t.Errorf("%+v: the digest is the same: %v", test.now, same)
		}
	}
}

// The contract's digest moves with what it says, what sharpens it and the files that it refers to.
func TestContractDigest(t *testing.T) {
	digest := func(contracts string) string {
		m := (&scene{contracts: contracts, asks: yes, plan: "goal: g\nsteps: [{id: s1, tool: book_flight, arguments: {flight: A, seats: 1}}]\n"}).run(t)
		return m.requests[0].Parts.Contract
	}
	base := digest(travelContracts)
	if again := digest(travelContracts); again != base {
		t.Error("it does not stay the same")
	}
	if moved := digest(strings.Replace(travelContracts, "minimum: 1", "minimum: 0", 1)); moved == base {
		t.Error("it does not move with a bound")
	}
	if moved := digest(strings.Replace(travelContracts, "  notify:\n", "  notify:\n    effect: idempotent\n", 1)); moved != base {
		t.Error("it moves with the contract of another tool")
	}
	if exact := digest(strings.Replace(travelContracts, "minimum: 1", "minimum: 0.1000000000000000055511151231257827", 1)); exact == base {
		t.Error("it does not move with a bound that no float holds")
	}
}

// What is write-only is masked wherever it stands; what stands beside it is shown.
func TestMaskedArguments(t *testing.T) {
	m := (&scene{contracts: `contracts:
  send:
    irreversible: true
    accepts:
      type: object
      properties:
        to: {type: object, properties: {name: {type: string}, keys: {type: array, items: {type: object, properties: {id: {type: integer}, pin: {type: string, writeOnly: true}}}}}}
        all: {type: object, writeOnly: true, properties: {a: {type: string}}}
        none: {type: "null"}
`, deployment: "contracts: contracts.yaml\n", asks: yes, plan: `goal: g
steps:
- {id: s1, tool: send, arguments: {to: {name: Ada, keys: [{id: 1, pin: "0000"}, {pin: "1111", id: 2}]}, all: {a: b}, none: null}}
`}).run(t)
	var got []string
	for _, a := range m.requests[0].Arguments {
		got = append(got, a.Name+"="+string(a.Value))
	}
	const hidden = `"` + dryrun.Masked + `"`
	want := `to={"name":"Ada","keys":[{"id":1,"pin":` + hidden + `},{"pin":` + hidden + `,"id":2}]} all=` + hidden + ` none=null`
	if strings.Join(got, " ") != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if string(m.calls[0].Arguments) != `{"to":{"name":"Ada","keys":[{"id":1,"pin":"0000"},{"pin":"1111","id":2}]},"all":{"a":"b"},"none":null}` {
		t.Errorf("sent %s", m.calls[0].Arguments)
	}
}
