package schema

import "slices"

// The bounds of looking at what may stand at a place. Beyond them the answer is that nobody knows, which is always
// true.
const (
	spotWork    = 1 << 15 // units of some 50 ns for one question; honest ones take a hundredth
	offerForms  = 48      // alternatives of one value
	offerForks  = 12      // choices of one value
	proofDepth  = 40      // arrays and objects within each other
	offerValues = 256     // of an enum
)

// offer is one of the alternatives of what may stand at a place: the values that fit all of its parts. It may hold
// more values than the schema allows, never fewer: what a schema says beyond the parts is left out.
type offer struct {
	schema *Schema
	goal   []want  // the schemas of the value itself, as opposed to those that they apply to it
	parts  []*node // goal, and what they apply to the same value in this alternative
	types  types   // that all parts allow; a number that may have a fraction has no bit for integers
	forks  [][]*node
}

// prover answers questions about what schemas allow, within a bound of work.
type prover struct {
	left   int
	late   bool // a pattern ran out of time: what hangs on it is not known
	depth  int
	pairs  []pair // the questions that are open
	reason reason // of the last refusal that was proved
}

// spend pays for work; it reports false where nothing is left, and then nothing more is proved.
func (v *prover) spend(cost int) bool {
	v.left -= cost
	return v.left > 0
}

// offers are the alternatives of a value that fits all schemas of goal. Where there are too many, some choices are left
// open in them.
func (v *prover) offers(s *Schema, goal []want) []*offer {
	o := &offer{schema: s, goal: goal, types: typeAll}
	for _, w := range goal {
		if !v.join(o, w.n) {
			return nil
		}
	}
	var list []*offer
	v.fork(o, offerForks, &list)
	return list
}

// fork adds an offer to the list, once for every way of its choices.
func (v *prover) fork(o *offer, forks int, list *[]*offer) {
	if len(o.forks) == 0 || forks == 0 || len(*list)+len(o.forks[0]) > offerForms || !v.spend(10*len(o.forks[0])) {
		if o.types&typeNumber != 0 {
			o.types &^= typeInteger
		}
		*list = append(*list, o)
		return
	}
	for _, way := range o.forks[0] {
		next := &offer{schema: o.schema, goal: o.goal, parts: slices.Clone(o.parts), types: o.types, forks: slices.Clone(o.forks[1:])}
		if v.join(next, way) {
			v.fork(next, forks-1, list)
		}
	}
}

// join adds a schema, and those it always applies, to the parts; false where nothing can fit any more. Where the work is
// used up, the offer keeps the parts that it has.
func (v *prover) join(o *offer, n *node) bool {
	from := len(o.parts)
	o.part(n)
	for i := from; i < len(o.parts); i++ {
		p := o.parts[i]
		if !v.spend(4 + len(o.parts)/4) {
			return true
		}
		allowed := p.allowed
		if o.schema.dynamic { // where a $dynamicRef leads is not known here
			allowed = p.ownTypes()
		}
		if o.types = o.types.and(allowed); p.never || o.types == 0 {
			return false
		}
		l := p.logic
		if l == nil {
			continue
		}
		if l.ref != nil && !l.isDynamic {
			o.part(l.ref)
		}
		for _, s := range l.all {
			o.part(s)
		}
		for _, list := range [...][]*node{l.any, l.one} {
			if len(list) > 0 {
				o.forks = append(o.forks, list)
			}
		}
	}
	return true
}

func (o *offer) part(n *node) {
	if !slices.Contains(o.parts, n) {
		o.parts = append(o.parts, n)
	}
}

// only is the offer with the values of some types alone.
func (o *offer) only(s types) *offer {
	one := *o
	one.types = s
	return &one
}

// byType are the offer's values apart by their types.
func (o *offer) byType() []*offer {
	var list []*offer
	for t := typeNull; t <= typeObject; t <<= 1 {
		if o.types&t != 0 {
			list = append(list, o.only(t))
		}
	}
	return list
}

// add puts a schema into a goal.
func add(goal []want, n *node) []want {
	if n == nil || n.trivial || slices.Contains(goal, want{n: n}) {
		return goal
	}
	return append(goal, want{n: n})
}
