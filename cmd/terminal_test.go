//go:build unix

package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/google/go-cmp/cmp"
)

// What makes a test binary the process at a terminal, whose decision goes to a file.
const (
	childVariable = "PLANLINT_TEST_PROMPT"
	needTmux      = "PLANLINT_NEED_TMUX"
)

// childResult is what the process at a terminal has to say.
type childResult struct {
	NoTerminal  bool
	Granted     bool
	Reason      string
	Interrupted bool
	Error       string
}

// TestPromptChild is no test: it is the process of the tests below.
func TestPromptChild(t *testing.T) {
	file := os.Getenv(childVariable)
	if file == "" { // nobody started it as a process
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	result := func() (r childResult) {
		term, err := OpenTerminal()
		if err != nil {
			return childResult{NoTerminal: true, Error: err.Error()}
		}
		defer term.Close()
		p := newPrompter(&Env{Now: func() time.Time { return promptTime }}, term, false)
		d, err := p.Decide(ctx, withValue(jsonString(strings.Join(hostile, " "))))
		r = childResult{Granted: d.Granted, Reason: d.Reason, Interrupted: errors.Is(err, context.Canceled)}
		if err != nil {
			r.Error = err.Error()
		}
		return r
	}()
	text, err := json.Marshal(result)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file+".new", text, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(file+".new", file); err != nil {
		t.Fatal(err)
	}
}

// child is a command that is the process at a terminal, and the file of its result.
func child(t *testing.T) (c *exec.Cmd, file string) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), "result.json")
	c = exec.Command(program, "-test.run=^TestPromptChild$")
	c.Env = append(os.Environ(), childVariable+"="+file)
	return c, file
}

// resultOf waits for the result of the process at a terminal.
func resultOf(t *testing.T, file string) (r childResult) {
	t.Helper()
	for late := time.Now().Add(patience); time.Now().Before(late); time.Sleep(10 * time.Millisecond) {
		text, err := os.ReadFile(file)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &r); err != nil {
			t.Fatal(err)
		}
		return r
	}
	t.Fatal("the process says nothing")
	return r
}

// The device is what answers, whatever is piped into the process, and its interrupt key interrupts.
func TestTerminalDevice(t *testing.T) {
	for name, c := range map[string]struct {
		typed string
		want  childResult
	}{
		"yes":       {"yes\n", childResult{Granted: true}},
		"no":        {"no\n", childResult{Reason: "the answer was no"}},
		"end":       {"\x04", childResult{Reason: "the input ended"}},
		"interrupt": {"\x03", childResult{Interrupted: true, Error: "context canceled"}},
		"yes^C":     {"yes\x03", childResult{Interrupted: true, Error: "context canceled"}},
	} {
		t.Run(name, func(t *testing.T) {
			command, file := child(t)
			command.Stdin = strings.NewReader(strings.Repeat("yes\n", 100))
			master, err := pty.StartWithAttrs(command, &pty.Winsize{Cols: 80, Rows: 200}, &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 1})
			if err != nil {
				t.Fatal(err)
			}
			s := takeSeat(t, unblocked(t, master))
			if !s.expectKeys() {
				t.Error("it does not ask")
			}
			s.press(c.typed)
			if err := command.Wait(); err != nil {
				t.Errorf("%v\n%s", err, s.text())
			}
			if got := resultOf(t, file); got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

// A process without a terminal has none, whatever its streams are.
func TestTerminalNone(t *testing.T) {
	command, file := child(t)
	command.Stdin = strings.NewReader("yes\n")
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got := resultOf(t, file); !got.NoTerminal {
		t.Errorf("got %+v", got)
	}
}

// tmux is a terminal emulator of its own server.
type tmux struct {
	t      *testing.T
	socket string
}

func (m *tmux) run(args ...string) string {
	m.t.Helper()
	c := exec.Command("tmux", append([]string{"-u", "-S", m.socket, "-f", os.DevNull}, args...)...)
	out, err := c.CombinedOutput()
	if err != nil {
		m.t.Fatalf("tmux %q: %v\n%s", args, err, out)
	}
	return string(out)
}

// What a person sees in a terminal that carries out what it is sent: all that is ours stands where it was put, and of
// the texts that try to change it each is still behind its bar.
func TestPromptInTerminalEmulator(t *testing.T) {
	if _, err := exec.LookPath("tmux"); err != nil {
		if os.Getenv(needTmux) != "" {
			t.Fatal(err)
		}
		t.Skip("tmux is missing")
	}
	for _, width := range []int{100, 33} {
		folder, err := os.MkdirTemp("", "tmux") // a socket's path must be short
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(folder)
		m := &tmux{t, filepath.Join(folder, "s")}
		command, file := child(t)
		m.run("new-session", "-d", "-x", grouped(width), "-y", "400", "-e", childVariable+"="+file, "--", command.Path, command.Args[1])
		defer exec.Command("tmux", "-S", m.socket, "kill-server").Run()
		var seen string
		for late := time.Now().Add(patience); !strings.HasSuffix(strings.TrimRight(seen, " \n"), "\n  Answer:"); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(late) {
				t.Fatalf("there is no question:\n%s", seen)
			}
			seen = m.run("capture-pane", "-p")
		}
		var want []string
		for line := range strings.SplitSeq(plainPrompt(withValue(jsonString(strings.Join(hostile, " "))), width), "\n") {
			want = append(want, strings.TrimRight(line, " "))
		}
		got := strings.Split(strings.TrimRight(seen, "\n"), "\n")
		for i := range got {
			got[i] = strings.TrimRight(got[i], " ")
		}
		if diff := cmp.Diff(want[:len(want)-1], got); diff != "" {
			t.Errorf("%d columns: -want +seen:\n%s", width, diff)
		}
		for _, escape := range []string{`\r`, `\u001b[2K`, `\u{202e}`, `\u{200b}`, `\u{feff}`} {
			if !strings.Contains(strings.ReplaceAll(seen, "\n", ""), escape) && width == 100 {
				t.Errorf("%s is not shown", escape)
			}
		}
		m.run("send-keys", "yes", "Enter")
		if r := resultOf(t, file); !r.Granted {
			t.Errorf("got %+v", r)
		}
	}
}
