package schema

import (
	"regexp"
	"strings"
	"testing"

	"github.com/dlclark/regexp2/v2"
)

// TestPatterns: what ECMA 262 says, where RE2 says something else or nothing.
func TestPatterns(t *testing.T) {
	for _, tt := range []struct {
		pattern, text string
		want, linear  bool
	}{
		{`^\s$`, "\u00a0", true, true},
		{`^\s$`, "\ufeff", true, true},
		{`^\S$`, "\u2003", false, true},
		{`^[\s]$`, "\u2028", true, true},
		{`^[^\s]$`, "\u2028", false, true},
		{`^.$`, "\r", false, true},
		{`^.$`, "\u2028", false, true},
		{`^.$`, "😀", true, true},
		{`^\d$`, "٣", false, true},
		{`^\w$`, "é", false, true},
		{`^a$`, "a\n", false, true},
		{`b`, "abc", true, true},
		{`^\u0061$`, "a", true, true},
		{`^[\w.-]+@x\.y$`, "a-b.c@x.y", true, true},
		{`^(?!foo)`, "foobar", false, false},
		{`^(?!foo)`, "barfoo", true, false},
		{`(?<=a)b`, "ab", true, false},
		{`^\p{L}+$`, "éа", true, false},
		{`^(a)\1$`, "aa", true, false},
		{`^\cA$`, "\x01", true, false},
		{`^[\w-.]$`, "-", true, false},
		{`^[^]$`, "\n", true, false},
		{`^\A$`, "A", true, false},
		{`^\z$`, "z", true, false},
		{`^[[:alpha:]]$`, ":]", true, false},
		{`^\u{1F600}$`, "😀", true, false},
		{`^\uD83D\uDE00$`, "😀", true, false},
		{`^a{1001}$`, strings.Repeat("a", 1001), true, false},
		{`^[+--]$`, ",", true, true},
		{`^[a-]$`, "-", true, true},
		{`^[-a]$`, "-", true, true},
	} {
		p, err := compilePattern(tt.pattern)
		if err != nil {
			t.Errorf("%s: %v", tt.pattern, err)
			continue
		}
		got, err := p.match(tt.text)
		if err != nil || got != tt.want || (p.linear != nil) != tt.linear {
			t.Errorf("%s on %q: %t, %v, linear %t", tt.pattern, tt.text, got, err, p.linear != nil)
		}
	}
	for _, bad := range []string{`(`, `[`, `a{2,1}`, `*`, `\`, `(?<n>a`, `(?P<n>a)`, `(?i)a`, `(?#x)`, `(?>a)`, `(?'n'a)`} {
		if _, err := compilePattern(bad); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}

// TestPatternDeadline: an answer that does not come in time is never a pass, not even under not.
func TestPatternDeadline(t *testing.T) {
	text := strings.Repeat("a", 40) + "b"
	for _, schema := range []string{`{"pattern":"^(?=a)(a+)+$"}`, `{"not":{"pattern":"^(?=a)(a+)+$"}}`, `{"anyOf":[{"pattern":"^(?=a)(a+)+$"},{"type":"null"}]}`} {
		got := check(t, compiled(t, schema, Options{}), `"`+text+`"`)
		want := `"` + text + `" | invalid-argument | whether "` + text + `" matches the pattern could not be decided in time | simplify the pattern in the schema`
		if len(got) == 0 || got[len(got)-1] != want {
			t.Errorf("%s: %q", schema, got)
		}
	}
}

// FuzzLinearPattern: where RE2 is used it answers as the ECMA engine does.
func FuzzLinearPattern(f *testing.F) {
	for _, s := range []string{`^[a-z]+$`, `\s.\d`, `[^\s-]`, `a{2,3}?b|c`, `(?:^a|b$)*`, `[\x41-\u0043]`, `[a-b-c]`, `\bx\B`, `0{00}`, `0{1,01}`} {
		f.Add(s, "abc x1")
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if len(pattern) > 40 || len(text) > 40 || strings.ToValidUTF8(pattern, "") != pattern || strings.ToValidUTF8(text, "") != text {
			return
		}
		s, ok := linearPattern(pattern)
		if !ok {
			return
		}
		linear, err := regexp.Compile(s)
		if err != nil {
			return
		}
		ecma, err := regexp2.Compile(pattern, regexp2.ECMAScript|regexp2.Unicode)
		if err != nil {
			if ecma, err = regexp2.Compile(pattern, regexp2.ECMAScript); err != nil {
				t.Fatalf("%q is taken as %q, but ECMA 262 refuses it: %v", pattern, s, err)
			}
		}
		ecma.MatchTimeout = patternDeadline
		want, err := ecma.MatchString(text)
		if err != nil {
			return
		}
		if got := linear.MatchString(text); got != want {
			t.Fatalf("%q (as %q) on %q: %t, ECMA 262 says %t", pattern, s, text, got, want)
		}
	})
}
