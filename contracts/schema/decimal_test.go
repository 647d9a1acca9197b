package schema

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestBounds(t *testing.T) {
	for _, tt := range []struct {
		schema, value string
		fits          bool
	}{
		{`{"maximum":9007199254740992}`, `9007199254740993`, false},
		{`{"maximum":9007199254740993}`, `9007199254740993`, true},
		{`{"exclusiveMaximum":9007199254740993}`, `9007199254740993`, false},
		{`{"minimum":0.1}`, `0.1`, true},
		{`{"exclusiveMinimum":0.1}`, `0.10`, false},
		{`{"minimum":-1}`, `-1e0`, true},
		{`{"maximum":1e400}`, `1e401`, false},
		{`{"maximum":1e401}`, `1e400`, true},
		{`{"minimum":1e-400}`, `0`, false},
		{`{"minimum":-1e400}`, `-1e1000000`, false},
		{`{"maximum":1e999999999999999999999}`, `1e400`, true},
		{`{"minimum":0}`, `-0`, true},
		{`{"minimum":0}`, `-0.0e5`, true},
		{`{"multipleOf":0.01}`, `19.99`, true},
		{`{"multipleOf":0.01}`, `19.999`, false},
		{`{"multipleOf":0.1}`, `0.30000000000000000000000000001`, false},
		{`{"multipleOf":3}`, `9007199254740993`, true},
		{`{"multipleOf":3}`, `9007199254740992`, false},
		{`{"multipleOf":2.5}`, `1e1000`, true},
		{`{"multipleOf":7}`, `1e1000`, false},
		{`{"multipleOf":1e-1000}`, `1`, true},
		{`{"multipleOf":1e1000}`, `1`, false},
		{`{"multipleOf":123456789012345678901}`, `246913578024691357802`, true},
		{`{"multipleOf":123456789012345678901}`, `246913578024691357803`, false},
		{`{"multipleOf":1}`, `0.0`, true},
		{`{"multipleOf":1}`, `1.0`, true},
		{`{"enum":[0.1]}`, `0.10`, true},
		{`{"const":100}`, `1e2`, true},
		{`{"const":9007199254740993}`, `9007199254740992`, false},
		{`{"type":"integer"}`, `1e1000000`, true},
		{`{"type":"integer"}`, `1e-1000000`, false},
		{`{"uniqueItems":true}`, `[1,1.0]`, false},
		{`{"uniqueItems":true}`, `[1,true,"1",[1],{"a":1}]`, true},
	} {
		got := check(t, compiled(t, tt.schema, Options{}), tt.value)
		if (len(got) == 0) != tt.fits {
			t.Errorf("%s on %s: %v", tt.schema, tt.value, got)
		}
	}
}

// TestDecimal holds the arithmetic on text against big.Rat.
func TestDecimal(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	number := func() string {
		var b strings.Builder
		if r.IntN(3) == 0 {
			b.WriteByte('-')
		}
		if r.IntN(4) == 0 {
			b.WriteByte('0')
		} else {
			fmt.Fprintf(&b, "%d", 1+r.Uint64N(1<<uint(1+r.IntN(62))))
		}
		if r.IntN(2) == 0 {
			fmt.Fprintf(&b, ".%0*d", 1+r.IntN(4), r.IntN(10))
		}
		if r.IntN(3) == 0 {
			fmt.Fprintf(&b, "e%d", r.IntN(41)-20)
		}
		return b.String()
	}
	for range 50_000 {
		x, y := number(), number()
		p, _ := new(big.Rat).SetString(x)
		q, _ := new(big.Rat).SetString(y)
		a, b := parseDecimal(x), parseDecimal(y)
		if got, want := a.compare(b), p.Cmp(q); got != want {
			t.Fatalf("compare(%s, %s) = %d, want %d", x, y, got, want)
		}
		if got, want := a.whole(), p.IsInt(); got != want {
			t.Fatalf("whole(%s) = %t", x, got)
		}
		if p.Cmp(q) == 0 && a.hash() != b.hash() {
			t.Fatalf("%s and %s have different hashes", x, y)
		}
		if q.Sign() > 0 {
			got, decided := a.multipleOf(b)
			if want := new(big.Rat).Quo(p, q).IsInt(); got != want || !decided {
				t.Fatalf("multipleOf(%s, %s) = %t, want %t", x, y, got, want)
			}
		}
		if s := a.plainInteger(); s != "" {
			if back, _ := new(big.Rat).SetString(s); back.Cmp(p) != 0 {
				t.Fatalf("plainInteger(%s) = %s", x, s)
			}
		}
	}
}

// TestLongDivisor: what is not worked with is not passed.
func TestLongDivisor(t *testing.T) {
	long := strings.Repeat("7", maxDivisor+1)
	got := check(t, compiled(t, `{"multipleOf":`+long+`}`, Options{}), long)
	want := long + ` | invalid-argument | whether 77777777777777777777777777777777… is a multiple cannot be decided, as the divisor is too long | shorten multipleOf in the schema`
	if len(got) != 1 || got[0] != want {
		t.Errorf("got %q", got)
	}
	if got := check(t, compiled(t, `{"multipleOf":`+long[1:]+`}`, Options{}), long[1:]+"000"); got != nil {
		t.Errorf("got %q", got)
	}
}
