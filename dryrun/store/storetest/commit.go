package storetest

import (
	"time"

	"github.com/planlint/planlint/dryrun/store"
)

var commitTests = []test{
	{"records follow each other", func(t *suite) {
		l := t.admit(admission(acme))
		t.commit(l, store.Batch{After: 1, Records: [][]byte{[]byte("two"), []byte("three")}})
		t.commit(l, store.Batch{After: 3, Records: [][]byte{[]byte("four")}, Status: "succeeded", Plan: "sha256:cc"})
		t.same(t.bodies(acme), []string{"first of run_1", "two", "three", "four"})
		r := t.run(acme)
		t.same([]string{r.Status, r.Plan, r.Goal}, []string{"succeeded", "sha256:cc", "pay the invoice"})
		t.commit(l, store.Batch{After: 4})
		r = t.run(acme)
		t.same([]string{r.Status, r.Plan}, []string{"succeeded", "sha256:cc"})
	}},
	{"a batch must follow the last record", func(t *suite) {
		l := t.admit(admission(acme))
		for _, after := range []int64{-1, 0, 2} {
			t.is(t.s.Commit(t.Context(), l, store.Batch{After: after, Records: [][]byte{[]byte("x")}}), store.ErrFenced)
		}
		t.same(t.bodies(acme), []string{"first of run_1"})
	}},
	{"a batch is kept as a whole or not at all", func(t *suite) {
		l := t.admit(admission(acme))
		t.commit(l, store.Batch{
			After: 1, Approvals: []string{"a1"}, Draws: []store.Draw{draw("s0", "3", "5")},
			Claims: []store.Claim{{Key: "old", Step: "s0"}}, Records: [][]byte{[]byte("two")},
		})
		full := store.Batch{
			After: 2, Records: [][]byte{[]byte("three")}, Status: "failed", Plan: "sha256:dd",
			Claims: []store.Claim{{Key: "k", Step: "s1"}, {Key: "old", Step: "s9", Landed: true}},
			Freed:  []string{"old"}, Owed: []store.Report{owed("s1")},
			Draws: []store.Draw{draw("s1", "2", "5")}, Approvals: []string{"a2"},
		}
		nothing := func() {
			t.Helper()
			t.same(t.bodies(acme), []string{"first of run_1", "two"})
			r := t.run(acme)
			t.same([]string{r.Status, r.Plan}, []string{"running", "sha256:aa"})
			_, ok, err := t.s.Claim(t.Context(), acme, "k")
			t.ok(err)
			old, okOld, err := t.s.Claim(t.Context(), acme, "old")
			t.ok(err)
			used, err := t.s.Used(t.Context(), "acme", "a2")
			t.ok(err)
			if ok || !okOld || old.Step != "s0" || used || len(t.reports("")) > 0 || len(t.draws("acme", "g1", time.Time{})) != 1 {
				t.Fatal("something of the batch was kept")
			}
		}
		bad := full
		bad.Draws = []store.Draw{draw("s1", "2", "5"), draw("s2", "0.01", "5")}
		t.headroom(t.s.Commit(t.Context(), l, bad), "s2")
		nothing()
		bad = full
		bad.Approvals = []string{"a2", "a1"}
		t.is(t.s.Commit(t.Context(), l, bad), store.ErrUsed)
		nothing()
		bad = full
		bad.Approvals = []string{"a2", "a2"}
		t.is(t.s.Commit(t.Context(), l, bad), store.ErrUsed)
		nothing()
		bad = full
		bad.Records = [][]byte{[]byte("three"), make([]byte, store.MaxRecord+1)}
		t.is(t.s.Commit(t.Context(), l, bad), store.ErrTooLarge)
		nothing()
		bad = full
		bad.Draws = []store.Draw{draw("s1", "x", "5")}
		t.refused(t.s.Commit(t.Context(), l, bad))
		nothing()
		t.commit(l, full)
		if len(t.bodies(acme)) != 3 || len(t.reports("")) != 1 || len(t.draws("acme", "g1", time.Time{})) != 2 {
			t.Fatal("the good batch was not kept")
		}
	}},
	{"claims", func(t *suite) {
		l := t.admit(admission(acme))
		claim := func(key string) (store.Claim, bool) {
			t.Helper()
			c, ok, err := t.s.Claim(t.Context(), acme, key)
			t.ok(err)
			return c, ok
		}
		started := store.Claim{Key: "k", Step: "s1"}
		t.commit(l, store.Batch{After: 1, Claims: []store.Claim{started, {Key: "other", Step: "s2"}}})
		c, ok := claim("k")
		t.same([]any{c, ok}, []any{started, true})
		landed := store.Claim{Key: "k", Step: "s1", Landed: true, Outcome: []byte("{\"a\":\"\x00\xff\"}"), Expires: at}
		t.commit(l, store.Batch{After: 1, Claims: []store.Claim{landed}})
		if c, ok = claim("k"); !ok || !c.Expires.Equal(at) || c.Expires.Location() != time.UTC {
			t.Fatalf("got %+v", c)
		}
		t.same(c, landed)
		t.commit(l, store.Batch{After: 1, Freed: []string{"k", "never"}, Claims: []store.Claim{{Key: "new", Step: "s3"}}})
		if _, ok = claim("k"); ok {
			t.Fatal("a freed claim is there")
		}
		if _, ok = claim("other"); !ok {
			t.Fatal("a claim went with another one")
		}
		t.commit(l, store.Batch{After: 1, Freed: []string{"new"}, Claims: []store.Claim{{Key: "new", Step: "s4"}}})
		if c, ok = claim("new"); !ok || c.Step != "s4" {
			t.Fatal("what is freed and claimed in one batch must be claimed")
		}
		zone := time.FixedZone("there", 3*3600)
		t.commit(l, store.Batch{After: 1, Claims: []store.Claim{{Key: "zone", Expires: at.In(zone)}}})
		c, _ = claim("zone")
		t.same(c.Expires, at)
		// A claim is a run's own.
		id := store.RunID{Tenant: "acme", ID: "run_2"}
		t.admit(admission(id))
		if _, ok, err := t.s.Claim(t.Context(), id, "other"); ok || err != nil {
			t.Fatalf("another run's claim: %v, %v", ok, err)
		}
	}},
}

var recordTests = []test{
	{"bytes stay as they were", func(t *suite) {
		l := t.admit(admission(acme))
		big := make([]byte, 5<<20)
		for i := range big {
			big[i] = byte(i * 7)
		}
		bodies := [][]byte{{}, {0}, []byte("a\x00b\xff\xfe"), []byte(" {\"a\": 1.0}\r\n"), []byte("\xed\xa0\x80 \ufeff \u2028"), big}
		t.commit(l, store.Batch{After: 1, Records: bodies})
		records, err := t.s.Records(t.Context(), acme, 1)
		t.ok(err)
		if len(records) != len(bodies) {
			t.Fatalf("%d records", len(records))
		}
		for i, r := range records {
			if string(r.Body) != string(bodies[i]) {
				t.Fatalf("record %d is not what was written", r.Seq)
			}
		}
		t.bodies(acme)
	}},
	{"from one on", func(t *suite) {
		l := t.admit(admission(acme))
		t.commit(l, store.Batch{After: 1, Records: [][]byte{[]byte("two"), []byte("three")}})
		for after, want := range map[int64]int{-5: 3, 0: 3, 1: 2, 2: 1, 3: 0, 99: 0} {
			records, err := t.s.Records(t.Context(), acme, after)
			t.ok(err)
			if len(records) != want || want > 0 && records[0].Seq != max(after, 0)+1 {
				t.Fatalf("after %d: %+v", after, records)
			}
		}
	}},
	{"nobody shares memory with the store", func(t *suite) {
		body := []byte("first")
		a := admission(acme)
		a.Batch.Records = [][]byte{body}
		a.Batch.Claims = []store.Claim{{Key: "k", Outcome: body}}
		t.admit(a)
		body[0] = 'X'
		records, err := t.s.Records(t.Context(), acme, 0)
		t.ok(err)
		records[0].Body[1] = 'X'
		c, _, err := t.s.Claim(t.Context(), acme, "k")
		t.ok(err)
		t.same(string(c.Outcome), "first")
		c.Outcome[0] = 'X'
		c, _, err = t.s.Claim(t.Context(), acme, "k")
		t.ok(err)
		t.same(string(c.Outcome), "first")
		t.same(t.bodies(acme), []string{"first"})
	}},
	{"a second handle sees them", func(t *suite) {
		l := t.admit(admission(acme))
		other := t.Open(t)
		t.commit(l, store.Batch{After: 1, Records: [][]byte{[]byte("two")}})
		records, err := other.Records(t.Context(), acme, 0)
		t.ok(err)
		t.same(len(records), 2)
	}},
}
