package compare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// The rules by which a committed plan is held against the one before it. Raise reports them, so that they have no check
// of their own.
const (
	RuleLineage    = "broken-lineage"
	RuleReused     = "step-reused"
	RuleEscalation = "escalation"
)

// Raise reports on the plan of a pass, which has no fault of form, what it does worse than the plan before it, which has
// none either. drafts says that plans may change without being successors; was is the name of the file of the plan before
// it where that is another one, else "".
func Raise(p *lint.Pass, older Subject, drafts bool, was string) {
	report := func(f lint.Finding) {
		if was != "" {
			f.Hint = strings.TrimPrefix(f.Hint+"; git takes it for "+tree.Quote(was)+" under another name", "; ")
		}
		p.Report(f)
	}
	if !drafts {
		for _, b := range Lineage(older.Plan, p.Plan) {
			f := onPlan(p, RuleLineage, b.node)
			f.Detail, f.Violations, f.Message, f.Hint = b.Field, []string{b.Field}, b.Message, b.Hint
			report(f)
		}
	}
	c := Plans(older, Subject{p.Plan, p.Authority}, Options{Deployment: p.Deployment, Now: p.Now})
	for i := range c.Steps {
		s := &c.Steps[i]
		if s.Kind != Changed {
			continue
		}
		for _, change := range s.Changes {
			if change.Field != "tool" {
				continue
			}
			f := p.At(RuleReused, s.New, s.New.ToolNode)
			f.Violations = []string{s.ID}
			f.Message = fmt.Sprintf("%s called %s before, and calls %s now", lint.StepName(s.New), tree.Quote(s.Old.Tool), tree.Quote(s.New.Tool))
			f.Hint = "give the new call an id of its own"
			report(f)
		}
	}
	for i := range c.Escalations {
		report(c.Escalations[i].finding(p))
	}
}

// finding is the escalation at its place in the plan of the pass.
func (e *Escalation) finding(p *lint.Pass) lint.Finding {
	var f lint.Finding
	if e.step == nil {
		f = onPlan(p, RuleEscalation, e.node)
		f.Step, f.Tool = e.Step, e.Tool
	} else {
		f = p.At(RuleEscalation, e.step, e.node)
	}
	f.Detail, f.Message, f.Hint = e.Kind, e.Message, Hint(e.Kind)
	switch {
	case e.Kind == NewTool:
		f.Violations = []string{e.Tool}
	case e.At != "":
		f.Violations = []string{topLevel(e.At)}
	default:
		f.Violations = slices.Sorted(slices.Values(e.Names))
	}
	return f
}

// topLevel is the argument that a place is in.
func topLevel(at tree.Pointer) string {
	tokens, err := tree.ParsePointer(string(at))
	if err != nil || len(tokens) == 0 {
		return strings.TrimPrefix(string(at), "/")
	}
	return tokens[0]
}

// onPlan starts a finding on the plan as a whole, at one of its nodes.
func onPlan(p *lint.Pass, rule string, n tree.Ref) lint.Finding {
	return lint.Finding{Rule: rule, Place: p.Plan.Tree.Place(n), Pointer: p.Plan.Tree.Path(p.Plan.Root, n)}
}
