package compare

import (
	"strings"
	"testing"
)

// What is cut off two values is never all that differs.
func TestAround(t *testing.T) {
	long := strings.Repeat("ä", 100)
	for _, c := range []struct{ old, new, wantOld, wantNew string }{
		{"a", "b", "a", "b"},
		{"", long, "", strings.Repeat("ä", 30) + "… (100 characters)"},
		{long + "x", long + "y", "…" + strings.Repeat("ä", 20) + "x (101 characters)", "…" + strings.Repeat("ä", 20) + "y (101 characters)"},
		{"x" + long, "y" + long, "x" + strings.Repeat("ä", 29) + "… (101 characters)", "y" + strings.Repeat("ä", 29) + "… (101 characters)"},
		{"short", "shorter" + long, "short", "shorter" + strings.Repeat("ä", 23) + "… (107 characters)"},
		{long, long + "z", "…" + strings.Repeat("ä", 20) + " (100 characters)", "…" + strings.Repeat("ä", 20) + "z (101 characters)"},
	} {
		old, new := Around(c.old, c.new, 30)
		if old != c.wantOld || new != c.wantNew {
			t.Errorf("%.10s…, %.10s…: %q and %q", c.old, c.new, old, new)
		}
	}
}
