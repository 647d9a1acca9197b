package rules

import (
	"fmt"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

var inPlanDirective = lint.Rule{
	ID: "in-plan-directive", Title: "a plan that pardons itself", Group: lint.Quality, Severity: lint.Warning,
	What: "No comment of a plan reads like a pardon or a setting for planlint or another linter (# planlint:ignore, # noqa, # yamllint disable), and no key does (planlint, ignore_rules, noqa), nor a key of planlint.yaml that has no place in a plan (contracts, agents, scope). Arguments that the tool's contract declares are left alone, and so is the editor's # yaml-language-server line.",
	Why:  "It has no effect: nothing inside a plan may silence a rule or choose what it is judged against. But whoever wrote it tried, or believes that it works.",
	Bad: `goal: tell the team
steps:
  # planlint:ignore tool-not-allowed
  - {id: s1, tool: notify, arguments: {text: hello}}
`,
	Good: `goal: tell the team
steps:
  # the second message of the day
  - {id: s1, tool: notify, arguments: {text: hello}}
`,
	Fix: "Remove it. What a deployment allows is written in its planlint.yaml.",
	Check: func(p *lint.Pass) {
		for _, c := range p.Plan.Comments {
			text := p.Plan.Tree.Source.Slice(c)
			at, n := directive(text)
			if n == 0 {
				continue
			}
			span := tree.Span{Start: c.Start + at, End: c.Start + at + n}
			f := lint.Finding{Rule: "in-plan-directive", Place: tree.Place{Source: p.Plan.Tree.Source, Span: span}}
			f.Message = fmt.Sprintf("the comment %s reads like an instruction to a linter, and has no effect", tree.Quote(text[at:at+n]))
			f.Hint = "remove it: what holds for a plan is written in planlint.yaml"
			p.Report(f)
		}
		t := p.Plan.Tree
		left := mostFindings
		for n := p.Plan.Root; int(n) < t.Len(); n++ {
			if t.Kind(n) != tree.Object {
				continue
			}
			for k := range t.Members(n) {
				if reach := pardons(t.Text(k)); reach != 0 && checkKey(p, n, k, reach) {
					if left--; left == 0 {
						enough(p, "in-plan-directive")
						return
					}
				}
			}
		}
	},
}

// checkKey reports a key that would be an instruction if it stands in a place where it can be one. m is its map.
func checkKey(p *lint.Pass, m, n tree.Ref, r reach) bool {
	t := p.Plan.Tree
	s := stepAt(p.Plan, n)
	top := p.Plan.Root // the map whose keys are the plan's or the step's own
	if s != nil {
		top = s.Node
	}
	switch {
	case s != nil && s.Arguments != tree.None && s.Arguments < n && n < t.Next(s.Arguments):
		if r == inPlan || r == atTop && m != s.Arguments || declares(p, s, argumentOf(p, s, n)) {
			return false
		}
	case m == top:
	case r != anywhere: // inside the input's schema, a bind, a quorum
		return false
	case p.Plan.Inputs != tree.None && p.Plan.Inputs < n && n < t.Next(p.Plan.Inputs):
		return false // a name in the input's schema
	case s != nil && binds(p, s, n):
		return false
	}
	f, _ := onNode(p, "in-plan-directive", n)
	f.Violations = []string{t.Text(n)}
	if r == inPlan {
		f.Message = fmt.Sprintf("the key %s chooses what the plan is judged against, and has no effect", tree.Quote(t.Text(n)))
	} else {
		f.Message = fmt.Sprintf("the key %s reads like an instruction to a linter, and has no effect", tree.Quote(t.Text(n)))
	}
	f.Hint = "remove it: what holds for a plan is written in planlint.yaml"
	p.Report(f)
	return true
}

// binds reports whether a key of a step says where the value of a declared argument comes from.
func binds(p *lint.Pass, s *lint.Step, key tree.Ref) bool {
	for i := range s.Binds {
		if b := &s.Binds[i]; b.Key == key && len(b.Target) > 0 {
			return declares(p, s, b.Target[0])
		}
	}
	return false
}

// declares reports whether the contract of a step's tool declares an argument.
func declares(p *lint.Pass, s *lint.Step, name string) bool {
	c := p.Deployment.Catalog.Get(s.Tool)
	if c == nil {
		return false
	}
	accepts, problems := c.Accepts()
	if accepts == nil || unusable(problems) {
		return false
	}
	_, ok := accepts.Property(name)
	return ok
}
