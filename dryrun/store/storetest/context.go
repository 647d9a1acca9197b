package storetest

import (
	"context"
	"errors"
	"time"

	"github.com/planlint/planlint/dryrun/store"
)

var contextTests = []test{
	{"who gave up changes nothing", func(t *suite) {
		l := t.admit(admission(acme))
		a := admission(store.RunID{Tenant: "acme", ID: "run_2"})
		a.Batch.Approvals = []string{"a1"}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for name, call := range map[string]func() error{
			"Admit":   func() error { _, err := t.s.Admit(ctx, a); return err },
			"Commit":  func() error { return t.s.Commit(ctx, l, store.Batch{After: 1, Records: [][]byte{[]byte("x")}}) },
			"Acquire": func() error { _, err := t.s.Acquire(ctx, acme, "you", hour, yes); return err },
			"Renew":   func() error { return t.s.Renew(ctx, l) },
			"Release": func() error { return t.s.Release(ctx, l) },
			"Run":     func() error { _, err := t.s.Run(ctx, acme); return err },
			"Runs":    func() error { _, err := t.s.Runs(ctx, ""); return err },
			"Records": func() error { _, err := t.s.Records(ctx, acme, 0); return err },
			"Claim":   func() error { _, _, err := t.s.Claim(ctx, acme, "k"); return err },
			"Draws":   func() error { _, err := t.s.Draws(ctx, "acme", "g1", time.Time{}); return err },
			"Reports": func() error { _, err := t.s.Reports(ctx, ""); return err },
			"Deliver": func() error { return t.s.Deliver(ctx, "acme", 1, "ann") },
			"Used":    func() error { _, err := t.s.Used(ctx, "acme", "a1"); return err },
			"Forget":  func() error { return t.s.Forget(ctx, acme, yes) },
		} {
			if err := call(); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v", name, err)
			}
		}
		t.same(t.bodies(acme), []string{"first of run_1"})
		runs, err := t.s.Runs(t.Context(), "")
		t.ok(err)
		used, err := t.s.Used(t.Context(), "acme", "a1")
		t.ok(err)
		if len(runs) != 1 || runs[0].Owner != "me" || used {
			t.Fatalf("%+v, approval used: %v", runs, used)
		}
	}},
	{"giving up in the middle is all or nothing", func(t *suite) {
		l := t.admit(admission(acme))
		seq := int64(1)
		for i := range 40 {
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i*i)*10*time.Microsecond)
			err := t.s.Commit(ctx, l, store.Batch{
				After: seq, Records: [][]byte{make([]byte, 100_000), []byte("x")}, Claims: []store.Claim{{Key: "k", Step: "s1"}},
			})
			cancel()
			r := t.run(acme)
			var uncertain *store.UncertainError
			switch {
			case err == nil && r.Seq == seq+2:
			case err != nil && r.Seq == seq:
			case errors.As(err, &uncertain) && r.Seq == seq+2:
			default:
				t.Fatalf("%v, and %d records after %d", err, r.Seq, seq)
			}
			seq = r.Seq
		}
		t.bodies(acme)
	}},
}

func yes(string) bool { return true }
