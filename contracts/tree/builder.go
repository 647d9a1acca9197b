package tree

import "sync"

// Builder fills a Tree in preorder. Begin and End bracket arrays and objects; in an object, keys and values
// alternate, keys being added with Scalar. The zero Builder is not usable: call NewBuilder.
type Builder struct {
	t    *Tree
	open []Ref
}

// NewBuilder starts a tree over source. nodes is the expected number of nodes, for one allocation instead of
// many; 0 lets the builder guess from the length of the source.
func NewBuilder(source *Source, nodes int) *Builder {
	if nodes <= 0 {
		nodes = len(source.Text)/12 + 16
	}
	if kept, ok := released.Get().(*[]Node); ok && cap(*kept) >= nodes {
		return &Builder{t: &Tree{Source: source, nodes: (*kept)[:0]}}
	}
	return &Builder{t: &Tree{Source: source, nodes: make([]Node, 0, nodes)}}
}

// released are the nodes of trees that nobody uses any more: a check of many files needs but a few of them.
var released sync.Pool

// maxReleased is the number of nodes over which they are left to the garbage collector.
const maxReleased = 1 << 16

// Release gives the tree's memory back for other trees. Nothing may use the tree afterwards; texts that were taken
// from it stay good.
func (t *Tree) Release() {
	if cap(t.nodes) > 0 && cap(t.nodes) <= maxReleased {
		nodes := t.nodes
		released.Put(&nodes)
	}
	t.nodes = nil
}

// Len is the number of nodes so far, which is also the Ref of the next one.
func (b *Builder) Len() int { return len(b.t.nodes) }

// Depth is the number of arrays and objects that are open.
func (b *Builder) Depth() int { return len(b.open) }

// Scalar adds a value, or a key, whose text is the source at its span (without the quotes where Quoted is set).
func (b *Builder) Scalar(k Kind, s Span, f Flags) Ref {
	b.count()
	n := Ref(len(b.t.nodes))
	b.t.nodes = append(b.t.nodes, Node{start: uint32(s.Start), end: uint32(s.End), next: uint32(n + 1), Kind: k, Flags: f &^ decoded})
	return n
}

// Decoded adds a String or Number whose text differs from the source: an escape, a fold, an unusual number.
func (b *Builder) Decoded(k Kind, s Span, f Flags, text string) Ref {
	n := b.Scalar(k, s, f)
	b.t.nodes[n].count = uint32(len(b.t.text))
	b.t.nodes[n].Flags |= decoded
	b.t.text = append(b.t.text, text)
	return n
}

// Begin opens an Array or Object that starts at offset start.
func (b *Builder) Begin(k Kind, start int, f Flags) Ref {
	b.count()
	n := Ref(len(b.t.nodes))
	b.t.nodes = append(b.t.nodes, Node{start: uint32(start), end: uint32(start), Kind: k, Flags: f &^ decoded})
	b.open = append(b.open, n)
	return n
}

// End closes the innermost open Array or Object at offset end.
func (b *Builder) End(end int) {
	n := b.open[len(b.open)-1]
	b.open = b.open[:len(b.open)-1]
	d := &b.t.nodes[n]
	d.end, d.next = uint32(end), uint32(len(b.t.nodes))
	if d.Kind == Object {
		d.count /= 2
	}
}

// Mark sets flags on a node that exists.
func (b *Builder) Mark(n Ref, f Flags) { b.t.nodes[n].Flags |= f &^ decoded }

// Copy adds a copy of another tree's subtree as the next node. Every copied node gets the span at, and from's own
// span (or origin) as its origin. Both trees must have the same source. Use it for aliases and merge keys.
func (b *Builder) Copy(from *Tree, n Ref, at Span) Ref {
	b.count()
	return b.copy(from, n, func(r, src Ref) {
		d := &b.t.nodes[r]
		if d.Flags&decoded == 0 && (d.Kind == String || d.Kind == Number) {
			d.count = uint32(len(b.t.text))
			d.Flags |= decoded
			b.t.text = append(b.t.text, from.Text(src))
		}
		d.start, d.end = uint32(at.Start), uint32(at.End)
		d.Flags |= Aliased
		o := from.Span(src)
		if oo, ok := from.Origin(src); ok {
			o = oo
		}
		if b.t.origin == nil {
			b.t.origin = map[Ref]Span{}
		}
		b.t.origin[r] = o
	})
}

// Graft adds another tree's subtree, spans and origins as they are. Both trees must have the same source.
func (b *Builder) Graft(from *Tree, n Ref) Ref {
	b.count()
	return b.copy(from, n, func(r, src Ref) {
		if o, ok := from.Origin(src); ok {
			if b.t.origin == nil {
				b.t.origin = map[Ref]Span{}
			}
			b.t.origin[r] = o
		}
	})
}

// Adopt adds a copy of a subtree of any other tree, whatever its source. Every copied node gets the span at: its text is
// its own, and what it was written as is not kept.
func (b *Builder) Adopt(from *Tree, n Ref, at Span) Ref {
	b.count()
	return b.copy(from, n, func(r, src Ref) {
		d := &b.t.nodes[r]
		if d.Flags&decoded == 0 && (d.Kind == String || d.Kind == Number) {
			d.count = uint32(len(b.t.text))
			b.t.text = append(b.t.text, from.Text(src))
			d.Flags |= decoded
		}
		d.start, d.end = uint32(at.Start), uint32(at.End)
		d.Flags &= True | decoded
	})
}

func (b *Builder) copy(from *Tree, n Ref, each func(r, src Ref)) Ref {
	first := Ref(len(b.t.nodes))
	for i := n; i < from.Next(n); i++ {
		d := from.nodes[i]
		r := Ref(len(b.t.nodes))
		d.next = uint32(first) + d.next - uint32(n)
		if d.Flags&decoded != 0 {
			d.count = uint32(len(b.t.text))
			b.t.text = append(b.t.text, from.text[from.nodes[i].count])
		}
		b.t.nodes = append(b.t.nodes, d)
		each(r, i)
	}
	return first
}

// Drop removes the last subtree, which starts at n and is complete, and returns it as a tree of its own. It is
// how a reader takes a repeated key's value out of its object.
func (b *Builder) Drop(n Ref) *Tree {
	sub := NewBuilder(b.t.Source, len(b.t.nodes)-int(n))
	sub.Graft(b.t, n)
	out := sub.Tree()
	cut := len(b.t.Repeated) // what was repeated inside the value goes with it; it was recorded last
	for cut > 0 && b.t.Repeated[cut-1].Object >= n {
		cut--
	}
	for _, r := range b.t.Repeated[cut:] {
		r.Object, r.First = r.Object-n, r.First-n
		out.Repeated = append(out.Repeated, r)
	}
	b.t.Repeated = b.t.Repeated[:cut]
	b.t.nodes = b.t.nodes[:n]
	if len(b.open) > 0 {
		b.t.nodes[b.open[len(b.open)-1]].count--
	}
	return out
}

// Repeat records a member whose key stood before in the same object.
func (b *Builder) Repeat(r Repeat) { b.t.Repeated = append(b.t.Repeated, r) }

// Peek reads the tree under construction: closed nodes, and the open ones without their ends.
func (b *Builder) Peek() *Tree { return b.t }

// Open is the innermost open Array or Object, or None.
func (b *Builder) Open() Ref {
	if len(b.open) == 0 {
		return None
	}
	return b.open[len(b.open)-1]
}

// Tree returns the finished tree. Every Begin must have met its End.
func (b *Builder) Tree() *Tree {
	if len(b.open) > 0 {
		panic("planlint: internal error: a tree with an open node")
	}
	return b.t
}

// count notes a new child of the innermost open node.
func (b *Builder) count() {
	if len(b.open) > 0 {
		b.t.nodes[b.open[len(b.open)-1]].count++
	}
}
