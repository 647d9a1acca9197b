package rules

import "testing"

func TestFirstHidden(t *testing.T) {
	for _, c := range []struct {
		text  string
		name  string // "" = nothing is hidden
		class string
		count int
	}{
		{"", "", "", 0},
		{"plain text, 100%", "", "", 0},
		{"tab\tand\nlines\r\n", "", "", 0},
		{"back\rto the start", "U+000D", "control", 1},
		{"end\r", "U+000D", "control", 1},
		{"\x00\x1b[2K", "U+0000", "control", 2},
		{"\x7f", "U+007F", "control", 1},
		{"\u0085", "U+0085", "control", 1},
		{"a\u200bb\ufeffc", "U+200B", "zero width", 2},
		{"\u00ad", "U+00AD", "zero width", 1},
		{"\u202e\u2066\u200f\u061c", "U+202E", "bidirectional", 4},
		{"\u00a0", "U+00A0", "blank", 1},
		{"\u2003\u2028\u2800\u3164", "U+2003", "blank", 4},
		{"\ue000", "U+E000", "private use", 1},
		{"\u0378", "U+0378", "unassigned", 1},
		{"\xff\xfe", "", "", 0}, // no UTF-8: reading the file says so
		// Joiners and selectors where they belong, and where they don't.
		{"👩\u200d👧 👩🏽\u200d🚀 👁️\u200d🗨️ ❤\ufe0f\u200d🔥", "", "", 0},
		{"a\u200db", "U+200D", "zero width", 1},
		{"👩\u200d", "U+200D", "zero width", 1},
		{"می\u200cخواهم क्\u200dष", "", "", 0},
		{"م\u200ca", "U+200C", "zero width", 1},
		{"☀\ufe0f ☀\ufe0e ‼\ufe0f ℹ\ufe0f 1\ufe0f\u20e3 #\ufe0f\u20e3", "", "", 0},
		{"1\ufe0f", "U+FE0F", "zero width", 1},
		{"☀\ufe0f\ufe0f", "U+FE0F", "zero width", 1},
		{"a\ufe01", "U+FE01", "zero width", 1},
		{"葛\U000e0100", "", "", 0},
		{"葛\U000e0100\U000e0101", "U+E0101", "zero width", 1},
		{"a\U000e0100", "U+E0100", "zero width", 1},
		{"🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "", "", 0},
		{"🏴\U000e0067\U000e0062", "U+E0067", "zero width", 2},
		{"🏴\U000e007f", "U+E007F", "zero width", 1},
		{"🏴\U000e0067\U000e007f\U000e0067\U000e007f", "U+E0067", "zero width", 2},
		{"\U000e0041", "U+E0041", "zero width", 1},
		{"東京\u3000です", "", "", 0},
	} {
		h, ok := firstHidden(c.text)
		if ok != (c.name != "") || ok && (h.name() != c.name || classOf(h.char) != c.class || h.count != c.count) {
			t.Errorf("firstHidden(%q) is %s (%s), %d of them, %v", c.text, h.name(), classOf(h.char), h.count, ok)
		}
		if ok && visible(c.text) {
			t.Errorf("%q passes for visible", c.text)
		}
	}
}
