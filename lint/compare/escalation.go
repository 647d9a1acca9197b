package compare

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// The kinds of an escalation, in the order in which they are told of one step.
const (
	NewTool         = "new_tool"         // a tool that the old plan did not use
	NewIrreversible = "new_irreversible" // a new step, or one that calls another tool, whose effect may not be undone
	NewCall         = "new_call"         // a new step of a tool that acts, beside those that the old plan had
	LostVerifier    = "lost_verifier"    // something is not verified any more, or something else is
	LostApproval    = "lost_approval"    // a step that somebody had to clear goes ahead by itself
	WiderArgument   = "wider_argument"   // a step that acts may do more, or something else
	LongerTaint     = "longer_taint"     // a step takes from an untrusted outcome that it did not take from
)

// Kinds are the kinds of an escalation in their order.
var Kinds = []string{NewTool, NewIrreversible, NewCall, LostVerifier, LostApproval, WiderArgument, LongerTaint}

// Escalation is one way in which the new plan may do more than the old one did.
type Escalation struct {
	Kind    string
	Step    string       // the id
	Tool    string       // that the step calls
	At      tree.Pointer // the argument: a wider one, or what a verifier was given
	Names   []string     // further names at fault: the steps that a value comes from or a new one is held against, the verifiers, the lens
	Message string       // one clause; texts of the plans are quoted

	step *lint.Step // of the new plan; nil where it is gone
	node tree.Ref   // what to point at in the new plan
}

// Hint says what to do about an escalation of a kind.
func Hint(kind string) string {
	switch kind {
	case NewTool, NewIrreversible, NewCall:
		return "have the new step reviewed, or plan without it"
	case LostVerifier:
		return "put back what verified, or have the change reviewed"
	case LostApproval:
		return "have it reviewed by whoever cleared the step before"
	case WiderArgument:
		return "keep the value, or have the new one reviewed"
	}
	return "take the value from where it came from, or have the new way reviewed"
}

// escalations finds all of them, by the place in the new plan. What is gone from it comes first.
func (b *both) escalations(c *Comparison) []Escalation {
	var list []Escalation
	told := map[string]bool{}
	for i := range c.Steps {
		s := &c.Steps[i]
		if s.Kind == Removed {
			continue
		}
		list = append(list, b.newTools(s, c.ToolsAdded, told)...)
		list = append(list, b.newIrreversible(s)...)
		list = append(list, b.newCall(s)...)
		list = append(list, b.lostApproval(s)...)
	}
	list = append(list, b.widerArguments(c)...)
	list = append(list, b.lostVerifiers()...)
	list = append(list, b.longerTaint()...)
	slices.SortStableFunc(list, func(x, y Escalation) int {
		return cmp.Or(cmp.Compare(position(x.step), position(y.step)), cmp.Compare(slices.Index(Kinds, x.Kind), slices.Index(Kinds, y.Kind)))
	})
	return list
}

// position is where a step stands in its plan, -1 where it is gone.
func position(s *lint.Step) int {
	if s == nil {
		return -1
	}
	return s.Position()
}

// newTools tells each tool that the old plan did not use at the first step that calls it.
func (b *both) newTools(s *Step, added []string, told map[string]bool) []Escalation {
	tool := canon.Normal(s.Tool)
	if _, found := slices.BinarySearch(added, tool); !found || told[tool] {
		return nil
	}
	told[tool] = true
	return []Escalation{{Kind: NewTool, Step: s.ID, Tool: s.Tool, step: s.New, node: s.New.ToolNode,
		Message: fmt.Sprintf("%s calls %s, which the plan did not use before", lint.StepName(s.New), tree.Quote(s.Tool))}}
}

// newIrreversible tells a step that is new, or calls another tool, and whose effect nobody promises to be able to undo.
func (b *both) newIrreversible(s *Step) []Escalation {
	if s.After.Reversibility == contracts.Reversible {
		return nil
	}
	why := "the step is new"
	if s.Kind == Changed {
		if canon.Normal(s.Old.Tool) == canon.Normal(s.New.Tool) {
			return nil
		}
		why = fmt.Sprintf("%s called %s before", lint.StepName(s.New), tree.Quote(s.Old.Tool))
	}
	message := fmt.Sprintf("the effect of %s is irreversible, and %s", tree.Quote(s.Tool), why)
	switch {
	case !s.After.Contract:
		message = fmt.Sprintf("%s has no contract that says whether its effect can be undone, and %s", tree.Quote(s.Tool), why)
	case s.After.Reversibility == contracts.Unstated:
		message = fmt.Sprintf("the contract of %s does not say whether its effect can be undone, and %s", tree.Quote(s.Tool), why)
	}
	return []Escalation{{Kind: NewIrreversible, Step: s.ID, Tool: s.Tool, step: s.New, node: s.New.Name(), Message: message}}
}

// newCall tells a newcomer that is one call more. Of one that is told as irreversible that is known, and of one that does
// what the plan did not do, that says more.
func (b *both) newCall(s *Step) []Escalation {
	n := b.newcomers().of[s.New.Position()]
	if n == nil || !n.again || s.After.Reversibility != contracts.Reversible {
		return nil
	}
	beside := lint.StepName(b.oldStep(n.nearest))
	if i, ok := b.arrived.placed[n.nearest]; ok {
		beside = lint.StepName(b.newStep(i))
	}
	return []Escalation{{Kind: NewCall, Step: s.ID, Tool: s.Tool, step: s.New, node: s.New.Name(), Names: []string{b.oldStep(n.nearest).ID},
		Message: fmt.Sprintf("%s calls %s in addition to %s", lint.StepName(s.New), tree.Quote(s.Tool), beside)}}
}

// lostApproval tells a step whose call somebody had to clear, and that calls the same tool without, also under another id.
func (b *both) lostApproval(s *Step) []Escalation {
	before, message := s.Before, fmt.Sprintf("nobody is asked before %s any more", lint.StepName(s.New))
	if s.Kind == Added || canon.Normal(s.Old.Tool) != canon.Normal(s.New.Tool) {
		n := b.newcomers().of[s.New.Position()]
		if n == nil || n.standsIn < 0 {
			return nil
		}
		old := b.oldStep(n.standsIn)
		before = b.facts(&b.old, old)
		message = fmt.Sprintf("nobody is asked before %s, and somebody was before %s", lint.StepName(s.New), lint.StepName(old))
	}
	if !before.asks() || s.After.asks() {
		return nil
	}
	if before.Refused != "" || before.Need == lint.NeedNone {
		message = lint.StepName(s.New) + " goes ahead by itself, and could not be carried out before"
	}
	if s.After.Need == lint.NeedGrant {
		message += ", because " + s.After.Reason
	}
	return []Escalation{{Kind: LostApproval, Step: s.ID, Tool: s.Tool, step: s.New, node: s.New.Name(), Message: message}}
}
