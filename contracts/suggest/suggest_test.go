package suggest

import (
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	for _, tt := range []struct {
		word       string
		candidates []string
		want       string
	}{
		{"nedes", []string{"steps", "needs"}, "needs"},
		{"Seats", []string{"seats"}, "seats"},
		{"seat", []string{"seats", "beat"}, "seats"},
		{"x", []string{"y"}, ""},
		{"wire_transfer", []string{"notify", "refund"}, ""},
		{"stepz", []string{"goal", "steps"}, "steps"},
		{"seats", []string{"seats"}, ""},
		{"", []string{"a"}, ""},
		{strings.Repeat("a", 65), []string{strings.Repeat("a", 64)}, ""},
		{"bok_flight", []string{"search_flights", "book_flight"}, "book_flight"},
	} {
		if got := Nearest(tt.word, tt.candidates); got != tt.want {
			t.Errorf("Nearest(%q, %q) = %q, want %q", tt.word, tt.candidates, got, tt.want)
		}
	}
}
