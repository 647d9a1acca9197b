package syntax

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/planlint/planlint/contracts/tree"
)

// maxBadBytes is how many places with bytes that no text has are reported in a file.
const maxBadBytes = 10

// badBytes reports what YAML allows nowhere: invalid UTF-8, and control characters other than tab and line ends. isText
// is false if the whole is in another encoding.
func badBytes(s string) (bad []Problem, isText bool) {
	if isUTF16(s) {
		return []Problem{{Rule: RuleSyntax, Span: tree.Span{Start: 0, End: 2}, Message: "the text is UTF-16", Hint: "save it as UTF-8"}}, false
	}
	valid := utf8.ValidString(s)
	if valid && !controls(s) {
		return nil, true
	}
	for i := 0; i < len(s) && len(bad) < maxBadBytes; {
		c := s[i]
		if c >= ' ' && c < utf8.RuneSelf || c == '\n' || c == '\t' || c == '\r' {
			i++
			continue
		}
		u, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case u == utf8.RuneError && size == 1:
			end := i + 1
			for end < len(s) && end < i+utf8.UTFMax && s[end]&0xc0 == 0x80 {
				end++
			}
			bad = append(bad, Problem{Rule: RuleSyntax, Span: tree.Span{Start: i, End: end},
				Message: fmt.Sprintf("the bytes % x are no UTF-8", s[i:end]), Hint: "save the file as UTF-8"})
			i = end
			continue
		case c < ' ':
			bad = append(bad, Problem{Rule: RuleSyntax, Span: tree.Span{Start: i, End: i + 1},
				Message: fmt.Sprintf("a control character (U+%04X)", c), Hint: "remove it, or write it as an escape in double quotes"})
		}
		i += size
	}
	return bad, true
}

// isUTF16 reports whether a text begins as UTF-16 does: with a byte order mark, or with an ASCII character.
func isUTF16(s string) bool {
	return strings.HasPrefix(s, "\xff\xfe") || strings.HasPrefix(s, "\xfe\xff") ||
		len(s) > 3 && (s[0] == 0 && s[1] != 0 && s[2] == 0 && s[3] != 0 || s[0] != 0 && s[1] == 0 && s[2] != 0 && s[3] == 0)
}

// controls reports whether a text has control characters other than tab and line ends. It takes eight bytes at a time,
// as it goes over every text.
func controls(s string) bool {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	i := 0
	for ; i+8 <= len(s); i += 8 {
		b := s[i : i+8]
		w := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		if (w-ones*' ')&^w&highs == 0 { // no byte below a space
			continue
		}
		if control(b) {
			return true
		}
	}
	return control(s[i:])
}

func control(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\n' && c != '\t' && c != '\r' {
			return true
		}
	}
	return false
}
