package schema

import (
	"slices"
	"strconv"
)

// slot is a member that an object has or may have.
type slot struct {
	name string
	goal []want
	need bool   // must be there
	out  bool   // may not be there
	p    *piece // its value, once one was found
}

// collect finds the names, in the order of the parts; false where there are more than may be.
func (f *figure) collect() bool {
	for _, n := range f.sc.parts {
		o := n.object
		if o == nil {
			continue
		}
		f.min = max(f.min, o.min)
		if o.max >= 0 && (f.max < 0 || o.max < f.max) {
			f.max = o.max
		}
		if o.keys != nil && !o.keys.trivial && !slices.Contains(f.keys, want{n: o.keys}) {
			f.keys = append(f.keys, want{n: o.keys})
		}
	}
	for _, n := range f.sc.parts {
		o := n.object
		if o == nil {
			continue
		}
		for i := range o.members {
			if m := &o.members[i]; m.schema != nil || m.required {
				at := f.slot(m.name)
				f.slots[at].need = f.slots[at].need || m.required
			}
		}
	}
	if f.min > sampleNodes || len(f.slots) > sampleNodes {
		return false
	}
	// What a name that is there asks for must be there, too.
	for again := true; again; {
		again = false
		for _, n := range f.sc.parts {
			if n.object == nil {
				continue
			}
			if !f.sc.g.spend(4 * len(n.object.needs)) {
				return false
			}
			for _, d := range n.object.needs {
				when, ok := f.index[n.object.members[d.when].name]
				if !ok || !f.slots[when].need {
					continue
				}
				if what := f.slot(n.object.members[d.what].name); !f.slots[what].need {
					f.slots[what].need, again = true, true
				}
			}
		}
	}
	return true
}

// slot is the index of a name, which is added where it is not there.
func (f *figure) slot(name string) int {
	i, ok := f.index[name]
	if !ok {
		i = len(f.slots)
		f.index[name] = i
		goal, out := f.goal(name)
		f.slots = append(f.slots, slot{name: name, goal: goal, out: out})
	}
	return i
}

// goal is what the parts ask of the member of that name; out says that it may not be there.
func (f *figure) goal(name string) (goal []want, out bool) {
	g := f.sc.g
	add := func(n *node) {
		if w := (want{n: n}); !slices.Contains(goal, w) {
			goal, out = append(goal, w), out || n.never
		}
	}
	for _, n := range f.sc.parts {
		o := n.object
		if o == nil || !g.spend(10+len(o.patterns)) {
			continue
		}
		known := false
		if i := o.find(name, 0); i >= 0 && o.members[i].schema != nil {
			known = true
			add(o.members[i].schema)
		}
		for i := range o.patterns {
			if g.matches(o.patterns[i].pattern, name) {
				known = true
				add(o.patterns[i].schema)
			}
		}
		if !known && o.others != nil {
			add(o.others)
		}
	}
	if len(goal) == 0 {
		for _, n := range f.sc.parts {
			if n.logic != nil && n.logic.restNames != nil {
				add(n.logic.restNames)
			}
		}
	}
	return goal, out || len(f.keys) > 0 && !g.fits(f.keys, pieceText(name))
}

// fill finds a value for a slot.
func (f *figure) fill(s *slot) bool {
	if s.p == nil && !s.out {
		s.p = f.sc.g.first(s.goal, f.sc.depth+1)
	}
	return s.p != nil
}

// required finds values for the slots that must be there; false where one has none.
func (f *figure) required() bool {
	for i := range f.slots {
		if s := &f.slots[i]; s.need && !f.fill(s) {
			return false
		}
	}
	return true
}

// names calls yield for names that nobody declares: those that propertyNames lists, those that fit the patterns, and
// then any.
func (f *figure) names(yield func(string) bool) {
	more := true
	if len(f.keys) > 0 {
		f.sc.g.each(f.keys, f.sc.depth+1, func(p *piece) bool {
			more = yield(p.text)
			return more
		})
	}
	for _, n := range f.sc.parts {
		if n.object == nil {
			continue
		}
		for i := range n.object.patterns {
			if more = more && n.object.patterns[i].pattern.each(extent{0, -1}, yield); !more {
				return
			}
		}
	}
	for i := 1; more && i <= sampleNodes; i++ {
		more = yield("property" + strconv.Itoa(i))
	}
}
