package tree

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

// maxQuoted is how many runes of a text Quote shows.
const maxQuoted = 64

// maxMarks is how many combining marks in a row are shown as they are; real scripts hardly need more.
const maxMarks = 3

// Quote returns a text of a document for a message: in double quotes, with everything escaped that a terminal or a
// reader could take for something else, and cut after 64 runes with "…". Quotes and backslashes inside are escaped
// too, so that no two texts of up to 64 runes look the same.
func Quote(s string) string {
	cut := ""
	n := 0
	for i := range s {
		if n == maxQuoted {
			s, cut = s[:i], "…"
			break
		}
		n++
	}
	b := make([]byte, 0, len(s)+len(cut)+2)
	b = append(b, '"')
	b = appendVisible(b, s, true)
	b = append(b, cut...)
	return string(append(b, '"'))
}

// Visible returns a text with everything that could hide, reorder or erase what a person sees written as an escape:
// control characters, bidirectional and zero-width characters, blank letters, private use, invalid bytes, combining
// marks without a letter before them, and more than three of them in a row. Doing it twice changes nothing more.
func Visible(s string) string {
	if plain(s) {
		return s
	}
	return string(appendVisible(make([]byte, 0, len(s)+16), s, false))
}

func appendVisible(b []byte, s string, quoted bool) []byte {
	marks := maxMarks // in a row so far; at the start, and behind an escape, there is no letter to carry one
	symbol := false   // the rune before is a symbol, which may have a text and an emoji form
	for i := 0; i < len(s); {
		if c := s[i]; ' ' <= c && c <= '~' {
			if quoted && (c == '"' || c == '\\') {
				b = append(b, '\\')
			}
			b = append(b, c)
			marks, symbol = 0, false
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		mark := unicode.Is(unicode.M, r)
		switch {
		case r == utf8.RuneError && size == 1:
			b = fmt.Appendf(b, `\x%02x`, s[i])
			marks, symbol = maxMarks, false
		case r == '\n':
			b = append(b, `\n`...)
			marks, symbol = maxMarks, false
		case r == '\r':
			b = append(b, `\r`...)
			marks, symbol = maxMarks, false
		case r == '\t':
			b = append(b, `\t`...)
			marks, symbol = maxMarks, false
		case Hidden(r) || mark && marks >= maxMarks || presentation(r) && !symbol:
			b = fmt.Appendf(b, `\u{%x}`, r)
			marks, symbol = maxMarks, false
		default:
			b = append(b, s[i:i+size]...)
			if mark {
				marks++
			} else {
				marks = 0
			}
			symbol = unicode.Is(unicode.S, r)
		}
		i += size
	}
	return b
}

// Hidden reports whether a character shows nothing, or changes how others are shown: neither a space nor printable,
// or printable but blank. U+FE0E and U+FE0F, which choose the form of the symbol before them, are not hidden by
// themselves.
func Hidden(r rune) bool {
	switch {
	case r < 0x7f:
		return r < ' '
	case !unicode.IsPrint(r) || r == '\u2800':
		return true
	case r < 0x34f || presentation(r):
		return false
	}
	return unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// presentation reports whether a rune asks for the text or the emoji form of the symbol before it.
func presentation(r rune) bool { return r == 0xfe0e || r == 0xfe0f }

// plain reports whether a text is printable ASCII only, as nearly all are.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}
