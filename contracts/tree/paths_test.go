package tree

import (
	"math/rand/v2"
	"testing"
)

// grow builds a document of random shape: keys are "k" and a number, spans mean nothing.
func grow(r *rand.Rand, nodes int) *Tree {
	b := NewBuilder(&Source{Name: "x", Text: "k"}, 0)
	var value func(depth int)
	value = func(depth int) {
		kind := []Kind{Null, Array, Object, Object}[r.IntN(4)]
		if depth == 0 {
			kind = Object
		}
		if kind == Null || depth > 6 || b.Len() > nodes {
			b.Scalar(Null, Span{}, 0)
			return
		}
		b.Begin(kind, 0, 0)
		for i := range r.IntN(6) + 1 {
			if kind == Object {
				b.Decoded(String, Span{}, 0, "k"+string(rune('a'+i)))
			}
			value(depth + 1)
		}
		b.End(1)
	}
	value(0)
	return b.Tree()
}

// Paths answers as Path and KeyOf do, in whatever order it is asked.
func TestPaths(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var p Paths
	for range 20 {
		tr := grow(r, 200)
		end := int(tr.Next(0))
		orders := [][]int{nil, r.Perm(end), r.Perm(end)}
		for n := range end {
			orders[0] = append(orders[0], n)
		}
		for _, order := range orders {
			for _, n := range order {
				path, key := p.Find(tr, 0, Ref(n))
				if want := tr.Path(0, Ref(n)); path != want {
					t.Fatalf("node %d of %d: %q, want %q", n, end, path, want)
				}
				isKey := key == Ref(n)
				if want := tr.KeyOf(0, Ref(n)); !isKey && key != want {
					t.Fatalf("node %d: the key is %d, want %d", n, key, want)
				}
			}
		}
	}
}

// A way that is remembered belongs to its tree and to the node that it begins at.
func TestPathsBelowAnotherNode(t *testing.T) {
	tr := sample()
	inner := tr.Find(0, "a", "1")
	leaf := tr.Find(0, "a", "1", "b/c")
	var p Paths
	for _, test := range []struct {
		above Ref
		want  Pointer
	}{{0, "/a/1/b~1c"}, {inner, "/b~1c"}, {0, "/a/1/b~1c"}, {leaf, ""}} {
		if got, _ := p.Find(tr, test.above, leaf); got != test.want {
			t.Errorf("below %d: %q, want %q", test.above, got, test.want)
		}
	}
}
