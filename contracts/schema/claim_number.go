package schema

import "slices"

// limit is a bound of the offer's numbers, and the schema that sets it.
type limit struct {
	bound
	open  bool // the bound itself is none of the numbers
	owner *node
}

// limits are the strictest bounds that the offer's parts set.
func (o *offer) limits() (low, high limit) {
	tighten := func(l *limit, n *node, b bound, open bool, side int) {
		if !b.set {
			return
		}
		if d := side * b.num.compare(l.num); !l.set || d > 0 || d == 0 && open {
			*l = limit{b, open, n}
		}
	}
	for _, n := range o.parts {
		if r := n.number; r != nil {
			tighten(&low, n, r.min, false, 1)
			tighten(&low, n, r.above, true, 1)
			tighten(&high, n, r.max, false, -1)
			tighten(&high, n, r.below, true, -1)
		}
	}
	return low, high
}

// within reports whether all numbers on the inner side of the limit keep a bound; side is 1 for lower bounds, -1 for
// upper ones.
func (l *limit) within(b bound, open bool, side int) bool {
	if !b.set || !l.set {
		return !b.set
	}
	d := side * l.num.compare(b.num)
	return d > 0 || d == 0 && (!open || l.open)
}

// beyond reports whether all numbers on the inner side of the limit break a bound of the other side.
func (l *limit) beyond(b bound, open bool, side int) bool {
	if !b.set || !l.set {
		return false
	}
	d := side * l.num.compare(b.num)
	return d > 0 || d == 0 && (open || l.open)
}

// numbers reports whether the offer's numbers are proved to keep what n asks of numbers.
func (c *claim) numbers(n *node) bool {
	r := n.number
	if r == nil || c.from.types&(typeNumber|typeInteger) == 0 {
		return true
	}
	low, high := c.from.limits()
	return low.within(r.min, false, 1) && low.within(r.above, true, 1) &&
		high.within(r.max, false, -1) && high.within(r.below, true, -1) && c.multiple(r.multiple)
}

// multiple reports whether all of the offer's numbers are proved to be multiples of one.
func (c *claim) multiple(of bound) bool {
	if !of.set {
		return true
	}
	divides := func(d decimal) bool {
		is, decided := d.multipleOf(of.num)
		return is && decided && of.num.count <= maxDivisor
	}
	if c.from.types&typeNumber == 0 && divides(parseDecimal("1")) {
		return true
	}
	return slices.ContainsFunc(c.from.parts, func(n *node) bool {
		return n.number != nil && n.number.multiple.set && divides(n.number.multiple.num)
	})
}

// refusesNumber reports whether n is proved to refuse all of the offer's numbers.
func (c *claim) refusesNumber(n *node) bool {
	r := n.number
	low, high := c.from.limits()
	for _, t := range [...]struct {
		has        *limit
		side       int
		asked      bound
		open       bool
		must       string
		is, openly string
	}{
		{&high, -1, r.min, false, "at least", "at most", "less than"},
		{&high, -1, r.above, true, "greater than", "at most", "less than"},
		{&low, 1, r.max, false, "at most", "at least", "greater than"},
		{&low, 1, r.below, true, "less than", "at least", "greater than"},
	} {
		if !t.has.beyond(t.asked, t.open, t.side) {
			continue
		}
		is := t.is
		if t.has.open {
			is = t.openly
		}
		c.reason = reason{must: "must be " + t.must + " " + short(n.tree.Text(t.asked.at)),
			is: "is " + is + " " + short(t.has.owner.tree.Text(t.has.at)), at: n.place(t.asked.at)}
		return true
	}
	return false
}
