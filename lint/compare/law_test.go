package compare

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// FuzzPlans holds every pair of plans to the laws of a comparison.
func FuzzPlans(f *testing.F) {
	d, a := deploy(f, desk, "plan.yaml")
	for _, s := range []string{
		plan("  - {id: a, tool: ask}\n"), plan("  - {id: a, tool: pay, arguments: {to: ada, with: {x: [1, {y: z}]}}, bind: {amount: {input: /x}}}\n"),
		plan("  - {id: a, tool: search, depends_on: [b]}\n  - {id: b, tool: ask, depends_on: [a], bind: {q: {step: a}}, quorum: {need: 1, lenses: [x]}}\n"),
		"{\"goal\": \"\u00e9\", \"steps\": [{\"id\": \"e\u0301\", \"tool\": \"ask\"}], \"inputs\": true, \"outputs\": {}}", "goal: g\nsteps: []\n",
	} {
		f.Add(s, plan("  - {id: a, tool: ask}\n  - {id: b, tool: pay, verifies: true, depends_on: [a], bind: {to: {step: a, pointer: /x}}}\n"))
	}
	f.Fuzz(func(t *testing.T, older, newer string) {
		p, fault := lint.Parse(&tree.Source{Name: "old.yaml", Text: older})
		q, other := lint.Parse(&tree.Source{Name: "new.yaml", Text: newer})
		if fault != nil || other != nil {
			t.Skip()
		}
		laws(t, d, a, p, q)
	})
}

// laws are what holds for every two plans.
func laws(t *testing.T, d *lint.Deployment, a lint.Authority, p, q *lint.Plan) {
	t.Helper()
	o := Options{Deployment: d, Now: now}
	c := Plans(Subject{p, a}, Subject{q, a}, o)
	if changes := len(c.Plan) + len(c.Steps); c.Same() != (changes == 0) {
		t.Fatalf("the same: %t, and %d changes", c.Same(), changes)
	}
	if c.Same() && len(c.Escalations) > 0 {
		t.Fatalf("one plan, and %v", told(c.Escalations))
	}
	if diff := cmp.Diff(c, Plans(Subject{p, a}, Subject{q, a}, o), cmpopts.IgnoreUnexported(Change{}, Escalation{}), cmp.Comparer(func(a, b *lint.Step) bool { return a == b })); diff != "" {
		t.Fatalf("compared again:\n%s", diff)
	}
	back := Plans(Subject{q, a}, Subject{p, a}, o)
	added, removed := 0, 0
	for _, s := range c.Steps {
		switch s.Kind {
		case Added:
			added++
		case Removed:
			removed++
		}
	}
	for _, s := range back.Steps {
		switch s.Kind {
		case Added:
			removed--
		case Removed:
			added--
		}
	}
	if added != 0 || removed != 0 {
		t.Fatalf("the way back has %d and %d other steps", added, removed)
	}
	for _, side := range []*lint.Plan{p, q} {
		if self := Plans(Subject{side, a}, Subject{side, a}, o); !self.Same() || len(self.Plan)+len(self.Steps)+len(self.Escalations) > 0 {
			t.Fatalf("a plan differs from itself: %s", lines(self))
		}
	}
}

// Plans made at random obey the laws, too, and the steps that take from what they did not are those that a search for
// each pair of steps finds.
func TestLaws(t *testing.T) {
	d, a := deploy(t, desk, "plan.yaml")
	r := rand.New(rand.NewSource(1))
	for range 300 {
		p, q := random(t, r), random(t, r)
		laws(t, d, a, p, q)
		b := newBoth(Subject{p, a}, Subject{q, a}, Options{Deployment: d, Now: now})
		var want []string
		for i := range q.Steps {
			for j := range q.Steps {
				old, was := p.Step(q.Steps[i].ID), p.Step(q.Steps[j].ID)
				known := old != nil && was != nil && was.Tool == q.Steps[j].Tool && takes(p, old, was.ID, map[string]bool{})
				if !b.vouched(q, int32(j)) && takes(q, &q.Steps[i], q.Steps[j].ID, map[string]bool{}) && !known {
					want = append(want, q.Steps[i].ID+" from "+q.Steps[j].ID)
				}
			}
		}
		var got []string
		for _, e := range b.longerTaint() {
			for _, from := range e.Names {
				got = append(got, e.Step+" from "+from)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	}
}

// takes reports whether a step takes from another, directly or through others.
func takes(p *lint.Plan, s *lint.Step, from string, seen map[string]bool) bool {
	for _, b := range s.Binds {
		if b.From.Step == from {
			return true
		}
		if next := p.Step(b.From.Step); next != nil && !seen[next.ID] {
			seen[next.ID] = true
			if takes(p, next, from, seen) {
				return true
			}
		}
	}
	return false
}

// random is a plan of a few steps, some of which take from each other.
func random(t *testing.T, r *rand.Rand) *lint.Plan {
	t.Helper()
	var b strings.Builder
	b.WriteString("goal: g\nsteps:\n")
	ids := r.Perm(8)[:1+r.Intn(7)]
	for k, id := range ids {
		fmt.Fprintf(&b, "  - {id: s%d, tool: %s", id, []string{"ask", "search", "pay", "look"}[r.Intn(4)])
		if k > 0 && r.Intn(3) > 0 {
			from := ids[r.Intn(len(ids))] // also from itself, and from later ones
			fmt.Fprintf(&b, ", bind: {to: {step: s%d}}", from)
			if from != id {
				fmt.Fprintf(&b, ", depends_on: [s%d]", from)
			}
		}
		fmt.Fprintf(&b, ", verifies: %t}\n", r.Intn(3) == 0)
	}
	return read(t, b.String())
}

// A plan of very many steps is followed as far as the budget goes, and beyond it nothing passes unseen.
func TestLargePlans(t *testing.T) {
	d, a := deploy(t, desk, "plan.yaml")
	var old, wide strings.Builder
	old.WriteString("goal: g\nsteps:\n  - {id: v, tool: look, verifies: true}\n  - {id: s0, tool: search}\n")
	const n = 3000
	for i := 1; i < n; i++ {
		fmt.Fprintf(&old, "  - {id: s%d, tool: search, depends_on: [s%d, v], bind: {q: {step: s%d}}}\n", i, i-1, i-1)
	}
	fmt.Fprintf(&wide, "%s  - {id: z, tool: mail, depends_on: [s%d], bind: {text: {step: s%d}}}\n", old.String(), n-1, n-1)
	p, q := read(t, old.String()), read(t, wide.String())
	c := Plans(Subject{p, a}, Subject{q, a}, Options{Deployment: d, Now: now})
	last := c.Escalations[len(c.Escalations)-1]
	if last.Kind != LongerTaint || last.Step != "z" || !strings.Contains(last.Message, fmt.Sprintf("and %d more", n-maxNamed)) {
		t.Errorf("%+v", last)
	}
	b := newBoth(Subject{p, a}, Subject{q, a}, Options{Deployment: d, Now: now})
	b.flow().budget = 100
	if list := b.longerTaint(); len(list) != n {
		t.Errorf("%d steps take from something untrusted, and %d are told", n, len(list))
	}
	loose := read(t, strings.ReplaceAll(old.String(), ", v]", "]"))
	b = newBoth(Subject{p, a}, Subject{loose, a}, Options{Deployment: d, Now: now})
	b.flow().budget = 100
	if list := b.lostVerifiers(); len(list) != n-1 {
		t.Errorf("%d steps do not wait for the verifier, and %d are told", n-1, len(list))
	}
}
