package schema

import (
	"fmt"
	"slices"
)

// wording is what the offer's strings have in common: their lengths in code points, formats and patterns.
type wording struct {
	min, max int // max is -1 where there is no limit
	formats  []*format
	patterns []*pattern
}

func (o *offer) wording() wording {
	w := wording{max: -1}
	for _, n := range o.parts {
		r := n.text
		if r == nil {
			continue
		}
		w.min = max(w.min, r.min)
		w.limit(r.max)
		if r.pattern != nil {
			w.patterns = append(w.patterns, r.pattern)
		}
		if r.format != nil {
			w.formats = append(w.formats, r.format)
			if g := r.format.guise(); g != nil {
				w.min = max(w.min, g.least)
				w.limit(g.most)
			}
		}
	}
	return w
}

func (w *wording) limit(n int) {
	if n >= 0 && (w.max < 0 || n < w.max) {
		w.max = n
	}
}

// texts reports whether the offer's strings are proved to keep what n asks of strings.
func (c *claim) texts(n *node) bool {
	r := n.text
	if r == nil || c.from.types&typeString == 0 {
		return true
	}
	w := c.from.wording()
	if w.min == 0 && r.min > 0 && slices.ContainsFunc(w.patterns, func(p *pattern) bool {
		is, decided := c.matches(p, "")
		return decided && !is
	}) {
		w.min = 1 // a pattern that the empty string does not match
	}
	return w.min >= r.min && (r.max < 0 || w.max >= 0 && w.max <= r.max) &&
		(r.format == nil || slices.Contains(w.formats, r.format)) &&
		(r.pattern == nil || slices.ContainsFunc(w.patterns, func(p *pattern) bool { return p.source == r.pattern.source }))
}

// refusesText reports whether n is proved to refuse all of the offer's strings.
func (c *claim) refusesText(n *node) bool {
	r, w := n.text, c.from.wording()
	if most := r.max; most >= 0 && w.min > most {
		c.reason = reason{must: "must have at most " + plural(most, "character"), is: fmt.Sprintf("has at least %d", w.min), at: n.place(r.maxAt)}
		return true
	}
	if w.max >= 0 && w.max < r.min {
		c.reason = reason{must: "must have at least " + plural(r.min, "character"), is: fmt.Sprintf("has at most %d", w.max), at: n.place(r.minAt)}
		return true
	}
	if r.format == nil {
		return false
	}
	for _, f := range w.formats {
		if f.apart(r.format) {
			c.reason = reason{must: "must be " + r.format.title, is: "is " + f.title, at: n.place(r.formatAt)}
			return true
		}
	}
	g := r.format.guise()
	if g == nil {
		return false
	}
	if w.max >= 0 && w.max < g.least || g.most >= 0 && w.min > g.most {
		c.reason = reason{must: "must be " + r.format.title, is: "is a string of another length", at: n.place(r.formatAt)}
		return true
	}
	return false
}
