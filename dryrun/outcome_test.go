package dryrun_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/store"
)

func TestAnswersOfTools(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"JSON", `{"ref": "B1", "n": [1, 2.50]}`, `{"ref":"B1","n":[1,2.50]}`},
		{"JSON on lines", "[\n1\n]\n", `[1]`},
		{"a number", "9007199254740993", `9007199254740993`},
		{"null", "null\n", `null`},
		{"text", "BA117", `"BA117"`},
		{"two values", "1 2", `"1 2"`},
		{"JSON lines", "{}\n{}", `"{}\n{}"`},
		{"duplicate keys", `{"a": 1, "a": 2}`, `"{\"a\": 1, \"a\": 2}"`},
		{"YAML", "a: 1", `"a: 1"`},
		{"markup", "<a href='x'>&</a>", `"<a href='x'>&</a>"`},
		{"nothing", "", `""`},
		{"a line separator", "a\u2028b", "\"a\u2028b\""},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := (&scene{plan: notes("a"), does: map[string]behaviour{"a": answers(test.text)}}).run(t)
			if got := string(m.Steps[0].Outcome); got != test.want || m.Status != dryrun.RunSucceeded {
				t.Errorf("%s, want %s: %v", got, test.want, m.Stop)
			}
			m.recorded(t)
			c, _, err := m.store.Claim(context.Background(), store.RunID{Tenant: "acme", ID: "run_1"}, m.Steps[0].Key)
			if err != nil || string(c.Outcome) != test.want {
				t.Errorf("the claim has %s: %v", c.Outcome, err)
			}
		})
	}
}

// An answer that can't be used comes from an effect that landed: it failed, and is never repeated.
func TestUnusableAnswers(t *testing.T) {
	contracts := strings.Replace(travelContracts, "  notify:\n", "  notify:\n    returns: {type: object, required: [sent], properties: {sent: {type: integer}}}\n", 1)
	plan := `goal: g
steps:
- {id: s1, tool: notify, arguments: {text: hi}}
- {id: s2, tool: notify, arguments: {text: hi}}
`
	for _, test := range []struct {
		name    string
		does    behaviour
		message string
	}{
		{"no UTF-8", answers("\xff\xfe"), `step "s1" happened, but is not done: its answer is not UTF-8`},
		{"not what it returns", answers(`{"sent": "1"}`), `step "s1" happened, but is not done: its answer is not what the contract says it returns: `},
		{"a text", answers(`sent`), `step "s1" happened, but is not done: its answer is not what the contract says it returns: `},
		{"undeclared", answers(`{"sent": 1, "more": 2}`), `step "s1" happened, but is not done: its answer is not what the contract says it returns: `},
		{"too long", fails(dryrun.TooLong, 0), `step "s1" happened, but is not done: it failed`},
		{"unreadable", fails(dryrun.Unreadable, 0), `step "s1" happened, but is not done: it failed`},
	} {
		for _, jobs := range []int{1, 4} {
			t.Run(fmt.Sprint(test.name, ", jobs ", jobs), func(t *testing.T) {
				m := (&scene{contracts: contracts, plan: plan, does: map[string]behaviour{"s1": test.does}, options: func(o *dryrun.Options) { o.Jobs = jobs }}).run(t)
				if got := m.stopped(); got != "tool-failed unusable_answer s1" || m.steps() != "s1 failed, s2 pending" || m.called() != "s1" {
					t.Errorf("%s, %s, called %s", got, m.steps(), m.called())
				}
				if !strings.HasPrefix(m.Stop.Message, test.message) {
					t.Error(m.Stop.Message)
				}
				if got := m.claim(t, "s1"); got != "in flight" {
					t.Errorf("the claim is %s", got)
				}
				m.recorded(t)
			})
		}
	}
}

// An answer is kept whole or not at all, and what it costs on the record is what it has.
func TestLongAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes memory")
	}
	for _, test := range []struct {
		name string
		size int
		want string
	}{
		{"markup", 11 << 20, ""},
		{"more than the record takes", store.MaxRecord, "tool-failed unusable_answer a"},
	} {
		text := []byte(strings.Repeat("<", test.size))
		m := (&scene{plan: notes("a"), does: map[string]behaviour{"a": func(context.Context, *dryrun.Call) (dryrun.Output, error) { return dryrun.Output{Text: text}, nil }}}).run(t)
		if got := m.stopped(); got != test.want {
			t.Errorf("%s: %q: %v", test.name, got, m.Stop)
		}
	}
}

// What a failure means, by what the contract says of the tool.
func TestDispositions(t *testing.T) {
	type row struct {
		failure dryrun.Failure
		code    int
		effect  string // "" = unstated
		want    string // the step's status, what came of it, why the run stopped, its status, the claim, the draw
	}
	const (
		nothing   = "failed did_not_happen tool-failed tool_failed failed free released"
		refused   = "failed did_not_happen tool-failed tool_refused failed free released"
		replan    = "failed did_not_happen exhausted exhausted exhausted free released"
		abandoned = "failed abandoned tool-failed tool_failed failed free released"
		doubtful  = "in_doubt in_doubt unknown in_doubt in_doubt in flight held"
		landed    = "failed landed tool-failed unusable_answer failed in flight spent"
		cut       = "failed abandoned interruption interrupted interrupted free released"
	)
	var table []row
	for _, r := range []struct {
		failure                                   dryrun.Failure
		code                                      int
		unstated, readOnly, idempotent, effectful string
	}{
		{dryrun.NotStarted, 0, nothing, nothing, nothing, nothing},
		{dryrun.Exited, 1, abandoned, abandoned, abandoned, doubtful},
		{dryrun.Exited, 64, refused, refused, refused, refused},
		{dryrun.Exited, 65, refused, refused, refused, refused},
		{dryrun.Exited, 75, replan, replan, replan, replan},
		{dryrun.TimedOut, 0, doubtful, abandoned, abandoned, doubtful},
		{dryrun.TimedOut, 64, doubtful, abandoned, abandoned, doubtful}, // a code counts only where the tool exited
		{dryrun.Signalled, 0, doubtful, abandoned, abandoned, doubtful},
		{dryrun.Interrupted, 0, doubtful, cut, cut, doubtful},
		{dryrun.TooLong, 0, landed, landed, landed, landed},
		{dryrun.Unreadable, 0, landed, landed, landed, landed},
	} {
		table = append(table, row{r.failure, r.code, "", r.unstated}, row{r.failure, r.code, "read_only", r.readOnly},
			row{r.failure, r.code, "idempotent", r.idempotent}, row{r.failure, r.code, "effectful", r.effectful})
	}
	for _, test := range table {
		t.Run(fmt.Sprint(test.failure, " ", test.code, " ", test.effect), func(t *testing.T) {
			more := "  refund:\n    refused_exit_codes: [64, 65]\n    replan_exit_code: 75\n"
			if test.effect != "" {
				more += "    effect: " + test.effect + "\n"
			}
			s := &scene{contracts: strings.Replace(travelContracts, "  refund:\n", more, 1), deployment: withGrant, plan: refunds("5", "6"),
				does: map[string]behaviour{"s1": fails(test.failure, test.code)}}
			m := s.run(t)
			draw := "released"
			if d := m.draws(t); d != "" {
				draw = strings.TrimPrefix(d, "s1 5 ")
			}
			want := test.want
			if test.effect == "read_only" { // reading claims nothing
				want = strings.Replace(want, "in flight", "free", 1)
			}
			e := m.Events[len(m.Events)-2]
			got := fmt.Sprint(m.Steps[0].Status, " ", data[dryrun.FailedData](t, e).Disposition, " ", strings.TrimSuffix(m.stopped(), " s1"), " ", m.Status, " ", m.claim(t, "s1"), " ", draw)
			if got != want {
				t.Errorf("%s\nwant %s", got, want)
			}
			if m.called() != "s1" || m.Steps[0].Attempts != 1 {
				t.Errorf("called %s", m.called())
			}
			if run, err := s.store.Run(context.Background(), store.RunID{Tenant: "acme", ID: "run_1"}); err != nil || run.Status != string(m.Status) || run.Owner != "" {
				t.Errorf("%+v %v", run, err)
			}
			if m.Stop.Class != dryrun.Interruption && m.Stop.Stderr != "on fire\n" {
				t.Errorf("what the tool said: %q", m.Stop.Stderr)
			}
			f := data[dryrun.FinishedData](t, m.Events[len(m.Events)-1])
			if f.Status != m.Status || f.Code != m.Stop.Code || f.Step != m.Stop.Step || f.Message != m.Stop.Error() {
				t.Errorf("%+v", f)
			}
			m.recorded(t)
		})
	}
}

// An error that no tool should have is planlint's fault, and tells nothing of the effect.
func TestErrorThatIsNoCallError(t *testing.T) {
	m := (&scene{plan: notes("a"), does: map[string]behaviour{"a": func(context.Context, *dryrun.Call) (dryrun.Output, error) {
		return dryrun.Output{}, errors.New("odd")
	}}}).run(t)
	if got := m.stopped(); got != "unknown in_doubt a" || m.claim(t, "a") != "in flight" {
		t.Errorf("%s: %s", got, m.claim(t, "a"))
	}
}

// Outside of a rehearsal a stub that can't tell its answer did nothing.
func TestUndeclaredStub(t *testing.T) {
	m := (&scene{plan: notes("a"), does: map[string]behaviour{"a": unknown}}).run(t)
	if got := m.stopped(); got != "tool-failed tool_failed a" || m.claim(t, "a") != "free" {
		t.Errorf("%s: %s", got, m.claim(t, "a"))
	}
}

// Of several ends the gravest is told, whichever came first.
func TestGravestEnd(t *testing.T) {
	for _, test := range []struct {
		a, b behaviour
		want string
	}{
		{fails(dryrun.Exited, 1), fails(dryrun.TimedOut, 0), "unknown in_doubt b"},
		{fails(dryrun.TimedOut, 0), fails(dryrun.Exited, 1), "unknown in_doubt a"},
		{fails(dryrun.Exited, 1), fails(dryrun.Exited, 2), "tool-failed tool_failed a"},
		{fails(dryrun.Exited, 1), answers("done"), "tool-failed tool_failed a"},
	} {
		g := newGate("a", "b")
		g.then["a"], g.then["b"] = test.a, test.b
		first := make(chan struct{})
		s := &scene{plan: notes("a", "b"), does: g.does(), options: func(o *dryrun.Options) {
			o.Jobs = 2
			observe := o.Observe
			o.Observe = func(e dryrun.Event) {
				observe(e)
				if e.Step == "a" && (e.Kind == dryrun.StepExecuted || e.Kind == dryrun.StepFailed || e.Kind == dryrun.StepInDoubt) {
					close(first)
				}
			}
		}}
		done := make(chan *made)
		go func() { done <- s.run(t) }()
		g.wait(t)
		g.wait(t)
		close(g.let["a"])
		<-first
		close(g.let["b"])
		if m := <-done; m.stopped() != test.want {
			t.Errorf("%s, want %s", m.stopped(), test.want)
		}
	}
}

// A claim of an effect that nobody knows the end of is respected, and no time makes it permission.
func TestClaimInFlight(t *testing.T) {
	for _, later := range []time.Duration{0, 48 * time.Hour} {
		at := &clock{at: start}
		s := &scene{plan: notes("a"), clock: at}
		s.prepare(t)
		at.move(later)
		s.store = &held{s.store, store.Claim{Step: "before", Expires: start}}
		m := s.run(t)
		if got := m.stopped(); got != "unknown in_doubt a" || len(m.calls) > 0 || m.Status != dryrun.RunInDoubt {
			t.Errorf("%s, called %s", got, m.called())
		}
	}
}

// held is a store that has a claim on every effect.
type held struct {
	store.Store
	claim store.Claim
}

func (h *held) Claim(_ context.Context, _ store.RunID, key string) (store.Claim, bool, error) {
	c := h.claim
	c.Key = key
	return c, true, nil
}

// data is what an event has beside its texts.
func data[T any](t tester, e dryrun.Event) T {
	t.Helper()
	var v T
	decodeJSON(t, e.Data, &v)
	return v
}
