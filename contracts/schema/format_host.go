package schema

import (
	"net/netip"
	"strings"
	"unicode"
	"unicode/utf8"
)

// isHostname is RFC 1123: labels of letters, digits and inner hyphens, 63 bytes each and 253 in all.
func isHostname(s string) bool { return hostname(s, false) }

// isIDNHostname also takes letters, marks and digits of other scripts (RFC 5890), with the ideographic full stops.
func isIDNHostname(s string) bool { return hostname(s, true) }

func hostname(s string, international bool) bool {
	if international {
		s = strings.NewReplacer("\u3002", ".", "\uff0e", ".", "\uff61", ".").Replace(s)
	}
	if len(s) == 0 || len(s) > 253 {
		return false
	}
	for {
		label, rest, more := strings.Cut(s, ".")
		if !hostLabel(label, international) {
			return false
		}
		if !more {
			return true
		}
		s = rest
	}
}

func hostLabel(s string, international bool) bool {
	if s == "" || len(s) > 63 || s[0] == '-' || s[len(s)-1] == '-' {
		return false
	}
	if len(s) > 3 && s[2] == '-' && s[3] == '-' && !strings.EqualFold(s[:2], "xn") {
		return false
	}
	for i, r := range s {
		switch {
		case r == '-', r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z':
		case !international || r == utf8.RuneError:
			return false
		case i == 0 && unicode.Is(unicode.M, r):
			return false
		case r == '\u00b7', r == '\u0375', r == '\u05f3', r == '\u05f4', r == '\u30fb', r == '\u200c', r == '\u200d':
			// allowed in some contexts (RFC 5892, appendix A)
		case !unicode.In(r, unicode.L, unicode.M, unicode.Nd):
			return false
		}
	}
	return true
}

func isIPv4(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is4()
}

func isIPv6(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is6() && a.Zone() == ""
}

func isEmail(s string) bool    { return email(s, false) }
func isIDNEmail(s string) bool { return email(s, true) }

// email is RFC 5321's mailbox: a dot-string or a quoted string, "@", a host name or an address in brackets.
func email(s string, international bool) bool {
	at := strings.LastIndexByte(s, '@')
	if at < 1 || at > 64 || len(s) > 254 {
		return false
	}
	local, domain := s[:at], s[at+1:]
	if address, ok := strings.CutPrefix(domain, "["); ok {
		address, ok = strings.CutSuffix(address, "]")
		if six, is := strings.CutPrefix(address, "IPv6:"); is {
			address = six
			ok = ok && isIPv6(address)
		} else {
			ok = ok && isIPv4(address)
		}
		if !ok {
			return false
		}
	} else if !hostname(domain, international) {
		return false
	}
	if len(local) > 1 && local[0] == '"' && local[len(local)-1] == '"' {
		return quotedLocal(local[1 : len(local)-1])
	}
	for _, atom := range strings.Split(local, ".") {
		if atom == "" {
			return false
		}
		for _, r := range atom {
			if r >= utf8.RuneSelf {
				if !international || r == utf8.RuneError || unicode.IsControl(r) || unicode.IsSpace(r) {
					return false
				}
			} else if !alphanumeric(byte(r)) && strings.IndexByte("!#$%&'*+-/=?^_`{|}~", byte(r)) < 0 {
				return false
			}
		}
	}
	return true
}

func quotedLocal(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			if i++; i == len(s) {
				return false
			}
		case c == '"' || c < ' ' || c == 0x7f:
			return false
		}
	}
	return true
}

func alphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
