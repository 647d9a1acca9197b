package dryrun_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/dryrun"
)

func TestEventSequence(t *testing.T) {
	m := (&scene{deployment: withGrant, asks: yes, plan: `goal: get them home
steps:
- {id: s1, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
- {id: s2, tool: refund, arguments: {account: a, amount: "501"}}
- {id: s3, tool: notify, arguments: {text: hi}, depends_on: [s1]}
- {id: s4, tool: notify, arguments: {text: hi}, depends_on: [s3]}
`}).run(t)
	want := []string{
		"1 planned get them home: 4 steps []",
		`2 autonomy_escalated refund: 501 GBP is over the headroom of 500 GBP that grant "g1" has left [s2]`,
		"3 approval_required refund: s2 [s2]",
		"4 approval_granted refund: bob [s2]",
		"5 run_started run_1: courier []",
		"6 step_started search_flights: s1 [s1]",
		"7 step_executed search_flights: s1 [s1]",
		"8 step_started refund: s2 [s2]",
		"9 step_executed refund: s2 [s2]",
		"10 step_started notify: s3 [s3]",
		"11 step_executed notify: s3 [s3]",
		"12 step_executed notify: s4 [s4]",
		"13 run_finished run_1: succeeded []",
	}
	var got []string
	for _, e := range m.told {
		got = append(got, fmt.Sprintf("%d %s %s: %s [%s]", e.Seq, e.Kind, e.Name, e.Detail, e.Step))
		if !e.At.Equal(start) || e.At.Location().String() != "UTC" {
			t.Errorf("event %d is from %s", e.Seq, e.At)
		}
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("%s\nwant\n%s", g, w)
	}
	m.recorded(t)

	admission := data[dryrun.AdmissionData](t, m.told[4])
	if admission.Canon != canon.Version || admission.Agent != "courier" || admission.Tenant != "acme" || admission.User != "ada" ||
		admission.Plan.Digest != m.Digest || !strings.HasPrefix(admission.Plan.Text, "goal: get them home\n") || admission.Label.Trusted || admission.Label.Sensitivity != "internal" {
		t.Errorf("%+v", admission)
	}
	granted, required := data[dryrun.ApprovalData](t, m.told[3]), data[dryrun.ApprovalData](t, m.told[2])
	if granted.By != "bob" || granted.Digest != required.Digest || granted.Digest != m.requests[0].Digest || granted.Parts != m.requests[0].Parts {
		t.Errorf("%+v\n%+v", required, granted)
	}
	started := data[dryrun.StartedData](t, m.told[7])
	if started.Key != m.step(t, "s2").Key || started.Arguments != granted.Parts.Arguments || started.Contract != granted.Parts.Contract || started.Attempt != 1 || started.ApprovedBy != "bob" || started.Grant != "" {
		t.Errorf("%+v", started)
	}
	replayed := data[dryrun.ExecutedData](t, m.told[11])
	if !replayed.Replayed || string(replayed.Outcome) != `"done"` || replayed.Key != m.step(t, "s3").Key {
		t.Errorf("%+v", replayed)
	}
}

// Events hold no value of an argument, whichever way it came and however the run ends. The text of the plan and the
// input, which a resumed run needs, are in run_started alone, and what tools answered in step_executed.
func TestEventsHoldNoValues(t *testing.T) {
	for _, does := range []behaviour{answers("from-the-tool"), fails(dryrun.Exited, 1), fails(dryrun.TimedOut, 0), answers("\xff")} {
		s := bound(`tool: burn, bind: {what: {step: f}}`, "from-the-source")
		s.plan = `goal: g
steps:
- {id: f, tool: find, arguments: {secret: literal-one}}
- {id: t, tool: burn, arguments: {n: 271828}, bind: {what: {step: f}}, depends_on: [f]}
- {id: u, tool: ask, bind: {what: {input: /who}}, depends_on: [t]}
- {id: v, tool: take, arguments: {contact: {name: literal-two}}, depends_on: [t]}
`
		s.input, s.asks = "who: from-the-input", yes
		s.does["t"] = does
		m := s.run(t)
		for _, e := range m.told {
			if e.Kind == dryrun.RunStarted {
				e.Data = nil
			}
			if e.Kind == dryrun.StepExecuted {
				d := data[dryrun.ExecutedData](t, e)
				d.Outcome = nil
				e.Data, _ = json.Marshal(d)
			}
			text, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			for _, value := range []string{"literal-one", "literal-two", "271828", "from-the-source", "from-the-input", "from-the-tool", "on fire"} {
				if strings.Contains(string(text), value) {
					t.Errorf("event %d tells %q: %s", e.Seq, value, text)
				}
			}
		}
	}
}

// A refused plan leaves one event.
func TestRefuse(t *testing.T) {
	e := dryrun.Refuse(start, "s2", "arguments")
	if e.Seq != 1 || e.Kind != dryrun.PlanRefused || e.Name != "s2" || e.Detail != "arguments" || e.Step != "s2" || !e.At.Equal(start) {
		t.Errorf("%+v", e)
	}
}
