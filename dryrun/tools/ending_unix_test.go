//go:build unix

package tools_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/tools"
)

func TestExit(t *testing.T) {
	for _, test := range []struct {
		shell   string
		failure dryrun.Failure
		code    int
		message string
	}{
		{"exit 1", dryrun.Exited, 1, "the tool exited with 1"},
		{"exit 75", dryrun.Exited, 75, "the tool exited with 75"},
		{"echo answer; exit 255", dryrun.Exited, 255, "the tool exited with 255"},
		{"kill -TERM $$", dryrun.Signalled, 0, "the tool was ended by the signal SIGTERM"},
		{"kill -INT $$", dryrun.Signalled, 0, "the tool was ended by the signal SIGINT"},
		{"echo answer; kill -KILL $$", dryrun.Signalled, 0, "the tool was ended by the signal SIGKILL"},
		{"kill -KILL 0", dryrun.Signalled, 0, "the tool was ended by the signal SIGKILL"}, // its whole group
	} {
		_, e := call(t, &tools.Command{Shell: "echo why >&2; " + test.shell, Timeout: time.Hour}, "{}")
		if e == nil || e.Failure != test.failure || e.Code != test.code || e.Error() != test.message || e.Stderr != "why\n" {
			t.Errorf("%s: got %#v", test.shell, e)
		}
	}
}

func TestTimeout(t *testing.T) {
	dir := t.TempDir()
	c := &tools.Command{Argv: self(t, "slow", dir), Timeout: 200 * time.Millisecond, Grace: time.Hour}
	if _, e := call(t, c, "{}"); e == nil || e.Failure != dryrun.TimedOut || e.Error() != "the tool did not end within 200ms and was interrupted" {
		t.Errorf("got %#v", e)
	}
	// Whoever does not care for interrupts is killed, with all that it started.
	c = &tools.Command{
		Shell: `trap "" INT; echo waits >&2; "$SELF" as-tool stubborn "$SIGNS" & "$SELF" as-tool stubborn "$SIGNS"; exit 0`,
		Env:   []string{"SELF", "SIGNS"}, Getenv: variables(map[string]string{"SELF": self(t, "")[0], "SIGNS": dir}),
		Timeout: 200 * time.Millisecond, Grace: 50 * time.Millisecond,
	}
	if _, e := call(t, c, "{}"); e == nil || e.Failure != dryrun.TimedOut || e.Error() != "the tool did not end within 200ms and was killed" || e.Stderr != "waits\n" {
		t.Errorf("got %#v", e)
	}
	// Without a grace the interrupt is left out.
	c = &tools.Command{Shell: `trap "exit 0" INT; while :; do sleep 1; done`, Env: []string{"PATH"}, Getenv: variables(nil), Timeout: 200 * time.Millisecond, Grace: -1}
	if _, e := call(t, c, "{}"); e == nil || e.Failure != dryrun.TimedOut || !strings.HasSuffix(e.Error(), "was killed") {
		t.Errorf("got %#v", e)
	}
	if running(t, dir) {
		t.Error("something runs on")
	}
}

// What a tool does in its grace counts: an exit with 0 says that the effect landed.
func TestGrace(t *testing.T) {
	for _, test := range []struct {
		name, last string
		stop       bool // it is stopped when the interrupt comes
		failure    dryrun.Failure
	}{
		{"lands", "exit 0", false, 0},
		{"lands after it was stopped", "exit 0", true, 0},
		{"says no", "exit 64", false, dryrun.Interrupted},
		{"dies", "kill -TERM $$", false, dryrun.Interrupted},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			sign := filepath.Join(dir, "sign")
			c := &tools.Command{
				Shell: `trap 'echo landed; ` + test.last + `' INT; echo $$ >sign.new; mv sign.new sign; while :; do sleep 1; done`,
				Dir:   dir, Env: []string{"PATH"}, Getenv: variables(nil), Grace: time.Hour,
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			go func() {
				defer cancel()
				for {
					pid := 0
					if data, err := os.ReadFile(sign); err == nil {
						if _, err := fmt.Sscan(string(data), &pid); err != nil {
							t.Error(err)
						} else if test.stop {
							syscall.Kill(-pid, syscall.SIGSTOP)
						}
						return
					}
					time.Sleep(5 * time.Millisecond)
				}
			}()
			out, err := c.Call(ctx, &dryrun.Call{})
			if test.failure == 0 {
				if err != nil || string(out.Text) != "landed" {
					t.Errorf("got %q, %v", out.Text, err)
				}
				return
			}
			var e *dryrun.CallError
			if !errors.As(err, &e) || e.Failure != test.failure || e.Code != 0 || !errors.Is(err, context.Canceled) {
				t.Errorf("got %#v", err)
			}
		})
	}
}

// What a tool leaves behind in its group is ended, whether it holds the output open or not, and does not hold the call up.
func TestLeftovers(t *testing.T) {
	for name, redirect := range map[string]string{"holds the output": "", "is quiet": ">/dev/null 2>&1"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			c := &tools.Command{
				Shell: `"$SELF" as-tool stubborn . ` + redirect + ` & while [ ! -e "$!" ]; do :; done; echo done; echo left >&2`,
				Dir:   dir, Env: []string{"SELF"}, Getenv: variables(map[string]string{"SELF": self(t, "")[0]}),
			}
			if got, e := call(t, c, "{}"); e != nil || got != "done" {
				t.Errorf("got %q, %v", got, e)
			}
			if len(awake(dir)) != 1 || running(t, dir) {
				t.Errorf("of %v one runs on", awake(dir))
			}
		})
	}
}

// A straggler of a pipeline, which goes on when the first process has ended, may finish its output. It has a second for
// it, so that it may take more than one attempt on a busy machine.
func TestStraggler(t *testing.T) {
	got := ""
	for range 10 {
		c := &tools.Command{
			Shell: `mkfifo end && { { read x <end; echo late; } & exec 3>end; echo early; }`,
			Dir:   t.TempDir(), Env: []string{"PATH"}, Getenv: variables(nil),
		}
		var e *dryrun.CallError
		if got, e = call(t, c, "{}"); e != nil {
			t.Fatalf("%v: %s", e, e.Stderr)
		}
		if got == "early\nlate" {
			return
		}
	}
	t.Errorf("got %q", got)
}

// A process that left the group may hold the output open for ever: the answer is there, and whole.
func TestEscape(t *testing.T) {
	dir := t.TempDir()
	got, e := call(t, &tools.Command{Argv: self(t, "escape", dir)}, "{}")
	if e != nil || got != strings.Repeat("x", 60_000) {
		t.Errorf("got %d bytes, %v", len(got), e)
	}
	if !running(t, dir) {
		t.Error("the process that left the group was ended too")
	}
	for _, pid := range awake(dir) {
		syscall.Kill(pid, syscall.SIGKILL)
	}
	eventually(t, func() bool { return !running(t, dir) }, "it can't be ended")
}

// A tool whose planlint is killed finds its input whole, and is not ended.
func TestCallerIsKilled(t *testing.T) {
	dir := t.TempDir()
	arguments := `{"text":"` + strings.Repeat("long ", 20_000) + `"}` // more than a pipe holds, less than a word may have
	tool := `PATH=/usr/bin:/bin; echo >ready; while [ ! -e go ]; do sleep 1; done; cat >got.new; mv got.new got`
	argv := self(t, "caller", tool, dir, arguments)
	c := exec.Command(argv[0], argv[1:]...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	exists := func(name string) func() bool {
		return func() bool { _, err := os.Stat(filepath.Join(dir, name)); return err == nil }
	}
	eventually(t, exists("ready"), "the tool did not start")
	c.Process.Kill()
	c.Wait()
	if err := os.WriteFile(filepath.Join(dir, "go"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	eventually(t, exists("got"), "the tool was ended with its caller")
	if got, err := os.ReadFile(filepath.Join(dir, "got")); err != nil || string(got) != arguments {
		t.Errorf("the tool got %d bytes of %d, %v", len(got), len(arguments), err)
	}
}
