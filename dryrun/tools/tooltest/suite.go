package tooltest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"github.com/planlint/planlint/dryrun"
)

// patience is after how long something that must happen is taken for something that does not. No verdict hangs on it
// where all is well.
const patience = 2 * time.Minute

func answers(t *testing.T, h Harness) {
	if len(h.Examples) < 2 || same(h.Examples[0].Answer, h.Examples[1].Answer) {
		t.Fatal("the harness needs two examples with different answers")
	}
	for range 3 {
		for _, e := range h.Examples {
			out, err := h.Answering.Call(t.Context(), call(e.Arguments))
			if err != nil || !same(out, e.Answer) {
				t.Fatalf("%s: got %q (unknown %v), %v; want %q (unknown %v)", e.Arguments, out.Text, out.Unknown, err, e.Answer.Text, e.Answer.Unknown)
			}
			if out.Unknown && len(out.Text) > 0 {
				t.Errorf("%s: an unknown answer has the text %q", e.Arguments, out.Text)
			}
		}
	}
}

func same(a, b dryrun.Output) bool { return a.Unknown == b.Unknown && bytes.Equal(a.Text, b.Text) }

func shares(t *testing.T, h Harness) {
	for _, e := range h.Examples {
		c := call(e.Arguments)
		before := *c
		before.Arguments = slices.Clone(c.Arguments)
		out, err := h.Answering.Call(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(c.Arguments, before.Arguments) {
			t.Errorf("the tool changed the arguments %s to %s", before.Arguments, c.Arguments)
		}
		if c.RunID != before.RunID || c.Tenant != before.Tenant || c.StepID != before.StepID || c.Tool != before.Tool || c.Key != before.Key || c.Attempt != before.Attempt {
			t.Errorf("the tool changed the call %+v to %+v", before, *c)
		}
		for i := range c.Arguments { // both are the caller's now
			c.Arguments[i] = '#'
		}
		want := slices.Clone(e.Answer.Text)
		if !bytes.Equal(out.Text, want) {
			t.Errorf("the answer %q changed with the arguments to %q", want, out.Text)
		}
		for i := range out.Text {
			out.Text[i] = '#'
		}
		if again, err := h.Answering.Call(t.Context(), call(e.Arguments)); err != nil || !bytes.Equal(again.Text, want) {
			t.Errorf("after the caller changed an answer the tool says %q, %v", again.Text, err)
		}
	}
}

func concurrent(t *testing.T, h Harness) {
	var all sync.WaitGroup
	for i := range 24 {
		e := h.Examples[i%len(h.Examples)]
		all.Go(func() {
			if out, err := h.Answering.Call(t.Context(), call(e.Arguments)); err != nil || !same(out, e.Answer) {
				t.Errorf("%s: got %q, %v; want %q", e.Arguments, out.Text, err, e.Answer.Text)
			}
		})
	}
	all.Wait()
}

func fails(t *testing.T, h Harness) {
	for range 2 {
		out, err := h.Failing.Call(t.Context(), call(h.Examples[0].Arguments))
		e := failure(t, out, err, dryrun.Exited)
		if e.Code == 0 {
			t.Error("a failure has the code 0")
		}
	}
}

// failure checks what holds for every failed call.
func failure(t *testing.T, out dryrun.Output, err error, want dryrun.Failure) *dryrun.CallError {
	t.Helper()
	var e *dryrun.CallError
	if !errors.As(err, &e) {
		t.Fatalf("got the error %v of type %T, want a *dryrun.CallError", err, err)
	}
	if e.Failure != want {
		t.Errorf("the call failed as %v (%v), want %v", e.Failure, e, want)
	}
	if out.Text != nil || out.Unknown {
		t.Errorf("a failed call has an answer: %+v", out)
	}
	if m := e.Message; m == "" || unicode.IsUpper([]rune(m)[0]) || strings.HasSuffix(m, ".") || strings.ContainsFunc(m, unicode.IsControl) {
		t.Errorf("the message %q is no clause in lower case", m)
	}
	if e.Failure != dryrun.Exited && e.Code != 0 {
		t.Errorf("a call that failed as %v has the exit code %d", e.Failure, e.Code)
	}
	return e
}

func early(t *testing.T, h Harness) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tool := range []dryrun.Tool{h.Answering, h.Failing, h.Slow} {
		out, err := tool.Call(ctx, call(h.Examples[0].Arguments))
		if e := failure(t, out, err, dryrun.NotStarted); !errors.Is(e, context.Canceled) {
			t.Errorf("the error %v does not say that the context ended", e)
		}
	}
	if h.Running != nil && h.Running() {
		t.Error("something runs that should not have been started")
	}
}

// pending is a call of Slow that is under way.
type pending struct {
	ctx    *observed
	cancel context.CancelFunc
	ended  chan struct{}
	out    dryrun.Output
	err    error
}

func begin(ctx context.Context, h Harness) *pending {
	p := &pending{ended: make(chan struct{})}
	ctx, p.cancel = context.WithCancel(ctx)
	p.ctx = observe(ctx)
	go func() {
		defer close(p.ended)
		p.out, p.err = h.Slow.Call(p.ctx, call(h.Examples[0].Arguments))
	}()
	return p
}

// started waits until the calls are under way.
func started(t *testing.T, h Harness, calls ...*pending) {
	t.Helper()
	if h.Started != nil {
		h.Started(len(calls))
		return
	}
	for _, p := range calls {
		await(t, p.ctx.waited, "the tool did not start")
	}
}

func await(t *testing.T, c <-chan struct{}, complaint string) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(patience):
		t.Fatal(complaint)
	}
}

func interrupted(t *testing.T, h Harness) {
	p := begin(t.Context(), h)
	defer p.cancel()
	started(t, h, p)
	select {
	case <-p.ended:
		t.Fatalf("the slow tool ended by itself: %q, %v", p.out.Text, p.err)
	default:
	}
	p.cancel()
	await(t, p.ended, "the call goes on after its context ended")
	if e := failure(t, p.out, p.err, dryrun.Interrupted); !errors.Is(e, context.Canceled) {
		t.Errorf("the error %v does not say that the context ended", e)
	}
	if h.Running != nil && h.Running() {
		t.Error("something runs on after the call")
	}
}

// lapsed is a context whose deadline passes when the test says so.
type lapsed struct {
	context.Context
	done chan struct{}
}

func (l lapsed) Done() <-chan struct{} { return l.done }

func (l lapsed) Err() error {
	select {
	case <-l.done:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

func expired(t *testing.T, h Harness) {
	ctx := lapsed{t.Context(), make(chan struct{})}
	p := begin(ctx, h)
	defer p.cancel()
	started(t, h, p)
	close(ctx.done)
	await(t, p.ended, "the call goes on after its deadline")
	if e := failure(t, p.out, p.err, dryrun.Interrupted); !errors.Is(e, context.DeadlineExceeded) {
		t.Errorf("the error %v does not say that the deadline passed", e)
	}
	if h.Running != nil && h.Running() {
		t.Error("something runs on after the call")
	}
}

func oneOfTwo(t *testing.T, h Harness) {
	first, second := begin(t.Context(), h), begin(t.Context(), h)
	defer first.cancel()
	defer second.cancel()
	started(t, h, first, second)
	first.cancel()
	await(t, first.ended, "the call goes on after its context ended")
	select {
	case <-second.ended:
		t.Fatalf("the other call ended too: %v", second.err)
	default:
	}
	if h.Running != nil && !h.Running() {
		t.Error("nothing runs any more, although one call does")
	}
	second.cancel()
	await(t, second.ended, "the call goes on after its context ended")
	for name, p := range map[string]*pending{"first": first, "second": second} {
		var e *dryrun.CallError
		if !errors.As(p.err, &e) || e.Failure != dryrun.Interrupted {
			t.Error(fmt.Errorf("the %s call: %w", name, p.err))
		}
	}
}
