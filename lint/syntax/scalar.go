package syntax

import (
	"math/big"
	"strconv"

	"github.com/planlint/planlint/contracts/tree"
)

// maxRadixDigits bounds the digits of a hexadecimal or octal number: writing one in decimal costs more than linear time.
const maxRadixDigits = 1024

// coreScalar says what the text of a plain scalar means under the YAML 1.2 core schema, with Plain, True and Ambiguous
// among the flags. Invalid stands for a float that is not finite, which no document of ours can hold.
func coreScalar(s string) (tree.Kind, tree.Flags) {
	if s == "" {
		return tree.Null, tree.Plain
	}
	switch c := s[0]; {
	case c >= '0' && c <= '9', c == '-', c == '+', c == '.':
		return coreNumber(s)
	case len(s) > 5:
		return tree.String, tree.Plain
	}
	switch s {
	case "~", "null", "Null", "NULL":
		return tree.Null, tree.Plain
	case "true", "True", "TRUE":
		return tree.Bool, tree.Plain | tree.True
	case "false", "False", "FALSE":
		return tree.Bool, tree.Plain
	case "y", "Y", "yes", "Yes", "YES", "n", "N", "no", "No", "NO", "on", "On", "ON", "off", "Off", "OFF", "=":
		return tree.String, tree.Plain | tree.Ambiguous
	}
	return tree.String, tree.Plain
}

// coreNumber is coreScalar for a text that starts as numbers do.
func coreNumber(s string) (tree.Kind, tree.Flags) {
	if len(s) > 2 && s[0] == '0' && s[1] == 'x' && digits(s[2:], isHex) == len(s)-2 {
		return tree.Number, tree.Plain
	}
	if len(s) > 2 && s[0] == '0' && s[1] == 'o' && digits(s[2:], isOctalDigit) == len(s)-2 {
		return tree.Number, tree.Plain | tree.Ambiguous
	}
	i := 0
	if s[0] == '-' || s[0] == '+' {
		i = 1
	}
	whole := digits(s[i:], isDigit)
	leading := s[i : i+whole]
	if i += whole; i == len(s) && whole > 0 {
		return tree.Number, tree.Plain | octalLooking(leading)
	}
	point := i < len(s) && s[i] == '.'
	fraction := 0
	if point {
		fraction = digits(s[i+1:], isDigit)
		i += 1 + fraction
	}
	if whole+fraction > 0 {
		if i == len(s) {
			return tree.Number, tree.Plain
		}
		if s[i] == 'e' || s[i] == 'E' {
			i++
			sign := i < len(s) && (s[i] == '-' || s[i] == '+')
			if sign {
				i++
			}
			if n := digits(s[i:], isDigit); n > 0 && i+n == len(s) {
				if !point || !sign { // a YAML 1.1 float has a point, and a sign in its exponent
					return tree.Number, tree.Plain | tree.Ambiguous
				}
				return tree.Number, tree.Plain
			}
		}
	} else if notFinite(s) {
		return tree.Invalid, tree.Plain
	}
	if oldScalar(s) {
		return tree.String, tree.Plain | tree.Ambiguous
	}
	return tree.String, tree.Plain
}

// notFinite reports whether a text is one of the infinities, or not a number.
func notFinite(s string) bool {
	switch s {
	case ".nan", ".NaN", ".NAN":
		return true
	}
	if s[0] != '.' {
		s = s[1:]
	}
	return s == ".inf" || s == ".Inf" || s == ".INF"
}

// jsonNumber returns a number of the core schema as JSON writes it, with the same exact value: the text itself where
// it is JSON already. ok is false for a hexadecimal or octal number with too many digits.
func jsonNumber(s string) (text string, ok bool) {
	if len(s) > 1 && s[0] == '0' && (s[1] == 'x' || s[1] == 'o') {
		base := 16
		if s[1] == 'o' {
			base = 8
		}
		if v, err := strconv.ParseUint(s[2:], base, 64); err == nil {
			return strconv.FormatUint(v, 10), true
		}
		if len(s)-2 > maxRadixDigits {
			return "", false
		}
		v, _ := new(big.Int).SetString(s[2:], base)
		return v.String(), true
	}
	t, minus := s, ""
	switch t[0] {
	case '-':
		t, minus = t[1:], "-"
	case '+':
		t = t[1:]
	}
	whole := digits(t, isDigit)
	zeros := 0
	for zeros+1 < whole && t[zeros] == '0' {
		zeros++
	}
	head, tail := t[zeros:whole], t[whole:]
	pad := ""
	if tail != "" && tail[0] == '.' && digits(tail[1:], isDigit) == 0 { // "1." and "1.e5"
		pad, tail = ".0", tail[1:]
	}
	if whole == 0 { // ".5"
		head = "0"
	}
	if zeros == 0 && whole > 0 && pad == "" && s[0] != '+' {
		return s, true
	}
	return minus + head + pad + tail, true
}

// digits is the length of the longest start of s that is all digits.
func digits(s string, digit func(byte) bool) int {
	n := 0
	for n < len(s) && digit(s[n]) {
		n++
	}
	return n
}

func isDigit(c byte) bool      { return c >= '0' && c <= '9' }
func isOctalDigit(c byte) bool { return c >= '0' && c <= '7' }
