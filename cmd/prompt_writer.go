package cmd

import (
	"fmt"
	"strconv"
)

// promptWriter collects passages.
type promptWriter struct{ passages []passage }

// blank appends an empty line.
func (t *promptWriter) blank() { t.passages = append(t.passages, passage{}) }

// title opens the whole, after an empty line.
func (t *promptWriter) title(text string) {
	t.blank()
	t.passages = append(t.passages, passage{text: text, flush: true, tone: toneHeading})
}

// heading opens a part, after an empty line.
func (t *promptWriter) heading(text string) {
	t.blank()
	t.passages = append(t.passages, passage{text: text, tone: toneHeading})
}

// warning says something that must not be missed.
func (t *promptWriter) warning(text string) {
	t.passages = append(t.passages, passage{text: text, tone: toneWarning})
}

// own appends a text of ours; the label may be "".
func (t *promptWriter) own(label, text string) {
	if label != "" {
		label = promptLabel(label) + "  " // as wide as a bar
	}
	t.passages = append(t.passages, passage{label: label, text: text})
}

// barred appends a text that is not ours.
func (t *promptWriter) barred(label, text string) {
	t.visible(label, promptVisible(text))
}

// name appends a name that is not ours.
func (t *promptWriter) name(label, name string) { t.visible(label, promptName(name)) }

// visible appends a text that is not ours and has been escaped.
func (t *promptWriter) visible(label, text string) {
	if label != "" {
		label = promptLabel(label)
	}
	t.passages = append(t.passages, passage{label: label, text: text, barred: true})
}

// promptLabel pads a label, so that what stands behind forms a column.
func promptLabel(s string) string { return fmt.Sprintf("%-8s", s) }

// grouped writes a number with a comma between thousands.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
