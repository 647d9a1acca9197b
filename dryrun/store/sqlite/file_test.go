package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/planlint/planlint/dryrun/store"
)

var id = store.RunID{Tenant: "acme", ID: "run_1"}

func admission(id store.RunID) store.Admission {
	return store.Admission{
		Run: id, Agent: "clerk", Plan: "p", Goal: "a goal", Owner: "me", TTL: time.Hour,
		Batch: store.Batch{Records: [][]byte{[]byte("first")}, Status: "running"},
	}
}

func admit(t testing.TB, s *Store) store.Lease {
	t.Helper()
	l, err := s.Admit(t.Context(), admission(id))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// names are those in a folder, and below.
func names(t testing.TB, dir string) (all []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if path != dir {
			all = append(all, strings.TrimPrefix(path, dir+string(filepath.Separator)))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestNothingIsMadeByReading(t *testing.T) {
	dir := t.TempDir()
	for _, o := range []Options{{}, {ReadOnly: true}} {
		s := open(t, filepath.Join(dir, ".planlint", "runs.db"), o)
		if _, err := s.Run(t.Context(), id); !errors.Is(err, store.ErrNotFound) {
			t.Error(err)
		}
		if runs, err := s.Runs(t.Context(), ""); err != nil || len(runs) > 0 {
			t.Error(runs, err)
		}
		if _, err := s.Acquire(t.Context(), id, "me", time.Hour, nil); !errors.Is(err, store.ErrNotFound) {
			t.Error(err)
		}
		bad := admission(id)
		bad.Owner = ""
		if _, err := s.Admit(t.Context(), bad); err == nil {
			t.Error("a run without an owner")
		}
	}
	s := open(t, filepath.Join(dir, ".planlint", "runs.db"), Options{ReadOnly: true})
	if _, err := s.Admit(t.Context(), admission(id)); !errors.Is(err, store.ErrReadOnly) || !strings.Contains(err.Error(), "for reading only") {
		t.Error(err)
	}
	if got := names(t, dir); len(got) > 0 {
		t.Fatalf("made %q", got)
	}
	// Nor a file that somebody else made and left empty.
	empty := filepath.Join(dir, "empty.db")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := open(t, empty, Options{}).Runs(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(empty); err != nil || info.Size() > 0 {
		t.Fatal(info, err)
	}
	admit(t, open(t, empty, Options{}))
}

func TestWhatIsMade(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permissions are another matter there")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "a", ".planlint", "runs.db")
	s := open(t, path, Options{})
	admit(t, s)
	for name, want := range map[string]fs.FileMode{
		"a/.planlint":             fs.ModeDir | 0o700,
		"a/.planlint/.gitignore":  0o600,
		"a/.planlint/runs.db":     0o600,
		"a/.planlint/runs.db-wal": 0o600,
		"a/.planlint/runs.db-shm": 0o600,
	} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	ignore, err := os.ReadFile(filepath.Join(dir, "a/.planlint/.gitignore"))
	if err != nil || string(ignore) != "*\n" {
		t.Errorf("%q, %v", ignore, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if got := names(t, filepath.Dir(path)); len(got) != 2 {
		t.Errorf("closing left %q", got)
	}
	// A folder that is there is somebody's own.
	admit(t, open(t, filepath.Join(dir, "runs.db"), Options{}))
	if _, err := os.Stat(filepath.Join(dir, ".gitignore")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestDurability(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "runs.db"), Options{})
	admit(t, s)
	for pragma, want := range map[string]string{
		"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "secure_delete": "1", "fullfsync": "1",
		"checkpoint_fullfsync": "1", "trusted_schema": "0", "application_id": "1347178060", "user_version": "1",
	} {
		var got string
		if err := s.db.QueryRow("PRAGMA " + pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %s, want %s (%v)", pragma, got, want, err)
		}
	}
}

// raw changes a database without the store.
func raw(t testing.TB, path, statements string) {
	t.Helper()
	name, err := dsn(path, writing, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", strings.Replace(name, "mode=rw", "mode=rwc", 1))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statements); err != nil {
		t.Fatal(err)
	}
}

func TestUnusable(t *testing.T) {
	filled := func(t *testing.T, path string) {
		s := open(t, path, Options{})
		a := admission(id)
		for range 200 {
			a.Batch.Records = append(a.Batch.Records, bytes.Repeat([]byte("x"), 1000))
		}
		if _, err := s.Admit(t.Context(), a); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		make func(t *testing.T, path string)
		want error  // nil = any
		text string // in the error
	}{
		"no database": {func(t *testing.T, path string) {
			if err := os.WriteFile(path, bytes.Repeat([]byte("planlint: 1\n"), 500), 0o600); err != nil {
				t.Fatal(err)
			}
		}, store.ErrCorrupt, "not a database"},
		"another program's": {func(t *testing.T, path string) { raw(t, path, "CREATE TABLE cookies (a)") }, store.ErrCorrupt, "of something else"},
		"no version": {func(t *testing.T, path string) {
			filled(t, path)
			raw(t, path, "PRAGMA user_version = 0")
		}, store.ErrCorrupt, "no version"},
		"a later version": {func(t *testing.T, path string) {
			filled(t, path)
			raw(t, path, "PRAGMA user_version = 99")
		}, store.ErrTooNew, "version 99"},
		"a folder": {func(t *testing.T, path string) {
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		}, nil, "no file"},
		"a damaged page": {func(t *testing.T, path string) {
			filled(t, path)
			f, err := os.OpenFile(path, os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			info, err := f.Stat()
			if err != nil {
				t.Fatal(err)
			}
			for at := int64(4096); at < info.Size(); at += 4096 {
				if _, err := f.WriteAt(bytes.Repeat([]byte{0xee}, 200), at); err != nil {
					t.Fatal(err)
				}
			}
		}, store.ErrCorrupt, "malformed"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "runs.db")
			c.make(t, path)
			s, err := Open(t.Context(), path, Options{Now: time.Now})
			if err == nil {
				defer s.Close()
				_, err = s.Records(t.Context(), id, 0)
			}
			if err == nil || c.want != nil && !errors.Is(err, c.want) || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), c.text) {
				t.Fatalf("got %v", err)
			}
		})
	}
}

// A later version may bring the schema up to date while we have it open.
func TestOutgrown(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.db")
	s := open(t, path, Options{})
	l := admit(t, s)
	raw(t, path, "PRAGMA user_version = 2")
	if err := s.Commit(t.Context(), l, store.Batch{After: 1}); !errors.Is(err, store.ErrTooNew) {
		t.Error(err)
	}
	if _, err := s.Runs(t.Context(), ""); !errors.Is(err, store.ErrTooNew) {
		t.Error(err)
	}
}

func TestDiskFull(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "runs.db"), Options{})
	l := admit(t, s)
	if _, err := s.db.Exec("PRAGMA max_page_count = 40"); err != nil {
		t.Fatal(err)
	}
	err := s.Commit(t.Context(), l, store.Batch{After: 1, Records: [][]byte{make([]byte, 1<<20)}, Status: "failed"})
	var uncertain *store.UncertainError
	if err == nil || !strings.HasSuffix(err.Error(), "runs.db: the disk is full") || errors.As(err, &uncertain) {
		t.Fatal(err)
	}
	if err := s.Commit(t.Context(), l, store.Batch{After: 1, Records: [][]byte{[]byte("small")}}); err != nil {
		t.Fatalf("afterwards: %v", err)
	}
	if r, err := s.Run(t.Context(), id); err != nil || r.Seq != 2 || r.Status != "running" {
		t.Fatal(r, err)
	}
}

func TestLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.db")
	l := admit(t, open(t, path, Options{}))
	other := open(t, path, Options{})
	held, free := make(chan struct{}), make(chan struct{})
	done := make(chan error, 1)
	go func() {
		done <- other.write(context.Background(), false, func(*tx) error {
			close(held)
			<-free
			return nil
		})
	}()
	<-held
	s := open(t, path, Options{Wait: 20 * time.Millisecond})
	if err := s.Commit(t.Context(), l, store.Batch{After: 1}); err == nil || !strings.Contains(err.Error(), "locked for 20ms") || !strings.Contains(err.Error(), path) {
		t.Error(err)
	}
	if _, err := s.Run(t.Context(), id); err != nil {
		t.Errorf("a reader waits for nobody: %v", err)
	}
	patient := open(t, path, Options{Wait: time.Hour})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := patient.Commit(ctx, l, store.Batch{After: 1}); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	close(free)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Store{s, patient} {
		if err := s.Commit(t.Context(), l, store.Batch{After: 1}); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	}
}

// What was forgotten is in none of the files.
func TestForgetWipes(t *testing.T) {
	dir := t.TempDir()
	s := open(t, filepath.Join(dir, "runs.db"), Options{})
	secret := store.RunID{Tenant: "acme", ID: "run_unmistakable"}
	a := admission(secret)
	a.Goal, a.Agent = "goal unmistakable", "agent unmistakable"
	a.Batch.Records = [][]byte{[]byte("record unmistakable"), bytes.Repeat([]byte("long unmistakable"), 2000)}
	a.Batch.Claims = []store.Claim{{Key: "key unmistakable", Step: "step unmistakable", Outcome: []byte("outcome unmistakable")}}
	a.Batch.Draws = []store.Draw{{Tenant: "acme", Grant: "g", Run: secret, Step: "step unmistakable", Amount: "1", State: store.Held}}
	a.Batch.Owed = []store.Report{{Tenant: "acme", Grant: "g", Run: secret, Step: "step unmistakable"}}
	a.Batch.Approvals = []string{"approval unmistakable"}
	l, err := s.Admit(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	admit(t, s)
	find := func() (found []string) {
		for _, name := range names(t, dir) {
			data, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(data, []byte("unmistakable")) {
				found = append(found, name)
			}
		}
		return found
	}
	if len(find()) == 0 {
		t.Fatal("the test would find nothing")
	}
	if err := s.Release(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	if err := s.Forget(t.Context(), secret, nil); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil { // a descriptor of ours that is closed would give up its locks
		t.Fatal(err)
	}
	if found := find(); len(found) > 0 {
		t.Fatalf("it is still in %q", found)
	}
}

func TestClosed(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "runs.db"), Options{})
	admit(t, s)
	for range 2 {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Runs(t.Context(), ""); err == nil || !strings.Contains(err.Error(), "closed") {
		t.Fatal(err)
	}
}
