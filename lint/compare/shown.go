package compare

import (
	"fmt"

	"github.com/planlint/planlint/contracts/tree"
)

// maxShown is how many runes of a value a message shows.
const maxShown = 64

// shown writes a value for people, escaped; "" where there is none.
func shown(v Value) string {
	if v.From != nil {
		return v.From.String()
	}
	return tree.Visible(v.JSON)
}

// String is the origin for people.
func (o *Origin) String() string {
	at := ""
	if o.Pointer != "" {
		at = " at " + tree.Quote(string(o.Pointer))
	}
	if o.Step == "" {
		return "the run's input" + at
	}
	return "the outcome of step " + tree.Quote(o.Step) + at
}

// context is how many characters are shown before the first one that differs.
const context = 20

// Around cuts two texts of more than width characters to what stands around their first difference, so that what is cut
// off is never all that changed. Of one that is cut it says how long it is.
func Around(old, new string, width int) (string, string) {
	a, b := []rune(old), []rune(new)
	if len(a) <= width && len(b) <= width {
		return old, new
	}
	start := 0
	if len(a) > 0 && len(b) > 0 {
		for start < len(a) && start < len(b) && a[start] == b[start] {
			start++
		}
		start = max(0, start-context)
	}
	return window(a, start, width), window(b, start, width)
}

// window is the part of a text from a place on.
func window(text []rune, start, width int) string {
	if len(text) <= width {
		return string(text)
	}
	before, end, behind := "", min(start+width, len(text)), ""
	if start > 0 {
		before = "…"
	}
	if end < len(text) {
		behind = "…"
	}
	return fmt.Sprintf("%s%s%s (%d characters)", before, string(text[start:end]), behind, len(text))
}
