package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/planlint/planlint/dryrun/store"
)

// The codes of errors that we know.
const (
	undefinedTable = "42P01"
	diskFull       = "53100"
	readOnly       = "25006" // a standby, or a server that was told so
	dataCorrupted  = "XX001"
	indexCorrupted = "XX002"
)

// explain names the database in what went wrong, and keeps nothing of the driver's error but its text without the
// password. What the interface promises, and giving up, go through as they are.
func (s *Store) explain(ctx context.Context, err error) error {
	var leased *store.LeasedError
	var full *store.HeadroomError
	var uncertain *store.UncertainError
	var answer *pgconn.PgError
	switch {
	case err == nil || absent(err) || errors.Is(err, pgx.ErrNoRows):
		return err
	case errors.As(err, &uncertain):
		return &store.UncertainError{Err: s.tell(uncertain.Err)}
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, store.ErrExists), errors.Is(err, store.ErrNotFound), errors.Is(err, store.ErrFenced), errors.Is(err, store.ErrUsed):
		return err
	case errors.As(err, &leased), errors.As(err, &full):
		return err
	case errors.Is(err, errOld):
		return fmt.Errorf("store %s: %w, and may not be changed here", s.address.name, errOld)
	case errors.Is(err, store.ErrTooNew), errors.Is(err, store.ErrCorrupt), errors.Is(err, store.ErrReadOnly):
		return fmt.Errorf("store %s: %w", s.address.name, err)
	case !errors.As(err, &answer):
		return s.tell(err)
	}
	switch answer.Code {
	case dataCorrupted, indexCorrupted:
		return fmt.Errorf("store %s: %w: %s", s.address.name, store.ErrCorrupt, s.address.hide(err.Error()))
	case diskFull:
		return fmt.Errorf("store %s: the disk is full: %s", s.address.name, s.address.hide(err.Error()))
	case readOnly:
		return fmt.Errorf("store %s: %w: %s", s.address.name, store.ErrReadOnly, s.address.hide(err.Error()))
	}
	return s.tell(err)
}

func (s *Store) tell(err error) error {
	return fmt.Errorf("store %s: %s", s.address.name, s.address.hide(err.Error()))
}
