package sqlite

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/dryrun/store"
	"github.com/planlint/planlint/dryrun/store/storetest"
)

var writeFixture = flag.Bool("write-fixture", false, "write the fixture of this version, where there is none")

func fixture(version int) string { return fmt.Sprintf("testdata/v%d.db", version) }

// Every version that was ever written can be read: a new migration needs a fixture (-write-fixture makes it).
func TestFixtures(t *testing.T) {
	latest := len(migrations)
	if _, err := os.Stat(fixture(latest)); *writeFixture && errors.Is(err, os.ErrNotExist) {
		s := open(t, fixture(latest), Options{})
		storetest.Fill(t, s)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for v := 1; v <= latest; v++ {
		t.Run(fmt.Sprint(v), func(t *testing.T) {
			data, err := os.ReadFile(fixture(v))
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "runs.db")
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			if v == latest {
				storetest.Filled(t, open(t, path, Options{ReadOnly: true}))
			}
			storetest.Filled(t, open(t, path, Options{}))
		})
	}
	files, err := filepath.Glob("testdata/v*.db")
	if err != nil || len(files) != latest {
		t.Errorf("%q for %d versions, %v", files, latest, err)
	}
}

// Those that come take only the steps that are missing, and all or none.
func TestMigrate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.db")
	s := open(t, path, Options{})
	storetest.Fill(t, s)
	steps := append(migrations[:len(migrations):len(migrations)], "ALTER TABLE runs ADD COLUMN more TEXT NOT NULL DEFAULT 'none'")
	up := func(steps []string) error {
		return s.explain(transact(t.Context(), s.db, "BEGIN IMMEDIATE", func(t *tx) error { return migrate(t, steps) }))
	}
	broken := append(steps[:len(steps):len(steps)], "CREATE TABLE half (a); INSERT INTO nowhere VALUES (1)")
	if err := up(broken); err == nil {
		t.Fatal("a broken step was taken")
	}
	storetest.Filled(t, s)
	for range 2 {
		if err := up(steps); err != nil {
			t.Fatal(err)
		}
	}
	var more string
	h, err := readHeader(t.Context(), s.db)
	if err != nil || h.version != len(steps) {
		t.Fatal(h, err)
	}
	if err := s.db.QueryRow("SELECT more FROM runs").Scan(&more); err != nil || more != "none" {
		t.Fatal(more, err)
	}
	if err := up(migrations); !errors.Is(err, store.ErrTooNew) {
		t.Fatal(err)
	}
}

// An earlier version is brought up to date by opening it, but not where it may only be read.
func TestEarlier(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.db")
	storetest.Fill(t, open(t, path, Options{}))
	before := migrations
	t.Cleanup(func() { migrations = before })
	migrations = append(before[:len(before):len(before)], "CREATE TABLE more (a INTEGER) STRICT")
	if s, err := Open(t.Context(), path, Options{Now: time.Now, ReadOnly: true}); err == nil {
		s.Close()
		t.Fatal("read a schema that it does not know")
	}
	storetest.Filled(t, open(t, path, Options{}))
	h, err := readHeader(context.Background(), open(t, path, Options{}).db)
	if want := (header{application, len(migrations), h.tables}); err != nil || !cmp.Equal(h, want, cmp.AllowUnexported(header{})) {
		t.Fatal(h, err)
	}
}
