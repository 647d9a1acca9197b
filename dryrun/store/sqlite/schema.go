package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"time"

	"github.com/planlint/planlint/dryrun/store"
)

// application marks a file as a store of ours: "PLNL".
const application = 0x504c4e4c

//go:embed migrations/*.sql
var files embed.FS

// migrations are the steps from each version of the schema to the next. Those that were released never change.
var migrations = readMigrations()

func readMigrations() (all []string) {
	entries, err := files.ReadDir("migrations")
	if err != nil {
		panic("planlint: internal error: " + err.Error())
	}
	for _, e := range entries {
		text, err := files.ReadFile("migrations/" + e.Name())
		if err != nil {
			panic("planlint: internal error: " + err.Error())
		}
		all = append(all, string(text))
	}
	return all
}

// header is what a file says of itself.
type header struct{ application, version, tables int }

func readHeader(ctx context.Context, q queryer) (h header, err error) {
	return h, q.QueryRowContext(ctx, `SELECT
		(SELECT application_id FROM pragma_application_id),
		(SELECT user_version FROM pragma_user_version),
		(SELECT count(*) FROM sqlite_schema)`).Scan(&h.application, &h.version, &h.tables)
}

type queryer interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// check reports whether the file can be used as it is.
func (h header) check(latest int) (ready bool, err error) {
	switch {
	case h == header{}:
		return false, nil
	case h.application != application:
		return false, fmt.Errorf("%w: it is a database of something else", store.ErrCorrupt)
	case h.version > latest:
		return false, fmt.Errorf("%w: its schema has version %d, and %d is the last known", store.ErrTooNew, h.version, latest)
	case h.version < 1:
		return false, fmt.Errorf("%w: its schema has no version", store.ErrCorrupt)
	}
	return h.version == latest, nil
}

// prepare makes sure that the file has the schema of this version.
func (s *Store) prepare(ctx context.Context, db *sql.DB, m mode, create bool) error {
	h, err := readHeader(ctx, db)
	if err != nil {
		return err
	}
	ready, err := h.check(len(migrations))
	switch {
	case err != nil || ready:
		return err
	case h == header{} && !create:
		return errAbsent
	case m != writing:
		return errors.New("it was written by an earlier version, and can't be brought up to date where it can't be written")
	}
	if h == (header{}) {
		if err := s.logAhead(ctx, db); err != nil {
			return err
		}
	}
	return transact(ctx, db, "BEGIN IMMEDIATE", func(t *tx) error { return migrate(t, migrations) })
}

// logAhead turns on the write-ahead log, which the file remembers. SQLite does not wait for others with that.
func (s *Store) logAhead(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, s.opts.Wait)
	defer cancel()
	for {
		_, err := db.ExecContext(ctx, "PRAGMA journal_mode = WAL")
		if err == nil || !busy(err) {
			return err
		}
		pause := time.NewTimer(5 * time.Millisecond)
		select {
		case <-ctx.Done():
			pause.Stop()
			return err
		case <-pause.C:
		}
	}
}

// migrate takes the steps that the file lacks. Another process may have taken them since we looked.
func migrate(t *tx, steps []string) error {
	h, err := readHeader(t.ctx, t.conn)
	if err != nil {
		return err
	}
	if ready, err := h.check(len(steps)); ready || err != nil {
		return err
	}
	for _, step := range steps[h.version:] {
		if err := t.exec(step); err != nil {
			return err
		}
	}
	return t.exec(fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", application, len(steps)))
}
