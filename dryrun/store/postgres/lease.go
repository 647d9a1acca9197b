package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/planlint/planlint/dryrun/store"
)

// Acquire takes the lease of a run.
func (s *Store) Acquire(ctx context.Context, id store.RunID, owner string, ttl time.Duration, gone func(string) bool) (l store.Lease, err error) {
	if err := store.CheckOwner(owner, ttl); err != nil {
		return store.Lease{}, err
	}
	err = s.free(ctx, id, gone, func(t *tx, run int64) error {
		l = store.Lease{RunID: id, Owner: owner, TTL: ttl}
		// With the run's row locked, the sequence grows from one lease of it to the next.
		return t.row("UPDATE runs SET owner = $1, token = nextval('lease_token'), until = clock_timestamp() + "+microseconds("$2")+
			" WHERE number = $3 RETURNING token", owner, micros(ttl), run).Scan(&l.Token)
	})
	if err != nil {
		return store.Lease{}, err
	}
	return l, nil
}

// free does something to a run that nobody holds, with its row locked. gone is asked outside of the transaction, so that
// nobody waits for it; who was asked about must still be the holder afterwards.
func (s *Store) free(ctx context.Context, id store.RunID, gone func(string) bool, do func(t *tx, run int64) error) error {
	var past int64 // the token of a lease whose owner is gone
	for {
		var token int64
		err := s.write(ctx, false, func(t *tx) error {
			if !keepable(id.Tenant, id.ID) {
				return pgx.ErrNoRows
			}
			var run int64
			if err := t.row("SELECT number FROM runs WHERE tenant = $1 AND id = $2 FOR UPDATE", id.Tenant, id.ID).Scan(&run); err != nil {
				return err
			}
			// Asked again behind the lock: the clock went on while we waited for it.
			var owner string
			var until *time.Time
			var held bool
			err := t.row("SELECT owner, token, until, owner <> '' AND until > clock_timestamp() FROM runs WHERE number = $1", run).
				Scan(&owner, &token, &until, &held)
			if err != nil {
				return err
			}
			if held && token != past {
				return &store.LeasedError{Run: id, Owner: owner, Until: until.UTC()}
			}
			return do(t, run)
		})
		var leased *store.LeasedError
		if !errors.As(err, &leased) || gone == nil || !gone(leased.Owner) {
			return missing(err)
		}
		past = token
	}
}

// Renew extends a lease.
func (s *Store) Renew(ctx context.Context, l store.Lease) error {
	return fenced(s.write(ctx, false, func(t *tx) error {
		r, err := t.held(l)
		if err != nil {
			return err
		}
		_, err = t.conn.Exec(t.ctx, "UPDATE runs SET until = clock_timestamp() + "+microseconds("$1")+" WHERE number = $2", micros(l.TTL), r.number)
		return err
	}))
}

// Release gives a lease back.
func (s *Store) Release(ctx context.Context, l store.Lease) error {
	err := fenced(s.write(ctx, false, func(t *tx) error {
		r, err := t.held(l)
		if err != nil {
			return err
		}
		_, err = t.conn.Exec(t.ctx, "UPDATE runs SET owner = '', until = NULL WHERE number = $1", r.number)
		return err
	}))
	if errors.Is(err, store.ErrFenced) {
		return nil
	}
	return err
}

// Forget erases a run.
func (s *Store) Forget(ctx context.Context, id store.RunID, gone func(string) bool) error {
	return s.free(ctx, id, gone, func(t *tx, run int64) error {
		var batch pgx.Batch
		for _, query := range []string{
			"DELETE FROM draws WHERE run = $1 AND state = 'released'",
			"UPDATE draws SET run = NULL, step = '' WHERE run = $1",
			"DELETE FROM reports WHERE run = $1 AND delivered IS NOT NULL",
			"UPDATE reports SET run = NULL, step = '' WHERE run = $1",
			"DELETE FROM runs WHERE number = $1", // and with it what refers to it
		} {
			batch.Queue(query, run)
		}
		return t.send(&batch)
	})
}
