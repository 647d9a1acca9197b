package report

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/planlint/planlint/contracts/tree"
)

// appendInline appends a text of a document to a line of Markdown, where it is text and nothing else: no markup, no
// HTML, no cell of a table. Markup is written as entities, which Markdown reads as text only after it has looked for
// structure. Hosts look for mentions and references in the text that comes out, but not in code: text that may hold
// one becomes code.
func appendInline(b []byte, s string) []byte {
	s = tree.Visible(s)
	if refers(s) {
		b = append(b, "<code>"...)
		for i := 0; i < len(s); i++ {
			b = appendEntity(b, s[i], !word(s[i]) && s[i] != ' ')
		}
		return append(b, "</code>"...)
	}
	for i := 0; i < len(s); i++ {
		inside := s[i] == '_' && i > 0 && i+1 < len(s) && word(s[i-1]) && word(s[i+1]) // an underscore within a word is text
		b = appendEntity(b, s[i], !inside && strings.IndexByte("\\`*_{}[]<>&|~", s[i]) >= 0)
	}
	return b
}

func appendEntity(b []byte, c byte, entity bool) []byte {
	if !entity {
		return append(b, c)
	}
	return append(strconv.AppendInt(append(b, "&#"...), int64(c), 10), ';')
}

// word reports whether a byte is a letter, a digit, or part of a character beyond ASCII.
func word(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c >= utf8.RuneSelf
}

// refers reports whether a text may hold what a host turns into a mention, a reference, a link or a picture: @team,
// #12, !12, %1, $1, ~bug, &1, [issue:1], GH-1, :tada:, www.example.com, https://example.com.
func refers(s string) bool {
	if strings.ContainsAny(s, "@#!$%&~^[\\`") || strings.Count(s, ":") > 1 {
		return true
	}
	low := strings.ToLower(s)
	return strings.Contains(low, "://") || strings.Contains(low, "www.") || strings.Contains(low, "gh-")
}

// clip cuts a long text.
func clip(s string) string {
	const most = 500 // runes
	n := 0
	for i := range s {
		if n == most {
			return s[:i] + "…"
		}
		n++
	}
	return s
}
