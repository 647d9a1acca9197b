package syntax

import (
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

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
