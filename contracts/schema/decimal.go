package schema

import (
	"math"
	"math/big"
	"math/bits"
	"strings"
)

// decimal is a number as its text says, without rounding: the digits between the first and the last that is not
// zero, and the power of ten of the first. Nothing is expanded, so that 1e1000000 costs what its text costs.
type decimal struct {
	digits   string // may hold one "."
	top      int64  // power of ten of the first digit
	count    int    // of digits, without the "."
	negative bool
}

// exponentCap bounds exponents, far beyond what anybody means; larger ones are taken for it.
const exponentCap = 1 << 60

// parseDecimal reads the text of a JSON number. Whoever calls it has a number from a reader of JSON or YAML.
func parseDecimal(s string) decimal {
	var d decimal
	if strings.HasPrefix(s, "-") {
		d.negative, s = true, s[1:]
	}
	exp := int64(0)
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		exp = parseExponent(s[i+1:])
		s = s[:i]
	}
	dot := strings.IndexByte(s, '.')
	if dot < 0 {
		dot = len(s)
	}
	first, last := -1, -1
	for i := 0; i < len(s); i++ {
		if s[i] >= '1' && s[i] <= '9' {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 {
		return decimal{}
	}
	d.digits, d.count = s[first:last+1], last+1-first
	if first < dot {
		d.top = exp + int64(dot-first-1)
		if last > dot {
			d.count--
		}
	} else {
		d.top = exp - int64(first-dot)
	}
	return d
}

func parseExponent(s string) int64 {
	negative := false
	if s != "" && (s[0] == '-' || s[0] == '+') {
		negative, s = s[0] == '-', s[1:]
	}
	n := int64(0)
	for i := 0; i < len(s); i++ {
		if n = n*10 + int64(s[i]-'0'); n > exponentCap {
			n = exponentCap
			break
		}
	}
	if negative {
		return -n
	}
	return n
}

// zero reports whether the number is 0.
func (d decimal) zero() bool { return d.count == 0 }

// low is the power of ten of the last digit.
func (d decimal) low() int64 { return d.top - int64(d.count) + 1 }

// whole reports whether the number is an integer, however it was written.
func (d decimal) whole() bool { return d.zero() || d.low() >= 0 }

// CompareNumbers is -1, 0 or 1 as a number is less than, equal to or greater than another, by their texts and without
// rounding. Both are numbers as JSON writes them; zeros in front are understood as well.
func CompareNumbers(a, b string) int { return parseDecimal(a).compare(parseDecimal(b)) }

// compare is -1, 0 or 1 as d is less than, equal to or greater than e.
func (d decimal) compare(e decimal) int {
	switch {
	case d.zero() && e.zero():
		return 0
	case d.zero():
		return sign(!e.negative)
	case e.zero():
		return sign(d.negative)
	case d.negative != e.negative:
		return sign(d.negative)
	}
	c := 0
	if d.top != e.top {
		c = sign(d.top < e.top)
	} else {
		c = compareDigits(d.digits, e.digits)
	}
	if d.negative {
		return -c
	}
	return c
}

// sign is -1 for less, else 1.
func sign(less bool) int {
	if less {
		return -1
	}
	return 1
}

// compareDigits compares two runs of digits from the same power of ten on. Neither ends in a zero.
func compareDigits(a, b string) int {
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] == '.':
			i++
		case b[j] == '.':
			j++
		case a[i] != b[j]:
			return sign(a[i] < b[j])
		default:
			i++
			j++
		}
	}
	switch {
	case i < len(a):
		return 1
	case j < len(b):
		return -1
	}
	return 0
}

// maxDivisor is how many digits a multipleOf may have; more than that nobody means.
const maxDivisor = 1000

// multipleOf reports whether d is a multiple of m, which is not zero. decided is false where m has more digits than
// are worked with.
func (d decimal) multipleOf(m decimal) (is, decided bool) {
	if d.zero() {
		return true, true
	}
	// d ends in a digit that is not zero, so it is no multiple of anything whose last digit stands further left.
	shift := d.low() - m.low()
	if shift < 0 {
		return false, true
	}
	if m.count <= 18 {
		by := uint64(0)
		for i := 0; i < len(m.digits); i++ {
			if c := m.digits[i]; c != '.' {
				by = by*10 + uint64(c-'0')
			}
		}
		r := uint64(0)
		for i := 0; i < len(d.digits); i++ {
			if c := d.digits[i]; c != '.' {
				r = (r*10 + uint64(c-'0')) % by // by < 10^18, so r*10+9 stays below 2^64
			}
		}
		return mulmod(r, powmod(10, shift, by), by) == 0, true
	}
	if m.count > maxDivisor {
		return false, false
	}
	by, _ := new(big.Int).SetString(strings.ReplaceAll(m.digits, ".", ""), 10)
	r, chunk, ten18 := new(big.Int), new(big.Int), big.NewInt(1e18)
	rest := strings.ReplaceAll(d.digits, ".", "")
	for len(rest) > 0 {
		k := min(18, len(rest))
		if k < 18 {
			ten18.SetInt64(int64(math.Pow10(k)))
		}
		chunk.SetString(rest[:k], 10)
		r.Mod(r.Add(r.Mul(r, ten18), chunk), by)
		rest = rest[k:]
	}
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(shift), by)
	return r.Mod(r.Mul(r, power), by).Sign() == 0, true
}

func mulmod(a, b, m uint64) uint64 {
	hi, lo := bits.Mul64(a%m, b%m)
	_, r := bits.Div64(hi, lo, m)
	return r
}

func powmod(b uint64, e int64, m uint64) uint64 {
	r := 1 % m
	for b %= m; e > 0; e >>= 1 {
		if e&1 == 1 {
			r = mulmod(r, b, m)
		}
		b = mulmod(b, b, m)
	}
	return r
}

// integerToken reports whether a number was written as an integer: without fraction and exponent.
func integerToken(s string) bool { return !strings.ContainsAny(s, ".eE") }

// plainInteger is a whole number written out, for a hint; "" where it would be long.
func (d decimal) plainInteger() string {
	if d.zero() {
		return "0"
	}
	if !d.whole() || d.top > 20 {
		return ""
	}
	s := strings.ReplaceAll(d.digits, ".", "") + strings.Repeat("0", int(d.low()))
	if d.negative {
		s = "-" + s
	}
	return s
}
