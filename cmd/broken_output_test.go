//go:build unix

package cmd_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/planlint/planlint/cmd"
)

// gone is a stream whose reader has gone.
func gone(t *testing.T) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	t.Cleanup(func() { w.Close() })
	return w
}

// deaf runs planlint in the deployment with streams of its own.
func (g *grave) deaf(stdout, stderr io.Writer, args ...string) *os.ProcessState {
	g.t.Helper()
	c := exec.Command("planlint", args...)
	c.Dir, c.Stdout, c.Stderr = g.dir, stdout, stderr
	var status *exec.ExitError
	if err := c.Run(); err != nil && !errors.As(err, &status) {
		g.t.Fatal(err)
	}
	return c.ProcessState
}

// A reader who goes away decides about no effect: the run comes to its end, on the record too.
func TestClosedPipe(t *testing.T) {
	for _, c := range []struct {
		name           string
		plan           string
		flags          []string
		stdout, stderr bool // they are read
		code           int
		said           string // on standard error
	}{
		{"progress", "plan.yaml", nil, true, false, 0, ""},
		{"both", "plan.yaml", nil, false, false, 70, ""},
		{"table", "plan.yaml", []string{"-q"}, false, true, 70, "planlint: writing the output: write /dev/stdout: broken pipe\nhint: planlint show ID tells what became of the run\n"},
		{"events", "plan.yaml", []string{"-q", "--format", "jsonl", "--jobs", "4"}, false, true, 70, "broken pipe\nhint: planlint show ID"},
		{"document", "plan.yaml", []string{"-q", "--format", "json"}, false, true, 70, "broken pipe\nhint: planlint show ID"},
		{"failure", "failing.yaml", []string{"-q", "--format", "json"}, false, true, 4, "broken pipe\nhint: planlint show ID"},
		{"failure, all gone", "failing.yaml", []string{"--format", "jsonl"}, false, false, 4, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGrave(t, "", newGraveID())
			var out, said bytes.Buffer
			var stdout, stderr io.Writer = &out, &said
			if !c.stdout {
				stdout = gone(t)
			}
			if !c.stderr {
				stderr = gone(t)
			}
			state := g.deaf(stdout, stderr, append([]string{"run", c.plan, "--run-id", g.id}, c.flags...)...)
			if state.ExitCode() != c.code {
				t.Errorf("%v, want exit code %d", state, c.code)
			}
			if want := strings.ReplaceAll(c.said, "ID", g.id); !strings.Contains(said.String(), want) {
				t.Errorf("said %q, want %q", said.String(), want)
			}
			want, tools := "succeeded", map[string]string{"a": "look", "b": "book", "c": "note", "d": "tell"}
			if c.plan == "failing.yaml" {
				want, tools = "failed", map[string]string{"a": "book", "b": "note"}
			}
			for step, tool := range tools {
				if n := g.happened(tool, step); n != 1 {
					t.Errorf("step %s happened %d times", step, n)
				}
			}
			if _, doc, _ := g.start(nil, "planlint", "show", g.id, "--format", "json"); doc["status"] != want {
				t.Errorf("the record says %v, want %s", doc["status"], want)
			}
		})
	}
}

// What only prints ends without a word when nobody reads it any more.
func TestClosedPipeQuiet(t *testing.T) {
	g := newGrave(t, "", newGraveID())
	for _, line := range []string{"rules", "rules --format json", "check plan.yaml", "check plan.yaml --format json", "run --dry plan.yaml", "run --help", "explain wrong-type", "contracts list"} {
		var said bytes.Buffer
		state := g.deaf(gone(t), &said, strings.Fields(line)...)
		if state.ExitCode() != cmd.ExitInternal || said.Len() > 0 {
			t.Errorf("%s: %v, said %q", line, state, said.String())
		}
	}
	g.file("bad.yaml", "goal: g\nsteps: [{id: a, tool: none}]\n", 0o644)
	var said bytes.Buffer
	if state := g.deaf(gone(t), &said, "check", "bad.yaml"); state.ExitCode() != cmd.ExitRefused || said.Len() > 0 {
		t.Errorf("a refused plan: %v, said %q", state, said.String())
	}
	if state := g.deaf(io.Discard, gone(t), "run", "bad.yaml", "--format", "json"); state.ExitCode() != cmd.ExitRefused {
		t.Errorf("a refused plan whose reasons nobody reads: %v", state)
	}
}

// A document says how the command ends, and what could not be written never stands before what became of the run.
func TestFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full")
	}
	for _, c := range []struct {
		plan, status, reason string
		code                 int
	}{
		{"plan.yaml", "succeeded", "unwritten", 70},
		{"failing.yaml", "failed", "tool_failed", 4},
		{"bad.yaml", "refused", "unknown_tool", 1},
	} {
		t.Run(c.plan, func(t *testing.T) {
			g := newGrave(t, "", newGraveID())
			g.file("bad.yaml", "goal: g\nsteps: [{id: a, tool: none}]\n", 0o644)
			code, doc, said := g.start(nil, "planlint", "run", c.plan, "--run-id", g.id, "--format", "json", "--events", "/dev/full")
			problem, _ := doc["error"].(map[string]any)
			if code != c.code || doc["exit_code"] != float64(c.code) || doc["status"] != c.status || problem["reason"] != c.reason {
				t.Errorf("exit code %d, document %v %v %v; want %d %s %s", code, doc["exit_code"], doc["status"], problem["reason"], c.code, c.status, c.reason)
			}
			if !strings.Contains(said, "planlint: writing the output: write /dev/full: no space left on device\n") {
				t.Errorf("said %s", said)
			}
		})
	}
	g := newGrave(t, "", newGraveID())
	var out bytes.Buffer
	state := g.deaf(&out, io.Discard, "check", "plan.yaml", "--format", "json", "--format", "sarif=/dev/full")
	var doc struct {
		Error *struct {
			Message string
			Code    int `json:"exit_code"`
		}
	}
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil || doc.Error == nil || doc.Error.Code != state.ExitCode() || state.ExitCode() != 70 {
		t.Errorf("%v, and the document says %s", state, out.Bytes())
	}
}

// timeout(1) signals its child and then the child's group, and a terminal that goes away hangs up: each is one interrupt,
// which lets what runs come to its end.
func TestOneInterrupt(t *testing.T) {
	for name, signals := range map[string][]syscall.Signal{
		"twice":           {syscall.SIGTERM, syscall.SIGTERM},
		"hangup":          {syscall.SIGHUP},
		"hangup and more": {syscall.SIGHUP, syscall.SIGTERM, syscall.SIGHUP},
	} {
		t.Run(name, func(t *testing.T) {
			g := newGrave(t, "", newGraveID())
			g.file("tool", "#!/bin/sh\ntouch began\nwhile [ ! -e go ]; do sleep 0.05; done\necho \"$1 $PLANLINT_STEP_ID\" >>did\necho '{\"ok\": true}'\n", 0o755)
			c := exec.Command("planlint", "run", "plan.yaml", "--run-id", g.id, "--format", "json")
			var out bytes.Buffer
			c.Dir, c.Stdout = g.dir, &out
			said, err := c.StderrPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			defer c.Process.Kill()
			until(t, filepath.Join(g.dir, "began"))
			for _, s := range signals {
				if err := c.Process.Signal(s); err != nil {
					t.Fatal(err)
				}
			}
			told := make([]byte, 0, 1024)
			for !bytes.Contains(told, []byte("interrupted: waiting for what runs (a)")) {
				n, err := said.Read(told[len(told):cap(told)])
				if told = told[:len(told)+n]; err != nil {
					t.Fatalf("%v; it said %s", err, told)
				}
			}
			g.file("go", "", 0o644)
			rest, _ := io.ReadAll(said)
			c.Wait()
			var doc map[string]any
			if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
				t.Fatal(err)
			}
			steps := fmt.Sprint(doc["steps"].([]any)[0].(map[string]any)["status"], doc["steps"].([]any)[1].(map[string]any)["status"])
			if c.ProcessState.ExitCode() != cmd.ExitInterrupted || doc["status"] != "interrupted" || steps != "succeededpending" {
				t.Errorf("%v, %v, %s\n%s", c.ProcessState, doc["status"], steps, rest)
			}
		})
	}
}

// until waits for a file.
func until(t *testing.T, path string) {
	t.Helper()
	for range 1000 {
		if _, err := os.Stat(path); err == nil {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("%s does not appear", path)
}

// A pipe that nobody reads is waited for, but not for ever.
func TestEventsPipe(t *testing.T) {
	g := newGrave(t, "", newGraveID())
	for _, name := range []string{"unread", "events"} {
		if err := syscall.Mkfifo(filepath.Join(g.dir, name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(ctx context.Context, events string) (int, string) {
		var out, said bytes.Buffer
		code := cmd.Main(ctx, []string{"run", "plan.yaml", "--events", events}, cmd.Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &said,
			Getenv: os.Getenv, Now: time.Now, Dir: g.dir})
		return code, said.String()
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if code, said := run(ctx, "unread"); code != cmd.ExitInterrupted || len(g.did()) > 0 {
		t.Errorf("interrupted while it waits for a reader: exit code %d\n%s", code, said)
	}
	read := make(chan []byte)
	go func() {
		events, _ := os.ReadFile(filepath.Join(g.dir, "events"))
		read <- events
	}()
	code, said := run(t.Context(), "events")
	if events := <-read; code != cmd.ExitOK || !bytes.Contains(events, []byte(`"kind":"run_finished"`)) {
		t.Errorf("exit code %d, events %s\n%s", code, events, said)
	}
}
