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
	LostVerifier    = "lost_verifier"    // something is not verified any more
	LostApproval    = "lost_approval"    // a step that somebody had to clear goes ahead by itself
	WiderArgument   = "wider_argument"   // a step that acts may do more, or something else
	LongerTaint     = "longer_taint"     // a step takes from an untrusted outcome that it did not take from
)

// Kinds are the kinds of an escalation in their order.
var Kinds = []string{NewTool, NewIrreversible, LostVerifier, LostApproval, WiderArgument, LongerTaint}

// Escalation is one way in which the new plan may do more than the old one did.
type Escalation struct {
	Kind    string
	Step    string       // the id
	Tool    string       // that the step calls
	At      tree.Pointer // the argument, of a wider one
	Names   []string     // further names at fault: the steps that a value comes from, the verifiers, the lens
	Message string       // one clause; texts of the plans are quoted

	step *lint.Step // of the new plan; nil where it is gone
	node tree.Ref   // what to point at in the new plan
}

// Hint says what to do about an escalation of a kind.
func Hint(kind string) string {
	switch kind {
	case NewTool, NewIrreversible:
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
		list = append(list, lostApproval(s)...)
		list = append(list, widerArguments(s)...)
	}
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

// lostApproval tells a step whose call somebody had to clear, and that calls the same tool without.
func lostApproval(s *Step) []Escalation {
	if s.Kind != Changed || canon.Normal(s.Old.Tool) != canon.Normal(s.New.Tool) || !s.Before.asks() || s.After.asks() {
		return nil
	}
	message := fmt.Sprintf("nobody is asked before %s any more", lint.StepName(s.New))
	if s.Before.Refused != "" || s.Before.Need == lint.NeedNone {
		message = lint.StepName(s.New) + " goes ahead by itself, and could not be carried out before"
	}
	if s.After.Need == lint.NeedGrant {
		message += ", because " + s.After.Reason
	}
	return []Escalation{{Kind: LostApproval, Step: s.ID, Tool: s.Tool, step: s.New, node: s.New.Name(), Message: message}}
}

// widerArguments tells the arguments that may make a step do more.
func widerArguments(s *Step) []Escalation {
	var list []Escalation
	for i := range s.Changes {
		c := &s.Changes[i]
		if !c.wider {
			continue
		}
		e := Escalation{Kind: WiderArgument, Step: s.ID, Tool: s.Tool, At: c.At, step: s.New, node: c.node}
		if e.node == tree.None {
			e.node = s.New.Name()
		}
		place := "argument " + tree.Quote(argumentName(c.At))
		old, new := c.Old, c.New
		if c.Default != "" { // one side is the contract's
			switch c.Kind {
			case Added:
				old = Value{JSON: c.Default}
			case Removed:
				new = Value{JSON: c.Default}
			}
		}
		was, is := Around(shown(old), shown(new), maxShown)
		switch {
		case is == "":
			e.Message = fmt.Sprintf("%s of %s is not given any more, and was %s", place, lint.StepName(s.New), was)
		case was == "":
			e.Message = fmt.Sprintf("%s of %s is %s, and was not given", place, lint.StepName(s.New), is)
		default:
			e.Message = fmt.Sprintf("%s of %s is %s, and was %s", place, lint.StepName(s.New), is, was)
		}
		list = append(list, e)
	}
	return list
}

// argumentName is how messages call a place of the arguments: by its name, or by a pointer where it lies inside.
func argumentName(at tree.Pointer) string {
	if tokens, err := tree.ParsePointer(string(at)); err == nil && len(tokens) == 1 {
		return tokens[0]
	}
	return string(at)
}
