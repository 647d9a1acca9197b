package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/planlint/planlint/dryrun/store"
)

// token is that of a new lease.
func (t *tx) token() (token int64, err error) {
	return token, t.row("UPDATE leases SET token = token + 1 RETURNING token").Scan(&token)
}

// Acquire takes the lease of a run.
func (s *Store) Acquire(ctx context.Context, id store.RunID, owner string, ttl time.Duration, gone func(string) bool) (l store.Lease, err error) {
	if err := store.CheckOwner(owner, ttl); err != nil {
		return store.Lease{}, err
	}
	err = s.free(ctx, id, gone, func(t *tx, run int64) error {
		token, err := t.token()
		if err != nil {
			return err
		}
		l = store.Lease{RunID: id, Owner: owner, Token: token, TTL: ttl}
		return t.exec("UPDATE runs SET owner = ?, token = ?, until = ? WHERE number = ?", owner, token, store.Stamp(s.now().Add(ttl)), run)
	})
	if err != nil {
		return store.Lease{}, err
	}
	return l, nil
}

// free does something to a run that nobody holds. gone is asked outside of the transaction, so that nobody waits for it;
// who was asked about must still be the holder afterwards.
func (s *Store) free(ctx context.Context, id store.RunID, gone func(string) bool, do func(t *tx, run int64) error) error {
	var past int64 // the token of a lease whose owner is gone
	for {
		var token int64
		err := s.write(ctx, false, func(t *tx) (err error) {
			var run int64
			var owner string
			var until sql.NullString
			err = t.row("SELECT number, owner, token, until FROM runs WHERE tenant = ? AND id = ?", id.Tenant, id.ID).
				Scan(&run, &owner, &token, &until)
			if err != nil {
				return err
			}
			held, err := instant(until)
			if err != nil {
				return err
			}
			if owner != "" && token != past && held.After(s.now()) {
				return &store.LeasedError{Run: id, Owner: owner, Until: held}
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
		return t.exec("UPDATE runs SET until = ? WHERE number = ?", store.Stamp(s.now().Add(l.TTL)), r.number)
	}))
}

// Release gives a lease back.
func (s *Store) Release(ctx context.Context, l store.Lease) error {
	err := fenced(s.write(ctx, false, func(t *tx) error {
		r, err := t.held(l)
		if err != nil {
			return err
		}
		return t.exec("UPDATE runs SET owner = '', until = NULL WHERE number = ?", r.number)
	}))
	if errors.Is(err, store.ErrFenced) {
		return nil
	}
	return err
}

// Forget erases a run.
func (s *Store) Forget(ctx context.Context, id store.RunID, gone func(string) bool) error {
	err := s.free(ctx, id, gone, func(t *tx, run int64) error {
		for _, query := range []string{
			"DELETE FROM draws WHERE run = ? AND state = 'released'",
			"UPDATE draws SET run = NULL, step = '' WHERE run = ?",
			"DELETE FROM reports WHERE run = ? AND delivered IS NOT NULL",
			"UPDATE reports SET run = NULL, step = '' WHERE run = ?",
			"DELETE FROM runs WHERE number = ?", // and with it what refers to it
		} {
			if err := t.exec(query, run); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.wipe(ctx)
}

// wipe empties the log, where what was erased may still be read. Readers may keep it from that; then closing does it.
func (s *Store) wipe(ctx context.Context) error {
	db, err := s.open(ctx, false)
	if err != nil {
		return err
	}
	var blocked, frames, written int
	err = db.QueryRowContext(context.WithoutCancel(ctx), "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&blocked, &frames, &written)
	if busy(err) {
		return nil
	}
	return s.explain(err)
}
