package storetest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/planlint/planlint/dryrun/store"
	"github.com/planlint/planlint/dryrun/store/memory"
)

// model compares random histories with those of the store in memory: the same answers to everything, but for the clock.
func model(t *testing.T, fresh func(testing.TB) Opener) {
	real := fresh(t).Open(t)
	histories := 0
	rapid.Check(t, func(rt *rapid.T) {
		histories++ // each with tenants of its own, since all go to one store
		h := &history{
			ctx: t.Context(), real: real, model: memory.New(func() time.Time { return at }, Fits),
			tenants: []string{fmt.Sprintf("acme %d", histories), fmt.Sprintf("other %d", histories)},
			leases:  map[store.RunID][]pair{}, seqs: map[store.RunID]int64{},
		}
		rt.Repeat(map[string]func(*rapid.T){
			"admit":   h.admit,
			"commit":  h.commit,
			"acquire": h.acquire,
			"release": h.release,
			"deliver": h.deliver,
			"forget":  h.forget,
			"compare": h.compare,
		})
		h.compare(rt)
	})
}

// history is two stores that went the same way. Tokens and report IDs may differ, so that each keeps its own.
type history struct {
	ctx         context.Context
	real, model store.Store
	tenants     []string
	leases      map[store.RunID][]pair
	seqs        map[store.RunID]int64
}

type pair struct{ real, model store.Lease }

var (
	keys    = rapid.SampledFrom([]string{"k1", "k2", "k3"})
	steps   = rapid.SampledFrom([]string{"s1", "s2", "s3"})
	grants  = rapid.SampledFrom([]string{"g1", "g2"})
	amounts = rapid.SampledFrom([]string{"0", "0.1", "0.20", "1", "3", "5.000001"})
	moments = rapid.Custom(func(t *rapid.T) time.Time { return at.Add(time.Duration(rapid.IntRange(-5, 5).Draw(t, "moment"))) })
)

func (h *history) run(t *rapid.T) store.RunID {
	return store.RunID{Tenant: rapid.SampledFrom(h.tenants).Draw(t, "tenant"), ID: rapid.SampledFrom([]string{"r1", "r2"}).Draw(t, "id")}
}

func (h *history) agree(t *rapid.T, what string, real, model error) bool {
	if kind(real) != kind(model) || kind(real) == "other" {
		t.Fatalf("%s: got %v, want %v", what, real, model)
	}
	return model == nil
}

func (h *history) batch(t *rapid.T, id store.RunID, after int64) store.Batch {
	b := store.Batch{
		After:     after,
		Status:    rapid.SampledFrom([]string{"", "running", "failed"}).Draw(t, "status"),
		Plan:      rapid.SampledFrom([]string{"", "p1", "p2"}).Draw(t, "plan"),
		Records:   rapid.SliceOfN(rapid.SliceOfN(rapid.Byte(), 0, 20), 0, 3).Draw(t, "records"),
		Freed:     rapid.SliceOfN(keys, 0, 1).Draw(t, "freed"),
		Approvals: rapid.SliceOfN(rapid.SampledFrom([]string{"a1", "a2", "a3", "a4", "a5", "a6"}), 0, 1).Draw(t, "approvals"),
	}
	for range rapid.IntRange(0, 2).Draw(t, "claims") {
		b.Claims = append(b.Claims, store.Claim{
			Key: keys.Draw(t, "key"), Step: steps.Draw(t, "step"), Landed: rapid.Bool().Draw(t, "landed"),
			Outcome: rapid.SliceOfN(rapid.Byte(), 0, 5).Draw(t, "outcome"), Expires: rapid.OneOf(moments, rapid.Just(time.Time{})).Draw(t, "expires"),
		})
	}
	for range rapid.IntRange(0, 2).Draw(t, "draws") {
		d := store.Draw{
			Tenant: rapid.SampledFrom([]string{id.Tenant, h.tenants[0]}).Draw(t, "grantor"), Grant: grants.Draw(t, "grant"), Run: id,
			Step: steps.Draw(t, "step"), Amount: amounts.Draw(t, "amount"), Currency: "EUR", At: moments.Draw(t, "at"),
			State: rapid.SampledFrom([]store.DrawState{store.Held, store.Held, store.Spent, store.Released}).Draw(t, "state"),
		}
		if rapid.Bool().Draw(t, "limited") {
			d.Limit = store.Limit{Amount: rapid.SampledFrom([]string{"1", "5"}).Draw(t, "limit"), Since: moments.Draw(t, "since")}
		}
		b.Draws = append(b.Draws, d)
	}
	for range rapid.IntRange(0, 1).Draw(t, "owed") {
		b.Owed = append(b.Owed, store.Report{Tenant: id.Tenant, Class: "c", Grant: grants.Draw(t, "grant"), Run: id, Step: steps.Draw(t, "step"), At: moments.Draw(t, "at")})
	}
	return b
}

func (h *history) admit(t *rapid.T) {
	id := h.run(t)
	a := store.Admission{Run: id, Agent: "clerk", Plan: "p0", Goal: rapid.String().Draw(t, "goal"), Owner: "me", TTL: hour, Batch: h.batch(t, id, 0)}
	a.Batch.Records = append(a.Batch.Records, []byte("one at least"))
	real, err := h.real.Admit(h.ctx, a)
	model, want := h.model.Admit(h.ctx, a)
	if h.agree(t, "Admit", err, want) {
		h.leases[id] = append(h.leases[id], pair{real, model})
		h.seqs[id] = int64(len(a.Batch.Records))
	}
}

func (h *history) lease(t *rapid.T) (pair, bool) {
	l := h.leases[h.run(t)]
	if len(l) == 0 {
		return pair{}, false
	}
	// The last one mostly, and sometimes one that is fenced.
	return l[max(0, len(l)-1-rapid.SampledFrom([]int{0, 0, 0, 1, 2}).Draw(t, "which"))], true
}

func (h *history) commit(t *rapid.T) {
	l, ok := h.lease(t)
	if !ok {
		return
	}
	id := l.real.RunID
	b := h.batch(t, id, h.seqs[id]+int64(rapid.SampledFrom([]int{0, 0, 0, 0, 0, -1, 1}).Draw(t, "off")))
	if h.agree(t, "Commit", h.real.Commit(h.ctx, l.real, b), h.model.Commit(h.ctx, l.model, b)) {
		h.seqs[id] += int64(len(b.Records))
	}
}

func (h *history) acquire(t *rapid.T) {
	id, owner, gone := h.run(t), rapid.SampledFrom([]string{"me", "you"}).Draw(t, "owner"), rapid.Bool().Draw(t, "gone")
	asked := func(string) bool { return gone }
	real, err := h.real.Acquire(h.ctx, id, owner, hour, asked)
	model, want := h.model.Acquire(h.ctx, id, owner, hour, asked)
	if h.agree(t, "Acquire", err, want) {
		h.leases[id] = append(h.leases[id], pair{real, model})
	}
}

func (h *history) release(t *rapid.T) {
	l, ok := h.lease(t)
	if !ok {
		return
	}
	if rapid.Bool().Draw(t, "renew") {
		h.agree(t, "Renew", h.real.Renew(h.ctx, l.real), h.model.Renew(h.ctx, l.model))
		return
	}
	h.agree(t, "Release", h.real.Release(h.ctx, l.real), h.model.Release(h.ctx, l.model))
}

func (h *history) deliver(t *rapid.T) {
	tenant := h.run(t).Tenant
	real, err := h.real.Reports(h.ctx, tenant)
	model, want := h.model.Reports(h.ctx, tenant)
	h.agree(t, "Reports", err, want)
	if n := min(len(real), len(model)); n > 0 {
		i := rapid.IntRange(0, n-1).Draw(t, "report")
		h.agree(t, "Deliver", h.real.Deliver(h.ctx, tenant, real[i].ID, "ann"), h.model.Deliver(h.ctx, tenant, model[i].ID, "ann"))
	}
}

func (h *history) forget(t *rapid.T) {
	id, gone := h.run(t), rapid.Bool().Draw(t, "gone")
	asked := func(string) bool { return gone }
	if h.agree(t, "Forget", h.real.Forget(h.ctx, id, asked), h.model.Forget(h.ctx, id, asked)) {
		h.seqs[id] = 0
	}
}

// compare asks both everything.
func (h *history) compare(t *rapid.T) {
	clocks := cmp.Options{
		cmpopts.IgnoreFields(store.Run{}, "Created", "Updated", "Until"),
		cmpopts.IgnoreFields(store.Report{}, "ID"),
		cmpopts.EquateEmpty(),
	}
	same := func(what string, got, want any, err, wantErr error) {
		h.agree(t, what, err, wantErr)
		if d := cmp.Diff(want, got, clocks); d != "" {
			t.Fatalf("%s (-want +got)\n%s", what, d)
		}
	}
	for _, tenant := range h.tenants {
		got, err := h.real.Runs(h.ctx, tenant)
		want, wantErr := h.model.Runs(h.ctx, tenant)
		same("Runs", got, want, err, wantErr)
		reports, err := h.real.Reports(h.ctx, tenant)
		wantReports, wantErr := h.model.Reports(h.ctx, tenant)
		same("Reports", reports, wantReports, err, wantErr)
		for _, grant := range []string{"g1", "g2"} {
			for _, since := range []time.Time{{}, at} {
				got, err := h.real.Draws(h.ctx, tenant, grant, since)
				want, wantErr := h.model.Draws(h.ctx, tenant, grant, since)
				same("Draws", got, want, err, wantErr)
			}
		}
		for i := range 6 {
			a := fmt.Sprintf("a%d", i+1)
			got, err := h.real.Used(h.ctx, tenant, a)
			want, wantErr := h.model.Used(h.ctx, tenant, a)
			same("Used", got, want, err, wantErr)
		}
	}
	for i := range 4 {
		id := store.RunID{Tenant: h.tenants[i/2], ID: []string{"r1", "r2"}[i%2]}
		got, err := h.real.Records(h.ctx, id, 0)
		want, wantErr := h.model.Records(h.ctx, id, 0)
		same("Records", got, want, err, wantErr)
		for _, key := range []string{"k1", "k2", "k3"} {
			got, ok, err := h.real.Claim(h.ctx, id, key)
			want, wantOK, wantErr := h.model.Claim(h.ctx, id, key)
			same("Claim", []any{got, ok}, []any{want, wantOK}, err, wantErr)
		}
	}
}
