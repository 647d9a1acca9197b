package tree

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxQuoted is how many runes of a text Quote shows.
const maxQuoted = 64

// Quote returns a text of a document for a message: in double quotes, with everything escaped that a terminal or a
// reader could take for something else, and cut after 64 runes with "…".
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
	return `"` + strings.ReplaceAll(Visible(s), `"`, `\"`) + cut + `"`
}

// Visible returns a text with everything that could hide, reorder or erase what a person sees written as an escape:
// control characters, bidirectional and zero-width characters, blank letters, private use, invalid bytes, and more
// than three combining marks in a row.
func Visible(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	marks := 0
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case Hidden(r):
			fmt.Fprintf(&b, `\u{%x}`, r)
		default:
			if unicode.Is(unicode.M, r) {
				if marks++; marks > 3 {
					fmt.Fprintf(&b, `\u{%x}`, r)
					i += size
					continue
				}
			} else {
				marks = 0
			}
			b.WriteRune(r)
		}
		i += size
	}
	return b.String()
}

// Hidden reports whether a character shows nothing, or changes how others are shown: neither a space nor printable,
// or printable but blank.
func Hidden(r rune) bool {
	switch r {
	case 0x2800, 0x3164, 0x115f, 0x1160, 0xffa0:
		return true
	}
	return r != ' ' && !unicode.IsPrint(r)
}

// plain reports whether a text is printable ASCII only, as nearly all are.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}
