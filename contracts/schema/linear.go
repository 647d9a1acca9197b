package schema

import (
	"strings"
)

// What ECMA 262 means by "." and "\s", in RE2's words.
const (
	ecmaDot   = `[^\n\r\x{2028}\x{2029}]`
	ecmaSpace = `\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`
)

// linearPattern translates a regular expression for RE2. ok is false where it uses anything that RE2 lacks or might
// read in another way; both languages then agree on what is left but for "." and "\s".
func linearPattern(s string) (out string, ok bool) {
	var b strings.Builder
	atom := false // whether a quantifier may follow
	for i := 0; i < len(s); {
		c := s[i]
		switch c {
		case '\\':
			text, size, good := linearEscape(s[i:], false)
			if !good {
				return "", false
			}
			b.WriteString(text)
			i, atom = i+size, text != `\b` && text != `\B`
			continue
		case '[':
			text, size, good := linearClass(s[i:])
			if !good {
				return "", false
			}
			b.WriteString(text)
			i, atom = i+size, true
			continue
		case '.':
			b.WriteString(ecmaDot)
			atom = true
		case '(':
			if strings.HasPrefix(s[i:], "(?") {
				if !strings.HasPrefix(s[i:], "(?:") {
					return "", false
				}
				b.WriteString("(?:")
				i, atom = i+3, false
				continue
			}
			b.WriteByte('(')
			atom = false
		case ')':
			b.WriteByte(')')
			atom = true
		case '|', '^', '$':
			b.WriteByte(c)
			atom = false
		case '*', '+', '?', '{':
			size := quantifier(s[i:])
			if !atom || size == 0 {
				return "", false
			}
			b.WriteString(s[i : i+size])
			i, atom = i+size, false
			continue
		case '}', ']':
			return "", false
		default:
			b.WriteByte(c)
			atom = true
		}
		i++
	}
	return b.String(), true
}

// quantifier is the length of the quantifier that s begins with, a "?" for lazy included; 0 where there is none, or
// one with idle zeros, which RE2 takes literally.
func quantifier(s string) int {
	n := 1
	if s[0] == '{' {
		end := strings.IndexByte(s, '}')
		if end < 0 {
			return 0
		}
		low, high, ranged := strings.Cut(s[1:end], ",")
		if !repeats(low) || ranged && high != "" && !repeats(high) {
			return 0
		}
		n = end + 1
	}
	if n < len(s) && s[n] == '?' {
		n++
	}
	return n
}

// repeats reports whether s is a count without idle zeros.
func repeats(s string) bool { return digits(s, 1, 4) && (len(s) == 1 || s[0] != '0') }

// linearEscape translates the escape that s begins with.
func linearEscape(s string, class bool) (text string, size int, ok bool) {
	if len(s) < 2 {
		return "", 0, false
	}
	switch c := s[1]; {
	case strings.IndexByte(`dDwWtnrfv`, c) >= 0:
		return s[:2], 2, true
	case c == 's' && class:
		return ecmaSpace, 2, true
	case c == 's':
		return "[" + ecmaSpace + "]", 2, true
	case c == 'S' && !class:
		return "[^" + ecmaSpace + "]", 2, true
	case c == 'b' && !class, c == 'B' && !class:
		return s[:2], 2, true
	case c == 'x' && len(s) >= 4 && hexadecimal(s[2:4]):
		return s[:4], 4, true
	case c == 'u' && len(s) >= 6 && hexadecimal(s[2:6]) && (s[2]|0x20 != 'd' || s[3] < '8'):
		return `\x{` + s[2:6] + "}", 6, true
	case strings.IndexByte(`^$\.*+?()[]{}|/`, c) >= 0, c == '-' && class:
		if c == '/' {
			return "/", 2, true
		}
		return s[:2], 2, true
	}
	return "", 0, false
}

// linearClass translates the character class that s begins with.
func linearClass(s string) (text string, size int, ok bool) {
	var b strings.Builder
	b.WriteByte('[')
	i := 1
	if i < len(s) && s[i] == '^' {
		b.WriteByte('^')
		i++
	}
	if i >= len(s) || s[i] == ']' {
		return "", 0, false // ECMA 262's empty classes
	}
	set := false // the last element was a set such as \d, after which a "-" is read differently
	for first := true; i < len(s); first = false {
		switch c := s[i]; c {
		case ']':
			b.WriteByte(']')
			return b.String(), i + 1, true
		case '\\':
			text, size, good := linearEscape(s[i:], true)
			if !good {
				return "", 0, false
			}
			b.WriteString(text)
			i += size
			set = strings.IndexByte("dDwWs", s[i-1]) >= 0 && size == 2
			continue
		case '[', '&', '~':
			return "", 0, false
		case '-':
			last := i+1 < len(s) && s[i+1] == ']'
			if set && !last || !first && !last && setAhead(s[i+1:]) {
				return "", 0, false
			}
			if first || last {
				b.WriteString(`\-`)
			} else {
				b.WriteByte('-')
			}
		default:
			b.WriteByte(c)
		}
		set = false
		i++
	}
	return "", 0, false
}

// setAhead reports whether an escape for a set of characters comes next, which cannot end a range.
func setAhead(s string) bool {
	return len(s) > 1 && s[0] == '\\' && strings.IndexByte("dDwWsS", s[1]) >= 0
}

func hexadecimal(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i] | 0x20; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return s != ""
}
