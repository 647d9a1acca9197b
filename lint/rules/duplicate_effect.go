package rules

import (
	"fmt"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

var duplicateEffect = lint.Rule{
	ID: "duplicate-effect", Title: "two steps are one effect", Group: lint.Quality, Severity: lint.Warning,
	What: "No two steps call one tool with the same arguments and the same binds: defaults of the contract count as written, and where the contract names key_arguments, only those are compared. Tools with effect: read_only are left alone.",
	Why:  "Within one run equal calls are one effect, so that nothing happens twice after a crash. The second step does not call the tool: it is answered from the record of the first.",
	Bad: `goal: ring the bell twice
steps:
  - {id: s1, tool: notify, arguments: {text: ding}}
  - {id: s2, tool: notify, arguments: {text: ding}, depends_on: [s1]}
`,
	Good: `goal: ring the bell twice
steps:
  - {id: s1, tool: notify, arguments: {text: first ding}}
  - {id: s2, tool: notify, arguments: {text: second ding}, depends_on: [s1]}
`,
	Fix: "Remove one of the steps. If both are meant, let an argument tell them apart.",
	// One walk raises this rule and unordered-writes, so that the arguments are written down once.
	Check: checkEffects, Raises: []string{"unordered-writes"},
}

func checkEffects(p *lint.Pass) {
	if len(p.Plan.Steps) < 2 {
		return
	}
	groups := repeated(p)
	if groups == nil {
		return
	}
	w := writers{left: mostQuestions}
	for _, group := range groups {
		c := p.Deployment.Catalog.Get(group[0].Tool)
		byKey := map[string][]effect{}
		for _, e := range effects(p.Plan, c, group) {
			same := byKey[e.key]
			if len(same) > 0 {
				reportDuplicate(p, c, same[0], e)
				w.check(p, c, same, e)
			}
			byKey[e.key] = append(same, e)
		}
	}
	if w.left < 0 {
		p.NotChecked("unordered-writes", "too many steps act on the same thing")
	}
}

func reportDuplicate(p *lint.Pass, c *contracts.Contract, first, second effect) {
	f := p.At("duplicate-effect", second.step, second.step.ToolNode)
	f.About(p.Plan.Tree, second.step.Arguments)
	one, two := lint.StepName(first.step), lint.StepName(second.step)
	f.Violations = overlapping(first.step, second.step)
	f.Related = append(f.Related, lint.Related{Place: p.Plan.Tree.Place(first.step.ToolNode), Message: "the first is here"})
	if first.rest == second.rest {
		f.Message = fmt.Sprintf("%s is the same effect as %s, so it will be answered from the first's record", two, one)
		f.Hint = "remove one of them, or let an argument tell them apart"
	} else {
		f.Message = fmt.Sprintf("%s is the same effect as %s, though other arguments differ, so it will be answered from the first's record", two, one)
		f.Hint = fmt.Sprintf("%s is identified by %s: change that, or remove one of the steps", tree.Visible(c.Tool), quoted(c.KeyArguments))
		f.Related = append(f.Related, lint.Related{Place: c.Place, Message: "the contract names key_arguments"})
	}
	p.Report(f)
}
