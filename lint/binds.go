package lint

import (
	"strings"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint/syntax"
)

// bindTree holds a step's binds by the tokens of their places, so that a place that is filled twice is found, and the
// arguments are filled, in one walk.
type bindTree struct {
	bind  int // index into Step.Binds, or -1
	key   tree.Ref
	below map[string]*bindTree
	names []string // of below, in the order of writing
}

func newBindTree() *bindTree { return &bindTree{bind: -1, key: tree.None} }

// add puts a place into the tree. It returns the key of another bind whose place is the same, or lies around or
// inside this one, and None where there is none.
func (b *bindTree) add(target []string, index int, key tree.Ref) tree.Ref {
	for _, token := range target {
		if b.bind >= 0 {
			return b.key
		}
		next := b.below[token]
		if next == nil {
			next = newBindTree()
			next.key = key
			if b.below == nil {
				b.below = map[string]*bindTree{}
			}
			b.below[token] = next
			b.names = append(b.names, token)
		}
		b = next
	}
	if b.bind >= 0 || len(b.below) > 0 {
		return b.key
	}
	b.bind = index
	return tree.None
}

// binds reads the bind map of a step.
func (d *decoder) binds(s *Step, v tree.Ref) {
	t := d.t
	if t.Kind(v) != tree.Object {
		d.shape(v, "bind", "a map of arguments to where their values come from")
		return
	}
	places := newBindTree()
	for k, c := range t.Members(v) {
		key := t.Text(k)
		b := Bind{Key: k, Value: c, Target: []string{key}}
		if strings.HasPrefix(key, "/") {
			tokens, err := tree.ParsePointer(key)
			if err != nil {
				d.fault("wrong-shape", DetailType, k, tree.Quote(key)+" is no JSON Pointer", err.Error())
				continue
			}
			if len(tokens) > syntax.MaxDepth {
				d.fault("wrong-shape", DetailType, k, "a bind points deeper than arguments can go", "")
				continue
			}
			b.Target = tokens
		}
		from, ok := d.origin(c, "bind "+tree.Quote(key), originKeys)
		if b.From = from; !ok {
			b.From = Origin{StepNode: tree.None, InputNode: tree.None}
		}
		if other := places.add(b.Target, len(s.Binds), k); other != tree.None {
			d.filledTwice(k, other, "another bind fills it already")
			continue
		}
		s.Binds = append(s.Binds, b)
	}
	if len(s.Binds) == 0 {
		return
	}
	s.binds = places
	if args := t.Get(s.Node, "arguments"); args != tree.None {
		d.collide(s, args, places)
	}
}

// collide reports the binds whose places the arguments fill.
func (d *decoder) collide(s *Step, n tree.Ref, b *bindTree) {
	t := d.t
	each := func(token string, at, v tree.Ref) {
		next := b.below[token]
		switch {
		case next == nil:
		case next.bind >= 0:
			d.filledTwice(s.Binds[next.bind].Key, at, "arguments fill it already")
		case t.Kind(v) == tree.Object || t.Kind(v) == tree.Array:
			d.collide(s, v, next)
		default:
			d.filledTwice(next.key, at, "arguments fill it already")
		}
	}
	switch t.Kind(n) {
	case tree.Object:
		for k, v := range t.Members(n) {
			each(t.Text(k), k, v)
		}
	case tree.Array:
		known := make(map[string]bool, len(b.names))
		for i, e := range t.Elements(n) {
			token := string(tree.Pointer("").Index(i)[1:])
			known[token] = true
			each(token, e, e)
		}
		for _, name := range b.names {
			if next := b.below[name]; !known[name] {
				d.fault("wrong-shape", DetailType, next.key, "the bind leads to "+tree.Quote(name)+" of a list that has no such element", "binds fill members of maps")
			}
		}
	}
}

func (d *decoder) filledTwice(key, other tree.Ref, message string) {
	t := d.t
	d.reportAt(Finding{Rule: "duplicate-key", Detail: DetailDuplicateKey, Violations: []string{t.Text(key)},
		Message: "the place of bind " + tree.Quote(t.Text(key)) + " is filled twice", Hint: "keep the literal value or the bind",
		Related: []Related{{Place: t.Place(other), Message: message}}}, key)
}
