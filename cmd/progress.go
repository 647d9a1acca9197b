package cmd

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
)

// progress tells people on standard error how a run goes: a line when a step starts and one when it ends, and on a
// terminal a last line that lives, with what runs and for how long. It is silent while somebody is asked, so that nothing
// stands between a question and its answer. It is safe for concurrent use.
type progress struct {
	env  *Env
	w    io.Writer
	live bool

	mu      sync.Mutex
	steps   int
	done    int
	running []runningStep // in the order in which they started
	asking  bool
	shown   bool     // the living line stands on the screen
	held    []string // lines that wait until the answer is there
	stop    chan struct{}
	ended   chan struct{}
}

type runningStep struct {
	id, tool string
	since    time.Time
}

// newProgress returns a progress of a run of some steps. live says that its stream is a terminal.
func newProgress(env *Env, steps int, live bool) *progress {
	p := &progress{env: env, w: env.Stderr, live: live, steps: steps, stop: make(chan struct{}), ended: make(chan struct{})}
	if !live {
		close(p.ended)
		return p
	}
	go p.tick()
	return p
}

// carriesOn says how many steps were done before.
func (p *progress) carriesOn(done int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done = done
}

// tick keeps the living line's times up to date.
func (p *progress) tick() {
	defer close(p.ended)
	t := time.NewTicker(500 * time.Millisecond)
	defer t.Stop()
	for {
		select {
		case <-p.stop:
			return
		case <-t.C:
			p.mu.Lock()
			p.erase()
			p.draw()
			p.mu.Unlock()
		}
	}
}

// close takes the living line away.
func (p *progress) close() {
	if p.live {
		close(p.stop)
	}
	<-p.ended
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asking, p.live = false, false
	p.lines(nil)
}

// event tells of an event.
func (p *progress) event(e dryrun.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	step, tool := nameText(e.Step), nameText(e.Name)
	switch e.Kind {
	case dryrun.ApprovalRequired:
		p.erase()
		p.asking = true
	case dryrun.ApprovalGranted, dryrun.ApprovalDenied:
		p.asking = false
		p.lines(nil)
	case dryrun.RunStarted:
		p.lines([]string{"run " + tree.Visible(e.Name) + " started"})
	case dryrun.RunResumed:
		p.lines([]string{"run " + tree.Visible(e.Name) + " resumed"})
	case dryrun.StepStarted:
		p.running = append(p.running, runningStep{step, tool, p.env.Now()})
		p.lines([]string{"start  " + step + " " + tool})
	case dryrun.StepExecuted:
		p.done++
		took, ran := p.end(step)
		word := "done   "
		if !ran {
			word, took = "replay ", ""
		}
		p.lines([]string{word + step + " " + tool + took})
	case dryrun.StepFailed:
		took, _ := p.end(step)
		p.lines([]string{"failed " + step + " " + tool + took})
	case dryrun.StepInDoubt:
		took, _ := p.end(step)
		p.lines([]string{"doubt  " + step + " " + tool + took})
	case dryrun.StepCompensated:
		p.lines([]string{"undone " + step + " by " + tool})
	}
}

// end takes a step from those that run; ran is false where it is not among them.
func (p *progress) end(id string) (took string, ran bool) {
	for i, s := range p.running {
		if s.id == id {
			p.running = append(p.running[:i:i], p.running[i+1:]...)
			if d := p.env.Now().Sub(s.since); d >= time.Second { // less is of no interest
				took = " (" + span(d) + ")"
			}
			return took, true
		}
	}
	return "", false
}

// said tells what a tool says while it runs.
func (p *progress) said(step string, line []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lines([]string{nameText(step) + " | " + tree.Visible(string(line))})
}

// interrupted tells what an interrupt does while steps run.
func (p *progress) interrupted() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.running) == 0 {
		return
	}
	var names []string
	for _, s := range p.running {
		names = append(names, s.id)
	}
	p.lines([]string{"interrupted: waiting for what runs (" + strings.Join(names, ", ") + ") to end; a second interrupt ends it now"})
}

// lines prints lines above the living one. What can't be printed is lost: it is no output that anybody relies on.
func (p *progress) lines(lines []string) {
	p.held = append(p.held, lines...)
	if p.asking {
		return
	}
	p.erase()
	for _, l := range p.held {
		fmt.Fprintf(p.w, "%s\n", l)
	}
	p.held = p.held[:0]
	p.draw()
}

func (p *progress) erase() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[2K")
		p.shown = false
	}
}

// draw shows the living line, cut to the terminal's width so that it stays one line.
func (p *progress) draw() {
	if !p.live || p.asking || len(p.running) == 0 {
		return
	}
	var names []string
	for _, s := range p.running {
		names = append(names, fmt.Sprintf("%s %s %d s", s.id, s.tool, int(p.env.Now().Sub(s.since).Seconds())))
	}
	line := fmt.Sprintf("%d of %d done, running: %s", p.done, p.steps, strings.Join(names, ", "))
	width := p.env.Width
	if width <= 0 {
		width = 80
	}
	fmt.Fprint(p.w, fitted(line, width-1)) // a terminal may break the line behind the last column
	p.shown = true
}

// fitted is a text that is not wider than some columns, cut where that is needed.
func fitted(s string, width int) string {
	columns, cut := 0, 0 // cut is where there is still room for an ellipsis, which some terminals show in two columns
	for i := 0; i < len(s); {
		size, wide := character(s[i:], width)
		if columns += wide; columns > width {
			if width < 2 {
				return ""
			}
			return s[:cut] + "…"
		}
		i += size
		if columns <= width-2 {
			cut = i
		}
	}
	return s
}

// span is a duration for people, with as much of it as they care for.
func span(d time.Duration) string {
	unit := func(n int64, name string) string { return strconv.FormatInt(n, 10) + " " + name }
	units := func(n int64, name string, rest int64, of string) string {
		if rest == 0 {
			return unit(n, name)
		}
		return unit(n, name) + " " + unit(rest, of)
	}
	switch s := int64(d.Round(time.Second) / time.Second); {
	case d < time.Millisecond:
		return "< 1 ms"
	case d.Round(time.Millisecond) < time.Second:
		return unit(int64(d.Round(time.Millisecond)/time.Millisecond), "ms")
	case s < 10:
		return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s"
	case s < 60:
		return unit(s, "s")
	case s < 3600:
		return units(s/60, "min", s%60, "s")
	default:
		return units(s/3600, "h", s%3600/60, "min")
	}
}

// seconds is a duration in seconds for machines, to the microsecond.
func seconds(d time.Duration) string {
	return strconv.FormatFloat(d.Round(time.Microsecond).Seconds(), 'f', -1, 64)
}

// instant is a time as documents have it.
func instant(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }
