package syntax

import (
	"fmt"

	"github.com/planlint/planlint/contracts/tree"
)

// lawsBroken checks what must hold of every tree, whatever was read, and returns what does not.
func lawsBroken(t *tree.Tree) string {
	if t.Empty() {
		return ""
	}
	size := tree.Ref(t.Len())
	if t.Next(0) != size {
		return fmt.Sprintf("the root ends at %d of %d", t.Next(0), size)
	}
	for n := tree.Ref(0); n < size; n++ {
		s := t.Span(n)
		if s.Start < 0 || s.End < s.Start || s.End > len(t.Source.Text) {
			return fmt.Sprintf("node %d has the span %v", n, s)
		}
		if t.Next(n) <= n || t.Next(n) > size {
			return fmt.Sprintf("node %d is followed by %d", n, t.Next(n))
		}
		last := n + 1
		child := func(c tree.Ref) string {
			if c != last {
				return fmt.Sprintf("node %d has a child at %d, not at %d", n, c, last)
			}
			last = t.Next(c)
			if cs := t.Span(c); t.Flags(n)&tree.Aliased == 0 && (cs.Start < s.Start || cs.End > s.End) {
				return fmt.Sprintf("node %d at %v lies outside %v", c, cs, s)
			}
			return ""
		}
		keys := map[string]bool{}
		var broken string
		for k, v := range t.Members(n) {
			if t.Kind(k) != tree.String || keys[t.Text(k)] {
				return fmt.Sprintf("key %d is a %v, or stands twice", k, t.Kind(k))
			}
			keys[t.Text(k)] = true
			if broken = child(k); broken == "" {
				broken = child(v)
			}
			if broken != "" {
				return broken
			}
		}
		for _, e := range t.Elements(n) {
			if broken = child(e); broken != "" {
				return broken
			}
		}
		if t.Kind(n) == tree.Invalid || last != t.Next(n) {
			return fmt.Sprintf("node %d (%v) ends at %d, its children at %d", n, t.Kind(n), t.Next(n), last)
		}
		t.Text(n)
		t.Raw(n)
	}
	for _, r := range t.Repeated {
		if t.Kind(r.Object) != tree.Object || t.Kind(r.First) != tree.String || r.First <= r.Object || r.First >= t.Next(r.Object) {
			return fmt.Sprintf("a repeat of key %d in object %d", r.First, r.Object)
		}
		if broken := lawsBroken(r.Value); broken != "" {
			return "in a repeat: " + broken
		}
	}
	return ""
}
