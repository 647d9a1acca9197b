package syntax

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// yamlDump writes a tree in one line: every node with its text and its span, keys before a colon, and the flags that say how
// a scalar was written: q quoted, b block, a aliased, ? ambiguous, ! broken.
func yamlDump(t *tree.Tree) string {
	if t.Empty() {
		return "nothing"
	}
	var b strings.Builder
	yamlDumpNode(&b, t, 0)
	for _, r := range t.Repeated {
		fmt.Fprintf(&b, " again %d:%d@%d-%d=", r.Object, r.First, r.Key.Start, r.Key.End)
		b.WriteString(yamlDump(r.Value))
	}
	return b.String()
}

func yamlDumpNode(b *strings.Builder, t *tree.Tree, n tree.Ref) {
	switch t.Kind(n) {
	case tree.Array:
		b.WriteByte('[')
		for i, e := range t.Elements(n) {
			if i > 0 {
				b.WriteByte(' ')
			}
			yamlDumpNode(b, t, e)
		}
		b.WriteByte(']')
	case tree.Object:
		b.WriteByte('{')
		for k, v := range t.Members(n) {
			if k != n+1 {
				b.WriteByte(' ')
			}
			yamlDumpNode(b, t, k)
			b.WriteByte(':')
			yamlDumpNode(b, t, v)
		}
		b.WriteByte('}')
	case tree.String:
		fmt.Fprintf(b, "%q", t.Text(n))
	default:
		b.WriteString(t.Text(n))
	}
	f := t.Flags(n)
	for _, m := range []struct {
		flag tree.Flags
		mark string
	}{{tree.Quoted, "q"}, {tree.Block, "b"}, {tree.Aliased, "a"}, {tree.Ambiguous, "?"}, {tree.Broken, "!"}} {
		if f&m.flag != 0 {
			b.WriteString(m.mark)
		}
	}
	s := t.Span(n)
	fmt.Fprintf(b, "@%d-%d", s.Start, s.End)
}

// yamlProblems writes problems in one line each: span, rule and message.
func yamlProblems(p []Problem) string {
	var b strings.Builder
	for _, p := range p {
		fmt.Fprintf(&b, "%d-%d %s: %s", p.Span.Start, p.Span.End, p.Rule, p.Message)
		for _, r := range p.Related {
			fmt.Fprintf(&b, " (%d-%d %s)", r.Span.Start, r.Span.End, r.Message)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
