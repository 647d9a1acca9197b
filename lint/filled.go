package lint

import (
	"strconv"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// Value is a value that a bind brings: a node of some tree. A nil Tree means that it does not exist yet.
type Value struct {
	Tree *tree.Tree
	Node tree.Ref
}

// Values returns the step's arguments as they will be, in a tree of their own where binds add to them: a bound place
// holds an Unknown node with the span of the bind's key. A step without arguments has an empty object at its tool.
func (p *Plan) Values(s *Step) (*tree.Tree, tree.Ref) {
	if s.Arguments != tree.None && len(s.Binds) == 0 {
		return p.Tree, s.Arguments
	}
	f := filler{t: p.Tree, out: tree.NewBuilder(p.Tree.Source, 16)}
	f.arguments(s)
	return f.out.Tree(), 0
}

// Filled is Values with what the step's binds bring, by their index; those that do not exist yet stay Unknown. Places
// below one whose names are all numbers make a list where list says that the arguments have one there, and a map else.
func (p *Plan) Filled(s *Step, values []Value, list func(path []string) bool) (*tree.Tree, tree.Ref) {
	if len(s.Binds) == 0 {
		return p.Values(s)
	}
	f := filler{t: p.Tree, out: tree.NewBuilder(p.Tree.Source, 16), values: values, list: list}
	f.arguments(s)
	return f.out.Tree(), 0
}

// filler builds arguments.
type filler struct {
	t      *tree.Tree
	out    *tree.Builder
	values []Value // by bind; nil = none exists
	list   func(path []string) bool
	path   []string
}

func (f *filler) arguments(s *Step) {
	if s.Arguments != tree.None {
		f.merge(s.binds, s.Arguments)
		return
	}
	at := f.t.Span(s.Node)
	if s.ToolNode != tree.None {
		at = f.t.Span(s.ToolNode)
	}
	f.out.Begin(tree.Object, at.Start, 0)
	f.grow(s.binds)
	f.out.End(at.End)
}

// value is what a bind brings, if it exists.
func (f *filler) value(b *bindTree) (Value, bool) {
	if b.bind < 0 || b.bind >= len(f.values) || f.values[b.bind].Tree == nil {
		return Value{}, false
	}
	return f.values[b.bind], true
}

// merge copies the node n with what the binds add below it. A place that the arguments fill keeps their value. Its depth
// is bounded by the document's.
func (f *filler) merge(b *bindTree, n tree.Ref) {
	t, out := f.t, f.out
	if b == nil || len(b.names) == 0 || t.Kind(n) != tree.Object && t.Kind(n) != tree.Array {
		out.Graft(t, n)
		return
	}
	span := t.Span(n)
	out.Begin(t.Kind(n), span.Start, t.Flags(n))
	if t.Kind(n) == tree.Array {
		for i, e := range t.Elements(n) {
			name := strconv.Itoa(i)
			f.path = append(f.path, name)
			f.merge(b.below[name], e)
			f.path = f.path[:len(f.path)-1]
		}
	} else {
		rest := bindTree{bind: -1, below: make(map[string]*bindTree, len(b.below)), names: b.names}
		for name, next := range b.below {
			rest.below[name] = next
		}
		for k, v := range t.Members(n) {
			out.Graft(t, k)
			f.path = append(f.path, t.Text(k))
			f.merge(b.below[t.Text(k)], v)
			f.path = f.path[:len(f.path)-1]
			delete(rest.below, t.Text(k))
		}
		f.grow(&rest)
	}
	out.End(span.End)
}

// grow adds the members that exist only by binds, in the order of writing. Its depth is bounded by a bind's.
func (f *filler) grow(b *bindTree) {
	if b == nil {
		return
	}
	for _, name := range b.names {
		next := b.below[name]
		if next == nil {
			continue
		}
		at := f.t.Span(next.key)
		f.out.Decoded(tree.String, at, 0, name)
		f.path = append(f.path, name)
		f.place(next, at)
		f.path = f.path[:len(f.path)-1]
	}
}

// place adds the value of one such member.
func (f *filler) place(b *bindTree, at tree.Span) {
	v, exists := f.value(b)
	switch {
	case exists:
		f.out.Adopt(v.Tree, v.Node, at)
	case b.bind >= 0, b.elements() && !f.complete(b): // what has only numbers below may be a list as well
		f.out.Scalar(tree.Unknown, at, 0)
	case b.elements() && b.consecutive() && f.list(f.path):
		f.out.Begin(tree.Array, at.Start, 0)
		for i := range b.names {
			name := strconv.Itoa(i)
			f.path = append(f.path, name)
			f.place(b.below[name], f.t.Span(b.below[name].key))
			f.path = f.path[:len(f.path)-1]
		}
		f.out.End(at.End)
	default:
		f.out.Begin(tree.Object, at.Start, 0)
		f.grow(b)
		f.out.End(at.End)
	}
}

// complete reports whether all values below a place exist.
func (f *filler) complete(b *bindTree) bool {
	if b.bind >= 0 {
		_, exists := f.value(b)
		return exists
	}
	for _, next := range b.below {
		if !f.complete(next) {
			return false
		}
	}
	return true
}

// elements reports whether all names below could be the indexes of a list.
func (b *bindTree) elements() bool {
	for _, name := range b.names {
		if strings.Trim(name, "0123456789") != "" || name == "" {
			return false
		}
	}
	return true
}

// consecutive reports whether the names below are the indexes of a list from 0 up, without gaps.
func (b *bindTree) consecutive() bool {
	for i := range b.names {
		if b.below[strconv.Itoa(i)] == nil {
			return false
		}
	}
	return true
}
