package syntax

import (
	"math/big"
	"strings"
	"testing"

	"github.com/planlint/planlint/contracts/tree"
)

func TestJSONNumber(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"0", "0"}, {"-0", "-0"}, {"+0", "0"}, {"00", "0"}, {"-007", "-7"}, {"10.50", "10.50"}, {".5", "0.5"}, {"-.5e1", "-0.5e1"},
		{"1.", "1.0"}, {"+1.E5", "1.0E5"}, {"0.e1", "0.0e1"}, {"0x10", "16"}, {"0o10", "8"}, {"0xFFFFFFFFFFFFFFFFFF", "4722366482869645213695"},
		{"12345678901234567890123", "12345678901234567890123"}, {"1e400", "1e400"},
	} {
		if kind, _ := coreScalar(tt.text); kind != tree.Number {
			t.Errorf("%s is a %v", tt.text, kind)
		}
		got, ok := jsonNumber(tt.text)
		if !ok || got != tt.want || !IsJSONNumber(got) {
			t.Errorf("%s is %q, want %q", tt.text, got, tt.want)
		}
	}
	if _, ok := jsonNumber("0x" + strings.Repeat("f", maxRadixDigits+1)); ok {
		t.Error("a number with too many digits is written in decimal")
	}
}

func TestAmbiguous(t *testing.T) {
	for _, s := range strings.Fields("y N yes No ON off = 08 017 0777 0o7 1_0 -1_0 +0b1 -0xF 0x_F 1:30 -1:0 190:20:30 0:30.5 1:30.25 1_0.5 1e3 1.5e3 .5_0 " +
		"2026-01-01 2026-1-1T1:02:03 2026-01-01T10:00:00.5+01:00 2026-01-01t10:00:00Z") {
		if _, f := coreScalar(s); f&tree.Ambiguous == 0 {
			t.Errorf("%s is not ambiguous", s)
		}
	}
	for _, s := range strings.Fields("yES truE true null 0 7 07 -1 0x1F 1.5 1.5e+3 .5 1. 1.2.3 1-2 10:80 0:30 2026-1-1 26-01-01 2026-01-01T10 a 1a _1 0b2 0x - . 1e 192.168.0.1") {
		if _, f := coreScalar(s); f&tree.Ambiguous != 0 {
			t.Errorf("%s is ambiguous", s)
		}
	}
}

// FuzzScalar checks that every number is written as JSON, with the same value.
func FuzzScalar(f *testing.F) {
	for _, s := range []string{"+1", "017", "0x1F", ".5", "1.", "0o17", "-00.50e-07", "1:30", "2026-01-01", ".inf", "0b_", "="} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		kind, _ := coreScalar(s)
		if kind != tree.Number {
			return
		}
		got, ok := jsonNumber(s)
		if !ok {
			return
		}
		if !IsJSONNumber(got) {
			t.Fatalf("%q becomes %q", s, got)
		}
		if e := strings.IndexAny(s, "eE"); len(s) > 50 || e >= 0 && len(s)-e > 5 && !strings.HasPrefix(s, "0x") {
			return // the value would be as long as the exponent says
		}
		clean := s
		if !strings.HasPrefix(s, "0x") && !strings.HasPrefix(s, "0o") { // big.Rat takes a leading zero for octal
			clean = strings.TrimLeft(strings.TrimLeft(s, "+-"), "0")
			if clean == "" || clean[0] < '0' || clean[0] > '9' {
				clean = "0" + clean
			}
			if s[0] == '-' {
				clean = "-" + clean
			}
		}
		a, ok1 := new(big.Rat).SetString(clean)
		b, ok2 := new(big.Rat).SetString(got)
		if !ok1 || !ok2 || a.Cmp(b) != 0 {
			t.Fatalf("%q becomes %q", s, got)
		}
	})
}
