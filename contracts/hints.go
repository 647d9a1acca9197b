package contracts

import (
	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/contracts/tree"
)

// readHints reads the annotations of an MCP tool, with the defaults of the specification written out: a tool that has
// annotations is not read-only, is destructive and is not idempotent unless they say otherwise, and the last two mean
// nothing on a tool that is read-only. A tool without annotations states nothing.
func (c *Contract) readHints(r shape.Reader, n tree.Ref, what string) {
	t := r.Tree
	a := present(t, n, "annotations")
	if a == tree.None || !r.Map(a, "annotations of "+what) {
		return
	}
	c.hints = a
	readOnly, atReadOnly := hint(r, a, "readOnlyHint", false, what)
	destructive, atDestructive := hint(r, a, "destructiveHint", true, what)
	idempotent, atIdempotent := hint(r, a, "idempotentHint", false, what)
	hint(r, a, "openWorldHint", true, what)
	if v := present(t, a, "title"); v != tree.None && t.Kind(v) != tree.String {
		r.Wrong(v, "", "title of %s must be a text, not %s", what, r.Found(v))
	}
	switch {
	case readOnly:
		c.Reversibility, c.ReversibilityPlace = Reversible, atReadOnly
		c.Effect, c.EffectPlace = ReadOnly, atReadOnly
		return
	case destructive:
		c.Reversibility, c.ReversibilityPlace = Irreversible, atDestructive
	default:
		c.Reversibility, c.ReversibilityPlace = Reversible, atDestructive
	}
	c.Effect, c.EffectPlace = Effectful, atIdempotent
	if idempotent {
		c.Effect = Idempotent
	}
}

// hint is the value of a hint, and where it or the annotations that lack it are written.
func hint(r shape.Reader, annotations tree.Ref, key string, absent bool, what string) (bool, tree.Place) {
	v := present(r.Tree, annotations, key)
	if v == tree.None {
		return absent, r.Tree.Place(annotations - 1)
	}
	if value, ok := r.Bool(v, key+" of "+what); ok {
		return value, r.Tree.Place(v - 1)
	}
	return absent, r.Tree.Place(v - 1)
}
