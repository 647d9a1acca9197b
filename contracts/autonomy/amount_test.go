package autonomy_test

import (
	"math/big"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/planlint/planlint/contracts/autonomy"
)

func TestSum(t *testing.T) {
	for _, test := range []struct {
		amounts []string
		want    string
		err     string
	}{
		{nil, "0", ""},
		{[]string{"0"}, "0", ""},
		{[]string{"12.50"}, "12.50", ""},
		{[]string{"0.1", "0.2"}, "0.3", ""},
		{[]string{"300", "0.000001", "1.5"}, "301.500001", ""},
		{[]string{"0.5", "0.5"}, "1.0", ""},
		{[]string{"999999999999999.999999", "0.000001"}, "1000000000000000.000000", ""},
		{[]string{"1000000000000000", "1"}, "1000000000000001", ""},
		{[]string{strings.Repeat("9", 30), "1"}, "", "the sum 1" + strings.Repeat("0", 30) + " has more than 30 digits"},
		{[]string{"1", "1e5"}, "", `"1e5" is no amount`},
		{[]string{"-1"}, "", `"-1" is no amount`},
		{[]string{"1", "", "x"}, "", `"" is no amount`},
	} {
		got, err := autonomy.Sum(test.amounts)
		if got != test.want || (err == nil) != (test.err == "") || err != nil && err.Error() != test.err {
			t.Errorf("%q: %q %v", test.amounts, got, err)
		}
	}
	if got, err := autonomy.Add("0.99", "0.01"); got != "1.00" || err != nil {
		t.Errorf("%q %v", got, err)
	}
	if _, err := autonomy.Add("1", "NaN"); err == nil {
		t.Error("NaN adds up")
	}
}

func TestFits(t *testing.T) {
	for _, test := range []struct {
		amount, limit string
		spent         []string
		want          bool
		err           string
	}{
		{"500", "500", nil, true, ""},
		{"500.00", "500", nil, true, ""},
		{"500.01", "500", nil, false, ""},
		{"200", "500", []string{"300"}, true, ""},
		{"200.000001", "500", []string{"300"}, false, ""},
		{"0", "500", []string{"500"}, true, ""},
		{"0", "500", []string{"500.01"}, false, ""},
		{"1", "500", []string{strings.Repeat("9", 30)}, false, ""},
		{"1e2", "500", nil, false, `the amount "1e2" is no decimal of up to 15 digits before and 6 behind the point`},
		{"-1", "500", nil, false, `the amount "-1" is no decimal of up to 15 digits before and 6 behind the point`},
		{"1", "1234567890123456", nil, false, `the limit "1234567890123456" is no decimal of up to 15 digits before and 6 behind the point`},
		{"1", "500", []string{"1", "-Infinity"}, false, `"-Infinity" is no amount`},
	} {
		got, err := autonomy.Fits(test.amount, test.limit, test.spent)
		if got != test.want || (err == nil) != (test.err == "") || err != nil && err.Error() != test.err {
			t.Errorf("%s of %s after %q: %v %v", test.amount, test.limit, test.spent, got, err)
		}
	}
}

// amounts draws amounts, often ones that are near to each other.
func amounts() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.StringMatching(`(0|[1-9][0-9]{0,14})(\.[0-9]{1,6})?`),
		rapid.SampledFrom([]string{"0", "0.0", "0.000001", "0.1", "0.2", "0.3", "1", "1.00", "999999999999999.999999", "500", "499.99", "500.01"}),
	)
}

func rat(t *rapid.T, s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		t.Fatalf("%q is no number", s)
	}
	return r
}

// Sums and comparisons are those of rational numbers, and a sum can be summed again.
func TestAmountsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount, limit := amounts().Draw(t, "amount"), amounts().Draw(t, "limit")
		spent := rapid.SliceOfN(amounts(), 0, 8).Draw(t, "spent")
		total := new(big.Rat)
		for _, s := range spent {
			total.Add(total, rat(t, s))
		}
		sum, err := autonomy.Sum(spent)
		if err != nil || rat(t, sum).Cmp(total) != 0 {
			t.Fatalf("sum: %q %v, want %v", sum, err, total)
		}
		if again, err := autonomy.Add(sum, amount); err != nil || rat(t, again).Cmp(new(big.Rat).Add(total, rat(t, amount))) != 0 {
			t.Fatalf("the sum and one more: %q %v", again, err)
		}
		want := rat(t, amount).Cmp(new(big.Rat).Sub(rat(t, limit), total)) <= 0
		if got, err := autonomy.Fits(amount, limit, spent); err != nil || got != want {
			t.Fatalf("fits: %v %v, want %v", got, err, want)
		}
		if got, err := autonomy.Fits(amount, limit, []string{sum}); err != nil || got != want {
			t.Fatalf("fits after the sum: %v %v, want %v", got, err, want)
		}
	})
}

// What was acted on never adds up to more than the ceiling, whatever is asked for.
func TestCeilingHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := refund()
		l.Grants[0].Ceiling.Amount = rapid.StringMatching(`[1-9][0-9]{0,3}(\.[0-9]{1,2})?`).Draw(t, "ceiling")
		most, total := rat(t, l.Grants[0].Ceiling.Amount), new(big.Rat)
		var book ledger
		for _, price := range rapid.SliceOfN(rapid.StringMatching(`-?[0-9]{1,4}(\.[0-9]{1,2})?`), 1, 12).Draw(t, "prices") {
			c := autonomy.Call{Tool: "refund", Tenant: "acme", Now: now}
			c.Tree, c.Arguments = arguments("amount", price, "currency", "GBP")
			d, err := l.Decide(c, &book)
			if err != nil {
				t.Fatal(err)
			}
			if rat(t, d.Headroom).Cmp(new(big.Rat).Sub(most, total)) != 0 {
				t.Fatalf("headroom %s after %v of %v", d.Headroom, total, most)
			}
			if d.Outcome == autonomy.Act {
				book.spent = append(book.spent, d.Amount)
				total.Add(total, rat(t, price))
			}
			if total.Cmp(most) > 0 {
				t.Fatalf("%v of %v", total, most)
			}
		}
	})
}

// plain is what an amount is, said in another way than the code says it.
var plain = regexp.MustCompile(`\A(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?\z`)

// No text but a plain amount is acted on, whatever its form, and a reason never lets anything through that hides.
func FuzzAmount(f *testing.F) {
	for _, s := range []string{"100", "12.50", "0", "500.01", "-5", "1e5", "1E+2", ".5", "5.", "+1", "-0", "00", "NaN", "Infinity", "1,000", "1_000",
		"0x1F", "\u22125", "١", " 1", "1\n", "", "\u202e1", "\xff", "9999999999999999", "0.0000001", strings.Repeat("1", 100)} {
		f.Add(s, true)
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, s string, text bool) {
		var v any = s
		if !text {
			v = number(s)
		}
		c := autonomy.Call{Tool: "refund", Tenant: "acme", Now: now}
		c.Tree, c.Arguments = arguments("amount", v, "currency", "GBP")
		d, err := refund().Decide(c, autonomy.EmptyLedger{})
		if err != nil {
			t.Fatal(err)
		}
		want := false
		if plain.MatchString(s) {
			r, _ := new(big.Rat).SetString(s)
			want = r.Cmp(big.NewRat(500, 1)) <= 0
		}
		if (d.Outcome == autonomy.Act) != want || d.Headroom != "500" || d.Reason == "" {
			t.Errorf("%q: %+v", s, d)
		}
		if d.Amount != "" && d.Amount != s {
			t.Errorf("%q became %q", s, d.Amount)
		}
		for _, r := range d.Reason {
			if r < ' ' || r == '\u202e' || r == '\ufffd' && !strings.ContainsRune(s, r) {
				t.Errorf("%q: the reason %q hides something", s, d.Reason)
			}
		}
	})
}
