package dryrun_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/planlint/planlint/dryrun"
)

// keys are the keys of the steps of a plan under a contract list, in the order of execution.
func keys(t *testing.T, contracts, plan string) []string {
	t.Helper()
	m := (&scene{contracts: contracts, plan: plan, asks: yes}).run(t)
	if m.Status != dryrun.RunSucceeded {
		t.Fatalf("%s: %v", m.Status, m.Stop)
	}
	var list []string
	for i, s := range m.Steps {
		list = append(list, s.Key)
		if !s.Replayed {
			if c := m.calls[0]; c.Key != s.Key || c.StepID != s.StepID || c.RunID != "run_1" || c.Tenant != "acme" || c.Attempt != 1 {
				t.Errorf("call %d: %+v, want key %s", i, c, s.Key)
			}
			m.calls = m.calls[1:]
		}
	}
	return list
}

func TestKeyVectors(t *testing.T) {
	got := keys(t, "", `goal: g
steps:
- {id: a, tool: notify, arguments: {text: hi}}
- {id: b, tool: book_flight, arguments: {flight: BA117, seats: 1}}
- {id: c, tool: book_flight, arguments: {seats: 2, flight: BA117}}
`)
	const notify, book = "9e1006a3a4d24a36ba632a5090028d3d536302330dec0e96a33c1b561efa9fb3", "7c22ef2cfa7dea6f86fa359866e5ee20179ab81dfde24f74ff0f2404114ce34a"
	if got[0] != notify || got[1] != book || got[2] != book {
		t.Errorf("keys %v", got)
	}
}

// any takes everything, so that keys can be compared.
const anyContracts = `contracts:
  notify:
    accepts: {type: object, properties: {text: {}, "cafe\u0301": {}, "caf\u00e9": {}, zone: {type: string, default: utc}}}
  search_flights: {accepts: {type: object}}
  book_flight: {accepts: {type: object}}
  refund: {key_arguments: [id, kind], accepts: {type: object, properties: {id: {}, kind: {}, note: {}}}}
`

func TestKeyEquality(t *testing.T) {
	for _, test := range []struct {
		name, tool, a, b string
		same             bool
	}{
		{"number and text", "notify", `1.0`, `"1.0"`, false},
		{"integers beyond a float", "notify", `9007199254740993`, `9007199254740992`, false},
		{"spellings of a number", "notify", `1e2`, `100.0`, true},
		{"NFC and NFD", "notify", `"caf\u00e9"`, `"cafe\u0301"`, true},
		{"NFC and NFD below", "notify", `{"caf\u00e9": [1, "\u00e9"]}`, `{"cafe\u0301": [1, "e\u0301"]}`, true},
		{"order of members", "notify", `{a: 1, b: {c: 2, d: 3}}`, `{b: {d: 3, c: 2}, a: 1}`, true},
		{"order of elements", "notify", `[1, 2]`, `[2, 1]`, false},
		{"null and nothing", "notify", `null`, `{}`, false},
		{"true and its name", "notify", `true`, `"true"`, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := keys(t, anyContracts, fmt.Sprintf("goal: g\nsteps:\n- {id: a, tool: %s, arguments: {text: %s}}\n- {id: b, tool: %[1]s, arguments: {text: %[3]s}}\n", test.tool, test.a, test.b))
			if (got[0] == got[1]) != test.same || len(got[0]) != 64 {
				t.Errorf("%s\n%s", got[0], got[1])
			}
		})
	}
	for _, test := range []struct {
		name, a, b string
		want       string // "same", "other", or "none" where there is no key
	}{
		{"what is not named", `{id: 1, kind: x, note: first}`, `{id: 1, kind: x, note: second}`, "same"},
		{"what is named", `{id: 1, kind: x}`, `{id: 1, kind: y}`, "other"},
		{"a named one is missing", `{id: 1}`, `{id: 1}`, "none"},
		{"all are missing", `{}`, `{note: x}`, "none"},
		{"null is given", `{id: 1, kind: null}`, `{kind: null, id: 1, note: y}`, "same"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := (&scene{contracts: anyContracts, plan: fmt.Sprintf("goal: g\nsteps:\n- {id: a, tool: refund, arguments: %s}\n- {id: b, tool: refund, arguments: %s}\n", test.a, test.b)}).run(t)
			a, b := m.step(t, "a"), m.step(t, "b")
			got := "other"
			switch {
			case a.Key == "" && b.Key == "":
				got = "none"
			case a.Key == b.Key:
				got = "same"
			}
			if got != test.want || b.Replayed != (got == "same") || m.Status != dryrun.RunSucceeded {
				t.Errorf("%s: %+v %+v", got, a, b)
			}
			m.recorded(t)
		})
	}
}

// Two names that are one in canonical form can't be told apart, so nothing is made of them.
func TestNamesThatCollide(t *testing.T) {
	s := &scene{contracts: anyContracts, plan: `goal: g
steps:
- {id: a, tool: notify, bind: {text: {input: ""}}}
`, input: "{\"caf\\u00e9\": 1, \"cafe\\u0301\": 2}"}
	m := s.run(t)
	if got := m.stopped(); got != "refused arguments a" {
		t.Errorf("%s: %v", got, m.Stop)
	}
	m.nothing(t)
}

// What the contract gives by default is part of what is keyed, digested, shown and sent.
func TestDefaultsArePartOfArguments(t *testing.T) {
	plan := `goal: g
steps:
- {id: s1, tool: refund, arguments: {account: a, amount: "1"%s}}
- {id: s2, tool: book_flight, arguments: {flight: X, seats: 1}}
`
	deployment := strings.Replace(travel, "agents: {courier: {", "agents: {courier: {approval_required_tools: [refund], ", 1)
	var digests, keys []string
	for _, rest := range []string{"", ", currency: GBP", ", currency: EUR"} {
		m := (&scene{deployment: deployment, plan: fmt.Sprintf(plan, rest), asks: yes}).run(t)
		r := m.requests[0]
		digests, keys = append(digests, r.Parts.Arguments), append(keys, m.Steps[0].Key)
		var shown []string
		for _, a := range r.Arguments {
			shown = append(shown, a.Name+"="+string(a.Value)+" from "+a.From)
		}
		want := `account="a" from the plan, amount="1" from the plan, currency="GBP" from the contract's default`
		if rest != "" {
			want = fmt.Sprintf(`account="a" from the plan, amount="1" from the plan, currency="%s" from the plan`, rest[len(rest)-3:])
		}
		if got := strings.Join(shown, ", "); got != want {
			t.Errorf("shown %s\nwant %s", got, want)
		}
		input := `{"account":"a","amount":"1","currency":"GBP"}`
		if strings.HasSuffix(rest, "EUR") {
			input = strings.Replace(input, "GBP", "EUR", 1)
		}
		if got := string(m.calls[0].Arguments); got != input {
			t.Errorf("sent %s, want %s", got, input)
		}
	}
	if digests[0] != digests[1] || digests[1] == digests[2] || keys[0] != keys[1] || keys[1] == keys[2] {
		t.Errorf("digests %v, keys %v", digests, keys)
	}
}
