//go:build unix

package cmd

import (
	"bytes"
	"context"
	"errors"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"github.com/planlint/planlint/dryrun"
)

// patience is how long a test waits for what comes at once.
const patience = 30 * time.Second

// seat is where a person sits: the other side of a pseudo-terminal.
type seat struct {
	t      *testing.T
	device *ttyDevice // the program's side; nil where a process of its own has it
	master *os.File

	mu    sync.Mutex
	shown bytes.Buffer  // all that was shown, with the echo of what was typed
	news  chan struct{} // more is shown
	seen  int           // bytes that were expected already
}

// newSeat opens a pseudo-terminal of a size.
func newSeat(t *testing.T, columns, rows int) *seat {
	t.Helper()
	master, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tty.Close() })
	s := takeSeat(t, unblocked(t, master))
	s.device = &ttyDevice{tty}
	s.resize(columns, rows)
	return s
}

// unblocked is a file whose Close ends a read that goes on; the file that it is made of is closed.
func unblocked(t *testing.T, f *os.File) *os.File {
	t.Helper()
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err == nil {
		err = errors.Join(unix.SetNonblock(fd, true), f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return os.NewFile(uintptr(fd), f.Name())
}

// takeSeat reads what a terminal shows until the test ends.
func takeSeat(t *testing.T, master *os.File) *seat {
	s := &seat{t: t, master: master, news: make(chan struct{}, 1)}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		buffer := make([]byte, 1<<16)
		for {
			n, err := master.Read(buffer)
			s.mu.Lock()
			s.shown.Write(buffer[:n])
			s.mu.Unlock()
			select {
			case s.news <- struct{}{}:
			default:
			}
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		master.Close()
		<-ended
	})
	return s
}

func (s *seat) resize(columns, rows int) {
	s.t.Helper()
	if err := s.device.control(func(fd int) error {
		return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Col: uint16(columns), Row: uint16(rows)})
	}); err != nil {
		s.t.Fatal(err)
	}
}

// text is all that was shown, with the ends of line that it was written with.
func (s *seat) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.ReplaceAll(s.shown.String(), "\r\n", "\n")
}

// expect waits for a text behind what was expected before.
func (s *seat) expect(text string) {
	s.t.Helper()
	s.until(text, func(rest []byte) int {
		if i := bytes.Index(rest, []byte(text)); i >= 0 {
			return i + len(text)
		}
		return -1
	})
}

// waiting is how the terminal looks while the program waits for the person.
var waiting = regexp.MustCompile(`(\n *Answer:|q: say no ──|Enter, b, e, q ──|Enter, b, e or q ──|\d of [\d,]+:|\n:) $`)

// expectKeys waits until the program waits for the person, and reports whether it asks the question.
func (s *seat) expectKeys() (asked bool) {
	s.t.Helper()
	s.until("keys", func(rest []byte) int {
		found := waiting.FindSubmatch(rest[max(len(rest)-200, 0):])
		if found == nil {
			return -1
		}
		asked = bytes.HasSuffix(found[1], []byte("Answer:"))
		return len(rest)
	})
	return asked
}

// until waits until what is shown is enough: a number of bytes, counted behind what was expected before.
func (s *seat) until(what string, enough func(rest []byte) int) {
	s.t.Helper()
	late := time.After(patience)
	for {
		s.mu.Lock()
		n := enough(s.shown.Bytes()[s.seen:])
		s.seen += max(n, 0)
		s.mu.Unlock()
		if n >= 0 {
			return
		}
		select {
		case <-s.news:
		case <-late:
			text := s.text()
			s.t.Fatalf("%q is not shown:\n%s", what, text[max(len(text)-4000, 0):])
		}
	}
}

// press types as a person does.
func (s *seat) press(keys string) {
	s.t.Helper()
	if _, err := s.master.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
}

// prompter asks at the seat, where ada sits.
func (s *seat) prompter(colour bool) *prompter {
	p := newPrompter(&Env{Now: func() time.Time { return promptTime }}, s.device, colour)
	p.by = "ada"
	return p
}

// answer is what Decide returned.
type answer struct {
	dryrun.Decision
	err error
}

// decide puts a request to the person.
func decide(ctx context.Context, p *prompter, r *dryrun.Request) <-chan answer {
	done := make(chan answer, 1)
	go func() {
		d, err := p.Decide(ctx, r)
		done <- answer{d, err}
	}()
	return done
}

// wait waits for an answer.
func (s *seat) wait(done <-chan answer) answer {
	s.t.Helper()
	select {
	case a := <-done:
		return a
	case <-time.After(patience):
		s.t.Fatalf("no answer; the terminal shows\n%s", s.text())
		return answer{}
	}
}
