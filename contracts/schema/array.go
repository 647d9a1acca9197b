package schema

import (
	"cmp"
	"slices"

	"github.com/planlint/planlint/contracts/tree"
)

// elements checks the keywords of arrays.
func (c *checker) elements(n *node, v tree.Ref, f frame) bool {
	r, t := n.array, c.tree
	ok := true
	size := t.Count(v)
	whole := t.Flags(v)&tree.Broken == 0
	if size < r.min && whole {
		ok = false
		c.size(n, v, r.minAt, "minItems", r.min, size)
	}
	if r.max >= 0 && size > r.max {
		ok = false
		c.size(n, v, r.maxAt, "maxItems", r.max, size)
	}
	if len(r.prefix) > 0 || r.items != nil {
		e := v + 1
		for i := range size {
			s := r.items
			if i < len(r.prefix) {
				s = r.prefix[i]
			}
			if s == nil {
				break
			}
			if s.never && s == r.items && len(r.prefix) > 0 {
				ok = false
				c.tooLong(n, v, e, size)
				break
			}
			if !s.trivial {
				c.path = append(c.path, step{key: tree.None, index: i})
				ok = c.eval(s, e, frame{}) && ok
				c.path = c.path[:len(c.path)-1]
			}
			if f.kind == tracked {
				c.marks[f.base+i] = true
			}
			if !ok && c.mode == quiet {
				return false
			}
			e = t.Next(e)
		}
	}
	if r.contains != nil {
		ok = c.contains(n, v, f, whole) && ok
	}
	if r.unique && size > 1 && (ok || c.mode != quiet) {
		ok = c.unique(n, v, size) && ok
	}
	return ok
}

// contains checks contains with its bounds. An element that only the run knows may match, or not.
func (c *checker) contains(n *node, v tree.Ref, f frame, whole bool) bool {
	r := n.array
	possible, sure := 0, 0
	for i, e := range c.tree.Elements(v) {
		if c.condition(r.contains, e, frame{}) {
			possible++
			if !c.maybe(e) {
				sure++
			}
			if f.kind == tracked && r.marks {
				c.marks[f.base+i] = true
			}
		}
	}
	if possible < r.least && whole {
		if c.fault() {
			c.sayContains(n, v, r.containsAt, r.least, possible, false)
		}
		return false
	}
	if r.most >= 0 && sure > r.most {
		if c.fault() {
			c.sayContains(n, v, r.mostAt, r.most, sure, true)
		}
		return false
	}
	return true
}

// fewElements is up to how many elements comparing all pairs beats hashing.
const fewElements = 12

// unique checks uniqueItems: every later one of equal elements is a fault.
func (c *checker) unique(n *node, v tree.Ref, size int) bool {
	if size <= fewElements {
		return c.uniquePairs(n, v)
	}
	type entry struct {
		sum   uint64
		index int
		at    tree.Ref
	}
	list := make([]entry, 0, size)
	for i, e := range c.tree.Elements(v) {
		if sum, known := hash(c.tree, e); known {
			list = append(list, entry{sum, i, e})
		}
	}
	if !c.spend(int(c.tree.Next(v)-v) / 4) {
		return false
	}
	slices.SortFunc(list, func(a, b entry) int {
		if a.sum != b.sum {
			return cmp.Compare(a.sum, b.sum)
		}
		return cmp.Compare(a.index, b.index)
	})
	ok := true
	var e equality
	for i := 1; i < len(list); i++ {
		// Equal elements have equal sums, and the first of them leads the run; where different ones share a sum,
		// which no one can bring about, the run is searched from its start.
		for j := i - 1; j >= 0 && list[j].sum == list[i].sum; j-- {
			if !e.equal(c.tree, list[j].at, c.tree, list[i].at) {
				continue
			}
			ok = false
			if c.fault() {
				c.sayRepeated(n, list[j].index, list[i].index, list[i].at)
			}
			break
		}
		if !ok && c.mode == quiet {
			return false
		}
	}
	return c.spend(e.cost/4) && ok
}

func (c *checker) uniquePairs(n *node, v tree.Ref) bool {
	ok := true
	var e equality
	for i, a := range c.tree.Elements(v) {
		if i == 0 {
			continue
		}
		b := v + 1
		for j := range i {
			if e.equal(c.tree, a, c.tree, b) {
				ok = false
				if c.fault() {
					c.sayRepeated(n, j, i, a)
				}
				break
			}
			b = c.tree.Next(b)
		}
	}
	return c.spend(e.cost/4) && ok
}
