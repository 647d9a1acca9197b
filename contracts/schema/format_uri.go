package schema

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

func isURI(s string) bool          { return uri(s, true, false) }
func isURIReference(s string) bool { return uri(s, false, false) }
func isIRI(s string) bool          { return uri(s, true, true) }
func isIRIReference(s string) bool { return uri(s, false, true) }

// uri is RFC 3986 (and RFC 3987 where international) by its grammar: net/url takes far more.
func uri(s string, absolute, international bool) bool {
	scheme := schemeLength(s)
	if scheme == 0 && absolute {
		return false
	}
	rest := s
	if scheme > 0 {
		rest = s[scheme+1:]
	}
	rest, fragment, _ := strings.Cut(rest, "#")
	path, query, _ := strings.Cut(rest, "?")
	if !uriRun(fragment, "/?:@", international, false) || !uriRun(query, "/?:@", international, true) {
		return false
	}
	if authority, ok := strings.CutPrefix(path, "//"); ok {
		slash := strings.IndexByte(authority, '/')
		if slash < 0 {
			slash = len(authority)
		}
		authority, path = authority[:slash], authority[slash:]
		if !uriAuthority(authority, international) {
			return false
		}
	} else if scheme == 0 {
		first, _, _ := strings.Cut(path, "/")
		if strings.Contains(first, ":") {
			return false // would be a scheme
		}
	}
	return uriRun(path, "/:@", international, false)
}

// schemeLength is the length of the scheme before the first ":", or 0.
func schemeLength(s string) int {
	for i := 0; i < len(s); i++ {
		c := s[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		switch {
		case letter:
		case i > 0 && (c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'):
		case i > 0 && c == ':':
			return i
		default:
			return 0
		}
	}
	return 0
}

func uriAuthority(s string, international bool) bool {
	if at := strings.LastIndexByte(s, '@'); at >= 0 {
		if !uriRun(s[:at], ":", international, false) {
			return false
		}
		s = s[at+1:]
	}
	var host, port string
	if strings.HasPrefix(s, "[") {
		end := strings.IndexByte(s, ']')
		if end < 0 {
			return false
		}
		host, port = s[1:end], s[end+1:]
		if port != "" && port[0] != ':' || !isIPv6(host) && !ipFuture(host) {
			return false
		}
		port = strings.TrimPrefix(port, ":")
	} else {
		host, port, _ = strings.Cut(s, ":")
		if !uriRun(host, "", international, false) {
			return false
		}
	}
	return digits(port, 0, len(port))
}

func ipFuture(s string) bool {
	if len(s) < 4 || s[0] != 'v' && s[0] != 'V' {
		return false
	}
	version, rest, ok := strings.Cut(s[1:], ".")
	return ok && hexadecimal(version) && rest != "" && uriRun(rest, ":", false, false) && !strings.Contains(rest, "%")
}

// uriRun reports whether s is made of unreserved characters, sub-delimiters, escapes and the extra ones.
func uriRun(s, extra string, international, private bool) bool {
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(s[i:])
			if !international || !iriRune(r, size, private) {
				return false
			}
			i += size
			continue
		case c == '%':
			if i+3 > len(s) || !hexadecimal(s[i+1:i+3]) {
				return false
			}
			i += 3
			continue
		case alphanumeric(c), strings.IndexByte("-._~!$&'()*+,;=", c) >= 0, strings.IndexByte(extra, c) >= 0:
		default:
			return false
		}
		i++
	}
	return true
}

// iriRune reports whether RFC 3987 lets a rune stand for itself.
func iriRune(r rune, size int, private bool) bool {
	switch {
	case r == utf8.RuneError && size == 1, r < 0xa0, r >= 0xfff0 && r <= 0xffff, r&0xfffe == 0xfffe, r >= 0xfdd0 && r <= 0xfdef:
		return false
	case r >= 0xe000 && r <= 0xf8ff, r >= 0xf0000:
		return private
	case r >= 0xe0000 && r <= 0xe0fff:
		return false
	}
	return !unicode.Is(unicode.Bidi_Control, r)
}

// isURITemplate is RFC 6570: literals, and expressions in braces.
func isURITemplate(s string) bool {
	for s != "" {
		open := strings.IndexByte(s, '{')
		literal := s
		if open >= 0 {
			literal = s[:open]
		}
		if !templateLiteral(literal) {
			return false
		}
		if open < 0 {
			return true
		}
		end := strings.IndexByte(s[open:], '}')
		if end < 0 || !templateExpression(s[open+1:open+end]) {
			return false
		}
		s = s[open+end+1:]
	}
	return true
}

func templateLiteral(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '%' && (i+3 > len(s) || !hexadecimal(s[i+1:i+3])) {
			return false
		}
		if c <= ' ' || c == 0x7f || strings.IndexByte("\"'<>\\^`{|}", c) >= 0 {
			return false
		}
	}
	return utf8.ValidString(s)
}

func templateExpression(s string) bool {
	if s != "" && strings.IndexByte("+#./;?&=,!@|", s[0]) >= 0 {
		s = s[1:]
	}
	for _, name := range strings.Split(s, ",") {
		name = strings.TrimSuffix(name, "*")
		if name, prefix, ok := strings.Cut(name, ":"); ok {
			if !digits(prefix, 1, 4) || prefix[0] == '0' || !templateName(name) {
				return false
			}
			continue
		}
		if !templateName(name) {
			return false
		}
	}
	return true
}

func templateName(s string) bool {
	if s == "" || s[0] == '.' || s[len(s)-1] == '.' || strings.Contains(s, "..") {
		return false
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case alphanumeric(c), c == '_', c == '.':
		case c == '%' && i+3 <= len(s) && hexadecimal(s[i+1:i+3]):
			i += 2
		default:
			return false
		}
	}
	return true
}
