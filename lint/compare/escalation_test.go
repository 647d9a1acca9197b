package compare

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// told are the escalations, one a line: kind, step, place, names.
func told(list []Escalation) []string {
	out := []string{}
	for _, e := range list {
		out = append(out, strings.TrimSpace(strings.Join(append([]string{e.Kind, e.Step, string(e.At)}, e.Names...), " ")))
	}
	return out
}

func TestEscalations(t *testing.T) {
	pay := func(arguments string) string { return plan("  - {id: p, tool: pay, arguments: {" + arguments + "}}\n") }
	bound := func(bind string) string {
		return plan("  - {id: s, tool: search}\n  - {id: s2, tool: search}\n  - {id: a, tool: ask}\n  - {id: p, tool: pay, depends_on: [s, s2, a], bind: {" + bind + "}}\n")
	}
	for name, c := range map[string]struct {
		old, new string
		want     []string
	}{
		"nothing":   {pay("to: ada"), pay("to: ada"), nil},
		"a comment": {pay("to: ada"), "# c\n" + pay("to: ada"), nil},

		"a new tool, told once, at the first step": {plan("  - {id: a, tool: ask}\n"),
			plan("  - {id: a, tool: ask}\n  - {id: b, tool: search}\n  - {id: c, tool: search}\n"), []string{"new_tool b"}},
		"a new irreversible step of a known tool": {pay("to: ada"),
			plan("  - {id: p, tool: pay, arguments: {to: ada}}\n  - {id: q, tool: pay, arguments: {to: ada}}\n"), []string{"new_irreversible q"}},
		"another name is another step": {plan("  - {id: p, tool: pay}\n"), plan("  - {id: q, tool: pay}\n"), []string{"new_irreversible q"}},
		"an irreversible tool under an old id": {plan("  - {id: a, tool: ask}\n  - {id: p, tool: pay}\n"),
			plan("  - {id: a, tool: pay}\n  - {id: p, tool: pay}\n"), []string{"new_irreversible a"}},
		"a step that is gone": {plan("  - {id: a, tool: ask}\n  - {id: p, tool: pay}\n"), plan("  - {id: a, tool: ask}\n"), nil},
		"a tool without a contract": {plan("  - {id: a, tool: ask}\n"), plan("  - {id: a, tool: ask}\n  - {id: x, tool: nobodys}\n"),
			[]string{"new_tool x", "new_irreversible x"}},

		"a changed text":                         {pay("to: ada"), pay("to: bob"), []string{"wider_argument p /to"}},
		"a new argument":                         {pay("to: ada"), pay("to: ada, copies: 1"), []string{"wider_argument p /copies"}},
		"an argument that is not given any more": {pay("to: ada, copies: 1"), pay("to: ada"), []string{"wider_argument p /copies"}},
		"no arguments at all":                    {pay("copies: 1"), plan("  - {id: p, tool: pay}\n"), []string{"wider_argument p /copies"}},
		"more":                                   {pay("copies: 9"), pay("copies: 10"), []string{"wider_argument p /copies"}},
		"less":                                   {pay("copies: 10"), pay("copies: 9"), nil},
		"written otherwise":                      {pay("copies: 10"), pay("copies: 1e1"), nil},
		"across zero":                            {pay("copies: 10"), pay("copies: -1"), []string{"wider_argument p /copies"}},
		"further below zero":                     {pay("copies: -1"), pay("copies: -2"), []string{"wider_argument p /copies"}},
		"zero":                                   {pay("copies: -1"), pay("copies: 0"), nil},
		"a smaller identifier":                   {pay("account_id: 10"), pay("account_id: 9"), []string{"wider_argument p /account_id"}},
		"a smaller identifier inside":            {pay("with: {userId: 10}"), pay("with: {userId: 9}"), []string{"wider_argument p /with/userId"}},
		"a smaller quantity inside":              {pay("with: {limits: [10, 5]}"), pay("with: {limits: [9, 5]}"), nil},
		"a smaller amount, as a text":            {pay(`amount: "100.50"`), pay(`amount: "100.5"`), nil},
		"a larger amount, as a text":             {pay(`amount: "99.50"`), pay(`amount: "100.5"`), []string{"wider_argument p /amount"}},
		"an amount that is none":                 {pay(`amount: "99"`), pay(`amount: "9x"`), []string{"wider_argument p /amount"}},
		"a text of digits":                       {pay(`to: "99"`), pay(`to: "98"`), []string{"wider_argument p /to"}},
		"a shorter list":                         {pay("tags: [a, b, a]"), pay("tags: [a, a]"), nil},
		"an element more often":                  {pay("tags: [a, b, c]"), pay("tags: [a, a]"), []string{"wider_argument p /tags"}},
		"a longer list":                          {pay("tags: [a]"), pay("tags: [a, b]"), []string{"wider_argument p /tags"}},
		"another element":                        {pay("tags: [a]"), pay("tags: [b]"), []string{"wider_argument p /tags/0"}},
		"a limit inside that is not given":       {pay("with: {a: x, only: y}"), pay("with: {a: x}"), []string{"wider_argument p /with/only"}},
		"the last limit inside":                  {pay("with: {only: y}"), pay("with: {}"), []string{"wider_argument p /with/only"}},
		"a limit inside a list":                  {pay("tags: [{only: y}]"), pay("tags: [{}]"), []string{"wider_argument p /tags/0/only"}},
		"a list with nothing in it":              {pay("tags: [a, b]"), pay("tags: []"), []string{"wider_argument p /tags"}},
		"a larger map":                           {pay("with: {a: x}"), pay("with: {a: x, b: y}"), []string{"wider_argument p /with/b"}},
		"another kind":                           {pay("tags: [1]"), pay(`tags: ["1"]`), []string{"wider_argument p /tags/0"}},
		"true":                                   {pay("with: {force: false}"), pay("with: {force: true}"), []string{"wider_argument p /with/force"}},
		"the default":                            {pay("to: ada"), pay("to: ada, meal: standard"), nil},
		"the default left out":                   {pay("to: ada, meal: standard"), pay("to: ada"), nil},
		"less than the default":                  {pay("to: ada"), pay("to: ada, seats: 3"), nil},
		"more than the default":                  {pay("to: ada"), pay("to: ada, seats: 5"), []string{"wider_argument p /seats"}},
		"the default is more":                    {pay("to: ada, seats: 3"), pay("to: ada"), []string{"wider_argument p /seats"}},
		"the default is less":                    {pay("to: ada, seats: 5"), pay("to: ada"), nil},
		"a step that only reads, for one that acts": {
			plan("  - {id: s, tool: search, arguments: {q: a}}\n  - {id: p, tool: pay, depends_on: [s], bind: {to: {step: s, pointer: /x}}}\n"),
			plan("  - {id: s, tool: search, arguments: {q: b}}\n  - {id: p, tool: pay, depends_on: [s], bind: {to: {step: s, pointer: /x}}}\n"),
			[]string{"wider_argument s /q"}},
		"steps that only read, one for another, for one that acts": {
			plan("  - {id: s, tool: search, arguments: {q: a}}\n  - {id: l, tool: look, depends_on: [s], bind: {ref: {step: s}}}\n  - {id: p, tool: pay, depends_on: [l], bind: {to: {step: l}}}\n"),
			plan("  - {id: s, tool: search, arguments: {q: b}}\n  - {id: l, tool: look, depends_on: [s], bind: {ref: {step: s}}}\n  - {id: p, tool: pay, depends_on: [l], bind: {to: {step: l}}}\n"),
			[]string{"wider_argument s /q"}},
		"a step that only reads": {plan("  - {id: s, tool: search, arguments: {q: a, max: 1}}\n"),
			plan("  - {id: s, tool: search, arguments: {q: b, max: 2}}\n"), nil},
		"an idempotent step": {plan("  - {id: m, tool: mail, arguments: {text: a}}\n"),
			plan("  - {id: m, tool: mail, arguments: {text: b}}\n"), []string{"wider_argument m /text"}},

		"the same bind, written otherwise": {bound("to: {step: s, pointer: /x}"), bound("/to: {step: s, pointer: /x}"), nil},
		"another pointer":                  {bound("to: {step: s, pointer: /x}"), bound("to: {step: s, pointer: /y}"), []string{"wider_argument p /to"}},
		"another untrusted step":           {bound("to: {step: s}"), bound("to: {step: s2}"), []string{"wider_argument p /to", "longer_taint p  s2"}},
		"a trusted step instead":           {bound("to: {step: s}"), bound("to: {step: a}"), []string{"wider_argument p /to"}},
		"an untrusted step instead":        {bound("to: {step: a}"), bound("to: {step: s}"), []string{"wider_argument p /to", "longer_taint p  s"}},
		"the input instead":                {bound("to: {step: a}"), bound("to: {input: /x}"), []string{"wider_argument p /to", "longer_taint p"}},
		"a bind more":                      {bound("to: {step: a}"), bound("to: {step: a}, meal: {step: a}"), []string{"wider_argument p /meal"}},
		"a bind less":                      {bound("to: {step: a}, copies: {step: a}"), bound("to: {step: a}"), []string{"wider_argument p /copies"}},
		"a literal bound": {plan("  - {id: a, tool: ask}\n  - {id: p, tool: pay, depends_on: [a], arguments: {to: ada}}\n"),
			plan("  - {id: a, tool: ask}\n  - {id: p, tool: pay, depends_on: [a], bind: {to: {step: a}}}\n"), []string{"wider_argument p /to"}},
		"a bind made literal": {plan("  - {id: a, tool: ask}\n  - {id: p, tool: pay, depends_on: [a], bind: {to: {step: a}}}\n"),
			plan("  - {id: a, tool: ask}\n  - {id: p, tool: pay, depends_on: [a], arguments: {to: ada}}\n"), []string{"wider_argument p /to"}},
		"a bind inside that is left out": {plan("  - {id: a, tool: ask}\n  - {id: p, tool: pay, depends_on: [a], arguments: {with: {y: 2}}, bind: {/with/x: {step: a}}}\n"),
			plan("  - {id: a, tool: ask}\n  - {id: p, tool: pay, depends_on: [a], arguments: {with: {y: 2}}}\n"), []string{"wider_argument p /with/x"}},
		"a bind to a step that calls another tool": {plan("  - {id: a, tool: ask}\n  - {id: l, tool: look}\n  - {id: p, tool: pay, depends_on: [a, l], bind: {to: {step: a}}}\n"),
			plan("  - {id: a, tool: look}\n  - {id: l, tool: look}\n  - {id: p, tool: pay, depends_on: [a, l], bind: {to: {step: a}}}\n"), []string{"wider_argument p /to"}},
		"a literal inside bound": {plan("  - {id: a, tool: ask}\n  - {id: p, tool: pay, depends_on: [a], arguments: {with: {x: 1, y: 2}}}\n"),
			plan("  - {id: a, tool: ask}\n  - {id: p, tool: pay, depends_on: [a], arguments: {with: {y: 2}}, bind: {/with/x: {step: a}}}\n"), []string{"wider_argument p /with/x"}},

		"taint through a step that is trusted itself": {
			plan("  - {id: s, tool: search}\n  - {id: a, tool: ask}\n  - {id: m, tool: mail, depends_on: [a], bind: {text: {step: a}}}\n"),
			plan("  - {id: s, tool: search}\n  - {id: a, tool: ask, depends_on: [s], bind: {q: {step: s}}}\n  - {id: m, tool: mail, depends_on: [a], bind: {text: {step: a}}}\n"),
			[]string{"wider_argument a /q", "longer_taint a  s", "longer_taint m  s"}},
		"the same taint by another way": {
			plan("  - {id: s, tool: search}\n  - {id: a, tool: ask, depends_on: [s], bind: {q: {step: s}}}\n  - {id: b, tool: look, depends_on: [a], bind: {ref: {step: a}}}\n"),
			plan("  - {id: s, tool: search}\n  - {id: a, tool: ask, depends_on: [s], bind: {q: {step: s}}}\n  - {id: b, tool: look, depends_on: [a, s], bind: {ref: {step: s}}}\n"), nil},
		"a new step takes from an old outcome": {
			plan("  - {id: s, tool: search}\n  - {id: a, tool: ask}\n"),
			plan("  - {id: s, tool: search}\n  - {id: a, tool: ask}\n  - {id: b, tool: ask, depends_on: [s], bind: {q: {step: s}}}\n"), []string{"longer_taint b  s"}},
		"an old bind of an id that calls another tool": {
			plan("  - {id: s, tool: search}\n  - {id: m, tool: mail}\n  - {id: b, tool: ask, depends_on: [s], bind: {q: {step: s}}}\n"),
			plan("  - {id: s, tool: mail}\n  - {id: m, tool: mail}\n  - {id: b, tool: ask, depends_on: [s], bind: {q: {step: s}}}\n"), []string{"longer_taint b  s"}},

		"a verifier that is gone": {plan("  - {id: p, tool: pay}\n  - {id: v, tool: look, verifies: true, depends_on: [p]}\n"), plan("  - {id: p, tool: pay}\n"), []string{"lost_verifier v"}},
		"a verifier that does not verify": {plan("  - {id: p, tool: pay}\n  - {id: v, tool: look, verifies: true, depends_on: [p]}\n"),
			plan("  - {id: p, tool: pay}\n  - {id: v, tool: look, depends_on: [p]}\n"), []string{"lost_verifier v"}},
		"a verifier that calls another tool": {plan("  - {id: a, tool: ask}\n  - {id: v, tool: look, verifies: true, depends_on: [a]}\n"),
			plan("  - {id: a, tool: ask}\n  - {id: v, tool: ask, verifies: true, depends_on: [a]}\n"), []string{"lost_verifier v"}},
		"a verifier that waits for less": {plan("  - {id: a, tool: ask}\n  - {id: p, tool: pay}\n  - {id: v, tool: look, verifies: true, depends_on: [p, a]}\n"),
			plan("  - {id: a, tool: ask}\n  - {id: p, tool: pay}\n  - {id: v, tool: look, verifies: true, depends_on: [a]}\n"), []string{"lost_verifier p  v"}},
		"a verifier that waits by way of another": {plan("  - {id: a, tool: ask}\n  - {id: p, tool: pay, depends_on: [a]}\n  - {id: v, tool: look, verifies: true, depends_on: [p, a]}\n"),
			plan("  - {id: a, tool: ask}\n  - {id: p, tool: pay, depends_on: [a]}\n  - {id: v, tool: look, verifies: true, depends_on: [p]}\n"), nil},
		"a step that goes around the verifier": {plan("  - {id: a, tool: ask}\n  - {id: v, tool: look, verifies: true, depends_on: [a]}\n  - {id: p, tool: pay, depends_on: [v]}\n"),
			plan("  - {id: a, tool: ask}\n  - {id: v, tool: look, verifies: true, depends_on: [a]}\n  - {id: p, tool: pay, depends_on: [a]}\n"), []string{"lost_verifier p  v"}},
		"a verifier that is given something else": {plan("  - {id: a, tool: ask}\n  - {id: v, tool: look, verifies: true, depends_on: [a], arguments: {ref: x}}\n"),
			plan("  - {id: a, tool: ask}\n  - {id: v, tool: look, verifies: true, depends_on: [a], arguments: {ref: NOTHING}}\n"), []string{"lost_verifier v /ref"}},
		"a verifier that looks for less": {plan("  - {id: a, tool: ask}\n  - {id: v, tool: search, verifies: true, depends_on: [a], arguments: {q: x, max: 9}}\n"),
			plan("  - {id: a, tool: ask}\n  - {id: v, tool: search, verifies: true, depends_on: [a], arguments: {max: 1}}\n"), []string{"lost_verifier v /max", "lost_verifier v /q"}},
		"a verifier of another outcome": {plan("  - {id: a, tool: ask}\n  - {id: b, tool: ask}\n  - {id: v, tool: look, verifies: true, depends_on: [a, b], bind: {ref: {step: a}}}\n"),
			plan("  - {id: a, tool: ask}\n  - {id: b, tool: ask}\n  - {id: v, tool: look, verifies: true, depends_on: [a, b], bind: {ref: {step: b}}}\n"), []string{"lost_verifier v /ref"}},
		"a verifier of what calls another tool": {plan("  - {id: a, tool: ask}\n  - {id: l, tool: look}\n  - {id: v, tool: look, verifies: true, depends_on: [a, l], bind: {ref: {step: a}}}\n"),
			plan("  - {id: a, tool: look}\n  - {id: l, tool: look}\n  - {id: v, tool: look, verifies: true, depends_on: [a, l], bind: {ref: {step: a}}}\n"), []string{"lost_verifier v /ref"}},
		"a verifier of an input that may be more": {"inputs: {properties: {x: {maximum: 5}}}\n" + plan("  - {id: a, tool: ask}\n  - {id: v, tool: look, verifies: true, depends_on: [a], bind: {ref: {input: /x}}}\n"),
			"inputs: {properties: {x: {maximum: 6}}}\n" + plan("  - {id: a, tool: ask}\n  - {id: v, tool: look, verifies: true, depends_on: [a], bind: {ref: {input: /x}}}\n"), []string{"lost_verifier v /ref"}},
		"a verifier that is given the same": {plan("  - {id: a, tool: ask}\n  - {id: v, tool: send, verifies: true, depends_on: [a], arguments: {amount: 10}}\n"),
			plan("  - {id: a, tool: ask}\n  - {id: v, tool: send, verifies: true, depends_on: [a], arguments: {via: post, amount: 1e1}}\n"), nil},
		"a verifier that is given what it could only get": {plan("  - {id: r, tool: rate}\n  - {id: v, tool: look, verifies: true, depends_on: [r], bind: {ref: {step: r, pointer: /one}}}\n"),
			plan("  - {id: r, tool: rate}\n  - {id: v, tool: look, verifies: true, depends_on: [r], arguments: {ref: GBP}}\n"), nil},
		"a panel that is given something else": {plan("  - {id: a, tool: ask}\n  - {id: q, tool: look, depends_on: [a], arguments: {ref: x}, quorum: {need: 1, lenses: [x]}}\n"),
			plan("  - {id: a, tool: ask}\n  - {id: q, tool: look, depends_on: [a], arguments: {ref: y}, quorum: {need: 1, lenses: [x]}}\n"), []string{"lost_verifier q /ref"}},
		"a panel that needs fewer": {plan("  - {id: a, tool: ask}\n  - {id: q, tool: look, depends_on: [a], quorum: {need: 3, lenses: [x, y, z]}}\n"),
			plan("  - {id: a, tool: ask}\n  - {id: q, tool: look, depends_on: [a], quorum: {need: 2, lenses: [x, y]}}\n"), []string{"lost_verifier q", `lost_verifier q  "z"`}},
		"a panel that is gone": {plan("  - {id: a, tool: ask}\n  - {id: q, tool: look, depends_on: [a], quorum: {need: 1, lenses: [x]}}\n"),
			plan("  - {id: a, tool: ask}\n  - {id: q, tool: look, depends_on: [a]}\n"), []string{"lost_verifier q"}},
		"a panel that needs more": {plan("  - {id: a, tool: ask}\n  - {id: q, tool: look, depends_on: [a], quorum: {need: 1, lenses: [x]}}\n"),
			plan("  - {id: a, tool: ask}\n  - {id: q, tool: look, depends_on: [a], verifies: true, quorum: {need: 2, lenses: [x, y]}}\n"), nil},
	} {
		t.Run(name, func(t *testing.T) {
			if c.want == nil {
				c.want = []string{}
			}
			got := of(t, c.old, c.new)
			if diff := cmp.Diff(c.want, told(got.Escalations)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for _, e := range got.Escalations {
				if e.Message == "" || Hint(e.Kind) == "" {
					t.Errorf("%s has no words", e.Kind)
				}
			}
		})
	}
}

// What nobody has to clear any more is an escalation, and what somebody has to clear now is none.
func TestLostApproval(t *testing.T) {
	const text = `
contracts:
  pay: {accepts: {type: object, properties: {amount: {type: string}, currency: {type: string, default: GBP}}}, irreversible: true}
agents:
  careful: {tools: [pay, mail], approval_required_tools: [mail]}
  bold: {tools: [pay, mail]}
  idle: {tools: [pay]}
delegations:
  - {agent: careful, plans: [careful/**]}
  - {agent: bold, plans: [bold/**]}
  - {agent: idle, plans: [idle/**]}
autonomy:
  classes: {pay: {name: payment.out, irreversible: true, amount_field: amount, currency_field: currency}}
  grants: [{id: g1, tenant: default, action_class: payment.out, level: act_within_limits, granted_by: ops,
    issued_at: 2026-01-01T00:00:00Z, expires_at: 2026-02-01T00:00:00Z, ceiling: {amount: "500", currency: GBP, window: 1h}}]
`
	const mail = "  mail: {accepts: {type: object, properties: {text: {type: string}}}, effect: effectful}\n"
	all := strings.Replace(text, "agents:", mail+"agents:", 1)
	for name, c := range map[string]struct {
		oldPath, newPath, old, new string
		want                       []string
	}{
		"an amount that a grant covers": {"bold/p.yaml", "bold/p.yaml", `{id: p, tool: pay, arguments: {amount: "501"}}`, `{id: p, tool: pay, arguments: {amount: "500"}}`, []string{"lost_approval p"}},
		"an amount that none covers":    {"bold/p.yaml", "bold/p.yaml", `{id: p, tool: pay, arguments: {amount: "500"}}`, `{id: p, tool: pay, arguments: {amount: "501"}}`, []string{"wider_argument p /amount"}},
		"such an amount, renamed":       {"bold/p.yaml", "bold/p.yaml", `{id: p, tool: pay, arguments: {amount: "501"}}`, `{id: q, tool: pay, arguments: {amount: "500"}}`, []string{"new_irreversible q", "lost_approval q"}},
		"an agent that does not ask":    {"careful/p.yaml", "bold/p.yaml", `{id: m, tool: mail}`, `{id: m, tool: mail}`, []string{"lost_approval m"}},
		"an agent that asks":            {"bold/p.yaml", "careful/p.yaml", `{id: m, tool: mail}`, `{id: m, tool: mail}`, []string{}},
		"an agent that may":             {"idle/p.yaml", "bold/p.yaml", `{id: m, tool: mail}`, `{id: m, tool: mail}`, []string{"lost_approval m"}},
	} {
		t.Run(name, func(t *testing.T) {
			d, before := deploy(t, all, c.oldPath)
			_, after := deploy(t, all, c.newPath)
			got := Plans(Subject{read(t, plan("  - "+c.old+"\n")), before}, Subject{read(t, plan("  - "+c.new+"\n")), after}, Options{Deployment: d, Now: now})
			if diff := cmp.Diff(c.want, told(got.Escalations)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if c.oldPath != c.newPath && (len(got.Steps) != 1 || !got.Scope.Differs()) {
				t.Errorf("the step means something else now, and only %d steps and the scope %+v are told", len(got.Steps), got.Scope)
			}
		})
	}
}
