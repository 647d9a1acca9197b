package cmd

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/fatih/color"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// diffPaints are the colours of a comparison; nil is none. All can be read without them.
type diffPaints struct{ signs map[string]*color.Color }

func newDiffPaints(on bool) diffPaints {
	if !on {
		return diffPaints{}
	}
	p := diffPaints{map[string]*color.Color{
		"+": color.New(color.FgGreen), "-": color.New(color.FgHiRed), "~": color.New(color.FgYellow), "!": color.New(color.FgHiRed, color.Bold), "#": color.New(color.Bold),
	}}
	for _, c := range p.signs {
		c.EnableColor() // the caller has decided
	}
	return p
}

// in paints a text by a sign.
func (p diffPaints) in(sign, text string) string {
	if c := p.signs[sign]; c != nil && text != "" {
		return c.Sprint(text)
	}
	return text
}

// maxLabel is how wide the column of what changed gets.
const maxLabel = 32

// text is the comparison for people.
func (d *difference) text(colours, all bool) string {
	paints := newDiffPaints(colours)
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", paints.in("#", tree.Visible(d.old.name)+" -> "+tree.Visible(d.new.name)))
	if rows := d.wholeRows(all); len(rows) > 0 {
		b.WriteByte('\n')
		writeRows(&b, paints, rows, "")
	}
	for i := range d.Steps {
		s := &d.Steps[i]
		if i == 0 {
			b.WriteByte('\n')
		}
		sign := signs[s.Kind]
		fmt.Fprintf(&b, "%s\n", paints.in(sign, fmt.Sprintf("%s step %s (%s)", sign, tree.Visible(s.ID), tree.Visible(s.Tool))))
		writeRows(&b, paints, stepRows(s, all), "    ")
	}
	if len(d.Escalations) > 0 {
		fmt.Fprintf(&b, "\n%s\n", paints.in("#", "the new plan may do more:"))
		for i := range d.Escalations {
			e := &d.Escalations[i]
			fmt.Fprintf(&b, "  %s  %s\n", paints.in("!", fmt.Sprintf("%-16s", e.Kind)), tree.Visible(e.Message))
		}
	}
	fmt.Fprintf(&b, "\n%s\n", d.totals())
	return b.String() + notComparedText(d.notCompared)
}

// writeRows writes rows, with the values of all of them one below the other.
func writeRows(b *strings.Builder, paints diffPaints, rows []diffRow, indent string) {
	width := 0
	for _, r := range rows {
		if n := utf8.RuneCountInString(r.what); n <= maxLabel {
			width = max(width, n)
		}
	}
	for _, r := range rows {
		line := fmt.Sprintf("%s %-*s", r.sign, width, r.what)
		switch {
		case r.old != "" && r.new != "":
			line += "  " + r.old + " -> " + r.new
		case r.old != "" || r.new != "":
			line += "  " + r.old + r.new
		}
		line = paints.in(r.sign, strings.TrimRight(line, " "))
		if r.note != "" {
			line += " (" + r.note + ")"
		}
		b.WriteString(indent + line + "\n")
	}
}

func notComparedText(all []lint.NotChecked) string {
	if len(all) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("not compared:\n")
	for _, n := range all {
		fmt.Fprintf(&b, "  %s: %s\n", tree.Visible(n.What), tree.Visible(n.Why))
	}
	return b.String()
}
