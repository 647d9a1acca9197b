package schema

import "slices"

// figure is the search for an object: what the parts of a scene ask of its members.
type figure struct {
	sc       *scene
	slots    []slot // in the order of the schema
	index    map[string]int
	min, max int // max is -1 where there is no limit
	keys     []want
}

// outline says which slots are there.
type outline []bool

// count is how many there are.
func (o outline) count() int {
	n := 0
	for _, is := range o {
		if is {
			n++
		}
	}
	return n
}

// objects offers objects: with all that is required and all that is optional and does not recur, where that fits;
// else with the most of it that does.
func (sc *scene) objects() bool {
	f := &figure{sc: sc, index: map[string]int{}, max: -1}
	if !f.collect() || !f.required() {
		return true
	}
	base := make(outline, len(f.slots))
	for i := range f.slots {
		base[i] = f.slots[i].need
	}
	base = f.pad(base)
	full := slices.Clone(base)
	if !sc.g.lean {
		f.optional(full)
	}
	before := sc.hits
	offer := func(o outline) bool { return sc.offer(f.object(o)) }
	if !offer(full) {
		return false
	}
	best := full
	if sc.hits == before && !slices.Equal(base, full) {
		best = f.grown(base, full)
		if !offer(best) {
			return false
		}
		for i := range full {
			if sc.hits > before {
				break
			}
			if full[i] && !base[i] {
				less := slices.Clone(full)
				less[i] = false
				if !offer(less) {
					return false
				}
			}
		}
	}
	// What is asked for in other words, such as not, may be one more name.
	for more := 1; more <= 3 && sc.hits == before; more++ {
		f.min = base.count() + more
		if !offer(f.pad(slices.Clone(base))) {
			return false
		}
	}
	return f.others(best, offer)
}

// optional adds the slots that may be there, as long as the object stays small.
func (f *figure) optional(o outline) {
	if f.sc.depth >= shapeDepth {
		return
	}
	size, count := 0, 0
	for i := range o {
		if o[i] {
			size += f.slots[i].p.size
			count++
		}
	}
	for i := range o {
		s := &f.slots[i]
		if o[i] || s.out || f.max >= 0 && count >= f.max || f.sc.g.recurs(s.goal) || !f.fill(s) || size+s.p.size > shapeNodes {
			continue
		}
		o[i] = true
		size += s.p.size
		count++
	}
}

// grown is base with each slot of full that leaves it fit.
func (f *figure) grown(base, full outline) outline {
	if p := f.object(base); p == nil || !f.sc.g.fits(f.sc.goal, p) {
		return base
	}
	best := base
	for i := range full {
		if best[i] || !full[i] {
			continue
		}
		more := slices.Clone(best)
		more[i] = true
		if p := f.object(more); p != nil && f.sc.g.fits(f.sc.goal, p) {
			best = more
		}
	}
	return best
}

// pad adds members until there are as many as are asked for.
func (f *figure) pad(o outline) outline {
	for len(o) < len(f.slots) {
		o = append(o, false)
	}
	count := o.count()
	for i := range o {
		if count < f.min && !o[i] && f.fill(&f.slots[i]) {
			o[i] = true
			count++
		}
	}
	if count < f.min {
		refused := 0
		f.names(func(name string) bool {
			if _, twice := f.index[name]; twice {
				return f.sc.g.spend(10)
			}
			at := f.slot(name)
			o = append(o, false)
			if f.fill(&f.slots[at]) {
				o[at] = true
				count++
				refused = 0
			} else {
				refused++
			}
			return count < f.min && refused < variety && f.sc.g.spend(10)
		})
	}
	return o
}

// object is the object with the slots of an outline; nil where it is too large.
func (f *figure) object(o outline) *piece {
	var keys []string
	var parts []*piece
	for i := range o {
		if o[i] {
			keys, parts = append(keys, f.slots[i].name), append(parts, f.slots[i].p)
		}
	}
	return pieceObject(keys, parts)
}

// others offers objects with other values in the slots of an outline, for those who need several.
func (f *figure) others(o outline, offer func(outline) bool) bool {
	for turn := 1; turn < variety; turn++ {
		changed := false
		for i := range o {
			s := &f.slots[i]
			if !o[i] {
				continue
			}
			if p := f.sc.g.nth(s.goal, f.sc.depth+1, turn, nil); p != nil && p.json() != s.p.json() {
				s.p, changed = p, true
			}
		}
		if !changed {
			return true
		}
		if !offer(o) {
			return false
		}
	}
	return true
}
