package dryrun_test

import (
	"context"
	"testing"

	"github.com/planlint/planlint/contracts/autonomy"
	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/store"
	"github.com/planlint/planlint/dryrun/store/memory"
)

// changed is a store whose claims somebody changed, beside the journal.
type changed struct {
	store.Store
	claim func(c store.Claim, ok bool) (store.Claim, bool)
}

func (s changed) Claim(ctx context.Context, id store.RunID, key string) (store.Claim, bool, error) {
	c, ok, err := s.Store.Claim(ctx, id, key)
	c, ok = s.claim(c, ok)
	return c, ok, err
}

// No hash covers the claims: what they say of an effect counts only where the journal says the same.
func TestClaimsAreVouchedFor(t *testing.T) {
	plan := `goal: g
steps:
- {id: a, tool: notify, arguments: {text: one}}
- {id: b, tool: notify, arguments: {text: one}, depends_on: [a]}
`
	for name, tt := range map[string]struct {
		claim  func(store.Claim, bool) (store.Claim, bool)
		called string
		stops  bool
	}{
		"as it is": {func(c store.Claim, ok bool) (store.Claim, bool) { return c, ok }, "a", false},
		"another outcome": {func(c store.Claim, ok bool) (store.Claim, bool) {
			if ok {
				c.Outcome = []byte(`"another"`)
			}
			return c, ok
		}, "a", true},
		"an outcome that can't be read": {func(c store.Claim, ok bool) (store.Claim, bool) {
			if ok {
				c.Outcome = []byte(`"`)
			}
			return c, ok
		}, "a", true},
		"gone": {func(store.Claim, bool) (store.Claim, bool) { return store.Claim{}, false }, "a", true},
		"made up": {func(c store.Claim, ok bool) (store.Claim, bool) {
			c.Step, c.Landed, c.Outcome, c.Expires = "a", true, []byte(`"done"`), start.AddDate(1, 0, 0)
			return c, true
		}, "", true},
	} {
		t.Run(name, func(t *testing.T) {
			at := &clock{at: start}
			s := &scene{plan: plan, clock: at, store: changed{memory.New(at.now, autonomy.Fits), tt.claim}}
			m := s.run(t)
			if m.called() != tt.called {
				t.Errorf("called: %q", m.called())
			}
			if stopped := m.Stop != nil && m.Stop.Class == dryrun.Unknown && m.Stop.Code == dryrun.CodeTampered; stopped != tt.stops || m.Stop != nil && !stopped {
				t.Errorf("it stops as %v", m.Stop)
			}
		})
	}
}
