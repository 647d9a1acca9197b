package storetest

import (
	"time"

	"github.com/planlint/planlint/dryrun/store"
)

// bare is a draw as it comes back: limits are not kept.
func bare(d store.Draw) store.Draw {
	d.Limit = store.Limit{}
	return d
}

var drawTests = []test{
	{"amounts are exact", func(t *suite) {
		l := t.admit(admission(acme))
		t.commit(l, store.Batch{After: 1, Draws: []store.Draw{draw("s1", "0.10", "0.30"), draw("s2", "0.10", "0.30")}})
		t.headroom(t.s.Commit(t.Context(), l, store.Batch{After: 1, Draws: []store.Draw{draw("s3", "0.100001", "0.30")}}), "s3")
		t.commit(l, store.Batch{After: 1, Draws: []store.Draw{draw("s3", "0.10", "0.30")}})
		t.headroom(t.s.Commit(t.Context(), l, store.Batch{After: 1, Draws: []store.Draw{draw("s4", "0.000001", "0.30")}}), "s4")
		t.same(t.draws("acme", "g1", at), []store.Draw{
			bare(draw("s1", "0.10", "")), bare(draw("s2", "0.10", "")), bare(draw("s3", "0.10", "")),
		})
	}},
	{"states", func(t *suite) {
		l := t.admit(admission(acme))
		state := func(s store.DrawState, limit string) store.Draw {
			d := draw("s1", "4", limit)
			d.State = s
			return d
		}
		t.commit(l, store.Batch{After: 1, Draws: []store.Draw{state(store.Held, "5")}})
		// What is held may be spent, whatever became of the limit.
		t.commit(l, store.Batch{After: 1, Draws: []store.Draw{state(store.Spent, "1")}})
		t.same(t.draws("acme", "g1", at), []store.Draw{bare(state(store.Spent, ""))})
		t.commit(l, store.Batch{After: 1, Draws: []store.Draw{state(store.Released, "1")}})
		t.same(len(t.draws("acme", "g1", time.Time{})), 0)
		t.commit(l, store.Batch{After: 1, Draws: []store.Draw{draw("s2", "2", "5")}})
		// What was released starts to count again, and then it must fit.
		t.headroom(t.s.Commit(t.Context(), l, store.Batch{After: 1, Draws: []store.Draw{state(store.Held, "5")}}), "s1")
		t.commit(l, store.Batch{After: 1, Draws: []store.Draw{state(store.Held, "6")}})
		t.same(len(t.draws("acme", "g1", time.Time{})), 2)
		// A draw that moves to another grant must fit there.
		moved := state(store.Held, "3")
		moved.Grant = "g2"
		t.headroom(t.s.Commit(t.Context(), l, store.Batch{After: 1, Draws: []store.Draw{moved}}), "s1")
		moved.Limit.Amount = "4"
		t.commit(l, store.Batch{After: 1, Draws: []store.Draw{moved}})
		t.same(t.draws("acme", "g2", at), []store.Draw{bare(moved)})
		t.same(len(t.draws("acme", "g1", at)), 1)
	}},
	{"within one batch", func(t *suite) {
		l := t.admit(admission(acme))
		both := []store.Draw{draw("s1", "3", "5"), draw("s2", "3", "5")}
		t.headroom(t.s.Commit(t.Context(), l, store.Batch{After: 1, Draws: both}), "s2")
		released := draw("s1", "3", "")
		released.State = store.Released
		t.commit(l, store.Batch{After: 1, Draws: []store.Draw{both[0], released, both[1]}})
		t.same(t.draws("acme", "g1", at), []store.Draw{bare(both[1])})
	}},
	{"a window", func(t *suite) {
		l := t.admit(admission(acme))
		edge := at.Add(-hour)
		old := draw("s1", "5", "5")
		old.At = edge.Add(-1)
		t.commit(l, store.Batch{After: 1, Draws: []store.Draw{old, draw("s2", "4", "5")}})
		last := draw("s3", "1", "5")
		last.At = edge
		t.commit(l, store.Batch{After: 1, Draws: []store.Draw{last}})
		t.headroom(t.s.Commit(t.Context(), l, store.Batch{After: 1, Draws: []store.Draw{draw("s4", "0.5", "5")}}), "s4")
		t.same(t.draws("acme", "g1", edge), []store.Draw{bare(last), bare(draw("s2", "4", ""))})
		t.same(len(t.draws("acme", "g1", edge.Add(-1))), 3)
		t.same(len(t.draws("acme", "g1", at.Add(1))), 0)
		t.same(len(t.draws("acme", "g1", time.Time{})), 3)
	}},
	{"instants to the nanosecond, in UTC", func(t *suite) {
		l := t.admit(admission(acme))
		d := draw("s1", "1", "")
		d.At = at.In(time.FixedZone("there", -5*3600))
		t.commit(l, store.Batch{After: 1, Draws: []store.Draw{d}})
		got := t.draws("acme", "g1", at)
		if len(got) != 1 || !got[0].At.Equal(at) || got[0].At.Location() != time.UTC {
			t.Fatalf("%+v", got)
		}
	}},
	{"without a limit", func(t *suite) {
		l := t.admit(admission(acme))
		t.commit(l, store.Batch{After: 1, Draws: []store.Draw{draw("s1", "1000000", "")}})
		t.same(len(t.draws("acme", "g1", at)), 1)
	}},
	{"other currencies do not add up", func(t *suite) {
		l := t.admit(admission(acme))
		yen := draw("s1", "1", "5")
		yen.Currency = "JPY"
		t.commit(l, store.Batch{After: 1, Draws: []store.Draw{yen}})
		t.headroom(t.s.Commit(t.Context(), l, store.Batch{After: 1, Draws: []store.Draw{draw("s2", "1", "5")}}), "s2")
	}},
	{"across runs, and in an admission", func(t *suite) {
		l := t.admit(admission(acme))
		t.commit(l, store.Batch{After: 1, Draws: []store.Draw{draw("s1", "3", "5")}})
		id := store.RunID{Tenant: "acme", ID: "run_2"}
		a := admission(id)
		d := draw("s1", "3", "5")
		d.Run = id
		a.Batch.Draws = []store.Draw{d}
		_, err := t.s.Admit(t.Context(), a)
		t.headroom(err, "s1")
		_, err = t.s.Run(t.Context(), id)
		t.is(err, store.ErrNotFound)
		a.Batch.Draws[0].Amount = "2"
		t.admit(a)
		d.Amount = "2"
		t.same(t.draws("acme", "g1", at), []store.Draw{bare(draw("s1", "3", "")), bare(d)})
	}},
}

var reportTests = []test{
	{"owed until delivered", func(t *suite) {
		l := t.admit(admission(acme))
		later, sooner := owed("s1"), owed("s2")
		sooner.At = at.Add(-1)
		claimed := owed("s3")
		claimed.ID, claimed.Delivered, claimed.By, claimed.At = 77, at, "nobody", at.Add(1)
		t.commit(l, store.Batch{After: 1, Owed: []store.Report{later, sooner, claimed}})
		got := t.reports("acme")
		if len(got) != 3 || got[0].ID == got[1].ID || got[1].ID == got[2].ID {
			t.Fatalf("%+v", got)
		}
		later.ID, sooner.ID = got[1].ID, got[0].ID
		claimed.ID, claimed.Delivered, claimed.By = got[2].ID, time.Time{}, ""
		t.same(got, []store.Report{sooner, later, claimed})
		t.refused(t.s.Deliver(t.Context(), "acme", later.ID, "a\x00"))
		t.ok(t.s.Deliver(t.Context(), "acme", later.ID, "ann"))
		t.is(t.s.Deliver(t.Context(), "acme", later.ID, "ben"), store.ErrNotFound)
		t.is(t.s.Deliver(t.Context(), "acme", claimed.ID+1000, "ann"), store.ErrNotFound)
		t.same(t.reports(""), []store.Report{sooner, claimed})
		t.commit(l, store.Batch{After: 1, Owed: []store.Report{owed("s4")}})
		for _, r := range t.reports("") {
			if r.Step == "s4" && r.ID == later.ID {
				t.Fatal("an ID came back")
			}
		}
	}},
}

var approvalTests = []test{
	{"used once", func(t *suite) {
		a := admission(acme)
		a.Batch.Approvals = []string{"a1"}
		l := t.admit(a)
		t.is(t.s.Commit(t.Context(), l, store.Batch{After: 1, Approvals: []string{"a1"}}), store.ErrUsed)
		t.commit(l, store.Batch{After: 1, Approvals: []string{"a2", "a3"}})
		for name, want := range map[string]bool{"a1": true, "a2": true, "a3": true, "a4": false, "": false} {
			used, err := t.s.Used(t.Context(), "acme", name)
			t.ok(err)
			if used != want {
				t.Errorf("%s: used is %v", name, used)
			}
		}
		b := admission(store.RunID{Tenant: "acme", ID: "run_2"})
		b.Batch.Approvals = []string{"a3"}
		_, err := t.s.Admit(t.Context(), b)
		t.is(err, store.ErrUsed)
		_, err = t.s.Run(t.Context(), b.Run)
		t.is(err, store.ErrNotFound)
	}},
}

var tenantTests = []test{
	{"one id, two runs", func(t *suite) {
		other := store.RunID{Tenant: "other", ID: acme.ID}
		mine := admission(acme)
		mine.Batch.Approvals, mine.Batch.Claims = []string{"a1"}, []store.Claim{{Key: "k", Step: "mine"}}
		mine.Batch.Draws, mine.Batch.Owed = []store.Draw{draw("s1", "5", "5")}, []store.Report{owed("s1")}
		t.admit(mine)
		theirs := mine
		theirs.Run, theirs.Goal, theirs.Owner = other, "theirs", "they"
		theirs.Batch.Claims = []store.Claim{{Key: "k", Step: "theirs"}}
		d, r := draw("s1", "5", "5"), owed("s1")
		d.Tenant, d.Run, r.Tenant, r.Run = "other", other, "other", other
		theirs.Batch.Draws, theirs.Batch.Owed = []store.Draw{d}, []store.Report{r}
		l := t.admit(theirs)

		t.same(t.run(acme).Goal, "pay the invoice")
		t.same(t.run(other).Goal, "theirs")
		c, _, err := t.s.Claim(t.Context(), other, "k")
		t.ok(err)
		t.same(c.Step, "theirs")
		for tenant, want := range map[string]int{"acme": 1, "other": 1, "": 2, "acm": 0, "acme/eu": 0, "ACME": 0, "%": 0} {
			runs, err := t.s.Runs(t.Context(), tenant)
			t.ok(err)
			if len(runs) != want || len(t.reports(tenant)) != want {
				t.Errorf("%q: %d runs, %d reports", tenant, len(runs), len(t.reports(tenant)))
			}
		}
		t.same(len(t.draws("other", "g1", at)), 1)
		t.same(len(t.draws("", "g1", at)), 0)
		t.is(t.s.Deliver(t.Context(), "other", t.reports("acme")[0].ID, "they"), store.ErrNotFound)
		t.commit(l, store.Batch{After: 1, Records: [][]byte{[]byte("theirs alone")}})
		t.same(t.bodies(acme), []string{"first of run_1"})
		crossed := l
		crossed.RunID = acme
		t.is(t.s.Commit(t.Context(), crossed, store.Batch{After: 1}), store.ErrFenced)
		t.ok(t.s.Release(t.Context(), l))
		t.ok(t.s.Forget(t.Context(), other, nil))
		t.same(t.bodies(acme), []string{"first of run_1"})
		c, _, err = t.s.Claim(t.Context(), acme, "k")
		t.ok(err)
		t.same(c.Step, "mine")
	}},
	{"names that run together differ", func(t *suite) {
		a := admission(store.RunID{Tenant: "ab", ID: "c"})
		a.Batch.Approvals = []string{"c"}
		t.admit(a)
		t.admit(admission(store.RunID{Tenant: "a", ID: "bc"}))
		used, err := t.s.Used(t.Context(), "a", "bc")
		t.ok(err)
		if used {
			t.Fatal("another tenant's approval counts")
		}
	}},
}

var forgetTests = []test{
	{"everything goes, and what must not be undone stays", func(t *suite) {
		a := admission(acme)
		a.Batch.Approvals = []string{"a1"}
		a.Batch.Claims = []store.Claim{{Key: "k", Step: "s1"}}
		a.Batch.Owed = []store.Report{owed("s1"), owed("s2")}
		released := draw("s2", "1", "5")
		released.State = store.Released
		a.Batch.Draws = []store.Draw{draw("s1", "4", "5"), released}
		l := t.admit(a)
		other := store.RunID{Tenant: "acme", ID: "run_2"}
		t.admit(admission(other))
		t.ok(t.s.Deliver(t.Context(), "acme", t.reports("")[1].ID, "ann"))

		t.leased(t.s.Forget(t.Context(), acme, nil), "me")
		t.leased(t.s.Forget(t.Context(), acme, func(string) bool { return false }), "me")
		t.same(t.bodies(acme), []string{"first of run_1"})
		t.ok(t.s.Release(t.Context(), l))
		t.ok(t.s.Forget(t.Context(), acme, func(string) bool { t.Error("asked about nobody"); return false }))

		_, err := t.s.Run(t.Context(), acme)
		t.is(err, store.ErrNotFound)
		_, err = t.s.Records(t.Context(), acme, 0)
		t.is(err, store.ErrNotFound)
		t.is(t.s.Forget(t.Context(), acme, nil), store.ErrNotFound)
		runs, err := t.s.Runs(t.Context(), "")
		t.ok(err)
		t.same(len(runs), 1)
		t.same(t.bodies(other), []string{"first of run_2"})

		used, err := t.s.Used(t.Context(), "acme", "a1")
		t.ok(err)
		kept := bare(draw("", "4", ""))
		kept.Run = store.RunID{}
		t.same(t.draws("acme", "g1", at), []store.Draw{kept})
		reports := t.reports("acme")
		if !used || len(reports) != 1 || reports[0].Run != (store.RunID{}) || reports[0].Step != "" {
			t.Fatalf("approval used: %v; reports %+v", used, reports)
		}

		// The id is free again, and nothing of the old run is the new one's.
		l = t.admit(admission(acme))
		_, ok, err := t.s.Claim(t.Context(), acme, "k")
		t.ok(err)
		if ok {
			t.Fatal("the new run has a claim of the old one")
		}
		t.headroom(t.s.Commit(t.Context(), l, store.Batch{After: 1, Draws: []store.Draw{draw("s1", "2", "5")}}), "s1")
		t.commit(l, store.Batch{After: 1, Draws: []store.Draw{draw("s1", "1", "5")}})
		t.same(len(t.draws("acme", "g1", at)), 2)
		t.is(t.s.Commit(t.Context(), l, store.Batch{After: 1, Approvals: []string{"a1"}}), store.ErrUsed)
		t.ok(t.s.Deliver(t.Context(), "acme", reports[0].ID, "ann"))
	}},
	{"an owner that is gone or late holds nothing up", func(t *suite) {
		t.admit(admission(acme))
		t.ok(t.s.Forget(t.Context(), acme, func(owner string) bool { return owner == "me" }))
		a := admission(acme)
		a.TTL = brief
		l := t.admit(a)
		t.Elapse(2 * brief)
		t.ok(t.s.Forget(t.Context(), acme, nil))
		t.is(t.s.Commit(t.Context(), l, store.Batch{After: 1}), store.ErrFenced)
	}},
}
