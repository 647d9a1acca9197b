package dryrun_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/planlint/planlint/contracts/autonomy"
	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/store"
	"github.com/planlint/planlint/dryrun/store/memory"
)

func withEffect(effect string) string {
	return strings.Replace(travelContracts, "  notify:\n", "  notify:\n    effect: "+effect+"\n", 1)
}

// faulty is a store whose n-th write, from 1, goes wrong in one way.
type faulty struct {
	store.Store
	mu    sync.Mutex
	n     int
	fault func(ctx context.Context, commit func() error) error
	count int
}

func (f *faulty) write(ctx context.Context, commit func() error) error {
	f.mu.Lock()
	f.count++
	now := f.count == f.n
	f.mu.Unlock()
	if now {
		return f.fault(ctx, commit)
	}
	return commit()
}

func (f *faulty) Admit(ctx context.Context, a store.Admission) (l store.Lease, err error) {
	err = f.write(ctx, func() error { l, err = f.Store.Admit(ctx, a); return err })
	return l, err
}

func (f *faulty) Commit(ctx context.Context, l store.Lease, b store.Batch) error {
	return f.write(ctx, func() error { return f.Store.Commit(ctx, l, b) })
}

var errDisk = errors.New("the disk is full")

// Whichever write fails: no tool is called before "started" is on the record, what is not on the record is not claimed,
// and an effect whose end is not on the record is in doubt.
func TestStoreFaults(t *testing.T) {
	plan := `goal: g
steps:
- {id: a, tool: notify, arguments: {text: one}}
- {id: b, tool: refund, arguments: {account: x, amount: "100"}, depends_on: [a]}
- {id: c, tool: notify, arguments: {text: one}, depends_on: [b]}
- {id: d, tool: book_flight, arguments: {seats: 1}, bind: {flight: {step: b}}, depends_on: [c]}
- {id: e, tool: notify, arguments: {text: two}, depends_on: [d]}
`
	faults := map[string]func(ctx context.Context, commit func() error) error{
		"full":      func(context.Context, func() error) error { return errDisk },
		"fenced":    func(context.Context, func() error) error { return store.ErrFenced },
		"uncertain": func(context.Context, func() error) error { return &store.UncertainError{Err: errDisk} },
		"uncertain, and kept": func(_ context.Context, commit func() error) error {
			if err := commit(); err != nil {
				return err
			}
			return &store.UncertainError{Err: errDisk}
		},
	}
	for name, fault := range faults {
		for _, jobs := range []int{1, 3} {
			for n := 1; ; n++ {
				at := &clock{at: start}
				f := &faulty{Store: memory.New(at.now, autonomy.Fits), n: n, fault: fault}
				s := &scene{deployment: withGrant, plan: plan, asks: yes, clock: at, store: f, options: func(o *dryrun.Options) { o.Jobs = jobs }, does: map[string]behaviour{}}
				for _, id := range []string{"a", "b", "c", "d", "e"} {
					s.does[id] = func(_ context.Context, c *dryrun.Call) (dryrun.Output, error) {
						if !hasStarted(t, f, c.StepID) {
							t.Errorf("%s at write %d: %s is called before it is on the record", name, n, c.StepID)
						}
						return dryrun.Output{Text: []byte("done")}, nil
					}
				}
				m := s.run(t)
				if f.count < n {
					if m.Status != dryrun.RunSucceeded || n < 12 {
						t.Errorf("%d writes, %v", f.count, m.Stop)
					}
					break
				}
				// A batch that was kept is found on the record, and the run goes on. The lease of a run is only in the answer.
				if on := n > 1 && name == "uncertain, and kept"; on != (m.Status == dryrun.RunSucceeded) || on == (m.Stop != nil) {
					t.Errorf("%s at write %d: the run ends as %s, %v", name, n, m.Status, m.Stop)
				}
				if m.Stop != nil && m.Stop.Code == dryrun.CodeTakenOver && name != "fenced" {
					t.Errorf("%s at write %d: nobody else has the run, and it stops as %v", name, n, m.Stop)
				}
				checkAgainstRecord(t, fmt.Sprintf("%s at write %d", name, n), name == "uncertain, and kept", m, f)
			}
		}
	}
}

func recordsOf(t *testing.T, s store.Store) []dryrun.Event {
	t.Helper()
	records, err := s.Records(context.Background(), store.RunID{Tenant: "acme", ID: "run_1"}, 0)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		t.Fatal(err)
	}
	var list []dryrun.Event
	for _, r := range records {
		var e dryrun.Event
		if err := json.Unmarshal(r.Body, &e); err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

func hasStarted(t *testing.T, s store.Store, step string) bool {
	for _, e := range recordsOf(t, s) {
		if e.Kind == dryrun.StepStarted && e.Step == step {
			return true
		}
	}
	return false
}

// checkAgainstRecord holds what a run says of itself against its record. more says that the record may have more.
func checkAgainstRecord(t *testing.T, name string, more bool, m *made, s store.Store) {
	t.Helper()
	events := recordsOf(t, s)
	started, ended := map[string]bool{}, map[string]bool{}
	for _, e := range events {
		switch e.Kind {
		case dryrun.StepStarted:
			started[e.Step] = true
		case dryrun.StepExecuted:
			ended[e.Step] = true
		}
	}
	called := map[string]bool{}
	for _, c := range m.calls {
		if called[c.StepID] {
			t.Errorf("%s: %s was called twice", name, c.StepID)
		}
		called[c.StepID] = true
	}
	doubt := false
	for _, step := range m.Steps {
		switch {
		case step.Status == dryrun.Succeeded && !ended[step.StepID]:
			t.Errorf("%s: %s succeeded, and the record does not say so", name, step.StepID)
		case step.Status == dryrun.Pending && called[step.StepID]:
			t.Errorf("%s: %s was called, and is pending", name, step.StepID)
		case step.Status == dryrun.InDoubt && (!called[step.StepID] || ended[step.StepID] && !more || step.Outcome != nil):
			t.Errorf("%s: %s is in doubt: called %v, on the record %v, outcome %s", name, step.StepID, called[step.StepID], ended[step.StepID], step.Outcome)
		case step.Status == dryrun.StepRunning:
			t.Errorf("%s: %s runs after the end", name, step.StepID)
		}
		doubt = doubt || step.Status == dryrun.InDoubt
	}
	if doubt && m.Stop.Class != dryrun.Unknown {
		t.Errorf("%s: a step is in doubt, and the run stopped as %s", name, m.stopped())
	}
	if m.clearing == nil && len(events) < len(m.Events) && len(events) > 0 {
		t.Errorf("%s: %d events, and %d on the record", name, len(m.Events), len(events))
	}
	if !more && len(m.told) > max(len(events), len(m.Events)) {
		t.Errorf("%s: %d events told, and %d on the record", name, len(m.told), len(events))
	}
}

// A process whose lease was taken over in the middle stops, ends its tools, and says so.
func TestTakenOver(t *testing.T) {
	at := &clock{at: start}
	s := &scene{plan: notes("a", "b<a"), clock: at, options: func(o *dryrun.Options) { o.Lease = 30 * time.Millisecond }}
	kept := memory.New(at.now, autonomy.Fits)
	s.store = kept
	s.does = map[string]behaviour{"a": func(ctx context.Context, c *dryrun.Call) (dryrun.Output, error) {
		at.move(time.Hour)
		if _, err := kept.Acquire(context.Background(), store.RunID{Tenant: "acme", ID: "run_1"}, "other", time.Hour, func(string) bool { return true }); err != nil {
			t.Error(err)
		}
		select {
		case <-ctx.Done(): // the heartbeat finds out
		case <-time.After(10 * time.Second):
			t.Error("the tool is not ended")
		}
		return dryrun.Output{}, &dryrun.CallError{Failure: dryrun.Interrupted, Message: "it was interrupted"}
	}}
	m := s.run(t)
	if m.Stop == nil || m.Stop.Class != dryrun.Unknown || m.Stop.Code != dryrun.CodeTakenOver || m.called() != "a" {
		t.Errorf("%+v", m.Stop)
	}
	if run, err := kept.Run(context.Background(), store.RunID{Tenant: "acme", ID: "run_1"}); err != nil || run.Owner != "other" || run.Status != "running" {
		t.Errorf("%+v %v", run, err)
	}
	if got := events(recordsOf(t, kept)); got != events(m.Events) || got != "planned run_started step_started(a)" {
		t.Errorf("%s\n%s", got, events(m.Events))
	}
}

// Claims and draws that can't be read keep a step from starting.
func TestStoreThatCannotBeRead(t *testing.T) {
	m := (&scene{plan: notes("a"), store: &mute{Store: memory.New(func() time.Time { return start }, nil)}}).run(t)
	if got := m.stopped(); got != "unable store" || len(m.calls) > 0 {
		t.Error(got)
	}
	m = (&scene{deployment: withGrant, plan: refunds("5"), store: &mute{Store: memory.New(func() time.Time { return start }, nil)}}).run(t)
	if got := m.stopped(); got != "unable store s1" || m.clearing == nil {
		t.Error(got)
	}
}

type mute struct{ store.Store }

func (mute) Claim(context.Context, store.RunID, string) (store.Claim, bool, error) {
	return store.Claim{}, false, errDisk
}

func (mute) Draws(context.Context, string, string, time.Time) ([]store.Draw, error) {
	return nil, errDisk
}
