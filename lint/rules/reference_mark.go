package rules

import "strings"

// The marks below read a reference at an offset of a longer text and return its length, 0 where there is none.

// mostTags is how many names of steps may turn out to be markup before the whole text is taken for it.
const mostTags = 16

// angle reads <node-0>, <s1> and <GENERATED>-0. What a closing tag belongs to is markup.
func (r *referrer) angle(text string, i int) (reference, int) {
	const generated = "<GENERATED>-"
	if strings.HasPrefix(text[i:], generated) {
		n := digitsAt(text, i+len(generated))
		return reference{step: r.loose("node-"+text[i+len(generated):i+len(generated)+n], 0)}, lengthIf(n > 0, len(generated)+n)
	}
	end := strings.IndexByte(text[i:min(len(text), i+longestReference)], '>')
	if end < 2 {
		return reference{}, 0
	}
	name := text[i+1 : i+end]
	s := r.exact(name)
	if w, _ := numbered(name); s == nil && w != "" {
		s = r.loose(name, -1)
	}
	if s == nil || element(name) || r.tags > mostTags {
		return reference{}, 0
	}
	if strings.Contains(text, "</"+name) {
		r.tags++
		return reference{}, 0
	}
	n := end + 1
	rest := pathAt(text[i+n:])
	return reference{step: s, path: segments(rest)}, n + len(rest)
}

// pathAt is the path that a text begins with: ".output.items[0]" or ":output", without a point that ends a sentence.
func pathAt(s string) string {
	n := 0
	for n < len(s) && (word(s[n]) || s[n] == '-' || strings.IndexByte(".[]:#/<>", s[n]) >= 0) {
		n++
	}
	if n == 0 || s[0] != '.' && s[0] != '[' && s[0] != ':' && s[0] != '#' {
		return ""
	}
	return strings.TrimRight(s[:n], ".:#/<-")
}

// dollar reads $var1.path$, $s1.path, ${s1.path} and $E1.
func (r *referrer) dollar(text string, i int) (reference, int) {
	if i > 0 && (text[i-1] == '\\' || text[i-1] == '$') {
		return reference{}, 0
	}
	rest := text[i+1:]
	if strings.HasPrefix(rest, "{") {
		ref, n := r.braces(text, i+1)
		return ref, lengthIf(n > 0, n+1)
	}
	if s, n := r.evidenceNumber(rest); n > 0 {
		return reference{step: s}, n + 1
	}
	name := identifier(rest)
	if name == "" {
		return reference{}, 0
	}
	if name == "steps" {
		id := identifier(strings.TrimPrefix(rest[len(name):], "."))
		s := r.exact(id)
		if s == nil {
			return reference{}, 0
		}
		n := len(name) + 1 + len(id)
		tail := pathAt(rest[n:])
		return reference{step: s, path: segments(tail)}, 1 + n + len(tail)
	}
	s := r.exact(name)
	if w, _ := numbered(name); s == nil && w == "var" {
		s = r.loose(name, 1)
		if end := closing(rest[len(name):]); end > 0 { // $var1.Exchange Rate$: nothing else looks like that
			return reference{step: s, path: segments(rest[len(name) : len(name)+end-1])}, 1 + len(name) + end
		}
	}
	for s == nil && strings.ContainsAny(name, "-") { // $s1-s2
		name = name[:strings.LastIndexByte(name, '-')]
		s = r.exact(name)
	}
	if s == nil {
		return reference{}, 0
	}
	if end := closing(rest[len(name):]); end > 0 {
		return reference{step: s, path: segments(rest[len(name) : len(name)+end-1])}, 1 + len(name) + end
	}
	tail := pathAt(rest[len(name):])
	return reference{step: s, path: segments(tail)}, 1 + len(name) + len(tail)
}

// closing is the length of ".path$" at the beginning of a text, whose names may hold spaces; 0 where it is none.
func closing(s string) int {
	for n := 0; n < len(s) && n < 80; n++ {
		switch c := s[n]; {
		case c == '$':
			return lengthIf(n == 0 || s[0] == '.' || s[0] == '[', n+1)
		case !word(c) && strings.IndexByte(". -[]", c) < 0:
			return 0
		}
	}
	return 0
}

// identifier is the name that a text begins with: letters, digits, underscores and hyphens, a letter or _ first.
func identifier(s string) string {
	n := 0
	for n < len(s) && (word(s[n]) || s[n] == '-' && n > 0) {
		if n++; n > longestReference {
			return ""
		}
	}
	if n == 0 || digit(s[0]) {
		return ""
	}
	return strings.TrimRight(s[:n], "-")
}

// braces reads {{s1.output}}, ${s1.output}, ${{ steps.s1.outputs.x }} and {$steps.s1.outputs.x}, from the brace on.
func (r *referrer) braces(text string, i int) (reference, int) {
	part := text[i:min(len(text), i+longestReference)]
	open, end := "{", "}"
	if strings.HasPrefix(part, "{{") {
		open, end = "{{", "}}"
	}
	stop := strings.Index(part, end)
	if stop < len(open) || strings.ContainsAny(part[len(open):stop], "{\"\n") {
		return reference{}, 0
	}
	inner := strings.TrimPrefix(strings.TrimSpace(part[len(open):stop]), "$")
	n := stop + len(end)
	if ref, ok := r.dotted(inner); ok {
		return ref, n
	}
	for _, id := range prefixes(inner) {
		// {name} alone is how addresses and format strings mark a place of their own.
		if s := r.exact(id); s != nil && (open == "{{" || i > 0 && text[i-1] == '$' || len(id) < len(inner)) {
			return reference{step: s, path: segments(inner[len(id):])}, n
		}
	}
	return reference{}, 0
}
