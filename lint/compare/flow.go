package compare

import (
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// flowBudget is how many edges one comparison may walk. Who is reached from whom has no answer in linear time for every
// plan; those that people and planners write are far below.
const flowBudget = 50_000_000

// flow is which steps take from which, or wait for which: edges from each node to those that it leads to. Nodes are the
// positions of the steps, and one more for the run's input.
type flow struct {
	first, to []int32 // node i leads to to[first[i]:first[i+1]]
	queue     []int32
	queued    []bool
}

// newFlow makes a flow of the edges that each calls its argument with.
func newFlow(nodes int, each func(edge func(from, to int32))) *flow {
	f := &flow{first: make([]int32, nodes+1), queued: make([]bool, nodes)}
	each(func(from, _ int32) { f.first[from+1]++ })
	for i := range nodes {
		f.first[i+1] += f.first[i]
	}
	f.to = make([]int32, f.first[nodes])
	at := append([]int32(nil), f.first[:nodes]...)
	each(func(from, to int32) {
		f.to[at[from]] = to
		at[from]++
	})
	return f
}

// data is the flow of data: from a step, or the run's input, to the steps that bind it.
func data(p *lint.Plan) *flow {
	return newFlow(len(p.Steps)+1, func(edge func(from, to int32)) {
		for i := range p.Steps {
			for k := range p.Steps[i].Binds {
				if from := producer(p, &p.Steps[i].Binds[k].From); from >= 0 {
					edge(from, int32(i))
				}
			}
		}
	})
}

// producer is the node that an origin names, or -1.
func producer(p *lint.Plan, from *lint.Origin) int32 {
	if from.StepNode == tree.None {
		return int32(len(p.Steps))
	}
	s := p.Step(from.Step)
	if s == nil {
		return -1
	}
	return int32(s.Position())
}

// behind leads from each step to those that wait for it, ahead the other way around.
func behind(p *lint.Plan) *flow {
	g := p.Graph()
	return newFlow(len(p.Steps), func(edge func(from, to int32)) {
		for i := range p.Steps {
			for _, j := range g.WaitsFor(i) {
				edge(j, int32(i))
			}
		}
	})
}

func ahead(p *lint.Plan) *flow {
	g := p.Graph()
	return newFlow(len(p.Steps), func(edge func(from, to int32)) {
		for i := range p.Steps {
			for _, j := range g.WaitsFor(i) {
				edge(int32(i), j)
			}
		}
	})
}

// seed is a node from which something spreads: up to 64 of them at a time, one a bit.
type seed struct {
	node int32
	bit  uint
}

// spread returns, by node, which of the seeds lead to it, directly or through others. ok is false where budget, which is
// drawn on, is used up.
func (f *flow) spread(seeds []seed, budget *int) (reached []uint64, ok bool) {
	reached = make([]uint64, len(f.queued))
	own := make([]uint64, len(f.queued))
	f.queue = f.queue[:0]
	push := func(n int32) {
		if !f.queued[n] {
			f.queued[n] = true
			f.queue = append(f.queue, n)
		}
	}
	for _, s := range seeds {
		own[s.node] |= 1 << s.bit
		push(s.node)
	}
	for k := 0; k < len(f.queue); k++ {
		n := f.queue[k]
		f.queued[n] = false
		bits := reached[n] | own[n]
		next := f.to[f.first[n]:f.first[n+1]]
		if *budget -= len(next) + 1; *budget < 0 {
			for _, n := range f.queue[k:] {
				f.queued[n] = false
			}
			return reached, false
		}
		for _, m := range next {
			if reached[m]|bits != reached[m] {
				reached[m] |= bits
				push(m)
			}
		}
	}
	return reached, true
}
