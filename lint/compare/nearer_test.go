package compare

import (
	"math/big"
	"testing"
)

// numbers are texts of numbers as JSON has them.
var numbers = []string{"0", "-0", "0.0", "0e9", "1", "-1", "1.0", "10e-1", "0.1e1", "9", "10", "99", "100", "0.01", "0.011", "1e2", "1E+2", "1e-2", "12345678901234567890",
	"12345678901234567891", "1.5", "-1.5", "15e-1", "150e-2", "0.0015e3", "999e-3"}

// Which of two numbers is nearer to zero is what exact arithmetic says.
func TestNearer(t *testing.T) {
	for _, a := range numbers {
		for _, b := range numbers {
			x, _ := new(big.Rat).SetString(a)
			y, _ := new(big.Rat).SetString(b)
			want := y.Sign() == 0 || x.Sign() == y.Sign() && new(big.Rat).Abs(y).Cmp(new(big.Rat).Abs(x)) <= 0
			if got := nearer(a, b); got != want {
				t.Errorf("%s in place of %s: nearer %t", b, a, got)
			}
		}
	}
	if nearer("1e999999999999", "1e9999999999999999999999") || !nearer("1e9", "1e-9999999999999999999999") {
		t.Error("exponents beyond what an integer holds")
	}
}

func TestLastWord(t *testing.T) {
	for name, want := range map[string]string{"id": "id", "user_id": "id", "userId": "id", "userID": "id", "USER-ID": "id", "amount": "amount", "grid": "grid",
		"paid": "paid", "": "", "___": "", "größe": "größe", "maxPrice": "price", "id2": "id"} {
		if got := lastWord(name); got != want {
			t.Errorf("the last word of %q is %q, want %q", name, got, want)
		}
	}
}
