package dryrun_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/planlint/planlint/contracts/autonomy"
	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/store/memory"
)

// refunds is a plan of refunds, one after another: each word is an amount.
func refunds(amounts ...string) string {
	b := strings.Builder{}
	b.WriteString("goal: g\nsteps:\n")
	for i, a := range amounts {
		fmt.Fprintf(&b, "- {id: s%d, tool: refund, arguments: {account: ac_%[1]d, amount: %q}", i+1, a)
		if i > 0 {
			fmt.Fprintf(&b, ", depends_on: [s%d]", i)
		}
		b.WriteString("}\n")
	}
	return b.String()
}

func TestGrant(t *testing.T) {
	change := func(old, new string) string { return strings.Replace(withGrant, old, new, 1) }
	reasons := func(m *made) (list []string) {
		for _, e := range m.told {
			if e.Kind == dryrun.AutonomyEscalated {
				list = append(list, e.Detail)
			}
		}
		return list
	}
	for _, test := range []struct {
		name, deployment string
		plan             string
		steps            string
		reason           string // of the last step that escalates
		draws            string
	}{
		{"as much as is left", withGrant, refunds("500"), "s1 succeeded by g1", "", "s1 500 spent"},
		{"a hundredth over", withGrant, refunds("500.01"), "s1 succeeded by bob", `500.01 GBP is over the headroom of 500 GBP that grant "g1" has left`, ""},
		{"used up by the step before", withGrant, refunds("300", "300"), "s1 succeeded by g1, s2 succeeded by bob", `300 GBP is over the headroom of 200 GBP that grant "g1" has left`, "s1 300 spent"},
		{"used up exactly", withGrant, refunds("300", "200", "0.01"), "s1 succeeded by g1, s2 succeeded by g1, s3 succeeded by bob", `0.01 GBP is over the headroom of 0 GBP that grant "g1" has left`, "s1 300 spent, s2 200 spent"},
		{"an escalated one draws nothing", withGrant, refunds("600", "500"), "s1 succeeded by bob, s2 succeeded by g1", `600 GBP is over the headroom of 500 GBP that grant "g1" has left`, "s2 500 spent"},
		{"negative", withGrant, refunds("-5"), "s1 succeeded by bob", `argument "amount", the amount, is negative: -5`, ""},
		{"another currency", withGrant, strings.Replace(refunds("5"), "account:", "currency: EUR, account:", 1), "s1 succeeded by bob", `argument "currency", the currency, is "EUR", but the ceiling of grant "g1" is in GBP`, ""},
		{"expired", change("2026-02-01", "2026-01-10"), refunds("5"), "s1 succeeded by bob", `no grant covers class "payment.refund" for tenant "acme": grant "g1" expired at 2026-01-10T00:00:00Z`, ""},
		{"issued in the future", change("issued_at: 2026-01-01", "issued_at: 2026-01-11"), refunds("5"), "s1 succeeded by bob", `no grant covers class "payment.refund" for tenant "acme": grant "g1" is not issued before 2026-01-11T00:00:00Z`, ""},
		{"declared approvals stay", change("autonomy:\n", "autonomy:\n  waives_declared_approval: false\n"), refunds("5"), "s1 succeeded by g1", "", "s1 5 spent"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := (&scene{deployment: test.deployment, plan: test.plan, asks: yes}).run(t)
			if got := m.steps(); got != test.steps || m.Status != dryrun.RunSucceeded {
				t.Errorf("%s: %v", got, m.Stop)
			}
			got := reasons(m)
			if len(got) > 1 || strings.Join(got, "") != test.reason {
				t.Errorf("escalated for %q\nwant %q", got, test.reason)
			}
			if got := m.draws(t); got != test.draws {
				t.Errorf("draws %q, want %q", got, test.draws)
			}
			m.recorded(t)
		})
	}
}

// The ladder says that it wants a person before the person is asked.
func TestEscalationComesFirst(t *testing.T) {
	m := (&scene{deployment: withGrant, plan: refunds("100", "500"), asks: yes}).run(t)
	want := "planned autonomy_escalated(s2) approval_required(s2) approval_granted(s2) run_started step_started(s1) step_executed(s1) step_started(s2) step_executed(s2) run_finished"
	if got := events(m.told); got != want {
		t.Error(got)
	}
	if e := m.told[1]; e.Name != "refund" {
		t.Errorf("%+v", e)
	}
}

// What is drawn counts for the runs after it, as long as the window lasts.
func TestHeadroomAcrossRuns(t *testing.T) {
	at := &clock{at: start}
	kept := memory.New(at.now, autonomy.Fits)
	n := 0
	run := func(amount string, does behaviour) *made {
		n++
		return (&scene{deployment: withGrant, plan: refunds(amount), asks: yes, clock: at, store: kept, does: map[string]behaviour{"s1": does},
			options: func(o *dryrun.Options) { o.RunID = fmt.Sprint("run_", n) }}).run(t)
	}
	for _, test := range []struct {
		name, amount string
		does         behaviour
		steps, draws string
		then         time.Duration
	}{
		{"the first", "400", answers("done"), "s1 succeeded by g1", "s1 400 spent", 0},
		{"over what is left", "200", answers("done"), "s1 succeeded by bob", "s1 400 spent", 0},
		{"a failure gives it back", "100", fails(dryrun.Exited, 1), "s1 failed by g1", "s1 400 spent", 0},
		{"so it is there again", "100", answers("done"), "s1 succeeded by g1", "s1 400 spent, s1 100 spent", time.Hour},
		{"the last instant of the window", "1", answers("done"), "s1 succeeded by bob", "s1 400 spent, s1 100 spent", 1},
		{"after the window", "500", fails(dryrun.TimedOut, 0), "s1 in_doubt by g1", "s1 400 spent, s1 100 spent, s1 500 held", 0},
		{"a doubt keeps it", "1", answers("done"), "s1 succeeded by bob", "s1 400 spent, s1 100 spent, s1 500 held", 0},
	} {
		m := run(test.amount, test.does)
		if got := m.steps(); got != test.steps {
			t.Errorf("%s: %s (%v)", test.name, got, m.Stop)
		}
		if got := m.draws(t); got != test.draws {
			t.Errorf("%s: draws %s", test.name, got)
		}
		at.move(test.then)
	}
}

// A run that takes the headroom between clearing and the first step leaves the other with nothing done.
func TestHeadroomTakenMeanwhile(t *testing.T) {
	s := &scene{deployment: withGrant, plan: refunds("300")}
	s.between = func() {
		other := (&scene{deployment: withGrant, plan: refunds("300"), clock: s.clock, store: s.store, options: func(o *dryrun.Options) { o.RunID = "run_0" }}).run(t)
		if other.Status != dryrun.RunSucceeded {
			t.Fatal(other.Stop)
		}
	}
	m := s.run(t)
	if got := m.stopped(); got != "not-cleared headroom s1" || len(m.calls) > 0 || m.draws(t) != "s1 300 spent" {
		t.Errorf("%s, called %s, draws %s", got, m.called(), m.draws(t))
	}
}

// What a step that does not come to run holds is given back.
func TestHeadroomIsGivenBack(t *testing.T) {
	m := (&scene{deployment: withGrant, plan: refunds("100", "200"), does: map[string]behaviour{"s1": fails(dryrun.Exited, 1)}}).run(t)
	if m.draws(t) != "" || m.steps() != "s1 failed by g1, s2 pending" {
		t.Errorf("draws %q, %s", m.draws(t), m.steps())
	}
}

// A replayed step draws nothing, so that what it held is there for others.
func TestReplayDrawsNothing(t *testing.T) {
	m := (&scene{deployment: withGrant, asks: yes, plan: `goal: g
steps:
- {id: s1, tool: refund, arguments: {account: a, amount: "200"}}
- {id: s2, tool: refund, arguments: {account: a, amount: "200"}, depends_on: [s1]}
- {id: s3, tool: search_flights, arguments: {origin: LHR, destination: JFK}, depends_on: [s2]}
- {id: s4, tool: refund, arguments: {account: b}, bind: {amount: {step: s3}}, depends_on: [s3]}
`, does: map[string]behaviour{"s3": answers(`"300"`)}}).run(t)
	if got := m.draws(t); got != "s1 200 spent" {
		t.Errorf("draws %s", got)
	}
	// A person had to clear s4 before its amount was known; that it fits now is said by its label.
	if got := m.steps(); got != "s1 succeeded by g1, s2 succeeded replayed, s3 succeeded, s4 succeeded by bob" || m.step(t, "s4").Label != dryrun.WouldAct {
		t.Error(got, m.labels())
	}
}

// A grant that ends while the plan runs covers nothing more: then a person is asked, and the headroom is given back.
func TestGrantExpiresMeanwhile(t *testing.T) {
	deployment := strings.Replace(withGrant, "2026-02-01T00:00:00Z", "2026-01-10T01:00:00Z", 1)
	for _, asks := range []func(*dryrun.Request) (dryrun.Decision, error){yes, no, nil} {
		at := &clock{at: start}
		m := (&scene{deployment: deployment, plan: refunds("100", "200"), clock: at, options: moveAfter(at, "s1", time.Hour), asks: asks}).run(t)
		if got := m.draws(t); got != "s1 100 spent" {
			t.Errorf("draws %s", got)
		}
		switch {
		case asks == nil:
			if got := m.stopped(); got != "unable nobody_to_ask s2" {
				t.Error(got)
			}
		case m.Stop != nil:
			if got := m.stopped(); got != "not-cleared approval_denied s2" || m.called() != "s1" {
				t.Error(got)
			}
		default:
			want := "planned run_started step_started(s1) step_executed(s1) autonomy_escalated(s2) approval_required(s2) approval_granted(s2) step_started(s2) step_executed(s2) run_finished"
			if got := events(m.told); got != want || m.steps() != "s1 succeeded by g1, s2 succeeded by bob" {
				t.Error(got, m.steps())
			}
		}
		m.recorded(t)
	}
}

// A grant that wants a report covers one call until it has it.
func TestReports(t *testing.T) {
	m := (&scene{deployment: withReports, plan: refunds("5", "6", "7"), asks: yes}).run(t)
	if got := m.steps(); got != "s1 succeeded by g1, s2 succeeded by bob, s3 succeeded by bob" {
		t.Error(got)
	}
	if got := events(m.told[:7]); got != "planned autonomy_escalated(s2) approval_required(s2) approval_granted(s2) autonomy_escalated(s3) approval_required(s3) approval_granted(s3)" {
		t.Errorf("cleared as %s", got) // before anything runs
	}
	owed, err := m.store.Reports(context.Background(), "acme")
	if err != nil || len(owed) != 1 || owed[0].Step != "s1" || owed[0].Class != "payment.refund" || owed[0].Grant != "g1" || owed[0].Run.ID != "run_1" {
		t.Fatalf("%+v %v", owed, err)
	}
	next := func(id string) *made {
		return (&scene{deployment: withReports, plan: refunds("8"), asks: yes, store: m.store, options: func(o *dryrun.Options) { o.RunID = id }}).run(t)
	}
	if got := next("run_2").steps(); got != "s1 succeeded by bob" {
		t.Errorf("while a report is owed: %s", got)
	}
	if err := m.store.Deliver(context.Background(), "acme", owed[0].ID, "ada"); err != nil {
		t.Fatal(err)
	}
	if got := next("run_3").steps(); got != "s1 succeeded by g1" {
		t.Errorf("after it was delivered: %s", got)
	}
}

// A replayed step owes no report, since nothing happened.
func TestReplayOwesNothing(t *testing.T) {
	m := (&scene{deployment: withReports, asks: yes, plan: `goal: g
steps:
- {id: s1, tool: refund, arguments: {account: a, amount: "1"}}
- {id: s2, tool: refund, arguments: {account: a, amount: "1"}, depends_on: [s1]}
`}).run(t)
	if owed, err := m.store.Reports(context.Background(), "acme"); err != nil || len(owed) != 1 || m.called() != "s1" {
		t.Errorf("%+v %v, called %s", owed, err, m.called())
	}
}

// The ladder alone decides about a tool in a class, unless the configuration keeps declared approvals.
func TestLadderAndDeclaredApproval(t *testing.T) {
	contracts := strings.Replace(travelContracts, "  refund:\n", "  refund:\n    irreversible: true\n", 1)
	for keeps, want := range map[string]string{"true": "s1 succeeded by g1", "false": "s1 succeeded by bob"} {
		m := (&scene{contracts: contracts, deployment: withGrant + "  waives_declared_approval: " + keeps + "\n", plan: refunds("5"), asks: yes}).run(t)
		if got := m.steps(); got != want {
			t.Errorf("waives_declared_approval %s: %s", keeps, got)
		}
		if m.draws(t) != map[string]string{"true": "s1 5 spent", "false": ""}[keeps] {
			t.Errorf("waives_declared_approval %s: draws %s", keeps, m.draws(t))
		}
	}
}

// Where another grant covers a step by the time it starts, that grant pays for it.
func TestAnotherGrantCoversMeanwhile(t *testing.T) {
	const newer = `, {id: g2, tenant: acme, action_class: payment.refund, level: act_within_limits, granted_by: ops, issued_at: 2026-01-02T00:00:00Z, expires_at: 2026-01-10T00:30:00Z, ceiling: {amount: "1000", currency: GBP, window: 1h}}]`
	deployment := strings.Replace(withGrant, "window: 1h}}]", "window: 1h}}"+newer, 1)
	for _, test := range []struct{ amount, steps, stopped, g1, g2 string }{
		{"400", "s1 succeeded by g2, s2 succeeded by g1", "", "400", "5"},
		{"600", "s1 succeeded by g2, s2 succeeded by bob", "", "", "5"},
	} {
		at := &clock{at: start}
		m := (&scene{deployment: deployment, plan: refunds("5", test.amount), clock: at, asks: yes, options: moveAfter(at, "s1", 30*time.Minute)}).run(t)
		if m.steps() != test.steps || m.stopped() != test.stopped {
			t.Errorf("%s: %v", m.steps(), m.Stop)
		}
		for grant, want := range map[string]string{"g1": test.g1, "g2": test.g2} {
			draws, err := m.store.Draws(context.Background(), "acme", grant, time.Time{})
			var got []string
			for _, d := range draws {
				got = append(got, d.Amount)
			}
			if err != nil || strings.Join(got, " ") != want {
				t.Errorf("on %s: %v, want %s (%v)", grant, got, want, err)
			}
		}
	}
}

// What a person approved before its price was known is theirs: it draws nothing and owes no report, though a grant would
// cover it by then.
func TestApprovedBeforeItsPriceIsKnown(t *testing.T) {
	deployment := strings.Replace(withReports, "expires_at: 2026-02-01T00:00:00Z}", `expires_at: 2026-02-01T00:00:00Z, ceiling: {amount: "500", currency: GBP, window: 1h}}`, 1)
	m := (&scene{deployment: deployment, asks: yes, plan: `goal: g
steps:
- {id: s1, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
- {id: s2, tool: refund, arguments: {account: b}, bind: {amount: {step: s1}}, depends_on: [s1]}
`, does: map[string]behaviour{"s1": answers(`"300"`)}}).run(t)
	owed, err := m.store.Reports(context.Background(), "acme")
	if err != nil || len(owed) > 0 || m.draws(t) != "" || m.steps() != "s1 succeeded, s2 succeeded by bob" || len(m.requests) != 1 {
		t.Errorf("%s, draws %s, owes %v (%v)", m.steps(), m.draws(t), owed, err)
	}
}
