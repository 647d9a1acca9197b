package lint

// Sweeps are the steps in the order of execution, by their index in Plan.Steps: each sweep holds, in written order, the
// steps whose dependencies all stand in earlier sweeps. For a, b (after a), c that is a and c, then b. Steps in and
// behind loops are in no sweep. It takes time linear in steps and edges.
func (g *DependencyGraph) Sweeps() [][]int32 {
	n := len(g.plan.Steps)
	missing := make([]int32, n)
	rank := make([]int32, n) // the sweep of each step that is placed
	order := make([]int32, 0, n)
	for i := range n {
		if missing[i] = int32(len(g.WaitsFor(i))); missing[i] == 0 {
			order = append(order, int32(i))
		}
	}
	last := int32(-1)
	for k := 0; k < len(order); k++ {
		i := order[k]
		last = max(last, rank[i])
		for _, j := range g.Waiting(int(i)) {
			rank[j] = max(rank[j], rank[i]+1)
			if missing[j]--; missing[j] == 0 {
				order = append(order, j)
			}
		}
	}
	sweeps := make([][]int32, last+1)
	for i := range n {
		if missing[i] == 0 {
			sweeps[rank[i]] = append(sweeps[rank[i]], int32(i))
		}
	}
	return sweeps
}
