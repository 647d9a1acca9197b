package schema

import (
	"fmt"
	"slices"
	"strconv"
)

// proofElements is up to how many elements of a tuple are looked at.
const proofElements = 64

// arrays reports whether the offer's arrays are proved to keep what n asks of arrays.
func (c *claim) arrays(n *node) bool {
	r := n.array
	if r == nil || c.from.types&typeArray == 0 {
		return true
	}
	least, most := c.from.lengths()
	if least < r.min || r.max >= 0 && (most < 0 || most > r.max) {
		return false
	}
	if r.unique && (most < 0 || most > 1) && !slices.ContainsFunc(c.from.parts, func(p *node) bool { return p.array != nil && p.array.unique }) {
		return false
	}
	if r.contains != nil && !c.contains(r, least, most) {
		return false
	}
	kinds := max(len(r.prefix), c.from.tuple()) // from there on, all elements are of one kind
	if kinds > proofElements {
		return false
	}
	for i := 0; i <= kinds && (most < 0 || i < most); i++ {
		if s := r.element(i); s != nil && !c.prover.takes(c.from.schema, c.from.element(i), c.to, want{n: s, lax: c.lax}) {
			return false
		}
	}
	return true
}

// contains reports whether the offer's arrays are proved to have as many elements of a kind as are asked for.
func (c *claim) contains(r *arrayRules, least, most int) bool {
	if r.most >= 0 && (most < 0 || most > r.most) || least < r.least {
		return false
	}
	if r.least == 0 {
		return true
	}
	if c.from.tuple() > proofElements {
		return false
	}
	for i := 0; i <= c.from.tuple() && (most < 0 || i < most); i++ {
		if !c.prover.takes(c.from.schema, c.from.element(i), c.to, want{n: r.contains, lax: true}) {
			return false
		}
	}
	return true
}

// refusesArray reports whether n is proved to refuse all of the offer's arrays.
func (c *claim) refusesArray(n *node) bool {
	r := n.array
	least, most := c.from.lengths()
	if r.max >= 0 && least > r.max {
		c.reason = reason{must: "must have at most " + plural(r.max, "item"), is: fmt.Sprintf("has at least %d", least), at: n.place(r.maxAt)}
		return true
	}
	if most >= 0 && most < r.min {
		c.reason = reason{must: "must have at least " + plural(r.min, "item"), is: fmt.Sprintf("has at most %d", most), at: n.place(r.minAt)}
		return true
	}
	if most >= 0 && r.contains != nil && most < r.least {
		c.reason = reason{must: "must have at least " + plural(r.least, "item"), is: fmt.Sprintf("has at most %d", most), at: n.place(r.containsAt)}
		return true
	}
	// An array that has to have an element is refused with it.
	for i := range min(max(least, r.min), max(len(r.prefix), c.from.tuple())+1, proofElements) {
		s := r.element(i)
		if s == nil || !c.turnsDown(c.from.schema, c.from.element(i), c.to, want{n: s, lax: c.lax}) {
			continue
		}
		if s.never {
			c.reason = reason{must: "must have at most " + plural(i, "item"), is: fmt.Sprintf("has at least %d", i+1), at: s.place(s.at)}
			return true
		}
		c.reason.path = append([]string{strconv.Itoa(i)}, c.reason.path...)
		return true
	}
	return false
}
