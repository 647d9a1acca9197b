package compare

import (
	"slices"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/autonomy"
	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/lint"
)

// Facts are what carrying a step out means, as far as it can be told before a run: as if nothing had been spent yet and
// no report were owed.
type Facts struct {
	// Refused says why the agent may not call the tool, "not_allowed" or "unknown_tool"; "" where it may.
	Refused string
	// Need is who has to clear the call, and Reason why; zero where the call is refused anyhow.
	Need   lint.Need
	Reason string
	// What the contract says. Without a contract, Contract is false, and the rest is what the worst one would say.
	Contract      bool
	Reversibility contracts.Reversibility
	Effect        contracts.Effect
	Trusted       bool
	Sensitivity   string
}

// facts are those of a step; nil without a deployment.
func (b *both) facts(of *Subject, s *lint.Step) *Facts {
	d := b.deployment
	if d == nil {
		return nil
	}
	f := &Facts{Refused: d.Judge(of.Authority, s.Tool, b.now).Reason, Sensitivity: contracts.DefaultSensitivity}
	c := d.Catalog.Get(s.Tool)
	if c != nil {
		f.Contract, f.Reversibility, f.Effect, f.Trusted, f.Sensitivity = true, c.Reversibility, c.Effect, c.Trusted, c.Sensitivity
	}
	if f.Refused == "" {
		clearance, err := d.Clearance(of.Authority, c, d.Foresee(of.Plan, s, of.Authority, b.now), autonomy.EmptyLedger{})
		if err != nil {
			panic("planlint: internal error: an empty ledger fails: " + err.Error())
		}
		f.Need, f.Reason = clearance.Need, clearance.Reason
	}
	return f
}

// equal reports whether two steps mean the same. Why somebody has to clear a call is not looked at.
func (f *Facts) equal(g *Facts) bool {
	if f == nil || g == nil {
		return f == g
	}
	a, b := *f, *g
	a.Reason, b.Reason = "", ""
	return a == b
}

// asks reports whether a call can't go ahead without somebody.
func (f *Facts) asks() bool {
	return f.Refused != "" || f.Need == lint.NeedPerson || f.Need == lint.NeedNone
}

// Scope is how the authority of the two plans differs.
type Scope struct {
	OldAgent, NewAgent string // "" where no agents are configured
	// Gained and Lost are the tools of the catalog that only one of the authorities may call, sorted.
	Gained, Lost []string
}

// Differs reports whether there is anything to say.
func (s *Scope) Differs() bool {
	return s.OldAgent != s.NewAgent || len(s.Gained) > 0 || len(s.Lost) > 0
}

func (b *both) scope() Scope {
	s := Scope{OldAgent: agent(b.old.Authority), NewAgent: agent(b.new.Authority)}
	for _, tool := range b.deployment.Catalog.Names() {
		was, is := b.deployment.Judge(b.old.Authority, tool, b.now).OK(), b.deployment.Judge(b.new.Authority, tool, b.now).OK()
		switch {
		case is && !was:
			s.Gained = append(s.Gained, tool)
		case was && !is:
			s.Lost = append(s.Lost, tool)
		}
	}
	slices.Sort(s.Gained)
	slices.Sort(s.Lost)
	return s
}

func agent(a lint.Authority) string {
	if a.Agent == nil {
		return ""
	}
	return a.Agent.Name
}

// tools are the tools that only one of the plans uses, sorted.
func (b *both) tools() (added, removed []string) {
	before, after := used(b.old.Plan), used(b.new.Plan)
	for _, name := range after {
		if _, found := slices.BinarySearch(before, name); !found {
			added = append(added, name)
		}
	}
	for _, name := range before {
		if _, found := slices.BinarySearch(after, name); !found {
			removed = append(removed, name)
		}
	}
	return added, removed
}

// used are the tools of a plan, sorted.
func used(p *lint.Plan) []string {
	list := make([]string, 0, len(p.Steps))
	for i := range p.Steps {
		list = append(list, canon.Normal(p.Steps[i].Tool))
	}
	slices.Sort(list)
	return slices.Compact(list)
}
