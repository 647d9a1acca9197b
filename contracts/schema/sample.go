package schema

// The bounds of one Sample. A schema may come from a stranger, and may have no value that fits.
const (
	sampleWork  = 1 << 19 // units of some 50 ns; honest schemas take a tenth of it at most
	sampleTries = 1 << 10 // candidates for one value
	sampleDepth = 64      // arrays and objects within each other; readers of documents take 100
	sampleNodes = 1 << 14 // keys and values
	shapeNodes  = 1 << 10 // up to how many an object takes in what is optional
	shapeDepth  = 12      // and down to where
	variety     = 100     // different values of one kind
)

// Sample is a value that fits the schema, as compact JSON, made up to stand for one that nobody has yet. It prefers
// what the schema says itself (const, enum, examples, default), and else shows the schema's shape: the required
// properties and the optional ones that do not recur, one element in each array, and small plain values. The same
// schema gives the same bytes. The work is bounded; ok is false where no value was found within it, which does not
// say that there is none. A value is never returned that Check finds a fault in.
func (s *Schema) Sample() (json []byte, ok bool) {
	for _, lean := range [...]bool{false, true} { // where the whole shape is too much, its core may do
		g := newSampler(s, lean)
		p := g.first([]want{{n: s.root, top: true}}, 0)
		if g.late {
			return nil, false
		}
		if p == nil {
			continue
		}
		text, t := p.render()
		fits := len(s.Check(t, 0, nil)) == 0
		t.Release()
		if fits {
			return text, true
		}
	}
	return nil, false
}

// want is a schema that a value must fit by itself.
type want struct {
	n   *node
	lax bool // in the plain reading: contains is a condition
	top bool // the schema of the whole
}

// sampler is the state of one Sample.
type sampler struct {
	schema *Schema
	lean   bool             // without what is optional
	left   int              // of sampleWork
	late   bool             // a pattern could not be decided: all else would hang on the clock
	cuts   int              // how often a value was given up because it lies within itself
	busy   map[*node]int    // the schemas of the values around
	path   map[*node]int    // those, and what they apply to the same value
	made   map[*node]*piece // what was found for a schema; nil where there is nothing
	cyclic map[[2]*node]bool
}

func newSampler(s *Schema, lean bool) *sampler {
	return &sampler{
		schema: s, lean: lean, left: sampleWork,
		busy: map[*node]int{}, path: map[*node]int{}, made: map[*node]*piece{}, cyclic: map[[2]*node]bool{},
	}
}

// spend pays for work; it reports false where nothing is left.
func (g *sampler) spend(cost int) bool {
	g.left -= cost
	return g.left > 0 && !g.late
}

// first is the first value that fits all schemas of goal, or nil.
func (g *sampler) first(goal []want, depth int) *piece {
	single := len(goal) == 1 && !goal[0].lax
	if single {
		if p, ok := g.made[goal[0].n]; ok {
			return p
		}
	}
	var found *piece
	cuts := g.cuts
	g.each(goal, depth, func(p *piece) bool {
		found = p
		return false
	})
	if single && (found != nil || g.cuts == cuts && g.left > 0) {
		g.made[goal[0].n] = found
	}
	return found
}

// nth is the value of that index, from 0, among those that fit; the last one where they are fewer, nil where there is
// none. used, if not nil, are values that are not counted.
func (g *sampler) nth(goal []want, depth, n int, used map[string]bool) *piece {
	var found *piece
	g.each(goal, depth, func(p *piece) bool {
		if g.spend(20 + 5*p.size); used[p.json()] {
			return true
		}
		found = p
		n--
		return n >= 0
	})
	return found
}

// each calls yield for values that fit all schemas of goal, until it returns false.
func (g *sampler) each(goal []want, depth int, yield func(*piece) bool) {
	if depth > sampleDepth || !g.spend(40) {
		g.cuts++
		return
	}
	for _, w := range goal {
		if g.busy[w.n] > 0 {
			g.cuts++
			return
		}
	}
	for _, w := range goal {
		g.busy[w.n]++
	}
	sc := &scene{g: g, goal: goal, depth: depth, types: typeAll, in: map[*node]bool{}, tries: sampleTries, yield: yield}
	sc.run()
	sc.back(moment{types: typeAll})
	for _, w := range goal {
		g.busy[w.n]--
	}
}
