package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	driver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/planlint/planlint/dryrun/store"
)

// code is SQLite's primary result code in an error, 0 where there is none.
func code(err error) int {
	var e *driver.Error
	if errors.As(err, &e) {
		return e.Code() & 0xff
	}
	return 0
}

func busy(err error) bool {
	c := code(err)
	return c == sqlite3.SQLITE_BUSY || c == sqlite3.SQLITE_LOCKED
}

func input(err error) bool { return code(err) == sqlite3.SQLITE_IOERR }

// denied reports whether it was a matter of permissions.
func denied(err error) bool {
	c := code(err)
	return c == sqlite3.SQLITE_READONLY || c == sqlite3.SQLITE_CANTOPEN || c == sqlite3.SQLITE_PERM
}

// explain names the file in what went wrong. What the interface promises, and giving up, go through as they are.
func (s *Store) explain(err error) error {
	var leased *store.LeasedError
	var full *store.HeadroomError
	var uncertain *store.UncertainError
	var path *fs.PathError
	switch {
	case err == nil || errors.Is(err, errAbsent):
		return err
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, store.ErrExists), errors.Is(err, store.ErrNotFound), errors.Is(err, store.ErrFenced), errors.Is(err, store.ErrUsed):
		return err
	case errors.As(err, &leased), errors.As(err, &full):
		return err
	case errors.As(err, &uncertain):
		return &store.UncertainError{Err: fmt.Errorf("store %s: %w", s.name(), uncertain.Err)}
	case errors.As(err, &path):
		return fmt.Errorf("store %s: %w", s.name(), path.Err)
	}
	switch code(err) {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return fmt.Errorf("store %s: another process has had it locked for %v: %w", s.name(), s.opts.Wait, err)
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("store %s: the disk is full: %w", s.name(), err)
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("store %s: %w: %w", s.name(), store.ErrCorrupt, err)
	case sqlite3.SQLITE_READONLY:
		return fmt.Errorf("store %s: it can't be written: %w", s.name(), err)
	case sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return fmt.Errorf("store %s: it can't be opened: %w", s.name(), err)
	}
	return fmt.Errorf("store %s: %w", s.name(), err)
}
