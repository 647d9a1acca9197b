package dryrun

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/dryrun/store"
	"github.com/planlint/planlint/lint"
)

// begin takes a step to its call: its values are worked out now that they exist, everything that may have changed since it
// was cleared is looked at again, and "started" is on the record before the tool is called.
func (x *execution) begin(s *step) {
	if err := x.again(s); err != nil {
		x.halt(err)
		return
	}
	if !s.args.complete {
		x.skip(s)
		return
	}
	if s.key != "" && x.keys[s.key] != nil {
		return // an equal effect is under way: its turn comes when that is done
	}
	if reason, again, must := x.mustAsk(s); must {
		x.escalated(s)
		q, err := x.question(s, reason, again)
		if err != nil {
			x.halt(err)
			return
		}
		if err := x.journal.commit(x.record, store.Batch{}); err != nil {
			x.halt(x.journal.failure("the question can't be recorded", err))
			return
		}
		x.asking = s
		go func() { x.results <- result{step: s, question: q, answer: x.ask(x.ctx, q)} }()
		return
	}
	x.start(s)
}

// again looks at what may have changed since the step was cleared: the scope, the grant, the values, their labels.
func (x *execution) again(s *step) *StopError {
	if err := x.judge(s); err != nil {
		return err
	}
	if text := x.missing(s); text != "" {
		return &StopError{Class: ToolFailed, Code: CodeUnbound, Step: s.ID, Tool: s.Tool, Message: fmt.Sprintf("step %s can't have its values: %s", quoted(s.ID), text)}
	}
	if err := x.flow(s); err != nil {
		return err
	}
	if len(s.Binds) > 0 {
		s.args = x.arguments(s)
		switch text := s.args.check(s.contract); {
		case text == "":
		case len(x.examples(s)) > 0: // only a real outcome can tell
			s.args.complete, s.args.awaits = false, x.examples(s)
		default:
			return &StopError{Class: ToolFailed, Code: CodeArguments, Step: s.ID, Tool: s.Tool,
				Message: fmt.Sprintf("step %s got values that %s does not take: %s", quoted(s.ID), quoted(s.Tool), text)}
		}
	}
	held := s.draw
	if err := x.clearance(s, &ledger{ctx: x.record, run: x.Run}); err != nil {
		return err
	}
	switch {
	case held != nil && s.draw != nil && (held.Grant != s.draw.Grant || held.Tenant != s.draw.Tenant):
		s.moved = true // another grant covers it by now
	case held != nil || x.journal.open && s.approval != nil: // what was drawn at admission stays drawn
		s.draw = held
	}
	if s.clearance.Need == lint.NeedNone {
		return x.refuse(s)
	}
	s.label, s.awaits = fate(s.clearance.Need), nil
	if !s.args.complete {
		s.label, s.awaits = UnknownUntil, s.args.awaits
		return nil
	}
	return x.identify(s)
}

// skip passes over a step of a rehearsal whose values can't be told.
func (x *execution) skip(s *step) {
	if !x.o.Dry {
		panic("planlint: internal error: a step whose values don't exist when all it waits for is done")
	}
	s.status, s.unknown = Skipped, true
}

// decided takes in the answer to a question. A person takes time, so that what may have changed is looked at once more.
func (x *execution) decided(res result) {
	x.asking = nil
	s := res.step
	err := x.answered(s, res.question, res.answer)
	if err == nil && x.stop == nil {
		x.begin(s)
		return
	}
	if commit := x.journal.commit(x.record, store.Batch{}); commit != nil {
		x.halt(x.journal.failure("the answer can't be recorded", commit))
	}
	if err != nil {
		x.halt(err)
	}
}

// start answers a step from the record, or calls its tool.
func (x *execution) start(s *step) {
	if s.approval != nil {
		was := s.approval.parts
		now, err := x.identity(s)
		if err != nil {
			x.halt(err)
			return
		}
		if was.Arguments == "" { // approved before its values existed, and not asked again
			was.Arguments = now.Arguments
		}
		if drift := was.Drift(now); drift != "" {
			s.approvedBy = ""
			x.halt(&StopError{Class: NotCleared, Code: CodeMismatch, Step: s.ID, Tool: s.Tool,
				Message: fmt.Sprintf("the approval of step %s does not hold any more: %s", quoted(s.ID), drift)})
			return
		}
	}
	batch := store.Batch{}
	if x.guarded(s) {
		claim, ok, err := x.o.Store.Claim(x.record, x.id, s.key)
		switch {
		case err != nil:
			x.halt(x.journal.failure("the claim on the effect can't be read", err))
			return
		case ok && !claim.Landed && s.repeat && claim.Step == s.ID: // the very effect, which may be repeated
		case ok && !claim.Landed:
			x.halt(x.doubt(s, fmt.Sprintf("an equal effect of step %s is under way or in doubt", quoted(claim.Step))))
			return
		case !x.vouched(s.key, claim, ok):
			x.halt(&StopError{Class: Unknown, Code: CodeTampered, Step: s.ID, Tool: s.Tool,
				Message: fmt.Sprintf("the store and the journal disagree on whether an equal effect of step %s landed, or on its outcome", quoted(s.ID)),
				Hint:    "planlint journal audit says what the journal knows; the table of claims beside it was changed"})
			return
		case ok && x.o.Now().Before(claim.Expires):
			x.replay(s, claim.Outcome)
			return
		}
		batch.Claims = []store.Claim{{Key: s.key, Step: s.ID}}
	}
	draw, by := s.draw, s.approvedBy // as they are once the record has them
	switch {
	case draw == nil:
	case s.approval != nil: // a person took the place of the grant
		batch.Draws, draw = []store.Draw{s.draw.In(store.Released)}, nil
	case !s.drawn || s.moved:
		batch.Draws = []store.Draw{*draw}
	}
	if s.reports() && s.approval == nil {
		batch.Owed = []store.Report{{Tenant: x.id.Tenant, Class: s.clearance.Ladder.Class, Grant: s.clearance.Ladder.Grant.ID, Run: x.id, Step: s.ID, At: x.o.Now().UTC()}}
	}
	if a := s.approval; a != nil && a.used != "" && !slices.Contains(x.used, a.used) {
		batch.Approvals = []string{a.used}
	}
	s.attempt++
	data := StartedData{Key: s.key, Arguments: s.parts.Arguments, Contract: contractDigest(s.contract), Attempt: s.attempt, ApprovedBy: by, Stub: s.callee.Stub}
	if s.clearance.Need == lint.NeedGrant && s.approval == nil {
		by = s.clearance.Ladder.Grant.ID
		data.ApprovedBy, data.Grant = by, by
	}
	x.journal.add(StepStarted, s.Tool, s.ID, s.ID, encode(data))
	if err := x.journal.commit(x.record, batch); err != nil {
		s.attempt--
		x.halt(x.journal.failure(fmt.Sprintf("step %s was not started: it can't be recorded", quoted(s.ID)), err))
		return
	}
	s.draw, s.drawn, s.moved, s.approvedBy = draw, draw != nil, false, by
	x.used = append(x.used, batch.Approvals...)
	s.status, s.started = StepRunning, x.o.Now()
	x.running++
	if x.guarded(s) {
		x.keys[s.key] = s
	}
	call := &Call{RunID: x.id.ID, Tenant: x.id.Tenant, StepID: s.ID, Tool: s.Tool, Key: s.key, Arguments: s.args.json(), Attempt: s.attempt}
	x.point("step started")
	go func() {
		out, err := s.callee.Tool.Call(x.tools, call)
		x.point("step returned")
		x.results <- result{step: s, output: out, err: err}
	}()
}

// guarded reports whether the step's effect is claimed: reading twice is no effect, and what has no key can't be told
// from another.
func (r *Run) guarded(s *step) bool { return s.key != "" && s.contract.Effect != contracts.ReadOnly }

// landings are the steps whose effects landed and still stand, by key, as the journal has it.
func (r *Run) landings() map[string]*step {
	m := map[string]*step{}
	for _, s := range r.steps {
		if s.status == Succeeded && s.key != "" && !s.replayed {
			m[s.key] = s
		}
	}
	for id, s := range r.past {
		if _, kept := r.index[id]; !kept && s.status == Succeeded && s.key != "" && !s.replayed {
			m[s.key] = s
		}
	}
	return m
}

// vouched reports whether the journal bears out what the store says of a key: that an effect landed, with that outcome, or
// that none did. No hash covers the claims, so they alone decide nothing.
func (x *execution) vouched(key string, c store.Claim, ok bool) bool {
	by := x.landed[key]
	if !ok || by == nil {
		return !ok && by == nil
	}
	if by.unknown {
		return len(c.Outcome) == 0
	}
	v, readable := readValue(c.Outcome)
	return readable && bytes.Equal(v.json, by.outcome.json)
}

// replay answers a step with the outcome of an equal effect.
func (x *execution) replay(s *step, outcome []byte) {
	by := x.landed[s.key]
	label := by.trust
	s.madeUp = by.madeUp
	x.journal.add(StepExecuted, s.Tool, s.ID, s.ID, encode(ExecutedData{Key: s.key, Outcome: outcome, Label: label, Replayed: true, ApprovedBy: s.approvedBy, Attempt: s.attempt}))
	batch := store.Batch{}
	if s.draw != nil { // nothing happened a second time
		batch.Draws = []store.Draw{s.draw.In(store.Released)}
	}
	if err := x.journal.commit(x.record, batch); err != nil {
		x.halt(x.journal.failure("the outcome can't be recorded", err))
		return
	}
	s.outcome, s.unknown, s.replayed, s.status, s.trust, s.draw = by.outcome, by.unknown, true, Succeeded, label, nil
}
