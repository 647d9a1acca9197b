package dryrun

import (
	"unicode/utf8"

	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint/syntax"
)

// Value is one JSON value of a run: an outcome, or its input. It is read-only. The zero Value is none.
type Value struct {
	tree *tree.Tree
	node tree.Ref
	json []byte // compact, in the order of writing
}

// Known reports whether there is a value.
func (v Value) Known() bool { return v.tree != nil }

// JSON is the value as compact JSON, or nil. The caller must not change it.
func (v Value) JSON() []byte { return v.json }

// readAnswer reads what a tool answered: JSON where it is JSON, else a text. ok is false where it is neither: bytes that are
// no UTF-8 can't be kept as they are, and nothing is repaired.
func readAnswer(text []byte) (v Value, ok bool) {
	if !utf8.Valid(text) {
		return Value{}, false
	}
	if v, ok := readValue(text); ok {
		return v, true
	}
	return textValue(string(text)), true
}

// readValue reads one JSON value; ok is false for anything that our reader has a problem with.
func readValue(text []byte) (Value, bool) {
	docs := syntax.Read(&tree.Source{Name: "value.json", Text: string(text)}, syntax.Options{})
	if d := docs[0]; len(d.Problems) > 0 || d.Tree.Empty() {
		return Value{}, false
	}
	return newValue(docs[0].Tree, 0), true
}

func newValue(t *tree.Tree, n tree.Ref) Value {
	return Value{tree: t, node: n, json: canon.AppendJSON(nil, t, n)}
}

// textValue is a text as a value.
func textValue(s string) Value {
	b := tree.NewBuilder(&tree.Source{Name: "value.json"}, 1)
	b.Decoded(tree.String, tree.Span{}, 0, s)
	return newValue(b.Tree(), 0)
}
