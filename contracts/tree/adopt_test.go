package tree_test

import (
	"testing"

	"github.com/planlint/planlint/contracts/tree"
)

// What is adopted keeps its values, however they were written, and has the span that it is given.
func TestAdopt(t *testing.T) {
	const text = `{"currency": "GBP", "n": 12.50, "yes": true, "list": ["a", null]}`
	from := tree.NewBuilder(&tree.Source{Text: text}, 0)
	from.Begin(tree.Object, 0, 0)
	from.Scalar(tree.String, tree.Span{Start: 1, End: 11}, tree.Quoted)
	from.Scalar(tree.String, tree.Span{Start: 13, End: 18}, tree.Quoted)
	from.Scalar(tree.String, tree.Span{Start: 20, End: 23}, tree.Quoted)
	from.Scalar(tree.Number, tree.Span{Start: 25, End: 30}, 0)
	from.Scalar(tree.String, tree.Span{Start: 32, End: 37}, tree.Quoted)
	from.Scalar(tree.Bool, tree.Span{Start: 39, End: 43}, tree.True)
	from.Scalar(tree.String, tree.Span{Start: 45, End: 51}, tree.Quoted)
	from.Begin(tree.Array, 53, 0)
	from.Decoded(tree.String, tree.Span{Start: 54, End: 57}, tree.Quoted, "\u00e9")
	from.Scalar(tree.Null, tree.Span{Start: 59, End: 63}, 0)
	from.End(64)
	from.End(65)

	to := tree.NewBuilder(&tree.Source{Text: "x"}, 0)
	to.Begin(tree.Object, 0, 0)
	to.Decoded(tree.String, tree.Span{}, 0, "all")
	at := tree.Span{Start: 0, End: 1}
	all := to.Adopt(from.Tree(), 0, at)
	to.End(1)
	got := to.Tree()
	for key, want := range map[string]string{"currency": "GBP", "n": "12.50", "yes": "true"} {
		if v := got.Get(all, key); got.Text(v) != want || got.Span(v) != at {
			t.Errorf("%s is %q at %v", key, got.Text(v), got.Span(v))
		}
	}
	if !got.True(got.Get(all, "yes")) {
		t.Error("true became something else")
	}
	list := got.Get(all, "list")
	if got.Count(list) != 2 || got.Text(list+1) != "\u00e9" || got.Kind(list+2) != tree.Null || got.Count(all) != 4 || int(got.Next(0)) != got.Len() {
		t.Errorf("the list: %d %q %v", got.Count(list), got.Text(list+1), got.Kind(list+2))
	}
}
