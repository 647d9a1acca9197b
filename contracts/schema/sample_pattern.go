package schema

import (
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// each calls yield for strings that the pattern likely matches, until it returns false, and then returns false. It
// knows patterns that RE2 can read, at least without their lookarounds; whoever calls it checks the strings.
func (p *pattern) each(x extent, yield func(string) bool) bool {
	re := p.parsed()
	if re == nil {
		return true
	}
	for turn := range variety {
		for _, l := range [...]loops{{star: 1}, {}, {star: 1, quest: 1}} {
			if turn > 0 && l != (loops{star: 1}) {
				continue
			}
			w := weaver{turn: turn, loops: l}
			text, ok := w.text(re, 0)
			missing, spare := x.least-utf8.RuneCountInString(text), 0
			for round := 1; ok && missing > 0 && round <= 8; round++ {
				spare += missing * round // more in every round: what is repeated may be long
				text, ok = w.text(re, spare)
				missing = x.least - utf8.RuneCountInString(text)
			}
			if !ok {
				continue
			}
			if missing > 0 { // what is not anchored may stand among other things
				fill := strings.Repeat("a", missing)
				if !yield(text+fill) || !yield(fill+text) {
					return false
				}
				continue
			}
			if !yield(text) {
				return false
			}
		}
	}
	return true
}

// parsed is the pattern as RE2 reads it, or nil.
func (p *pattern) parsed() *syntax.Regexp {
	for _, source := range [...]string{p.source, withoutLookaround(p.source)} {
		if text, ok := linearPattern(source); ok {
			source = text
		}
		if re, err := syntax.Parse(source, syntax.Perl); err == nil {
			return re
		}
	}
	return nil
}

// withoutLookaround takes lookaheads and lookbehinds out of a pattern.
func withoutLookaround(s string) string {
	var b strings.Builder
	depth, class := 0, false // depth counts the groups open within a lookaround
	for i := 0; i < len(s); i++ {
		size := 1
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s):
			size = 2
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '(' && depth > 0, c == '(' && lookaround(s[i:]):
			depth++
		case c == ')' && depth > 0:
			depth--
			continue
		}
		if depth == 0 {
			b.WriteString(s[i : i+size])
		}
		i += size - 1
	}
	return b.String()
}

func lookaround(s string) bool {
	for _, start := range [...]string{"(?=", "(?!", "(?<=", "(?<!"} {
		if strings.HasPrefix(s, start) {
			return true
		}
	}
	return false
}
