package schema

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/planlint/planlint/contracts/tree"
)

// sampleText is how many code points a string may have to have.
const sampleText = 1 << 13

// extent is how many code points a string may have; most is -1 where there is no limit.
type extent struct{ least, most int }

func (x extent) has(n int) bool { return n >= x.least && (x.most < 0 || n <= x.most) }

// texts offers strings: of the format, else of the pattern, else a word.
func (sc *scene) texts() bool {
	x := extent{0, -1}
	var formats []string
	var patterns []*pattern
	for _, n := range sc.parts {
		if word := n.tree.Get(n.at, "format"); n.tree.Kind(word) == tree.String {
			formats = append(formats, n.tree.Text(word))
		}
		if r := n.text; r != nil {
			x.least = max(x.least, r.min)
			if r.max >= 0 && (x.most < 0 || r.max < x.most) {
				x.most = r.max
			}
			if r.pattern != nil {
				patterns = append(patterns, r.pattern)
			}
		}
	}
	if x.least > sampleText || x.most >= 0 && x.most < x.least {
		return true
	}
	seen, more := map[string]bool{}, true
	offer := func(s string) bool {
		if !seen[s] && x.has(utf8.RuneCountInString(s)) {
			seen[s] = true
			more = sc.offer(pieceText(s))
		}
		return more
	}
	for _, name := range formats {
		if f := formNamed(name); f != nil && !f.each(x, offer) {
			return false
		}
	}
	for _, p := range patterns {
		if !p.each(x, offer) {
			return false
		}
	}
	for i := range variety {
		if !offer(plainWord(i, x)) {
			return false
		}
	}
	return true
}

// plainWord is the word of that index, from 0, in the length that is asked for.
func plainWord(i int, x extent) string {
	mark := ""
	if i > 0 {
		mark = strconv.Itoa(i + 1)
	}
	const word = "string"
	text := word + mark
	if missing := x.least - len(text); missing > 0 {
		text = strings.Repeat(word, x.least/len(word)+1)[:x.least-len(mark)] + mark
	}
	if x.most >= 0 && len(text) > x.most {
		text = word[:max(0, min(len(word), x.most-len(mark)))] + mark
		text = text[:min(len(text), x.most)]
	}
	return text
}

// form tells how strings of a format are made.
type form struct {
	name   string
	series string   // with one %d for a number from 2 on; "" where the format has no room for one
	others []string // of other lengths
	// head, any number of fill, tail: a string as long as is asked for
	head, fill, tail string
}

var forms = []form{
	{"date-time", "2026-01-31T10:00:%02dZ", nil, "2026-01-31T10:00:00.", "0", "Z"},
	{"date", "2026-01-%02d", nil, "", "", ""},
	{"time", "10:00:%02dZ", nil, "10:00:00.", "0", "Z"},
	{"duration", "PT%dM", []string{"P1D"}, "PT", "1", "M"},
	{"email", "ada%d@example.com", []string{"a@b.c", "a@b"}, "a", "a", "@example.com"},
	{"idn-email", "ada%d@example.com", []string{"a@b.c", "a@b"}, "a", "a", "@example.com"},
	{"hostname", "api%d.example.com", []string{"a"}, "a", ".a", ".example.com"},
	{"idn-hostname", "api%d.example.com", []string{"a"}, "a", ".a", ".example.com"},
	{"ipv4", "192.0.2.%d", []string{"0.0.0.0", "10.0.0.1", "198.51.100.1", "198.51.100.10", "198.51.100.100", "203.113.100.100"}, "", "", ""},
	{"ipv6", "2001:db8::%d", []string{"::", "::1", "2001:db8:0:0:0:0:0:1", "2001:0db8:0000:0000:0000:0000:0000:0001"}, "", "", ""},
	{"uri", "https://example.com/a%d", []string{"a:"}, "https://example.com/", "a", ""},
	{"uri-reference", "/a?b=%d", []string{"a", ""}, "/", "a", ""},
	{"iri", "https://example.com/a%d", []string{"a:"}, "https://example.com/", "a", ""},
	{"iri-reference", "/a?b=%d", []string{"a", ""}, "/", "a", ""},
	{"uri-template", "/users/{id}/%d", []string{"a", ""}, "/", "a", ""},
	{"uuid", "f81d4fae-7dec-11d0-a765-00a0c91e%04d", nil, "", "", ""},
	{"json-pointer", "/a/%d", []string{""}, "/", "a", ""},
	{"relative-json-pointer", "%d/a", []string{"1"}, "1/", "a", ""},
	{"regex", "^[a-z]{%d}$", []string{"a", ""}, "a", "a", ""},
	{"decimal", "%d.00", []string{"1"}, "1.", "0", ""},
	// An annotation to the checker, but people mean something by it.
	{"byte", "", nil, "", "c3Ry", ""},
}

func formNamed(name string) *form {
	for i := range forms {
		if forms[i].name == name {
			return &forms[i]
		}
	}
	return nil
}

// each calls yield for strings of the form, the pleasant ones first, until it returns false, and then returns false.
func (f *form) each(x extent, yield func(string) bool) bool {
	first := ""
	switch known := formatNamed(f.name); {
	case f.name == "decimal":
		first = "1.00"
	case f.name == "byte":
		first = "c3RyaW5n"
	case known != nil:
		first = known.example
	}
	if first != "" && !yield(first) {
		return false
	}
	for _, s := range f.others {
		if !yield(s) {
			return false
		}
	}
	if f.fill != "" {
		// A fill of several bytes may miss the exact length by some: one more round comes beyond it.
		missing := max(0, x.least-len(f.head)-len(f.tail))
		for _, n := range [...]int{missing / len(f.fill), missing/len(f.fill) + 1} {
			if !yield(f.head + strings.Repeat(f.fill, n) + f.tail) {
				return false
			}
		}
	}
	if f.series == "" {
		return true
	}
	for i := 2; i < variety; i++ {
		if !yield(fmt.Sprintf(f.series, i)) {
			return false
		}
	}
	return true
}
