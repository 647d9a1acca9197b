package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"github.com/planlint/planlint/dryrun/store"
)

// Admit creates a run.
func (s *Store) Admit(ctx context.Context, a store.Admission) (l store.Lease, err error) {
	if err := a.Check(); err != nil {
		return store.Lease{}, err
	}
	err = s.write(ctx, true, func(t *tx) error {
		var there bool
		if err := t.row("SELECT EXISTS (SELECT 1 FROM runs WHERE tenant = ? AND id = ?)", a.Run.Tenant, a.Run.ID).Scan(&there); err != nil {
			return err
		}
		if there {
			return store.ErrExists
		}
		token, err := t.token()
		if err != nil {
			return err
		}
		now := s.now()
		r := run{head: store.Genesis}
		err = t.row(`INSERT INTO runs (`+runColumns+`, token) VALUES (?, ?, ?, ?, ?, '', ?, ?, 0, ?, ?, ?, ?) RETURNING number`,
			a.Run.Tenant, a.Run.ID, a.Agent, a.Plan, []byte(a.Goal), store.Stamp(now), store.Stamp(now), r.head,
			a.Owner, store.Stamp(now.Add(a.TTL)), token).Scan(&r.number)
		if err != nil {
			return err
		}
		l = store.Lease{RunID: a.Run, Owner: a.Owner, Token: token, TTL: a.TTL}
		return s.apply(t, r, l, &a.Batch)
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

// held is the run of a lease, and no row where the lease is another's by now.
func (t *tx) held(l store.Lease) (r run, err error) {
	err = t.row("SELECT number, seq, head FROM runs WHERE tenant = ? AND id = ? AND owner = ? AND owner <> '' AND token = ?",
		l.Tenant, l.ID, l.Owner, l.Token).Scan(&r.number, &r.seq, &r.head)
	return r, err
}

// fenced is ErrFenced where there is no store or no such lease.
func fenced(err error) error {
	if absent(err) || errors.Is(err, sql.ErrNoRows) {
		return store.ErrFenced
	}
	return err
}

// apply makes the changes of a batch and extends the lease.
func (s *Store) apply(t *tx, r run, l store.Lease, b *store.Batch) error {
	if err := t.use(l.Tenant, b.Approvals); err != nil {
		return err
	}
	for i := range b.Draws {
		if err := t.draw(r, &b.Draws[i], s.opts.Fits); err != nil {
			return err
		}
	}
	for i := range b.Owed {
		o := &b.Owed[i]
		err := t.exec("INSERT INTO reports (tenant, class, grant_id, run, step, at, by_whom) VALUES (?, ?, ?, ?, ?, ?, '')",
			o.Tenant, o.Class, o.Grant, r.number, o.Step, store.Stamp(o.At))
		if err != nil {
			return err
		}
	}
	if err := t.claim(r, b); err != nil {
		return err
	}
	for _, body := range b.Records {
		rec := store.Chain(r.seq, r.head, body)
		err := t.exec("INSERT INTO records (run, seq, prev, hash, body) VALUES (?, ?, ?, ?, ?)", r.number, rec.Seq, rec.Prev, rec.Hash, blob(body))
		if err != nil {
			return err
		}
		r.seq, r.head = rec.Seq, rec.Hash
	}
	now := s.now()
	return t.exec(`UPDATE runs SET seq = ?, head = ?, status = coalesce(nullif(?, ''), status), plan = coalesce(nullif(?, ''), plan),
		updated = ?, until = ? WHERE number = ?`,
		r.seq, r.head, b.Status, b.Plan, store.Stamp(now), store.Stamp(now.Add(l.TTL)), r.number)
}

// use marks approvals as used.
func (t *tx) use(tenant string, approvals []string) error {
	for _, a := range approvals {
		mark := store.Mark(tenant, a)
		result, err := t.conn.ExecContext(t.ctx, "INSERT INTO used (mark) VALUES (?) ON CONFLICT DO NOTHING", mark[:])
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, store.ErrUsed)
		}
	}
	return nil
}

func (t *tx) claim(r run, b *store.Batch) error {
	for _, key := range b.Freed {
		if err := t.exec("DELETE FROM claims WHERE run = ? AND key = ?", r.number, key); err != nil {
			return err
		}
	}
	for i := range b.Claims {
		c := &b.Claims[i]
		err := t.exec(`INSERT INTO claims (run, key, step, landed, outcome, expires) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (run, key) DO UPDATE SET step = excluded.step, landed = excluded.landed, outcome = excluded.outcome, expires = excluded.expires`,
			r.number, c.Key, c.Step, c.Landed, blob(c.Outcome), stamp(c.Expires))
		if err != nil {
			return err
		}
	}
	return nil
}

// blob is bytes that are not NULL.
func blob(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}
