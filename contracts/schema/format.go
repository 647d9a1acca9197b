package schema

import "strings"

// format is a named form of strings. Formats are asserted always; a name that is not in the table is an annotation.
type format struct {
	name    string
	title   string // with its article, for messages
	example string
	fits    func(string) bool
}

// formats is the table of formats, in the order of the specification, and decimal, which is ours.
var formats = []format{
	{"date-time", "a date-time (RFC 3339)", "2026-01-31T10:00:00Z", isDateTime},
	{"date", "a date", "2026-01-31", isDate},
	{"time", "a time with its offset", "10:00:00Z", isTime},
	{"duration", "a duration (ISO 8601)", "PT15M", isDuration},
	{"email", "an email address", "ada@example.com", isEmail},
	{"idn-email", "an email address", "ada@example.com", isIDNEmail},
	{"hostname", "a host name", "api.example.com", isHostname},
	{"idn-hostname", "a host name", "api.example.com", isIDNHostname},
	{"ipv4", "an IPv4 address", "192.0.2.1", isIPv4},
	{"ipv6", "an IPv6 address", "2001:db8::1", isIPv6},
	{"uri", "an absolute URI", "https://example.com/a", isURI},
	{"uri-reference", "a URI reference", "/a?b=c", isURIReference},
	{"iri", "an absolute IRI", "https://example.com/a", isIRI},
	{"iri-reference", "an IRI reference", "/a?b=c", isIRIReference},
	{"uri-template", "a URI template", "/users/{id}", isURITemplate},
	{"uuid", "a UUID", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", isUUID},
	{"json-pointer", "a JSON Pointer", "/a/0", isPointer},
	{"relative-json-pointer", "a relative JSON Pointer", "1/a", isRelativePointer},
	{"regex", "a regular expression (ECMA 262)", "^[a-z]+$", isRegex},
	{"decimal", "a decimal number", "100.00", isDecimal},
}

// formatNamed returns the format of that name, or nil where we know none.
func formatNamed(name string) *format {
	for i := range formats {
		if formats[i].name == name {
			return &formats[i]
		}
	}
	return nil
}

// decimalDigits is how many digits an amount may have before and behind its point.
const decimalDigits = 1000

// isDecimal reports whether a string is an exact, finite number in plain digits: an optional "-", digits without
// idle zeros in front, and a fraction or none. There is no exponent, no sign "+", no separator.
func isDecimal(s string) bool {
	s = strings.TrimPrefix(s, "-")
	whole, fraction, point := strings.Cut(s, ".")
	if !digits(whole, 1, decimalDigits) || point && !digits(fraction, 1, decimalDigits) {
		return false
	}
	return len(whole) == 1 || whole[0] != '0'
}

// digits reports whether s is least to most ASCII digits.
func digits(s string, least, most int) bool {
	if len(s) < least || len(s) > most {
		return false
	}
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := 0; i < len(s); i++ {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		if dash != (s[i] == '-') || !dash && !hexadecimal(s[i:i+1]) {
			return false
		}
	}
	return true
}

func isRegex(s string) bool {
	_, err := compilePattern(s)
	return err == nil
}

// isPointer reports whether s is an RFC 6901 JSON Pointer, without building its tokens.
func isPointer(s string) bool {
	if s == "" {
		return true
	}
	if s[0] != '/' {
		return false
	}
	for i := 0; i < len(s); i++ {
		if s[i] == '~' && (i+1 == len(s) || s[i+1] != '0' && s[i+1] != '1') {
			return false
		}
	}
	return true
}

func isRelativePointer(s string) bool {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	if n == 0 || n > 1 && s[0] == '0' {
		return false
	}
	return s[n:] == "#" || isPointer(s[n:])
}
