package dryrun_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/store"
)

const fiveSteps = `goal: g
steps:
- {id: s1, tool: notify, arguments: {text: starting}}
- {id: s2, tool: book_flight, arguments: {flight: A, seats: 1}}
- {id: s3, tool: book_flight, arguments: {flight: B, seats: 1}}
- {id: s4, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
- {id: s5, tool: book_flight, arguments: {flight: C, seats: 1}}
`

// A no to the last of five leaves nothing done, and nothing stored.
func TestDenialAtTheLast(t *testing.T) {
	m := (&scene{plan: fiveSteps, asks: func(r *dryrun.Request) (dryrun.Decision, error) {
		if r.StepID == "s5" {
			return no(r)
		}
		return yes(r)
	}}).run(t)
	if got := m.stopped(); got != "not-cleared approval_denied s5" || m.Status != dryrun.RunNotCleared || m.clearing == nil {
		t.Error(got, m.Status)
	}
	if got := events(m.told); got != "planned approval_required(s2) approval_granted(s2) approval_required(s3) approval_granted(s3) approval_required(s5) approval_denied(s5)" {
		t.Error(got)
	}
	if e := m.told[6]; e.Name != "book_flight" || e.Detail != "too dear" {
		t.Errorf("%+v", e)
	}
	if want := `"bob" did not approve step "s5": too dear`; m.Stop.Error() != want {
		t.Errorf("%s, want %s", m.Stop.Error(), want)
	}
	if diff := cmp.Diff(m.told, m.Events); diff != "" {
		t.Error(diff)
	}
	m.nothing(t)
}

// The first who is not cleared ends it: those after are never asked.
func TestFirstNoEndsIt(t *testing.T) {
	m := (&scene{plan: fiveSteps, asks: no}).run(t)
	if len(m.requests) != 1 || m.requests[0].StepID != "s2" {
		t.Errorf("%d were asked", len(m.requests))
	}
	m.nothing(t)
}

func TestNobodyToAsk(t *testing.T) {
	for _, test := range []struct {
		name string
		s    scene
		want string // the events
	}{
		{"no approver", scene{plan: fiveSteps}, "planned"},
		{"nobody", scene{plan: fiveSteps, asks: func(*dryrun.Request) (dryrun.Decision, error) { return dryrun.Decision{}, dryrun.ErrNobody }},
			"planned approval_required(s2)"},
		{"a broken line", scene{plan: fiveSteps, asks: func(*dryrun.Request) (dryrun.Decision, error) { return dryrun.Decision{}, errors.New("hung up") }},
			"planned approval_required(s2)"},
		{"the ladder asks", scene{deployment: withGrant, plan: "goal: g\nsteps: [{id: s2, tool: refund, arguments: {account: a, amount: \"501\"}}]\n"},
			"planned autonomy_escalated(s2)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := test.s.run(t)
			if got := m.stopped(); got != "unable nobody_to_ask s2" {
				t.Error(got)
			}
			if got := events(m.told); got != test.want {
				t.Error(got)
			}
			m.nothing(t)
		})
	}
}

// What nothing and nobody can clear is refused before anybody is asked in vain.
func TestReservedClass(t *testing.T) {
	deployment := travel + `autonomy:
  classes: {notify: {name: autonomy.grant}}
  grants: [{id: g9, tenant: acme, action_class: autonomy.grant, level: act_and_report, granted_by: ops, issued_at: 2026-01-01T00:00:00Z, expires_at: 2026-02-01T00:00:00Z}]
`
	for _, dry := range []bool{false, true} {
		m := (&scene{deployment: deployment, asks: yes, options: func(o *dryrun.Options) { o.Dry = dry }, plan: `goal: g
steps:
- {id: s1, tool: book_flight, arguments: {flight: A, seats: 1}}
- {id: s2, tool: notify, arguments: {text: x}}
`}).run(t)
		if got := m.stopped(); got != "not-cleared autonomy_refused s2" {
			t.Error(got)
		}
		if got := events(m.told); got != "planned autonomy_refused(s2)" || m.told[1].Name != "notify" {
			t.Error(got)
		}
		if got := m.labels(); got != "s1 would-ask, s2 would-refuse" || len(m.requests) > 0 {
			t.Error(got)
		}
		m.nothing(t)
	}
}

// When a person is asked.
func TestWhoIsAsked(t *testing.T) {
	contracts := travelContracts + "  wire: {irreversible: false, accepts: {type: object, properties: {to: {type: string}}}}\n"
	imported := `[{"name": "wire", "parameters": {"type": "object", "properties": {"to": {"type": "string"}}}}]`
	agents := "agents: {courier: {tools: [search_flights, book_flight, refund, notify, wire]%s}}\n"
	for _, test := range []struct {
		name, contracts, deployment string
		want                        string // the reason; "" = nobody is asked
	}{
		{"reversible", contracts, "contracts: contracts.yaml\n" + fmt.Sprintf(agents, ""), ""},
		{"irreversible", strings.Replace(contracts, "irreversible: false", "irreversible: true", 1), "contracts: contracts.yaml\n", `the effect of "wire" is irreversible`},
		{"unstated", imported, "contracts: contracts.yaml\n", `the contract of "wire" does not say whether its effect can be undone`},
		{"required by the agent", contracts, "contracts: contracts.yaml\n" + fmt.Sprintf(agents, ", approval_required_tools: [wire]"), `"courier" needs approval for every call of "wire"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := (&scene{contracts: test.contracts, deployment: test.deployment, asks: yes,
				plan: "goal: g\nsteps: [{id: s1, tool: wire, arguments: {to: x}}]\n"}).run(t)
			got := ""
			if len(m.requests) > 0 {
				got = m.requests[0].Reason
			}
			if got != test.want || m.Status != dryrun.RunSucceeded || (m.Steps[0].ApprovedBy == "bob") != (test.want != "") {
				t.Errorf("%q, want %q: %v", got, test.want, m.Stop)
			}
		})
	}
}

// What a person is told, and that it is what is then on the record.
func TestRequest(t *testing.T) {
	contracts := strings.Replace(travelContracts, "    irreversible: true\n", "    irreversible: true\n    undo: {tool: notify, arguments: {text: unwind}}\n", 1)
	contracts = strings.Replace(contracts, "flight: {type: string, minLength: 1}", "flight: {type: string, minLength: 1, writeOnly: true}", 1)
	m := (&scene{contracts: contracts, asks: yes, plan: `goal: get them there
steps:
- {id: s1, tool: notify, arguments: {text: starting}}
- {id: s2, tool: book_flight, arguments: {flight: BA117, seats: 2}, intent: the cheapest, depends_on: [s1]}
`}).run(t)
	r := *m.requests[0]
	if r.ID != "run_1:book_flight:"+r.Digest[len("sha256:"):][:12] || r.Digest != r.Parts.Digest() || r.Parts.Plan != m.Digest {
		t.Errorf("%s, %s, %+v", r.ID, r.Digest, r.Parts)
	}
	for _, p := range []string{r.Digest, r.Parts.Plan, r.Parts.Contract, r.Parts.Arguments} {
		if len(p) != 71 || p[:7] != "sha256:" {
			t.Errorf("digest %q", p)
		}
	}
	r.ID, r.Digest, r.Parts = "", "", dryrun.Parts{}
	want := dryrun.Request{RunID: "run_1", Tenant: "acme", Agent: "courier", User: "ada", Goal: "get them there", StepID: "s2", Tool: "book_flight",
		Intent: "the cheapest", Position: 2, Steps: 2, Reason: `the effect of "book_flight" is irreversible`, Command: "./book_flight", Undo: "notify",
		Arguments: []dryrun.Argument{{"flight", []byte(`"` + dryrun.Masked + `"`), "the plan"}, {"seats", []byte("2"), "the plan"}},
		Rest:      []dryrun.Rest{{"s1", "notify", dryrun.WouldRun, false}, {"s2", "book_flight", dryrun.WouldAsk, true}},
		At:        start, Expires: start.Add(15 * time.Minute)}
	if diff := cmp.Diff(want, r); diff != "" {
		t.Error(diff)
	}
	if string(m.calls[1].Arguments) != `{"flight":"BA117","seats":2}` {
		t.Errorf("sent %s", m.calls[1].Arguments)
	}
	if !strings.Contains(string(m.told[1].Data), m.requests[0].Digest) || !strings.Contains(string(m.told[2].Data), m.requests[0].Digest) {
		t.Error("the digest that was shown is not on the record")
	}
	m.recorded(t)
}

// An answer has to be somebody else's, to the very question, and in time.
func TestAnswers(t *testing.T) {
	const ttl = 15 * time.Minute
	granted := func(change func(*dryrun.Decision)) func(*dryrun.Request) (dryrun.Decision, error) {
		return func(r *dryrun.Request) (dryrun.Decision, error) {
			d, _ := yes(r)
			change(&d)
			return d, nil
		}
	}
	by := func(name string) func(*dryrun.Request) (dryrun.Decision, error) {
		return granted(func(d *dryrun.Decision) { d.By = name })
	}
	at := func(after time.Duration) func(*dryrun.Request) (dryrun.Decision, error) {
		return granted(func(d *dryrun.Decision) { d.At = d.At.Add(after) })
	}
	recorded := func(expires time.Duration) func(*dryrun.Request) (dryrun.Decision, error) {
		return granted(func(d *dryrun.Decision) {
			d.Recorded, d.Approval, d.Expires, d.At = true, "a1", start.Add(expires), start.Add(-48*time.Hour)
		})
	}
	for _, test := range []struct {
		name string
		asks func(*dryrun.Request) (dryrun.Decision, error)
		want string // "" = it holds
	}{
		{"a person", yes, ""},
		{"the agent", by("courier"), "not-cleared approval_self_granted s1"},
		{"the agent, as machines write it", by("agent:courier"), "not-cleared approval_self_granted s1"},
		{"a service", by("service:courier"), "not-cleared approval_self_granted s1"},
		{"a bot", by("bot:courier"), "not-cleared approval_self_granted s1"},
		{"a service account", by("sa:courier"), "not-cleared approval_self_granted s1"},
		{"in capitals", by("AGENT:Courier"), "not-cleared approval_self_granted s1"},
		{"with spaces", by(" agent: courier "), "not-cleared approval_self_granted s1"},
		{"somebody else's agent", by("agent:courier2"), ""},
		{"somebody of a like name", by("courier-boss"), ""},
		{"to another question", granted(func(d *dryrun.Decision) { d.RecordID = "run_1:book_flight:000000000000" }), "not-cleared approval_mismatch s1"},
		{"to nothing", granted(func(d *dryrun.Decision) { d.RecordID = "" }), "not-cleared approval_mismatch s1"},
		{"the first instant", at(0), ""},
		{"before it was asked", at(-1), "not-cleared approval_expired s1"},
		{"the last instant", at(ttl), ""},
		{"too late", at(ttl + 1), "not-cleared approval_expired s1"},
		{"a record", recorded(1), ""},
		{"a record at its end", recorded(0), "not-cleared approval_expired s1"},
		{"no reason", granted(func(d *dryrun.Decision) { d.Granted = false }), "not-cleared approval_denied s1"},
		{"a record's reason", granted(func(d *dryrun.Decision) { d.Granted, d.Code, d.Reason = false, dryrun.CodeMissing, "there is none" }), "not-cleared approval_missing s1"},
		{"its own error", func(*dryrun.Request) (dryrun.Decision, error) {
			return dryrun.Decision{}, &dryrun.StopError{Class: dryrun.NotCleared, Code: dryrun.CodeUsed, Message: "used"}
		}, "not-cleared approval_used"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := (&scene{asks: test.asks, plan: "goal: g\nsteps: [{id: s1, tool: book_flight, arguments: {flight: A, seats: 1}}]\n"}).run(t)
			if got := m.stopped(); got != test.want {
				t.Errorf("%q, want %q: %v", got, test.want, m.Stop)
			}
			if test.want != "" {
				m.nothing(t)
				return
			}
			m.recorded(t)
		})
	}
}

const bookAfterNote = `goal: g
steps:
- {id: s1, tool: notify, arguments: {text: x}}
- {id: s2, tool: book_flight, arguments: {flight: A, seats: 1}, depends_on: [s1]}
`

// Between clearing and a step's start the world may change.
func TestChangesAfterClearing(t *testing.T) {
	const expiring = `contracts: contracts.yaml
agents: {courier: {tools: [notify, book_flight]}}
delegations: [{agent: courier, tenant: acme, scope: {tools: [notify, book_flight], expires_at: 2026-01-10T01:00:00Z}}]
`
	t.Run("the command drifts", func(t *testing.T) {
		command := "sha256:1"
		m := (&scene{plan: bookAfterNote, asks: yes, between: func() { command = "sha256:2" },
			callee: func(_ string, c *dryrun.Callee) {
				c.Identify = func() (dryrun.Identity, error) { return dryrun.Identity{Digest: command}, nil }
			}}).run(t)
		if got := m.stopped() + ": " + m.steps(); got != "not-cleared approval_mismatch s2: s1 succeeded, s2 pending" || m.called() != "s1" {
			t.Error(got, m.called())
		}
		if !strings.Contains(m.Stop.Message, "the command or a file it names changed") {
			t.Error(m.Stop.Message)
		}
		m.recorded(t)
	})
	t.Run("what would start can't be told", func(t *testing.T) {
		var broken error
		m := (&scene{plan: bookAfterNote, asks: yes, between: func() { broken = errors.New("gone") },
			callee: func(_ string, c *dryrun.Callee) {
				c.Identify = func() (dryrun.Identity, error) { return dryrun.Identity{Digest: "sha256:1"}, broken }
			}}).run(t)
		if got := m.stopped(); got != "unable uncallable s2" || m.called() != "s1" {
			t.Error(got, m.called())
		}
	})
	t.Run("the scope expires", func(t *testing.T) {
		at := &clock{at: start}
		m := (&scene{deployment: expiring, plan: bookAfterNote, asks: yes, clock: at, options: moveAfter(at, "s1", time.Hour)}).run(t)
		if got := m.stopped(); got != "refused not_allowed s2" || m.Stop.Detail != "scope_expired" || m.called() != "s1" {
			t.Errorf("%+v, called %s", m.Stop, m.called())
		}
		m.recorded(t)
	})
	t.Run("the scope expires before clearing", func(t *testing.T) {
		s := &scene{deployment: expiring, plan: bookAfterNote, asks: yes, clock: &clock{at: start}}
		r, _, m := s.prepare(t)
		s.clock.move(time.Hour)
		if err := r.Clear(context.Background()); err == nil {
			t.Fatal("it is cleared")
		}
		m.Result = r.Result()
		if got := m.stopped(); got != "refused not_allowed s1" || m.Stop.Detail != "scope_expired" {
			t.Errorf("%+v", m.Stop)
		}
		m.nothing(t)
	})
	t.Run("the scope expires while a person thinks", func(t *testing.T) {
		at := &clock{at: start}
		var asked []string
		s := &scene{deployment: expiring, plan: bookAfterNote, clock: at, options: moveAfter(at, "s1", 50*time.Minute), asks: func(r *dryrun.Request) (dryrun.Decision, error) {
			asked = append(asked, r.StepID)
			if len(asked) == 2 {
				at.move(10 * time.Minute)
			}
			d, _ := yes(r)
			d.At = at.now()
			return d, nil
		}}
		m := s.run(t)
		if got := m.stopped(); got != "refused not_allowed s2" || m.called() != "s1" || len(asked) != 2 {
			t.Errorf("%+v, called %s, asked %v", m.Stop, m.called(), asked)
		}
		m.recorded(t)
	})
	for _, test := range []struct {
		name   string
		after  time.Duration // of the question
		asked  int
		record bool // the decision is a recorded one
		want   string
	}{
		{"an approval holds to its last instant", 15 * time.Minute, 1, false, ""},
		{"an approval that died is asked for again", 15*time.Minute + 1, 2, false, ""},
		{"a record holds until its instant", time.Hour - 1, 1, true, ""},
		{"a record that died holds no more", time.Hour, 2, true, "not-cleared approval_expired s2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			at := &clock{at: start}
			s := &scene{plan: bookAfterNote, clock: at, options: moveAfter(at, "s1", test.after), asks: func(r *dryrun.Request) (dryrun.Decision, error) {
				d, _ := yes(r)
				if test.record {
					d.Recorded, d.Approval, d.Expires, d.At = true, "a1", start.Add(time.Hour), start.Add(-time.Hour)
				}
				return d, nil
			}}
			m := s.run(t)
			if got := m.stopped(); got != test.want || len(m.requests) != test.asked {
				t.Errorf("%q, asked %d times: %v", got, len(m.requests), m.Stop)
			}
			if test.asked == 2 && !m.requests[1].Again {
				t.Error("the second question does not say that it is one")
			}
			m.recorded(t)
		})
	}
}

// moveAfter moves a clock when a step was executed.
func moveAfter(at *clock, step string, d time.Duration) func(*dryrun.Options) {
	return func(o *dryrun.Options) {
		observe := o.Observe
		o.Observe = func(e dryrun.Event) {
			observe(e)
			if e.Kind == dryrun.StepExecuted && e.Step == step {
				at.move(d)
			}
		}
	}
}

// A recorded decision is used up by the run that it let through, before its first step, and no other run has it.
func TestRecordedDecisionIsGoodForOneRun(t *testing.T) {
	asks := func(r *dryrun.Request) (dryrun.Decision, error) {
		return dryrun.Decision{RecordID: r.ID, Granted: true, By: "bob", Recorded: true, Approval: "a1", At: start.Add(-time.Hour), Expires: start.Add(time.Hour)}, nil
	}
	s := &scene{plan: bookAfterNote, asks: asks, does: map[string]behaviour{"s1": fails(dryrun.Exited, 1)}}
	first := s.run(t)
	if used, err := first.store.Used(context.Background(), "acme", "a1"); !used || err != nil {
		t.Error("the approval is not used", err)
	}
	second := (&scene{plan: bookAfterNote, asks: asks, store: first.store, clock: s.clock, options: func(o *dryrun.Options) { o.RunID = "run_2" }}).run(t)
	if got := second.stopped(); got != "not-cleared approval_used" || len(second.calls) > 0 {
		t.Errorf("%s, called %s", got, second.called())
	}
	if _, err := second.store.Run(context.Background(), store.RunID{Tenant: "acme", ID: "run_2"}); !errors.Is(err, store.ErrNotFound) {
		t.Error("the second run is on the record")
	}
}

// A decision that another run used in the meantime does not let a step through that came to need one later.
func TestRecordedDecisionUsedMeanwhile(t *testing.T) {
	at := &clock{at: start}
	s := &scene{plan: bookAfterNote, clock: at, options: moveAfter(at, "s1", time.Hour), asks: func(r *dryrun.Request) (dryrun.Decision, error) {
		if r.At.Equal(start) {
			return yes(r)
		}
		return dryrun.Decision{RecordID: r.ID, Granted: true, By: "bob", Recorded: true, Approval: "a1", At: start, Expires: start.Add(2 * time.Hour)}, nil
	}}
	s.between = func() { // another run
		lease, err := s.store.Admit(context.Background(), store.Admission{Run: store.RunID{Tenant: "acme", ID: "other"}, Owner: "x", TTL: time.Hour,
			Batch: store.Batch{Records: [][]byte{[]byte("x")}, Approvals: []string{"a1"}}})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.store.Release(context.Background(), lease); err != nil {
			t.Fatal(err)
		}
	}
	m := s.run(t)
	if got := m.stopped(); !strings.HasPrefix(got, "not-cleared approval_used") || m.called() != "s1" {
		t.Errorf("%s, called %s", got, m.called())
	}
	m.recorded(t)
}

func TestUncallable(t *testing.T) {
	for _, test := range []struct {
		name   string
		callee func(string, *dryrun.Callee)
	}{
		{"nothing can call it", func(tool string, c *dryrun.Callee) {
			if tool == "book_flight" {
				c.Tool = nil
			}
		}},
		{"it can't be started", func(tool string, c *dryrun.Callee) {
			if tool == "book_flight" {
				c.Check = func() error { return errors.New("no such file") }
			}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := (&scene{plan: bookAfterNote, asks: yes, callee: test.callee}).run(t)
			if got := m.stopped(); got != "unable uncallable s2" || len(m.requests) > 0 {
				t.Error(got)
			}
			m.nothing(t)
		})
	}
}

func TestRunExists(t *testing.T) {
	s := &scene{plan: notes("a")}
	s.run(t)
	m := (&scene{plan: notes("a"), store: s.store, clock: s.clock}).run(t)
	if got := m.stopped(); got != "unable run_exists" || len(m.calls) > 0 || events(m.Events) != "planned" {
		t.Error(got, events(m.Events))
	}
}

// A step that could not be recorded is found before another one runs.
func TestIDThatCannotBeRecorded(t *testing.T) {
	m := (&scene{plan: "goal: g\nsteps:\n- {id: a, tool: notify, arguments: {text: x}}\n- {id: \"b\\0c\", tool: notify, arguments: {text: y}, depends_on: [a]}\n"}).run(t)
	if got := m.stopped(); got != "unable store b\x00c" || m.clearing == nil {
		t.Errorf("%q: %v", got, m.Stop)
	}
	m.nothing(t)
}
