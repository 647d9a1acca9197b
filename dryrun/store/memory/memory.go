// Package memory keeps runs in the memory of the process: for rehearsals and for tests. It is the shortest store that
// keeps to the interface, and the model that the others are compared with.
//
// It imports nothing of ours but dryrun/store.
package memory

import (
	"context"
	"crypto/sha256"
	"slices"
	"sync"
	"time"

	"github.com/planlint/planlint/dryrun/store"
)

// Store is a store that ends with the process. It is safe for concurrent use.
type Store struct {
	now  func() time.Time
	fits store.Fits

	mu    sync.Mutex
	state state
}

var _ store.Store = (*Store)(nil)

// state is all that is kept.
type state struct {
	runs    map[store.RunID]*run
	order   []*run // in which they were created
	draws   []draw // in the order of their first insertion
	reports []report
	used    map[[sha256.Size]byte]bool
	created int64 // runs so far, forgotten ones too
	token   int64 // of the last lease, of any run: a run that is forgotten and admitted again goes on counting
	report  int64 // the last report's ID
}

type run struct {
	store.Run
	number  int64 // from 1; never used again
	token   int64
	records []store.Record
	claims  map[string]store.Claim
}

// draw and report know the number of their run, not only its name, which another run may get: 0 once it is forgotten.
type (
	draw struct {
		store.Draw
		of int64
	}
	report struct {
		store.Report
		of int64
	}
)

// New is an empty store with that clock. fits may be nil where no draw has a limit.
func New(now func() time.Time, fits store.Fits) *Store {
	return &Store{now: now, fits: fits, state: state{
		runs: map[store.RunID]*run{},
		used: map[[sha256.Size]byte]bool{},
	}}
}

// Close does nothing.
func (s *Store) Close() error { return nil }

// clock is now as the other stores would give it back.
func (s *Store) clock() time.Time { return s.now().UTC().Round(0) }

// Run is what is known of a run.
func (s *Store) Run(ctx context.Context, id store.RunID) (store.Run, error) {
	if err := ctx.Err(); err != nil {
		return store.Run{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.state.runs[id]
	if r == nil {
		return store.Run{}, store.ErrNotFound
	}
	return r.Run, nil
}

// Runs are the runs of a tenant or of all.
func (s *Store) Runs(ctx context.Context, tenant string) ([]store.Run, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []store.Run
	for _, r := range slices.Backward(s.state.order) {
		if tenant == "" || r.Tenant == tenant {
			all = append(all, r.Run)
		}
	}
	return all, nil
}

// Records are the records of a run after one.
func (s *Store) Records(ctx context.Context, id store.RunID, after int64) ([]store.Record, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.state.runs[id]
	if r == nil {
		return nil, store.ErrNotFound
	}
	var all []store.Record
	for _, rec := range r.records[min(max(after, 0), int64(len(r.records))):] {
		rec.Body = slices.Clone(rec.Body)
		all = append(all, rec)
	}
	return all, nil
}

// Claim is the claim on an effect.
func (s *Store) Claim(ctx context.Context, id store.RunID, key string) (store.Claim, bool, error) {
	if err := ctx.Err(); err != nil {
		return store.Claim{}, false, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.state.runs[id]
	if r == nil {
		return store.Claim{}, false, nil
	}
	c, ok := r.claims[key]
	c.Outcome = slices.Clone(c.Outcome)
	return c, ok, nil
}

// Draws are the draws on a grant that count.
func (s *Store) Draws(ctx context.Context, tenant, grant string, since time.Time) ([]store.Draw, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return counting(s.state.draws, tenant, grant, since, 0, ""), nil
}

// counting are the draws on a grant that count since an instant, oldest first, without that of a run's step.
func counting(draws []draw, tenant, grant string, since time.Time, not int64, step string) []store.Draw {
	var all []store.Draw
	for _, d := range draws {
		own := not != 0 && d.of == not && d.Step == step
		if d.Tenant == tenant && d.Grant == grant && d.State.Counts() && !d.At.Before(since) && !own {
			all = append(all, d.Draw)
		}
	}
	slices.SortStableFunc(all, func(a, b store.Draw) int { return a.At.Compare(b.At) })
	return all
}

// Reports are the reports that are owed.
func (s *Store) Reports(ctx context.Context, tenant string) ([]store.Report, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []store.Report
	for _, r := range s.state.reports {
		if r.Delivered.IsZero() && (tenant == "" || r.Tenant == tenant) {
			all = append(all, r.Report)
		}
	}
	slices.SortStableFunc(all, func(a, b store.Report) int { return a.At.Compare(b.At) })
	return all, nil
}

// Deliver marks a report as delivered.
func (s *Store) Deliver(ctx context.Context, tenant string, report int64, by string) error {
	if err := store.CheckName(by); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.state.reports {
		r := &s.state.reports[i]
		if r.ID == report && r.Tenant == tenant && r.Delivered.IsZero() {
			r.Delivered, r.By = s.clock(), by
			return nil
		}
	}
	return store.ErrNotFound
}

// Used reports whether an approval was used.
func (s *Store) Used(ctx context.Context, tenant, approval string) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state.used[store.Mark(tenant, approval)], nil
}
