package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/planlint/planlint/dryrun/store"
)

// tx is a transaction.
type tx struct {
	ctx  context.Context
	conn *sql.Conn
}

func (t *tx) exec(query string, args ...any) error {
	_, err := t.conn.ExecContext(t.ctx, query, args...)
	return err
}

func (t *tx) row(query string, args ...any) *sql.Row {
	return t.conn.QueryRowContext(t.ctx, query, args...)
}

// rows calls scan for each row.
func (t *tx) rows(scan func(*sql.Rows) error, query string, args ...any) error {
	rows, err := t.conn.QueryContext(t.ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// write does something in a transaction that no other can interleave. Without a store it does nothing and is errAbsent,
// unless it may create one.
func (s *Store) write(ctx context.Context, create bool, do func(*tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	db, err := s.open(ctx, create)
	if err != nil {
		return err
	}
	if s.mode != writing {
		return fmt.Errorf("store %s: %w", s.name(), store.ErrReadOnly)
	}
	if err := transact(ctx, db, "BEGIN IMMEDIATE", func(t *tx) error {
		if err := t.current(); err != nil {
			return err
		}
		return do(t)
	}); err != nil {
		return s.explain(err)
	}
	return s.explain(s.still())
}

// read does something on one state of the store. Without a store it does nothing and is errAbsent.
func (s *Store) read(ctx context.Context, do func(*tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	db, err := s.open(ctx, false)
	if err != nil {
		return err
	}
	return s.explain(transact(ctx, db, "BEGIN", func(t *tx) error {
		if err := t.current(); err != nil {
			return err
		}
		return do(t)
	}))
}

// current refuses a schema that a later version has changed since we opened the file.
func (t *tx) current() error {
	var version int
	if err := t.row("PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if version != len(migrations) {
		return fmt.Errorf("%w: its schema has version %d by now", store.ErrTooNew, version)
	}
	return nil
}

// transact keeps what do did, as a whole or, where it or the commit errs, not at all. Giving up counts until the commit
// begins; from there on the answer is awaited.
func transact(ctx context.Context, db *sql.DB, begin string, do func(*tx) error) (err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	after := context.WithoutCancel(ctx)
	kept := false
	defer func() {
		if kept {
			return
		}
		if _, rollback := conn.ExecContext(after, "ROLLBACK"); rollback != nil {
			// SQLite may have rolled back by itself. In doubt the connection goes, and the transaction with it.
			_ = conn.Raw(func(any) error { return driver.ErrBadConn })
		}
	}()
	if _, err := conn.ExecContext(ctx, begin); err != nil {
		return err // it may have begun all the same, where somebody gave up meanwhile
	}
	if err := do(&tx{ctx, conn}); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if _, err := conn.ExecContext(after, "COMMIT"); err != nil {
		if input(err) {
			// The log may hold the end of the transaction, and another process may find it there after a crash.
			return &store.UncertainError{Err: err}
		}
		return err
	}
	kept = true
	return nil
}

// absent is whether there was no store to ask.
func absent(err error) bool { return errors.Is(err, errAbsent) }
