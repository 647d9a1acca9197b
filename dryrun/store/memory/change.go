package memory

import (
	"context"
	"crypto/sha256"
	"slices"

	"github.com/planlint/planlint/dryrun/store"
)

// Admit creates a run.
func (s *Store) Admit(ctx context.Context, a store.Admission) (store.Lease, error) {
	if err := a.Check(); err != nil {
		return store.Lease{}, err
	}
	if err := ctx.Err(); err != nil {
		return store.Lease{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state.runs[a.Run] != nil {
		return store.Lease{}, store.ErrExists
	}
	now := s.clock()
	r := &run{
		Run: store.Run{
			RunID: a.Run, Agent: a.Agent, Plan: a.Plan, Goal: a.Goal,
			Created: now, Updated: now, Head: store.Genesis, Owner: a.Owner, Until: now.Add(a.TTL),
		},
		number: s.state.created + 1,
		token:  s.state.token + 1,
		claims: map[string]store.Claim{},
	}
	if err := s.apply(r, &a.Batch); err != nil {
		return store.Lease{}, err
	}
	s.state.created, s.state.token = r.number, r.token
	s.state.runs[a.Run] = r
	s.state.order = append(s.state.order, r)
	return store.Lease{RunID: a.Run, Owner: a.Owner, Token: r.token, TTL: a.TTL}, nil
}

// Commit appends to a run.
func (s *Store) Commit(ctx context.Context, l store.Lease, b store.Batch) error {
	if err := b.Check(l.RunID); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.held(l)
	if r == nil || r.Seq != b.After {
		return store.ErrFenced
	}
	if err := s.apply(r, &b); err != nil {
		return err
	}
	r.Updated = s.clock()
	r.Until = r.Updated.Add(l.TTL)
	return nil
}

// apply makes the changes of a batch, or none. What may fail comes first and can be undone.
func (s *Store) apply(r *run, b *store.Batch) error {
	marks, err := s.marks(r.Tenant, b.Approvals)
	if err != nil {
		return err
	}
	if err := s.draw(r, b.Draws); err != nil {
		return err
	}
	for _, m := range marks {
		s.state.used[m] = true
	}
	for _, o := range b.Owed {
		s.state.report++
		o.ID, o.At = s.state.report, o.At.UTC().Round(0)
		o.Delivered, o.By = store.Report{}.Delivered, ""
		s.state.reports = append(s.state.reports, report{o, r.number})
	}
	for _, key := range b.Freed {
		delete(r.claims, key)
	}
	for _, c := range b.Claims {
		c.Outcome, c.Expires = slices.Clone(c.Outcome), c.Expires.UTC().Round(0)
		r.claims[c.Key] = c
	}
	for _, body := range b.Records {
		rec := store.Chain(r.Seq, r.Head, slices.Clone(body))
		r.records = append(r.records, rec)
		r.Seq, r.Head = rec.Seq, rec.Hash
	}
	if b.Status != "" {
		r.Status = b.Status
	}
	if b.Plan != "" {
		r.Plan = b.Plan
	}
	return nil
}

// marks are those of approvals, none of which was used, here or before.
func (s *Store) marks(tenant string, approvals []string) (all [][sha256.Size]byte, err error) {
	for _, a := range approvals {
		m := store.Mark(tenant, a)
		if s.state.used[m] || slices.Contains(all, m) {
			return nil, store.ErrUsed
		}
		all = append(all, m)
	}
	return all, nil
}

// draw adds or replaces draws, all or none: each must fit beside those before it.
func (s *Store) draw(r *run, draws []store.Draw) (err error) {
	if len(draws) == 0 {
		return nil
	}
	type before struct {
		at int
		draw
	}
	var replaced []before
	length := len(s.state.draws)
	defer func() {
		if err == nil {
			return
		}
		for _, b := range slices.Backward(replaced) {
			s.state.draws[b.at] = b.draw
		}
		s.state.draws = s.state.draws[:length]
	}()
	for _, d := range draws {
		at := slices.IndexFunc(s.state.draws, func(x draw) bool { return x.of == r.number && x.Step == d.Step })
		var old *store.Draw
		if at >= 0 {
			old = &s.state.draws[at].Draw
		}
		if d.StartsToCount(old) {
			others := counting(s.state.draws, d.Tenant, d.Grant, d.Limit.Since, r.number, d.Step)
			if err := s.fits.Fit(d, others); err != nil {
				return err
			}
		}
		d.At, d.Limit = d.At.UTC().Round(0), store.Limit{}
		if at < 0 {
			s.state.draws = append(s.state.draws, draw{d, r.number})
			continue
		}
		replaced = append(replaced, before{at, s.state.draws[at]})
		s.state.draws[at].Draw = d
	}
	return nil
}
