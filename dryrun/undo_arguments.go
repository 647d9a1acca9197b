package dryrun

import (
	"fmt"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// undoArguments fills the arguments of the undoing call from those of the call that is undone, and from its outcome.
func (r *Run) undoArguments(s *step, spec *contracts.Undo, c *contracts.Contract) (*arguments, string) {
	called := s
	if past := r.past[s.ID]; past != nil { // the plan in force may have other words for what ran
		called = past
	}
	if accepts, _ := called.contract.Accepts(); accepts == nil {
		return nil, lost
	}
	was := r.arguments(called)
	if digest, err := argumentsDigest(was); err != nil || s.recorded != nil && s.recorded.Arguments != "" && digest != s.recorded.Arguments {
		return nil, lost
	}
	accepts, _ := c.Accepts()
	if accepts == nil {
		return nil, fmt.Sprintf("the contract of %s says nothing of its arguments", quoted(spec.Tool))
	}
	a := &arguments{from: map[string]string{}, complete: true}
	f := newFrame()
	if spec.Arguments != tree.None {
		f.set(nil, spec.Tree, spec.Arguments)
		for k := range spec.Tree.Members(spec.Arguments) {
			a.comes(spec.Tree.Text(k), "the contract of "+tree.Visible(s.Tool))
		}
	}
	for i := range spec.Binds {
		b := &spec.Binds[i]
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
		into := tokens(b.Into)
		if !f.set(into, from, n) {
			return nil, fmt.Sprintf("undo fills %s twice", quoted(string(b.Into)))
		}
		a.comes(into[0], undoOrigin(s, b))
	}
	a.tree, a.root = r.defaults(f.build(), 0, accepts, a.from)
	if text := a.check(c); text != "" {
		return nil, fmt.Sprintf("%s does not take what undo gives it: %s", quoted(spec.Tool), text)
	}
	return a, ""
}

// lost says of a step that its contract or its plan is not the one by which it was called.
const lost = "what it was called with can't be told any more"

// undoOrigin is where the undoing call has a value from, for people.
func undoOrigin(s *step, b *contracts.UndoBind) string {
	whole, part := "the arguments", "argument "
	if b.Outcome {
		whole, part = "the outcome", "outcome "
	}
	if b.Pointer != "" {
		whole = part + tree.Visible(string(b.Pointer))
	}
	return whole + " of step " + tree.Visible(s.ID)
}

func tokens(p tree.Pointer) []string {
	list, err := tree.ParsePointer(string(p))
	if err != nil {
		panic("planlint: internal error: a pointer that is none")
	}
	return list
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
