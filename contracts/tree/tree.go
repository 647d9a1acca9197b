package tree

// Tree is a document. It is read-only once built, and then safe for concurrent readers.
type Tree struct {
	// Source is the file that spans refer to.
	Source *Source
	// Repeated holds the second and later occurrences of object keys, in document order: the nodes behind them
	// are not among their object's members. A plan that names a tool twice is judged for both.
	Repeated []Repeat

	nodes  []Node
	text   []string
	origin map[Ref]Span
}

// Repeat is one member of an object whose key stood there before. Tree holds the member's value alone, as the
// root; its spans refer to the same source.
type Repeat struct {
	Object Ref  // the object, in the tree that has the Repeat
	First  Ref  // the key that was there first
	Key    Span // the later key
	Value  *Tree
}

// Len is the number of nodes.
func (t *Tree) Len() int { return len(t.nodes) }

// Empty reports whether the document holds no value at all.
func (t *Tree) Empty() bool { return t == nil || len(t.nodes) == 0 }

// Kind is the node's kind; Invalid for None and for references out of range.
func (t *Tree) Kind(n Ref) Kind {
	if n < 0 || int(n) >= len(t.nodes) {
		return Invalid
	}
	return t.nodes[n].Kind
}

// Flags are the node's flags; none for None.
func (t *Tree) Flags(n Ref) Flags {
	if n < 0 || int(n) >= len(t.nodes) {
		return 0
	}
	return t.nodes[n].Flags
}

// Span is where the node was written. For what an alias brought in it is the alias token.
func (t *Tree) Span(n Ref) Span {
	if n < 0 || int(n) >= len(t.nodes) {
		return Span{}
	}
	return Span{int(t.nodes[n].start), int(t.nodes[n].end)}
}

// Origin is where the text of a node that an alias brought in stands, below its anchor; ok is false for every
// other node.
func (t *Tree) Origin(n Ref) (s Span, ok bool) {
	if t.Flags(n)&Aliased == 0 {
		return Span{}, false
	}
	s, ok = t.origin[n]
	return s, ok
}

// Count is the number of elements of an Array and of members of an Object; 0 for anything else.
func (t *Tree) Count(n Ref) int {
	switch t.Kind(n) {
	case Array, Object:
		return int(t.nodes[n].count)
	}
	return 0
}

// Text is the value of a String (decoded), the JSON number text of a Number, "true" or "false" of a Bool, "null"
// of a Null; "" for anything else. It never allocates.
func (t *Tree) Text(n Ref) string {
	if n < 0 || int(n) >= len(t.nodes) {
		return ""
	}
	d := &t.nodes[n]
	switch d.Kind {
	case String, Number:
		if d.Flags&decoded != 0 {
			return t.text[d.count]
		}
		if d.Flags&Quoted != 0 {
			return t.Source.Text[d.start+1 : d.end-1]
		}
		return t.Source.Text[d.start:d.end]
	case Bool:
		if d.Flags&True != 0 {
			return "true"
		}
		return "false"
	case Null:
		return "null"
	}
	return ""
}

// Raw is the node as it was written, quotes and all. For what an alias brought in it is the text at the anchor.
func (t *Tree) Raw(n Ref) string {
	s := t.Span(n)
	if o, ok := t.Origin(n); ok {
		s = o
	}
	return t.Source.Text[s.Start:s.End]
}

// Place is where the node was written, as Span, with the file.
func (t *Tree) Place(n Ref) Place { return Place{t.Source, t.Span(n)} }

// True reports whether the node is the Bool true.
func (t *Tree) True(n Ref) bool { return t.Kind(n) == Bool && t.nodes[n].Flags&True != 0 }

// Next is the node behind n's subtree: the next element of an array, or, from the value of a member, the next
// key. It says nothing about where the parent ends: iterate with Elements and Members, or count.
func (t *Tree) Next(n Ref) Ref { return Ref(t.nodes[n].next) }

// Elements calls yield for each element of an Array in order.
func (t *Tree) Elements(n Ref) func(yield func(i int, e Ref) bool) {
	return func(yield func(int, Ref) bool) {
		if t.Kind(n) != Array {
			return
		}
		e := n + 1
		for i := range int(t.nodes[n].count) {
			if !yield(i, e) {
				return
			}
			e = t.Next(e)
		}
	}
}

// Members calls yield for each key and value of an Object in the order of writing.
func (t *Tree) Members(n Ref) func(yield func(key, value Ref) bool) {
	return func(yield func(Ref, Ref) bool) {
		if t.Kind(n) != Object {
			return
		}
		k := n + 1
		for range int(t.nodes[n].count) {
			if !yield(k, k+1) {
				return
			}
			k = t.Next(k + 1)
		}
	}
}

// Get is the value of the member with that key, or None.
func (t *Tree) Get(n Ref, key string) Ref {
	k := t.Key(n, key)
	if k == None {
		return None
	}
	return k + 1
}

// Key is the key node of the member with that key, or None. Its value is the node behind it.
func (t *Tree) Key(n Ref, key string) Ref {
	if t.Kind(n) != Object {
		return None
	}
	k := n + 1
	for range int(t.nodes[n].count) {
		if t.Text(k) == key {
			return k
		}
		k = t.Next(k + 1)
	}
	return None
}
