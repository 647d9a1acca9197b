package dryrun_test

import (
	"testing"

	"github.com/planlint/planlint/dryrun"
)

func rehearse(o *dryrun.Options) { o.Dry = true }

// In a rehearsal nobody is asked, and each step says what would become of it.
func TestRehearsal(t *testing.T) {
	m := (&scene{deployment: withGrant, options: rehearse, plan: `goal: g
steps:
- {id: s1, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
- {id: s2, tool: refund, arguments: {account: a, amount: "300"}}
- {id: s3, tool: refund, arguments: {account: b, amount: "300"}}
- {id: s4, tool: book_flight, arguments: {flight: A, seats: 1}}
- {id: s5, tool: book_flight, arguments: {seats: 1}, bind: {flight: {step: s1}}, depends_on: [s1]}
- {id: s6, tool: notify, bind: {text: {step: s5, pointer: /ref}}, depends_on: [s5]}
- {id: s7, tool: notify, arguments: {text: done}, depends_on: [s6]}
`, does: map[string]behaviour{"s1": unknown}}).run(t)
	if got := m.labels(); got != "s1 would-run, s2 would-act, s3 would-ask, s4 would-ask, s5 unknown-until (s1), s6 unknown-until (s5), s7 would-run" {
		t.Error(got)
	}
	if got := m.steps(); got != "s1 succeeded, s2 succeeded by g1, s3 succeeded, s4 succeeded, s5 skipped, s6 skipped, s7 succeeded" {
		t.Error(got)
	}
	if m.called() != "s1 s2 s3 s4 s7" || m.Status != dryrun.RunSucceeded || !m.Dry {
		t.Errorf("called %s: %v", m.called(), m.Stop)
	}
	if s1 := m.step(t, "s1"); !s1.Unknown || s1.Outcome != nil || s1.Key == "" {
		t.Errorf("%+v", s1)
	}
	for _, s := range m.Steps {
		if known := s.Label != dryrun.UnknownUntil; known != (s.Key != "") {
			t.Errorf("%s: key %q", s.StepID, s.Key)
		}
	}
	if s2 := m.step(t, "s2"); s2.Grant != "g1" {
		t.Errorf("%+v", s2)
	}
	for id, want := range map[string]string{"s3": `300 GBP is over the headroom of 200 GBP that grant "g1" has left`, "s4": `the effect of "book_flight" is irreversible`} {
		if got := m.step(t, id).Reason; got != want {
			t.Errorf("%s: %s", id, got)
		}
	}
	m.recorded(t)
}

// What a stub can tell becomes the value of those that wait for it.
func TestRehearsalWithOutcomes(t *testing.T) {
	s := bound(`tool: burn, bind: {what: {step: f}}`, "wood")
	s.options = rehearse
	m := s.run(t)
	if got := m.labels() + ": " + m.steps(); got != "f would-run, t would-ask: f succeeded, t succeeded" || string(m.calls[1].Arguments) != `{"what":"wood"}` {
		t.Error(got)
	}
}

// An input that is not given in a rehearsal is what its steps wait for.
func TestRehearsalWithoutInput(t *testing.T) {
	m := (&scene{contracts: bindContracts, deployment: bindDeployment, options: rehearse, plan: `goal: g
steps:
- {id: t, tool: take, bind: {n: {input: /n}}}
- {id: u, tool: take, arguments: {n: 1}, depends_on: [t]}
outputs: {a: {step: t}, b: {step: u}}
`}).run(t)
	if got := m.labels() + ": " + m.steps(); got != "t unknown-until (the input), u would-run: t skipped, u succeeded" {
		t.Error(got)
	}
	if got := string(m.Outputs); got != `{"a":null,"b":"done"}` || m.Stop != nil {
		t.Error(got, m.Stop)
	}
}

func TestRehearsedFailure(t *testing.T) {
	m := (&scene{plan: notes("a", "b<a"), options: rehearse, does: map[string]behaviour{"a": fails(dryrun.Exited, 1)}}).run(t)
	if got := m.stopped() + ": " + m.steps(); got != "tool-failed tool_failed a: a failed, b pending" {
		t.Error(got)
	}
}

// Equal effects are replayed in a rehearsal too, whether or not their outcome can be told.
func TestRehearsedReplay(t *testing.T) {
	for _, does := range []behaviour{unknown, answers("sent")} {
		m := (&scene{plan: `goal: g
steps:
- {id: s1, tool: notify, arguments: {text: hi}}
- {id: s2, tool: notify, arguments: {text: hi}}
`, options: rehearse, does: map[string]behaviour{"s1": does}}).run(t)
		if got := m.steps(); got != "s1 succeeded, s2 succeeded replayed" || m.Steps[0].Unknown != m.Steps[1].Unknown || string(m.Steps[0].Outcome) != string(m.Steps[1].Outcome) {
			t.Error(got)
		}
	}
}

// With somebody to ask, the questions are rehearsed as well, and a no counts.
func TestRehearsedQuestions(t *testing.T) {
	s := bound(`tool: burn, bind: {what: {step: f}}`, "wood")
	s.options, s.asks = rehearse, yes
	if m := s.run(t); len(m.requests) != 2 || m.steps() != "f succeeded, t succeeded by bob" {
		t.Errorf("%d were asked, %s", len(m.requests), m.steps())
	}
	s = bound(`tool: burn, bind: {what: {step: f}}`, "wood")
	s.options, s.asks = rehearse, no
	if m := s.run(t); m.stopped() != "not-cleared approval_denied t" || len(m.calls) > 0 {
		t.Error(m.stopped())
	}
}
