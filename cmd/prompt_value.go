package cmd

import (
	"encoding/json"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// maxIndent is how many levels of a value are indented; what lies deeper stands as deep as the last of them, so that
// the length of what is shown is bounded by that of the value.
const maxIndent = 16

// promptVisible is a text as a passage shows it: escaped, with a new row after each of its ends of line.
func promptVisible(s string) string {
	if !strings.Contains(s, "\n") {
		return tree.Visible(s)
	}
	var b strings.Builder
	for len(s) > 0 {
		line, rest, ended := strings.Cut(s, "\n")
		b.WriteString(tree.Visible(line))
		if ended {
			b.WriteString(`\n`)
		}
		if s = rest; s != "" {
			b.WriteByte(rowEnd)
		}
	}
	return b.String()
}

// promptName is a name as a passage shows it: in quotes where it could be mistaken for more or less than it is.
func promptName(s string) string {
	bare := s != ""
	for i := 0; i < len(s) && bare; i++ {
		c := s[i]
		bare = '!' <= c && c <= '~' && !strings.ContainsRune(`"\()`, rune(c))
	}
	if bare {
		return s
	}
	return `"` + tree.Visible(strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s)) + `"`
}

// promptValue is a JSON value as a passage shows it: indented and escaped, with a new row after each end of line
// within a string.
func promptValue(value []byte) string {
	if !json.Valid(value) {
		return promptVisible(string(value))
	}
	b := make([]byte, 0, len(value)+len(value)/2)
	depth := 0
	for i := 0; i < len(value); i++ {
		switch c := value[i]; c {
		case '"':
			n := stringSize(value[i:])
			b = appendString(b, tree.Visible(string(value[i+1:i+n-1])))
			i += n - 1
		case '{', '[':
			b = append(b, c)
			if end := c + 2; value[i+1] == end {
				b = append(b, end)
				i++
				continue
			}
			depth++
			b = appendIndent(b, depth)
		case '}', ']':
			depth--
			b = append(appendIndent(b, depth), c)
		case ',':
			b = appendIndent(append(b, c), depth)
		case ':':
			b = append(b, ": "...)
		case ' ', '\t', '\r', '\n':
		default:
			b = append(b, c)
		}
	}
	return string(b)
}

// stringSize is the size of the JSON string that a text begins with, with its quotes.
func stringSize(s []byte) int {
	i := 1
	for s[i] != '"' {
		if s[i] == '\\' {
			i++
		}
		i++
	}
	return i + 1
}

// appendString appends what stands between the quotes of a JSON string, with its quotes.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	for i := 0; i < len(s); i++ {
		b = append(b, s[i])
		if s[i] != '\\' || i+1 == len(s) {
			continue
		}
		i++
		b = append(b, s[i])
		if s[i] == 'n' && i+1 < len(s) {
			b = append(b, rowEnd)
		}
	}
	return append(b, '"')
}

func appendIndent(b []byte, depth int) []byte {
	b = append(b, lineEnd)
	for range min(depth, maxIndent) {
		b = append(b, "  "...)
	}
	return b
}
