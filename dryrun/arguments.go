package dryrun

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/schema"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// arguments are the validated arguments of a step, defaults included: the one value that the ladder, the digest, the
// key, the prompt and the tool see. Read-only.
type arguments struct {
	tree     *tree.Tree
	root     tree.Ref
	from     map[string]string // by top-level name, where the value comes from, for people
	awaits   []string          // what some of the values wait for, for people: ids of steps; none = all values exist
	complete bool
}

// json is the arguments as a tool gets them. They must be complete.
func (a *arguments) json() []byte { return canon.AppendJSON(nil, a.tree, a.root) }

// comes notes where an argument, or a part of it, has its value from.
func (a *arguments) comes(name, from string) {
	a.from[name] = strings.TrimPrefix(a.from[name]+", "+from, ", ")
}

// arguments works out the arguments of a step from what exists so far.
func (r *Run) arguments(s *step) *arguments {
	var accepts *schema.Schema
	if accepts, _ = s.contract.Accepts(); accepts == nil {
		panic("planlint: internal error: a validated step whose contract takes nothing")
	}
	a := &arguments{from: map[string]string{}, complete: true}
	values := make([]lint.Value, len(s.Binds))
	for i := range s.Binds {
		b := &s.Binds[i]
		v, exists := r.bound(&b.From)
		if exists {
			values[i] = lint.Value{Tree: v.tree, Node: v.tree.Find(v.node, b.From.Pointer...)}
		} else {
			a.complete = false
			a.awaits = append(a.awaits, origin(&b.From))
		}
		a.comes(b.Target[0], originPath(&b.From))
	}
	list := func(path []string) bool {
		p, found, _ := accepts.Find(path)
		return found == schema.Declared && (p.Type == "array" || p.Type == "array or null")
	}
	t, root := s.plan.Filled(s.Step, values, list)
	a.tree, a.root = r.defaults(t, root, accepts, a.from)
	return a
}

// defaults adds the top level's defaults for names that are not given.
func (r *Run) defaults(t *tree.Tree, root tree.Ref, accepts *schema.Schema, from map[string]string) (*tree.Tree, tree.Ref) {
	var missing []schema.Default
	for _, d := range accepts.Defaults() {
		if t.Key(root, d.Name) == tree.None {
			missing = append(missing, d)
		}
	}
	if len(missing) == 0 {
		return t, root
	}
	at := t.Span(root)
	b := tree.NewBuilder(t.Source, t.Len())
	b.Begin(tree.Object, at.Start, 0)
	for k, v := range t.Members(root) {
		b.Graft(t, k)
		b.Graft(t, v)
	}
	for _, d := range missing {
		b.Decoded(tree.String, at, 0, d.Name)
		b.Adopt(d.Tree, d.Value, at)
		from[d.Name] = "the contract's default"
	}
	b.End(at.End)
	return b.Tree(), 0
}

// bound is the value that a bind takes from, as far as it exists and has something at the pointer.
func (r *Run) bound(o *lint.Origin) (Value, bool) {
	v := r.input
	if o.StepNode != tree.None {
		v = r.outcome(o.Step)
	}
	if !v.Known() || v.tree.Find(v.node, o.Pointer...) == tree.None {
		return Value{}, false
	}
	return v, true
}

// outcome is that of a step, also of one that ran under an earlier plan.
func (r *Run) outcome(id string) Value {
	if i, ok := r.index[id]; ok {
		return r.steps[i].outcome
	}
	if s := r.past[id]; s != nil {
		return s.outcome
	}
	return Value{}
}

// missing names the first bind whose source exists and has nothing at the pointer; "" = none.
func (r *Run) missing(s *step) string {
	for i := range s.Binds {
		o := &s.Binds[i].From
		v := r.input
		if o.StepNode != tree.None {
			v = r.outcome(o.Step)
		}
		if v.Known() && v.tree.Find(v.node, o.Pointer...) == tree.None && !r.example(o) {
			return fmt.Sprintf("%s has nothing at %s", origin(o), tree.Quote(pointer(o.Pointer)))
		}
	}
	return ""
}

// example reports whether a bind takes from an outcome that a rehearsal made up.
func (r *Run) example(o *lint.Origin) bool {
	if o.StepNode == tree.None {
		return false
	}
	i, ok := r.index[o.Step]
	return ok && r.steps[i].madeUp
}

// examples are the steps whose made-up outcomes a step takes values from.
func (r *Run) examples(s *step) []string {
	var list []string
	for i := range s.Binds {
		if o := &s.Binds[i].From; r.example(o) {
			list = append(list, origin(o))
		}
	}
	return list
}

// origin is what a bind takes from, for people.
func origin(o *lint.Origin) string {
	if o.StepNode == tree.None {
		return TheInput
	}
	return tree.Visible(o.Step)
}

// TheInput is where values come from that are the run's input, for people; all others come from steps.
const TheInput = "the input"

func originPath(o *lint.Origin) string {
	if len(o.Pointer) == 0 {
		return origin(o)
	}
	return origin(o) + " " + tree.Visible(pointer(o.Pointer))
}

func pointer(tokens []string) string {
	var p tree.Pointer
	for _, t := range tokens {
		p = p.Child(t)
	}
	return string(p)
}

// check judges the arguments by the contract; the message is that of the first fault, or "".
func (a *arguments) check(c *contracts.Contract) string {
	accepts, _ := c.Accepts()
	faults := accepts.Check(a.tree, a.root, nil)
	if len(faults) == 0 {
		return ""
	}
	return faults[0].Message
}

// shown are the arguments for a person: what the contract declares as write-only is masked.
func (a *arguments) shown(c *contracts.Contract) []Argument {
	hidden := map[tree.Ref]bool{}
	if accepts, _ := c.Accepts(); accepts != nil {
		for _, n := range accepts.Secret(a.tree, a.root) {
			hidden[n] = true
		}
	}
	var list []Argument
	for k, v := range a.tree.Members(a.root) {
		arg := Argument{Name: a.tree.Text(k), From: a.from[a.tree.Text(k)]}
		if arg.From == "" {
			arg.From = "the plan"
		}
		if exists(a.tree, v) {
			arg.Value = appendMasked(nil, a.tree, v, hidden)
		}
		list = append(list, arg)
	}
	return list
}

// exists reports whether a value holds nothing that only the run knows.
func exists(t *tree.Tree, n tree.Ref) bool {
	for i := n; i < t.Next(n); i++ {
		if t.Kind(i) == tree.Unknown {
			return false
		}
	}
	return true
}

// Masked is what stands for a value that nobody may see. It says nothing of the value, not even its length.
const Masked = "(hidden: write-only)"

// appendMasked writes a value as compact JSON, with what is hidden masked.
func appendMasked(dst []byte, t *tree.Tree, n tree.Ref, hidden map[tree.Ref]bool) []byte {
	switch {
	case hidden[n]:
		return append(append(append(dst, '"'), Masked...), '"')
	case len(hidden) == 0:
		return canon.AppendJSON(dst, t, n)
	}
	switch t.Kind(n) {
	case tree.Object:
		dst = append(dst, '{')
		first := true
		for k, v := range t.Members(n) {
			if !first {
				dst = append(dst, ',')
			}
			first = false
			dst = append(canon.AppendJSON(dst, t, k), ':')
			dst = appendMasked(dst, t, v, hidden)
		}
		return append(dst, '}')
	case tree.Array:
		dst = append(dst, '[')
		for i, e := range t.Elements(n) {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendMasked(dst, t, e, hidden)
		}
		return append(dst, ']')
	}
	return canon.AppendJSON(dst, t, n)
}
