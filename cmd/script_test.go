package cmd_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/term"

	"github.com/planlint/planlint/cmd"
)

var update = flag.Bool("update", false, "write what the program prints into the stories under testdata/script")

// TestMain lets the test binary be planlint: the stories start it as a process of its own, with streams, environment
// and working directory of its own.
func TestMain(m *testing.M) {
	testscript.Main(m, programs)
}

// programs are what the stories can start beside what is installed. Where there are terminals, person is one of them.
var programs = map[string]func(){"planlint": planlint}

// scriptCommands are what the stories can do beside what testscript knows. Other files of tests add theirs.
var scriptCommands = map[string]func(ts *testscript.TestScript, neg bool, args []string){
	"deploy":  deploy,
	"events":  checkEvents,
	"exits":   exits,
	"json":    checkJSON,
	"lines":   countLines,
	"replace": replace,
}

// deployment is the folder that the command deploy copies; a story has its own working directory, so it is absolute. In a
// program of the stories, which may have none, it is not needed.
var deployment, _ = filepath.Abs("../testdata/script/deployment")

// planlint is what main does, for ada and without a terminal, unless the environment has another user or a person sits in
// front of it.
func planlint() { planlintWith(nil) }

// planlintWith is planlint, whose moments between what it records and what it does are told to point.
func planlintWith(point func(string)) {
	leaveTerminal()
	dir, err := os.Getwd()
	width, _, _ := term.GetSize(int(os.Stdout.Fd()))
	ctx, force := interrupts()
	os.Exit(cmd.Main(ctx, os.Args[1:], cmd.Env{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Getenv: os.Getenv, Now: storyClock(), Dir: dir, NoDir: err, Version: "0.0.0-test",
		StdoutTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		StderrTerminal: term.IsTerminal(int(os.Stderr.Fd())),
		Width:          width,
		Terminal:       cmd.OpenTerminal, User: storyUser, Lookup: os.LookupEnv, Force: force, Point: point, Store: storyStore(),
	}))
}

// storyClock is the clock of the stories: the real one, or one that stands still where the environment says.
func storyClock() func() time.Time {
	at, err := time.Parse(time.RFC3339, os.Getenv("PLANLINT_TEST_NOW"))
	if err != nil {
		return time.Now
	}
	return func() time.Time { return at }
}

// storyUser is the login of the stories.
func storyUser() string {
	if user, ok := os.LookupEnv("PLANLINT_TEST_USER"); ok {
		return user
	}
	return "ada"
}

// interrupts catches the signals that main catches.
func interrupts() (ctx context.Context, force <-chan struct{}) {
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(signals, syscall.SIGHUP)
	}
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	return cmd.Interrupts(signals, func() { signal.Reset(os.Interrupt, syscall.SIGTERM) })
}

// TestScript plays the stories: whole runs of the program, with the files they meet.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "../testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Condition:           condition,
		Cmds:                scriptCommands,
	})
}

// condition knows what testscript does not: whether a file without the right to read it can be read all the same.
func condition(name string) (bool, error) {
	switch name {
	case "root":
		return os.Geteuid() == 0, nil
	case "postgres": // the store is a server
		return false, nil
	}
	return false, errors.New("unknown condition " + name)
}

// exits CODE PROGRAM [ARG]... runs a program, as exec does, and demands its exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARG]...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var status *exec.ExitError
		if !errors.As(err, &status) {
			ts.Fatalf("%v", err)
		}
		got = status.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// json PATH WANT compares a piece of the last output, which must be one JSON document, with a JSON value or, where it
// is none, a text. A path is the keys and indices, with dots between them: "*" stands for each element of an array,
// and length for how many there are.
func checkJSON(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: [!] json PATH WANT")
	}
	doc, err := decodeJSON(ts.ReadFile("stdout"))
	if err != nil {
		ts.Fatalf("the output is no JSON document: %v", err)
	}
	got, err := pick(doc, strings.Split(args[0], "."))
	if err != nil {
		ts.Fatalf("%s: %v", args[0], err)
	}
	want, err := decodeJSON(args[1])
	if err != nil {
		want = args[1]
	}
	if g, w := compactJSON(ts, got), compactJSON(ts, want); (g == w) == neg {
		if neg {
			ts.Fatalf("%s is %s, and must not be", args[0], g)
		}
		ts.Fatalf("%s is %s, want %s", args[0], g, w)
	}
}

// events FILE KIND... demands the kinds of the events in a file, all of them in their order, numbered from 1.
func checkEvents(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: events FILE KIND...")
	}
	var kinds []string
	for i, line := range strings.Split(strings.TrimSuffix(ts.ReadFile(args[0]), "\n"), "\n") {
		var event struct {
			Seq  int
			Kind string
			At   time.Time
		}
		if err := json.Unmarshal([]byte(line), &event); err != nil || event.At.IsZero() || event.Seq != i+1 {
			ts.Fatalf("line %d is no event in its place (%v): %s", i+1, err, line)
		}
		kinds = append(kinds, event.Kind)
	}
	if got, want := strings.Join(kinds, " "), strings.Join(args[1:], " "); got != want {
		ts.Fatalf("the events are %s, want %s", got, want)
	}
}

// decodeJSON reads exactly one value and keeps the text of numbers.
func decodeJSON(text string) (v any, err error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("more follows the first value")
	}
	return v, nil
}

func compactJSON(ts *testscript.TestScript, v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	ts.Check(e.Encode(v))
	return strings.TrimSuffix(b.String(), "\n")
}

// pick follows a path into a document.
func pick(v any, path []string) (any, error) {
	if len(path) == 0 {
		return v, nil
	}
	key, rest := path[0], path[1:]
	switch v := v.(type) {
	case map[string]any:
		if inner, ok := v[key]; ok {
			return pick(inner, rest)
		}
		return nil, errors.New("there is no key " + strconv.Quote(key))
	case []any:
		switch key {
		case "length":
			return json.Number(strconv.Itoa(len(v))), nil
		case "*":
			all := make([]any, len(v))
			for i := range v {
				var err error
				if all[i], err = pick(v[i], rest); err != nil {
					return nil, err
				}
			}
			return all, nil
		}
		i, err := strconv.Atoi(key)
		if err != nil || i < 0 || i >= len(v) {
			return nil, errors.New("there is no element " + strconv.Quote(key))
		}
		return pick(v[i], rest)
	}
	return nil, errors.New("there is nothing below for " + strconv.Quote(key))
}

// lines FILE COUNT demands how many lines a file has; stdout and stderr name the last output.
func countLines(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: lines FILE COUNT")
	}
	if got := strconv.Itoa(strings.Count(ts.ReadFile(args[0]), "\n")); got != args[1] {
		ts.Fatalf("%s has %s lines, want %s", args[0], got, args[1])
	}
}

// replace FILE OLD NEW [OUT] writes a file with one text exchanged for another, everywhere; \n, \r and bytes such as
// \xEF are understood in both. It writes over the file itself where no other is named.
func replace(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 || len(args) > 4 {
		ts.Fatalf("usage: replace FILE OLD NEW [OUT]")
	}
	unquote := func(s string) string {
		text, err := strconv.Unquote(`"` + strings.ReplaceAll(s, `"`, `\"`) + `"`)
		ts.Check(err)
		return text
	}
	text, old := ts.ReadFile(args[0]), unquote(args[1])
	if !strings.Contains(text, old) {
		ts.Fatalf("%s does not contain %q", args[0], old)
	}
	out := args[0]
	if len(args) == 4 {
		out = args[3]
	}
	ts.Check(os.WriteFile(ts.MkAbs(out), []byte(strings.ReplaceAll(text, old, unquote(args[2]))), 0o644))
}

// deploy copies the deployment that most stories start from, testdata/script/deployment, into the current folder.
func deploy(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: deploy")
	}
	ts.Check(os.CopyFS(ts.MkAbs("."), os.DirFS(deployment)))
}
