package compare

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A step under a new id is held against those that called its tool before.
func TestNewcomers(t *testing.T) {
	const (
		p       = "  - {id: p, tool: send, arguments: {to: bob, amount: 5}}\n"
		guarded = "  - {id: a, tool: ask}\n  - {id: v, tool: look, verifies: true, depends_on: [a]}\n  - {id: p, tool: send, arguments: {to: bob, amount: 5}, depends_on: [v]}\n"
		checked = "  - {id: v, tool: look, verifies: true, depends_on: [p]}\n"
	)
	send := func(id, rest string) string { return "  - {id: " + id + ", tool: send, " + rest + "}\n" }
	bob := func(id string) string { return send(id, "arguments: {to: bob, amount: 5}") }
	renamed := func(from, to string) string { return strings.ReplaceAll(guarded, from, to) }
	for name, c := range map[string]struct {
		old, new string
		want     []string
	}{
		"another name":                      {p, bob("q"), nil},
		"another name, in other words":      {p, send("q", "arguments: {amount: 5, via: post, to: bob}"), nil},
		"another name, and less":            {p, send("q", "arguments: {to: bob, amount: 4}"), nil},
		"another name, and more":            {p, send("q", "arguments: {to: mallory, amount: 500000}"), []string{"wider_argument q /amount p", "wider_argument q /to p"}},
		"another name, and a limit less":    {send("p", "arguments: {to: bob, opts: {only: x}}"), send("q", "arguments: {to: bob, opts: {}}"), []string{"wider_argument q /opts/only p"}},
		"another name, and a literal":       {"  - {id: a, tool: ask}\n" + send("p", "depends_on: [a], bind: {to: {step: a}}"), "  - {id: a, tool: ask}\n" + send("q", "arguments: {to: bob}"), []string{"wider_argument q /to p"}},
		"another name, and no arguments":    {p, "  - {id: q, tool: send}\n", []string{"wider_argument q /amount p", "wider_argument q /to p"}},
		"the id of another tool's step":     {p + "  - {id: a, tool: ask}\n", send("a", "arguments: {to: mallory}"), []string{"wider_argument a /amount p", "wider_argument a /to p"}},
		"where the id calls another tool":   {p + "  - {id: a, tool: ask}\n", "  - {id: p, tool: ask}\n" + bob("a"), nil},
		"beside":                            {p, p + send("q", "arguments: {to: mallory, amount: 500000}"), []string{"wider_argument q /amount p", "wider_argument q /to p"}},
		"beside, and less":                  {p, p + send("q", "arguments: {to: bob, amount: 4}"), []string{"new_call q  p"}},
		"beside, and the same":              {p, p + bob("q"), nil},
		"beside, and the default":           {p, p + send("q", "arguments: {to: bob, amount: 5, via: post}"), nil},
		"before, and the same":              {p, bob("q") + p, nil},
		"beside one that does less now":     {p, send("p", "arguments: {to: bob, amount: 4}") + bob("q"), []string{"new_call q  p"}},
		"two for one":                       {p, bob("q") + send("r", "arguments: {to: bob, amount: 4}"), []string{"new_call r  p"}},
		"two for one, the same":             {p, bob("q") + bob("r"), nil},
		"two more, the same":                {p, p + send("q", "arguments: {to: bob, amount: 4}") + send("r", "arguments: {to: bob, amount: 4}"), []string{"new_call q  p"}},
		"two for two":                       {p + send("o", "arguments: {to: ada, amount: 5}"), send("q", "arguments: {to: ada, amount: 5}") + bob("r"), nil},
		"two for two, less and the same":    {p + send("o", "arguments: {to: bob, amount: 9}"), send("q", "arguments: {to: bob, amount: 8}") + bob("r"), nil},
		"the nearest is named":              {send("o", "arguments: {to: ada, amount: 5}") + p, send("q", "arguments: {to: bob, amount: 6}"), []string{"wider_argument q /amount p"}},
		"a step that only reads":            {"  - {id: s, tool: search, arguments: {q: a}}\n", "  - {id: r, tool: search, arguments: {q: b}}\n  - {id: t, tool: search}\n", nil},
		"an idempotent one more":            {"  - {id: m, tool: mail, arguments: {text: a}}\n", "  - {id: m, tool: mail, arguments: {text: a}}\n  - {id: n, tool: mail, arguments: {text: b}}\n", []string{"wider_argument n /text m"}},
		"one that can't be undone":          {"  - {id: p, tool: pay, arguments: {to: bob}}\n", "  - {id: q, tool: pay, arguments: {to: mallory}}\n", []string{"new_irreversible q", "wider_argument q /to p"}},
		"one effect by its key alone":       {"  - {id: p, tool: tag, arguments: {id: x, text: a}}\n", "  - {id: q, tool: tag, arguments: {id: x, text: b}}\n  - {id: p, tool: tag, arguments: {id: x, text: a}}\n", []string{"wider_argument q /text p"}},
		"the same, and its key is given":    {"  - {id: p, tool: tag, arguments: {id: x}}\n", "  - {id: p, tool: tag, arguments: {id: x}}\n  - {id: q, tool: tag, arguments: {id: x}}\n", nil},
		"the same, and its key is unknown":  {"  - {id: p, tool: tag, arguments: {text: a}}\n", "  - {id: p, tool: tag, arguments: {text: a}}\n  - {id: q, tool: tag, arguments: {text: a}}\n", []string{"new_call q  p"}},
		"a tool without a contract":         {"  - {id: p, tool: nobodys}\n", "  - {id: p, tool: nobodys}\n  - {id: q, tool: nobodys}\n", []string{"new_irreversible q"}},
		"its taker goes with it":            {p + "  - {id: m, tool: mail, depends_on: [p], bind: {text: {step: p}}}\n", bob("q") + "  - {id: m, tool: mail, depends_on: [q], bind: {text: {step: q}}}\n", []string{"longer_taint m  q"}},
		"its verifier goes with it":         {p + "  - {id: v, tool: look, verifies: true, depends_on: [p], bind: {ref: {step: p}}}\n", bob("q") + "  - {id: v, tool: look, verifies: true, depends_on: [q], bind: {ref: {step: q}}}\n", []string{"longer_taint v  q"}},
		"behind its verifier":               {guarded, renamed("id: p", "id: q"), nil},
		"around its verifier":               {guarded, strings.Replace(renamed("id: p", "id: q"), "depends_on: [v]", "depends_on: [a]", 1), []string{"lost_verifier q  v"}},
		"the same, around the verifier":     {guarded, guarded + bob("q"), []string{"lost_verifier q  v"}},
		"beside, and behind the verifier":   {guarded, guarded + send("q", "arguments: {to: bob, amount: 4}, depends_on: [v]"), []string{"new_call q  p"}},
		"behind a verifier of its own":      {guarded, guarded + "  - {id: w, tool: look, verifies: true, depends_on: [a]}\n" + send("q", "arguments: {to: bob, amount: 5}, depends_on: [w]"), []string{"lost_verifier q  v"}},
		"where not all waited":              {guarded + bob("o"), guarded + bob("o") + bob("q"), nil},
		"one that stands in for a free one": {guarded + send("o", "arguments: {to: ada}"), guarded + send("q", "arguments: {to: ada}"), nil},
		"one that stands in for a bound one": {guarded + send("o", "arguments: {to: ada}"), renamed("id: p", "id: q") + send("o", "arguments: {to: ada}") + bob("r"),
			nil},
		"verified behind":       {p + checked, bob("q") + "  - {id: v, tool: look, verifies: true, depends_on: [q]}\n", nil},
		"not verified behind":   {"  - {id: a, tool: ask}\n" + p + "  - {id: v, tool: look, verifies: true, depends_on: [p, a]}\n", "  - {id: a, tool: ask}\n" + bob("q") + "  - {id: v, tool: look, verifies: true, depends_on: [a]}\n", []string{"lost_verifier q  v"}},
		"beside, not verified":  {p + checked, p + bob("q") + checked, []string{"lost_verifier q  v"}},
		"each behind its own":   {two("v", "w"), two("v", "w") + send("q", "arguments: {to: bob, amount: 5}, depends_on: [w]"), nil},
		"each, and it by none":  {two("v", "w"), two("v", "w") + bob("q"), []string{"lost_verifier q"}},
		"each, and it by a new": {two("v", "w"), two("v", "w") + "  - {id: x, tool: look, verifies: true, depends_on: [a]}\n" + send("q", "arguments: {to: bob, amount: 5}, depends_on: [x]"), []string{"lost_verifier q"}},
	} {
		t.Run(name, func(t *testing.T) {
			if c.want == nil {
				c.want = []string{}
			}
			if diff := cmp.Diff(c.want, told(of(t, plan(c.old), plan(c.new)).Escalations)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// two are two steps of a tool, each behind a verifier of its own.
func two(one, other string) string {
	return fmt.Sprintf("  - {id: a, tool: ask}\n  - {id: %s, tool: look, verifies: true, depends_on: [a]}\n  - {id: %s, tool: look, verifies: true, depends_on: [a]}\n"+
		"  - {id: p, tool: send, arguments: {to: bob, amount: 5}, depends_on: [%s]}\n  - {id: o, tool: send, arguments: {to: ada, amount: 5}, depends_on: [%s]}\n", one, other, one, other)
}

// What is said of a newcomer names the step that it is held against.
func TestNewcomerMessages(t *testing.T) {
	const old = "  - {id: p, tool: send, arguments: {to: bob, amount: 5}}\n"
	for name, c := range map[string]struct{ new, want string }{
		"more":  {"  - {id: q, tool: send, arguments: {to: mallory, amount: 5}}\n", `argument "to" of step "q" is "mallory", and was "bob" in step "p"`},
		"less":  {"  - {id: q, tool: send, arguments: {to: bob}}\n", `argument "amount" of step "q" is not given, and was 5 in step "p"`},
		"new":   {"  - {id: q, tool: send, arguments: {to: bob, amount: 5, ref: x}}\n", `argument "ref" of step "q" is "x", and was not given in step "p"`},
		"again": {old + "  - {id: q, tool: send, arguments: {to: bob, amount: 1}}\n", `step "q" calls "send" in addition to step "p"`},
		"for it": {"  - {id: n, tool: send, arguments: {to: bob, amount: 5}}\n  - {id: q, tool: send, arguments: {to: bob, amount: 1}}\n",
			`step "q" calls "send" in addition to step "n"`},
	} {
		t.Run(name, func(t *testing.T) {
			list := of(t, plan(old), plan(c.new)).Escalations
			if len(list) != 1 || list[0].Message != c.want || list[0].Step != "q" {
				t.Errorf("%+v, want %s", list, c.want)
			}
		})
	}
}

// Very many newcomers are held against very many old steps in bounded time, and none passes.
func TestManyNewcomers(t *testing.T) {
	steps := func(prefix, to string) string {
		var b strings.Builder
		for i := range 3000 {
			fmt.Fprintf(&b, "  - {id: %s%d, tool: send, arguments: {to: %s%d, amount: %d}}\n", prefix, i, to, i, i)
		}
		return b.String()
	}
	if list := of(t, plan(steps("p", "bob")), plan(steps("q", "bob"))).Escalations; len(list) != 0 {
		t.Errorf("the same steps under other ids: %d escalations", len(list))
	}
	wider := map[string]bool{}
	for _, e := range of(t, plan(steps("p", "bob")), plan(steps("q", "mallory"))).Escalations {
		if e.Kind == WiderArgument {
			wider[e.Step] = true
		}
	}
	if len(wider) != 3000 {
		t.Errorf("%d steps are told", len(wider))
	}
}
