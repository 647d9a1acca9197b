package schema

import (
	"strings"
	"testing"
)

func TestFormats(t *testing.T) {
	long := strings.Repeat("a", 64)
	for name, tt := range map[string]struct{ good, bad []string }{
		"date-time": {
			[]string{"2026-01-31T10:00:00Z", "2024-02-29t23:59:60z", "2026-01-31T10:00:00.123456789+05:30", "1998-12-31T15:59:60.123-08:00", "0000-01-01T00:00:00-00:00"},
			[]string{"", "2026-01-31", "2026-01-31T10:00:00", "2026-02-29T10:00:00Z", "2026-01-31 10:00:00Z", "2026-01-31T24:00:00Z", "2026-01-31T10:00:60Z", "2026-01-31T10:00:00+24:00", "2026-1-31T10:00:00Z", "2026-01-31T10:00:00.Z", "2026-01-31T10:00Z", "২026-01-31T10:00:00Z"},
		},
		"date":                  {[]string{"2026-01-31", "2000-02-29"}, []string{"", "2026-13-01", "2026-00-10", "1900-02-29", "20260131", "2026-01-32", "2026-04-31", "2026-01-311"}},
		"time":                  {[]string{"10:00:00Z", "23:59:60Z", "10:00:00.5-05:00"}, []string{"", "10:00:00", "10:00Z", "22:59:60Z", "10:00:00Y", "10:00:00+0500"}},
		"duration":              {[]string{"P1D", "PT1H", "P4W", "P1Y2M3DT4H5M6S", "PT0S", "P1DT12H"}, []string{"", "P", "PT", "P1DT", "1D", "P1W2D", "P1Y3D", "PT1H3S", "P1S", "P1.5D", "PD", "P1H", "PT1D"}},
		"email":                 {[]string{"a@b", "ada.l+x@example.com", `"a b"@example.com`, "a@[127.0.0.1]", "a@[IPv6:::1]"}, []string{"", "a", "@b", "a@", ".a@b", "a.@b", "a..b@c", "a@-b", "a b@c", "a@[127.0.0]", "é@b", long + "a@b", "a@b@c d"}},
		"idn-email":             {[]string{"é@ü.example", "실례@실례.테스트"}, []string{"", "2962", "é\u0000@b"}},
		"hostname":              {[]string{"a", "example.com", "xn--4gbwdl.xn--wgbh1c", "1.2.3.4", "a-b.c"}, []string{"", ".", "a.", "a..b", "-a", "a-", "a_b", long, "é", strings.Repeat("a.", 127) + "a"}[:9:9]},
		"idn-hostname":          {[]string{"ü.example", "실례。테스트"}, []string{"", "a b", "〮a", "-ü"}},
		"ipv4":                  {[]string{"0.0.0.0", "255.255.255.255"}, []string{"", "256.0.0.1", "1.2.3", "1.2.3.4.5", "01.2.3.4", "1.2.3.4/8", "::1"}},
		"ipv6":                  {[]string{"::", "::1", "2001:db8::1", "::ffff:1.2.3.4"}, []string{"", "1.2.3.4", "::1%eth0", "12345::", "1::2::3", "[::1]"}},
		"uri":                   {[]string{"https://example.com/a?b#c", "urn:x:y", "mailto:a@b", "http://[::1]:80/", "http://[v1.a]/", "a:", "http://u:p@h/%41"}, []string{"", "/a", "//h/a", "https://exa mple.com", "http://h/%4", "http://[::1/", "http://h:8a/", "1a:b", "http://é/", `c:\a`, "http://h/<a>"}},
		"uri-reference":         {[]string{"", "/a", "//h", "a/b:c", "#f", "?q", "https://h"}, []string{"a b", `\\h\s`, "a%", "#a#b", "1:b"}},
		"iri":                   {[]string{"http://é/ü?x", "http://h/\U00010000"}, []string{"", "/é", "http://h/\u202e", "http:// "}},
		"iri-reference":         {[]string{"/é", ""}, []string{"\u0000"}},
		"uri-template":          {[]string{"", "/users/{id}", "/a{?q,r*,s:3}", "{+a.b}"}, []string{"/{id", "/}", "/{}", "/{a b}", "/{id:0}", "/a b", "/{a..b}"}},
		"uuid":                  {[]string{"f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"}, []string{"", "f81d4fae7dec11d0a76500a0c91e6bf6", "f81d4fae-7dec-11d0-a765-00a0c91e6bf", "g81d4fae-7dec-11d0-a765-00a0c91e6bf6", "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}"}},
		"json-pointer":          {[]string{"", "/", "/a~0b/~1", "/é"}, []string{"a", "/~2", "/~", "#/a"}},
		"relative-json-pointer": {[]string{"0", "1/a", "10#", "0/"}, []string{"", "/a", "01", "-1", "1a", "0##", "+1/a"}},
		"regex":                 {[]string{"", "^a", `\d+(?=x)`, `[\w-.]`}, []string{"(", "[", "a**", "(?<=a"}},
		"decimal":               {[]string{"0", "100.00", "-0.5", "123456789012345678901234567890.1"}, []string{"", "1e5", ".5", "5.", "+1", "00", "01.5", "1,5", "1_000", "NaN", "Infinity", " 1", "0x1", "--1", "١"}},
	} {
		f := formatNamed(name)
		if f == nil {
			t.Fatalf("no format %s", name)
		}
		for _, s := range tt.good {
			if !f.fits(s) {
				t.Errorf("%s refuses %q", name, s)
			}
		}
		for _, s := range tt.bad {
			if f.fits(s) {
				t.Errorf("%s takes %q", name, s)
			}
		}
		if !f.fits(f.example) {
			t.Errorf("%s refuses its own example %q", name, f.example)
		}
	}
	for _, f := range formats {
		for _, v := range []string{"1", "null", "true", "[]", "{}"} {
			if got := check(t, compiled(t, `{"format":"`+f.name+`"}`, Options{}), v); got != nil {
				t.Errorf("%s has an opinion about %s: %v", f.name, v, got)
			}
		}
	}
}

// TestDecimalNeedsItsType: the format speaks of strings alone; whether a number may stand there is the type's matter.
func TestDecimalNeedsItsType(t *testing.T) {
	s := compiled(t, `{"properties":{"amount":{"type":"string","format":"decimal"}}}`, strict)
	if got := check(t, s, `{"amount":"100.00"}`); got != nil {
		t.Error(got)
	}
	for value, want := range map[string]string{
		`100`:     `100 | wrong-type | argument "amount" must be a string, but 100 is a number | put it in quotes`,
		`"1e2"`:   `"1e2" | invalid-argument | argument "amount" must be a decimal number, but "1e2" is not | write plain digits with a "." at most, like "100.00"`,
		`"1,000"`: `"1,000" | invalid-argument | argument "amount" must be a decimal number, but "1,000" is not | write plain digits with a "." at most, like "100.00"`,
	} {
		if got := check(t, s, `{"amount":`+value+`}`); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q", value, got)
		}
	}
}
