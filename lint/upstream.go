package lint

// upstreamBudget is how many edges one document's questions about ancestors may walk. Whether one step waits for
// another through others has no answer in linear time for every graph; plans that people and planners write are
// answered by the forest below and a short walk.
const upstreamBudget = 50_000_000

// ancestry answers whether one step waits for another, directly or through others.
type ancestry struct {
	g     *DependencyGraph
	rank  []int32 // longest way from a step without dependencies; -1 in and behind loops
	enter []int32 // the forest of first dependencies, numbered on the way in …
	leave []int32 // … and out: j is above i when enter[j] <= enter[i] <= leave[j]
	seen  []int32 // the question that visited a step last
	asked int32
	left  int
}

// Upstream reports whether step i waits for step j, directly or through others; known is false where the graph is so
// large and dense that the question would take too long.
func (g *DependencyGraph) Upstream(i, j int) (yes, known bool) {
	if i == j {
		return false, true
	}
	for _, k := range g.WaitsFor(i) {
		if int(k) == j {
			return true, true
		}
	}
	if g.above == nil {
		g.above = newAncestry(g)
	}
	return g.above.ask(int32(i), int32(j))
}

func newAncestry(g *DependencyGraph) *ancestry {
	n := len(g.plan.Steps)
	a := &ancestry{g: g, rank: make([]int32, n), enter: make([]int32, n), leave: make([]int32, n), seen: make([]int32, n), left: upstreamBudget}
	// Ranks, by taking steps whose dependencies are all done.
	missing := make([]int32, n)
	order := make([]int32, 0, n)
	for i := range n {
		a.rank[i] = -1
		if missing[i] = int32(len(g.WaitsFor(i))); missing[i] == 0 {
			a.rank[i] = 0
			order = append(order, int32(i))
		}
	}
	for k := 0; k < len(order); k++ {
		i := order[k]
		for _, j := range g.Waiting(int(i)) {
			if missing[j]--; missing[j] == 0 {
				order = append(order, j)
				for _, d := range g.WaitsFor(int(j)) {
					a.rank[j] = max(a.rank[j], a.rank[d]+1)
				}
			}
		}
	}
	// The forest: each ranked step hangs below its first dependency. Children are numbered in one walk without recursion:
	// sizes bottom-up, then places top-down.
	size := make([]int32, n)
	for k := len(order) - 1; k >= 0; k-- {
		i := order[k]
		size[i]++
		if deps := g.WaitsFor(int(i)); len(deps) > 0 {
			size[deps[0]] += size[i]
		}
	}
	clock := int32(1)
	free := make([]int32, n) // the next number below a step
	for _, i := range order {
		at := clock
		if deps := g.WaitsFor(int(i)); len(deps) > 0 {
			at = free[deps[0]]
			free[deps[0]] += size[i]
		} else {
			clock += size[i]
		}
		a.enter[i], a.leave[i], free[i] = at, at+size[i]-1, at+1
	}
	return a
}

func (a *ancestry) ask(i, j int32) (yes, known bool) {
	if a.rank[i] >= 0 {
		if a.rank[j] < 0 || a.rank[j] >= a.rank[i] {
			return false, true // everything above a ranked step is ranked lower
		}
		if a.below(i, j) {
			return true, true
		}
	}
	a.asked++
	stack := append([]int32(nil), i)
	for len(stack) > 0 {
		k := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, d := range a.g.WaitsFor(int(k)) {
			if a.left--; a.left < 0 {
				return false, false
			}
			if d == j || a.rank[d] >= 0 && a.below(d, j) {
				return true, true
			}
			if a.seen[d] == a.asked || a.rank[d] >= 0 && a.rank[d] <= a.rank[j] {
				continue
			}
			a.seen[d] = a.asked
			stack = append(stack, d)
		}
	}
	return false, true
}

// below reports whether i hangs somewhere under j in the forest.
func (a *ancestry) below(i, j int32) bool {
	return a.rank[j] >= 0 && a.enter[j] <= a.enter[i] && a.enter[i] <= a.leave[j]
}
