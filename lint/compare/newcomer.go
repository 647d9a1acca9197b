package compare

import (
	"slices"

	"github.com/planlint/planlint/contracts/canon"
)

// A newcomer is a step of the new plan that calls a tool which acts and which the old plan called, under an id that did
// not call it. Ids are the author's to choose, so a newcomer is held against the old steps of its tool:
//
//   - It stands in for a step that does not call the tool any more, where that one's arguments contain its own. A step
//     has one stand-in.
//   - Else it is one call more, even where an old step's arguments contain its own: that one is carried out as well, or
//     has its stand-in, and two payments are more than one. Only a newcomer that does exactly what another step of its
//     plan does is not: within a run equal calls are one effect, and the second is answered from the record of the
//     first. That holds where the effect can be identified, and where all arguments are equal, not just those that
//     identify it, since the call that comes first decides the others.
//   - Where no old step's arguments contain its own, it does what the plan did not do. Its arguments are told against
//     those of the nearest old step.
type newcomer struct {
	callers  *callers
	standsIn int32    // the step of the old plan that it stands in for, or -1
	nearest  int32    // the step of the old plan with whose arguments it was compared
	wider    []Change // than those of the nearest
	again    bool     // it is one call more
}

// callers are the old steps of one tool, and the newcomers that call it.
type callers struct {
	old   []int32 // by position
	taken []bool  // by index of old: the step is kept, or has its stand-in
	new   []int32
}

// arrivals are the newcomers of a plan.
type arrivals struct {
	of     []*newcomer // by position in the new plan; nil where the step is none
	placed map[int32]int32
	budget int
}

// pairBudget is how many nodes of arguments may be looked at to find out for whom newcomers stand in. The steps behind it
// are held against one old step each.
const pairBudget = 1 << 20

// newcomers are found when first asked for.
func (b *both) newcomers() *arrivals {
	if b.arrived != nil {
		return b.arrived
	}
	b.arrived = &arrivals{of: make([]*newcomer, len(b.new.Plan.Steps)), placed: map[int32]int32{}, budget: pairBudget}
	for _, c := range b.callers() {
		b.place(c)
	}
	return b.arrived
}

// callers are those of each tool that acts, has newcomers and was called before, in the order of the first newcomer.
func (b *both) callers() []*callers {
	byTool := map[string]*callers{}
	var list []*callers
	for i := range b.new.Plan.Steps {
		s, old := &b.new.Plan.Steps[i], b.oldStep(b.oldOf[i])
		tool := canon.Normal(s.Tool)
		if old != nil && canon.Normal(old.Tool) == tool || !b.measure(s.Tool).acts() {
			continue
		}
		c := byTool[tool]
		if c == nil {
			c = &callers{}
			byTool[tool] = c
			list = append(list, c)
		}
		c.new = append(c.new, int32(i))
	}
	for j := range b.old.Plan.Steps {
		tool := canon.Normal(b.old.Plan.Steps[j].Tool)
		if c := byTool[tool]; c != nil {
			s := b.newStep(b.newOf[j])
			c.old, c.taken = append(c.old, int32(j)), append(c.taken, s != nil && canon.Normal(s.Tool) == tool)
		}
	}
	return slices.DeleteFunc(list, func(c *callers) bool { return len(c.old) == 0 })
}

// place holds the newcomers of a tool against its old steps: first those that are what a step was that is gone, then the
// others in their order.
func (b *both) place(c *callers) {
	gone := map[string][]int{} // indexes into c.old
	for k, j := range c.old {
		if !c.taken[k] {
			key := b.written(b.old.Plan, b.oldStep(j))
			gone[key] = append(gone[key], k)
		}
	}
	for _, i := range c.new {
		n := &newcomer{callers: c, standsIn: -1, nearest: -1}
		b.arrived.of[i] = n
		if key := b.written(b.new.Plan, b.newStep(i)); len(gone[key]) > 0 {
			if k := gone[key][0]; len(b.widened(b.oldStep(c.old[k]), b.newStep(i))) == 0 {
				gone[key] = gone[key][1:]
				b.standIn(n, i, k)
			}
		}
	}
	known := map[string]bool{} // what the steps do that are no calls more
	if slices.ContainsFunc(c.new, func(i int32) bool { return b.arrived.of[i].standsIn < 0 }) {
		for k, j := range c.old {
			if s := b.newStep(b.newOf[j]); c.taken[k] && s != nil && canon.Normal(s.Tool) == canon.Normal(b.oldStep(j).Tool) {
				known[b.written(b.new.Plan, s)] = true
			}
		}
		for _, i := range c.new {
			if b.arrived.of[i].standsIn >= 0 {
				known[b.written(b.new.Plan, b.newStep(i))] = true
			}
		}
	}
	for _, i := range c.new {
		if n := b.arrived.of[i]; n.standsIn < 0 {
			b.hold(n, i)
			key := b.written(b.new.Plan, b.newStep(i))
			n.again = n.standsIn < 0 && len(n.wider) == 0 && !(known[key] && b.identified(b.newStep(i)))
			known[key] = true
		}
	}
}

// standIn lets a newcomer stand in for an old step, by its index.
func (b *both) standIn(n *newcomer, i int32, k int) {
	j := n.callers.old[k]
	n.standsIn, n.nearest, n.wider, n.callers.taken[k] = j, j, nil, true
	b.arrived.placed[j] = i
}

// hold compares a newcomer with the old steps of its tool: first those for which it may stand in.
func (b *both) hold(n *newcomer, i int32) {
	s := b.newStep(i)
	for _, taken := range [...]bool{false, true} {
		for k, j := range n.callers.old {
			if n.callers.taken[k] != taken {
				continue
			}
			old := b.oldStep(j)
			cost := 1 + nodes(b.old.Plan, old) + nodes(b.new.Plan, s)
			if b.arrived.budget < cost && n.nearest >= 0 {
				return
			}
			b.arrived.budget -= cost
			wider := b.widened(old, s)
			switch {
			case len(wider) == 0 && !taken:
				b.standIn(n, i, k)
				return
			case n.nearest < 0 || len(wider) < len(n.wider):
				n.nearest, n.wider = j, wider
			}
			if len(wider) == 0 {
				return
			}
		}
	}
}
