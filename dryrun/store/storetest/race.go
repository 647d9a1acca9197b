package storetest

import (
	"errors"
	"fmt"
	"sync"

	"github.com/planlint/planlint/dryrun/store"
)

// together lets several do something at the same time, on three handles in turn.
func (t *suite) together(n int, do func(i int, s store.Store) error) []error {
	handles := []store.Store{t.s, t.Open(t), t.Open(t)}
	errs := make([]error, n)
	var wait sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		wait.Go(func() {
			<-start
			errs[i] = do(i, handles[i%len(handles)])
		})
	}
	close(start)
	wait.Wait()
	return errs
}

// one wants one success, and that all others failed with that.
func (t *suite) one(errs []error, want error) (winner int) {
	t.Helper()
	winner = -1
	for i, err := range errs {
		switch {
		case err == nil && winner < 0:
			winner = i
		case err == nil:
			t.Fatalf("%d and %d both succeeded", winner, i)
		case !errors.Is(err, want):
			t.Fatalf("%d: got %v, want %v", i, err, want)
		}
	}
	if winner < 0 {
		t.Fatal("nobody succeeded")
	}
	return winner
}

func numbered(i int) store.RunID { return store.RunID{Tenant: "acme", ID: fmt.Sprintf("run_%d", i)} }

var raceTests = []test{
	{"one admits a run", func(t *suite) {
		errs := t.together(8, func(i int, s store.Store) error {
			a := admission(acme)
			a.Owner = fmt.Sprintf("owner %d", i)
			_, err := s.Admit(t.Context(), a)
			return err
		})
		t.same(t.run(acme).Owner, fmt.Sprintf("owner %d", t.one(errs, store.ErrExists)))
		t.same(t.bodies(acme), []string{"first of run_1"})
	}},
	{"an approval is used once", func(t *suite) {
		leases := make([]store.Lease, 8)
		for i := range leases {
			leases[i] = t.admit(admission(numbered(i)))
		}
		errs := t.together(len(leases), func(i int, s store.Store) error {
			approvals := []string{"a1", fmt.Sprintf("own %d", i), "a2"}
			if i%2 == 0 {
				approvals[0], approvals[2] = approvals[2], approvals[0] // in another order, so that nobody waits in a ring
			}
			return s.Commit(t.Context(), leases[i], store.Batch{After: 1, Approvals: approvals, Records: [][]byte{[]byte("used")}})
		})
		winner := t.one(errs, store.ErrUsed)
		for i := range leases {
			used, err := t.s.Used(t.Context(), "acme", fmt.Sprintf("own %d", i))
			t.ok(err)
			if used != (i == winner) || t.run(numbered(i)).Seq != 1+int64(len(t.bodies(numbered(i)))-1) {
				t.Fatalf("%d of winner %d: used is %v", i, winner, used)
			}
		}
	}},
	{"headroom is never drawn twice", func(t *suite) {
		leases := make([]store.Lease, 16)
		for i := range leases {
			leases[i] = t.admit(admission(numbered(i)))
		}
		errs := t.together(len(leases), func(i int, s store.Store) error {
			one, two := draw("s1", "0.3", "1"), draw("s2", "0.3", "1")
			one.Run, two.Run, two.Grant = numbered(i), numbered(i), "g2"
			if i%2 == 0 {
				one, two = two, one
			}
			return s.Commit(t.Context(), leases[i], store.Batch{After: 1, Draws: []store.Draw{one, two}})
		})
		won := 0
		for i, err := range errs {
			var full *store.HeadroomError
			switch {
			case err == nil:
				won++
			case !errors.As(err, &full):
				t.Fatalf("%d: %v", i, err)
			}
		}
		if n, m := len(t.draws("acme", "g1", at)), len(t.draws("acme", "g2", at)); won != 3 || n != 3 || m != 3 {
			t.Fatalf("%d got 0.3 of 1; %d and %d are drawn", won, n, m)
		}
	}},
	{"one takes a free lease", func(t *suite) {
		l := t.admit(admission(acme))
		t.ok(t.s.Release(t.Context(), l))
		var leased *store.LeasedError
		won := 0
		for i, err := range t.together(8, func(i int, s store.Store) error {
			_, err := s.Acquire(t.Context(), acme, fmt.Sprintf("owner %d", i), hour, nil)
			return err
		}) {
			if err == nil {
				won++
			} else if !errors.As(err, &leased) {
				t.Fatalf("%d: %v", i, err)
			}
		}
		t.same(won, 1)
	}},
	{"takeovers and commits", func(t *suite) {
		t.admit(admission(acme))
		var mu sync.Mutex
		tokens := map[int64]bool{}
		kept := 0
		for i, err := range t.together(6, func(i int, s store.Store) error {
			for n := range 6 {
				l, err := s.Acquire(t.Context(), acme, fmt.Sprintf("owner %d", i), hour, yes)
				if err != nil {
					return err
				}
				mu.Lock()
				again := tokens[l.Token]
				tokens[l.Token] = true
				mu.Unlock()
				if again {
					return fmt.Errorf("token %d was given out twice", l.Token)
				}
				r, err := s.Run(t.Context(), acme)
				if err != nil {
					return err
				}
				err = s.Commit(t.Context(), l, store.Batch{After: r.Seq, Records: [][]byte{fmt.Appendf(nil, "%d %d", i, n)}})
				if err == nil {
					mu.Lock()
					kept++
					mu.Unlock()
				} else if !errors.Is(err, store.ErrFenced) {
					return err
				}
			}
			return nil
		}) {
			if err != nil {
				t.Fatalf("%d: %v", i, err)
			}
		}
		t.same(len(t.bodies(acme)), 1+kept)
	}},
	{"readers see whole batches", func(t *suite) {
		l := t.admit(admission(acme))
		for _, err := range t.together(3, func(i int, s store.Store) error {
			if i == 0 {
				for n := range 30 {
					b := store.Batch{After: int64(1 + 2*n), Records: [][]byte{[]byte("a"), []byte("b")}}
					if err := s.Commit(t.Context(), l, b); err != nil {
						return err
					}
				}
				return nil
			}
			for range 30 {
				records, err := s.Records(t.Context(), acme, 0)
				if err != nil {
					return err
				}
				if _, err := store.Verify(0, store.Genesis, records); err != nil || len(records)%2 != 1 {
					return fmt.Errorf("%d records: %w", len(records), err)
				}
			}
			return nil
		}) {
			t.ok(err)
		}
		t.same(len(t.bodies(acme)), 61)
	}},
}
