package postgres

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/planlint/planlint/dryrun/store"
)

// tx is a transaction.
type tx struct {
	ctx  context.Context
	conn *pgx.Conn
}

func (t *tx) row(query string, args ...any) pgx.Row { return t.conn.QueryRow(t.ctx, query, args...) }

// rows calls scan for each row.
func (t *tx) rows(scan func(pgx.Rows) error, query string, args ...any) error {
	rows, err := t.conn.Query(t.ctx, query, args...)
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

// send makes changes that need no answer from each other, in one go.
func (t *tx) send(b *pgx.Batch) error { return t.conn.SendBatch(t.ctx, b).Close() }

// How a transaction begins. A reader sees one state; a writer sees what was committed before each of its statements,
// so that what it sees behind a lock is what the one before it left. A server that would answer before a commit is on its
// disk is told to wait.
const (
	reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
	writing = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; " +
		"SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'"
)

// What begin may say of the schema beside store.ErrTooNew. They never leave the package.
var (
	errAbsent = errors.New("there is no store")
	errOld    = errors.New("the store was written by an earlier version")
)

func absent(err error) bool { return errors.Is(err, errAbsent) }

// begin starts a transaction in the schema, and looks at its version. All of it is one message.
func (s *Store) begin(ctx context.Context, conn *pgx.Conn, how string) error {
	results, err := conn.PgConn().Exec(ctx, how+
		"; SET LOCAL search_path TO "+s.schema+
		"; SET LOCAL idle_in_transaction_session_timeout TO '60s'"+
		"; SELECT number FROM version").ReadAll()
	var answer *pgconn.PgError
	switch {
	case errors.As(err, &answer) && answer.Code == undefinedTable:
		return errAbsent
	case err != nil:
		return err
	}
	rows := results[len(results)-1].Rows
	if len(rows) != 1 || len(rows[0]) != 1 {
		return fmt.Errorf("%w: its schema has %d versions", store.ErrCorrupt, len(rows))
	}
	version, err := strconv.Atoi(string(rows[0][0]))
	if err != nil {
		return fmt.Errorf("%w: its schema has no version", store.ErrCorrupt)
	}
	return checkVersion(version, len(migrations))
}

func checkVersion(version, latest int) error {
	switch {
	case version > latest:
		return fmt.Errorf("%w: its schema has version %d, and %d is the last known", store.ErrTooNew, version, latest)
	case version < 1:
		return fmt.Errorf("%w: its schema has version %d", store.ErrCorrupt, version)
	case version < latest:
		return errOld
	}
	return nil
}

// read does something on one state of the store. Without a store it does nothing and is errAbsent.
func (s *Store) read(ctx context.Context, do func(*tx) error) error {
	return s.explain(ctx, s.transact(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		return s.begin(ctx, conn, reading)
	}, do, false))
}

// write does something and keeps it. Without a store it does nothing and is errAbsent, unless it may create one.
func (s *Store) write(ctx context.Context, create bool, do func(*tx) error) error {
	if s.opts.ReadOnly {
		return s.explain(ctx, store.ErrReadOnly)
	}
	for {
		err := s.transact(ctx, func(ctx context.Context, conn *pgx.Conn) error { return s.begin(ctx, conn, writing) }, do, true)
		if !errors.Is(err, errOld) && !(create && absent(err)) {
			return s.explain(ctx, err)
		}
		if err := s.migrate(ctx); err != nil {
			return err
		}
	}
}

// transact does something in a transaction, and keeps it where keep says so and nothing errs. Giving up counts until the
// commit begins; from there on the answer is awaited.
func (s *Store) transact(ctx context.Context, begin func(context.Context, *pgx.Conn) error, do func(*tx) error, keep bool) error {
	for {
		conn, used, err := s.pool.get(ctx)
		if err != nil {
			return err
		}
		began, err := s.attempt(ctx, conn, begin, do, keep)
		if !began && used && conn.IsClosed() && ctx.Err() == nil {
			s.pool.put(conn)
			continue // it broke while nobody used it, and nothing was asked of it yet
		}
		s.pool.put(conn)
		return err
	}
}

func (s *Store) attempt(ctx context.Context, conn *pgx.Conn, begin func(context.Context, *pgx.Conn) error, do func(*tx) error, keep bool) (began bool, err error) {
	last := func(do func(context.Context)) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.opts.Answer)
		defer cancel()
		do(ctx)
	}
	done := false
	defer func() {
		if !done && !conn.IsClosed() {
			// Where that fails the connection goes, and the transaction with it.
			last(func(ctx context.Context) { _, _ = conn.PgConn().Exec(ctx, "ROLLBACK").ReadAll() })
		}
	}()
	if err := begin(ctx, conn); err != nil {
		return false, err
	}
	if err := do(&tx{ctx, conn}); err != nil {
		return true, err
	}
	if err := ctx.Err(); err != nil || !keep {
		return true, err
	}
	done = true
	last(func(ctx context.Context) { err = commit(ctx, conn) })
	return true, err
}

// commit tells what is certain: an error of the server's own means that nothing was kept, and so does a message that was
// never sent. Everything else, also a server that hangs up with a reason, leaves it open.
func commit(ctx context.Context, conn *pgx.Conn) error {
	results, err := conn.PgConn().Exec(ctx, "COMMIT").ReadAll()
	var answer *pgconn.PgError
	switch {
	case err == nil && len(results) == 1 && results[0].CommandTag.String() == "COMMIT":
		return nil
	case err == nil:
		return errors.New("the server rolled the transaction back")
	case errors.As(err, &answer) && answer.SeverityUnlocalized == "ERROR":
		return err
	case pgconn.SafeToRetry(err):
		return err
	}
	return &store.UncertainError{Err: err}
}
