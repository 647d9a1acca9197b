package compare

import (
	"fmt"

	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// lostVerifiers finds what verifies less than it did: a verifier that is gone, calls another tool or does not verify any
// more; one that does not wait for a step which it waited for; a step that does not wait for the verifier which it waited
// for; and a panel that is gone, needs fewer, or lacks a lens.
func (b *both) lostVerifiers() []Escalation {
	var list []Escalation
	var kept []int32 // verifiers of the new plan that verified before
	for j := range b.old.Plan.Steps {
		old := &b.old.Plan.Steps[j]
		s := b.newStep(b.newOf[j])
		if old.Quorum != nil {
			list = append(list, b.lostPanel(old, s)...)
		}
		if !old.Verifies {
			continue
		}
		e := Escalation{Kind: LostVerifier, Step: old.ID, Tool: old.Tool, step: s, node: b.new.Plan.StepsKey}
		switch {
		case s == nil:
			e.Message = fmt.Sprintf("%s, which verified, is gone", lint.StepName(old))
		case !s.Verifies:
			e.Message, e.node = fmt.Sprintf("%s does not verify any more", lint.StepName(s)), s.Name()
			if s.VerifiesKey != tree.None {
				e.node = s.VerifiesKey
			}
		case canon.Normal(s.Tool) != canon.Normal(old.Tool):
			e.Message, e.Tool, e.node = fmt.Sprintf("%s verifies with %s, and did with %s", lint.StepName(s), tree.Quote(s.Tool), tree.Quote(old.Tool)), s.Tool, s.ToolNode
			kept = append(kept, b.newOf[j])
		default:
			kept = append(kept, b.newOf[j])
			continue
		}
		list = append(list, e)
	}
	return append(list, b.looserVerifiers(kept)...)
}

// lostPanel compares a panel with what became of it.
func (b *both) lostPanel(old, s *lint.Step) []Escalation {
	e := Escalation{Kind: LostVerifier, Step: old.ID, Tool: old.Tool, step: s, node: b.new.Plan.StepsKey}
	if s == nil {
		if old.Verifies {
			return nil // told as a verifier
		}
		e.Message = fmt.Sprintf("%s, which a panel reviewed, is gone", lint.StepName(old))
		return []Escalation{e}
	}
	e.Tool, e.node = s.Tool, s.Name()
	if s.Quorum == nil {
		e.Message = lint.StepName(s) + " has no quorum any more"
		return []Escalation{e}
	}
	var list []Escalation
	if s.Quorum.NeedCount < old.Quorum.NeedCount {
		e.Message, e.node = fmt.Sprintf("the quorum of %s needs %d, and needed %d", lint.StepName(s), s.Quorum.NeedCount, old.Quorum.NeedCount), s.Quorum.Need
		list = append(list, e)
	}
	for _, c := range set("quorum", old.Quorum.Lenses, s.Quorum.Lenses) {
		if c.Kind == Removed {
			e.Message, e.node, e.Names = fmt.Sprintf("the quorum of %s lacks the lens %s", lint.StepName(s), lens(c.Old)), s.Quorum.Key, []string{c.Old.JSON}
			list = append(list, e)
		}
	}
	return list
}

// looserVerifiers finds who does not wait for a verifier any more, and what a verifier does not wait for.
func (b *both) looserVerifiers(verifiers []int32) []Escalation {
	if len(verifiers) == 0 {
		return nil
	}
	unguarded, ok := b.lost(behind(b.old.Plan), behind(b.new.Plan), verifiers)
	unverified, alsoOK := b.lost(ahead(b.old.Plan), ahead(b.new.Plan), verifiers)
	var list []Escalation
	name := func(n int32) string { return lint.StepName(b.newStep(n)) }
	for i := range unguarded {
		s := &b.new.Plan.Steps[i]
		e := Escalation{Kind: LostVerifier, Step: s.ID, Tool: s.Tool, step: s, node: s.Name()}
		switch {
		case !ok || !alsoOK:
			if j := b.oldOf[i]; j < 0 || len(set("depends_on", b.oldStep(j).DependsOn, s.DependsOn)) == 0 {
				continue
			}
			e.Message = lint.StepName(s) + " waits for other steps, and the plan is too large to tell what verifies it"
			list = append(list, e)
			continue
		case unguarded[i].count > 0:
			e.Names = unguarded[i].ids(b.new.Plan)
			e.Message = fmt.Sprintf("%s does not wait for what verified before it any more: %s", lint.StepName(s), unguarded[i].list(name))
			list = append(list, e)
		}
		if unverified[i].count > 0 {
			e.Names = unverified[i].ids(b.new.Plan)
			e.Message = fmt.Sprintf("%s is not verified any more by %s", lint.StepName(s), unverified[i].list(name))
			list = append(list, e)
		}
	}
	return list
}

// lost are, by step of the new plan, the sources that led to it in the old one and do not in the new one.
func (b *both) lost(old, new *flow, sources []int32) (found []named, ok bool) {
	found = make([]named, len(b.new.Plan.Steps))
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
		for i, j := range b.oldOf {
			if j < 0 {
				continue
			}
			bits := was[j] &^ is[i]
			for k := uint(0); bits != 0; k, bits = k+1, bits>>1 {
				if bits&1 != 0 {
					found[i].add(sources[start+int(k)])
				}
			}
		}
	}
	return found, true
}

// lens is the name of a lens for a message.
func lens(v Value) string {
	name, _ := Around(shown(v), "", maxShown)
	return name
}
