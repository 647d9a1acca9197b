package report

import (
	"strconv"

	"github.com/planlint/planlint/contracts/tree"
)

// name is a step's id or a tool's name as people write it, and quoted where it is no common name.
func name(s string) string {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '-', c == '.':
		default:
			return tree.Quote(s)
		}
	}
	if s == "" || len(s) > 64 {
		return tree.Quote(s)
	}
	return s
}

// appendNames appends the first few of many names.
func appendNames(b []byte, names []string) []byte {
	for i, n := range names {
		if i == maxNames {
			b = append(b, " and "...)
			b = strconv.AppendInt(b, int64(len(names)-i), 10)
			return append(b, " more"...)
		}
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(b, name(n)...)
	}
	return b
}
