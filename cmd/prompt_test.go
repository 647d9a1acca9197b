//go:build unix

package cmd

import (
	"context"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/dryrun"
)

func TestPromptAnswers(t *testing.T) {
	const only = `only "yes" approves`
	for name, c := range map[string]struct {
		ahead   string // typed before the question
		typed   string
		granted bool
		reason  string
	}{
		"yes":                    {typed: "yes\n", granted: true},
		"spaces around":          {typed: "  yes  \n", granted: true},
		"typed and erased":       {typed: "no\x7f\x7fyes\n", granted: true},
		"a return":               {typed: "yes\r", granted: true},
		"in two parts":           {typed: "ye\x04s\n", granted: true},
		"y":                      {typed: "y\n", reason: only},
		"Y":                      {typed: "Y\n", reason: only},
		"YES":                    {typed: "YES\n", reason: only},
		"yes and more":           {typed: "yes please\n", reason: only},
		"yes twice":              {typed: "yesyes\n", reason: only},
		"wide":                   {typed: "ｙｅｓ\n", reason: only},
		"a tab":                  {typed: "yes\t\n", reason: only},
		"an escape":              {typed: "\x1b[Ayes\n", reason: only},
		"maybe":                  {typed: "maybe\n", reason: only},
		"no":                     {typed: "no\n", reason: "the answer was no"},
		"empty":                  {typed: "\n", reason: "the answer was empty"},
		"blank":                  {typed: "   \n", reason: "the answer was empty"},
		"end of input":           {typed: "\x04", reason: "the input ended"},
		"end of input within":    {typed: "yes\x04\x04", reason: "the input ended"},
		"long":                   {typed: strings.Repeat("yes ", 3000) + "\n", reason: only},
		"yes before a long rest": {typed: "yes" + strings.Repeat(" ", 6000) + "but not this\n", reason: only},
		"yes behind much space":  {typed: strings.Repeat(" ", 400) + "yes\n", reason: only},
		"ahead only":             {ahead: "yes\n", typed: "\n", reason: "the answer was empty"},
		"ahead without its end":  {ahead: "ye", typed: "s\n", reason: only},
		"ahead often":            {ahead: strings.Repeat("yes\n", 100), typed: "no\n", reason: "the answer was no"},
		"no ahead, yes to it":    {ahead: "no\n", typed: "yes\n", granted: true},
		"two lines, yes first":   {typed: "yes\nno\n", granted: true},
		"two lines, no first":    {typed: "no\nyes\n", reason: "the answer was no"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSeat(t, 80, 70)
			if c.ahead != "" {
				s.press(c.ahead)
				s.expect(c.ahead[:2]) // the echo: the terminal has it
			}
			r := bookFlight()
			done := decide(context.Background(), s.prompter(false), r)
			if !s.expectKeys() {
				t.Fatal("it does not ask at once")
			}
			s.press(c.typed)
			got := s.wait(done)
			want := answer{Decision: dryrun.Decision{RecordID: r.ID, Granted: c.granted, By: "ada", At: promptTime, Reason: c.reason}}
			if got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
			if c.granted {
				s.expect("  Approved.")
			} else {
				s.expect("  Not approved: " + c.reason + ".")
			}
		})
	}
}

// One answer answers one question.
func TestPromptTwice(t *testing.T) {
	s := newSeat(t, 80, 70)
	p := s.prompter(false)
	for _, c := range []struct {
		typed   string
		granted bool
	}{{"yes\nyes\nyes\n", true}, {"no\nyes\n", false}, {"yes\n", true}, {"\x04", false}, {"yes\n", true}} {
		done := decide(context.Background(), p, bookFlight())
		s.expectKeys()
		s.press(c.typed)
		if a := s.wait(done); a.err != nil || a.Granted != c.granted {
			t.Errorf("%q: got %+v", c.typed, a)
		}
		s.expect("pproved")
	}
}

// The context's end ends the question at once, whatever it waits for, and no later one takes what is typed then.
func TestPromptContextEnds(t *testing.T) {
	for name, rows := range map[string]int{"question": 70, "pages": 10} {
		t.Run(name, func(t *testing.T) {
			s := newSeat(t, 80, rows)
			p := s.prompter(false)
			ctx, cancel := context.WithCancel(context.Background())
			done := decide(ctx, p, bookFlight())
			if asked := s.expectKeys(); asked != (name == "question") {
				t.Fatalf("asked: %t", asked)
			}
			second, stop := context.WithCancel(context.Background())
			waits := decide(second, p, bookFlight())
			stop()
			if a := s.wait(waits); !errors.Is(a.err, context.Canceled) {
				t.Errorf("who waits for a turn gets %+v", a)
			}
			cancel()
			if a := s.wait(done); !errors.Is(a.err, context.Canceled) || a.Granted {
				t.Errorf("got %+v", a)
			}
			s.press("yes\n")
			if a := s.wait(decide(context.Background(), p, bookFlight())); !errors.Is(a.err, errLeft) || a.Granted {
				t.Errorf("the next question: %+v", a)
			}
			if a := s.wait(decide(ctx, p, bookFlight())); !errors.Is(a.err, context.Canceled) {
				t.Errorf("with a context that has ended: %+v", a)
			}
		})
	}
}

// A window that became narrower breaks rows where we did not, so that its yes is asked for again; a no is a no.
func TestPromptNarrowedWindow(t *testing.T) {
	s := newSeat(t, 80, 70)
	done := decide(context.Background(), s.prompter(false), bookFlight())
	s.expectKeys()
	s.resize(100, 70)
	s.press("yes\n")
	if a := s.wait(done); !a.Granted {
		t.Errorf("a wider window: %+v", a)
	}
	s.expect("Approved.")
	for _, granted := range []bool{true, false} {
		s.resize(100, 100)
		done = decide(context.Background(), s.prompter(false), bookFlight())
		s.expectKeys()
		s.resize(60, 100)
		s.press("yes\n")
		s.expect("The window has become narrower")
		s.expectKeys()
		s.press(map[bool]string{true: "yes\n", false: "no\n"}[granted])
		if a := s.wait(done); a.err != nil || a.Granted != granted {
			t.Errorf("asked again: %+v", a)
		}
		s.expect("pproved")
	}
}

// A terminal that goes away is no yes.
func TestPromptHangup(t *testing.T) {
	s := newSeat(t, 80, 70)
	done := decide(context.Background(), s.prompter(false), bookFlight())
	s.expectKeys()
	s.master.Close()
	if a := s.wait(done); a.Granted {
		t.Errorf("got %+v", a)
	}
}

// brokenTerminal is a terminal that fails.
type brokenTerminal struct {
	read, write, discard error
	short                bool // writes lose their last byte
	writes               int  // that succeed before write is the error
	typed                io.Reader
}

func (b *brokenTerminal) Read(p []byte) (int, error) {
	if b.read != nil {
		return 0, b.read
	}
	return b.typed.Read(p)
}

func (b *brokenTerminal) Write(p []byte) (int, error) {
	if b.writes--; b.writes < 0 && b.write != nil {
		return 0, b.write
	}
	if b.short {
		return len(p) - 1, nil
	}
	return len(p), nil
}

func (b *brokenTerminal) Close() error     { return nil }
func (b *brokenTerminal) Size() (int, int) { return 80, 70 }
func (b *brokenTerminal) Discard() error   { return b.discard }

// Nobody was asked where the terminal fails: that is an error, not a no.
func TestPromptTerminalFails(t *testing.T) {
	broken := errors.New("the cable is cut")
	for name, c := range map[string]struct {
		terminal Terminal
		want     error
		text     string
	}{
		"none":          {nil, dryrun.ErrNobody, "there is nobody to ask"},
		"read":          {&brokenTerminal{read: broken}, broken, "reading the terminal: the cable is cut"},
		"write":         {&brokenTerminal{write: broken}, broken, "writing to the terminal: the cable is cut"},
		"write answer":  {&brokenTerminal{write: broken, writes: 2, typed: strings.NewReader("yes\n")}, broken, "writing to the terminal: the cable is cut"},
		"write end":     {&brokenTerminal{write: broken, writes: 2, typed: strings.NewReader("")}, broken, "writing to the terminal: the cable is cut"},
		"short writes":  {&brokenTerminal{short: true}, io.ErrShortWrite, "writing to the terminal: short write"},
		"discard":       {&brokenTerminal{discard: broken}, broken, "discarding what was typed ahead: the cable is cut"},
		"read a little": {&brokenTerminal{typed: io.MultiReader(strings.NewReader("yes"), errReader{broken})}, broken, "reading the terminal: the cable is cut"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPrompter(&Env{Now: time.Now}, c.terminal, false)
			d, err := p.Decide(context.Background(), bookFlight())
			if !errors.Is(err, c.want) || err.Error() != c.text || d != (dryrun.Decision{}) {
				t.Errorf("got %+v, %v", d, err)
			}
		})
	}
}

type errReader struct{ err error }

func (r errReader) Read([]byte) (int, error) { return 0, r.err }

// Colours come only when they are wanted, they change nothing else, and there are none in texts of others.
func TestPromptColours(t *testing.T) {
	show := func(colour bool) string {
		s := newSeat(t, 80, 70)
		done := decide(context.Background(), s.prompter(colour), bookFlight())
		s.until("the question", func(rest []byte) int { return strings.Index(string(rest), "Answer:") })
		s.press("y\n")
		s.wait(done)
		s.expect("approves.")
		return s.text()
	}
	env := &Env{Getenv: func(name string) string { return map[string]string{"NO_COLOR": "1", "TERM": "xterm"}[name] }}
	plain, coloured := show(env.colour("auto", true)), show(true)
	if strings.Contains(plain, "\x1b") {
		t.Errorf("colours although NO_COLOR is set: %q", plain)
	}
	if !strings.Contains(coloured, "\x1b[1m") {
		t.Errorf("no colours: %q", coloured)
	}
	sequence := regexp.MustCompile("\x1b\\[[0-9;]*m")
	if diff := cmp.Diff(plain, sequence.ReplaceAllString(coloured, "")+""); diff != "" {
		t.Errorf("-plain +coloured:\n%s", diff)
	}
	for line := range strings.Lines(coloured) {
		for _, bar := range []string{"│", "┆"} {
			if _, text, ok := strings.Cut(line, bar); ok && strings.Count(text, "\x1b") != 1 {
				t.Errorf("colours in a text that is not ours: %q", line)
			}
		}
	}
}
