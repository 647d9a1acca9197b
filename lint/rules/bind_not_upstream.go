package rules

import (
	"fmt"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// The details of bind-not-upstream.
const (
	detailUnknownStep = "unknown_step"
	detailSelf        = "self"
	detailNotUpstream = "not_upstream"
	detailUnproved    = "unproved"
)

var bindNotUpstream = lint.Rule{
	ID: "bind-not-upstream", Title: "a value comes from a step that may not have run", Group: lint.Structure, Severity: lint.Error,
	What: "A bind takes its value from a step of the plan that its own step waits for, directly or through others. An entry of outputs names a step of the plan.",
	Why:  "Order comes from depends_on alone. Without the edge, the value may not exist yet when the step needs it.",
	Bad: `goal: book the cheapest flight
steps:
  - {id: s1, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
  - id: s2
    tool: book_flight
    arguments: {seats: 1}
    bind: {flight: {step: s1, pointer: /flights/0/id}}
`,
	Good: `goal: book the cheapest flight
steps:
  - {id: s1, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
  - id: s2
    tool: book_flight
    arguments: {seats: 1}
    bind: {flight: {step: s1, pointer: /flights/0/id}}
    depends_on: [s1]
`,
	Fix: "Add the step that the value comes from to depends_on, or name the step that was meant.",
	Check: func(p *lint.Pass) {
		w := producers{pass: p}
		for i := range p.Plan.Steps {
			s := &p.Plan.Steps[i]
			for j := range s.Binds {
				if b := &s.Binds[j]; b.From.Step != "" {
					w.check(i, b)
				}
			}
		}
		for i := range p.Plan.Outputs {
			o := &p.Plan.Outputs[i]
			if o.From.Step == "" || p.Plan.Step(o.From.Step) != nil {
				continue
			}
			name := p.Plan.Tree.Text(o.Key)
			f := lint.Finding{Rule: "bind-not-upstream", Place: p.Plan.Tree.Place(o.From.StepNode), Pointer: tree.Pointer("/outputs").Child(name).Child("step")}
			w.unknown(&f, o.From.Step, "output "+tree.Quote(name), "")
			p.Report(f)
		}
	},
}

// producers are the steps that values come from.
type producers struct {
	pass *lint.Pass
	ids  []string // of all steps; made on demand
}

// check reports a bind of the plan's step i whose value need not exist when the step starts.
func (w *producers) check(i int, b *lint.Bind) {
	p := w.pass
	s, id := &p.Plan.Steps[i], b.From.Step
	target := func() string { return fmt.Sprintf("bind %s", tree.Quote(p.Plan.Tree.Text(b.Key))) }
	if id == s.ID {
		f := p.At("bind-not-upstream", s, b.From.StepNode)
		f.Detail, f.Violations = detailSelf, []string{id}
		f.Message = fmt.Sprintf("%s takes the outcome of its own step", target())
		f.Hint = "name an earlier step, or write the value under arguments"
		p.Report(f)
		return
	}
	producer := p.Plan.Step(id)
	if producer == nil {
		f := p.At("bind-not-upstream", s, b.From.StepNode)
		w.unknown(&f, id, target(), s.ID)
		p.Report(f)
		return
	}
	g := p.Plan.Graph()
	from := producer.Position()
	yes, known := g.Upstream(i, from)
	if yes && known {
		return
	}
	f := p.At("bind-not-upstream", s, b.From.StepNode)
	f.Violations = []string{id}
	f.Related = append(f.Related, lint.Related{Place: p.Plan.Tree.Place(producer.Name()), Message: "the value comes from here"})
	switch back, _ := g.Upstream(from, i); {
	case !known:
		f.Detail = detailUnproved
		f.Message = fmt.Sprintf("it can't be proved that %s waits for step %s: the graph is too large and dense", lint.StepName(s), tree.Quote(id))
		f.Hint = addDependency(id)
	case back:
		f.Detail = detailNotUpstream
		f.Message = fmt.Sprintf("%s takes the outcome of step %s, which waits for this one", target(), tree.Quote(id))
		f.Hint = "take the value from a step that comes before"
	default:
		f.Detail = detailNotUpstream
		f.Message = fmt.Sprintf("%s takes the outcome of step %s, which %s does not wait for", target(), tree.Quote(id), lint.StepName(s))
		f.Hint = addDependency(id)
	}
	p.Report(f)
}

func addDependency(id string) string { return fmt.Sprintf("add %s to depends_on", tree.Quote(id)) }

// unknown completes a finding on an origin that names no step. own is the step that must not be suggested.
func (w *producers) unknown(f *lint.Finding, id, what, own string) {
	f.Detail, f.Violations = detailUnknownStep, []string{id}
	f.Message = fmt.Sprintf("%s takes the outcome of %s, which is no step of the plan", what, tree.Quote(id))
	f.Hint = "name a step of the plan"
	if w.ids == nil {
		w.ids = w.pass.Plan.IDs()
	}
	if near := w.pass.Suggest("step", id, w.ids); near != "" && near != own {
		f.Hint = fmt.Sprintf("did you mean %s?", tree.Quote(near))
	}
}
