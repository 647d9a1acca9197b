package syntax

import (
	"github.com/planlint/planlint/contracts/tree"
)

// open begins an object or array, or skips it whole where it lies too deep.
func (r *jsonReader) open(kind tree.Kind) {
	if len(r.stack) >= r.caps.Depth {
		at := r.pos
		r.skip()
		r.found = append(r.found, tooDeep(tree.Span{Start: at, End: at + 1}, r.caps.Depth))
		r.b.Scalar(tree.Null, tree.Span{Start: at, End: r.pos}, tree.Broken)
		r.memberDone()
		return
	}
	n := r.b.Begin(kind, r.pos, 0)
	r.pos++
	r.stack = append(r.stack, jsonFrame{object: kind == tree.Object, node: n})
}

// close ends the innermost object or array at a closing bracket. One of the other sort closes it too when it can't
// belong further out.
func (r *jsonReader) close(c byte) {
	f := &r.stack[len(r.stack)-1]
	if f.object != (c == '}') {
		open, want := r.bracket(f.node), "]"
		if f.object {
			want = "}"
		}
		r.faultWith(tree.Span{Start: r.pos, End: r.pos + 1}, "a closing "+string(c)+" where "+want+" is expected", "",
			Related{Span: open, Message: "opened here"})
		r.b.Mark(f.node, tree.Broken)
		outer := false
		for _, g := range r.stack[:len(r.stack)-1] {
			outer = outer || g.object == (c == '}')
		}
		if outer { // it closes one further out, so this one ends before it
			r.endContainer(r.pos)
			return
		}
	} else {
		r.quiet = false
	}
	r.pos++
	r.endContainer(r.pos)
}

// endContainer pops the innermost object or array.
func (r *jsonReader) endContainer(end int) {
	r.b.End(end)
	r.stack = r.stack[:len(r.stack)-1]
	r.memberDone()
}

// memberDone takes a repeated key's value out of the tree once it is complete.
func (r *jsonReader) memberDone() {
	if len(r.stack) == 0 {
		return
	}
	f := &r.stack[len(r.stack)-1]
	if f.repeat == nil || f.state != wantComma && f.state != wantColon {
		return
	}
	f.repeat.Value = r.b.Drop(f.value)
	r.b.Repeat(*f.repeat)
	f.repeat = nil
}

// unclosed reports the innermost bracket that the text never closes, and closes all.
func (r *jsonReader) unclosed() {
	f := r.stack[len(r.stack)-1]
	what := "the [ opened here never closes"
	if f.object {
		what = "the { opened here never closes"
	}
	r.fault(r.bracket(f.node), what, "the text may be cut off, or a quote or bracket is missing further down")
	r.stuck = true
	for len(r.stack) > 0 {
		g := &r.stack[len(r.stack)-1]
		if g.state == wantColon || g.state == wantValue {
			g.state = wantComma
			r.broken(r.end)
			r.memberDone()
		}
		r.b.Mark(g.node, tree.Broken)
		r.endContainer(r.end)
	}
}

// broken adds a value where none could be read.
func (r *jsonReader) broken(at int) {
	r.b.Scalar(tree.Null, tree.Span{Start: at, End: at}, tree.Broken)
}

func (r *jsonReader) bracket(n tree.Ref) tree.Span {
	at := r.b.Peek().Span(n).Start
	return tree.Span{Start: at, End: at + 1}
}
