package dryrun_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/rules"
)

const (
	okDraft     = "goal: get them to New York\nsteps:\n  - {id: s1, tool: search_flights, arguments: {origin: LHR, destination: JFK}}\n"
	wireDraft   = "goal: g\nsteps: [{id: s1, tool: wire_transfer, arguments: {text: oops}}]\n"
	brokenDraft = "goal: [g\n"
)

// planner is a tool that answers its n-th call with its n-th text, and with the last one from then on. A text that begins
// with an exclamation mark is a failure.
type planner struct {
	answers []string
	failure *dryrun.CallError
	told    []map[string]json.RawMessage
	calls   []dryrun.Call
	after   func() // happens before it answers; may be nil
}

// Call implements dryrun.Tool.
func (p *planner) Call(_ context.Context, c *dryrun.Call) (dryrun.Output, error) {
	var told map[string]json.RawMessage
	if err := json.Unmarshal(c.Arguments, &told); err != nil {
		return dryrun.Output{}, err
	}
	p.told, p.calls = append(p.told, told), append(p.calls, *c)
	if p.after != nil {
		p.after()
	}
	text := p.answers[min(len(p.told), len(p.answers))-1]
	if text == "!" {
		return dryrun.Output{}, p.failure
	}
	return dryrun.Output{Text: []byte(text)}, nil
}

// drafter is a Drafter for a planner, with a request and a judge of the usual deployment.
func drafter(t *testing.T, p *planner, replans int) *dryrun.Drafter {
	t.Helper()
	s := &scene{clock: &clock{at: start}}
	c, a := s.load(t)
	told, err := dryrun.ContractsJSON(dryrun.Plannable(c.Deployment, a, start))
	if err != nil {
		t.Fatal(err)
	}
	return &dryrun.Drafter{
		Planner: p, Request: dryrun.DraftRequest{Task: "tell <them> & us", Contracts: told, PlanSchema: json.RawMessage(`{"type": "object"}`)},
		Name: "next.yaml", MaxReplans: replans, Now: s.clock.now,
		Judge: func(src *tree.Source) (*lint.Validated, *lint.File, error) {
			return lint.Validate(src, a, &lint.Options{Deployment: c.Deployment, Rules: lint.NewRuleSet(rules.All(), nil), Now: start})
		},
		Explain: func(f *lint.File) (dryrun.Feedback, error) {
			p := f.Primary()
			return dryrun.Feedback{Text: p.Message, Findings: json.RawMessage(fmt.Sprintf("[%q]", p.Rule))}, nil
		},
	}
}

// draftEvents writes events as "kind(name, detail)".
func draftEvents(list []dryrun.Event) string {
	var all []string
	for i, e := range list {
		if e.Seq != int64(i)+1 || !e.At.Equal(start) {
			all = append(all, fmt.Sprintf("WRONG %+v", e))
		}
		all = append(all, fmt.Sprintf("%s(%s, %s)", e.Kind, e.Name, e.Detail))
	}
	return strings.Join(all, " ")
}

func TestDraft(t *testing.T) {
	const refusedWire, replannedWire = "plan_refused(s1, unknown_tool)", "replanned(s1, unknown_tool)"
	const planned = "planned(get them to New York, 1 step)"
	for _, test := range []struct {
		name     string
		answers  []string
		replans  int
		attempts int
		events   string
		code     dryrun.Code // "" = a plan is accepted
		message  string
		revision string
	}{
		{"accepted at once", []string{okDraft}, 2, 1, planned, "", "", ""},
		{"accepted in the end", []string{wireDraft, okDraft}, 2, 2, refusedWire + " " + replannedWire + " " + planned, "", "", "1"},
		{"accepted last", []string{wireDraft, brokenDraft, okDraft}, 2, 3,
			refusedWire + " " + replannedWire + " plan_refused(, malformed) replanned(, malformed) " + planned, "", "", "2"},
		{"never accepted", []string{wireDraft}, 2, 3, strings.Repeat(refusedWire+" "+replannedWire+" ", 2) + refusedWire, dryrun.CodeReplan,
			`3 drafts were refused, the last one for unknown_tool: no tool is called "wire_transfer"`, ""},
		{"one replan", []string{wireDraft}, 1, 2, refusedWire + " " + replannedWire + " " + refusedWire, dryrun.CodeReplan, "2 drafts were refused", ""},
		{"no replans", []string{wireDraft, okDraft}, 0, 1, refusedWire, dryrun.CodeReplan, "the only draft was refused for unknown_tool: ", ""},
		{"less than no replans", []string{wireDraft, okDraft}, -3, 1, refusedWire, dryrun.CodeReplan, "the only draft was refused", ""},
		{"nothing", []string{"", okDraft}, 2, 1, "", dryrun.CodeEmpty, "the planner answered with nothing", ""},
		{"white space", []string{"\n \t\r\n"}, 2, 1, "", dryrun.CodeEmpty, "the planner answered with nothing", ""},
		{"a byte order mark", []string{tree.BOM + "\n"}, 2, 1, "", dryrun.CodeEmpty, "the planner answered with nothing", ""},
		{"nothing in the end", []string{wireDraft, ""}, 2, 2, refusedWire + " " + replannedWire, dryrun.CodeEmpty, "the planner answered with nothing", ""},
		{"no steps", []string{"goal: g\nsteps: []\n", okDraft}, 2, 2, "plan_refused(, empty) replanned(, empty) " + planned, "", "", "1"},
		{"prose", []string{"Here is the plan.\n", okDraft}, 2, 2, "plan_refused(, malformed) replanned(, malformed) " + planned, "", "", "1"},
		{"a stubborn revision", []string{wireDraft, "version: &v 1\nrevision: &r 3\ninputs: {n: *r}\n" + okDraft, okDraft}, 2, 3,
			refusedWire + " " + replannedWire + " plan_refused(, malformed) replanned(, malformed) " + planned, "", "", "2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := &planner{answers: test.answers}
			d := drafter(t, p, test.replans)
			var told []dryrun.Event
			d.Observe = func(e dryrun.Event) { told = append(told, e) }
			out, err := d.Draft(t.Context())
			if out.Attempts != test.attempts || len(p.calls) != test.attempts {
				t.Errorf("%d attempts, and the planner was asked %d times; want %d", out.Attempts, len(p.calls), test.attempts)
			}
			if got := draftEvents(out.Events); got != test.events || draftEvents(told) != got {
				t.Errorf("the events are %s,\nobserved were %s,\nwant %s", got, draftEvents(told), test.events)
			}
			if test.code == "" {
				if err != nil || out.Plan == nil {
					t.Fatalf("got %+v, %v", out, err)
				}
				plan := out.Plan.Plan()
				if got := plan.Tree.Text(plan.Revision); got != test.revision || out.Plan.Source().Name != "next.yaml" {
					t.Errorf("revision %q of %s, want %q", got, out.Plan.Source().Name, test.revision)
				}
				return
			}
			var stop *dryrun.StopError
			if !errors.As(err, &stop) || stop.Class != dryrun.Refused || stop.Code != test.code || !strings.HasPrefix(stop.Message, test.message) || out.Plan != nil {
				t.Fatalf("got %#v, want %s: %s", err, test.code, test.message)
			}
			if test.code == dryrun.CodeReplan && (stop.Step != "s1" || stop.Tool != "wire_transfer" || stop.Detail != "unknown_tool" || out.Refused.Primary() == nil) {
				t.Errorf("the refusal carries %+v", stop)
			}
		})
	}
}

// A planner is told the task, what it may plan with, what a plan is, and why its last draft was refused; nothing else.
func TestDraftRequest(t *testing.T) {
	p := &planner{answers: []string{wireDraft, brokenDraft, okDraft}}
	d := drafter(t, p, 2)
	if _, err := d.Draft(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{`{"text":"","findings":[]}`, `{"text":"no tool is called \"wire_transfer\"","findings":["unknown-tool"]}`, `"findings":["syntax"]}`} {
		told := p.told[i]
		if len(told) != 4 || string(told["task"]) != `"tell <them> & us"` || string(told["plan_schema"]) != `{"type":"object"}` || !strings.HasPrefix(string(told["contracts"]), `{"book_flight":{"accepts":`) {
			t.Errorf("request %d is %s", i, told)
		}
		if got := string(told["feedback"]); !strings.HasSuffix(got, want) {
			t.Errorf("feedback %d is %s, want %s", i, got, want)
		}
		if c := p.calls[i]; c.RunID != "" || c.StepID != "" || c.Key != "" || c.Tenant != "" || c.Attempt != i+1 {
			t.Errorf("call %d is %+v", i, c)
		}
	}
}

// A replanner is told beside that what is under way.
func TestReplannerRequest(t *testing.T) {
	p := &planner{answers: []string{okDraft}}
	d := drafter(t, p, 0)
	d.Request.Replanning = &dryrun.Replanning{Plan: json.RawMessage(`{"goal": "g"}`), Reason: "the fare moved", Completed: []dryrun.Completed{{StepID: "s1", Tool: "search_flights"}}}
	if _, err := d.Draft(t.Context()); err != nil {
		t.Fatal(err)
	}
	told := p.told[0]
	if len(told) != 7 || string(told["plan"]) != `{"goal":"g"}` || string(told["reason"]) != `"the fare moved"` || string(told["completed"]) != `[{"step_id":"s1","tool":"search_flights"}]` {
		t.Errorf("the request is %s", told)
	}
}

// A planner that fails ends it: it is not asked again.
func TestPlannerFails(t *testing.T) {
	cause := errors.New("exec format error")
	for _, test := range []struct {
		failure  dryrun.CallError
		class    dryrun.Class
		code     dryrun.Code
		message  string
		attempts int
		said     string
	}{
		{dryrun.CallError{Failure: dryrun.Exited, Code: 7, Message: "the tool exited with 7", Stderr: "on fire\n"}, dryrun.ToolFailed, dryrun.CodePlanner, "the planner exited with 7", 1, "on fire\n"},
		{dryrun.CallError{Failure: dryrun.TimedOut, Message: "the tool did not end within 1s and was killed"}, dryrun.ToolFailed, dryrun.CodePlanner, "the planner did not end within 1s and was killed", 1, ""},
		{dryrun.CallError{Failure: dryrun.Signalled, Message: "the tool was ended by the signal KILL"}, dryrun.ToolFailed, dryrun.CodePlanner, "the planner was ended by the signal KILL", 1, ""},
		{dryrun.CallError{Failure: dryrun.TooLong, Message: "the tool's answer has more than the 4 bytes that it may have"}, dryrun.ToolFailed, dryrun.CodePlanner, "the planner's answer has more than the 4 bytes that it may have", 1, ""},
		{dryrun.CallError{Failure: dryrun.NotStarted, Message: "the tool can't be started", Err: cause}, dryrun.Unable, dryrun.CodeUncallable, "the planner can't be started: exec format error", 0, ""},
		{dryrun.CallError{Failure: dryrun.Exited, Code: 3, Message: "the tool exited with 3", Stderr: "log\n", Output: []byte("no seat\non any day\n")}, dryrun.Refused, dryrun.CodeNoAlternative, `the planner knows no alternative: "no seat\non any day"`, 1, "no seat\non any day\n"},
		{dryrun.CallError{Failure: dryrun.Exited, Code: 3, Message: "the tool exited with 3", Stderr: "no seat\n", Output: []byte("\n")}, dryrun.Refused, dryrun.CodeNoAlternative, `the planner knows no alternative: "no seat"`, 1, "no seat\n"},
		{dryrun.CallError{Failure: dryrun.Exited, Code: 3, Message: "the tool exited with 3"}, dryrun.Refused, dryrun.CodeNoAlternative, "the planner knows no alternative", 1, ""},
	} {
		p := &planner{answers: []string{"!", okDraft}, failure: &test.failure}
		out, err := drafter(t, p, 2).Draft(t.Context())
		var stop *dryrun.StopError
		if !errors.As(err, &stop) || stop.Class != test.class || stop.Code != test.code || stop.Error() != test.message || stop.Stderr != test.said {
			t.Errorf("%v: got %#v", test.failure.Failure, err)
		}
		if out.Attempts != test.attempts || len(p.calls) != 1 || len(out.Events) != 0 || out.Plan != nil {
			t.Errorf("%v: %+v after %d calls", test.failure.Failure, out, len(p.calls))
		}
	}
}

// An interrupt ends it, whatever the planner made of it.
func TestDraftInterrupted(t *testing.T) {
	for _, answer := range []string{okDraft, wireDraft, "", "!"} {
		ctx, cancel := context.WithCancel(t.Context())
		p := &planner{answers: []string{answer}, failure: &dryrun.CallError{Failure: dryrun.Exited, Code: 3, Message: "the tool exited with 3"}, after: cancel}
		out, err := drafter(t, p, 2).Draft(ctx)
		var stop *dryrun.StopError
		if !errors.As(err, &stop) || stop.Class != dryrun.Interruption || len(p.calls) != 1 || out.Plan != nil {
			t.Errorf("%q: got %+v, %v", answer, out, err)
		}
		cancel()
	}
}

// What keeps a draft from being judged, or a refusal from being explained, ends it as it is.
func TestDraftErrors(t *testing.T) {
	broken := errors.New("broken")
	d := drafter(t, &planner{answers: []string{wireDraft}}, 2)
	d.Explain = func(*lint.File) (dryrun.Feedback, error) { return dryrun.Feedback{}, broken }
	if out, err := d.Draft(t.Context()); err != broken || out.Attempts != 1 {
		t.Errorf("got %+v, %v", out, err)
	}
	d.Judge = func(*tree.Source) (*lint.Validated, *lint.File, error) { return nil, nil, broken }
	if out, err := d.Draft(t.Context()); err != broken || len(out.Events) != 0 {
		t.Errorf("got %+v, %v", out, err)
	}
}

// A refused draft is called by its number, an accepted one by the name that it will have; the ending of that says what
// it must be.
func TestDraftName(t *testing.T) {
	for _, test := range []struct{ name, want string }{{"", "draft 1"}, {"plans/next.yaml", "draft 1 of plans/next.yaml"}} {
		d := drafter(t, &planner{answers: []string{wireDraft}}, 0)
		d.Name = test.name
		out, _ := d.Draft(t.Context())
		if f := out.Refused; f.Source.Name != test.want || f.Primary().Place.Source.Name != test.want {
			t.Errorf("%s: the refused draft is called %s and %s", test.name, f.Source.Name, f.Primary().Place.Source.Name)
		}
	}
	d := drafter(t, &planner{answers: []string{okDraft}}, 0)
	d.Name = "next.json"
	if out, err := d.Draft(t.Context()); err == nil || out.Refused.Primary().Rule != "syntax" {
		t.Errorf("YAML was accepted for a .json file: %+v, %v", out, err)
	}
}
