package memory

import (
	"context"
	"slices"
	"time"

	"github.com/planlint/planlint/dryrun/store"
)

// held is the run of a lease, or nil where the lease is another's by now.
func (s *Store) held(l store.Lease) *run {
	r := s.state.runs[l.RunID]
	if r == nil || l.Owner == "" || r.Owner != l.Owner || r.token != l.Token {
		return nil
	}
	return r
}

// Acquire takes the lease of a run.
func (s *Store) Acquire(ctx context.Context, id store.RunID, owner string, ttl time.Duration, gone func(string) bool) (store.Lease, error) {
	if err := store.CheckOwner(owner, ttl); err != nil {
		return store.Lease{}, err
	}
	var l store.Lease
	err := s.free(ctx, id, gone, func(r *run) {
		s.state.token++
		r.Owner, r.token, r.Until = owner, s.state.token, s.clock().Add(ttl)
		l = store.Lease{RunID: id, Owner: owner, Token: r.token, TTL: ttl}
	})
	return l, err
}

// free does something to a run that nobody holds. gone is asked while the store is not locked, so that it may use it.
func (s *Store) free(ctx context.Context, id store.RunID, gone func(string) bool, do func(*run)) error {
	var past int64 // the token of a lease whose owner is gone
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		holder, token, err := s.try(id, past, do)
		if err == nil || holder == nil {
			return err
		}
		if token == past || gone == nil || !gone(holder.Owner) {
			return holder
		}
		past = token
	}
}

func (s *Store) try(id store.RunID, past int64, do func(*run)) (holder *store.LeasedError, token int64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.state.runs[id]
	switch {
	case r == nil:
		return nil, 0, store.ErrNotFound
	case r.Owner != "" && r.token != past && r.Until.After(s.clock()):
		holder = &store.LeasedError{Run: id, Owner: r.Owner, Until: r.Until}
		return holder, r.token, holder
	}
	do(r)
	return nil, 0, nil
}

// Renew extends a lease.
func (s *Store) Renew(ctx context.Context, l store.Lease) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.held(l)
	if r == nil {
		return store.ErrFenced
	}
	r.Until = s.clock().Add(l.TTL)
	return nil
}

// Release gives a lease back.
func (s *Store) Release(ctx context.Context, l store.Lease) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.held(l); r != nil {
		r.Owner, r.Until = "", time.Time{}
	}
	return nil
}

// Forget erases a run.
func (s *Store) Forget(ctx context.Context, id store.RunID, gone func(string) bool) error {
	return s.free(ctx, id, gone, func(r *run) {
		delete(s.state.runs, id)
		s.state.order = slices.DeleteFunc(s.state.order, func(x *run) bool { return x == r })
		s.state.draws = slices.DeleteFunc(s.state.draws, func(d draw) bool { return d.of == r.number && !d.State.Counts() })
		s.state.reports = slices.DeleteFunc(s.state.reports, func(o report) bool { return o.of == r.number && !o.Delivered.IsZero() })
		for i := range s.state.draws {
			if d := &s.state.draws[i]; d.of == r.number {
				d.of, d.Run, d.Step = 0, store.RunID{}, ""
			}
		}
		for i := range s.state.reports {
			if o := &s.state.reports[i]; o.of == r.number {
				o.of, o.Run, o.Step = 0, store.RunID{}, ""
			}
		}
	})
}
