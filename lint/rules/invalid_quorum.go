package rules

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

var invalidQuorum = lint.Rule{
	ID: "invalid-quorum", Title: "a quorum that decides nothing", Group: lint.Structure, Severity: lint.Error,
	What: "A quorum needs at least one lens, no more lenses than there are, and of several more than half. Every lens has a name, and no two have the same.",
	Why:  "A panel that needs nobody always agrees, one that needs more than it has never does, and half of one can agree with both sides.",
	Bad: `goal: book a flight and have it reviewed
steps:
  - {id: s1, tool: book_flight, arguments: {flight: BA117, seats: 1}}
  - {id: s2, tool: check_booking, arguments: {ref: B1}, quorum: {need: 1, lenses: [price, dates, names]}, depends_on: [s1]}
`,
	Good: `goal: book a flight and have it reviewed
steps:
  - {id: s1, tool: book_flight, arguments: {flight: BA117, seats: 1}}
  - {id: s2, tool: check_booking, arguments: {ref: B1}, quorum: {need: 2, lenses: [price, dates, names]}, depends_on: [s1]}
`,
	Fix: "Set need to a majority of the lenses, and give each lens its own name.",
	Check: func(p *lint.Pass) {
		for i := range p.Plan.Steps {
			if s := &p.Plan.Steps[i]; s.Quorum != nil {
				checkNeed(p, s)
				checkLenses(p, s)
			}
		}
	},
}

func checkNeed(p *lint.Pass, s *lint.Step) {
	q, t := s.Quorum, p.Plan.Tree
	if q.Need == tree.None {
		return
	}
	known := q.LensesNode != tree.None && t.Kind(q.LensesNode) == tree.Array && t.Flags(q.LensesNode)&tree.Broken == 0
	lenses := t.Count(q.LensesNode)
	var message, hint string
	switch {
	case q.NeedCount == 0:
		message, hint = "the quorum needs nobody", "say how many lenses must agree"
	case !known:
		return
	case q.NeedCount > lenses:
		message = fmt.Sprintf("the quorum needs %s of %s", clipped(t.Text(q.Need)), count(lenses, "lens", "lenses"))
		hint = "need no more lenses than there are"
	case lenses > 1 && 2*q.NeedCount <= lenses:
		message = fmt.Sprintf("the quorum needs %d of %d lenses, which is no majority", q.NeedCount, lenses)
		hint = fmt.Sprintf("need at least %d", lenses/2+1)
	default:
		return
	}
	f := p.At("invalid-quorum", s, q.Need)
	f.Message, f.Hint = message, hint
	if q.LensesNode != tree.None {
		f.Related = append(f.Related, lint.Related{Place: t.Place(q.LensesNode), Message: "the lenses"})
	}
	p.Report(f)
}

// fewLenses is up to how many lenses are compared with each other without a table.
const fewLenses = 16

func checkLenses(p *lint.Pass, s *lint.Step) {
	lenses := s.Quorum.Lenses
	var table map[string]tree.Ref
	if len(lenses) > fewLenses {
		table = make(map[string]tree.Ref, len(lenses))
	}
	for i, l := range lenses {
		name := strings.TrimSpace(l.ID)
		if name == "" {
			f := p.At("invalid-quorum", s, l.Node)
			f.Message, f.Hint = "a lens has no name", "say what it looks at"
			p.Report(f)
			continue
		}
		first := tree.None
		if table != nil {
			if n, ok := table[name]; ok {
				first = n
			} else {
				table[name] = l.Node
			}
		} else {
			for _, other := range lenses[:i] {
				if strings.TrimSpace(other.ID) == name {
					first = other.Node
					break
				}
			}
		}
		if first == tree.None {
			continue
		}
		f := p.At("invalid-quorum", s, l.Node)
		f.Message = fmt.Sprintf("the lens %s is named twice", tree.Quote(name))
		f.Hint = "each view counts once: remove it, or name another"
		f.Violations = []string{name}
		f.Related = append(f.Related, lint.Related{Place: p.Plan.Tree.Place(first), Message: "first named here"})
		p.Report(f)
	}
}

// count is a number with its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// clipped shortens a number of many digits.
func clipped(digits string) string {
	if len(digits) > 20 {
		return digits[:20] + "…"
	}
	return digits
}
