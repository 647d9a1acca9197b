package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/planlint/planlint/dryrun/store"
)

const runColumns = "tenant, id, agent, plan, goal, status, created, updated, seq, head, owner, until"

// Run is what is known of a run.
func (s *Store) Run(ctx context.Context, id store.RunID) (r store.Run, err error) {
	err = s.read(ctx, func(t *tx) error {
		if !keepable(id.Tenant, id.ID) {
			return pgx.ErrNoRows
		}
		r, err = scanRun(t.row("SELECT "+runColumns+" FROM runs WHERE tenant = $1 AND id = $2", id.Tenant, id.ID))
		return err
	})
	return r, missing(err)
}

// Runs are the runs of a tenant or of all.
func (s *Store) Runs(ctx context.Context, tenant string) (all []store.Run, err error) {
	err = s.read(ctx, func(t *tx) error {
		if !keepable(tenant) {
			return nil
		}
		return t.rows(func(rows pgx.Rows) error {
			r, err := scanRun(rows)
			all = append(all, r)
			return err
		}, "SELECT "+runColumns+" FROM runs WHERE $1::text = '' OR tenant = $1 ORDER BY number DESC", tenant)
	})
	return all, empty(err)
}

// Records are the records of a run after one.
func (s *Store) Records(ctx context.Context, id store.RunID, after int64) (all []store.Record, err error) {
	err = s.read(ctx, func(t *tx) error {
		if !keepable(id.Tenant, id.ID) {
			return pgx.ErrNoRows
		}
		var run int64
		if err := t.row("SELECT number FROM runs WHERE tenant = $1 AND id = $2", id.Tenant, id.ID).Scan(&run); err != nil {
			return err
		}
		return t.rows(func(rows pgx.Rows) error {
			var r store.Record
			err := rows.Scan(&r.Seq, &r.Prev, &r.Hash, &r.Body)
			all = append(all, r)
			return err
		}, "SELECT seq, prev, hash, body FROM records WHERE run = $1 AND seq > $2 ORDER BY seq", run, after)
	})
	return all, missing(err)
}

// Claim is the claim on an effect.
func (s *Store) Claim(ctx context.Context, id store.RunID, key string) (c store.Claim, ok bool, err error) {
	err = s.read(ctx, func(t *tx) error {
		if !keepable(id.Tenant, id.ID, key) {
			return pgx.ErrNoRows
		}
		var expires *string
		err := t.row(`SELECT key, step, landed, outcome, expires FROM claims
			WHERE run = (SELECT number FROM runs WHERE tenant = $1 AND id = $2) AND key = $3`, id.Tenant, id.ID, key).
			Scan(&c.Key, &c.Step, &c.Landed, &c.Outcome, &expires)
		if err != nil {
			return err
		}
		if len(c.Outcome) == 0 {
			c.Outcome = nil
		}
		c.Expires, err = instant(expires)
		return err
	})
	if absent(err) || errors.Is(err, pgx.ErrNoRows) {
		return store.Claim{}, false, nil
	}
	return c, err == nil, err
}

func scanRun(row pgx.Row) (r store.Run, err error) {
	var goal []byte
	var until *time.Time
	err = row.Scan(&r.Tenant, &r.ID, &r.Agent, &r.Plan, &goal, &r.Status, &r.Created, &r.Updated, &r.Seq, &r.Head, &r.Owner, &until)
	if err != nil {
		return store.Run{}, err
	}
	r.Goal, r.Created, r.Updated = string(goal), r.Created.UTC(), r.Updated.UTC()
	if until != nil {
		r.Until = until.UTC()
	}
	return r, nil
}

// instant is that of a text column, the zero Time for NULL.
func instant(s *string) (time.Time, error) {
	if s == nil {
		return time.Time{}, nil
	}
	return store.ParseStamp(*s)
}

// stamp is what instant reads.
func stamp(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	s := store.Stamp(t)
	return &s
}

// keepable reports whether all are texts. What is none can't be asked for, and is not there.
func keepable(all ...string) bool {
	for _, s := range all {
		if !store.Keepable(s) {
			return false
		}
	}
	return true
}

// missing is ErrNotFound where there is no store or no row.
func missing(err error) error {
	if absent(err) || errors.Is(err, pgx.ErrNoRows) {
		return store.ErrNotFound
	}
	return err
}

// empty is no error where there is no store.
func empty(err error) error {
	if absent(err) {
		return nil
	}
	return err
}
