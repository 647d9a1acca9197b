package schema

// maxForks is at how many choices of one value the branches are tried; beyond them nothing is chosen, and the value
// may fit or not.
const maxForks = 64

// scene is the search for one value: the schemas that are taken to apply to it, and the choices that are still open.
// A branch of a choice is added, the rest is searched, and the branch is taken back.
type scene struct {
	g     *sampler
	goal  []want
	depth int
	parts []*node
	in    map[*node]bool
	forks []fork
	types types // that all parts allow
	tries int
	// patience is how many values in a row one way of making them may offer that do not fit.
	patience, misses int
	hits             int  // values that fit
	over             bool // the search has ended
	yield            func(*piece) bool
}

// fork is a choice: the schemas of one of the ways apply.
type fork struct{ ways [][]*node }

// moment is a state of the scene to go back to.
type moment struct {
	parts, forks int
	types        types
}

func (sc *scene) now() moment { return moment{len(sc.parts), len(sc.forks), sc.types} }

func (sc *scene) back(m moment) {
	for _, n := range sc.parts[m.parts:] {
		delete(sc.in, n)
		sc.g.path[n]--
	}
	sc.parts, sc.forks, sc.types = sc.parts[:m.parts], sc.forks[:m.forks], m.types
}

// add takes a schema, and those it always applies, to the parts; false where nothing can fit any more.
func (sc *scene) add(n *node) bool {
	from := len(sc.parts)
	sc.part(n)
	for i := from; i < len(sc.parts); i++ {
		p := sc.parts[i]
		if sc.types = sc.types.and(p.allowed); p.never || sc.types == 0 || !sc.g.spend(4) {
			return false
		}
		l := p.logic
		if l == nil {
			continue
		}
		if l.ref != nil {
			sc.part(l.ref)
		}
		for _, s := range l.all {
			sc.part(s)
		}
		sc.choices(l)
	}
	return true
}

func (sc *scene) part(n *node) {
	if !sc.in[n] {
		sc.in[n] = true
		sc.g.path[n]++
		sc.parts = append(sc.parts, n)
	}
}

// choices notes the choices of a schema.
func (sc *scene) choices(l *logic) {
	for _, list := range [...][]*node{l.any, l.one} {
		if len(list) == 0 {
			continue
		}
		if !sc.g.spend(len(list)) {
			return
		}
		f := fork{make([][]*node, len(list))}
		for i := range list {
			f.ways[i] = list[i : i+1]
		}
		sc.forks = append(sc.forks, f)
	}
	if l.cond != nil {
		yes, no := []*node{l.cond}, []*node{}
		if l.then != nil {
			yes = append(yes, l.then)
		}
		if l.els != nil {
			no = append(no, l.els)
		}
		sc.forks = append(sc.forks, fork{[][]*node{yes, no}})
	}
	for i := range l.dependents {
		sc.forks = append(sc.forks, fork{[][]*node{{l.dependents[i].schema}, nil}})
	}
}

// run searches. What a schema says itself comes before all choices.
func (sc *scene) run() {
	for _, w := range sc.goal {
		if !sc.add(w.n) {
			return
		}
	}
	if !sc.listed(0) && !sc.over && sc.annotations(0) {
		sc.branch(0, len(sc.parts))
	}
}

// branch tries the ways of the choices from the one at i on. told is how many parts have had their say.
func (sc *scene) branch(i, told int) {
	if i >= min(len(sc.forks), maxForks) {
		sc.leaf(told)
		return
	}
	for _, way := range sc.forks[i].ways {
		m, good := sc.now(), sc.g.spend(10)
		for _, n := range way {
			good = good && sc.add(n)
		}
		if good {
			sc.branch(i+1, told)
		}
		sc.back(m)
		if sc.over || sc.g.left <= 0 || sc.g.late {
			return
		}
	}
}
