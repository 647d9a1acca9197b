package dryrun_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/dryrun"
)

const (
	// backContracts are tools that are taken back in different ways, or not at all.
	backContracts = `contracts:
  book: {accepts: {type: object, properties: {text: {type: string}}}, undo: {tool: cancel, arguments: {why: unwind}, bind: {text: {argument: /text}, ref: {outcome: /ref}}}}
  hold: {accepts: {type: object, properties: {text: {type: string}}}, undo: {tool: drop, bind: {text: {argument: /text}}}}
  mail: {accepts: {type: object, properties: {text: {type: string}}}}
  cancel: {effect: idempotent, accepts: {type: object, properties: {text: {type: string}, ref: {type: string}, why: {type: string}, lang: {type: string, default: en}}}}
  drop: {accepts: {type: object, properties: {text: {type: string}}}}
  fail: {accepts: {type: object}}
`
	backDeployment = `contracts: contracts.yaml
agents: {courier: {tools: [book, hold, mail, cancel, drop, fail]}}
delegations: [{agent: courier, tenant: acme, scope: {tools: [book, hold, mail, cancel, drop, fail]}}]
`
	twoBooked = `goal: travel
steps:
  - {id: s1, tool: book, arguments: {text: one}}
  - {id: s2, tool: book, arguments: {text: two}, intent: the second leg, depends_on: [s1]}
  - {id: s3, tool: fail, depends_on: [s2]}
`
)

// errDied is the panic of a tool in whose call the process dies.
var errDied = errors.New("the process died")

// dies is a tool in whose call the process dies.
func dies(context.Context, *dryrun.Call) (dryrun.Output, error) { panic(errDied) }

// back is a scene of a plan whose last step fails, so that what the others did is taken back; does is what tools do, by name.
func back(plan string, does map[string]behaviour) *scene {
	s := &scene{contracts: backContracts, deployment: backDeployment, plan: plan, does: map[string]behaviour{},
		options: func(o *dryrun.Options) { o.Unwind = true }}
	by := func(ctx context.Context, c *dryrun.Call) (dryrun.Output, error) {
		if does[c.Tool] != nil {
			return does[c.Tool](ctx, c)
		}
		if c.Tool == "fail" {
			return fails(dryrun.Exited, 1)(ctx, c)
		}
		return answers(`{"ref": "R-`+c.StepID+`"}`)(ctx, c)
	}
	for _, id := range []string{"s1", "s2", "s3", "s4"} {
		s.does[id] = by
	}
	return s
}

// crash makes a run whose process dies in the call of a tool.
func (s *scene) crash(t *testing.T) *made {
	t.Helper()
	r, b, m := s.prepare(t)
	if err := r.Clear(context.Background()); err != nil {
		t.Fatal(err)
	}
	func() {
		defer func() {
			if got := recover(); got != errDied {
				t.Fatalf("got %v, want the process to die", got)
			}
		}()
		err := r.Execute(context.Background())
		t.Fatalf("it did not die: %v", err)
	}()
	m.calls = b.calls
	return m
}

// heir carries the run of a scene on in another process, whatever became of the one before. The error is that of Resume, and
// then nothing was done.
func (s *scene) heir(t *testing.T, m *made) (*made, error) {
	t.Helper()
	ctx := context.Background()
	hold, err := dryrun.Take(ctx, m.store, theRun, "heir", dryrun.Options{Lease: 1e12}, func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := hold.Release(ctx); err != nil {
			t.Error(err)
		}
	}()
	b, out := &bench{scene: s}, &made{store: m.store}
	o := dryrun.Options{RunID: "run_1", Owner: "heir", Store: m.store, Now: s.clock.now, ApprovalTTL: 9e11, IdempotencyTTL: 1e15, Lease: 1e12,
		Observe: func(e dryrun.Event) { out.told = append(out.told, e) },
		Call:    func(tool string) (dryrun.Callee, bool) { return dryrun.Callee{Tool: b, Command: "./" + tool}, true }}
	if s.asks != nil {
		o.Approver = b
	}
	r, err := dryrun.Resume(s.validate(t), hold, o)
	if err != nil {
		return nil, err
	}
	if err := r.Clear(ctx); err != nil {
		t.Fatal(err)
	}
	_ = r.Execute(ctx)
	out.Result, out.calls, out.requests = r.Result(), b.calls, b.requests
	return out, nil
}

// tools are the calls as "step tool", in the order of their beginning.
func (m *made) tools() string {
	var list []string
	for _, c := range m.calls {
		list = append(list, c.StepID+" "+c.Tool)
	}
	return strings.Join(list, ", ")
}

// stayed writes what stays as "step why", and with a question mark what is tried again.
func (m *made) stayed() string {
	var list []string
	for _, s := range m.Stays {
		text := s.StepID + " " + s.Why
		if s.Again {
			text += "?"
		}
		list = append(list, text)
	}
	return strings.Join(list, "; ")
}

// told reads the story of a run.
func told(t *testing.T, m *made) *dryrun.Story {
	t.Helper()
	r, records := journalOf(t, m.store)
	s, err := dryrun.TellRun(r, records)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// An undo that was begun and has no end on the record is repeated as the very call that it was, where the contract of that
// time lets it be; else nobody knows, nothing is called, and the record stays as it is until somebody says what came of it.
func TestUndoInDoubt(t *testing.T) {
	for _, c := range []struct {
		name      string
		contracts []string // old and new, before the process dies; nil = as they are
		old, new  string   // in the contracts, behind that
		tools     [2]string
		code      dryrun.Code
		message   string
	}{
		{name: "nothing changed"},
		{name: "another contract that has nothing to do with it", old: "mail: {", new: "mail: {description: letters, "},
		{name: "other arguments", old: "why: unwind", new: "why: other", code: dryrun.CodeContract, message: `its undo gives "cancel" other arguments now`},
		{name: "other arguments by a default", old: "default: en", new: "default: fr", code: dryrun.CodeContract, message: `the contract of "cancel" is another now`},
		{name: "another tool", old: "tool: cancel, arguments: {why: unwind}, bind: {text: {argument: /text}, ref: {outcome: /ref}}",
			new: "tool: mail, bind: {text: {argument: /text}}", code: dryrun.CodeContract, message: `its undo names "mail" now`},
		{name: "what can't be said of it", old: "ref: {type: string}", new: "ref: {type: integer}", code: dryrun.CodeInDoubt, message: "does not take what undo gives it"},
		{name: "safe to repeat only by now", contracts: []string{"effect: idempotent, ", ""}, old: "cancel: {", new: "cancel: {effect: idempotent, ",
			code: dryrun.CodeContract, message: `the contract of "cancel" is another now`},
		{name: "never safe to repeat", contracts: []string{"effect: idempotent, ", ""}, code: dryrun.CodeInDoubt, message: `taking it back with "cancel" was not brought to its end`},
		{name: "no undo any more", old: ", undo: {tool: cancel, arguments: {why: unwind}, bind: {text: {argument: /text}, ref: {outcome: /ref}}}", code: dryrun.CodeInDoubt,
			message: "its contract names nothing that takes it back"},
		{name: "not allowed any more", tools: [2]string{"cancel, ", ""}, code: dryrun.CodeInDoubt, message: `the agent may not call "cancel"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := back(twoBooked, map[string]behaviour{"cancel": dies})
			if c.contracts != nil {
				s.contracts = strings.Replace(s.contracts, c.contracts[0], c.contracts[1], 1)
			}
			m := s.crash(t)
			began := m.calls[len(m.calls)-1]
			before := told(t, m)
			if got := m.tools(); got != "s1 book, s2 book, s3 fail, s2 cancel" || !before.Steps["s2"].Open() {
				t.Fatal(got)
			}
			now := back(twoBooked, nil)
			now.clock, now.contracts = s.clock, strings.Replace(s.contracts, c.old, c.new, 1)
			if c.old != "" && now.contracts == s.contracts {
				t.Fatal("nothing changes")
			}
			now.deployment = strings.ReplaceAll(now.deployment, or(c.tools[0], "\x00"), c.tools[1])
			out, err := now.heir(t, m)
			if c.code == "" {
				if err != nil {
					t.Fatal(err)
				}
				again := out.calls[0]
				if again.Attempt != 2 || out.tools() != "s2 cancel, s1 cancel" || out.Status != dryrun.RunCompensated {
					t.Error(out.tools(), out.Status, again.Attempt)
				}
				if again.Key != began.Key || string(again.Arguments) != string(began.Arguments) {
					t.Errorf("the undo is repeated as another call: %+v, and it was %+v", again, began)
				}
				return
			}
			var stop *dryrun.StopError
			if !errors.As(err, &stop) || stop.Class != dryrun.Unknown || stop.Code != c.code || stop.Step != "s2" || !strings.Contains(stop.Message, c.message) || !strings.Contains(stop.Hint, "planlint resolve") {
				t.Fatalf("got %+v, want %s: %s", stop, c.code, c.message)
			}
			after := told(t, m)
			if !after.Steps["s2"].Open() || after.Seq() != before.Seq() {
				t.Errorf("the doubt is gone: %d records, and there were %d", after.Seq(), before.Seq())
			}
			// What somebody says of it is what holds.
			resolve(t, now, m, dryrun.Resolution{Step: "s2", Landed: true, Outcome: []byte("null"), By: "ada", Because: "looked"})
			if out, err = now.heir(t, m); err != nil || strings.Contains(out.tools(), "s2") {
				t.Errorf("%v: a step is taken back that was", err)
			}
		})
	}
}

// An undo that was cut off is in doubt, also where it is safe to repeat it: one that does not start behind it does not say
// that it did nothing. Each turn tries anew, and nothing that happened before the doubt is taken back around it.
func TestUndoCutOff(t *testing.T) {
	s := back(twoBooked, map[string]behaviour{"cancel": fails(dryrun.TimedOut, 0)})
	m := s.run(t)
	if got := m.stopped(); got != "unknown in_doubt s2" || m.Status != dryrun.RunInDoubt || m.tools() != "s1 book, s2 book, s3 fail, s2 cancel, s2 cancel, s2 cancel" {
		t.Fatal(got, m.Status, m.tools())
	}
	if got := m.stayed(); got != `s2 nobody knows whether it was taken back: "cancel" failed: it failed?` {
		t.Error(got)
	}
	for _, f := range []behaviour{fails(dryrun.NotStarted, 0), fails(dryrun.Exited, 1)} {
		now := back(twoBooked, map[string]behaviour{"cancel": f})
		now.clock = s.clock
		out, err := now.heir(t, m)
		if err != nil || out.stopped() != "unknown in_doubt s2" || !told(t, m).Steps["s2"].Open() || out.calls[0].Key != m.calls[3].Key {
			t.Fatal(err, out)
		}
		other := back(twoBooked, nil)
		other.clock, other.contracts = s.clock, strings.Replace(s.contracts, "why: unwind", "why: other", 1)
		if _, err := other.heir(t, m); err == nil {
			t.Fatal("it is repeated as another call")
		}
	}
	now := back(twoBooked, nil)
	now.clock = s.clock
	out, err := now.heir(t, m)
	if err != nil || out.Status != dryrun.RunCompensated || out.tools() != "s2 cancel, s1 cancel" || out.calls[0].Attempt != 10 {
		t.Errorf("%v %+v", err, out)
	}
}

// Nobody may be asked whether an undo that is in doubt is repeated; then it stays in doubt. So it does where they say no.
func TestUndoInDoubtAsks(t *testing.T) {
	for _, answer := range []func(*dryrun.Request) (dryrun.Decision, error){nil, no} {
		s := back(twoBooked, map[string]behaviour{"cancel": dies})
		s.contracts = strings.Replace(s.contracts, "cancel: {", "cancel: {irreversible: true, ", 1)
		s.asks = yes
		m := s.crash(t)
		now := back(twoBooked, nil)
		now.clock, now.contracts, now.asks = s.clock, s.contracts, answer
		out, err := now.heir(t, m)
		if err != nil || out.stopped() != "unknown in_doubt s2" || out.Status != dryrun.RunInDoubt || len(out.calls) > 0 || !told(t, m).Steps["s2"].Open() {
			t.Errorf("%v: %s, %s", err, out.stopped(), out.tools())
		}
	}
}

const fourSteps = `goal: travel
steps:
  - {id: s1, tool: book, arguments: {text: one}}
  - {id: s2, tool: hold, arguments: {text: two}, depends_on: [s1]}
  - {id: s3, tool: mail, arguments: {text: three}, depends_on: [s2]}
  - {id: s4, tool: fail, depends_on: [s3]}
`

// A run of which anything that has an undo was not taken back is not over: each turn tries again, until all of it is. What
// has none stays, and whoever would do it all anew is told.
func TestStays(t *testing.T) {
	s := back(fourSteps, map[string]behaviour{"drop": fails(dryrun.Exited, 1)})
	m := s.run(t)
	const mail = "s3 its contract names nothing that takes it back; s2 "
	if m.Status != dryrun.RunFailed || m.stopped() != "tool-failed tool_failed s4" || m.stayed() != mail+`"drop" failed: it failed?` {
		t.Fatal(m.Status, m.stopped(), m.stayed())
	}
	if got, want := m.Stop.Hint, "planlint resume run_1 tries again to take back s2 (hold)"; got != want {
		t.Errorf("got the hint %q, want %q", got, want)
	}
	if got, want := m.steps(), "s1 compensated, s2 succeeded, s3 succeeded, s4 failed"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	// It goes on failing: three attempts more, and only that.
	now := back(fourSteps, map[string]behaviour{"drop": fails(dryrun.Exited, 1)})
	now.clock = s.clock
	out, err := now.heir(t, m)
	if err != nil || out.Status != dryrun.RunFailed || out.tools() != "s2 drop, s2 drop, s2 drop" || out.calls[2].Attempt != 6 || out.stayed() != m.stayed() {
		t.Fatal(err, out.Status, out.tools(), out.stayed())
	}
	if got, want := out.steps(), "s1 compensated, s2 succeeded, s3 succeeded, s4 failed"; got != want {
		t.Errorf("resumed: got %s, want %s", got, want)
	}
	if open := told(t, m).Untaken(); len(open) != 1 || open[0].StepID != "s2" {
		t.Errorf("%+v is still to be taken back", open)
	}
	// Nothing can call it: nothing is done, and what the record says already is not said again.
	gone := back(fourSteps, nil)
	gone.clock, gone.deployment = s.clock, strings.ReplaceAll(s.deployment, ", drop", "")
	for i := range 3 {
		before := told(t, m).Seq()
		out, err := gone.heir(t, m)
		if err != nil || out.Status != dryrun.RunFailed || len(out.calls) > 0 || out.stayed() != mail+`the agent may not call "drop"?` {
			t.Fatal(err, out.Status, out.tools(), out.stayed())
		}
		grown := told(t, m).Seq() - before
		if i == 0 && grown != 3 || i > 0 && (grown != 0 || len(out.told) > 0 || int64(len(out.Events)) != before) {
			t.Errorf("turn %d: %d records more, %d events told, and the result has %d", i, grown, len(out.told), len(out.Events))
		}
	}
	// Mended, it is taken back, and all is over.
	now.does = back(fourSteps, nil).does
	if out, err = now.heir(t, m); err != nil || out.Status != dryrun.RunCompensated || out.tools() != "s2 drop" {
		t.Fatal(err, out.Status, out.tools())
	}
	if got, want := out.Stop.Hint, "what it had done was taken back, but for s3 (mail); the run is closed"; got != want {
		t.Errorf("got the hint %q, want %q", got, want)
	}
	_, err = now.heir(t, m)
	var stop *dryrun.StopError
	if !errors.As(err, &stop) || stop.Code != dryrun.CodeClosed || stop.Message != `run "run_1" is closed: what it had done was taken back, but for s3 (mail)` ||
		stop.Hint != "run the plan anew without what stays: it would be done a second time" {
		t.Errorf("%+v", stop)
	}
	if err := told(t, m).MayReplan(9); !errors.As(err, &stop) || stop.Code != dryrun.CodeClosed || !strings.Contains(stop.Message, "but for s3 (mail)") || !strings.Contains(stop.Hint, "without what stays") {
		t.Errorf("%+v", stop)
	}
}

// Where nothing could be taken back at all the run is open too, and no other plan goes forward on what is being taken back.
func TestStaysNothingTakenBack(t *testing.T) {
	const plan = "goal: travel\nsteps:\n  - {id: s1, tool: hold, arguments: {text: one}}\n  - {id: s2, tool: fail, depends_on: [s1]}\n"
	s := back(plan, map[string]behaviour{"drop": fails(dryrun.Exited, 1)})
	m := s.run(t)
	if m.Status != dryrun.RunFailed || m.tools() != "s1 hold, s2 fail, s1 drop, s1 drop, s1 drop" {
		t.Fatal(m.Status, m.tools())
	}
	var stop *dryrun.StopError
	if err := told(t, m).MayReplan(9); !errors.As(err, &stop) || stop.Code != dryrun.CodeClosed || stop.Hint != "planlint resume goes on with that" {
		t.Errorf("%+v", stop)
	}
	now := back(plan, nil)
	now.clock = s.clock
	out, err := now.heir(t, m)
	if err != nil || out.Status != dryrun.RunCompensated || out.tools() != "s1 drop" || out.calls[0].Attempt != 4 {
		t.Error(err, out.Status, out.tools())
	}
	if got, want := out.steps(), "s1 compensated, s2 failed"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Nothing goes forward once taking back has begun, so nobody is asked about what would have.
func TestUnwindingAsksNobodyForward(t *testing.T) {
	const plan = "goal: travel\nsteps:\n  - {id: s1, tool: hold, arguments: {text: one}}\n  - {id: s2, tool: fail, depends_on: [s1]}\n  - {id: s3, tool: mail, depends_on: [s2]}\n"
	s := back(plan, map[string]behaviour{"drop": fails(dryrun.Exited, 1)})
	s.asks = yes
	s.contracts = strings.Replace(s.contracts, "mail: {", "mail: {irreversible: true, ", 1)
	m := s.run(t)
	now := back(plan, nil)
	now.clock, now.contracts, now.asks = s.clock, s.contracts, no
	out, err := now.heir(t, m)
	if err != nil || len(out.requests) > 0 || out.Status != dryrun.RunCompensated || out.steps() != "s1 compensated, s2 failed, s3 pending" {
		t.Errorf("%v: %d questions, %s, %s", err, len(out.requests), out.Status, out.steps())
	}
}

// That a step was taken back with an answer that can't be used goes on the record at once: no process may die between.
func TestUndoUnusableAnswer(t *testing.T) {
	s := back(twoBooked, map[string]behaviour{"cancel": fails(dryrun.TooLong, 0)})
	var moments []string
	s.options = func(o *dryrun.Options) {
		o.Unwind, o.Point = true, func(name string) { moments = append(moments, name) }
	}
	m := s.run(t)
	if m.Status != dryrun.RunCompensated || m.tools() != "s1 book, s2 book, s3 fail, s2 cancel, s1 cancel" {
		t.Fatal(m.Status, m.tools())
	}
	back := moments[slices.Index(moments, "undo started"):]
	if slices.Contains(back, "after step_failed") || !slices.Contains(back, "after step_compensated") {
		t.Errorf("the moments are %q", back)
	}
	m.recorded(t)
}

// Whoever is asked whether a step may be taken back sees the call that does it, where its values really come from, and
// what else is still to be taken back.
func TestUndoQuestion(t *testing.T) {
	s := back(strings.Replace(fourSteps, "{id: s3,", "{id: s3, intent: a letter,", 1), nil)
	s.asks = yes
	s.contracts = strings.Replace(s.contracts, "cancel: {", "cancel: {irreversible: true, ", 1)
	s.contracts = strings.Replace(s.contracts, "drop: {", "drop: {irreversible: true, ", 1)
	m := s.run(t)
	if m.Status != dryrun.RunCompensated || len(m.requests) != 2 {
		t.Fatal(m.Status, len(m.requests))
	}
	for i, want := range []*dryrun.Request{
		{StepID: "s2", Tool: "drop", Undoes: "hold", Position: 1, Steps: 2, Reason: `it takes back what step "s2" did; the effect of "drop" is irreversible`, Command: "./drop",
			Arguments: []dryrun.Argument{{Name: "text", Value: []byte(`"two"`), From: "argument /text of step s2"}},
			Rest:      []dryrun.Rest{{StepID: "s2", Tool: "hold", This: true}, {StepID: "s1", Tool: "book"}}},
		{StepID: "s1", Tool: "cancel", Undoes: "book", Position: 2, Steps: 2, Reason: `it takes back what step "s1" did; the effect of "cancel" is irreversible`, Command: "./cancel",
			Arguments: []dryrun.Argument{{Name: "why", Value: []byte(`"unwind"`), From: "the contract of book"}, {Name: "text", Value: []byte(`"one"`), From: "argument /text of step s1"},
				{Name: "ref", Value: []byte(`"R-s1"`), From: "outcome /ref of step s1"}, {Name: "lang", Value: []byte(`"en"`), From: "the contract's default"}},
			Rest: []dryrun.Rest{{StepID: "s1", Tool: "book", This: true}}},
	} {
		got := *m.requests[i]
		if id := "run_1:" + want.Tool + ":"; !strings.HasPrefix(got.ID, id) {
			t.Errorf("the request is %s, want %s…", got.ID, id)
		}
		want.ID, want.RunID, want.Tenant, want.Agent, want.Goal = got.ID, "run_1", "acme", "courier", "travel"
		want.Digest, want.Parts, want.At, want.Expires = got.Digest, got.Parts, got.At, got.Expires
		if diff := cmp.Diff(want, &got); diff != "" {
			t.Errorf("question %d: %s", i, diff)
		}
	}
	var names []string
	for _, e := range m.Events {
		if e.Kind == dryrun.ApprovalRequired || e.Kind == dryrun.ApprovalGranted {
			var data dryrun.ApprovalData
			decodeJSON(t, e.Data, &data)
			if !data.Undo {
				t.Errorf("%s of %s does not say that it is about taking back", e.Kind, e.Step)
			}
			names = append(names, string(e.Kind)+" "+e.Step+" "+e.Name)
		}
	}
	if got, want := strings.Join(names, ", "), "approval_required s2 drop, approval_granted s2 drop, approval_required s1 cancel, approval_granted s1 cancel"; got != want {
		t.Errorf("the events are %s, want %s", got, want)
	}
}

// What stays because a person said no says so, and is asked about again.
func TestUndoDenied(t *testing.T) {
	s := back(fourSteps, nil)
	s.asks = func(r *dryrun.Request) (dryrun.Decision, error) {
		if r.Undoes == "hold" {
			return no(r)
		}
		return yes(r)
	}
	s.contracts = strings.Replace(s.contracts, "drop: {", "drop: {irreversible: true, ", 1)
	m := s.run(t)
	if got, want := m.stayed(), `s3 its contract names nothing that takes it back; s2 "bob" did not approve taking back step "s2": too dear?`; got != want || m.Status != dryrun.RunFailed {
		t.Errorf("%s: got %s, want %s", m.Status, got, want)
	}
	now := back(fourSteps, nil)
	now.clock, now.contracts, now.asks = s.clock, s.contracts, yes
	if out, err := now.heir(t, m); err != nil || out.Status != dryrun.RunCompensated || out.tools() != "s2 drop" || len(out.requests) != 1 {
		t.Errorf("%v: %+v", err, out)
	}
}

// Steps of earlier plans stand where they ran, however the plan in force orders its own.
func TestArrange(t *testing.T) {
	start := func(seq int64, step, data string) dryrun.Event {
		return dryrun.Event{Seq: seq, Kind: dryrun.StepStarted, Step: step, Data: []byte(data)}
	}
	answered := func(seq int64, step, data string) dryrun.Event {
		return dryrun.Event{Seq: seq, Kind: dryrun.StepExecuted, Step: step, Data: []byte(data)}
	}
	for _, c := range []struct {
		name, inForce, want string
		events              []dryrun.Event
	}{
		{"nothing ran", "a b", "a b", nil},
		{"the first plan", "a b c", "a b c", []dryrun.Event{start(1, "b", "{}"), start(2, "a", "{}")}},
		{"one of a plan before, between", "a c", "a b c", []dryrun.Event{start(1, "a", "{}"), start(2, "b", "{}"), start(3, "c", "{}")}},
		{"all of a plan before", "c d", "a b c d", []dryrun.Event{start(1, "a", "{}"), start(2, "b", "{}")}},
		{"before what ran again", "a c b", "a d c b", []dryrun.Event{start(1, "a", "{}"), start(2, "b", "{}"), start(3, "d", "{}"), start(4, "b", "{}"), start(5, "c", "{}")}},
		{"what was not reached", "a n c", "a n b c d", []dryrun.Event{start(1, "a", "{}"), start(2, "b", "{}"), start(3, "c", "{}"), start(4, "d", "{}")}},
		{"answered from the record", "a c", "a b c", []dryrun.Event{start(1, "a", "{}"), answered(2, "b", `{"replayed":true}`), start(3, "c", "{}")}},
		{"taking back is no start", "a c", "b a c", []dryrun.Event{start(1, "b", "{}"), start(2, "a", "{}"), start(3, "b", `{"undo":true}`)}},
		{"an end is no start", "a c", "b a c", []dryrun.Event{start(1, "b", "{}"), start(2, "a", "{}"), answered(3, "b", "{}")}},
	} {
		if got := strings.Join(dryrun.Arrange(c.events, strings.Fields(c.inForce)), " "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}
