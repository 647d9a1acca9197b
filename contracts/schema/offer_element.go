package schema

// element is what the offer's arrays have at an index.
func (o *offer) element(i int) (goal []want) {
	for _, n := range o.parts {
		if n.array != nil {
			goal = add(goal, n.array.element(i))
		}
	}
	return goal
}

// lengths are how many elements the offer's arrays have; most is -1 where there is no limit.
func (o *offer) lengths() (least, most int) {
	most = -1
	limit := func(n int) {
		if most < 0 || n < most {
			most = n
		}
	}
	for _, n := range o.parts {
		r := n.array
		if r == nil {
			continue
		}
		least = max(least, r.min)
		if r.max >= 0 {
			limit(r.max)
		}
		if r.contains != nil {
			least = max(least, r.least)
		}
		for i, s := range r.prefix {
			if s.never {
				limit(i)
				break
			}
		}
		if r.items != nil && r.items.never {
			limit(len(r.prefix))
		}
	}
	return least, most
}

// tuple is from which index on the offer's arrays have elements of one kind.
func (o *offer) tuple() int {
	n := 0
	for _, p := range o.parts {
		if p.array != nil {
			n = max(n, len(p.array.prefix))
		}
	}
	return n
}
