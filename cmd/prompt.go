package cmd

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
)

// yes is the only answer that approves: the whole word, as it stands here.
const yes = "yes"

// prompter asks the person at the terminal. It implements dryrun.Approver, and is safe for concurrent use: who comes
// while a question is open waits for its turn.
//
// A plan is written by who wants it approved, so the prompt leaves its texts no way to deceive: they are escaped by
// tree.Visible, stand behind a bar in every row, and are never cut; and what was typed before a question was seen does
// not answer it.
type prompter struct {
	by    string        // who answers: the login
	holds time.Duration // how long a yes is good, where that is not the time in which it counts as an answer

	term   Terminal
	now    func() time.Time
	paints promptPaints
	keys   keyboard
	turn   chan struct{} // holds one element while a question is open
}

// newPrompter returns a prompter, whose by the caller sets. The terminal remains the caller's; nil is nobody to ask.
func newPrompter(env *Env, term Terminal, colour bool) *prompter {
	return &prompter{
		term:   term,
		now:    env.Now,
		paints: newPromptPaints(colour),
		keys:   keyboard{term: term},
		turn:   make(chan struct{}, 1),
	}
}

// Decide implements dryrun.Approver. It returns the context's error as soon as the context ends, also while it waits
// for an answer; nobody can be asked after that, since what is typed next belongs to the question that was left.
func (p *prompter) Decide(ctx context.Context, r *dryrun.Request) (dryrun.Decision, error) {
	if p.term == nil {
		return dryrun.Decision{}, dryrun.ErrNobody
	}
	select {
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	case <-ctx.Done():
		return dryrun.Decision{}, ctx.Err()
	}
	granted, reason, err := p.ask(ctx, r)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return dryrun.Decision{}, err
	}
	d := dryrun.Decision{RecordID: r.ID, Granted: granted, By: p.by, At: p.now(), Reason: reason}
	verdict := passage{text: "Approved.", tone: toneYes}
	if !granted {
		verdict = passage{text: "Not approved: " + reason + ".", tone: toneNo}
	}
	if err := p.say(verdict, passage{}); err != nil {
		return dryrun.Decision{}, err
	}
	return d, nil
}

// ask shows a request and waits for the answer. A reason is given where the answer is no.
func (p *prompter) ask(ctx context.Context, r *dryrun.Request) (granted bool, reason string, err error) {
	if err := ctx.Err(); err != nil {
		return false, "", err
	}
	if p.keys.left {
		return false, "", errLeft
	}
	if err := p.keys.discard(); err != nil { // it would turn pages that were not seen
		return false, "", err
	}
	for {
		end, width, err := p.show(ctx, promptText(r, p.now(), p.holds), question(r))
		switch {
		case err != nil:
			return false, "", err
		case end == endStopped:
			return false, "the reading was stopped", nil
		case end == endInput:
			return false, "the input ended", nil
		}
		line, err := p.line(ctx)
		if err == io.EOF {
			return false, "the input ended", nil
		}
		if err != nil {
			return false, "", err
		}
		granted, reason = judge(line)
		if now, _ := p.term.Size(); !granted || now >= width {
			return granted, reason, nil
		}
		// The terminal has broken the rows anew, and a text may stand where only ours should.
		again := passage{text: "The window has become narrower: please read it again.", tone: toneWarning}
		if err := p.say(passage{}, again); err != nil {
			return false, "", err
		}
	}
}

// judge says what an answer means, and why where it is no.
func judge(line string) (granted bool, reason string) {
	switch line {
	case yes:
		return true, ""
	case "":
		return false, "the answer was empty"
	case "no":
		return false, "the answer was no"
	}
	return false, fmt.Sprintf("only %s approves", tree.Quote(yes))
}

// line waits for a line. Where none comes, what follows stands on a line of its own.
func (p *prompter) line(ctx context.Context) (string, error) {
	line, err := p.keys.line(ctx)
	if err != nil && (err == io.EOF || ctx.Err() != nil) {
		if failed := p.write("\n"); err == io.EOF && failed != nil {
			return "", failed
		}
	}
	return line, err
}

// say writes passages that fit on a screen.
func (p *prompter) say(passages ...passage) error {
	width, _ := p.term.Size()
	l := layOut(passages, width)
	return p.write(p.paints.paint(l, l.rows))
}

// write writes a text whole.
func (p *prompter) write(text string) error {
	n, err := io.WriteString(p.term, text)
	if err == nil && n < len(text) {
		err = io.ErrShortWrite
	}
	if err != nil {
		return fmt.Errorf("writing to the terminal: %w", err)
	}
	return nil
}
