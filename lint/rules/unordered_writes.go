package rules

import (
	"fmt"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/lint"
)

var unorderedWrites = lint.Rule{
	ID: "unordered-writes", Title: "two steps act on the same thing in no order", Group: lint.Quality, Severity: lint.Warning,
	What: "Of two steps that call one tool with equal key_arguments and other arguments that differ, one waits for the other. Tools with effect: read_only, and contracts that name no key_arguments, are left alone.",
	Why:  "Which of the two is done, or done last, is left to chance: it may be one today and the other tomorrow.",
	Bad: `goal: set the price
steps:
  - {id: s1, tool: set_price, arguments: {item: tea, price: "3.50"}}
  - {id: s2, tool: set_price, arguments: {item: tea, price: "4.00"}}
`,
	Good: `goal: set the prices
steps:
  - {id: s1, tool: set_price, arguments: {item: tea, price: "3.50"}}
  - {id: s2, tool: set_price, arguments: {item: coffee, price: "4.00"}}
`,
	Fix: "Remove one of the steps, or let one wait for the other with depends_on.",
	// Raised by checkEffects.
}

// mostQuestions is how many pairs of steps are asked about in one plan.
const mostQuestions = 10_000

// writers finds steps that act on the same thing in no order.
type writers struct {
	left int // questions
}

// check reports that e, whose key is that of the effects before it, is in no order with one of them.
func (w *writers) check(p *lint.Pass, c *contracts.Contract, before []effect, e effect) {
	if len(c.KeyArguments) == 0 {
		return
	}
	g := p.Plan.Graph()
	for _, b := range before {
		if b.rest == e.rest {
			continue
		}
		if w.left--; w.left < 0 {
			return
		}
		i, j := e.step.Position(), b.step.Position()
		if yes, known := g.Upstream(i, j); yes || !known {
			continue
		}
		if yes, known := g.Upstream(j, i); yes || !known {
			continue
		}
		f := p.At("unordered-writes", e.step, e.step.ToolNode)
		f.About(p.Plan.Tree, e.step.Arguments)
		f.Message = fmt.Sprintf("%s and %s act on the same %s with other arguments, and neither waits for the other", lint.StepName(b.step), lint.StepName(e.step), quoted(c.KeyArguments))
		f.Hint = "let one wait for the other, or remove it"
		f.Violations = overlapping(b.step, e.step)
		f.Related = append(f.Related, lint.Related{Place: p.Plan.Tree.Place(b.step.ToolNode), Message: "the other one is here"})
		p.Report(f)
		return
	}
}
