package schema

import "slices"

// standing says whether a member is there.
type standing uint8

const (
	optional standing = iota
	needed            // every value has it
	barred            // no value has it
)

// member is what the offer's objects have under a name.
func (v *prover) member(o *offer, name string) (goal []want, st standing) {
	for _, n := range o.parts {
		r := n.object
		if r == nil {
			continue
		}
		if !v.spend(4 + len(r.patterns)) {
			return nil, optional
		}
		known, unsure := false, false
		if i := r.find(name, 0); i >= 0 {
			if r.members[i].required && st == optional {
				st = needed
			}
			if s := r.members[i].schema; s != nil {
				known, goal = true, add(goal, s)
				if s.never {
					st = barred
				}
			}
		}
		for i := range r.patterns {
			is, decided := v.matches(r.patterns[i].pattern, name)
			unsure = unsure || !decided
			if is {
				known, goal = true, add(goal, r.patterns[i].schema)
				if r.patterns[i].schema.never {
					st = barred
				}
			}
		}
		if !known && !unsure && r.others != nil {
			if goal = add(goal, r.others); r.others.never {
				st = barred
			}
		}
		if r.keys != nil && !r.keys.trivial && st != barred && !o.schema.dynamic {
			if fits, decided := v.holds(o.schema, want{n: r.keys}, pieceText(name)); decided && !fits {
				st = barred
			}
		}
	}
	if st != barred && v.shut(o, name) {
		st = barred
	}
	return goal, st
}

// shut reports whether the closed reading, or unevaluatedProperties, refuses a name that no schema declares.
func (v *prover) shut(o *offer, name string) bool {
	if o.schema.dynamic {
		return false
	}
	closed := func(n *node) bool {
		all := n.reach()
		v.spend(6 * len(all))
		return !v.lets(n, all) && !declaredIn(all, name)
	}
	for _, w := range o.goal {
		if o.schema.options.Strict && w.n.closes && closed(w.n) {
			return true
		}
	}
	for _, n := range o.parts {
		if n.logic != nil && n.logic.restNames != nil && n.logic.restNames.never && closed(n) {
			return true
		}
	}
	return false
}

// lets reports whether one of the schemas that a schema applies to its value may let in names that none declares.
func (v *prover) lets(n *node, all []*node) bool {
	for _, s := range all {
		if r := s.object; r != nil && (len(r.patterns) > 0 || r.others != nil && !r.others.never) {
			return true
		}
		l := s.logic
		if l == nil {
			continue
		}
		if l.isDynamic || s != n && l.restNames != nil || s == n && l.restNames != nil && !l.restNames.never {
			return true
		}
		for _, list := range [...][]*node{l.any, l.one} {
			if slices.ContainsFunc(list, func(b *node) bool { return b.free(s) }) {
				return true
			}
		}
	}
	return false
}

// names are those that the offer's objects may have, as far as schemas declare them; closed says that they have no
// others. The order is that of the schemas.
func (v *prover) names(o *offer) (names []string, closed bool) {
	seen := map[string]bool{}
	note := func(list []*node) {
		for _, n := range list {
			if n.object == nil {
				continue
			}
			if !v.spend(2 * len(n.object.members)) {
				return
			}
			for i := range n.object.members {
				if name := n.object.members[i].name; !seen[name] {
					seen[name] = true
					names = append(names, name)
				}
			}
		}
	}
	note(o.parts)
	for _, n := range o.parts {
		if r := n.object; r != nil && r.others != nil && r.others.never && len(r.patterns) == 0 {
			closed = true
		}
		if l := n.logic; l != nil && l.restNames != nil && l.restNames.never && !o.schema.dynamic {
			if all := n.reach(); !v.lets(n, all) {
				closed = true
				note(all)
			}
		}
	}
	for _, w := range o.goal {
		if all := w.n.reach(); o.schema.options.Strict && !o.schema.dynamic && w.n.closes && !v.lets(w.n, all) {
			closed = true
			note(all)
		}
	}
	names = slices.DeleteFunc(names, func(name string) bool {
		_, st := v.member(o, name)
		return st == barred
	})
	return names, closed && v.left > 0
}

// rest is what the offer's objects have under names that no schema declares.
func (o *offer) rest() (goal []want) {
	for _, n := range o.parts {
		if r := n.object; r != nil && len(r.patterns) == 0 {
			goal = add(goal, r.others)
		}
	}
	return goal
}

// matches asks a pattern about a name.
func (v *prover) matches(p *pattern, s string) (is, decided bool) {
	if v.late && p.linear == nil || !v.spend(1+len(s)/4) {
		return false, false
	}
	is, err := p.match(s)
	v.late = v.late || err != nil
	return is, err == nil
}
