package tree

// Paths finds the paths to many nodes below one. Asked in document order it costs one walk over them all, where Path
// costs a walk over the siblings for each. The zero value is ready for use, by one goroutine.
type Paths struct {
	tree  *Tree
	above Ref
	way   []hop // to the node that was asked for last
}

// hop is one level of a way: a child of an array or object.
type hop struct {
	node  Ref // the array or object
	key   Ref // of the member; None in an array
	child Ref // the element, or the member's value
	index int
}

// start is the node with which the child begins: its key, where it has one.
func (h hop) start() Ref {
	if h.key != None {
		return h.key
	}
	return h.child
}

// Find is the pointer from the node above to the node n below it, as Path has it, and the key of the member whose value n is, or
// that n is; None where n is an element of an array or above itself.
func (p *Paths) Find(t *Tree, above, n Ref) (path Pointer, key Ref) {
	if p.tree != t || p.above != above {
		p.tree, p.above, p.way = t, above, p.way[:0]
	}
	key = None
	for at, level := above, 0; at != n; level++ {
		var h hop
		if level < len(p.way) && p.way[level].node == at && p.way[level].start() <= n {
			h = p.way[level]
		} else if h = first(t, at); h.child == None {
			break
		}
		for count := t.Count(at); n >= t.Next(h.child); {
			if h.index++; h.index == count {
				return path, None
			}
			h = next(t, h)
		}
		if level >= len(p.way) || p.way[level] != h {
			p.way = append(p.way[:level], h)
		}
		if key = h.key; key != None {
			path = path.Child(t.Text(key))
		} else {
			path = path.Index(h.index)
		}
		if n == key {
			break
		}
		at = h.child
	}
	return path, key
}

// first is the hop to the first child; its child is None where there is none.
func first(t *Tree, n Ref) hop {
	h := hop{node: n, key: None, child: None}
	switch {
	case t.Count(n) == 0:
	case t.Kind(n) == Object:
		h.key, h.child = n+1, n+2
	default:
		h.child = n + 1
	}
	return h
}

// next is the hop to the child behind h; the index is set already.
func next(t *Tree, h hop) hop {
	after := t.Next(h.child)
	if h.key != None {
		h.key, h.child = after, after+1
	} else {
		h.child = after
	}
	return h
}
