package dryrun_test

import (
	"context"
	"testing"
	"time"

	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/store"
)

func TestInterruptAtTheQuestion(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	m := (&scene{plan: fiveSteps, ctx: ctx, asks: func(r *dryrun.Request) (dryrun.Decision, error) {
		if r.StepID == "s2" {
			return yes(r)
		}
		cancel()
		return dryrun.Decision{}, ctx.Err()
	}}).run(t)
	if got := m.stopped(); got != "interruption interrupted" || m.Status != dryrun.RunInterrupted || len(m.requests) != 2 {
		t.Error(got, m.Status)
	}
	m.nothing(t)
}

// Whatever a person says to the question during which the run was interrupted, nothing runs.
func TestInterruptWithAnAnswer(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	m := (&scene{plan: fiveSteps, ctx: ctx, asks: func(r *dryrun.Request) (dryrun.Decision, error) {
		cancel()
		return yes(r)
	}}).run(t)
	if got := m.stopped(); got != "interruption interrupted" || len(m.requests) != 1 {
		t.Error(got)
	}
	m.nothing(t)
}

func TestInterruptBeforeAnything(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, plan := range []string{notes("a"), fiveSteps, refunds("5")} {
		m := (&scene{deployment: withGrant, plan: plan, ctx: ctx, asks: yes}).run(t)
		if got := m.stopped(); got != "interruption interrupted" || len(m.requests) > 0 {
			t.Error(got)
		}
		m.nothing(t)
	}
}

func TestInterruptBeforeTheFirstStep(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	m := (&scene{plan: notes("a"), ctx: ctx, between: cancel}).run(t)
	if got := m.stopped(); got != "interruption interrupted" {
		t.Error(got)
	}
	m.nothing(t)
}

// A step that runs comes to its end, which is recorded; the next does not start.
func TestInterruptWhileAStepRuns(t *testing.T) {
	for range 20 { // the end of the step and the interrupt come at the same time
		ctx, cancel := context.WithCancel(context.Background())
		m := (&scene{plan: notes("a", "b", "c<a"), ctx: ctx, does: map[string]behaviour{"a": func(tool context.Context, _ *dryrun.Call) (dryrun.Output, error) {
			cancel()
			if tool.Err() != nil {
				t.Error("the first interrupt ends the tool")
			}
			return dryrun.Output{Text: []byte("done")}, nil
		}}}).run(t)
		if got := m.stopped(); got != "interruption interrupted" || m.steps() != "a succeeded, b pending, c pending" || m.called() != "a" {
			t.Fatalf("%s, %s, called %s", got, m.steps(), m.called())
		}
		if run, err := m.store.Run(context.Background(), store.RunID{Tenant: "acme", ID: "run_1"}); err != nil || run.Status != "interrupted" || run.Owner != "" {
			t.Errorf("%+v %v", run, err)
		}
		m.recorded(t)
	}
}

// An interrupt that comes while the end of a step is written down keeps the next from starting.
func TestInterruptBetweenSteps(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	m := (&scene{plan: notes("a", "b"), ctx: ctx, options: func(o *dryrun.Options) {
		observe := o.Observe
		o.Observe = func(e dryrun.Event) {
			observe(e)
			if e.Kind == dryrun.StepExecuted {
				cancel()
			}
		}
	}}).run(t)
	if got := m.stopped(); got != "interruption interrupted" || m.called() != "a" {
		t.Errorf("%s, called %s", got, m.called())
	}
	m.recorded(t)
}

// A failure outranks the interrupt.
func TestInterruptAndFailure(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	m := (&scene{plan: notes("a", "b"), ctx: ctx, does: map[string]behaviour{"a": func(tool context.Context, c *dryrun.Call) (dryrun.Output, error) {
		cancel()
		return fails(dryrun.Exited, 1)(tool, c)
	}}}).run(t)
	if got := m.stopped(); got != "tool-failed tool_failed a" {
		t.Error(got)
	}
}

func TestInterruptDuringTheSecondQuestion(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := bound(`tool: burn, bind: {what: {step: f}}`, "x")
	s.ctx = ctx
	s.asks = func(r *dryrun.Request) (dryrun.Decision, error) {
		if r.Again {
			cancel()
			return dryrun.Decision{}, ctx.Err()
		}
		return yes(r)
	}
	m := s.run(t)
	if got := m.stopped(); got != "interruption interrupted" || m.called() != "f" {
		t.Error(got)
	}
	m.recorded(t)
}

// The second interrupt ends tools; what they leave is judged as ever.
func TestForce(t *testing.T) {
	for _, test := range []struct{ effect, want, steps string }{
		{"effectful", "unknown in_doubt a", "a in_doubt, b pending"},
		{"idempotent", "interruption interrupted", "a failed, b pending"},
	} {
		force := make(chan struct{})
		g := newGate("a")
		s := &scene{contracts: withEffect(test.effect), plan: notes("a", "b"), does: g.does(), options: func(o *dryrun.Options) { o.Force = force }}
		done := make(chan *made)
		go func() { done <- s.run(t) }()
		g.wait(t)
		close(force)
		select {
		case m := <-done:
			if m.stopped() != test.want || m.steps() != test.steps {
				t.Errorf("%s: %s, %s", test.effect, m.stopped(), m.steps())
			}
			m.recorded(t)
		case <-time.After(10 * time.Second):
			t.Fatal("the tool is not ended")
		}
	}
}

// A tool that the end of the run kept from starting is no failure of the tool.
func TestForceBeforeTheToolStarted(t *testing.T) {
	m := (&scene{plan: notes("a"), does: map[string]behaviour{"a": func(context.Context, *dryrun.Call) (dryrun.Output, error) {
		return dryrun.Output{}, &dryrun.CallError{Failure: dryrun.NotStarted, Message: "it was not started", Err: context.Canceled}
	}}}).run(t)
	if got := m.stopped(); got != "interruption interrupted" || m.claim(t, "a") != "free" {
		t.Error(got, m.claim(t, "a"))
	}
}
