package tools

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// String is the command line for people, whole: what a shell would have to be given for the same. Whatever a person
// could not see, or could take for something else, is written as an escape of $'…', which bash and zsh know. Two
// command lines never look the same.
func (c *Command) String() string {
	argv := c.Argv
	if c.Shell != "" {
		argv = []string{shell, "-c", c.Shell}
	}
	var b strings.Builder
	for i, arg := range argv {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word(arg, i == 0))
	}
	return b.String()
}

// word is a text as one word of a shell. first says that it is the command's name, where an equals sign has a meaning.
func word(s string, first bool) string {
	if tree.Visible(s) != s {
		return "$'" + escaped(s) + "'"
	}
	safe := func(r rune) bool {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("_@%+:,./-", r) || r == '=' && !first
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !safe(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// escaped is a text for between $' and '. The escapes of tree.Visible are bash's, but for \u{…}.
func escaped(s string) string {
	s = tree.Visible(strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s))
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 {
			return b.String() + s
		}
		b.WriteString(s[:i])
		s = s[i:]
		code, rest, ok := strings.Cut(strings.TrimPrefix(s, `\u{`), "}")
		if !ok || !strings.HasPrefix(s, `\u{`) {
			b.WriteString(s[:2])
			s = s[2:]
			continue
		}
		s = rest
		switch r, err := strconv.ParseUint(code, 16, 32); {
		case err != nil:
			panic("planlint: internal error: an escape without a number: " + code)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
}
