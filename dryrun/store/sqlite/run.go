package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/planlint/planlint/dryrun/store"
)

const runColumns = "tenant, id, agent, plan, goal, status, created, updated, seq, head, owner, until"

// Run is what is known of a run.
func (s *Store) Run(ctx context.Context, id store.RunID) (r store.Run, err error) {
	err = s.read(ctx, func(t *tx) error {
		r, err = scanRun(t.row("SELECT "+runColumns+" FROM runs WHERE tenant = ? AND id = ?", id.Tenant, id.ID))
		return err
	})
	return r, missing(err)
}

// Runs are the runs of a tenant or of all.
func (s *Store) Runs(ctx context.Context, tenant string) (all []store.Run, err error) {
	err = s.read(ctx, func(t *tx) error {
		return t.rows(func(rows *sql.Rows) error {
			r, err := scanRun(rows)
			all = append(all, r)
			return err
		}, "SELECT "+runColumns+" FROM runs WHERE ?1 = '' OR tenant = ?1 ORDER BY number DESC", tenant)
	})
	return all, empty(err)
}

// Records are the records of a run after one.
func (s *Store) Records(ctx context.Context, id store.RunID, after int64) (all []store.Record, err error) {
	err = s.read(ctx, func(t *tx) error {
		var run int64
		if err := t.row("SELECT number FROM runs WHERE tenant = ? AND id = ?", id.Tenant, id.ID).Scan(&run); err != nil {
			return err
		}
		return t.rows(func(rows *sql.Rows) error {
			var r store.Record
			err := rows.Scan(&r.Seq, &r.Prev, &r.Hash, &r.Body)
			all = append(all, r)
			return err
		}, "SELECT seq, prev, hash, body FROM records WHERE run = ? AND seq > ? ORDER BY seq", run, after)
	})
	return all, missing(err)
}

// Claim is the claim on an effect.
func (s *Store) Claim(ctx context.Context, id store.RunID, key string) (c store.Claim, ok bool, err error) {
	err = s.read(ctx, func(t *tx) error {
		var expires sql.NullString
		err := t.row(`SELECT key, step, landed, outcome, expires FROM claims
			WHERE run = (SELECT number FROM runs WHERE tenant = ? AND id = ?) AND key = ?`, id.Tenant, id.ID, key).
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
	if absent(err) || errors.Is(err, sql.ErrNoRows) {
		return store.Claim{}, false, nil
	}
	return c, err == nil, err
}

func scanRun(row interface{ Scan(...any) error }) (r store.Run, err error) {
	var goal []byte
	var created, updated, until sql.NullString
	err = row.Scan(&r.Tenant, &r.ID, &r.Agent, &r.Plan, &goal, &r.Status, &created, &updated, &r.Seq, &r.Head, &r.Owner, &until)
	if err != nil {
		return store.Run{}, err
	}
	r.Goal = string(goal)
	for _, x := range []struct {
		to   *time.Time
		from sql.NullString
	}{{&r.Created, created}, {&r.Updated, updated}, {&r.Until, until}} {
		if *x.to, err = instant(x.from); err != nil {
			return store.Run{}, fmt.Errorf("run %q: %w", r.ID, err)
		}
	}
	return r, nil
}

// instant is a column's, the zero Time for NULL.
func instant(s sql.NullString) (time.Time, error) {
	if !s.Valid {
		return time.Time{}, nil
	}
	return store.ParseStamp(s.String)
}

// stamp is what instant reads.
func stamp(t time.Time) sql.NullString {
	return sql.NullString{String: store.Stamp(t), Valid: !t.IsZero()}
}

// missing is ErrNotFound where there is no store or no row.
func missing(err error) error {
	if absent(err) || errors.Is(err, sql.ErrNoRows) {
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
