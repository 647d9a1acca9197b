package dryrun

import (
	"context"
	"errors"
	"fmt"

	"github.com/planlint/planlint/contracts/autonomy"
	"github.com/planlint/planlint/dryrun/store"
	"github.com/planlint/planlint/lint"
)

// Clear clears every step that has not run, in the order of execution, before any of them runs and before anything is
// stored. First it finds out what each of them needs; what nothing and nobody can clear, or call, ends it there, so that
// nobody is asked in vain. Then it asks. The error is a *StopError.
func (r *Run) Clear(ctx context.Context) error {
	if r.closed {
		return nil
	}
	r.journal.add(Planned, r.goal(), fmt.Sprintf("%d %s", len(r.steps), plural(len(r.steps), "step")), "", nil)
	if r.unwinding() { // nothing goes forward any more, so nobody is asked about it
		return nil
	}
	if err := r.clear(ctx); err != nil {
		r.halt(err)
		if record := context.WithoutCancel(ctx); r.resumed { // the run is there, and so is what stopped it
			if e := r.reopen(record, err); e != nil {
				r.halt(e)
			}
			if e := r.o.Store.Release(record, r.journal.lease); e != nil {
				r.halt(r.journal.failure("the run's lease can't be given back", e))
			}
		}
		return r.stop
	}
	return nil
}

func (r *Run) clear(ctx context.Context) *StopError {
	steps := r.remaining()
	if err := r.given(); err != nil {
		return err
	}
	for _, s := range steps {
		if err := r.callable(s); err != nil {
			return err
		}
	}
	ledger := &ledger{ctx: ctx, run: r}
	for _, s := range steps {
		if err := r.judge(s); err != nil {
			return err
		}
		if err := r.decide(s, ledger); err != nil {
			return err
		}
	}
	for _, s := range steps {
		if s.clearance.Need == lint.NeedNone {
			return r.refuse(s)
		}
	}
	for _, s := range steps {
		if err := canceled(ctx); err != nil {
			return err
		}
		if err := r.clearStep(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// clearStep asks for a step where that is needed.
func (r *Run) clearStep(ctx context.Context, s *step) *StopError {
	if s.clearance.Need != lint.NeedPerson {
		return nil
	}
	r.escalated(s)
	if r.o.Dry && r.o.Approver == nil {
		return nil
	}
	q, err := r.question(s, s.clearance.Reason, false)
	if err != nil {
		return err
	}
	answer := r.ask(ctx, q)
	return r.answered(s, q, answer)
}

// escalated notes that the ladder wants a person for a step, if it was the ladder.
func (r *Run) escalated(s *step) {
	if d := s.clearance.Ladder; d != nil && d.Outcome == autonomy.Escalate {
		r.journal.add(AutonomyEscalated, s.Tool, s.clearance.Reason, s.ID, nil)
	}
}

// refuse ends the run for a step that nothing and nobody can clear.
func (r *Run) refuse(s *step) *StopError {
	s.label = WouldRefuse
	r.journal.add(AutonomyRefused, s.Tool, s.clearance.Reason, s.ID, nil)
	return &StopError{Class: NotCleared, Code: CodeRefused, Step: s.ID, Tool: s.Tool,
		Message: fmt.Sprintf("step %s is refused: %s", quoted(s.ID), s.clearance.Reason),
		Hint:    "nothing and nobody can clear it: remove the step"}
}

// given demands the input that the plan takes values from.
func (r *Run) given() *StopError {
	plan := r.plan.Plan()
	if r.input.Known() {
		return nil
	}
	for _, s := range r.steps {
		for i := range s.Binds {
			if s.Binds[i].From.InputNode != noNode && !r.o.Dry && s.status == Pending {
				return &StopError{Class: Unable, Code: CodeInput, Step: s.ID, Tool: s.Tool,
					Message: fmt.Sprintf("step %s takes %s from the run's input, and none was given", quoted(s.ID), quoted(plan.Tree.Text(s.Binds[i].Key))),
					Hint:    "give it with --input FILE"}
			}
		}
	}
	return nil
}

// callable finds out how a step's tool is called, and what would keep it from starting.
func (r *Run) callable(s *step) *StopError {
	if !store.Keepable(s.ID) {
		return &StopError{Class: Unable, Code: CodeStore, Step: s.ID, Tool: s.Tool,
			Message: fmt.Sprintf("the id of step %s can't be recorded: it holds a NUL", quoted(s.ID)), Hint: "give it another id"}
	}
	var ok bool
	if s.callee, ok = r.o.Call(s.Tool); !ok {
		return &StopError{Class: Unable, Code: CodeUncallable, Step: s.ID, Tool: s.Tool,
			Message: fmt.Sprintf("nothing can call %s: it has neither a command nor declared stubs", quoted(s.Tool)),
			Hint:    "give it a command or a shell text under tools, or outcomes under stubs; --dry needs neither"}
	}
	if s.callee.Check != nil {
		if err := s.callee.Check(); err != nil {
			return &StopError{Class: Unable, Code: CodeUncallable, Step: s.ID, Tool: s.Tool,
				Message: fmt.Sprintf("%s can't be started", quoted(s.Tool)), Err: err, Hint: advice(err)}
		}
	}
	return nil
}

// advice is what an error says to do about it; "" where it says nothing.
func advice(err error) string {
	var of interface{ Advice() string }
	if errors.As(err, &of) {
		return of.Advice()
	}
	return ""
}

// judge asks once more whether the agent may call the tool at all: scopes expire.
func (r *Run) judge(s *step) *StopError {
	v := r.plan.Deployment().Judge(r.plan.Authority(), s.Tool, r.o.Now())
	if v.OK() {
		return nil
	}
	message := fmt.Sprintf("step %s may not call %s", quoted(s.ID), quoted(s.Tool))
	hint := ""
	if v.Detail == "scope_expired" {
		message += fmt.Sprintf(": the scope of %s has expired", quoted(v.Agent))
		hint = "renew expires_at of the delegation"
	}
	return &StopError{Class: Refused, Code: Code(v.Reason), Detail: v.Detail, Step: s.ID, Tool: s.Tool, Message: message, Hint: hint}
}

// decide works out the arguments of a step as far as they exist, and what it needs before it may run.
func (r *Run) decide(s *step, l *ledger) *StopError {
	if err := r.flow(s); err != nil {
		return err
	}
	if text := r.missing(s); text != "" { // of the input: no outcome exists yet
		return &StopError{Class: Refused, Code: CodeArguments, Step: s.ID, Tool: s.Tool, Message: text, Hint: "see inputs of the plan, and --input"}
	}
	s.args = r.arguments(s)
	if text := s.args.check(s.contract); text != "" {
		return &StopError{Class: Refused, Code: CodeArguments, Step: s.ID, Tool: s.Tool, Message: text, Hint: "the contract of " + quoted(s.Tool) + " says what it takes"}
	}
	if err := r.clearance(s, l); err != nil {
		return err
	}
	s.label, s.awaits = fate(s.clearance.Need), nil
	if !s.args.complete {
		s.label, s.awaits = UnknownUntil, s.args.awaits
		return nil
	}
	if err := r.identify(s); err != nil {
		err.Class = Refused // nothing ran yet
		return err
	}
	return nil
}

// clearance asks the one function that decides, and draws on the grant that covers the step.
func (r *Run) clearance(s *step, l *ledger) *StopError {
	a := r.plan.Authority()
	now := r.o.Now()
	var err error
	s.clearance, err = r.plan.Deployment().Clearance(a, s.contract, autonomy.Call{
		Tool: s.Tool, Tenant: a.Tenant(), User: a.User(), Tree: s.args.tree, Arguments: s.args.root, Now: now}, l.without(s))
	switch {
	case errors.Is(err, context.Canceled):
		return interrupted()
	case err != nil:
		return &StopError{Class: Unable, Code: CodeStore, Step: s.ID, Tool: s.Tool, Message: "what grants have left can't be told", Err: err}
	}
	s.draw = nil
	d := s.clearance.Ladder
	if s.clearance.Need != lint.NeedGrant || s.approval != nil || d.Grant.Ceiling == nil {
		return nil
	}
	s.draw = &store.Draw{Tenant: d.Grant.Tenant, Grant: d.Grant.ID, Run: r.id, Step: s.ID, Amount: d.Amount, Currency: d.Currency,
		At: now.UTC(), State: store.Held, Limit: store.Limit{Amount: d.Grant.Ceiling.Amount, Since: now.Add(-d.Grant.Ceiling.Window).UTC()}}
	return nil
}

// identify works out the key and the digests of a step whose arguments all exist.
func (r *Run) identify(s *step) *StopError {
	var err error
	if s.key, err = key(s.contract, r.id.Tenant, r.id.ID, s.args.tree, s.args.root); err == nil {
		s.parts.Arguments, err = argumentsDigest(s.args)
	}
	if err != nil {
		return &StopError{Class: ToolFailed, Code: CodeArguments, Step: s.ID, Tool: s.Tool, Message: err.Error(), Hint: "it can't be written down exactly, so nobody could tell what was approved"}
	}
	return nil
}

// fate is the label of a step whose needs are known.
func fate(n lint.Need) Label {
	switch n {
	case lint.NeedGrant:
		return WouldAct
	case lint.NeedPerson:
		return WouldAsk
	case lint.NeedNone:
		return WouldRefuse
	}
	return WouldRun
}

func plural(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}
