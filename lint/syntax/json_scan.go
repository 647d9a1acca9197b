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
