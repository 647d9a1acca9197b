package lint

import (
	"slices"
)

// DependencyGraph is who waits for whom, by the index of the steps in Plan.Steps. Edges to steps that are not in the
// plan, and of a step to itself, are left out: other findings speak of them. A step whose id was used before counts
// as itself when it waits, and is never waited for.
type DependencyGraph struct {
	plan  *Plan
	edges []int32 // the steps that step i waits for: edges[first[i]:first[i+1]], in the order of writing
	first []int32

	back      []int32 // the steps that wait for step i, in document order: made on demand
	backFirst []int32
	above     *ancestry
}

func newGraph(p *Plan) *DependencyGraph {
	n := 0
	for i := range p.Steps {
		n += len(p.Steps[i].DependsOn)
	}
	g := &DependencyGraph{plan: p, edges: make([]int32, 0, n), first: make([]int32, len(p.Steps)+1)}
	for i := range p.Steps {
		for _, d := range p.Steps[i].DependsOn {
			if j, ok := p.byID[d.ID]; ok && int(j) != i {
				g.edges = append(g.edges, j)
			}
		}
		g.first[i+1] = int32(len(g.edges))
	}
	return g
}

// WaitsFor are the steps that step i waits for, in the order of writing; a step named twice is there twice.
func (g *DependencyGraph) WaitsFor(i int) []int32 { return g.edges[g.first[i]:g.first[i+1]] }

// Waiting are the steps that wait for step i, in document order.
func (g *DependencyGraph) Waiting(i int) []int32 {
	if g.backFirst == nil {
		g.reverse()
	}
	return g.back[g.backFirst[i]:g.backFirst[i+1]]
}

func (g *DependencyGraph) reverse() {
	n := len(g.plan.Steps)
	g.backFirst = make([]int32, n+1)
	for _, j := range g.edges {
		g.backFirst[j+1]++
	}
	for i := range n {
		g.backFirst[i+1] += g.backFirst[i]
	}
	g.back = make([]int32, len(g.edges))
	at := slices.Clone(g.backFirst[:n])
	for i := range n {
		for _, j := range g.WaitsFor(i) {
			g.back[at[j]] = int32(i)
			at[j]++
		}
	}
}

// Loop is a set of steps that wait for each other.
type Loop struct {
	Members []int32 // in document order
	// Path is one way around through the first member of Members: each step waits for the next, the last for the first.
	Path []int32
	// Blocked are steps that merely wait behind the loop, in document order. One that waits behind several loops is
	// listed with the first.
	Blocked []int32
}

// Loops are the plan's loops, in the document order of their first members. It takes time linear in steps and edges
// and uses no recursion.
func (g *DependencyGraph) Loops() []Loop {
	component, sizes := g.components()
	var loops []Loop
	index := make(map[int32]int) // component → loop
	for i := range g.plan.Steps {
		c := component[i]
		if sizes[c] < 2 {
			continue
		}
		k, ok := index[c]
		if !ok {
			k = len(loops)
			index[c] = k
			loops = append(loops, Loop{})
		}
		loops[k].Members = append(loops[k].Members, int32(i))
	}
	if len(loops) == 0 {
		return nil
	}
	blocked := make([]bool, len(g.plan.Steps))
	for k := range loops {
		loops[k].Path = g.around(loops[k].Members[0], component)
		g.block(&loops[k], component, sizes, blocked)
	}
	return loops
}

// around is a shortest way from a step back to itself within its component.
func (g *DependencyGraph) around(start int32, component []int32) []int32 {
	from := map[int32]int32{}
	queue := []int32{start}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		for _, j := range g.WaitsFor(int(i)) {
			if j == start {
				path := []int32{i}
				for i != start {
					i = from[i]
					path = append(path, i)
				}
				slices.Reverse(path)
				return path
			}
			if _, seen := from[j]; !seen && component[j] == component[start] {
				from[j] = i
				queue = append(queue, j)
			}
		}
	}
	panic("planlint: internal error: a loop without a way around")
}

// block collects the steps that wait behind the loop and are in none.
func (g *DependencyGraph) block(l *Loop, component, sizes []int32, blocked []bool) {
	queue := slices.Clone(l.Members)
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		for _, j := range g.Waiting(int(i)) {
			if !blocked[j] && sizes[component[j]] == 1 {
				blocked[j] = true
				l.Blocked = append(l.Blocked, j)
				queue = append(queue, j)
			}
		}
	}
	slices.Sort(l.Blocked)
}

// components numbers the strongly connected components (Tarjan's algorithm on an explicit stack) and counts them.
func (g *DependencyGraph) components() (component, sizes []int32) {
	n := len(g.plan.Steps)
	component = make([]int32, n)
	order := make([]int32, n) // 0 = not visited
	low := make([]int32, n)
	next := make([]int32, n) // the edge to follow
	onStack := make([]bool, n)
	var stack, path []int32
	clock := int32(0)
	for root := range n {
		if order[root] != 0 {
			continue
		}
		path = append(path, int32(root))
		for len(path) > 0 {
			i := path[len(path)-1]
			if order[i] == 0 {
				clock++
				order[i], low[i], next[i] = clock, clock, g.first[i]
				stack = append(stack, i)
				onStack[i] = true
			}
			descended := false
			for next[i] < g.first[i+1] {
				j := g.edges[next[i]]
				if order[j] == 0 {
					path = append(path, j)
					descended = true
					break
				}
				if onStack[j] {
					low[i] = min(low[i], low[j])
				}
				next[i]++
			}
			if descended {
				continue
			}
			path = path[:len(path)-1]
			if low[i] != order[i] {
				continue
			}
			size := int32(0)
			for {
				j := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				onStack[j] = false
				component[j] = int32(len(sizes))
				size++
				if j == i {
					break
				}
			}
			sizes = append(sizes, size)
		}
	}
	return component, sizes
}
