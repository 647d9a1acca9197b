package storetest

import (
	"github.com/planlint/planlint/dryrun/store"
)

var leaseTests = []test{
	{"one holder at a time", func(t *suite) {
		t.admit(admission(acme))
		_, err := t.s.Acquire(t.Context(), acme, "you", hour, nil)
		held := t.leased(err, "me")
		if held.Run != acme || !held.Until.Equal(t.run(acme).Until) {
			t.Fatalf("%+v", held)
		}
		asked := ""
		_, err = t.s.Acquire(t.Context(), acme, "you", hour, func(owner string) bool { asked = owner; return false })
		t.leased(err, "me")
		t.same(asked, "me")
		// Nor the same owner twice: a name does not say which of its threads holds the lease.
		_, err = t.s.Acquire(t.Context(), acme, "me", hour, nil)
		t.leased(err, "me")
	}},
	{"what is given back is free", func(t *suite) {
		l := t.admit(admission(acme))
		t.ok(t.s.Release(t.Context(), l))
		if r := t.run(acme); r.Owner != "" || !r.Until.IsZero() {
			t.Fatalf("%+v", r)
		}
		t.is(t.s.Commit(t.Context(), l, store.Batch{After: 1}), store.ErrFenced)
		t.is(t.s.Renew(t.Context(), l), store.ErrFenced)
		nobody := l
		nobody.Owner = ""
		t.is(t.s.Commit(t.Context(), nobody, store.Batch{After: 1}), store.ErrFenced)
		second, err := t.s.Acquire(t.Context(), acme, "you", hour, func(string) bool { t.Error("asked about nobody"); return false })
		t.ok(err)
		if second.Token <= l.Token || second.Owner != "you" || second.RunID != acme || second.TTL != hour {
			t.Fatalf("%+v after %+v", second, l)
		}
		t.ok(t.s.Release(t.Context(), l))
		if r := t.run(acme); r.Owner != "you" {
			t.Fatal("an old lease gave back another's")
		}
	}},
	{"an owner that paused is fenced", func(t *suite) {
		a := admission(acme)
		a.TTL = brief
		l := t.admit(a)
		t.Elapse(2 * brief)
		second, err := t.s.Acquire(t.Context(), acme, "you", hour, nil)
		t.ok(err)
		if second.Token <= l.Token {
			t.Fatalf("token %d after %d", second.Token, l.Token)
		}
		b := store.Batch{
			After: 1, Records: [][]byte{[]byte("too late")}, Status: "failed", Approvals: []string{"a1"},
			Claims: []store.Claim{{Key: "k"}}, Draws: []store.Draw{draw("s1", "1", "5")}, Owed: []store.Report{owed("s1")},
		}
		t.is(t.s.Commit(t.Context(), l, b), store.ErrFenced)
		t.is(t.s.Renew(t.Context(), l), store.ErrFenced)
		t.same(t.bodies(acme), []string{"first of run_1"})
		used, err := t.s.Used(t.Context(), "acme", "a1")
		t.ok(err)
		if r := t.run(acme); used || r.Status != "running" || r.Owner != "you" || len(t.reports("")) > 0 || len(t.draws("acme", "g1", at)) > 0 {
			t.Fatal("a fenced batch left a trace")
		}
		t.commit(second, store.Batch{After: 1, Records: [][]byte{[]byte("two")}})
	}},
	{"a fenced owner is fenced under his own name", func(t *suite) {
		l := t.admit(admission(acme))
		again, err := t.s.Acquire(t.Context(), acme, "me", hour, func(string) bool { return true })
		t.ok(err)
		t.is(t.s.Commit(t.Context(), l, store.Batch{After: 1}), store.ErrFenced)
		t.commit(again, store.Batch{After: 1})
		stolen := again
		stolen.Owner = "you"
		t.is(t.s.Commit(t.Context(), stolen, store.Batch{After: 1}), store.ErrFenced)
	}},
	{"a lease that ran out serves until somebody takes it", func(t *suite) {
		a := admission(acme)
		a.TTL = brief
		l := t.admit(a)
		t.Elapse(2 * brief)
		t.commit(l, store.Batch{After: 1, Records: [][]byte{[]byte("two")}})
		t.Elapse(2 * brief)
		t.ok(t.s.Renew(t.Context(), l))
		t.same(t.run(acme).Owner, "me")
	}},
	{"committing and renewing extend it", func(t *suite) {
		l := t.admit(admission(acme))
		before := t.run(acme).Until
		t.Elapse(brief)
		t.commit(l, store.Batch{After: 1})
		committed := t.run(acme).Until
		t.Elapse(brief)
		t.ok(t.s.Renew(t.Context(), l))
		renewed := t.run(acme).Until
		if committed.Sub(before) < brief || renewed.Sub(committed) < brief {
			t.Fatalf("until %v, %v, %v", before, committed, renewed)
		}
	}},
	{"a gone owner is taken over at once", func(t *suite) {
		l := t.admit(admission(acme))
		// The question is asked while the store answers.
		second, err := t.s.Acquire(t.Context(), acme, "you", hour, func(owner string) bool {
			_, err := t.s.Run(t.Context(), acme)
			return owner == "me" && err == nil
		})
		t.ok(err)
		t.is(t.s.Commit(t.Context(), l, store.Batch{After: 1}), store.ErrFenced)
		t.commit(second, store.Batch{After: 1})
	}},
	{"who was asked about must be who is pushed aside", func(t *suite) {
		t.admit(admission(acme))
		asked := 0
		_, err := t.s.Acquire(t.Context(), acme, "third", hour, func(owner string) bool {
			asked++
			if owner == "me" {
				// While we look, somebody else takes over.
				_, err := t.s.Acquire(t.Context(), acme, "second", hour, func(string) bool { return true })
				t.ok(err)
				return true
			}
			return false
		})
		t.leased(err, "second")
		t.same(asked, 2)
	}},
	{"a lease needs an owner and a time", func(t *suite) {
		l := t.admit(admission(acme))
		t.ok(t.s.Release(t.Context(), l))
		_, err := t.s.Acquire(t.Context(), acme, "", hour, nil)
		t.refused(err)
		_, err = t.s.Acquire(t.Context(), acme, "me", 0, nil)
		t.refused(err)
	}},
	{"tokens grow even over forgetting", func(t *suite) {
		l := t.admit(admission(acme))
		t.ok(t.s.Forget(t.Context(), acme, func(string) bool { return true }))
		t.is(t.s.Commit(t.Context(), l, store.Batch{After: 1}), store.ErrFenced)
		if again := t.admit(admission(acme)); again.Token <= l.Token {
			t.Fatalf("token %d after %d", again.Token, l.Token)
		}
		t.is(t.s.Commit(t.Context(), l, store.Batch{After: 1, Records: [][]byte{[]byte("of the old run")}}), store.ErrFenced)
	}},
}
