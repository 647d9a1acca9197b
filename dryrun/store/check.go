package store

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// Check reports what no store takes. Stores call it before they touch anything.
func (a *Admission) Check() error {
	switch {
	case len(a.Batch.Records) == 0:
		return errors.New("a run needs a first record")
	case a.Batch.After != 0:
		return ErrFenced
	}
	if err := CheckOwner(a.Owner, a.TTL); err != nil {
		return err
	}
	if err := texts("run", a.Run.Tenant, a.Run.ID, a.Agent, a.Plan); err != nil {
		return err
	}
	return a.Batch.Check(a.Run)
}

// Check reports what no store takes as a change of that run. Stores call it before they touch anything.
func (b *Batch) Check(run RunID) error {
	for _, body := range b.Records {
		if len(body) > MaxRecord {
			return fmt.Errorf("%w: %d bytes of %d", ErrTooLarge, len(body), MaxRecord)
		}
	}
	if err := texts("batch", b.Status, b.Plan); err != nil {
		return err
	}
	for i := range b.Claims {
		c := &b.Claims[i]
		if err := texts("claim", c.Key, c.Step); err != nil {
			return err
		}
		if !stampable(c.Expires) {
			return fmt.Errorf("claim %q expires in no year of four digits", c.Key)
		}
	}
	if err := texts("claim", b.Freed...); err != nil {
		return err
	}
	for i := range b.Draws {
		if err := b.Draws[i].check(run); err != nil {
			return err
		}
	}
	for i := range b.Owed {
		r := &b.Owed[i]
		if err := texts("report", r.Tenant, r.Class, r.Grant, r.Step); err != nil {
			return err
		}
		if r.Run != run {
			return fmt.Errorf("a report on run %q in a batch of run %q", r.Run.ID, run.ID)
		}
		if !stampable(r.At) {
			return fmt.Errorf("a report on step %q is from no year of four digits", r.Step)
		}
	}
	return texts("approval", b.Approvals...)
}

func (d *Draw) check(run RunID) error {
	if err := texts("draw", d.Tenant, d.Grant, d.Step, d.Amount, d.Currency, d.Limit.Amount); err != nil {
		return err
	}
	switch {
	case d.Run != run:
		return fmt.Errorf("a draw of run %q in a batch of run %q", d.Run.ID, run.ID)
	case d.State != Held && d.State != Spent && d.State != Released:
		return fmt.Errorf("a draw in state %q", d.State)
	case !stampable(d.At):
		return fmt.Errorf("a draw of step %q is from no year of four digits", d.Step)
	}
	return nil
}

// CheckOwner reports what no lease has for an owner or for a time.
func CheckOwner(owner string, ttl time.Duration) error {
	switch {
	case owner == "":
		return errors.New("a lease needs an owner")
	case ttl <= 0:
		return errors.New("a lease needs a time to live")
	}
	return texts("lease", owner)
}

// Keepable reports whether a store can keep something as a text: UTF-8 without a NUL. Goals, outcomes and records are kept
// as bytes, and may hold anything.
func Keepable(s string) bool { return strings.IndexByte(s, 0) < 0 && utf8.ValidString(s) }

// CheckName reports that the name of somebody who delivers a report can't be kept.
func CheckName(by string) error { return texts("name", by) }

func texts(of string, all ...string) error {
	for _, s := range all {
		if !Keepable(s) {
			return fmt.Errorf("a text of a %s holds a NUL or is not UTF-8: %q", of, s)
		}
	}
	return nil
}

// Counts reports whether a draw in that state counts against its grant.
func (s DrawState) Counts() bool { return s == Held || s == Spent }

// Fits reports whether an amount fits a limit after those that were spent, all of them decimals. It is exact, safe for
// concurrent use, and quick: stores ask it while others wait. An error means that one of them is no decimal.
type Fits func(amount, limit string, spent []string) (bool, error)

// Fit judges a draw that starts to count against those of its grant that count already, without itself, and is nil or a
// *HeadroomError. Amounts are never converted: beside a draw in another currency nothing fits. What can't be reckoned
// does not fit either.
func (f Fits) Fit(d Draw, others []Draw) error {
	if d.Limit.Amount == "" {
		return nil
	}
	spent := make([]string, 0, len(others))
	for i := range others {
		if others[i].Currency != d.Currency {
			return &HeadroomError{d}
		}
		spent = append(spent, others[i].Amount)
	}
	if f == nil {
		return errors.New("the store was opened without a way to reckon")
	}
	ok, err := f(d.Amount, d.Limit.Amount, spent)
	switch {
	case err != nil:
		return fmt.Errorf("reckoning the headroom of grant %q: %w", d.Grant, err)
	case !ok:
		return &HeadroomError{d}
	}
	return nil
}

// StartsToCount reports whether a draw counts where the one that it replaces did not: only then must it fit its limit,
// since what was held before must be recordable as spent whatever became of the limit.
func (d *Draw) StartsToCount(before *Draw) bool {
	return d.State.Counts() && (before == nil || !before.State.Counts() || before.Tenant != d.Tenant || before.Grant != d.Grant)
}

// Mark is what a store keeps of an approval that was used: a hash, so that no name outlives the run.
func Mark(tenant, approval string) [sha256.Size]byte {
	b := binary.BigEndian.AppendUint64(nil, uint64(len(tenant)))
	b = append(b, tenant...)
	return sha256.Sum256(append(b, approval...))
}
