package dryrun

import (
	"context"
	"errors"
	"time"

	"github.com/planlint/planlint/dryrun/store"
)

// execution is a run under way. Its loop is the one goroutine that writes the record; calls and questions are goroutines
// that answer to it.
type execution struct {
	*Run
	ctx     context.Context // ends when somebody interrupts: no step starts any more
	record  context.Context // never ends: what happened is written down whatever else happens
	tools   context.Context // ends when running tools are to be ended
	results chan result
	running int
	head    int              // index of the first step that has not started, so that a long plan is not walked for every step
	asking  *step            // whose question is open: nothing else starts meanwhile
	keys    map[string]*step // of the calls that are under way
	landed  map[string]*step // of the effects that the journal has, by key: the step that was called
	lost    chan error

	admitted bool    // this turn is on the record
	begun    bool    // it began to take back what happened
	back     []*step // what is to be taken back, the first first
}

// result is what came back to the loop.
type result struct {
	step   *step
	output Output
	err    error

	question *question // for an answer
	answer   answer
}

// Execute runs what was cleared. The error is a *StopError; the record is closed in any case.
func (r *Run) Execute(ctx context.Context) error {
	if r.closed {
		return nil
	}
	record := context.WithoutCancel(ctx)
	if err := canceled(ctx); err != nil {
		return r.halt(err)
	}
	if !r.unwinding() { // else the turn goes on the record once it has anything to say
		if err := r.admit(record); err != nil {
			return r.halt(err)
		}
	}
	tools, end := context.WithCancel(record)
	defer end()
	x := &execution{Run: r, ctx: ctx, record: record, tools: tools, results: make(chan result), keys: map[string]*step{}, lost: make(chan error, 1)}
	x.landed = r.landings()
	x.admitted = !r.unwinding()
	stop := x.heartbeat()
	if r.unwinding() {
		x.halt(r.story.failure())
	} else {
		x.loop(end)
	}
	if x.unwinds() {
		forced := x.onForce(end)
		x.unwind()
		forced()
	}
	stop()
	if err := x.finish(); err != nil {
		return err
	}
	return nil
}

// onForce ends running tools at the second interrupt. It returns what ends the waiting for it.
func (x *execution) onForce(end context.CancelFunc) (stop func()) {
	done := make(chan struct{})
	go func() {
		select {
		case <-x.o.Force:
			end()
		case <-done:
		}
	}()
	return func() { close(done) }
}

// admit puts the run on the record, or that it goes on.
func (r *Run) admit(ctx context.Context) *StopError {
	r.point("before admission")
	defer r.point("after admission")
	if r.resumed {
		return r.reopen(ctx, nil)
	}
	return r.journal.admit(ctx, r.admission())
}

// takeUp is admit for a turn that goes on the record late; it does nothing where the turn is there.
func (x *execution) takeUp() *StopError {
	if x.admitted {
		return nil
	}
	err := x.admit(x.record)
	x.admitted = err == nil
	return err
}

// unwinds reports whether what happened is to be taken back: a step failed, and nothing is in doubt.
func (x *execution) unwinds() bool {
	if x.stop == nil || x.stop.Class != ToolFailed || x.stop.Code == CodeReplan || !x.o.Unwind && !x.unwinding() {
		return false
	}
	for _, s := range x.steps {
		if s.status == InDoubt {
			return false
		}
	}
	return true
}

// admission is what goes on the record together with the run: what its steps draw, and the approvals that they use.
func (r *Run) admission() store.Batch {
	var b store.Batch
	for _, s := range r.remaining() {
		if s.draw != nil {
			b.Draws = append(b.Draws, *s.draw)
			s.drawn = true
		}
		if s.approval != nil && s.approval.used != "" {
			b.Approvals = appendNew(b.Approvals, s.approval.used)
			r.used = appendNew(r.used, s.approval.used)
		}
	}
	return b
}

func appendNew(list []string, s string) []string {
	for _, e := range list {
		if e == s {
			return list
		}
	}
	return append(list, s)
}

// loop starts what is ready and takes in what comes back, until nothing is under way and nothing more is to start.
func (x *execution) loop(end context.CancelFunc) {
	interrupts, force := x.ctx.Done(), x.o.Force
	for {
		for x.stop == nil && x.asking == nil && x.running < x.o.Jobs {
			s := x.next()
			if s == nil {
				break
			}
			if x.ctx.Err() != nil { // which may have come together with a result, or while the record was written
				x.halt(interrupted())
				break
			}
			x.begin(s)
		}
		if x.running == 0 && x.asking == nil {
			return
		}
		select {
		case res := <-x.results:
			if res.question != nil {
				x.decided(res)
			} else {
				x.returned(res)
			}
		case <-interrupts:
			interrupts = nil
			x.halt(interrupted())
		case <-force:
			force = nil
			x.halt(interrupted())
			end()
		case err := <-x.lost:
			x.halt(x.journal.failure("the run's lease can't be kept", err))
			end()
		}
	}
}

// next is the first step in the order of execution that can start: what it waits for is done, and no call with its key
// is under way. It is nil where there is none.
func (x *execution) next() *step {
	for x.head < len(x.steps) && x.steps[x.head].status != Pending {
		x.head++
	}
	for _, s := range x.steps[x.head:] {
		if s.status == Pending && x.ready(s) && (s.key == "" || x.keys[s.key] == nil) {
			return s
		}
	}
	return nil
}

func (x *execution) ready(s *step) bool {
	for _, d := range s.DependsOn {
		if before := x.steps[x.index[d.ID]]; before.status != Succeeded && before.status != Skipped {
			return false
		}
	}
	return true
}

// heartbeat keeps the lease while tools run. It returns what ends it.
func (x *execution) heartbeat() (stop func()) {
	if x.o.Lease <= 0 {
		return func() {}
	}
	ctx, cancel := context.WithCancel(x.record)
	done := make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(x.o.Lease / 3)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			err := x.o.Store.Renew(ctx, x.journal.lease)
			if errors.Is(err, store.ErrFenced) { // any other error may pass, and the next commit tells
				x.lost <- err
				return
			}
		}
	}()
	return func() { cancel(); <-done }
}
