package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/planlint/planlint/dryrun/store"
)

// draw adds or replaces a draw. Since no other transaction writes meanwhile, what it must fit beside can't change.
func (t *tx) draw(r run, d *store.Draw, fits store.Fits) error {
	var old store.Draw
	before := &old
	err := t.row("SELECT tenant, grant_id, state FROM draws WHERE run = ? AND step = ?", r.number, d.Step).Scan(&old.Tenant, &old.Grant, &old.State)
	if errors.Is(err, sql.ErrNoRows) {
		before = nil
	} else if err != nil {
		return err
	}
	if d.StartsToCount(before) {
		var others []store.Draw
		err := t.rows(func(rows *sql.Rows) error {
			var o store.Draw
			err := rows.Scan(&o.Amount, &o.Currency)
			others = append(others, o)
			return err
		}, `SELECT amount, currency FROM draws
			WHERE tenant = ? AND grant_id = ? AND at >= ? AND state <> 'released' AND NOT (run IS ? AND step = ?)`,
			d.Tenant, d.Grant, store.Stamp(d.Limit.Since), r.number, d.Step)
		if err != nil {
			return err
		}
		if err := fits.Fit(*d, others); err != nil {
			return err
		}
	}
	return t.exec(`INSERT INTO draws (tenant, grant_id, run, step, amount, currency, at, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (run, step) DO UPDATE SET tenant = excluded.tenant, grant_id = excluded.grant_id, amount = excluded.amount,
		currency = excluded.currency, at = excluded.at, state = excluded.state`,
		d.Tenant, d.Grant, r.number, d.Step, d.Amount, d.Currency, store.Stamp(d.At), string(d.State))
}

// Draws are the draws on a grant that count.
func (s *Store) Draws(ctx context.Context, tenant, grant string, since time.Time) (all []store.Draw, err error) {
	err = s.read(ctx, func(t *tx) error {
		return t.rows(func(rows *sql.Rows) error {
			var d store.Draw
			var at sql.NullString
			err := rows.Scan(&d.Tenant, &d.Grant, &d.Run.Tenant, &d.Run.ID, &d.Step, &d.Amount, &d.Currency, &at, &d.State)
			if err != nil {
				return err
			}
			d.At, err = instant(at)
			all = append(all, d)
			return err
		}, `SELECT d.tenant, d.grant_id, coalesce(r.tenant, ''), coalesce(r.id, ''), d.step, d.amount, d.currency, d.at, d.state
			FROM draws d LEFT JOIN runs r ON r.number = d.run
			WHERE d.tenant = ? AND d.grant_id = ? AND d.at >= ? AND d.state <> 'released' ORDER BY d.at, d.number`,
			tenant, grant, store.Stamp(since))
	})
	return all, empty(err)
}

// Reports are the reports that are owed.
func (s *Store) Reports(ctx context.Context, tenant string) (all []store.Report, err error) {
	err = s.read(ctx, func(t *tx) error {
		return t.rows(func(rows *sql.Rows) error {
			var o store.Report
			var at sql.NullString
			err := rows.Scan(&o.ID, &o.Tenant, &o.Class, &o.Grant, &o.Run.Tenant, &o.Run.ID, &o.Step, &at)
			if err != nil {
				return err
			}
			o.At, err = instant(at)
			all = append(all, o)
			return err
		}, `SELECT o.id, o.tenant, o.class, o.grant_id, coalesce(r.tenant, ''), coalesce(r.id, ''), o.step, o.at
			FROM reports o LEFT JOIN runs r ON r.number = o.run
			WHERE o.delivered IS NULL AND (?1 = '' OR o.tenant = ?1) ORDER BY o.at, o.id`, tenant)
	})
	return all, empty(err)
}

// Deliver marks a report as delivered.
func (s *Store) Deliver(ctx context.Context, tenant string, report int64, by string) error {
	if err := store.CheckName(by); err != nil {
		return err
	}
	return missing(s.write(ctx, false, func(t *tx) error {
		return t.row("UPDATE reports SET delivered = ?, by_whom = ? WHERE id = ? AND tenant = ? AND delivered IS NULL RETURNING id",
			store.Stamp(s.now()), by, report, tenant).Scan(new(int64))
	}))
}

// Used reports whether an approval was used.
func (s *Store) Used(ctx context.Context, tenant, approval string) (used bool, err error) {
	err = s.read(ctx, func(t *tx) error {
		mark := store.Mark(tenant, approval)
		return t.row("SELECT EXISTS (SELECT 1 FROM used WHERE mark = ?)", mark[:]).Scan(&used)
	})
	return used, empty(err)
}
