// Package storetest is the suite that every store must pass: what the interface promises, two handles on one store at the
// same time, and random histories compared with the store in memory.
//
// It imports nothing of ours but dryrun/store and dryrun/store/memory.
package storetest

import (
	"errors"
	"fmt"
	"math/big"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/dryrun/store"
)

// Opener is one store, empty at first, that a test may open several times.
type Opener struct {
	// Open is a handle of its own on the store, which the caller leaves open; for a store that has only one handle, that
	// one. Handles see each other's changes.
	Open func(t testing.TB) store.Store
	// Elapse lets a time pass for the store's clock.
	Elapse func(d time.Duration)
}

// Run holds a store to the interface. Each call of fresh makes a store of its own.
func Run(t *testing.T, fresh func(t testing.TB) Opener) {
	for _, group := range []struct {
		name  string
		tests []test
	}{
		{"admit", admitTests},
		{"commit", commitTests},
		{"records", recordTests},
		{"lease", leaseTests},
		{"draws", drawTests},
		{"reports", reportTests},
		{"approvals", approvalTests},
		{"tenants", tenantTests},
		{"forget", forgetTests},
		{"context", contextTests},
		{"races", raceTests},
	} {
		t.Run(group.name, func(t *testing.T) {
			for _, test := range group.tests {
				t.Run(test.name, func(t *testing.T) {
					o := fresh(t)
					test.run(&suite{T: t, Opener: o, s: o.Open(t)})
				})
			}
		})
	}
	t.Run("model", func(t *testing.T) { model(t, fresh) })
}

type test struct {
	name string
	run  func(*suite)
}

// suite is one test on one store.
type suite struct {
	*testing.T
	Opener
	s store.Store
}

// What most tests use. Leases last so long that none runs out by itself.
const (
	hour  = time.Hour
	brief = 30 * time.Millisecond // a lease that is meant to run out, by Elapse
)

var (
	acme = store.RunID{Tenant: "acme", ID: "run_1"}
	at   = time.Date(2026, 3, 4, 5, 6, 7, 123_456_789, time.UTC)
)

// admission is a run with one record.
func admission(id store.RunID) store.Admission {
	return store.Admission{
		Run: id, Agent: "clerk", Plan: "sha256:aa", Goal: "pay the invoice", Owner: "me", TTL: hour,
		Batch: store.Batch{Records: [][]byte{[]byte("first of " + id.ID)}, Status: "running"},
	}
}

func draw(step, amount, limit string) store.Draw {
	return store.Draw{
		Tenant: "acme", Grant: "g1", Run: acme, Step: step, Amount: amount, Currency: "EUR",
		At: at, State: store.Held, Limit: store.Limit{Amount: limit, Since: at.Add(-hour)},
	}
}

func owed(step string) store.Report {
	return store.Report{Tenant: "acme", Class: "payments", Grant: "g1", Run: acme, Step: step, At: at}
}

func (t *suite) admit(a store.Admission) store.Lease {
	t.Helper()
	l, err := t.s.Admit(t.Context(), a)
	t.ok(err)
	return l
}

func (t *suite) commit(l store.Lease, b store.Batch) {
	t.Helper()
	t.ok(t.s.Commit(t.Context(), l, b))
}

func (t *suite) run(id store.RunID) store.Run {
	t.Helper()
	r, err := t.s.Run(t.Context(), id)
	t.ok(err)
	return r
}

func (t *suite) draws(tenant, grant string, since time.Time) []store.Draw {
	t.Helper()
	d, err := t.s.Draws(t.Context(), tenant, grant, since)
	t.ok(err)
	return d
}

func (t *suite) reports(tenant string) []store.Report {
	t.Helper()
	r, err := t.s.Reports(t.Context(), tenant)
	t.ok(err)
	return r
}

// bodies are those of a run's journal, which must verify.
func (t *suite) bodies(id store.RunID) []string {
	t.Helper()
	records, err := t.s.Records(t.Context(), id, 0)
	t.ok(err)
	last, err := store.Verify(0, store.Genesis, records)
	t.ok(err)
	if r := t.run(id); r.Head != last || r.Seq != int64(len(records)) {
		t.Fatalf("the run ends with record %d, %s; its journal with record %d, %s", r.Seq, r.Head, len(records), last)
	}
	var all []string
	for _, r := range records {
		all = append(all, string(r.Body))
	}
	return all
}

func (t *suite) ok(err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// is wants an error that is another.
func (t *suite) is(err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("got %v, want %v", err, want)
	}
}

// refused wants any error that is none of those which callers branch on.
func (t *suite) refused(err error) {
	t.Helper()
	if err == nil || kind(err) != "other" {
		t.Fatalf("got %v, want a refusal", err)
	}
}

func (t *suite) leased(err error, owner string) *store.LeasedError {
	t.Helper()
	var leased *store.LeasedError
	if !errors.As(err, &leased) || leased.Owner != owner {
		t.Fatalf("got %v, want a lease of %s", err, owner)
	}
	return leased
}

func (t *suite) headroom(err error, step string) {
	t.Helper()
	var full *store.HeadroomError
	if !errors.As(err, &full) || full.Draw.Step != step {
		t.Fatalf("got %v, want no headroom for %s", err, step)
	}
}

func (t *suite) same(got, want any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Fatalf("(-want +got)\n%s", d)
	}
}

// kind is what a caller branches on.
func kind(err error) string {
	var leased *store.LeasedError
	var full *store.HeadroomError
	var uncertain *store.UncertainError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &leased):
		return "leased by " + leased.Owner
	case errors.As(err, &full):
		return "no headroom on " + full.Draw.Grant + " for " + full.Draw.Step
	case errors.As(err, &uncertain):
		return "uncertain"
	}
	for _, e := range []error{store.ErrExists, store.ErrNotFound, store.ErrFenced, store.ErrUsed, store.ErrTooNew, store.ErrCorrupt, store.ErrGone, store.ErrTooLarge} {
		if errors.Is(err, e) {
			return e.Error()
		}
	}
	return "other"
}

// Fits is exact arithmetic for tests.
func Fits(amount, limit string, spent []string) (bool, error) {
	sum := new(big.Rat)
	for _, s := range append([]string{amount}, spent...) {
		r, ok := new(big.Rat).SetString(s)
		if !ok {
			return false, fmt.Errorf("%q is no decimal", s)
		}
		sum.Add(sum, r)
	}
	l, ok := new(big.Rat).SetString(limit)
	if !ok {
		return false, fmt.Errorf("%q is no decimal", limit)
	}
	return sum.Cmp(l) <= 0, nil
}
