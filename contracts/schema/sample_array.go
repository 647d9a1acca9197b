package schema

import "slices"

// sampleElements is how many elements an array may have to have.
const sampleElements = 1 << 12

// row is what the parts of a scene ask of an array.
type row struct {
	least, most int // most is -1 where there is no limit
	prefix      int // how many elements have a schema of their own
	unique      bool
	contains    []*arrayRules
}

// arrays offers arrays: with one element, or as many as are asked for, and a tuple with all of its elements.
func (sc *scene) arrays() bool {
	r := row{most: -1}
	for _, n := range sc.parts {
		a := n.array
		if a == nil {
			continue
		}
		r.least = max(r.least, a.min)
		if a.max >= 0 && (r.most < 0 || a.max < r.most) {
			r.most = a.max
		}
		r.prefix, r.unique = max(r.prefix, len(a.prefix)), r.unique || a.unique
		if a.contains != nil && a.least > 0 {
			r.contains = append(r.contains, a)
		}
	}
	if r.least > sampleElements || r.most >= 0 && r.least > r.most {
		return true
	}
	usual := 1
	if sc.g.lean {
		usual = 0
	}
	// Where one element after the other must match a contains, they may be the same ones, or others.
	places := [][2]bool{{false, false}}
	if len(r.contains) > 0 {
		places = [][2]bool{{false, false}, {true, false}, {true, true}, {false, true}}
	}
	for _, p := range places {
		slots := r.slots(p[0], p[1])
		if len(slots) > sampleElements {
			continue
		}
		need := max(r.least, len(slots))
		lengths := []int{max(need, usual, min(r.prefix, sampleElements)), max(need, usual), need}
		for i, n := range lengths {
			if r.most >= 0 {
				n = min(n, r.most)
			}
			if n < need || slices.Contains(lengths[:i], n) {
				continue
			}
			if !sc.offer(sc.array(r, slots, need, n, 0)) {
				return false
			}
		}
		// Others, for those who need several.
		for i := range variety {
			n := need + i/2
			if r.most >= 0 && n > r.most {
				break
			}
			if !sc.offer(sc.array(r, slots, need, max(n, 1), i)) {
				return false
			}
		}
	}
	return true
}

// slots are, for each element, the schemas of contains that it must match.
func (r row) slots(apart, behind bool) [][]*node {
	from := 0
	if behind {
		from = r.prefix
	}
	var list [][]*node
	for _, a := range r.contains {
		if a.least > sampleElements {
			return make([][]*node, sampleElements+1)
		}
		for i := range a.least {
			for len(list) <= from+i {
				list = append(list, nil)
			}
			list[from+i] = append(list[from+i], a.contains)
		}
		if apart {
			from += a.least
		}
	}
	return list
}

// array is an array of n elements, or of fewer where the ones from need on cannot be had; nil where it is none. turn
// tells several arrays apart.
func (sc *scene) array(r row, slots [][]*node, need, n, turn int) *piece {
	g := sc.g
	var used map[string]bool
	if r.unique {
		used = map[string]bool{}
	}
	var parts []*piece
	for i := range n {
		goal := sc.element(i)
		if i < len(slots) {
			for _, s := range slots[i] {
				goal = append(goal, want{n: s, lax: true})
			}
		}
		var p *piece
		switch {
		case !g.spend(10), i >= need && g.recurs(goal):
		case turn > 0 || len(used) > 0:
			p = g.nth(goal, sc.depth+1, turn, used)
		default:
			p = g.first(goal, sc.depth+1)
		}
		if p == nil {
			if i < need {
				return nil
			}
			break
		}
		if used != nil {
			used[p.json()] = true
		}
		parts = append(parts, p)
	}
	return pieceArray(parts)
}

// element is what the parts ask of the element of that index.
func (sc *scene) element(i int) []want {
	var goal []want
	add := func(n *node) {
		if n != nil && !slices.Contains(goal, want{n: n}) {
			goal = append(goal, want{n: n})
		}
	}
	for _, n := range sc.parts {
		switch a := n.array; {
		case a == nil:
		case i < len(a.prefix):
			add(a.prefix[i])
		default:
			add(a.items)
		}
	}
	if len(goal) > 0 {
		return goal
	}
	for _, n := range sc.parts {
		if n.logic != nil {
			add(n.logic.restItems)
		}
	}
	return goal
}
