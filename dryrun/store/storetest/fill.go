package storetest

import (
	"testing"
	"time"

	"github.com/planlint/planlint/dryrun/store"
)

// Fill puts something of everything into an empty store, for a fixture of its format.
func Fill(t *testing.T, s store.Store) {
	t.Helper()
	f := &suite{T: t, s: s}
	a := admission(acme)
	a.Goal = "goal\x00\xff"
	a.Batch.Approvals = []string{"a1"}
	l := f.admit(a)
	spent, released := draw("s1", "1.50", "5"), draw("s2", "2", "")
	spent.State, released.State = store.Spent, store.Released
	f.commit(l, store.Batch{
		After: 1, Records: [][]byte{[]byte("two\x00\xff"), {}}, Status: "failed",
		Claims: []store.Claim{{Key: "k1", Step: "s1"}, {Key: "k2", Step: "s2", Landed: true, Outcome: []byte("{}\x00"), Expires: at}},
		Draws:  []store.Draw{spent, released}, Owed: []store.Report{owed("s1"), owed("s2")},
	})
	f.ok(s.Deliver(t.Context(), "acme", f.reports("acme")[1].ID, "ann"))
	f.ok(s.Release(t.Context(), l))
	gone := store.RunID{Tenant: "acme", ID: "forgotten"}
	b := admission(gone)
	d := draw("s1", "0.25", "")
	d.Run = gone
	b.Batch.Draws, b.Batch.Approvals = []store.Draw{d}, []string{"a2"}
	f.admit(b)
	f.ok(s.Forget(t.Context(), gone, yes))
	other := admission(store.RunID{Tenant: "other", ID: "run_1"})
	other.TTL = 100 * 365 * 24 * hour
	f.admit(other)
}

// Filled wants what Fill put in, and that the store goes on with it.
func Filled(t *testing.T, s store.Store) {
	t.Helper()
	f := &suite{T: t, s: s}
	r := f.run(acme)
	f.same([]any{r.Agent, r.Plan, r.Goal, r.Status, r.Seq, r.Owner, r.Until.IsZero()}, []any{"clerk", "sha256:aa", "goal\x00\xff", "failed", int64(3), "", true})
	f.same(f.bodies(acme), []string{"first of run_1", "two\x00\xff", ""})
	runs, err := s.Runs(t.Context(), "")
	f.ok(err)
	f.same([]any{len(runs), runs[0].Tenant, runs[0].Owner}, []any{2, "other", "me"})
	started, _, err := s.Claim(t.Context(), acme, "k1")
	f.ok(err)
	landed, _, err := s.Claim(t.Context(), acme, "k2")
	f.ok(err)
	f.same([]store.Claim{started, landed}, []store.Claim{{Key: "k1", Step: "s1"}, {Key: "k2", Step: "s2", Landed: true, Outcome: []byte("{}\x00"), Expires: at}})
	spent, nameless := bare(draw("s1", "1.50", "")), bare(draw("", "0.25", ""))
	spent.State, nameless.Run = store.Spent, store.RunID{}
	f.same(f.draws("acme", "g1", time.Time{}), []store.Draw{spent, nameless})
	reports, report := f.reports(""), owed("s1")
	report.ID = reports[0].ID
	f.same(reports, []store.Report{report})
	for name, want := range map[string]bool{"a1": true, "a2": true, "a3": false} {
		used, err := s.Used(t.Context(), "acme", name)
		f.ok(err)
		f.same(used, want)
	}
}
