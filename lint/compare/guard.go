package compare

import (
	"fmt"
	"slices"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// looserVerifiers finds who does not wait for a verifier any more, and what a verifier does not wait for.
func (b *both) looserVerifiers(verifiers []int32) []Escalation {
	if len(verifiers) == 0 {
		return nil
	}
	unguarded, ok := b.lost(behind(b.old.Plan), behind(b.new.Plan), verifiers)
	unverified, alsoOK := b.lost(ahead(b.old.Plan), ahead(b.new.Plan), verifiers)
	var list []Escalation
	name := func(n int32) string { return lint.StepName(b.newStep(n)) }
	for i := range b.new.Plan.Steps {
		s := &b.new.Plan.Steps[i]
		e := Escalation{Kind: LostVerifier, Step: s.ID, Tool: s.Tool, step: s, node: s.Name()}
		fresh := b.newcomers().of[i] != nil
		if !ok || !alsoOK {
			if j := b.oldOf[i]; fresh || j >= 0 && len(set("depends_on", b.oldStep(j).DependsOn, s.DependsOn)) > 0 {
				e.Message = lint.StepName(s) + " waits for other steps, and the plan is too large to tell what verifies it"
				list = append(list, e)
			}
			continue
		}
		if n := &unguarded.by[i]; n.count > 0 {
			e.Names = n.ids(b.new.Plan)
			e.Message = fmt.Sprintf("%s does not wait for what verified before it any more: %s", lint.StepName(s), n.list(name))
			if fresh {
				e.Message = fmt.Sprintf("%s does not wait for what verified before %s was called: %s", lint.StepName(s), tree.Quote(s.Tool), n.list(name))
			}
			list = append(list, e)
		}
		if n := &unverified.by[i]; n.count > 0 {
			e.Names = n.ids(b.new.Plan)
			e.Message = fmt.Sprintf("%s is not verified any more by %s", lint.StepName(s), n.list(name))
			if fresh {
				e.Message = fmt.Sprintf("%s is not verified by %s, which verified what %s did", lint.StepName(s), n.list(name), tree.Quote(s.Tool))
			}
			list = append(list, e)
		}
		e.Names = nil
		if unguarded.any[i] {
			e.Message = fmt.Sprintf("%s waits for nothing that verifies, and every step that called %s did", lint.StepName(s), tree.Quote(s.Tool))
			list = append(list, e)
		}
		if unverified.any[i] {
			e.Message = fmt.Sprintf("%s is verified by nothing, and every step that called %s was", lint.StepName(s), tree.Quote(s.Tool))
			list = append(list, e)
		}
	}
	return list
}

// loss is what led to the steps of the new plan no more.
type loss struct {
	by  []named // the sources that led to a step, or to the old steps for which a newcomer counts
	any []bool  // a source led to each of these, not one to all of them, and none leads to the newcomer
}

// lost finds the sources that led to a step in the old plan and do not in the new one. A newcomer counts for the step that
// it stands in for, else for all old steps of its tool together.
func (b *both) lost(old, new *flow, sources []int32) (found *loss, ok bool) {
	found = &loss{make([]named, len(b.new.Plan.Steps)), make([]bool, len(b.new.Plan.Steps))}
	led, leads := make([]bool, len(b.old.Plan.Steps)), make([]bool, len(b.new.Plan.Steps))
	budget := &b.flow().budget
	for start := 0; start < len(sources); start += 64 {
		var older, newer []seed
		for k, n := range sources[start:min(start+64, len(sources))] {
			newer = append(newer, seed{n, uint(k)})
			older = append(older, seed{b.oldOf[n], uint(k)})
		}
		was, ok := old.spread(older, budget)
		is, alsoOK := new.spread(newer, budget)
		if !ok || !alsoOK {
			return found, false
		}
		for j := range led {
			led[j] = led[j] || was[j] != 0
		}
		common := map[*callers]uint64{}
		for i, j := range b.oldOf {
			leads[i] = leads[i] || is[i] != 0
			bits := uint64(0)
			if j >= 0 {
				bits = was[j]
			}
			if n := b.newcomers().of[i]; n != nil {
				bits |= n.led(was, common)
			}
			bits &^= is[i]
			for k := uint(0); bits != 0; k, bits = k+1, bits>>1 {
				if from := sources[start+int(k)]; bits&1 != 0 && from != int32(i) {
					found.by[i].add(from)
				}
			}
		}
	}
	every := map[*callers]bool{}
	for i, n := range b.newcomers().of {
		if n != nil && n.standsIn < 0 && !leads[i] && found.by[i].count == 0 {
			all, known := every[n.callers]
			if !known {
				all = !slices.ContainsFunc(n.callers.old, func(j int32) bool { return !led[j] })
				every[n.callers] = all
			}
			found.any[i] = all
		}
	}
	return found, true
}

// led are the sources that led to the step for which a newcomer stands in, or to all old steps of its tool. common keeps
// the latter.
func (n *newcomer) led(was []uint64, common map[*callers]uint64) uint64 {
	if n.standsIn >= 0 {
		return was[n.standsIn]
	}
	all, known := common[n.callers]
	if !known {
		all = ^uint64(0)
		for _, j := range n.callers.old {
			all &= was[j]
		}
		common[n.callers] = all
	}
	return all
}
