//go:build unix

package tools_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/tools"
	"github.com/planlint/planlint/dryrun/tools/tooltest"
)

var echoes = []tooltest.Example{
	{Arguments: `{"a":1}`, Answer: dryrun.Output{Text: []byte(`{"a":1}`)}},
	{Arguments: `{"b":"é"}`, Answer: dryrun.Output{Text: []byte(`{"b":"é"}`)}},
	{Arguments: `{}`, Answer: dryrun.Output{Text: []byte(`{}`)}},
}

func TestCommandConformance(t *testing.T) {
	tooltest.Run(t, func(t *testing.T) tooltest.Harness {
		dir := t.TempDir()
		getenv := variables(nil)
		return tooltest.Harness{
			Answering: &tools.Command{Argv: []string{"cat"}, Getenv: getenv},
			Examples:  echoes,
			Failing:   &tools.Command{Argv: []string{"false"}, Getenv: getenv},
			Slow:      &tools.Command{Argv: self(t, "slow", dir), Grace: time.Minute},
			Started:   func(calls int) { awaitAwake(t, dir, calls) },
			Running:   func() bool { return running(t, dir) },
		}
	})
}

func TestShellConformance(t *testing.T) {
	tooltest.Run(t, func(t *testing.T) tooltest.Harness {
		dir := t.TempDir()
		getenv := variables(map[string]string{"SELF": self(t, "")[0], "SIGNS": dir})
		names := []string{"PATH", "SELF", "SIGNS"}
		return tooltest.Harness{
			Answering: &tools.Command{Shell: "cat; echo", Getenv: getenv, Env: names},
			Examples:  echoes,
			Failing:   &tools.Command{Shell: "echo no >&2; exit 9", Getenv: getenv, Env: names},
			// A pipeline of two, below a shell, that do not care for interrupts.
			Slow: &tools.Command{
				Shell:  `trap "" INT; "$SELF" as-tool stubborn "$SIGNS" | "$SELF" as-tool stubborn "$SIGNS"; echo`,
				Getenv: getenv, Env: names, Grace: 50 * time.Millisecond,
			},
			Started: func(calls int) { awaitAwake(t, dir, 2*calls) },
			Running: func() bool { return running(t, dir) },
		}
	})
}

// call calls a tool with a context that never ends.
func call(t *testing.T, c *tools.Command, arguments string) (string, *dryrun.CallError) {
	t.Helper()
	out, err := c.Call(context.Background(), &dryrun.Call{RunID: "r1", Tenant: "acme", StepID: "s1", Tool: "book", Key: "k1", Arguments: []byte(arguments), Attempt: 1})
	if err == nil {
		if out.Text == nil || out.Unknown {
			t.Errorf("a command that ended well has the answer %+v", out)
		}
		return string(out.Text), nil
	}
	var e *dryrun.CallError
	if !errors.As(err, &e) {
		t.Fatalf("got the error %v of type %T", err, err)
	}
	return "", e
}

func decode[T any](t *testing.T, text string, e *dryrun.CallError) (v T) {
	t.Helper()
	if e != nil {
		t.Fatalf("%v: %s", e, e.Stderr)
	}
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return v
}

// The input is a file that is whole, at its start, and can't be written.
func TestInput(t *testing.T) {
	for _, arguments := range []string{"", `{}`, `{"text":"` + strings.Repeat("long ", 1<<20) + `"}`} {
		text, e := call(t, &tools.Command{Argv: self(t, "input"), MaxOutput: 64 << 20}, arguments)
		got := decode[stdin](t, text, e)
		want := stdin{Regular: true, ReadOnly: true, Size: int64(len(arguments)), Text: arguments}
		if got != want {
			got.Text, want.Text = "", ""
			t.Errorf("%d bytes: got %+v, want %+v", len(arguments), got, want)
		}
	}
}

func TestEnvironment(t *testing.T) {
	values := map[string]string{
		"BOOKING_URL": "http://localhost/a b", "EMPTY": "", "SECRET": "s", "PLANLINT_STEP_ID": "forged", "PLANLINT_X": "x", "planlint_x": "x", "Planlint_X": "x",
	}
	ours := []string{"PLANLINT_RUN_ID=r1", "PLANLINT_STEP_ID=s1", "PLANLINT_TENANT=acme", "PLANLINT_IDEMPOTENCY_KEY=k1"}
	for _, test := range []struct {
		names, want []string
	}{
		{nil, nil},
		{[]string{"EMPTY", "BOOKING_URL"}, []string{"EMPTY=", "BOOKING_URL=http://localhost/a b"}},
		{[]string{"BOOKING_URL", "UNSET", "EMPTY", "BOOKING_URL"}, []string{"BOOKING_URL=http://localhost/a b", "EMPTY="}},
		{[]string{"PLANLINT_STEP_ID", "PLANLINT_X", "planlint_x", "Planlint_X"}, nil},
	} {
		c := &tools.Command{Argv: self(t, "environment"), Env: test.names, Getenv: variables(values)}
		text, e := call(t, c, "{}")
		if got, want := decode[[]string](t, text, e), append(test.want, ours...); !reflect.DeepEqual(got, want) {
			t.Errorf("%v: got %q, want %q", test.names, got, want)
		}
	}
	// Without a key there is no variable for it, and without an environment nothing passes.
	c := &tools.Command{Argv: self(t, "environment"), Env: []string{"PATH", "HOME"}}
	out, err := c.Call(t.Context(), &dryrun.Call{RunID: "r2", StepID: "s2"})
	if want := `["PLANLINT_RUN_ID=r2","PLANLINT_STEP_ID=s2","PLANLINT_TENANT="]`; err != nil || string(out.Text) != want {
		t.Errorf("got %s, %v, want %s", out.Text, err, want)
	}
}

// Arguments of the command line reach the program as they are.
func TestArgv(t *testing.T) {
	want := []string{"", " ", "a b", "a\nb", `'"`, `\`, "$HOME", "$(touch x)", "`id`", "*", "-n", "--", "é€", "{}", "%s", ";", "&&", "\x1b[2J"}
	dir := t.TempDir()
	text, e := call(t, &tools.Command{Argv: self(t, "arguments", want...), Dir: dir}, "{}")
	if got := decode[[]string](t, text, e); !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if entries, _ := os.ReadDir(dir); len(entries) > 0 {
		t.Errorf("something was run: %v", entries)
	}
}

func TestDir(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	script(t, filepath.Join(dir, "tools", "book"), "#!/bin/sh\npwd -P\n")
	script(t, filepath.Join(dir, "bin", "where"), "#!/bin/sh\npwd -P\n")
	getenv := variables(map[string]string{"PATH": "relative:" + filepath.Join(dir, "bin") + ":/usr/bin:/bin"})
	for _, c := range []*tools.Command{
		{Argv: []string{"./tools/book"}},
		{Argv: []string{"tools/book"}},
		{Argv: []string{"tools/../tools/book"}},
		{Argv: []string{filepath.Join(dir, "tools", "book")}},
		{Argv: []string{"where"}},
		{Shell: "./tools/book"},
		{Shell: "pwd -P"},
	} {
		c.Dir, c.Getenv = dir, getenv
		if err := c.Check(); err != nil {
			t.Errorf("%v: %v", c, err)
		}
		if got, e := call(t, c, "{}"); e != nil || got != dir {
			t.Errorf("%v: got %q, %v, want %q", c, got, e, dir)
		}
	}
}
