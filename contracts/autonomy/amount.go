package autonomy

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/shopspring/decimal"

	"github.com/planlint/planlint/contracts/tree"
)

// The texts that are read as decimals: digits without a sign, an exponent or zeros in front, and with digits on both
// sides of the point. The library takes more than that, so nothing reaches it but through these gates. A total is as
// long as no sum of amounts gets.
var (
	amountText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(0|[1-9][0-9]{0,14})(\.[0-9]{1,6})?$`) })
	totalText  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(0|[1-9][0-9]{0,29})(\.[0-9]{1,6})?$`) })
)

// allowed says in messages what an amount may look like.
const allowed = "no decimal of up to 15 digits before and 6 behind the point"

// amount is an exact decimal. The zero amount is 0.
type amount struct{ d decimal.Decimal }

// parse reads a text that passes a gate.
func parse(s string, gate *regexp.Regexp) (a amount, ok bool) {
	if !gate.MatchString(s) {
		return amount{}, false
	}
	d, err := decimal.NewFromString(s)
	return amount{d}, err == nil
}

// plus, minus: exact, with as many digits behind the point as the longer of the two has.
func (a amount) plus(b amount) amount  { return amount{a.d.Add(b.d)} }
func (a amount) minus(b amount) amount { return amount{a.d.Sub(b.d)} }

func (a amount) over(b amount) bool { return a.d.GreaterThan(b.d) }

// overdrawn reports whether the amount is below 0.
func (a amount) overdrawn() bool { return a.d.IsNegative() }

// String writes the amount in full, zeros at the end included: 12.50 stays 12.50.
func (a amount) String() string { return a.d.StringFixed(-a.d.Exponent()) }

// Sum adds amounts exactly. Each is a decimal without a sign and an exponent, with at most 30 digits before and 6
// behind the point, which holds for every sum of amounts; its error names one that is not. The sum of none is "0".
func Sum(amounts []string) (string, error) {
	total, err := sum(amounts)
	if err != nil {
		return "", err
	}
	s := total.String()
	if !totalText().MatchString(s) {
		return "", fmt.Errorf("the sum %s has more than 30 digits", s)
	}
	return s, nil
}

// Add is the Sum of two amounts.
func Add(a, b string) (string, error) { return Sum([]string{a, b}) }

// Fits reports whether an amount is at most what is left of a limit after what was spent; just as much as is left fits.
// Amount and limit have at most 15 digits before and 6 behind the point, and what was spent is as Sum takes it; its
// error names a text that is not so.
func Fits(amount, limit string, spent []string) (bool, error) {
	price, ok := parse(amount, amountText())
	if !ok {
		return false, fmt.Errorf("the amount %s is %s", tree.Quote(amount), allowed)
	}
	most, ok := parse(limit, amountText())
	if !ok {
		return false, fmt.Errorf("the limit %s is %s", tree.Quote(limit), allowed)
	}
	total, err := sum(spent)
	if err != nil {
		return false, err
	}
	return !price.over(most.minus(total)), nil
}

func sum(amounts []string) (amount, error) {
	var total amount
	for _, s := range amounts {
		a, ok := parse(s, totalText())
		if !ok {
			return amount{}, fmt.Errorf("%s is no amount", tree.Quote(s))
		}
		total = total.plus(a)
	}
	return total, nil
}

// price is what the call costs, which an argument says as a number or as a text; why says what is wrong with it where
// that can't be told.
func (c *Call) price(field string) (a amount, why string) {
	n := c.argument(field)
	switch c.kind(n) {
	case tree.Invalid:
		return amount{}, fmt.Sprintf("argument %s, the amount, is not there", tree.Quote(field))
	case tree.Unknown:
		return amount{}, fmt.Sprintf("argument %s, the amount, exists only at run time", tree.Quote(field))
	case tree.Number, tree.String:
		s := c.Tree.Text(n)
		if a, ok := parse(s, amountText()); ok {
			return a, ""
		}
		if rest, negative := strings.CutPrefix(s, "-"); negative && amountText().MatchString(rest) {
			return amount{}, fmt.Sprintf("argument %s, the amount, is negative: %s", tree.Quote(field), s)
		}
	}
	return amount{}, fmt.Sprintf("argument %s, the amount, is %s, which is %s", tree.Quote(field), c.found(n), allowed)
}
