package compare

import (
	"cmp"
	"strconv"
	"strings"
)

// decimal is how far a number is from zero: 0.digits times ten to the power of exponent, without zeros around the
// digits, so that nothing is rounded or written out.
type decimal struct {
	digits   string // "" for zero
	exponent int64
}

// size reads a number as JSON writes it.
func size(text string) (d decimal, negative bool) {
	text, negative = strings.CutPrefix(text, "-")
	mantissa := text
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa = text[:i]
		d.exponent, _ = strconv.ParseInt(strings.TrimPrefix(text[i+1:], "+"), 10, 64) // out of range is the nearest end
		d.exponent = min(max(d.exponent, -1<<60), 1<<60)
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	d.digits = strings.TrimLeft(whole+fraction, "0")
	d.exponent += int64(len(whole) - (len(whole) + len(fraction) - len(d.digits)))
	d.digits = strings.TrimRight(d.digits, "0")
	if d.digits == "" {
		return decimal{}, false
	}
	return d, negative
}

func (d decimal) zero() bool { return d.digits == "" }

// compare is negative, 0 or positive as d is nearer to zero than e, as near, or further away. Neither is zero.
func (d decimal) compare(e decimal) int {
	return cmp.Or(cmp.Compare(d.exponent, e.exponent), strings.Compare(d.digits, e.digits))
}
