package rules

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

var hiddenCharacters = lint.Rule{
	ID: "hidden-characters", Title: "characters that a reader can't see", Group: lint.Quality, Severity: lint.Warning,
	What: "No key, value or comment of a plan holds control characters, characters that reorder text or have no width, blanks that are not the space, or private characters. Tabs and line ends are fine, and so are joiners and selectors where emoji and scripts need them.",
	Why:  "What a person reads is not what the tool gets: a text can show another order, end in something that is not there, or differ from one that looks the same.",
	Bad:  "goal: tell the team\nsteps:\n  - {id: s1, tool: notify, arguments: {text: \"pay \\u202e001 to Ada\"}}\n",
	Good: "goal: tell the team\nsteps:\n  - {id: s1, tool: notify, arguments: {text: \"pay 100 to Ada\"}}\n",
	Fix:  "Remove the characters. Where one is meant, it is best made by the tool.",
	Check: func(p *lint.Pass) {
		t := p.Plan.Tree
		if !visible(t.Source.Slice(t.Span(p.Plan.Root))) {
			left := mostFindings
			for n := p.Plan.Root; int(n) < t.Len() && left > 0; n++ {
				if t.Kind(n) != tree.String || t.Flags(n)&tree.Aliased != 0 { // what an alias brings in is reported where it stands
					continue
				}
				if h, ok := firstHidden(t.Text(n)); ok {
					reportHidden(p, n, h)
					left--
				}
			}
			if left == 0 {
				enough(p, "hidden-characters")
			}
		}
		for _, c := range p.Plan.Comments {
			text := t.Source.Slice(c)
			if visible(text) {
				continue
			}
			if h, ok := firstHidden(text); ok {
				p.Report(lint.Finding{Rule: "hidden-characters", Place: tree.Place{Source: t.Source, Span: c},
					Message: "a comment holds " + h.String(), Hint: "remove it", Violations: []string{h.name()}})
			}
		}
	},
}

func reportHidden(p *lint.Pass, n tree.Ref, h hidden) {
	f, above := onNode(p, "hidden-characters", n)
	what := "the text " + tree.Quote(p.Plan.Tree.Text(n))
	if isKey(p.Plan.Tree, above, n) {
		what = "the key " + tree.Quote(p.Plan.Tree.Text(n))
	}
	f.Message = what + " holds " + h.String()
	f.Hint = "remove it: people see another text than the tool"
	f.Violations = []string{h.name()}
	p.Report(f)
}

// visible reports whether a text holds nothing but printable ASCII, tabs and line ends, and no escapes that could
// stand for anything else.
func visible(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 0x7f || c == '\\' || c < ' ' && c != '\n' && c != '\t' && !lineEnd(s[i:]) {
			return false
		}
	}
	return true
}

// lineEnd reports whether a text begins with CR LF. A CR alone takes a terminal back to the beginning of the line,
// where the next characters hide what stood there.
func lineEnd(s string) bool { return strings.HasPrefix(s, "\r\n") }

// hidden is the first hidden character of a text, and how many there are.
type hidden struct {
	char  rune
	count int
}

func (h hidden) name() string { return fmt.Sprintf("U+%04X", h.char) }

// String names the character for a message.
func (h hidden) String() string {
	s := fmt.Sprintf("the hidden character %s (%s)", h.name(), classOf(h.char))
	if h.count > 1 {
		s += fmt.Sprintf(" and %d more", h.count-1)
	}
	return s
}

// classOf says in a word what is wrong with a hidden character.
func classOf(r rune) string {
	switch {
	case unicode.Is(unicode.Bidi_Control, r):
		return "bidirectional"
	case unicode.Is(unicode.Cc, r):
		return "control"
	case unicode.Is(unicode.Co, r):
		return "private use"
	case unicode.Is(unicode.Zs, r), r == '\u2028', r == '\u2029', r == '\u2800', r == '\u3164', r == '\uffa0', r == '\u115f', r == '\u1160':
		return "blank"
	case unicode.In(r, unicode.Cf, unicode.M, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
		return "zero width"
	}
	return "unassigned"
}

// firstHidden finds the hidden characters of a text: those of tree.Hidden, but for tabs and line ends, and for the
// joiners, selectors and spaces that the characters around them call for.
func firstHidden(s string) (h hidden, ok bool) {
	before := rune(0)
	for i := 0; i < len(s); {
		if c := s[i]; ' ' <= c && c <= '~' {
			before = rune(c)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		if r == utf8.RuneError && size == 1 || r == '\n' || r == '\t' || r == '\r' && lineEnd(s[i-1:]) {
			before = r
			continue
		}
		if selector(r) && !symbol(before) && !keycap(before, s[i:]) || tree.Hidden(r) && !calledFor(s, i-size, r, before) {
			if h.count++; h.count == 1 {
				h.char = r
			}
		}
		if before = r; r == blackFlag {
			i += regionTags(s[i:])
		}
	}
	return h, h.count > 0
}

const (
	joiner    = '\u200d'
	nonJoiner = '\u200c'
	blackFlag = '\U0001f3f4' // a black flag, which tags make the flag of a region
	tagEnd    = '\U000e007f'
)

// selector reports whether a rune chooses the text or the emoji form of the symbol before it.
func selector(r rune) bool { return r == '\ufe0e' || r == '\ufe0f' }

// symbol reports whether a rune has a text and an emoji form. Most are symbols by their category; the others are few.
func symbol(r rune) bool {
	switch r {
	case '‼', '⁉', 'ℹ', '〰':
		return true
	}
	return r > '~' && unicode.Is(unicode.S, r)
}

// keycap reports whether a selector between before and rest is part of a keycap, such as 1️⃣.
func keycap(before rune, rest string) bool {
	return strings.HasPrefix(rest, "\u20e3") && (before == '#' || before == '*' || '0' <= before && before <= '9')
}

// calledFor reports whether a hidden character at an offset is part of what it stands in: an emoji of several parts,
// a script that joins its letters, a variant of an ideograph, a space between ideographs.
func calledFor(s string, offset int, r, before rune) bool {
	after, size := utf8.DecodeRuneInString(s[offset+utf8.RuneLen(r):])
	if size < 2 {
		after = 0 // the end, or nothing that joins
	}
	switch {
	case r == joiner && (symbol(before) || selector(before)) && symbol(after):
		return true
	case r == joiner || r == nonJoiner:
		return joins(before) && joins(after)
	case r == '\u3000':
		return true // the space of Chinese and Japanese, as wide as their letters
	case '\U000e0100' <= r && r <= '\U000e01ef':
		return unicode.Is(unicode.Han, before)
	}
	return false
}

// regionTags is the length of the tags that make a flag out of the black flag before them: up to six letters and
// digits, and an end. It is 0 where there are none.
func regionTags(s string) int {
	n := 0
	for i, r := range s {
		switch {
		case r == tagEnd && n > 0:
			return i + utf8.RuneLen(r)
		case n == 6 || r <= '\U000e0020' || r >= tagEnd:
			return 0
		}
		n++
	}
	return 0
}

// joins reports whether a rune belongs to a script whose letters a joiner shapes.
func joins(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati,
		unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar, unicode.Tibetan)
}
