package config

import (
	"fmt"
	"slices"

	"github.com/planlint/planlint/contracts/autonomy"
	"github.com/planlint/planlint/contracts/tree"
)

// ladder compares the parts of autonomy with each other and with the contracts.
func (l *loader) ladder(a *autonomy.Ladder) {
	l.pricedArguments()
	byName := map[string][]*autonomy.Class{}
	classes := make([]string, 0, len(a.Classes))
	for i := range a.Classes {
		c := &a.Classes[i]
		byName[c.Name] = append(byName[c.Name], c)
		classes = append(classes, c.Name)
	}
	ids := make([]string, 0, len(a.Grants))
	for i := range a.Grants {
		g := &a.Grants[i]
		ids = append(ids, g.ID)
		covered := byName[g.ActionClass]
		switch {
		case g.ActionClass == "": // which is reported already
		case g.ActionClass == autonomy.Reserved:
			l.warn(g.Place, fmt.Sprintf("grant %s never covers anything: the class %s is reserved", tree.Quote(g.ID), tree.Quote(autonomy.Reserved)),
				"remove the grant: no plan may grant autonomy")
		case covered == nil:
			l.warn(g.Place, fmt.Sprintf("grant %s covers class %s, which no tool has", tree.Quote(g.ID), tree.Quote(g.ActionClass)),
				near(g.ActionClass, classes, "add the class under autonomy.classes, or remove the grant"))
		case g.Ceiling == nil:
			l.uncapped(g, covered)
		case g.Level == autonomy.ActWithinLimits || g.Level == autonomy.ActAndReport:
			l.capped(g, covered)
		}
	}
	for _, r := range l.revoked {
		if !slices.Contains(ids, r.Text) {
			l.warn(r.Place, fmt.Sprintf("a revocation names the grant %s, which does not exist", tree.Quote(r.Text)),
				near(r.Text, ids, "remove the revocation, if the grant is gone for good"))
		}
	}
}

// warn adds a problem that leaves the configuration usable.
func (l *loader) warn(at tree.Place, message, hint string, related ...Related) {
	p := misfit(at, message, hint, related...)
	p.Warning = true
	l.problems = append(l.problems, p)
}

// uncapped refuses a grant without a ceiling on what can't be undone.
func (l *loader) uncapped(g *autonomy.Grant, covered []*autonomy.Class) {
	for _, c := range covered {
		if c.Irreversible {
			l.problems = append(l.problems, misfit(g.Place, fmt.Sprintf("grant %s has no ceiling, but class %s is irreversible",
				tree.Quote(g.ID), tree.Quote(c.Name)), "add ceiling: {amount, currency, window}",
				Related{Place: c.Place, Message: "the class is declared here"}))
			return
		}
	}
}

// capped warns of a grant with a ceiling on a class without a price: it never lets anything happen.
func (l *loader) capped(g *autonomy.Grant, covered []*autonomy.Class) {
	for _, c := range covered {
		lacks := ""
		switch {
		case c.AmountField == "":
			lacks = "amount_field"
		case c.CurrencyField == "":
			lacks = "currency_field"
		default:
			continue
		}
		l.warn(g.Place, fmt.Sprintf("grant %s has a ceiling, but the class of %s names no %s, so a person is always asked",
			tree.Quote(g.ID), tree.Quote(c.Tool), lacks), "add amount_field and currency_field to the class",
			Related{Place: c.Place, Message: "the class is declared here"})
	}
}

// pricedArguments refuses classes that read what is no argument of their tool: nothing of theirs would ever be cleared.
func (l *loader) pricedArguments() {
	for _, f := range l.priced {
		contract := l.config.Deployment.Catalog.Get(f.tool)
		if contract == nil {
			continue
		}
		names, closed := contract.Arguments()
		if !closed || slices.Contains(names, f.name.Text) {
			continue
		}
		l.problems = append(l.problems, misfit(f.name.Place,
			fmt.Sprintf("the class of %s reads %s, which is no argument of the tool", tree.Quote(f.tool), tree.Quote(f.name.Text)),
			near(f.name.Text, names, "name an argument of the tool"), Related{Place: contract.Place, Message: "its contract"}))
	}
}
