package postgres

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/planlint/planlint/dryrun/store"
)

// Admit creates a run.
func (s *Store) Admit(ctx context.Context, a store.Admission) (l store.Lease, err error) {
	if err := a.Check(); err != nil {
		return store.Lease{}, err
	}
	err = s.write(ctx, true, func(t *tx) error {
		l = store.Lease{RunID: a.Run, Owner: a.Owner, TTL: a.TTL}
		r := run{head: store.Genesis}
		// Who admits the same run at the same time waits here, and then finds it.
		err := t.row(`INSERT INTO runs (`+runColumns+`, token)
			VALUES ($1, $2, $3, $4, $5, '', clock_timestamp(), clock_timestamp(), 0, $6, $7, clock_timestamp(), nextval('lease_token'))
			ON CONFLICT (tenant, id) DO NOTHING RETURNING number, token`,
			a.Run.Tenant, a.Run.ID, a.Agent, a.Plan, []byte(a.Goal), r.head, a.Owner).Scan(&r.number, &l.Token)
		if errors.Is(err, pgx.ErrNoRows) {
			return store.ErrExists
		}
		if err != nil {
			return err
		}
		if err := s.apply(t, r, l, &a.Batch); err != nil {
			return err
		}
		_, err = t.conn.Exec(t.ctx, "UPDATE runs SET created = updated WHERE number = $1", r.number)
		return err
	})
	if err != nil {
		return store.Lease{}, err
	}
	return l, nil
}

// Commit appends to a run.
func (s *Store) Commit(ctx context.Context, l store.Lease, b store.Batch) error {
	if err := b.Check(l.RunID); err != nil {
		return err
	}
	return fenced(s.write(ctx, false, func(t *tx) error {
		r, err := t.held(l)
		if err != nil {
			return err
		}
		if r.seq != b.After {
			return store.ErrFenced
		}
		return s.apply(t, r, l, &b)
	}))
}

// run is the end of a journal.
type run struct {
	number, seq int64
	head        string
}

// held is the run of a lease, locked, and no row where the lease is another's by now.
func (t *tx) held(l store.Lease) (r run, err error) {
	if !keepable(l.Tenant, l.ID, l.Owner) {
		return r, pgx.ErrNoRows
	}
	err = t.row(`SELECT number, seq, head FROM runs
		WHERE tenant = $1 AND id = $2 AND owner = $3 AND owner <> '' AND token = $4 FOR UPDATE`,
		l.Tenant, l.ID, l.Owner, l.Token).Scan(&r.number, &r.seq, &r.head)
	return r, err
}

// fenced is ErrFenced where there is no store or no such lease.
func fenced(err error) error {
	if absent(err) || errors.Is(err, pgx.ErrNoRows) {
		return store.ErrFenced
	}
	return err
}

// apply makes the changes of a batch and extends the lease. Everybody locks in this order: the run, approvals, grants.
func (s *Store) apply(t *tx, r run, l store.Lease, b *store.Batch) error {
	if err := t.use(l.Tenant, b.Approvals); err != nil {
		return err
	}
	if err := t.draw(r, b.Draws, s); err != nil {
		return err
	}
	var batch pgx.Batch
	for i := range b.Owed {
		o := &b.Owed[i]
		batch.Queue("INSERT INTO reports (tenant, class, grant_id, run, step, at, by_whom) VALUES ($1, $2, $3, $4, $5, $6, '')",
			o.Tenant, o.Class, o.Grant, r.number, o.Step, store.Stamp(o.At))
	}
	for _, key := range b.Freed {
		batch.Queue("DELETE FROM claims WHERE run = $1 AND key = $2", r.number, key)
	}
	for i := range b.Claims {
		c := &b.Claims[i]
		batch.Queue(`INSERT INTO claims (run, key, step, landed, outcome, expires) VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (run, key) DO UPDATE SET step = excluded.step, landed = excluded.landed, outcome = excluded.outcome, expires = excluded.expires`,
			r.number, c.Key, c.Step, c.Landed, bytea(c.Outcome), stamp(c.Expires))
	}
	for _, body := range b.Records {
		rec := store.Chain(r.seq, r.head, body)
		batch.Queue("INSERT INTO records (run, seq, prev, hash, body) VALUES ($1, $2, $3, $4, $5)", r.number, rec.Seq, rec.Prev, rec.Hash, bytea(body))
		r.seq, r.head = rec.Seq, rec.Hash
	}
	batch.Queue(`UPDATE runs SET seq = $1, head = $2, status = coalesce(nullif($3, ''), status), plan = coalesce(nullif($4, ''), plan),
		updated = now.at, until = now.at + `+microseconds("$5")+`
		FROM (SELECT clock_timestamp() AS at OFFSET 0) now WHERE number = $6`,
		r.seq, r.head, b.Status, b.Plan, micros(l.TTL), r.number)
	return t.send(&batch)
}

// microseconds is SQL for a time that is handed in with micros, which is what the database's clock knows.
func microseconds(parameter string) string { return parameter + "::bigint * interval '1 microsecond'" }

func micros(d time.Duration) int64 { return max(1, d.Microseconds()) }

// use marks approvals as used, in one order, so that those who use the same ones don't wait for each other in a ring.
func (t *tx) use(tenant string, approvals []string) error {
	if len(approvals) == 0 {
		return nil
	}
	var marks [][]byte
	for _, a := range approvals {
		m := store.Mark(tenant, a)
		marks = append(marks, m[:])
	}
	slices.SortFunc(marks, slices.Compare)
	var batch pgx.Batch
	for _, m := range marks {
		batch.Queue("INSERT INTO used (mark) VALUES ($1) ON CONFLICT DO NOTHING", m).Exec(func(done pgconn.CommandTag) error {
			if done.RowsAffected() == 0 {
				return store.ErrUsed
			}
			return nil
		})
	}
	return t.send(&batch)
}

// bytea is bytes that are not NULL.
func bytea(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}
