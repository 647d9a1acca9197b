package syntax

import (
	"github.com/planlint/planlint/contracts/tree"
)

// key reads an object's key.
func (r *jsonReader) key() {
	f := &r.stack[len(r.stack)-1]
	at := r.pos
	c := r.text[at]
	var text string
	plain, quotes := false, tree.Flags(0)
	switch {
	case c == '"':
		text, plain = r.str('"')
		quotes = tree.Quoted
	case c == '\'':
		text, _ = r.str('\'')
		r.fault(tree.Span{Start: at, End: r.pos}, "a key in single quotes", "JSON keys stand in double quotes")
	case c == '{' || c == '[':
		r.skip()
		r.fault(tree.Span{Start: at, End: at + 1}, "a key is expected here, not a bracket", `write "key": value`)
		f.state = wantComma
		return
	case c == ':':
		r.fault(tree.Span{Start: at, End: at + 1}, "a colon without a key", `write "key": value`)
		r.pos++
		return
	default:
		s := r.word()
		text = r.text[s.Start:s.End]
		r.pos = max(s.End, at+1)
		r.fault(s, "a key without quotes", "write "+tree.Quote(text))
	}
	s := tree.Span{Start: at, End: r.pos}
	f.state = wantColon
	if first := r.seen(f, text); first != tree.None {
		r.found = append(r.found, duplicateKey(s, text, r.b.Peek().Span(first)))
		f.repeat = &tree.Repeat{Object: f.node, First: first, Key: s}
		f.value = tree.Ref(r.b.Len())
		return
	}
	var k tree.Ref
	if plain {
		k = r.b.Scalar(tree.String, s, quotes)
	} else {
		k = r.b.Decoded(tree.String, s, quotes, text)
	}
	if f.seen != nil {
		f.seen[text] = k
	}
}

func duplicateKey(s tree.Span, text string, first tree.Span) Problem {
	return Problem{Rule: RuleDuplicateKey, Span: s, Message: "the key " + tree.Quote(text) + " stands twice in one map",
		Hint: "keep one of the two", Related: []Related{{Span: first, Message: "first written here"}}}
}

// manyKeys is the number of members from which keys are looked up in a map.
const manyKeys = 16

// seen is the key node of the open object f that has that text, or None.
func (r *jsonReader) seen(f *jsonFrame, text string) tree.Ref {
	if f.seen != nil {
		if k, ok := f.seen[text]; ok {
			return k
		}
		return tree.None
	}
	t, n := r.b.Peek(), 0
	for k := f.node + 1; int(k) < r.b.Len(); k = t.Next(k + 1) {
		if t.Text(k) == text {
			return k
		}
		n++
	}
	if n >= manyKeys {
		f.seen = make(map[string]tree.Ref, 4*n)
		for k := f.node + 1; int(k) < r.b.Len(); k = t.Next(k + 1) {
			f.seen[t.Text(k)] = k
		}
	}
	return tree.None
}
