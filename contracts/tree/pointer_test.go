package tree

import (
	"slices"
	"testing"
)

func TestParsePointer(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want []string
		ok   bool
	}{
		{"", nil, true}, {"/", []string{""}, true}, {"/a/b", []string{"a", "b"}, true}, {"/a~1b/c~0d", []string{"a/b", "c~d"}, true},
		{"/~01", []string{"~1"}, true}, {"a", nil, false}, {"/~", nil, false}, {"/~2", nil, false}, {"//", []string{"", ""}, true},
	} {
		got, err := ParsePointer(tt.in)
		if (err == nil) != tt.ok || !slices.Equal(got, tt.want) {
			t.Errorf("ParsePointer(%q) = %q, %v", tt.in, got, err)
		}
	}
}

// FuzzPointer: what parses is made again from its tokens, to the byte.
func FuzzPointer(f *testing.F) {
	for _, s := range []string{"", "/", "/a~1b/~0~01", "/~", "x", "/é/0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		tokens, err := ParsePointer(s)
		if err != nil {
			return
		}
		p := Pointer("")
		for _, token := range tokens {
			p = p.Child(token)
		}
		if string(p) != s {
			t.Fatalf("%q became %q", s, p)
		}
	})
}

// sample is {"a": [1, {"b/c": true}], "": null}.
func sample() *Tree {
	src := &Source{Name: "x", Text: `{"a":[1,{"b/c":true}],"":null}`}
	b := NewBuilder(src, 0)
	b.Begin(Object, 0, 0)
	b.Scalar(String, Span{1, 4}, Quoted)
	b.Begin(Array, 5, 0)
	b.Scalar(Number, Span{6, 7}, 0)
	b.Begin(Object, 8, 0)
	b.Scalar(String, Span{9, 14}, Quoted)
	b.Scalar(Bool, Span{15, 19}, True)
	b.End(20)
	b.End(21)
	b.Scalar(String, Span{22, 24}, Quoted)
	b.Scalar(Null, Span{25, 29}, 0)
	b.End(30)
	return b.Tree()
}

func TestFindAndPathAreInverse(t *testing.T) {
	tr := sample()
	for _, p := range []Pointer{"", "/a", "/a/0", "/a/1", "/a/1/b~1c", "/"} {
		tokens, err := ParsePointer(string(p))
		if err != nil {
			t.Fatal(err)
		}
		n := tr.Find(0, tokens...)
		if n == None {
			t.Errorf("%q leads nowhere", p)
			continue
		}
		if got := tr.Path(0, n); got != p {
			t.Errorf("the path to what %q leads to is %q", p, got)
		}
	}
	for _, tokens := range [][]string{{"b"}, {"a", "2"}, {"a", "01"}, {"a", "-"}, {"a", "0", "x"}, {"a", "-1"}} {
		if n := tr.Find(0, tokens...); n != None {
			t.Errorf("%q leads to node %d", tokens, n)
		}
	}
	if k := tr.KeyOf(0, tr.Find(0, "a", "1", "b/c")); k == None || tr.Text(k) != "b/c" {
		t.Errorf("the key of b/c is %d", k)
	}
	if k := tr.KeyOf(0, tr.Find(0, "a", "1")); k != None {
		t.Errorf("an element has the key %d", k)
	}
}

func TestBuilderCopyAndDrop(t *testing.T) {
	tr := sample()
	b := NewBuilder(tr.Source, 0)
	b.Begin(Array, 0, 0)
	n := b.Copy(tr, tr.Find(0, "a"), Span{25, 29})
	b.Graft(tr, tr.Find(0, "a", "1"))
	last := b.Graft(tr, tr.Find(0, "a", "0"))
	dropped := b.Drop(last)
	b.End(30)
	c := b.Tree()
	if c.Count(0) != 2 || dropped.Text(0) != "1" {
		t.Fatalf("%d elements, dropped %q", c.Count(0), dropped.Text(0))
	}
	v := c.Find(0, "0", "1", "b/c")
	if !c.True(v) || c.Span(v) != (Span{25, 29}) || c.Flags(v)&Aliased == 0 {
		t.Errorf("a copied value has span %v", c.Span(v))
	}
	if o, ok := c.Origin(v); !ok || o != (Span{15, 19}) {
		t.Errorf("its origin is %v, %v", o, ok)
	}
	if c.Text(c.Key(c.Find(0, "0", "1"), "b/c")) != "b/c" || c.Raw(n+1) != "1" {
		t.Error("a copied text is not the one at the anchor")
	}
	if s := c.Span(c.Find(0, "1")); s != (Span{8, 20}) {
		t.Errorf("a grafted value has span %v", s)
	}
}
