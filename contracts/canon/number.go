package canon

import (
	"strconv"
	"strings"
)

// AppendNumber appends a JSON number's canonical form: an integer exactly, any other as ECMAScript writes the
// float64 that is its value. ok is false where no float64 is.
func AppendNumber(dst []byte, text string) (out []byte, ok bool) {
	if !strings.ContainsAny(text, ".eE") {
		if text == "-0" {
			text = "0"
		}
		return append(dst, text...), true
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return dst, false
	}
	at := len(dst)
	dst = appendFloat(dst, f)
	if !sameValue(text, string(dst[at:])) {
		return dst[:at], false
	}
	return dst, true
}

// Exact reports whether AppendNumber would accept the text.
func Exact(text string) bool {
	if len(text) <= 16 && !strings.ContainsAny(text, "eE") {
		return true // 15 digits and a point always survive
	}
	var buf [32]byte
	_, ok := AppendNumber(buf[:0], text)
	return ok
}

// appendFloat writes a finite float64 as ECMAScript's Number::toString does.
func appendFloat(dst []byte, f float64) []byte {
	if f == 0 {
		return append(dst, '0')
	}
	abs := max(f, -f)
	if abs >= 1e21 || abs < 1e-6 {
		at := len(dst)
		dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
		// Go pads the exponent to two digits, ECMAScript does not: 1e-07 is 1e-7.
		if n := len(dst); n-at >= 4 && dst[n-2] == '0' && (dst[n-3] == '-' || dst[n-3] == '+') {
			dst[n-2] = dst[n-1]
			dst = dst[:n-1]
		}
		return dst
	}
	return strconv.AppendFloat(dst, f, 'f', -1, 64)
}

// sameValue compares two decimal numbers by value.
func sameValue(a, b string) bool {
	da, ea, na := decimal(a)
	db, eb, nb := decimal(b)
	return da == db && (da == "" || ea == eb && na == nb)
}

// decimal splits a number into its digits without zeros at either end, the power of ten of the last digit, and its
// sign. Zero has no digits.
func decimal(s string) (digits string, exp int, negative bool) {
	s, negative = strings.CutPrefix(s, "-")
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		e, err := strconv.Atoi(strings.TrimPrefix(s[i+1:], "+"))
		if err != nil {
			e = 1 << 30 // no float64 has such an exponent: equal to nothing
		}
		s, exp = s[:i], e
	}
	whole, fraction, _ := strings.Cut(s, ".")
	exp -= len(fraction)
	digits = strings.TrimLeft(whole+fraction, "0")
	trimmed := strings.TrimRight(digits, "0")
	return trimmed, exp + len(digits) - len(trimmed), negative
}
