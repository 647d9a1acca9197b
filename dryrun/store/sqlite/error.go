package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

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

// worded is an error of the driver in words of ours, where its own would only say the same again.
type worded struct {
	text string
	err  error
}

// Error is our words.
func (e *worded) Error() string { return e.text }

// Unwrap is the driver's error.
func (e *worded) Unwrap() error { return e.err }

// word says what an error of the driver means; any other is left alone.
func (s *Store) word(err error) error {
	switch code(err) {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return &worded{fmt.Sprintf("another process has had it locked for %v", s.opts.Wait), err}
	case sqlite3.SQLITE_FULL:
		return &worded{"the disk is full", err}
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%w: %w", store.ErrCorrupt, err)
	case sqlite3.SQLITE_READONLY:
		return &worded{"it can't be written", errors.Join(store.ErrReadOnly, err)}
	case sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return fmt.Errorf("it can't be opened: %w", err)
	}
	return err
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
		return &store.UncertainError{Err: fmt.Errorf("store %s: %w", s.name(), s.word(uncertain.Err))}
	case errors.Is(err, store.ErrGone):
		return fmt.Errorf("store %s: %w", s.name(), err)
	case errors.As(err, &path):
		return fmt.Errorf("store %s: %w", s.name(), path.Err)
	}
	if code(err) == sqlite3.SQLITE_ERROR && strings.Contains(err.Error(), "no such ") { // a table or a column
		return fmt.Errorf("store %s: %w: %w", s.name(), store.ErrCorrupt, err)
	}
	return fmt.Errorf("store %s: %w", s.name(), s.word(err))
}
