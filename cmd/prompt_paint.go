package cmd

import (
	"strings"

	"github.com/fatih/color"
)

// tone is what a text of ours is like.
type tone int

// The tones.
const (
	tonePlain   tone = iota
	toneHeading      // opens a part
	toneWarning      // must not be missed
	toneYes
	toneNo
	toneBar // the bar before a text that is not ours
	tones
)

// promptPaints are the colours of the tones; nil is none. All can be read without them.
type promptPaints [tones]*color.Color

func newPromptPaints(on bool) promptPaints {
	if !on {
		return promptPaints{}
	}
	paints := promptPaints{
		toneHeading: color.New(color.Bold),
		toneWarning: color.New(color.FgYellow, color.Bold),
		toneYes:     color.New(color.FgGreen, color.Bold),
		toneNo:      color.New(color.FgHiRed, color.Bold),
		toneBar:     color.New(color.FgHiBlue),
	}
	for _, c := range paints {
		if c != nil {
			c.EnableColor() // the caller has decided
		}
	}
	return paints
}

// in paints a text of ours.
func (p *promptPaints) in(t tone, text string) string {
	if p[t] == nil || strings.Trim(text, " ") == "" {
		return text
	}
	return p[t].Sprint(text)
}

// paint returns rows of a layout as they are written to the terminal, each with its end of line.
func (p *promptPaints) paint(l *textLayout, rows []textRow) string {
	var b strings.Builder
	for _, r := range rows {
		p.paintRow(&b, l, r)
		b.WriteByte('\n')
	}
	return b.String()
}

func (p *promptPaints) paintRow(b *strings.Builder, l *textLayout, r textRow) {
	of := &l.passages[r.passage]
	if !r.text {
		b.WriteString(l.indent(of) + p.in(of.tone, strings.TrimSpace(of.label[r.start:r.end])))
		return
	}
	text := of.text[r.start:r.end]
	if text == "" && of.label == "" && !of.barred {
		return
	}
	b.WriteString(l.indent(of))
	if of.label != "" && !l.apart(of) {
		label := of.label
		if r.start > 0 {
			label = strings.Repeat(" ", len(label))
		}
		b.WriteString(p.in(of.tone, label) + " ")
	}
	if !of.barred {
		b.WriteString(p.in(of.tone, strings.TrimRight(text, " ")))
		return
	}
	bar := "│"
	if r.start > 0 && of.text[r.start-1] != lineEnd {
		bar = "┆" // the line goes on
	}
	b.WriteString(p.in(toneBar, bar) + " " + text)
}
