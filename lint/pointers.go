package lint

import "github.com/planlint/planlint/contracts/tree"

// branch is an array or object on the way down into a document, and the child that the walk is in.
type branch struct {
	node, end tree.Ref
	key       tree.Ref // of the member; None in an array
	index     int      // of the element
}

// point gives the first n findings, those of reading, the pointer of the node that they stand at. A key that stood
// before is no node, and has the pointer of the first. It is one walk over the document, however many findings there
// are.
func (p *Pass) point(n int) {
	if n == 0 {
		return
	}
	at := make(map[tree.Span][]*Finding, n)
	for i := range p.findings[:n] {
		f := &p.findings[i]
		s := f.Place.Span
		if f.Detail == DetailDuplicateKey && len(f.Related) > 0 {
			s = f.Related[0].Place.Span
		}
		at[s] = append(at[s], f)
	}
	t := p.Plan.Tree
	var way []branch
	for r, end := tree.Ref(0), t.Next(0); r < end; r++ {
		for len(way) > 0 && r >= way[len(way)-1].end {
			way = way[:len(way)-1]
		}
		isKey := false
		if len(way) > 0 {
			b := &way[len(way)-1]
			switch isKey = t.Kind(b.node) == tree.Object && r != b.key+1; {
			case isKey:
				b.key = r
			case t.Kind(b.node) == tree.Array:
				b.index++
			}
		}
		if found := at[t.Span(r)]; len(found) > 0 {
			where := pointer(t, way)
			for _, f := range found {
				f.Pointer = where
			}
			delete(at, t.Span(r)) // what an alias brings in has the alias's span all over
		}
		if k := t.Kind(r); !isKey && (k == tree.Array || k == tree.Object) {
			way = append(way, branch{node: r, end: t.Next(r), key: tree.None, index: -1})
		}
	}
}

// pointer writes down the way.
func pointer(t *tree.Tree, way []branch) (path tree.Pointer) {
	for _, b := range way {
		if b.key != tree.None {
			path = path.Child(t.Text(b.key))
		} else {
			path = path.Index(b.index)
		}
	}
	return path
}
