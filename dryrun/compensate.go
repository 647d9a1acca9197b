package dryrun

import (
	"errors"
	"fmt"
	"slices"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/autonomy"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun/store"
	"github.com/planlint/planlint/lint"
)

// Stay is an effect that was not taken back, and why.
type Stay struct {
	StepID string `json:"step_id"`
	Tool   string `json:"tool"`
	Why    string `json:"why"` // one clause
}

// maxUndo is how often taking a step back is tried, as long as it is known that nothing came of it.
const maxUndo = 3

// undo is the call that takes a step back.
type undo struct {
	step     *step
	contract *contracts.Contract // of the undoing tool
	callee   Callee
	args     *arguments
	key      string
	digest   string // of the arguments
	attempt  int
}

// unwind takes back what happened, the latest first: what ran, whatever the plan says by now. It does nothing while
// anything is in doubt, and never stops at the first that can't be taken back; what stays is listed. Interrupts don't
// end it, since half of it is worse than all or nothing.
func (x *execution) unwind() {
	var list []*step
	for _, s := range x.steps {
		if s.acted() {
			list = append(list, s)
		}
	}
	for _, s := range x.dropped() { // what ran under an earlier plan happened all the same
		if s.acted() {
			list = append(list, s)
		}
	}

	slices.SortFunc(list, func(a, b *step) int { return int(b.seq - a.seq) })
	for _, s := range list {
		if s.status == Compensated {
			continue
		}
		u, why := x.undoOf(s)
		if why == "" {
			why = x.takeBack(u)
		}
		if why != "" {
			x.stays = append(x.stays, Stay{s.ID, s.Tool, why})
		}
		if x.stop != nil && x.stop.Class == Unknown {
			return
		}
	}
}

// acted reports whether the step changed anything by itself: it landed, and is no answer from the record.
func (s *step) acted() bool {
	if s.contract.Effect == contracts.ReadOnly || s.replayed {
		return false
	}
	return s.status == Succeeded || s.status == Compensated || s.status == Failed && s.failed != nil && s.failed.Disposition == Landed
}

// undoOf prepares the call that takes a step back; why says why there is none.
func (x *execution) undoOf(s *step) (u *undo, why string) {
	spec := s.contract.Undo
	switch {
	case spec == nil && s.contract.Reversibility == contracts.Irreversible:
		return nil, "it is irreversible"
	case spec == nil:
		return nil, "its contract names nothing that takes it back"
	}
	u = &undo{step: s, contract: x.plan.Deployment().Catalog.Get(spec.Tool)}
	if u.contract == nil {
		return nil, fmt.Sprintf("%s has no contract", quoted(spec.Tool))
	}
	if v := x.plan.Deployment().Judge(x.plan.Authority(), spec.Tool, x.o.Now()); !v.OK() {
		return nil, fmt.Sprintf("the agent may not call %s", quoted(spec.Tool))
	}
	var ok bool
	if u.callee, ok = x.o.Call(spec.Tool); !ok {
		return nil, fmt.Sprintf("nothing can call %s", quoted(spec.Tool))
	}
	if u.args, why = x.undoArguments(s, spec, u.contract); why != "" {
		return nil, why
	}
	var err error
	if u.key, err = key(u.contract, x.id.Tenant, x.id.ID, u.args.tree, u.args.root); err == nil {
		u.digest, err = argumentsDigest(u.args)
	}
	if err != nil {
		return nil, err.Error()
	}
	if s.recorded != nil && s.recorded.Undo != nil {
		u.attempt = s.recorded.Undo.Attempts
	}
	return u, ""
}

// undoArguments fills the arguments of the undoing call from those of the call that is undone, and from its outcome.
func (x *execution) undoArguments(s *step, spec *contracts.Undo, c *contracts.Contract) (*arguments, string) {
	called := s
	if past := x.past[s.ID]; past != nil { // the plan in force may have other words for what ran
		called = past
	}
	was := x.arguments(called)
	if digest, err := argumentsDigest(was); err != nil || s.recorded != nil && s.recorded.Arguments != "" && digest != s.recorded.Arguments {
		return nil, "what it was called with can't be told any more"
	}
	accepts, _ := c.Accepts()
	if accepts == nil {
		return nil, fmt.Sprintf("the contract of %s says nothing of its arguments", quoted(spec.Tool))
	}
	f := newFrame()
	if spec.Arguments != tree.None {
		f.set(nil, spec.Tree, spec.Arguments)
	}
	for _, b := range spec.Binds {
		from, root, what := was.tree, was.root, "the arguments of "+quoted(s.ID)
		if b.Outcome {
			if !s.outcome.Known() {
				return nil, "taking it back needs its outcome, and there is none"
			}
			from, root, what = s.outcome.tree, s.outcome.node, "the outcome of "+quoted(s.ID)
		}
		n := from.Find(root, tokens(b.Pointer)...)
		if n == tree.None {
			return nil, fmt.Sprintf("%s has nothing at %s", what, quoted(string(b.Pointer)))
		}
		if !f.set(tokens(b.Into), from, n) {
			return nil, fmt.Sprintf("undo fills %s twice", quoted(string(b.Into)))
		}
	}
	t := f.build()
	a := &arguments{from: map[string]string{}, complete: true}
	a.tree, a.root = x.defaults(t, 0, accepts, a.from)
	if text := a.check(c); text != "" {
		return nil, fmt.Sprintf("%s does not take what undo gives it: %s", quoted(spec.Tool), text)
	}
	return a, ""
}

func tokens(p tree.Pointer) []string {
	list, err := tree.ParsePointer(string(p))
	if err != nil {
		panic("planlint: internal error: a pointer that is none")
	}
	return list
}

// takeBack clears and makes the undoing call; why says why the step's effect stays.
func (x *execution) takeBack(u *undo) (why string) {
	a := x.plan.Authority()
	need, err := x.plan.Deployment().Clearance(a, u.contract, autonomy.Call{Tool: u.contract.Tool, Tenant: a.Tenant(), User: a.User(),
		Tree: u.args.tree, Arguments: u.args.root, Now: x.o.Now()}, &ledger{ctx: x.record, run: x.Run})
	switch {
	case err != nil:
		return "what grants have left can't be told: " + err.Error()
	case need.Need == lint.NeedNone:
		return need.Reason
	case need.Need == lint.NeedPerson && x.o.Approver == nil:
		return "taking it back needs a person, and there is nobody to ask"
	case need.Need == lint.NeedPerson:
		if why := x.askUndo(u, need.Reason); why != "" {
			return why
		}
	}
	for u.attempt < maxUndo {
		u.attempt++
		out, err := x.callUndo(u)
		if err == nil {
			x.undone(u, out)
			return ""
		}
		var done bool
		if why, done = x.undoFailed(u, err); done {
			return why
		}
	}
	if why == "" {
		why = fmt.Sprintf("taking it back was tried %d times", u.attempt)
	}
	return why
}

// askUndo puts the undoing call to a person.
func (x *execution) askUndo(u *undo, reason string) (why string) {
	ghost := &step{Step: u.step.Step, contract: u.contract, callee: u.callee, args: u.args, label: WouldAsk}
	ghost.parts.Arguments = u.digest
	q, err := x.question(ghost, fmt.Sprintf("it takes back what step %s did; %s", quoted(u.step.ID), reason), false)
	if err != nil {
		return err.Message
	}
	q.request.Tool = u.contract.Tool
	err = x.answered(ghost, q, x.ask(x.record, q))
	if commit := x.journal.commit(x.record, store.Batch{}); commit != nil {
		x.halt(x.journal.failure("the answer can't be recorded", commit))
		return "the answer can't be recorded"
	}
	if err != nil {
		return err.Message
	}
	return ""
}

// callUndo records that the undoing call starts, and makes it.
func (x *execution) callUndo(u *undo) (Output, error) {
	s := u.step
	x.journal.add(StepStarted, u.contract.Tool, s.ID, s.ID, encode(StartedData{Key: u.key, Arguments: u.digest, Contract: contractDigest(u.contract),
		Attempt: u.attempt, Stub: u.callee.Stub, Undo: true}))
	if err := x.journal.commit(x.record, store.Batch{}); err != nil {
		return Output{}, &CallError{Failure: NotStarted, Message: "it can't be recorded", Err: err}
	}
	x.point("undo started")
	out, err := u.callee.Tool.Call(x.tools, &Call{RunID: x.id.ID, Tenant: x.id.Tenant, StepID: s.ID, Tool: u.contract.Tool, Key: u.key, Arguments: u.args.json(), Attempt: u.attempt})
	x.point("undo returned")
	return out, err
}

// undone records that a step was taken back.
func (x *execution) undone(u *undo, out Output) {
	s := u.step
	data := CompensatedData{Key: u.key, Attempt: u.attempt}
	if v, ok := readAnswer(out.Text); ok && !out.Unknown {
		data.Outcome = v.json
	}
	s.status = Compensated
	x.journal.add(StepCompensated, u.contract.Tool, s.ID, s.ID, encode(data))
	if err := x.journal.commit(x.record, store.Batch{}); err != nil {
		x.unrecorded(s, "it was taken back", err)
	}
}

// undoFailed records that taking a step back failed. done is false where nothing came of it, so that it may be tried again.
func (x *execution) undoFailed(u *undo, cause error) (why string, done bool) {
	s := u.step
	var call *CallError
	if !errors.As(cause, &call) {
		call = &CallError{Failure: Signalled, Message: "internal error: " + cause.Error()}
	}
	data := FailedData{Code: CodeToolFailed, Disposition: dispose(u.contract, call), Failure: call.Failure.String(), ExitCode: call.Code,
		Message: call.Error(), Key: u.key, Attempt: u.attempt, Undo: true}
	kind := StepFailed
	if data.Disposition == Doubtful {
		kind, data.Code = StepInDoubt, CodeInDoubt
	}
	x.journal.add(kind, u.contract.Tool, s.ID, s.ID, encode(data))
	if err := x.journal.commit(x.record, store.Batch{}); err != nil {
		x.unrecorded(s, "taking it back failed", err)
		return "taking it back failed, and that can't be recorded", true
	}
	switch data.Disposition {
	case Doubtful:
		e := x.doubt(s, data.Message)
		e.Message = fmt.Sprintf("nobody knows whether step %s was taken back: %s", quoted(s.ID), data.Message)
		x.halt(e)
		return "nobody knows whether it was taken back", true
	case Landed: // it was taken back; only the answer can't be used, and nobody needs it
		x.undone(u, Output{Unknown: true})
		return "", true
	}
	return fmt.Sprintf("%s failed: %s", quoted(u.contract.Tool), data.Message), false
}

// frame collects the arguments of a call from pieces of other values.
type frame struct {
	value lint.Value
	below map[string]*frame
	names []string
}

func newFrame() *frame { return &frame{below: map[string]*frame{}} }

// set puts a value at a path; ok is false where something stands there already. An object at the root is taken apart, so
// that others can stand beside its members.
func (f *frame) set(path []string, t *tree.Tree, n tree.Ref) (ok bool) {
	for _, token := range path {
		if f.value.Tree != nil {
			return false
		}
		next := f.below[token]
		if next == nil {
			next = newFrame()
			f.below[token] = next
			f.names = append(f.names, token)
		}
		f = next
	}
	if t.Kind(n) == tree.Object && t.Count(n) > 0 {
		for k, v := range t.Members(n) {
			if !f.set([]string{t.Text(k)}, t, v) {
				return false
			}
		}
		return true
	}
	if f.value.Tree != nil || len(f.names) > 0 {
		return false
	}
	f.value = lint.Value{Tree: t, Node: n}
	return true
}

// build makes the object.
func (f *frame) build() *tree.Tree {
	b := tree.NewBuilder(&tree.Source{Name: "undo"}, 16)
	f.add(b, true)
	return b.Tree()
}

func (f *frame) add(b *tree.Builder, root bool) {
	if f.value.Tree != nil && !(root && f.value.Tree.Kind(f.value.Node) != tree.Object) {
		b.Adopt(f.value.Tree, f.value.Node, tree.Span{})
		return
	}
	b.Begin(tree.Object, 0, 0)
	for _, name := range f.names {
		b.Decoded(tree.String, tree.Span{}, 0, name)
		f.below[name].add(b, false)
	}
	b.End(0)
}
