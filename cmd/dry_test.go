package cmd_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/cmd"
	"github.com/planlint/planlint/dryrun/store"
	"github.com/planlint/planlint/lint/config"
)

// rehearsal is a folder whose plans are rehearsed. Whatever it could start would leave a trace in it.
type rehearsal struct {
	name  string
	dir   string
	lines [][]string // the words after "run --dry"
}

// rehearsals are the example of the README, and the deployment of the stories with tools and plans of every kind.
func rehearsals(t *testing.T) []rehearsal {
	t.Helper()
	travel := rehearsal{name: "travel", dir: t.TempDir(), lines: [][]string{{"plans/good.yaml"}, {"plans/bad.yaml"}, {"plans/good.yaml", "--format", "json"}}}
	if err := os.CopyFS(travel.dir, os.DirFS("../testdata/examples/travel")); err != nil {
		t.Fatal(err)
	}
	story := rehearsal{name: "deployment", dir: t.TempDir(), lines: [][]string{
		{"ok.yaml"}, {"ok.yaml", "--format", "json"}, {"ok.yaml", "--format", "jsonl"}, {"ok.yaml", "-j", "8"}, {"ok.yaml", "--require-cleared"},
		{"every.yaml"}, {"every.yaml", "--require-cleared"}, {"every.yaml", "--input", "input.yaml"}, {"every.yaml", "--ask"},
		{"every.yaml", "--now", "2026-01-10T00:00:00Z", "--run-id", "run_1"}, {"every.yaml", "--approvals", "approvals.json"},
		{"missing.yaml"}, {"ok.yaml", "--events", "events"},
	}}
	if err := os.CopyFS(story.dir, os.DirFS(deployment)); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string, mode os.FileMode) {
		if err := os.WriteFile(filepath.Join(story.dir, name), []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	configuration, err := os.ReadFile(filepath.Join(story.dir, "planlint.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(configuration)
	for old, with := range map[string]string{
		"search_flights: {}": "search_flights: {shell: 'echo >trace; exec ./trace.sh'}",
		"book_flight: {}":    "book_flight: {command: [./trace.sh]}",
		"refund: {}":         "refund: {command: [no-such-program-anywhere]}",
		"./tools/notify":     "./trace.sh",
		"limits:":            "store: runs.db\nlimits:",
	} {
		if !strings.Contains(text, old) {
			t.Fatalf("planlint.yaml does not contain %q", old)
		}
		text = strings.Replace(text, old, with, 1)
	}
	write("planlint.yaml", text, 0o644)
	write("trace.sh", "#!/bin/sh\necho started >trace\n", 0o755)
	write("input.yaml", "text: hello\n", 0o644)
	write("approvals.json", `{"planlint_approvals": 1, "approvals": [], "used": null}`, 0o644)
	write("every.yaml", `goal: g
steps:
  - {id: a, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
  - {id: b, tool: book_flight, arguments: {seats: 1}, bind: {flight: {step: a}}, depends_on: [a]}
  - {id: c, tool: refund, arguments: {account: ac_9, amount: "5"}}
  - {id: d, tool: notify, bind: {text: {input: /text}}}
outputs: {booking: {step: b}}
`, 0o644)
	return []rehearsal{travel, story}
}

// A rehearsal starts no process, opens no store, and leaves no trace in its folder.
func TestDryTouchesNothing(t *testing.T) {
	for _, r := range rehearsals(t) {
		for _, line := range r.lines {
			t.Run(r.name+" "+strings.Join(line, " "), func(t *testing.T) {
				before := snapshot(t, r.dir)
				var stdout, stderr bytes.Buffer
				code := cmd.Main(t.Context(), append([]string{"run", "--dry"}, line...), cmd.Env{
					Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr, Dir: r.dir, Version: "0.0.0-test",
					Getenv: func(string) string { return "" }, Now: func() time.Time { return time.Unix(1767225600, 0) },
					Start: func(c *exec.Cmd) error {
						t.Errorf("it starts %q", c.Args)
						return errors.New("refused")
					},
					Store: func(context.Context, config.Store) (store.Store, error) {
						t.Error("it opens the store")
						return nil, errors.New("refused")
					},
				})
				if code == cmd.ExitInternal {
					t.Errorf("exit code %d: %s", code, stderr.String())
				}
				if diff := cmp.Diff(before, snapshot(t, r.dir)); diff != "" {
					t.Errorf("the folder is not what it was (-before +after):\n%s", diff)
				}
			})
		}
	}
}

// The start that the test above refuses is the one that a run takes: else the test would show nothing.
func TestRunStarts(t *testing.T) {
	r := rehearsals(t)[1]
	started := 0
	var stderr bytes.Buffer
	code := cmd.Main(t.Context(), []string{"run", "ok.yaml"}, cmd.Env{
		Stdin: strings.NewReader(""), Stdout: &bytes.Buffer{}, Stderr: &stderr, Dir: r.dir,
		Getenv: func(string) string { return "" }, Now: time.Now,
		Start: func(c *exec.Cmd) error { started++; return errors.New("refused") },
	})
	if code != cmd.ExitToolFailed || started != 1 {
		t.Errorf("exit code %d, want %d; %d processes, want 1: %s", code, cmd.ExitToolFailed, started, stderr.String())
	}
}

// snapshot is what is in a folder: each file with its size, its mode and when it was written.
func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		files[path] = fmt.Sprintf("%v %d bytes, written %v", info.Mode(), info.Size(), info.ModTime())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
