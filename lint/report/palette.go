package report

import (
	"strings"

	"github.com/fatih/color"

	"github.com/planlint/planlint/lint"
)

// paint is what goes before and behind a text to colour it. The zero paint is none.
type paint struct{ open, close string }

// palette holds the paints of one reporter. The zero palette paints nothing.
type palette struct {
	severity  [lint.Off]paint // by lint.Severity
	message   paint
	gutter    paint // line numbers, bars, arrows
	secondary paint // what is underlined beside the fault
	hint      paint
	clean     paint
}

// newPalette returns the colours, whatever the process's environment says: the caller has decided.
func newPalette(on bool) *palette {
	p := &palette{}
	if !on {
		return p
	}
	p.severity[lint.Error] = newPaint(color.FgHiRed, color.Bold)
	p.severity[lint.Warning] = newPaint(color.FgYellow, color.Bold)
	p.severity[lint.Note] = newPaint(color.FgCyan, color.Bold)
	p.message = newPaint(color.Bold)
	p.gutter = newPaint(color.FgHiBlue)
	p.secondary = newPaint(color.FgHiBlue)
	p.hint = newPaint(color.FgGreen)
	p.clean = newPaint(color.FgGreen)
	return p
}

func newPaint(attributes ...color.Attribute) paint {
	c := color.New(attributes...)
	c.EnableColor()
	open, end, _ := strings.Cut(c.Sprint("\x00"), "\x00")
	return paint{open, end}
}

// of is the paint of a severity.
func (p *palette) of(s lint.Severity) paint {
	if int(s) < len(p.severity) {
		return p.severity[s]
	}
	return paint{}
}

// append appends a text in this paint.
func (p paint) append(b []byte, text string) []byte {
	b = append(b, p.open...)
	b = append(b, text...)
	return append(b, p.close...)
}
