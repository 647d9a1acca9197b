package schema

import (
	"slices"
	"strconv"

	"github.com/planlint/planlint/contracts/tree"
)

// Standing says whether the values that fit a schema have a place.
type Standing uint8

// The answers. The zero Standing is invalid.
const (
	_         Standing = iota
	Always             // every value that fits has it
	Sometimes          // a value that fits may lack it, or nobody knows
	Nowhere            // no value that fits has it
)

// Spot is a place in the values that fit a schema: whether they have it, and what may stand there.
type Spot struct {
	Standing Standing
	// Said reports whether the schema says anything about what stands there.
	Said bool
	// Place is where the schema says so; where the place is Nowhere, what the schema says where the pointer breaks off.
	Place tree.Place

	// Depth is how many tokens of the pointer lead somewhere; the fields below are about that place, where the rest of
	// the pointer leads Nowhere.
	Depth int
	Names []string // what a map has there, as far as it is declared, in the order of the schemas
	Kind  string   // what stands there, in words: "a string", "an array or null"
	Map   bool     // a map may stand there
	List  bool     // an array may stand there
	Most  int      // how many elements such an array may have, or -1

	schema *Schema
	goals  [][]want
	whole  bool // whatever fits goals is accepted: nothing around it has a say
}

// spotGoals is up to how many alternatives are followed.
const spotGoals = 32

// Spot follows the tokens of a JSON Pointer into the values that fit the schema. It knows no fewer values than fit: what
// is Nowhere is proved to be. spent adds up the work, in units of some 50 ns, and is bounded for one call.
func (s *Schema) Spot(tokens []string, spent *int) *Spot {
	v := &prover{left: spotWork}
	defer func() { *spent += spotWork - max(v.left, 0) }()
	spot := &Spot{Standing: Always, Said: true, Place: s.Place(), Depth: len(tokens), Most: -1, schema: s, whole: true,
		goals: [][]want{{{n: s.root, top: true}}}}
	for i, token := range tokens {
		step := v.follow(spot, token)
		if len(step.goals) > spotGoals || v.left <= 0 {
			step.goals, step.some, spot.whole, spot.Standing = [][]want{nil}, true, false, Sometimes
		}
		switch {
		case !step.some: // nothing fits around it: nobody knows
			spot.goals, spot.Standing, spot.Said, spot.whole = nil, Sometimes, false, false
			return spot
		case len(step.goals) == 0:
			spot.broken(v, i)
			return spot
		}
		if spot.goals = step.goals; step.missing {
			spot.Standing = Sometimes
		}
		spot.whole = spot.whole && step.exact && len(step.goals) == 1 && !v.late
	}
	spot.Said = false
	for _, goal := range spot.goals {
		for _, w := range goal {
			if !spot.Said {
				spot.Place = w.n.place(tree.None)
			}
			spot.Said = true
		}
	}
	return spot
}

// stride is one step of the way to a spot.
type stride struct {
	goals   [][]want
	some    bool // something may stand where the step starts
	missing bool // it need not lead anywhere
	exact   bool // nothing but the goals has a say in what stands there
}

// follow takes one step from all alternatives.
func (v *prover) follow(spot *Spot, token string) stride {
	st := stride{exact: true}
	lead := func(goal []want) {
		if !slices.ContainsFunc(st.goals, func(g []want) bool { return slices.Equal(g, goal) }) {
			st.goals = append(st.goals, goal)
		}
	}
	index, err := strconv.Atoi(token)
	if err != nil || index < 0 || strconv.Itoa(index) != token {
		index = -1
	}
	for _, goal := range spot.goals {
		for _, o := range v.offers(spot.schema, goal) {
			st.some = true
			if slices.ContainsFunc(o.parts, (*node).meddles) {
				st.exact = false
			}
			st.missing = st.missing || o.types&^(typeObject|typeArray) != 0
			if o.types&typeObject != 0 {
				if goal, is := v.member(o, token); is != barred {
					lead(goal)
					st.missing = st.missing || is != needed
				} else {
					st.missing = true
				}
			}
			if o.types&typeArray != 0 {
				st.exact = st.exact && o.types&^(typeArray|typeNull) == 0 // else whoever fills it in may make something else
				if least, most := o.lengths(); index >= 0 && (most < 0 || index < most) {
					lead(o.element(index))
					st.missing = st.missing || index >= least
				} else {
					st.missing = true
				}
			}
		}
	}
	return st
}

// meddles reports whether a schema may refuse a value for what a part of it is, and not only by the part's own schema.
func (n *node) meddles() bool {
	if n.choice != nil || n.array != nil && (n.array.unique || n.array.contains != nil) {
		return true
	}
	l := n.logic
	return l != nil && (l.isDynamic || l.any != nil || l.one != nil || l.not != nil || l.cond != nil || l.dependents != nil ||
		l.restNames != nil || l.restItems != nil)
}

// broken notes what stands where the pointer breaks off.
func (s *Spot) broken(v *prover, depth int) {
	s.Standing, s.Depth = Nowhere, depth
	held := types(0)
	for _, goal := range s.goals {
		for i, o := range v.offers(s.schema, goal) {
			if i == 0 && len(goal) > 0 && held == 0 {
				s.Place = goal[0].n.place(tree.None)
			}
			held |= o.types
			if o.types&typeArray != 0 {
				_, most := o.lengths()
				if !s.List || most < 0 || s.Most >= 0 && most > s.Most {
					s.Most = most
				}
				s.List = true
			}
			if o.types&typeObject == 0 {
				continue
			}
			names, _ := v.names(o)
			for _, name := range names {
				if !slices.Contains(s.Names, name) {
					s.Names = append(s.Names, name)
				}
			}
			s.Map = true
		}
	}
	s.Kind, s.goals = typeList(held), nil
}
