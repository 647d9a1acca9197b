package storetest

import (
	"strings"
	"time"

	"github.com/planlint/planlint/dryrun/store"
)

var admitTests = []test{
	{"nothing is there at first", func(t *suite) {
		_, err := t.s.Run(t.Context(), acme)
		t.is(err, store.ErrNotFound)
		_, err = t.s.Records(t.Context(), acme, 0)
		t.is(err, store.ErrNotFound)
		_, err = t.s.Acquire(t.Context(), acme, "me", hour, nil)
		t.is(err, store.ErrNotFound)
		t.is(t.s.Forget(t.Context(), acme, nil), store.ErrNotFound)
		t.is(t.s.Deliver(t.Context(), "acme", 1, "ann"), store.ErrNotFound)
		t.is(t.s.Renew(t.Context(), store.Lease{RunID: acme, Owner: "me", Token: 1, TTL: hour}), store.ErrFenced)
		t.is(t.s.Commit(t.Context(), store.Lease{RunID: acme, Owner: "me", Token: 1, TTL: hour}, store.Batch{}), store.ErrFenced)
		t.ok(t.s.Release(t.Context(), store.Lease{RunID: acme, Owner: "me", Token: 1, TTL: hour}))
		runs, err := t.s.Runs(t.Context(), "")
		t.ok(err)
		_, claimed, err := t.s.Claim(t.Context(), acme, "k")
		t.ok(err)
		used, err := t.s.Used(t.Context(), "acme", "a")
		t.ok(err)
		if len(runs)+len(t.draws("acme", "g1", time.Time{}))+len(t.reports("")) > 0 || claimed || used {
			t.Fatal("a new store holds something")
		}
	}},
	{"what went in comes out", func(t *suite) {
		a := admission(acme)
		a.Goal = "zahle \"die\" Rechnung\x00\xff €"
		a.Batch.Plan = "sha256:bb"
		l := t.admit(a)
		if l.RunID != acme || l.Owner != "me" || l.Token <= 0 || l.TTL != hour {
			t.Fatalf("lease %+v", l)
		}
		r := t.run(acme)
		if r.Created.IsZero() || r.Created.Location() != time.UTC || !r.Updated.Equal(r.Created) || !r.Until.Equal(r.Created.Add(hour)) {
			t.Fatalf("created %v, updated %v, held until %v", r.Created, r.Updated, r.Until)
		}
		first := store.Chain(0, store.Genesis, a.Batch.Records[0])
		t.same(r, store.Run{
			RunID: acme, Agent: "clerk", Plan: "sha256:bb", Goal: a.Goal, Status: "running",
			Created: r.Created, Updated: r.Updated, Seq: 1, Head: first.Hash, Owner: "me", Until: r.Until,
		})
		t.same(t.bodies(acme), []string{"first of run_1"})
	}},
	{"a run is admitted once", func(t *suite) {
		t.admit(admission(acme))
		again := admission(acme)
		again.Owner, again.Goal = "you", "something else"
		again.Batch.Approvals = []string{"a1"}
		again.Batch.Owed = []store.Report{owed("s1")}
		_, err := t.s.Admit(t.Context(), again)
		t.is(err, store.ErrExists)
		used, err := t.s.Used(t.Context(), "acme", "a1")
		t.ok(err)
		if r := t.run(acme); used || r.Owner != "me" || r.Goal != "pay the invoice" || len(t.reports("")) > 0 {
			t.Fatalf("the second left a trace in %+v", r)
		}
	}},
	{"what no store takes", func(t *suite) {
		for _, c := range []struct {
			name   string
			change func(*store.Admission)
			want   error // nil = any refusal
		}{
			{"no record", func(a *store.Admission) { a.Batch.Records = nil }, nil},
			{"after a record", func(a *store.Admission) { a.Batch.After = 1 }, store.ErrFenced},
			{"no owner", func(a *store.Admission) { a.Owner = "" }, nil},
			{"no time to live", func(a *store.Admission) { a.TTL = 0 }, nil},
			{"a NUL in a name", func(a *store.Admission) { a.Agent = "a\x00" }, nil},
			{"a name that is not UTF-8", func(a *store.Admission) { a.Batch.Status = "\xff" }, nil},
			{"a record over the limit", func(a *store.Admission) {
				a.Batch.Records = append(a.Batch.Records, make([]byte, store.MaxRecord+1))
			}, store.ErrTooLarge},
			{"a draw in no state", func(a *store.Admission) {
				d := draw("s1", "1", "")
				d.State = ""
				a.Batch.Draws = []store.Draw{d}
			}, nil},
			{"another run's draw", func(a *store.Admission) {
				d := draw("s1", "1", "")
				d.Run.ID = "run_2"
				a.Batch.Draws = []store.Draw{d}
			}, nil},
			{"another run's report", func(a *store.Admission) {
				r := owed("s1")
				r.Run.Tenant = "other"
				a.Batch.Owed = []store.Report{r}
			}, nil},
			{"a year of five digits", func(a *store.Admission) {
				a.Batch.Claims = []store.Claim{{Key: "k", Expires: time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)}}
			}, nil},
			{"an amount that is none", func(a *store.Admission) {
				a.Batch.Draws = []store.Draw{draw("s1", "much", "5")}
			}, nil},
		} {
			a := admission(acme)
			c.change(&a)
			_, err := t.s.Admit(t.Context(), a)
			if c.want == nil {
				t.refused(err)
			} else {
				t.is(err, c.want)
			}
			if _, err := t.s.Run(t.Context(), acme); kind(err) != kind(store.ErrNotFound) {
				t.Fatalf("%s left a run: %v", c.name, err)
			}
		}
	}},
	{"names that no store keeps are not found", func(t *suite) {
		t.admit(admission(acme))
		odd := store.RunID{Tenant: "acme", ID: "run_1\x00\xff"}
		_, err := t.s.Run(t.Context(), odd)
		t.is(err, store.ErrNotFound)
		_, err = t.s.Records(t.Context(), odd, 0)
		t.is(err, store.ErrNotFound)
		_, err = t.s.Acquire(t.Context(), odd, "you", hour, nil)
		t.is(err, store.ErrNotFound)
		t.is(t.s.Forget(t.Context(), odd, nil), store.ErrNotFound)
		_, ok, err := t.s.Claim(t.Context(), acme, "\x00")
		t.ok(err)
		runs, err := t.s.Runs(t.Context(), "\xff")
		t.ok(err)
		if ok || len(runs)+len(t.draws("\xff", "\x00", time.Time{}))+len(t.reports("\x00")) > 0 {
			t.Fatal("something was found")
		}
	}},
	{"the latest run comes first", func(t *suite) {
		for _, id := range []string{"b", "c", "a"} {
			t.admit(admission(store.RunID{Tenant: "acme", ID: id}))
		}
		l, err := t.s.Acquire(t.Context(), store.RunID{Tenant: "acme", ID: "b"}, "you", hour, func(string) bool { return true })
		t.ok(err)
		t.commit(l, store.Batch{After: 1, Records: [][]byte{[]byte("later")}})
		runs, err := t.s.Runs(t.Context(), "acme")
		t.ok(err)
		var ids []string
		for _, r := range runs {
			ids = append(ids, r.ID)
		}
		t.same(strings.Join(ids, " "), "a c b")
		t.same(runs[2], t.run(runs[2].RunID))
	}},
}
