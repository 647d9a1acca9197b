package cmd

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// character is the size of the first character of a text, which is not empty, in bytes and columns. An escape counts as
// one character, unless it is wider than limit; so does a character with its combining marks.
//
// Terminals do not agree on widths: what one shows in one column takes two in another, and a combining mark may get a
// column of its own. A row that is wider than it was thought to be goes on where a row of ours begins. So each
// character counts for as much as any terminal takes.
func character(s string, limit int) (size, columns int) {
	if n := escapeSize(s); 1 < n && n <= limit {
		return n, n
	}
	size, columns = 1, 1
	if s[0] >= utf8.RuneSelf {
		_, size = utf8.DecodeRuneInString(s)
		columns = 2
	}
	for size < len(s) && s[size] >= utf8.RuneSelf {
		r, n := utf8.DecodeRuneInString(s[size:])
		if !unicode.Is(unicode.M, r) {
			break
		}
		size += n
		if columns++; unicode.Is(unicode.Mc, r) {
			columns++
		}
	}
	return size, columns
}

// escapeSize is the size of the escape that a text begins with; 0 where there is none.
func escapeSize(s string) int {
	if len(s) < 2 || s[0] != '\\' {
		return 0
	}
	n := 2
	switch {
	case s[1] == 'x':
		n = 4
	case s[1] == 'u' && len(s) > 2 && s[2] == '{':
		n = strings.IndexByte(s[:min(len(s), len(`\u{10ffff}`))], '}') + 1
	case s[1] == 'u':
		n = 6
	}
	if n > len(s) {
		return 0
	}
	for _, c := range []byte(s[:n]) {
		if c >= utf8.RuneSelf || c < ' ' {
			return 0
		}
	}
	return n
}
