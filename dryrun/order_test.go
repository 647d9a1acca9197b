package dryrun_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/dryrun"
)

// notes is a plan of notify steps: each word is "id", or "id<after,after".
func notes(words ...string) string {
	b := strings.Builder{}
	b.WriteString("goal: tell them\nsteps:\n")
	for _, w := range words {
		id, after, _ := strings.Cut(w, "<")
		fmt.Fprintf(&b, "- {id: %s, tool: notify, arguments: {text: hello %s}, depends_on: [%s]}\n", id, id, after)
	}
	return b.String()
}

func TestSweepOrder(t *testing.T) {
	m := (&scene{plan: notes("a", "b<a", "c")}).run(t)
	if got := m.called(); got != "a c b" {
		t.Errorf("called %s, want a c b", got)
	}
	if got := m.steps(); got != "a succeeded, c succeeded, b succeeded" || m.Status != dryrun.RunSucceeded {
		t.Errorf("%s: %s", m.Status, got)
	}
	if w := []int{m.Steps[0].Wave, m.Steps[1].Wave, m.Steps[2].Wave}; w[0] != 1 || w[1] != 1 || w[2] != 2 {
		t.Errorf("waves %v", w)
	}
	m.recorded(t)
}

// However many steps run at once, what comes of a plan is the same.
func TestJobs(t *testing.T) {
	plan := notes("a", "b<a", "c", "d<a,c", "e<b,d", "f", "g<f", "h<g,e")
	var want *made
	for _, jobs := range []int{0, 1, 2, 8} {
		s := &scene{plan: plan, options: func(o *dryrun.Options) { o.Jobs = jobs }, does: map[string]behaviour{}}
		for _, id := range strings.Split("a b c d e f g h", " ") {
			s.does[id] = answers(`{"from": "` + id + `"}`)
		}
		m := s.run(t)
		m.recorded(t)
		if want == nil {
			want = m
			continue
		}
		if diff := cmp.Diff(want.Steps, m.Steps); diff != "" {
			t.Errorf("with %d jobs: %s", jobs, diff)
		}
	}
}

// gate is a tool whose calls wait until they are let go, and say that they began.
type gate struct {
	began chan string
	let   map[string]chan struct{}
	then  map[string]behaviour
}

func newGate(steps ...string) *gate {
	g := &gate{began: make(chan string, len(steps)), let: map[string]chan struct{}{}, then: map[string]behaviour{}}
	for _, s := range steps {
		g.let[s] = make(chan struct{})
	}
	return g
}

// does is the behaviour of the gate's steps. A call whose context ends makes an end.
func (g *gate) does() map[string]behaviour {
	m := map[string]behaviour{}
	for step := range g.let {
		m[step] = func(ctx context.Context, c *dryrun.Call) (dryrun.Output, error) {
			g.began <- step
			select {
			case <-g.let[step]:
			case <-ctx.Done():
				return dryrun.Output{}, &dryrun.CallError{Failure: dryrun.Interrupted, Message: "it was interrupted", Err: ctx.Err()}
			}
			if then := g.then[step]; then != nil {
				return then(ctx, c)
			}
			return dryrun.Output{Text: []byte("done")}, nil
		}
	}
	return m
}

// wait is the next step that begins.
func (g *gate) wait(t tester) string {
	t.Helper()
	select {
	case s := <-g.began:
		return s
	case <-time.After(10 * time.Second):
		t.Error("no step begins")
		return ""
	}
}

// Independent steps overlap as far as jobs allow, and no further.
func TestConcurrency(t *testing.T) {
	for _, test := range []struct {
		jobs  int
		begin string // the steps that begin before any ends
	}{{1, "a"}, {2, "a b"}, {3, "a b c"}, {8, "a b c"}} {
		g := newGate("a", "b", "c")
		s := &scene{plan: notes("a", "b", "c", "d<a"), does: g.does(), options: func(o *dryrun.Options) { o.Jobs = test.jobs }}
		done := make(chan *made)
		go func() { done <- s.run(t) }()
		want := strings.Split(test.begin, " ")
		seen := map[string]bool{}
		for range want {
			seen[g.wait(t)] = true
		}
		for _, id := range want {
			if !seen[id] {
				t.Errorf("with %d jobs, %v begin, want %v", test.jobs, seen, want)
			}
		}
		select {
		case id := <-g.began:
			t.Errorf("with %d jobs, %s begins too early", test.jobs, id)
		case <-time.After(5 * time.Millisecond):
		}
		for _, c := range g.let {
			close(c)
		}
		if m := <-done; m.Status != dryrun.RunSucceeded {
			t.Errorf("%s: %v", m.Status, m.Stop)
		}
	}
}

// A failure lets running siblings come to their end, which is recorded, and nothing new starts.
func TestFailureBesideSiblings(t *testing.T) {
	g := newGate("a", "b")
	g.then["a"] = fails(dryrun.Exited, 1)
	g.then["b"] = answers(`"b is done"`)
	s := &scene{plan: notes("a", "b", "c", "d<b"), does: g.does(), options: func(o *dryrun.Options) { o.Jobs = 2 }}
	failed := make(chan struct{})
	s.options = func(o *dryrun.Options) {
		o.Jobs = 2
		observe := o.Observe
		o.Observe = func(e dryrun.Event) {
			observe(e)
			if e.Kind == dryrun.StepFailed {
				close(failed)
			}
		}
	}
	done := make(chan *made)
	go func() { done <- s.run(t) }()
	g.wait(t)
	g.wait(t)
	close(g.let["a"])
	<-failed
	close(g.let["b"])
	m := <-done
	if got := m.steps(); got != "a failed, b succeeded, c pending, d pending" {
		t.Error(got)
	}
	if got := m.stopped(); got != "tool-failed tool_failed a" || m.Status != dryrun.RunFailed {
		t.Error(got, m.Status)
	}
	if got := string(m.step(t, "b").Outcome); got != `"b is done"` {
		t.Error(got)
	}
	if got := events(m.Events); got != "planned run_started step_started(a) step_started(b) step_failed(a) step_executed(b) run_finished" {
		t.Error(got)
	}
	m.recorded(t)
}

const twice = `goal: g
steps:
- {id: s1, tool: notify, arguments: {text: hi}}
- {id: s2, tool: notify, arguments: {text: hi}%s}
`

// Of equal effects the first happens, and answers for the others.
func TestEqualEffects(t *testing.T) {
	for _, test := range []struct {
		name, after string
		jobs        int
		moves       time.Duration // while the first runs and after it
		contracts   string
		does        behaviour
		called      string
		steps       string
	}{
		{"one after another", ", depends_on: [s1]", 1, 0, "", nil, "s1", "s1 succeeded, s2 succeeded replayed"},
		{"in one sweep", "", 1, 0, "", nil, "s1", "s1 succeeded, s2 succeeded replayed"},
		{"in one sweep, at once", "", 8, 0, "", nil, "s1", "s1 succeeded, s2 succeeded replayed"},
		{"the last instant", ", depends_on: [s1]", 1, 24*time.Hour - 1, "", nil, "s1", "s1 succeeded, s2 succeeded replayed"},
		{"expired", ", depends_on: [s1]", 1, 24 * time.Hour, "", nil, "s1 s2", "s1 succeeded, s2 succeeded"},
		{"reading is no effect", ", depends_on: [s1]", 1, 0,
			strings.Replace(travelContracts, "  notify:\n", "  notify:\n    effect: read_only\n", 1), nil, "s1 s2", "s1 succeeded, s2 succeeded"},
		{"a failure is no effect", "", 2, 0, "", fails(dryrun.Exited, 1), "s1", "s1 failed, s2 pending"},
		{"a doubt stops both", "", 2, 0, "", fails(dryrun.TimedOut, 0), "s1", "s1 in_doubt, s2 pending"},
	} {
		t.Run(test.name, func(t *testing.T) {
			at := &clock{at: start}
			does := test.does
			if does == nil {
				does = answers(`{"sent": 1}`)
			}
			s := &scene{contracts: test.contracts, plan: fmt.Sprintf(twice, test.after), clock: at, does: map[string]behaviour{"s1": does, "s2": answers(`{"sent": 2}`)},
				options: func(o *dryrun.Options) {
					o.Jobs = test.jobs
					observe := o.Observe
					o.Observe = func(e dryrun.Event) {
						observe(e)
						if e.Kind == dryrun.StepExecuted && e.Step == "s1" {
							at.move(test.moves)
						}
					}
				}}
			m := s.run(t)
			if got := m.called(); got != test.called {
				t.Errorf("called %s, want %s", got, test.called)
			}
			if got := m.steps(); got != test.steps {
				t.Error(got)
			}
			if s2 := m.step(t, "s2"); s2.Replayed && (string(s2.Outcome) != `{"sent":1}` || s2.Key != m.step(t, "s1").Key || s2.Key == "" || s2.Attempts != 0) {
				t.Errorf("the replayed step: %+v", s2)
			}
			m.recorded(t)
		})
	}
}

// Equal reads of one sweep do not wait for each other.
func TestEqualReads(t *testing.T) {
	g := newGate("s1", "s2")
	s := &scene{plan: `goal: g
steps:
- {id: s1, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
- {id: s2, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
`, does: g.does(), options: func(o *dryrun.Options) { o.Jobs = 2 }}
	done := make(chan *made)
	go func() { done <- s.run(t) }()
	g.wait(t)
	g.wait(t)
	close(g.let["s1"])
	close(g.let["s2"])
	if m := <-done; m.steps() != "s1 succeeded, s2 succeeded" {
		t.Error(m.steps())
	}
}

// Steps whose effects turn out to be equal only when their values exist are one effect all the same.
func TestEqualEffectsByBinds(t *testing.T) {
	for _, jobs := range []int{1, 4} {
		var mu sync.Mutex
		sent := 0
		send := func(context.Context, *dryrun.Call) (dryrun.Output, error) {
			mu.Lock()
			defer mu.Unlock()
			sent++
			return dryrun.Output{Text: []byte(`"sent"`)}, nil
		}
		m := (&scene{plan: `goal: g
steps:
- {id: a, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
- {id: b, tool: search_flights, arguments: {origin: LGW, destination: JFK}}
- {id: c, tool: notify, bind: {text: {step: a}}, depends_on: [a]}
- {id: d, tool: notify, bind: {text: {step: b}}, depends_on: [b]}
- {id: e, tool: notify, arguments: {text: BA117}, depends_on: [a, b]}
`, does: map[string]behaviour{"a": answers("BA117"), "b": answers(`"BA117"` + "\n"), "c": send, "d": send, "e": send},
			options: func(o *dryrun.Options) { o.Jobs = jobs }}).run(t)
		if sent != 1 || m.Status != dryrun.RunSucceeded {
			t.Errorf("with %d jobs the effect happened %d times: %v", jobs, sent, m.Stop)
		}
		m.recorded(t)
	}
}

// A step that turns out to be under way already waits for the other's end, while others go on.
func TestEqualEffectUnderWay(t *testing.T) {
	g := newGate("c", "d")
	does := g.does()
	does["a"], does["b"] = answers("BA117"), answers("BA117")
	ran := make(chan struct{})
	does["e"] = func(context.Context, *dryrun.Call) (dryrun.Output, error) {
		close(ran)
		return dryrun.Output{}, nil
	}
	s := &scene{plan: `goal: g
steps:
- {id: a, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
- {id: b, tool: search_flights, arguments: {origin: LGW, destination: JFK}}
- {id: c, tool: notify, bind: {text: {step: a}}, depends_on: [a]}
- {id: d, tool: notify, bind: {text: {step: b}}, depends_on: [b]}
- {id: e, tool: notify, arguments: {text: other}, depends_on: [a, b]}
`, does: does, options: func(o *dryrun.Options) { o.Jobs = 3 }}
	done := make(chan *made)
	go func() { done <- s.run(t) }()
	first := g.wait(t) // whose value came first
	select {
	case <-ran: // which comes after both in the order of execution
	case <-time.After(10 * time.Second):
		t.Error("e waits for an effect that it does not share")
	}
	close(g.let[first])
	m := <-done
	if c, d := m.step(t, "c"), m.step(t, "d"); m.Status != dryrun.RunSucceeded || c.Replayed == d.Replayed || c.Replayed != (first == "d") || len(m.calls) != 4 {
		t.Error(m.steps(), m.Stop)
	}
	m.recorded(t)
}
