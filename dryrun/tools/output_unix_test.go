//go:build unix

package tools_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/tools"
)

func TestText(t *testing.T) {
	for _, test := range []struct{ printed, want string }{
		{``, ""},
		{`\n`, ""},
		{`\n\n`, "\n"},
		{`a`, "a"},
		{`a\n`, "a"},
		{`a\r\n`, "a"},
		{`a\r`, "a\r"},
		{`a\n\r\n`, "a\n"},
		{`\r\n`, ""},
		{`{"a": 1}\n`, `{"a": 1}`},
		{`\377\376\000\n`, "\xff\xfe\x00"},
	} {
		c := &tools.Command{Argv: []string{"printf", test.printed}, Getenv: variables(nil)}
		if got, e := call(t, c, "{}"); e != nil || got != test.want {
			t.Errorf("%s: got %q, %v, want %q", test.printed, got, e, test.want)
		}
	}
}

func TestOutputCap(t *testing.T) {
	for _, test := range []struct {
		max  int64
		want string
	}{{5, "1234"}, {6, "1234"}, {4, ""}, {1, ""}} {
		got, e := call(t, &tools.Command{Shell: "echo 1234", MaxOutput: test.max}, "{}")
		if got != test.want || (e == nil) != (test.want != "") {
			t.Errorf("cap %d: got %q, %v", test.max, got, e)
		}
	}
	// What does nothing but answer is ended there, however it ends then, and whether it would go on for ever or not.
	for _, shell := range []string{"while :; do echo 1234; done", "trap '' INT; while :; do echo 1234; done", "echo 1234; exit 3", "echo 1234"} {
		c := &tools.Command{Shell: shell, MaxOutput: 4, Harmless: true, Grace: 200 * time.Millisecond, Whole: true}
		_, e := call(t, c, "{}")
		if e == nil || e.Failure != dryrun.TooLong || e.Error() != "the tool's answer has more than the 4 bytes that it may have" || string(e.Output) != "1234" {
			t.Errorf("%s: got %#v", shell, e)
		}
	}
	// A tool is not ended for it: it may be acting.
	dir := t.TempDir()
	c := &tools.Command{Shell: `head -c 3000000 /dev/zero && echo end >&2 && echo acted >effect`, Dir: dir, Env: []string{"PATH"}, Getenv: variables(nil)}
	_, e := call(t, c, "{}")
	if e == nil || e.Failure != dryrun.TooLong || e.Error() != "the tool's answer has more than the 1048576 bytes that it may have" || e.Stderr != "end\n" {
		t.Errorf("got %#v", e)
	}
	if effect, err := os.ReadFile(filepath.Join(dir, "effect")); string(effect) != "acted\n" {
		t.Errorf("it did not get to act: %q, %v", effect, err)
	}
	// A tool that says no says so, however much it prints.
	c.Shell += "; exit 7"
	if _, e := call(t, c, "{}"); e == nil || e.Failure != dryrun.Exited || e.Code != 7 {
		t.Errorf("got %#v", e)
	}
}

// Whatever a tool says on standard error, only the end of it is kept.
func TestHugeStderr(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, e := call(t, &tools.Command{Argv: self(t, "chatter")}, "{}")
	runtime.ReadMemStats(&after)
	line := strings.Repeat("0123456789", 10) + "\n"
	want := strings.Repeat(line, 100) + "the end"
	want = want[len(want)-8<<10:]
	if e == nil || e.Code != 3 || e.Stderr != want {
		t.Errorf("got %#v", e)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
		t.Errorf("27 MB on standard error took %d bytes of memory", used)
	}
}

func TestStderrLines(t *testing.T) {
	type said struct{ step, line string }
	var got []said
	c := &tools.Command{
		Shell:  `printf 'one\n\n\377two\r\n' >&2; head -c 20000 /dev/zero | tr '\0' x >&2; printf '\nlast' >&2`,
		Env:    []string{"PATH"},
		Getenv: variables(nil),
		Stderr: func(stepID string, line []byte) { got = append(got, said{stepID, string(line)}) },
	}
	if _, e := call(t, c, "{}"); e != nil {
		t.Fatal(e)
	}
	x := strings.Repeat("x", 8<<10)
	want := []said{{"s1", "one"}, {"s1", ""}, {"s1", "\xfftwo\r"}, {"s1", x}, {"s1", x}, {"s1", x[:20000-2*8<<10]}, {"s1", "last"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %.200q", got)
	}
}

// Standard error comes while the tool runs.
func TestStderrLive(t *testing.T) {
	dir := t.TempDir()
	c := &tools.Command{
		Shell: `echo ready >&2; while [ ! -e go ]; do sleep 1; done`, Dir: dir, Env: []string{"PATH"}, Getenv: variables(nil),
		Stderr: func(string, []byte) {
			if err := os.WriteFile(filepath.Join(dir, "go"), nil, 0o666); err != nil {
				t.Error(err)
			}
		},
	}
	if _, e := call(t, c, "{}"); e != nil {
		t.Fatal(e)
	}
}

func TestManyCalls(t *testing.T) {
	c := &tools.Command{Argv: []string{"cat"}, Getenv: variables(nil), Stderr: func(string, []byte) {}}
	var all sync.WaitGroup
	for i := range 200 {
		arguments := fmt.Sprintf(`{"call":%d,"text":%q}`, i, strings.Repeat(fmt.Sprint(i%10), 5000))
		all.Go(func() {
			if got, e := call(t, c, arguments); e != nil || got != arguments {
				t.Errorf("call %d got %.40q, %v", i, got, e)
			}
		})
	}
	all.Wait()
}

// Calls leave no descriptors behind, however they end.
func TestDescriptors(t *testing.T) {
	count := func() int {
		entries, err := os.ReadDir("/dev/fd")
		if err != nil {
			t.Skip(err)
		}
		return len(entries)
	}
	calls := func() {
		for _, c := range []*tools.Command{
			{Shell: "cat"},
			{Shell: "exit 1"},
			{Argv: []string{"/no/such/program"}},
			{Shell: "cat", Start: func(*exec.Cmd) error { return errors.New("no") }},
			{Shell: "kill -KILL $$"},
		} {
			_, _ = call(t, c, "{}")
		}
	}
	calls() // what the runtime opens once
	before := count()
	for range 5 {
		calls()
	}
	if after := count(); after > before {
		t.Errorf("there were %d descriptors, and now there are %d", before, after)
	}
}
