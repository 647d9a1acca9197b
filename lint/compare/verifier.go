package compare

import (
	"fmt"
	"slices"

	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// lostVerifiers finds what verifies less than it did: a verifier that is gone, calls another tool, is given something else
// or does not verify any more; one that does not wait for a step which it waited for; a step that does not wait for the
// verifier which it waited for, or which the other steps of its tool waited for, where it is new; and a panel that is gone,
// needs fewer, lacks a lens, or is given something else.
func (b *both) lostVerifiers() []Escalation {
	var list []Escalation
	var kept []int32 // verifiers of the new plan that verified before
	for j := range b.old.Plan.Steps {
		old := &b.old.Plan.Steps[j]
		s := b.newStep(b.newOf[j])
		if old.Quorum != nil {
			list = append(list, b.lostPanel(old, s)...)
		}
		list = append(list, b.otherArguments(old, s)...)
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

// otherArguments tells what a verifier, or a panel, is given that it was not given. Less of it is no less harmless: it is
// what is looked for, or how strictly.
func (b *both) otherArguments(old, s *lint.Step) []Escalation {
	if s == nil || canon.Normal(s.Tool) != canon.Normal(old.Tool) {
		return nil
	}
	what := lint.StepName(s) + " verifies something else"
	switch {
	case old.Verifies && s.Verifies:
	case old.Quorum != nil && s.Quorum != nil:
		what = "the panel of " + lint.StepName(s) + " is given something else"
	default:
		return nil
	}
	var list []Escalation
	for _, c := range slices.Concat(b.arguments(old, s), b.loosened(old, s)) {
		if c.Void || c.proved || b.sameSource(&c) {
			continue
		}
		e := Escalation{Kind: LostVerifier, Step: s.ID, Tool: s.Tool, At: c.At, step: s, node: c.node, Message: what + ": " + c.sentence("", "")}
		if e.node == tree.None {
			e.node = s.Name()
		}
		list = append(list, e)
	}
	return list
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

// lens is the name of a lens for a message.
func lens(v Value) string {
	name, _ := Around(shown(v), "", maxShown)
	return name
}
