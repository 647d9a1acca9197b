package tree

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

var visible = []struct{ name, text, want string }{
	{"empty", "", ""},
	{"ASCII", `plain ~ "text" \n`, `plain ~ "text" \n`},
	{"letters", "größe 数 😀 ñ", "größe 数 😀 ñ"},
	{"control characters", "a\x00b\x1bc\x7f", `a\u{0}b\u{1b}c\u{7f}`},
	{"line ends and tab", "a\nb\rc\td", `a\nb\rc\td`},
	{"C1", "a\u009b31m", `a\u{9b}31m`},
	{"line separators", "a\u2028b\u2029c\u0085", `a\u{2028}b\u{2029}c\u{85}`},
	{"right-to-left override", "a\u202etxt", `a\u{202e}txt`},
	{"isolates and marks", "\u2066a\u2069\u200e\u061c", `\u{2066}a\u{2069}\u{200e}\u{61c}`},
	{"zero width", "a\u200bb\u200dc\u2060d\ufeff", `a\u{200b}b\u{200d}c\u{2060}d\u{feff}`},
	{"spaces", "a\u00a0b\u3000c\u2003", `a\u{a0}b\u{3000}c\u{2003}`},
	{"soft hyphen", "a\u00adb", `a\u{ad}b`},
	{"blank letters", "\u2800\u3164\u115f\u1160\uffa0", `\u{2800}\u{3164}\u{115f}\u{1160}\u{ffa0}`},
	{"private use", "\ue000\U000f0000", `\u{e000}\u{f0000}`},
	{"unassigned", "\U000e0fff", `\u{e0fff}`},
	{"tags", "a\U000e0041", `a\u{e0041}`},
	{"invisible marks", "a\u034fb\u180bc\u17b4", `a\u{34f}b\u{180b}c\u{17b4}`},
	{"variation selectors", "a\U000e0100b\ufe00", `a\u{e0100}b\u{fe00}`},
	{"emoji form of a symbol", "❤\ufe0f", "❤\ufe0f"},
	{"emoji form twice", "❤\ufe0f\ufe0f", "❤\ufe0f\\u{fe0f}"},
	{"emoji form of a letter", "book\ufe0f", `book\u{fe0f}`},
	{"text form at the start", "\ufe0e", `\u{fe0e}`},
	{"invalid bytes", "a\xffb\xc3", `a\xffb\xc3`},
	{"surrogate in UTF-8", "\xed\xa0\x80", `\xed\xa0\x80`},
	{"replacement character", "\ufffd", "\ufffd"},
	{"combining mark", "e\u0301", "e\u0301"},
	{"three marks", "e\u0301\u0302\u0303x", "e\u0301\u0302\u0303x"},
	{"four marks", "e\u0301\u0302\u0303\u0304x", "e\u0301\u0302\u0303\\u{304}x"},
	{"a mark at the start", "\u0301a", `\u{301}a`},
	{"a mark behind an escape", "\u200b\u0301", `\u{200b}\u{301}`},
	{"marks begin anew", "e\u0301\u0302\u0303a\u0301", "e\u0301\u0302\u0303a\u0301"},
}

func TestVisible(t *testing.T) {
	for _, tt := range visible {
		if got := Visible(tt.text); got != tt.want {
			t.Errorf("%s: Visible(%q) = %q, want %q", tt.name, tt.text, got, tt.want)
		}
	}
}

func TestQuote(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"empty", "", `""`},
		{"plain", "book_flight", `"book_flight"`},
		{"quotes and backslashes", `a"b\c`, `"a\"b\\c"`},
		{"a backslash at the end", `a\`, `"a\\"`},
		{"an escape and what looks like one", "\n" + `\n`, `"\n\\n"`},
		{"hidden", "a\u202eb", `"a\u{202e}b"`},
		{"a mark at the start", "\u0338a", `"\u{338}a"`},
		{"64 runes", strings.Repeat("é", 64), `"` + strings.Repeat("é", 64) + `"`},
		{"65 runes", strings.Repeat("é", 65), `"` + strings.Repeat("é", 64) + `…"`},
		{"cut before it is escaped", strings.Repeat("\n", 65), `"` + strings.Repeat(`\n`, 64) + `…"`},
		{"invalid bytes count", strings.Repeat("\xff", 65), `"` + strings.Repeat(`\xff`, 64) + `…"`},
	} {
		if got := Quote(tt.text); got != tt.want {
			t.Errorf("%s: Quote(%q) = %s, want %s", tt.name, tt.text, got, tt.want)
		}
	}
}

func TestHidden(t *testing.T) {
	for _, r := range " aZ~é数😀\u0301€\ufffd❤\ufe0f\ufe0e" {
		if Hidden(r) {
			t.Errorf("Hidden(%U) = true", r)
		}
	}
	for _, r := range "\x00\x1f\x7f\u0080\u00a0\u00ad\u034f\u061c\u115f\u17b5\u180b\u180e\u200b\u2028\u202e\u2066\u2800\u3000\u3164\ue000\ufe00\ufeff\uffa0\ufff9\U000e0001\U000e0100\U000f0000\U0010ffff" {
		if !Hidden(r) {
			t.Errorf("Hidden(%U) = false", r)
		}
	}
}

func FuzzVisible(f *testing.F) {
	for _, tt := range visible {
		f.Add(tt.text)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Visible(s)
		if !utf8.ValidString(got) {
			t.Fatalf("Visible(%q) = %q is not UTF-8", s, got)
		}
		marks := 0
		for i, r := range got {
			if Hidden(r) {
				t.Fatalf("Visible(%q) = %q shows %U", s, got, r)
			}
			if !unicode.Is(unicode.M, r) {
				marks = 0
			} else if marks++; marks > maxMarks || i == 0 {
				t.Fatalf("Visible(%q) = %q has a mark too many", s, got)
			}
		}
		if again := Visible(got); again != got {
			t.Fatalf("Visible(%q) = %q, and of that %q", s, got, again)
		}
		q := Quote(s)
		if inner := q[1 : len(q)-1]; q[0] != '"' || q[len(q)-1] != '"' || strings.Contains(strings.NewReplacer(`\\`, "", `\"`, "").Replace(inner), `"`) {
			t.Fatalf("Quote(%q) = %s ends too early", s, q)
		}
	})
}
