package dryrun_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/planlint/planlint/dryrun"
)

// verdicts writes checks as "step", "step undo" or "step kind".
func verdicts(list []dryrun.Check) string {
	var words []string
	for _, c := range list {
		text := c.StepID
		if c.Undo {
			text += " undo"
		}
		if c.Kind != "" {
			text += " " + string(c.Kind)
		}
		words = append(words, text)
	}
	return strings.Join(words, ", ")
}

func TestAudit(t *testing.T) {
	_, records := journalOf(t, trip().run(t).store)
	for _, c := range []struct{ name, old, new, want string }{
		{"as it was", "", "", "look, book, again, late, tell, late undo, book undo"},
		{"another tool", `"name":"notify"`, `"name":"refund"`, "look, book, again, late, tell tool, late undo, book undo"},
		{"another step", `"detail":"late","step":"late"`, `"detail":"later","step":"later"`, "look, book, again, later no_step, tell order, later undo, book undo"},
		{"another key", `"replayed":true`, `"replayed":true,"key":"0"`, "look, book, again replayed, late, tell, late undo, book undo"},
	} {
		all := bodies(records)
		for i := range all {
			if c.old != "" {
				all[i] = bytes.ReplaceAll(all[i], []byte(c.old), []byte(c.new))
			}
		}
		s, err := dryrun.Tell(theRun, rechained(all...))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		list, err := dryrun.Audit(s)
		if got := verdicts(list); err != nil || got != c.want {
			t.Errorf("%s: got %s, %v, want %s", c.name, got, err, c.want)
		}
	}
}

// What somebody said has landed counts as an effect: an equal step may be answered from it.
func TestAuditResolved(t *testing.T) {
	s := &scene{
		plan: "goal: g\nsteps:\n  - {id: a, tool: notify, arguments: {text: hi}}\n  - {id: b, tool: notify, arguments: {text: hi}, depends_on: [a]}\n",
		does: map[string]behaviour{"a": fails(dryrun.Signalled, 0)},
	}
	m := s.run(t)
	if m.Status != dryrun.RunInDoubt {
		t.Fatalf("the run is %s", m.Status)
	}
	resolve(t, s, m, dryrun.Resolution{Step: "a", Landed: true, Outcome: []byte("done"), By: "bob", Because: "I saw it"})
	m = s.resume(t, m)
	if got := m.steps(); got != "a succeeded, b succeeded replayed" {
		t.Fatalf("the steps are %s", got)
	}
	r, records := journalOf(t, m.store)
	story, err := dryrun.TellRun(r, records)
	if err != nil {
		t.Fatal(err)
	}
	list, err := dryrun.Audit(story)
	if got := verdicts(list); err != nil || got != "a, b" {
		t.Errorf("got %s, %v", got, err)
	}
	if got := verdicts(dryrun.Replay([]dryrun.Judged{{Plan: s.validate(t)}}, story, s.clock.now())); got != "a, b" {
		t.Errorf("replayed: %s", got)
	}
}

// resolve puts on the record what somebody says.
func resolve(t *testing.T, s *scene, m *made, what dryrun.Resolution) {
	t.Helper()
	ctx := context.Background()
	hold, err := dryrun.Take(ctx, m.store, theRun, "clerk", dryrun.Options{Lease: 1e9}, nil)
	if err != nil {
		t.Fatal(err)
	}
	plan := s.validate(t)
	if err := hold.Resolve(ctx, s.clock.now(), 1e18, plan.Deployment().Catalog.Get(hold.Story.Steps[what.Step].Tool), what); err != nil {
		t.Fatal(err)
	}
	if err := hold.Release(ctx); err != nil {
		t.Fatal(err)
	}
}

// resume carries the run of a scene on, in a process of its own.
func (s *scene) resume(t *testing.T, m *made) *made {
	t.Helper()
	ctx := context.Background()
	hold, err := dryrun.Take(ctx, m.store, theRun, "heir", dryrun.Options{Lease: 1e12}, nil)
	if err != nil {
		t.Fatal(err)
	}
	b, out := &bench{scene: s}, &made{store: m.store}
	o := dryrun.Options{RunID: "run_1", Owner: "heir", Store: m.store, Now: s.clock.now, ApprovalTTL: 9e11, IdempotencyTTL: 1e15, Lease: 1e12,
		Call: func(tool string) (dryrun.Callee, bool) { return dryrun.Callee{Tool: b, Command: "./" + tool}, true }}
	if s.options != nil {
		s.options(&o)
	}
	r, err := dryrun.Resume(s.validate(t), hold, o)
	if err != nil {
		t.Fatal(err)
	}
	if out.clearing = r.Clear(ctx); out.clearing == nil {
		_ = r.Execute(ctx)
	}
	out.Result, out.calls = r.Result(), b.calls
	return out
}

func TestReplay(t *testing.T) {
	was := trip()
	_, records := journalOf(t, was.run(t).store)
	story, err := dryrun.Tell(theRun, records)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name           string
		in             string // "plan" or "contracts"
		old, new, want string
	}{
		{"as it was", "plan", "", "", "look, book, book undo, again, late, late undo, tell"},
		{"other arguments that the key does not have", "plan", "seats: 2", "seats: 3", "look, book, book undo, again, late arguments, late undo, tell"},
		{"other arguments", "plan", "BA118", "BA119", "look, book, book undo, again, late arguments, late undo, tell"},
		{"a step less", "plan", "  - {id: tell, tool: notify, bind: {text: {step: late, pointer: /ref}}, depends_on: [late]}\n", "",
			"look, book, book undo, again, late, late undo, tell unread"},
		{"another tool", "plan", "tool: search_flights, arguments: {origin: LHR, destination: JFK}", "tool: notify, arguments: {text: x}",
			"look tool, book, book undo, again, late, late undo, tell"},
		{"another value", "plan", "bind: {text: {step: late, pointer: /ref}}", "bind: {text: {step: book, pointer: /ref}}",
			"look, book, book undo, again, late, late undo, tell arguments"},
		{"a value that is not there", "plan", "{step: late, pointer: /ref}", "{step: look, pointer: /ref}", "look, book, book undo, again, late, late undo, tell values"},
		{"another key", "contracts", "key_arguments: [flight]", "key_arguments: [seats]", "look, book key, book undo, again key, late key, late undo, tell"},
		{"another way to take it back", "contracts", "account: a", "account: b", "look, book, book undo key, again, late, late undo key, tell"},
		{"no way to take it back", "contracts", "    undo: {tool: refund, arguments: {account: a, currency: EUR}, bind: {amount: {outcome: /ref}}}\n", "",
			"look, book, book undo undo, again, late, late undo undo, tell"},
	} {
		s := trip()
		s.clock = was.clock
		switch c.in {
		case "plan":
			s.plan = strings.ReplaceAll(s.plan, c.old, c.new)
		case "contracts":
			s.contracts = strings.ReplaceAll(s.contracts, c.old, c.new)
		}
		list := dryrun.Replay([]dryrun.Judged{{Plan: s.validate(t)}}, story, was.clock.now())
		if got := verdicts(list); got != c.want {
			t.Errorf("%s: got %s, want %s\n%s", c.name, got, c.want, fmt.Sprint(list))
		}
	}
}

// A plan by which a step waits for what was done after it is not the plan that ran.
func TestReplayOrder(t *testing.T) {
	was := &scene{plan: notes("a", "b")}
	_, records := journalOf(t, was.run(t).store)
	story, err := dryrun.Tell(theRun, records)
	if err != nil {
		t.Fatal(err)
	}
	for plan, want := range map[string]string{notes("a", "b"): "a, b", notes("a", "b<a"): "a, b", notes("a<b", "b"): "b, a order"} {
		s := &scene{plan: plan, clock: was.clock}
		if got := verdicts(dryrun.Replay([]dryrun.Judged{{Plan: s.validate(t)}}, story, was.clock.now())); got != want {
			t.Errorf("got %s, want %s\n%s", got, want, plan)
		}
	}
}

// What the run answered with follows from the recorded outcomes.
func TestReplayAnswer(t *testing.T) {
	was := &scene{plan: notes("a") + "outputs: {said: {step: a}}\n"}
	_, records := journalOf(t, was.run(t).store)
	for _, c := range []struct{ name, old, new, plan, want string }{
		{"as it was", "", "", was.plan, "a"},
		{"another answer on the record", `{"said":"done"}`, `{"said":"lost"}`, was.plan, "a,  outputs"},
		{"no answer on the record", `,"outputs":{"said":"done"}`, ``, was.plan, "a,  outputs"},
		{"another answer of the plan", "", "", strings.Replace(was.plan, "said:", "told:", 1), "a,  outputs"},
		{"no answer of the plan", "", "", notes("a"), "a,  outputs"},
		{"an answer that there is not", "", "", strings.Replace(was.plan, "{step: a}", "{step: a, pointer: /x}", 1), "a,  outputs"},
	} {
		all := bodies(records)
		last := len(all) - 1
		changed := strings.Replace(string(all[last]), c.old, c.new, 1)
		if c.old != "" && changed == string(all[last]) {
			t.Fatalf("%s: the record is %s", c.name, changed)
		}
		all[last] = []byte(changed)
		story, err := dryrun.Tell(theRun, rechained(all...))
		if err != nil {
			t.Fatal(err)
		}
		s := &scene{plan: c.plan, clock: was.clock}
		if got := verdicts(dryrun.Replay([]dryrun.Judged{{Plan: s.validate(t)}}, story, was.clock.now())); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// A plan on the record that was changed together with the chain is found by its digest, by everybody who reads the journal.
func TestTellAlteredPlan(t *testing.T) {
	_, records := journalOf(t, (&scene{plan: notes("a")}).run(t).store)
	all := bodies(records)
	for i := range all {
		all[i] = bytes.Replace(all[i], []byte("hello a"), []byte("hello b"), 1)
	}
	var told *dryrun.StoryError
	if _, err := dryrun.Tell(theRun, rechained(all...)); !errors.As(err, &told) || told.Seq != 2 {
		t.Errorf("got %v", err)
	}
}
