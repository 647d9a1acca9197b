//go:build unix

package tools_test

import (
	"context"
	"encoding/json"
	"fmt"
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

	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/tools"
)

// TestMain makes the test binary a tool as well: with "as-tool" and the name of a behaviour as its arguments.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "as-tool" {
		os.Exit(asTool(os.Args[2], os.Args[3:]))
	}
	if signal.Ignored(syscall.SIGINT) { // a shell's background job; the tools would ignore it too
		signal.Notify(make(chan os.Signal, 1), syscall.SIGINT)
	}
	os.Exit(m.Run())
}

func asTool(behaviour string, args []string) int {
	switch behaviour {
	case "slow": // says that it runs, and does until it is ended
		alive(args[0])
		time.Sleep(time.Hour)
	case "stubborn":
		signal.Ignore(syscall.SIGINT)
		alive(args[0])
		time.Sleep(time.Hour)
	case "escape": // leaves a process in another group that holds the output open
		c := exec.Command(os.Args[0], "as-tool", "slow", args[0])
		c.Stdout, c.Stderr = os.Stdout, os.Stderr
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := c.Start(); err != nil {
			return fail(err)
		}
		for awake(args[0]) == nil {
			time.Sleep(time.Millisecond)
		}
		fmt.Println(strings.Repeat("x", 60_000))
	case "arguments":
		return fail(json.NewEncoder(os.Stdout).Encode(args))
	case "environment":
		return fail(json.NewEncoder(os.Stdout).Encode(os.Environ()))
	case "input":
		return fail(json.NewEncoder(os.Stdout).Encode(inspect()))
	case "chatter": // says much on standard error
		line := strings.Repeat("0123456789", 10) + "\n"
		for range 1 << 18 {
			if _, err := os.Stderr.WriteString(line); err != nil {
				return 1
			}
		}
		fmt.Fprint(os.Stderr, "the end")
		return 3
	case "caller": // calls a tool, as planlint does
		c := &tools.Command{Shell: args[0], Dir: args[1]}
		_, err := c.Call(context.Background(), &dryrun.Call{Arguments: []byte(args[2])})
		return fail(err)
	default:
		return fail(fmt.Errorf("no behaviour %s", behaviour))
	}
	return 0
}

func fail(err error) int {
	if err == nil {
		return 0
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// stdin is what a tool finds on standard input.
type stdin struct {
	Regular, ReadOnly, Writable bool
	Offset, Size                int64
	Text                        string
}

func inspect() (s stdin) {
	info, err := os.Stdin.Stat()
	if err != nil {
		panic(err)
	}
	s.Regular, s.Size = info.Mode().IsRegular(), info.Size()
	s.Offset, _ = os.Stdin.Seek(0, io.SeekCurrent)
	flags, _, _ := syscall.Syscall(syscall.SYS_FCNTL, 0, syscall.F_GETFL, 0)
	s.ReadOnly = flags&syscall.O_ACCMODE == syscall.O_RDONLY
	_, err = syscall.Write(0, []byte("x"))
	s.Writable = err == nil
	text, _ := io.ReadAll(os.Stdin)
	s.Text = string(text)
	return s
}

// alive leaves a sign in a folder that the process runs: a file with its number, locked for as long as it does.
func alive(dir string) {
	f, err := os.Create(filepath.Join(dir, fmt.Sprint("new-", os.Getpid())))
	if err == nil {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
	}
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(dir, fmt.Sprint(os.Getpid())))
	}
	if err != nil {
		panic(err)
	}
	held = f
}

var held *os.File // keeps the lock from being collected

// awake are the processes that were ever alive in a folder.
func awake(dir string) (pids []int) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// running reports whether any of them still is.
func running(t *testing.T, dir string) bool {
	t.Helper()
	for _, pid := range awake(dir) {
		f, err := os.Open(filepath.Join(dir, strconv.Itoa(pid)))
		if err != nil {
			t.Fatal(err)
		}
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		f.Close()
		if err != nil {
			return true
		}
	}
	return false
}

// awaitAwake waits until so many processes have been alive in a folder.
func awaitAwake(t *testing.T, dir string, n int) {
	t.Helper()
	eventually(t, func() bool { return len(awake(dir)) >= n }, "the tool did not start")
}

func eventually(t *testing.T, holds func() bool, complaint string) {
	t.Helper()
	for range 12_000 {
		if holds() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal(complaint)
}

// self is the command line of a behaviour.
func self(t *testing.T, behaviour string, args ...string) []string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return append([]string{path, "as-tool", behaviour}, args...)
}

// variables is an environment for Command.Getenv. PATH is the test's own.
func variables(v map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		if value, ok := v[name]; ok {
			return value, true
		}
		if name == "PATH" {
			return os.LookupEnv(name)
		}
		return "", false
	}
}

func script(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}
