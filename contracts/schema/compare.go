package schema

import (
	"slices"

	"github.com/planlint/planlint/contracts/tree"
)

// Verdict says whether what may stand at one place is accepted at another.
type Verdict uint8

// The verdicts. The zero Verdict is invalid.
const (
	_         Verdict = iota
	Fits              // every value that may stand there is accepted: proved
	CannotFit         // none is: proved
	Open              // some may be, and others not, or nobody knows
)

// Match is what a comparison found.
type Match struct {
	Verdict Verdict

	// The fields below are those of CannotFit. Both clauses go on from the name of a value, such as "must be a string"
	// and "is an array".
	Must, Is string
	Inside   []string   // tokens of the part that is refused; none = the whole value
	Taken    tree.Place // where the schema says what is accepted
}

// pair is a question that is open: whether what fits a goal fits a schema.
type pair struct {
	goal []want
	to   want
}

// Compare compares what may stand at one place with what is accepted at another. spent adds up the work, in units of
// some 50 ns, and is bounded for one call. Nothing is compared where one of the places is Nowhere, or the schema says
// nothing about what stands there.
func Compare(from, to *Spot, spent *int) Match {
	v := &prover{left: spotWork}
	defer func() { *spent += spotWork - max(v.left, 0) }()
	if to.schema.dynamic || len(from.goals) == 0 || len(to.goals) == 0 {
		return Match{Verdict: Open}
	}
	fits, refuses, some := to.whole, true, false
	var why []reason
	var held types
	for _, goal := range from.goals {
		for _, o := range v.apart(from.schema, goal) {
			some = true
			held |= o.types
			fits = fits && !slices.ContainsFunc(to.goals[0], func(w want) bool { return !v.takesOffer(o, to.schema, w) })
			for _, goal := range to.goals {
				refuses = refuses && slices.ContainsFunc(goal, func(w want) bool {
					if !v.turnsDownOffer(o, to.schema, w) {
						return false
					}
					why = append(why, v.reason)
					return true
				})
			}
			if !fits && !refuses || v.left <= 0 {
				return Match{Verdict: Open}
			}
		}
	}
	switch {
	case !some, fits && refuses:
		return Match{Verdict: Open} // no value fits what is there, which says nothing of those that come
	case fits:
		return Match{Verdict: Fits}
	}
	m := Match{Verdict: CannotFit}
	m.explain(why, held, to)
	return m
}

// apart are the offers of a goal, by their types unless their values can be counted.
func (v *prover) apart(s *Schema, goal []want) []*offer {
	var list []*offer
	for _, o := range v.offers(s, goal) {
		if slices.ContainsFunc(o.parts, func(n *node) bool { return n.choice != nil }) {
			list = append(list, o)
		} else {
			list = append(list, o.byType()...)
		}
	}
	return list
}

// takes reports whether every value that fits the goal is proved to fit a schema.
func (v *prover) takes(from *Schema, goal []want, to *Schema, w want) bool {
	if w.n.trivial || slices.Contains(goal, want{n: w.n}) && !from.dynamic {
		return true
	}
	if v.depth >= proofDepth || !v.spend(20) {
		return false
	}
	for _, p := range v.pairs {
		if p.to == w && slices.Equal(p.goal, goal) {
			return true // the question is open already for a value around this one, so that it ends with the value
		}
	}
	v.depth++
	v.pairs = append(v.pairs, pair{goal, w})
	ok := true
	for _, o := range v.apart(from, goal) {
		if ok = v.takesOffer(o, to, w); !ok {
			break
		}
	}
	v.pairs = v.pairs[:len(v.pairs)-1]
	v.depth--
	return ok && v.left > 0
}

// takesOffer is takes for one alternative.
func (v *prover) takesOffer(o *offer, to *Schema, w want) bool {
	if w.n.trivial || slices.Contains(o.goal, want{n: w.n}) && !o.schema.dynamic {
		return true
	}
	values, rough, ok := v.values(o)
	if !ok {
		c := claim{prover: v, from: o, to: to, lax: w.lax}
		return c.takes(w.n, true) && v.left > 0
	}
	for _, p := range values {
		if fits, _ := v.holds(to, w, p); !fits || rough {
			return false
		}
	}
	return v.left > 0
}

// turnsDown reports whether no value that fits the goal is proved to fit a schema.
func (v *prover) turnsDown(from *Schema, goal []want, to *Schema, w want) bool {
	if w.n.trivial || v.depth >= proofDepth || !v.spend(20) {
		return false
	}
	v.depth++
	some, ok := false, true
	for _, o := range v.apart(from, goal) {
		some = true
		if ok = v.turnsDownOffer(o, to, w); !ok {
			break
		}
	}
	v.depth--
	return some && ok && v.left > 0
}

// turnsDownOffer is turnsDown for one alternative. It leaves the reason behind.
func (v *prover) turnsDownOffer(o *offer, to *Schema, w want) bool {
	if w.n.trivial {
		return false
	}
	v.reason = reason{}
	values, _, ok := v.values(o)
	if !ok {
		c := claim{prover: v, from: o, to: to, lax: w.lax}
		return c.refuses(w.n, true) && v.left > 0
	}
	if len(values) == 0 {
		return false
	}
	for _, p := range values {
		if fits, decided := v.holds(to, w, p); fits || !decided {
			return false
		}
	}
	v.reason = counted(values, w.n)
	return v.left > 0
}
