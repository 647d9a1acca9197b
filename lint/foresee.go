package lint

import (
	"slices"
	"time"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/autonomy"
	"github.com/planlint/planlint/contracts/schema"
	"github.com/planlint/planlint/contracts/tree"
)

// Foresee is a step's call as the ladder will see it: with what the plan says of the two arguments that the class of the
// tool reads, or else with the contract's defaults. What a bind fills is unknown. A tool in no class needs no arguments.
func (d *Deployment) Foresee(p *Plan, s *Step, a Authority, now time.Time) autonomy.Call {
	call := autonomy.Call{Tool: s.Tool, Tenant: a.Tenant(), User: a.User(), Now: now}
	class := d.Ladder.Class(s.Tool)
	if class == nil {
		return call
	}
	t, root := p.Values(s)
	b := tree.NewBuilder(t.Source, 8)
	b.Begin(tree.Object, 0, 0)
	for i, field := range []string{class.AmountField, class.CurrencyField} {
		if field == "" || i == 1 && field == class.AmountField {
			continue
		}
		from, n := t, t.Get(root, field)
		if n == tree.None {
			from, n = standIn(d.Catalog.Get(s.Tool), field)
		}
		if n != tree.None {
			b.Decoded(tree.String, tree.Span{}, 0, field)
			b.Adopt(from, n, tree.Span{})
		}
	}
	b.End(0)
	call.Tree = b.Tree()
	return call
}

// standIn is the default of an argument, or None.
func standIn(c *contracts.Contract, name string) (*tree.Tree, tree.Ref) {
	if c == nil {
		return nil, tree.None
	}
	accepts, problems := c.Accepts()
	if accepts == nil || slices.ContainsFunc(problems, func(p schema.Problem) bool { return !p.Warning }) {
		return nil, tree.None
	}
	for _, d := range accepts.Defaults() {
		if d.Name == name {
			return d.Tree, d.Value
		}
	}
	return nil, tree.None
}
