package syntax

import (
	"strings"
	"unicode/utf8"
)

// maskForV3 returns a text of the same length in which every character that yaml.v3 and we read differently is an
// ordinary letter: line ends that are none to YAML 1.2, characters that yaml.v3 refuses, bytes that are no UTF-8.
func maskForV3(s string) string {
	i := 0
	for i < len(s) && s[i] < 0x7f && (s[i] >= ' ' || s[i] == '\n' || s[i] == '\t') {
		i++
	}
	if i == len(s) {
		return s
	}
	b := []byte(s)
	for i < len(s) {
		u, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case u == '\r' && (i+1 == len(s) || s[i+1] == '\n'), u == '\n', u == '\t':
		case size == 1 && (u < ' ' || u >= 0x7f):
			b[i] = 'x'
		case u >= 0x80 && u < 0xa0:
			copy(b[i:], "é")
		case u == 0x2028, u == 0x2029, u == 0xfeff, u == 0xfffe, u == 0xffff:
			copy(b[i:], "一")
		}
		i += size
	}
	return string(b)
}

// oldDirective returns a document with the directive of YAML 1.1, which yaml.v3 knows, for that of 1.2.
func oldDirective(s string) string {
	for i, line := 0, ""; i < len(s); i += len(line) + 1 {
		line, _, _ = strings.Cut(s[i:], "\n")
		if strings.HasPrefix(line, "%YAML 1.2") {
			i += len("%YAML 1.")
			return s[:i] + "1" + s[i+1:]
		}
		if start := strings.TrimLeft(line, " \t\r"); start != "" && start[0] != '#' && start[0] != '%' {
			break
		}
	}
	return s
}

// sameForV3 reports whether two texts are the same, but for the characters that maskForV3 changes.
func sameForV3(a, b string) bool {
	if a == b {
		return true
	}
	letters := strings.NewReplacer("\r", "x")
	return letters.Replace(maskForV3(a)) == letters.Replace(maskForV3(b))
}
