package compare

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// flows are how data runs through the two plans, and which steps of the new one it taints. They are worked out when first asked for.
type flows struct {
	old, new *flow
	// By node of the new plan: whether it takes from an untrusted outcome or input, directly or through other steps.
	taint  []uint64
	budget int
}

func (b *both) flow() *flows {
	if b.flows == nil {
		b.flows = &flows{old: data(b.old.Plan), new: data(b.new.Plan), budget: flowBudget}
		linear := flowBudget // one bit is passed on once a node
		b.flows.taint, _ = b.flows.new.spread(b.untrusted(b.new.Plan), &linear)
	}
	return b.flows
}

// untrusted are the nodes whose own outcome is untrusted, all on the first bit.
func (b *both) untrusted(p *lint.Plan) []seed {
	var list []seed
	for n := range int32(len(p.Steps) + 1) {
		if !b.vouched(p, n) {
			list = append(list, seed{node: n})
		}
	}
	return list
}

// vouched reports whether the deployment trusts the outcome of a step, or the run's input. What it does not know it does
// not trust.
func (b *both) vouched(p *lint.Plan, n int32) bool {
	if int(n) == len(p.Steps) {
		return b.deployment.Input.Trusted
	}
	c := b.deployment.Catalog.Get(p.Steps[n].Tool)
	return c != nil && c.Trusted
}

// trusted reports whether a bound value of the new plan can be trusted: its source is, and takes from nothing that is not.
func (b *both) trusted(from *lint.Origin) bool {
	n := producer(b.new.Plan, from)
	return n >= 0 && b.vouched(b.new.Plan, n) && b.flow().taint[n] == 0
}

// counterpart is the node of the old plan that is the same source as a node of the new one: the run's input, or the step
// with its id that calls the same tool; -1 where there is none.
func (b *both) counterpart(n int32) int32 {
	if int(n) == len(b.oldOf) {
		return int32(len(b.newOf))
	}
	j := b.oldOf[n]
	if j < 0 || canon.Normal(b.oldStep(j).Tool) != canon.Normal(b.newStep(n).Tool) {
		return -1
	}
	return j
}

// maxNamed is how many steps an escalation names; of more it says how many there are.
const maxNamed = 16

// named are the first of many steps, and how many there are.
type named struct {
	steps []int32
	count int
}

func (n *named) add(i int32) {
	if n.count++; len(n.steps) < maxNamed {
		n.steps = append(n.steps, i)
	}
}

// list names the steps for a message.
func (n *named) list(name func(int32) string) string {
	var parts []string
	for _, i := range n.steps {
		parts = append(parts, name(i))
	}
	if more := n.count - len(n.steps); more > 0 {
		parts = append(parts, fmt.Sprintf("%d more", more))
	}
	if last := len(parts) - 1; last > 0 {
		return strings.Join(parts[:last], ", ") + " and " + parts[last]
	}
	return parts[0]
}

// ids are the ids of those that are steps.
func (n *named) ids(p *lint.Plan) []string {
	var ids []string
	for _, i := range n.steps {
		if int(i) < len(p.Steps) {
			ids = append(ids, p.Steps[i].ID)
		}
	}
	return ids
}

// longerTaint finds the steps that now take, directly or through other steps, from an untrusted outcome that they did not
// take from before. An outcome is told by its step's id and tool, so that a step which is new takes for the first time.
func (b *both) longerTaint() []Escalation {
	f := b.flow()
	steps := len(b.new.Plan.Steps)
	var sources []int32
	for n := range int32(steps + 1) {
		if !b.vouched(b.new.Plan, n) && len(f.new.to[f.new.first[n]:f.new.first[n+1]]) > 0 {
			sources = append(sources, n)
		}
	}
	found := make([]named, steps)
	for start := 0; start < len(sources); start += 64 {
		var older, newer []seed
		for k, n := range sources[start:min(start+64, len(sources))] {
			newer = append(newer, seed{n, uint(k)})
			if m := b.counterpart(n); m >= 0 {
				older = append(older, seed{m, uint(k)})
			}
		}
		was, ok := f.old.spread(older, &f.budget)
		is, alsoOK := f.new.spread(newer, &f.budget)
		if !ok || !alsoOK {
			return b.anyTaint()
		}
		for i := range steps {
			bits := is[i]
			if j := b.before(i); j >= 0 {
				bits &^= was[j]
			}
			for k := uint(0); bits != 0; k, bits = k+1, bits>>1 {
				if bits&1 != 0 {
					found[i].add(sources[start+int(k)])
				}
			}
		}
	}
	var list []Escalation
	for i := range found {
		if found[i].count == 0 {
			continue
		}
		s := &b.new.Plan.Steps[i]
		list = append(list, Escalation{Kind: LongerTaint, Step: s.ID, Tool: s.Tool, step: s, node: b.inlet(int32(i)),
			Names: found[i].ids(b.new.Plan), Message: fmt.Sprintf("%s takes from %s, which it did not before", lint.StepName(s), found[i].list(b.sourceName))})
	}
	return list
}

// before is the step of the old plan that a step is held against: that of its id, or the one that it stands in for, or whose
// call it repeats. It is -1 where there is none.
func (b *both) before(i int) int32 {
	if j := b.oldOf[i]; j >= 0 {
		return j
	}
	n := b.newcomers().of[i]
	switch {
	case n == nil:
		return -1
	case n.standsIn < 0 && len(n.wider) == 0:
		return n.nearest
	}
	return n.standsIn
}

// anyTaint is longerTaint for a plan that is too large to follow: every step that takes from anything untrusted counts.
func (b *both) anyTaint() []Escalation {
	var list []Escalation
	for i := range b.new.Plan.Steps {
		if b.flow().taint[i] == 0 {
			continue
		}
		s := &b.new.Plan.Steps[i]
		list = append(list, Escalation{Kind: LongerTaint, Step: s.ID, Tool: s.Tool, step: s, node: b.inlet(int32(i)),
			Message: lint.StepName(s) + " takes from an untrusted outcome, and the plan is too large to tell whether it did before"})
	}
	return list
}

// inlet is the bind of a step of the new plan by which something untrusted comes in: the first that is new, else the first.
func (b *both) inlet(i int32) tree.Ref {
	s := &b.new.Plan.Steps[i]
	before := map[tree.Pointer]*lint.Bind{}
	if j := b.oldOf[i]; j >= 0 {
		old := b.oldStep(j)
		for k := range old.Binds {
			before[target(&old.Binds[k])] = &old.Binds[k]
		}
	}
	at := tree.None
	for k := range s.Binds {
		bind := &s.Binds[k]
		if b.trusted(&bind.From) {
			continue
		}
		if at == tree.None {
			at = bind.Key
		}
		if old := before[target(bind)]; old == nil || *origin(&old.From) != *origin(&bind.From) {
			return bind.Key
		}
	}
	return at
}

// sourceName is how messages call a source of the new plan.
func (b *both) sourceName(n int32) string {
	if int(n) == len(b.new.Plan.Steps) {
		return "the run's untrusted input"
	}
	s := b.newStep(n)
	return "the untrusted outcome of " + lint.StepName(s) + " (" + tree.Quote(s.Tool) + ")"
}
