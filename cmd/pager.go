package cmd

import (
	"context"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// unknownHeight is how many rows a terminal has that does not say.
const unknownHeight = 24

// readEnd is how the reading of a text ended.
type readEnd int

// The endings.
const (
	endRead    readEnd = iota // the last row was shown, and the question
	endStopped                // the person had enough
	endInput                  // the input ended
)

// show shows a text, and below its last row a question. A text that does not fit is shown a screenful at a time, and
// the person says how it goes on. The size is asked for each screen: where it has changed, a row may be shown twice,
// but none is left out. It returns the width for which the question was laid out, as the terminal said it.
func (p *prompter) show(ctx context.Context, text, question []passage) (end readEnd, width int, err error) {
	var page, asked *textLayout
	var at rowPlace // of the first row that was not shown
	done := false   // all were shown
	for {
		var height int
		width, height = p.term.Size()
		if height <= 0 {
			height = unknownHeight
		}
		if page == nil || page.term != width {
			page, asked = layOut(text, width), layOut(question, width)
		}
		top := len(page.rows)
		if !done {
			top = page.find(at)
		}
		foot := max(height-len(asked.rows), 1) // rows that fit above the question
		if done || len(page.rows)-top <= foot {
			return endRead, width, p.pose(page, top, asked)
		}
		next := min(top+max(height-1, 1), len(page.rows)) // one row is for the keys
		if err := p.write(p.paints.paint(page, page.rows[top:next])); err != nil {
			return 0, 0, err
		}
		step, err := p.pageStep(ctx, width, next, len(page.rows))
		if err == io.EOF {
			return endInput, width, nil
		}
		if err != nil {
			return 0, 0, err
		}
		switch step {
		case stepStop:
			return endStopped, width, nil
		case stepBack:
			next = max(top-(next-top), 0)
		case stepEnd:
			last := max(next, len(page.rows)-foot)
			if err := p.skipped(next, last); err != nil {
				return 0, 0, err
			}
			next = last
		}
		if done = next == len(page.rows); !done {
			at = page.rows[next].rowPlace
		}
	}
}

// pose writes the rest of a text and the question. What was typed before the question can be seen is no answer to it.
func (p *prompter) pose(page *textLayout, top int, asked *textLayout) error {
	if err := p.write(p.paints.paint(page, page.rows[top:])); err != nil {
		return err
	}
	if err := p.keys.discard(); err != nil {
		return err
	}
	// The answer is typed behind the last row.
	return p.write(strings.TrimSuffix(p.paints.paint(asked, asked.rows), "\n") + " ")
}

// skipped says which rows were not shown; they are counted from 0, and to is not among them.
func (p *prompter) skipped(from, to int) error {
	if from == to {
		return nil
	}
	text := fmt.Sprintf("── lines %s to %s were not shown ──", grouped(from+1), grouped(to))
	return p.say(passage{text: text, flush: true, tone: toneWarning})
}

// pageStep is what a person wants after a screenful.
type pageStep int

// The steps.
const (
	stepMore pageStep = iota
	stepBack
	stepEnd
	stepStop
)

// pageStep asks how it goes on after some of all rows were shown.
func (p *prompter) pageStep(ctx context.Context, width, shown, all int) (pageStep, error) {
	keys := pageKeys(width, shown, all)
	for {
		if err := p.write(p.paints.in(toneBar, keys) + " "); err != nil {
			return 0, err
		}
		line, err := p.line(ctx)
		if err != nil {
			return 0, err
		}
		switch strings.ToLower(line) {
		case "":
			return stepMore, nil
		case "b":
			return stepBack, nil
		case "e":
			return stepEnd, nil
		case "q", "n", "no":
			return stepStop, nil
		}
		keys = "── nothing is asked yet: Enter, b, e or q ──"
	}
}

// pageKeys says how much was shown, and what can be typed; as many words as there is room for.
func pageKeys(width, shown, all int) string {
	if width <= 0 {
		width = unknownWidth
	}
	more := "more"
	if shown == all {
		more = "the question"
	}
	part := grouped(shown) + " of " + grouped(all)
	for _, keys := range []string{
		"── " + part + " lines · Enter: " + more + " · b: back · e: end · q: say no ──",
		"── " + part + " · Enter, b, e, q ──",
		part + ":",
	} {
		if utf8.RuneCountInString(keys)+2 <= width { // what is typed needs a column
			return keys
		}
	}
	return ":"
}
