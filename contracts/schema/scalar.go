package schema

import (
	"github.com/planlint/planlint/contracts/tree"
)

// typed reports whether a value is of one of the types.
func (c *checker) typed(s types, v tree.Ref, kind tree.Kind) bool {
	switch kind {
	case tree.Null:
		return s&typeNull != 0
	case tree.Bool:
		return s&typeBoolean != 0
	case tree.String:
		return s&typeString != 0
	case tree.Array:
		return s&typeArray != 0
	case tree.Object:
		return s&typeObject != 0
	case tree.Number:
		if s&typeNumber != 0 {
			return true
		}
		if s&typeInteger == 0 {
			return false
		}
		text := c.tree.Text(v)
		return integerToken(text) || !c.strict() && parseDecimal(text).whole()
	}
	return false
}

// chosen checks enum and const.
func (c *checker) chosen(n *node, v tree.Ref) bool {
	ok := true
	for k := n.choice; k != nil; k = k.also {
		if c.oneOfValues(n, k, v) {
			continue
		}
		ok = false
		if c.fault() {
			c.sayChoice(n, k, v)
		}
	}
	return ok
}

func (c *checker) oneOfValues(n *node, k *choice, v tree.Ref) bool {
	kind := c.tree.Kind(v)
	if k.words != nil && kind == tree.String {
		_, ok := k.words[c.tree.Text(v)]
		return ok
	}
	if !c.spend(len(k.values) / 8) {
		return false
	}
	e := equality{lenient: true}
	for _, want := range k.values {
		if n.tree.Kind(want) == kind && e.equal(n.tree, want, c.tree, v) {
			return c.spend(e.cost)
		}
	}
	return c.spend(e.cost) && false
}

// textual checks the keywords of strings.
func (c *checker) textual(n *node, v tree.Ref) bool {
	r, s, ok := n.text, c.tree.Text(v), true
	if r.min > 0 || r.max >= 0 {
		ok = c.length(n, v, s)
	}
	if r.pattern != nil {
		is, decided := c.matches(r.pattern, s, v, n.place(r.patternAt), "pattern")
		if ok = ok && is; !is && decided && c.fault() {
			c.sayPattern(n, v)
		}
	}
	if r.format != nil && !r.format.fits(s) {
		if ok = false; c.fault() {
			c.sayFormat(n, v)
		}
	}
	return ok
}

// matches is a pattern's answer; where there is none in time, the value cannot pass.
func (c *checker) matches(p *pattern, s string, at tree.Ref, place tree.Place, word string) (is, decided bool) {
	if p.linear == nil && c.late {
		c.giveUp(at, place, word)
		return false, false
	}
	is, err := p.match(s)
	if err != nil {
		c.late = true
		c.giveUp(at, place, word)
	}
	return is, err == nil
}

// numeric checks the keywords of numbers, exactly.
func (c *checker) numeric(n *node, v tree.Ref) bool {
	r, ok := n.number, true
	d := parseDecimal(c.tree.Text(v))
	if r.min.set && d.compare(r.min.num) < 0 {
		ok = false
		c.bound(n, v, r.min, "minimum", "at least")
	}
	if r.above.set && d.compare(r.above.num) <= 0 {
		ok = false
		c.bound(n, v, r.above, "exclusiveMinimum", "greater than")
	}
	if r.max.set && d.compare(r.max.num) > 0 {
		ok = false
		c.bound(n, v, r.max, "maximum", "at most")
	}
	if r.below.set && d.compare(r.below.num) >= 0 {
		ok = false
		c.bound(n, v, r.below, "exclusiveMaximum", "less than")
	}
	if r.multiple.set {
		is, decided := d.multipleOf(r.multiple.num)
		if !decided {
			c.giveUp(v, n.place(r.multiple.at), "multipleOf")
			return false
		}
		if !is {
			ok = false
			c.bound(n, v, r.multiple, "multipleOf", "a multiple of")
		}
	}
	return ok
}
