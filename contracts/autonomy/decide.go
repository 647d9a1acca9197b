package autonomy

import (
	"fmt"

	"github.com/planlint/planlint/contracts/tree"
)

// Decide answers a call. Its error is the ledger's: what was spent can't be told, so nobody may act; the Decision is then
// the zero one.
func (l *Ladder) Decide(c Call, ledger Ledger) (Decision, error) {
	class := l.Class(c.Tool)
	if class == nil {
		return Decision{Class: "unknown"}.escalate("%s is in no class of actions", tree.Quote(c.Tool))
	}
	d := Decision{Class: class.Name}
	if class.Name == Reserved {
		d.Outcome, d.Reason = Refuse, fmt.Sprintf("the class %s is reserved, as no plan may grant autonomy", tree.Quote(Reserved))
		return d, nil
	}
	g := l.deciding(class.Name, &c)
	if g == nil {
		return d.escalate("%s", l.uncovered(class.Name, &c))
	}
	d.Grant, d.Level = g, g.Level
	if class.Irreversible && g.Ceiling == nil { // a configuration does not load with one; another ladder may have it
		return d.escalate("grant %s has no ceiling, but class %s is irreversible", tree.Quote(g.ID), tree.Quote(class.Name))
	}
	switch g.Level {
	case AskAlways:
		return d.escalate("grant %s says to ask always", tree.Quote(g.ID))
	case ActWithinLimits:
		if g.Ceiling == nil {
			return d.escalate("grant %s is to act within limits, but has no ceiling", tree.Quote(g.ID))
		}
	case ActAndReport:
		owed, err := ledger.Owed(c.Tenant, class.Name)
		if err != nil {
			return Decision{}, fmt.Errorf("reports owed for class %s: %w", tree.Quote(class.Name), err)
		}
		if owed {
			return d.escalate("grant %s wants a report, and the last one on class %s is not delivered yet", tree.Quote(g.ID), tree.Quote(class.Name))
		}
	default:
		return d.escalate("grant %s has the level %s, which nobody knows", tree.Quote(g.ID), tree.Quote(string(g.Level)))
	}
	if g.Ceiling == nil {
		return d.act("grant %s covers class %s without a ceiling", tree.Quote(g.ID), tree.Quote(class.Name))
	}
	return d.within(class, &c, ledger)
}

// within compares the price of the call with what the deciding grant's ceiling leaves.
func (d Decision) within(class *Class, c *Call, ledger Ledger) (Decision, error) {
	g, ceiling := d.Grant, d.Grant.Ceiling
	id := tree.Quote(g.ID)
	limit, ok := parse(ceiling.Amount, amountText())
	if !ok {
		return d.escalate("the ceiling of grant %s, %s, is %s", id, tree.Quote(ceiling.Amount), allowed)
	}
	spent, err := ledger.Spent(g, c.Now.Add(-ceiling.Window))
	if err != nil {
		return Decision{}, fmt.Errorf("what was spent of grant %s: %w", id, err)
	}
	total, err := sum(spent)
	if err != nil {
		return Decision{}, fmt.Errorf("what was spent of grant %s: %w", id, err)
	}
	headroom := limit.minus(total)
	d.Headroom = headroom.String()
	if class.AmountField == "" {
		return d.escalate("grant %s has a ceiling, but class %s names no argument for the amount", id, tree.Quote(class.Name))
	}
	price, why := c.price(class.AmountField)
	if why != "" {
		return d.escalate("%s", why)
	}
	d.Amount = price.String()
	if why := c.otherCurrency(class, g); why != "" {
		return d.escalate("%s", why)
	}
	d.Currency = ceiling.Currency
	switch {
	case !price.over(headroom):
		return d.act("grant %s covers %s %s, with %s %[3]s left", id, price, d.Currency, headroom)
	case headroom.overdrawn():
		return d.escalate("%s %s is over the headroom of grant %s, which is overdrawn by %s %[2]s", price, d.Currency, id, amount{}.minus(headroom))
	}
	return d.escalate("%s %s is over the headroom of %s %[2]s that grant %[4]s has left", price, d.Currency, headroom, id)
}

// otherCurrency says why the price is not in the ceiling's currency; "" where it is. Nothing is converted, and nothing
// that is not said is assumed.
func (c *Call) otherCurrency(class *Class, g *Grant) string {
	field := class.CurrencyField
	if field == "" {
		return fmt.Sprintf("the ceiling of grant %s is in %s, but class %s names no argument for the currency", tree.Quote(g.ID), tree.Visible(g.Ceiling.Currency), tree.Quote(class.Name))
	}
	n := c.argument(field)
	switch kind := c.kind(n); {
	case kind == tree.Invalid:
		return fmt.Sprintf("argument %s, the currency, is not there", tree.Quote(field))
	case kind == tree.Unknown:
		return fmt.Sprintf("argument %s, the currency, exists only at run time", tree.Quote(field))
	case kind != tree.String || c.Tree.Text(n) != g.Ceiling.Currency:
		return fmt.Sprintf("argument %s, the currency, is %s, but the ceiling of grant %s is in %s", tree.Quote(field), c.found(n), tree.Quote(g.ID), tree.Visible(g.Ceiling.Currency))
	}
	return ""
}

func (d Decision) escalate(format string, args ...any) (Decision, error) {
	d.Outcome, d.Reason = Escalate, fmt.Sprintf(format, args...)
	return d, nil
}

func (d Decision) act(format string, args ...any) (Decision, error) {
	d.Outcome, d.Reason = Act, fmt.Sprintf(format, args...)
	d.Reports = d.Level == ActAndReport
	return d, nil
}
