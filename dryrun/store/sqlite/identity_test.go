package sqlite

import (
	"database/sql/driver"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/planlint/planlint/dryrun/store"
)

// What is written to files that are not at the path any more is on no record, and whoever wrote it is told.
func TestTakenAway(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file can't be deleted here")
	}
	for name, take := range map[string]func(path string) error{
		"the folder is deleted": func(path string) error { return os.RemoveAll(filepath.Dir(path)) },
		"the file is moved":     func(path string) error { return os.Rename(path, path+".old") },
		"the file is replaced": func(path string) error {
			b, err := os.ReadFile(path)
			return errors.Join(err, os.WriteFile(path+".new", b, 0o600), os.Rename(path+".new", path))
		},
		"the log is deleted": func(path string) error { return os.Remove(path + "-wal") },
	} {
		path := filepath.Join(t.TempDir(), ".planlint", "runs.db")
		s := open(t, path, Options{})
		l := admit(t, s)
		if err := s.Commit(t.Context(), l, store.Batch{After: 1, Records: [][]byte{[]byte("second")}}); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := take(path); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := s.Commit(t.Context(), l, store.Batch{After: 2, Records: [][]byte{[]byte("third")}}); !errors.Is(err, store.ErrGone) {
			t.Errorf("%s: %v", name, err)
		}
		if err := s.Renew(t.Context(), l); !errors.Is(err, store.ErrGone) {
			t.Errorf("%s, and the lease: %v", name, err)
		}
	}
}

// A connection that went takes the log with it, and the next one makes another: nothing is missing.
func TestConnectedAnew(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "runs.db"), Options{})
	l := admit(t, s)
	conn, err := s.db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.Raw(func(any) error { return driver.ErrBadConn }); !errors.Is(err, driver.ErrBadConn) {
		t.Fatal(err)
	}
	if _, err := os.Stat(s.log()); err == nil {
		t.Fatal("the log is still there")
	}
	if err := s.Commit(t.Context(), l, store.Batch{After: 1, Records: [][]byte{[]byte("second")}}); err != nil {
		t.Error(err)
	}
}
