//go:build unix

package cmd_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/creack/pty"
)

func init() { programs["person"] = person }

const (
	// personPatience is how long a person waits for the program, all in all.
	personPatience = 60 * time.Second
	// personStuck is the person's own exit code where the program did not do what the person waited for.
	personStuck = 99
	// atTerminal is set for a program that a person sits in front of.
	atTerminal = "PLANLINT_TEST_TERMINAL"
)

// leaveTerminal takes a program away from the terminal that the tests were started at, so that nobody there is asked.
func leaveTerminal() {
	if os.Getenv(atTerminal) == "" {
		_, _ = syscall.Setsid() // it is refused only to a leader of its group, which nothing of ours is
	}
}

// person is a program of the stories that runs another one on a terminal, and sits in front of it:
//
//	person [-size ROWSxCOLUMNS] [-stdin] [-stdout] [EXPECT[=>SEND]]... -- PROGRAM [ARG]...
//
// It waits until each EXPECT is shown, behind the one before, and types SEND and Enter; ^C and ^D stand for what these
// keys send. The terminal controls the program and is all its streams, but -stdin hands the story's standard input on,
// and -stdout keeps standard output apart. What was shown goes to standard output, or to standard error with -stdout.
// The exit code is the program's. A terminal is dumb unless TERM says otherwise.
func person() {
	flags := flag.NewFlagSet("person", flag.ExitOnError)
	size := flags.String("size", "200x100", "")
	stdin := flags.Bool("stdin", false, "")
	stdout := flags.Bool("stdout", false, "")
	end := slices.Index(os.Args, "--")
	if end < 0 || end+1 == len(os.Args) {
		leave(2, "usage: person [-size ROWSxCOLUMNS] [-stdin] [-stdout] [EXPECT[=>SEND]]... -- PROGRAM [ARG]...")
	}
	if err := flags.Parse(os.Args[1:end]); err != nil {
		leave(2, "%v", err)
	}
	var window pty.Winsize
	if _, err := fmt.Sscanf(*size, "%dx%d", &window.Rows, &window.Cols); err != nil {
		leave(2, "-size %s: %v", *size, err)
	}
	os.Setenv(atTerminal, "yes")
	if os.Getenv("TERM") == "" {
		os.Setenv("TERM", "dumb")
	}
	c := exec.Command(os.Args[end+1], os.Args[end+2:]...)
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	s, err := newScreen(c, &window, *stdin, *stdout)
	if err != nil {
		leave(2, "%v", err)
	}
	late := time.AfterFunc(personPatience, func() {
		c.Process.Kill()
		fmt.Fprintf(os.Stderr, "person: it did not end within %v; shown so far:\n%s\n", personPatience, s.text())
		os.Exit(personStuck)
	})
	for _, line := range flags.Args() {
		expect, send, types := strings.Cut(line, "=>")
		if !s.expect(expect) {
			leave(personStuck, "it ended without showing %q:\n%s", expect, s.text())
		}
		if types {
			s.send(send)
		}
	}
	err = c.Wait()
	<-s.ended
	late.Stop()
	shown := os.Stdout
	if *stdout {
		shown = os.Stderr
	}
	fmt.Fprint(shown, s.text())
	var status *exec.ExitError
	if err != nil && !errors.As(err, &status) {
		leave(2, "%v", err)
	}
	if code := c.ProcessState.ExitCode(); code >= 0 {
		os.Exit(code)
	}
	leave(personStuck, "%v", c.ProcessState)
}

// leave ends the person's own program.
func leave(code int, format string, args ...any) {
	fmt.Fprintf(os.Stderr, "person: "+format+"\n", args...)
	os.Exit(code)
}

// screen is what a terminal showed.
type screen struct {
	master *os.File // the person's side

	mu    sync.Mutex
	shown bytes.Buffer
	news  *sync.Cond
	over  bool
	seen  int           // bytes that the person has looked at
	ended chan struct{} // is closed when no more will be shown
}

// newScreen starts a program on a terminal.
func newScreen(c *exec.Cmd, size *pty.Winsize, stdin, stdout bool) (*screen, error) {
	master, tty, err := pty.Open()
	if err != nil {
		return nil, err
	}
	defer tty.Close()
	if err := pty.Setsize(master, size); err != nil {
		return nil, err
	}
	c.Stdin, c.Stdout, c.Stderr = tty, tty, tty
	c.SysProcAttr.Ctty = 2
	if stdin {
		c.Stdin = os.Stdin
	}
	if stdout {
		c.Stdout = os.Stdout
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	s := &screen{master: master, ended: make(chan struct{})}
	s.news = sync.NewCond(&s.mu)
	go s.watch()
	return s, nil
}

func (s *screen) watch() {
	buffer := make([]byte, 1<<16)
	for {
		n, err := s.master.Read(buffer)
		s.mu.Lock()
		s.shown.Write(buffer[:n])
		s.over = err != nil // nobody holds the other side any more
		s.news.Broadcast()
		s.mu.Unlock()
		if err != nil {
			close(s.ended)
			return
		}
	}
}

// text is all that was shown, with the ends of line that it was written with.
func (s *screen) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.ReplaceAll(s.shown.String(), "\r\n", "\n")
}

// expect waits until a text is shown behind what was expected before. It is false where none will come any more.
func (s *screen) expect(text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		if i := bytes.Index(s.shown.Bytes()[s.seen:], []byte(text)); i >= 0 {
			s.seen += i + len(text)
			return true
		}
		if s.over {
			return false
		}
		s.news.Wait()
	}
}

// send types a line, or one key.
func (s *screen) send(text string) {
	keys := map[string]string{"^C": "\x03", "^D": "\x04"}[text]
	if keys == "" {
		keys = text + "\n"
	}
	if _, err := s.master.WriteString(keys); err != nil {
		leave(personStuck, "typing %q: %v", text, err)
	}
}
