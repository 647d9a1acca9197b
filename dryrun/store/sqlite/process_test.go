//go:build unix

package sqlite

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/planlint/planlint/dryrun/store"
)

// TestMain is also the program that these tests start.
func TestMain(m *testing.M) {
	switch os.Getenv("PLANLINT_TEST_CHILD") {
	case "":
		os.Exit(m.Run())
	case "commit":
		os.Exit(childCommits(os.Getenv("PLANLINT_TEST_STORE")))
	case "read":
		os.Exit(childReads(os.Getenv("PLANLINT_TEST_STORE")))
	}
}

// childCommits takes over the run and says which record is kept, over and over.
func childCommits(path string) int {
	s, err := Open(context.Background(), path, Options{Now: time.Now, Wait: time.Minute})
	if err != nil {
		fmt.Println(err)
		return 1
	}
	for {
		l, err := s.Acquire(context.Background(), id, fmt.Sprint("child ", os.Getpid()), time.Hour, func(string) bool { return true })
		if err != nil {
			fmt.Println(err)
			return 1
		}
		r, err := s.Run(context.Background(), id)
		if err != nil {
			fmt.Println(err)
			return 1
		}
		if s.Commit(context.Background(), l, store.Batch{After: r.Seq, Records: [][]byte{make([]byte, 20_000), []byte("x")}}) == nil {
			fmt.Println("kept", r.Seq+2)
		}
	}
}

func childReads(path string) int {
	for _, o := range []Options{{ReadOnly: true}, {}} {
		o.Now, o.Wait = time.Now, 50*time.Millisecond
		s, err := Open(context.Background(), path, o)
		if err != nil {
			fmt.Println(err)
			return 1
		}
		records, err := s.Records(context.Background(), id, 0)
		fmt.Println(len(records), err)
		_, err = s.Admit(context.Background(), admission(store.RunID{ID: "another"}))
		fmt.Println(err)
		if err := s.Close(); err != nil {
			fmt.Println(err)
			return 1
		}
	}
	return 0
}

func child(t *testing.T, program, what, path string) *exec.Cmd {
	t.Helper()
	c := exec.Command(program)
	c.Env = append(os.Environ(), "PLANLINT_TEST_CHILD="+what, "PLANLINT_TEST_STORE="+path)
	c.Stderr = os.Stderr
	return c
}

// Processes that are killed while they write: what they said was kept is kept, and the journal holds.
func TestKilled(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "runs.db")
	admit(t, open(t, path, Options{}))
	for round := range 4 {
		var last [2]string
		var children [2]*exec.Cmd
		var outs [2]*bufio.Reader
		for i := range children {
			children[i] = child(t, program, "commit", path)
			out, err := children[i].StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := children[i].Start(); err != nil {
				t.Fatal(err)
			}
			outs[i] = bufio.NewReader(out)
		}
		for i := range children { // each has written something by now
			if last[i], err = outs[i].ReadString('\n'); err != nil || !strings.HasPrefix(last[i], "kept ") {
				t.Fatal(last[i], err)
			}
		}
		time.Sleep(time.Duration(round*7) * time.Millisecond)
		for i := range children {
			if err := children[i].Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
		for i := range children {
			rest, err := io.ReadAll(outs[i])
			if err != nil {
				t.Fatal(err)
			}
			if lines := strings.SplitAfter(string(rest), "\n"); len(lines) > 1 {
				last[i] = lines[len(lines)-2]
			}
			children[i].Wait()
		}
		s := open(t, path, Options{Wait: time.Minute})
		records, err := s.Records(t.Context(), id, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := store.Verify(0, store.Genesis, records); err != nil {
			t.Fatal(err)
		}
		for _, line := range last {
			var kept int
			if _, err := fmt.Sscanf(line, "kept %d", &kept); err != nil || kept > len(records) || len(records)%2 != 1 {
				t.Fatalf("a process said %q, and there are %d records", line, len(records))
			}
		}
	}
}

// Where nothing may be written, a store is read all the same.
func TestReadOnlyFolder(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	top, err := os.MkdirTemp("", "planlint")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(top) })
	dir := filepath.Join(top, "store")
	path := filepath.Join(dir, "runs.db")
	s := open(t, path, Options{})
	l := admit(t, s)
	as := func(c *exec.Cmd) {}
	if os.Getuid() == 0 { // whom no permission binds
		as = func(c *exec.Cmd) {
			c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		}
		data, err := os.ReadFile(program)
		if err != nil {
			t.Fatal(err)
		}
		program = filepath.Join(top, "child")
		if err := os.WriteFile(program, data, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	permit := func(path string, mode os.FileMode) {
		t.Helper()
		if err := os.Chmod(path, mode); err != nil {
			t.Error(err)
		}
	}
	read := func(what, dir string, want ...string) {
		t.Helper()
		for _, name := range names(t, top) {
			mode := os.FileMode(0o444)
			if info, err := os.Stat(filepath.Join(top, name)); err != nil {
				t.Fatal(err)
			} else if info.IsDir() || name == "child" {
				mode = 0o555
			}
			permit(filepath.Join(top, name), mode)
		}
		permit(top, 0o555)
		defer permit(top, 0o755)
		defer func() {
			for _, name := range names(t, top) {
				permit(filepath.Join(top, name), 0o755)
			}
		}()
		before := names(t, dir)
		c := child(t, program, "read", filepath.Join(dir, "runs.db"))
		as(c)
		out, err := c.Output()
		if err != nil && len(want) > 1 {
			t.Errorf("%s: %v", what, err)
		}
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		if len(lines) != len(want) {
			t.Fatalf("%s: got %q", what, lines)
		}
		for i := range want {
			if !strings.Contains(lines[i], want[i]) {
				t.Errorf("%s: got %q, want %q", what, lines[i], want[i])
			}
		}
		if after := names(t, dir); strings.Join(after, " ") != strings.Join(before, " ") {
			t.Errorf("%s: made %q of %q", what, after, before)
		}
	}
	if err := s.Commit(t.Context(), l, store.Batch{After: 1, Records: [][]byte{[]byte("in the log")}}); err != nil {
		t.Fatal(err)
	}
	read("beside a writer", dir, "2 <nil>", "for reading only", "2 <nil>", "can't be written")
	// What a crash leaves: the last commits are in the log alone, and nobody may skip them.
	crashed := filepath.Join(top, "crashed")
	if err := os.Mkdir(crashed, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"runs.db", "runs.db-wal"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(crashed, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	read("after a crash", crashed, "can't be")
	if err := os.RemoveAll(crashed); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	read("at rest", dir, "2 <nil>", "for reading only", "2 <nil>", "reading only")
}
