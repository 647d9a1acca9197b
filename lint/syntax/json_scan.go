package syntax

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/planlint/planlint/contracts/tree"
)

// tooDeep is the problem of a value that lies under more arrays and objects than the cap allows.
func tooDeep(s tree.Span, depth int) Problem {
	return Problem{Rule: RuleSyntax, Span: s, Message: fmt.Sprintf("nested deeper than %d levels", depth),
		Hint: "no tool needs arguments this deep; flatten them"}
}

// space passes white space. Comments are a fault, and passed too.
func (r *jsonReader) space() {
	for r.pos < r.end {
		switch c := r.text[r.pos]; c {
		case ' ', '\t', '\n', '\r':
			r.pos++
		case '/':
			at := r.pos
			switch {
			case strings.HasPrefix(r.text[at:], "//"):
				r.pos = r.lineEnd(at)
			case strings.HasPrefix(r.text[at:], "/*"):
				if i := strings.Index(r.text[at+2:], "*/"); i >= 0 {
					r.pos = at + 2 + i + 2
				} else {
					r.pos = r.end
				}
			default:
				return
			}
			quiet := r.quiet
			r.fault(tree.Span{Start: at, End: r.pos}, "JSON has no comments", "remove it, or name the file .yaml and write # comments")
			r.quiet = quiet
		default:
			return
		}
	}
}

func (r *jsonReader) lineEnd(from int) int {
	if i := strings.IndexByte(r.text[from:], '\n'); i >= 0 {
		return from + i
	}
	return r.end
}

// word is the span of whatever stands at the position, for pointing at it: a string, a bracket, or up to the next
// white space or mark.
func (r *jsonReader) word() tree.Span {
	at := r.pos
	if at >= r.end {
		return tree.Span{Start: r.end, End: r.end}
	}
	if c := r.text[at]; c == '"' {
		if i := strings.IndexAny(r.text[at+1:], "\"\n"); i >= 0 && r.text[at+1+i] == '"' {
			return tree.Span{Start: at, End: at + 1 + i + 1}
		}
	}
	end := at
	for end < r.end && !strings.ContainsRune(" \t\r\n,:[]{}\"", rune(r.text[end])) {
		end++
	}
	if end == at {
		_, n := utf8.DecodeRuneInString(r.text[at:])
		end = at + n
	}
	return tree.Span{Start: at, End: end}
}

// value reads or opens the value at the position, which is not white space.
func (r *jsonReader) value() {
	at := r.pos
	switch c := r.text[at]; {
	case c == '{':
		r.open(tree.Object)
		return
	case c == '[':
		r.open(tree.Array)
		return
	case c == '"':
		text, plain := r.str('"')
		s := tree.Span{Start: at, End: r.pos}
		if plain {
			r.b.Scalar(tree.String, s, tree.Quoted)
		} else {
			r.b.Decoded(tree.String, s, tree.Quoted, text)
		}
	case c == '\'':
		text, _ := r.str('\'')
		s := tree.Span{Start: at, End: r.pos}
		r.fault(s, "a text in single quotes", "JSON texts stand in double quotes")
		r.b.Decoded(tree.String, s, tree.Quoted|tree.Broken, text)
	case c == '-' || c >= '0' && c <= '9' || c == '+' || c == '.':
		r.number()
	default:
		r.bare()
	}
	r.memberDone()
}

// number reads a number and keeps its text. What is no JSON number is a fault, and read as a number where it is
// plain which one is meant.
func (r *jsonReader) number() {
	at := r.pos
	end := at
	for end < r.end && isNumberByte(r.text[end]) {
		end++
	}
	s := tree.Span{Start: at, End: end}
	text := r.text[at:end]
	if IsJSONNumber(text) {
		r.pos = end
		r.b.Scalar(tree.Number, s, 0)
		return
	}
	if strings.HasSuffix(text, "Infinity") || strings.HasSuffix(text, "NaN") {
		r.bare()
		return
	}
	r.pos = end
	hint := "write it as JSON does: -1, 0.5, 1e9; a text needs double quotes"
	if strings.HasPrefix(text, "0") || strings.HasPrefix(text, "-0") {
		hint = "JSON numbers have no leading zeros and no 0x; a text needs double quotes"
	}
	r.fault(s, tree.Quote(text)+" is no JSON number", hint)
	r.b.Decoded(tree.String, s, tree.Broken, text)
}

func isNumberByte(c byte) bool {
	return c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' || c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// IsJSONNumber reports whether a text is a number as RFC 8259 writes it.
func IsJSONNumber(s string) bool {
	i := 0
	digits := func() bool {
		from := i
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		return i > from
	}
	if i < len(s) && s[i] == '-' {
		i++
	}
	if i < len(s) && s[i] == '0' {
		i++
	} else if !digits() {
		return false
	}
	if i < len(s) && s[i] == '.' {
		i++
		if !digits() {
			return false
		}
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		if i < len(s) && (s[i] == '-' || s[i] == '+') {
			i++
		}
		if !digits() {
			return false
		}
	}
	return i == len(s)
}

// bare reads a word without quotes: a literal, or a fault.
func (r *jsonReader) bare() {
	s := r.word()
	text := r.text[s.Start:s.End]
	switch text {
	case "null":
		r.pos = s.End
		r.b.Scalar(tree.Null, s, 0)
		return
	case "true":
		r.pos = s.End
		r.b.Scalar(tree.Bool, s, tree.True)
		return
	case "false":
		r.pos = s.End
		r.b.Scalar(tree.Bool, s, 0)
		return
	case "NaN", "Infinity", "-Infinity", "+Infinity":
		r.found = append(r.found, Problem{Rule: RuleWrongShape, Span: s, Message: tree.Quote(text) + " is not a finite number",
			Hint: "write a number, or a text in quotes"})
	default:
		hint := "a text needs double quotes"
		if low := strings.ToLower(text); low == "true" || low == "false" || low == "null" || low == "none" {
			hint = "JSON writes true, false and null in lower case"
		}
		r.fault(s, tree.Quote(text)+" is no JSON value", hint)
	}
	r.pos = max(s.End, r.pos+1)
	r.b.Decoded(tree.String, s, tree.Broken, text)
}

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

// skip passes the bracket at the position and all up to its partner, minding strings.
func (r *jsonReader) skip() {
	depth := 0
	for r.pos < r.end {
		switch r.text[r.pos] {
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth == 0 {
				r.pos++
				return
			}
		case '"':
			for r.pos++; r.pos < r.end && r.text[r.pos] != '"'; r.pos++ {
				if r.text[r.pos] == '\\' {
					r.pos++
				}
			}
		}
		r.pos++
	}
	r.pos = r.end
}
