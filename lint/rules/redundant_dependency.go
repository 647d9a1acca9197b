package rules

import (
	"fmt"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

var redundantDependency = lint.Rule{
	ID: "redundant-dependency", Title: "an entry of depends_on changes nothing", Group: lint.Quality, Severity: lint.Off,
	What: "No entry of depends_on stands there twice, and none is implied by another entry of the same step. The rule is off unless rules: {redundant-dependency: warning} turns it on.",
	Why:  "What is said twice must be changed twice. Many people list all predecessors on purpose, which is why the rule is off.",
	Bad: `goal: find a flight, book it and say so
steps:
  - {id: s1, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
  - {id: s2, tool: book_flight, arguments: {flight: BA117, seats: 1}, depends_on: [s1]}
  - {id: s3, tool: notify, arguments: {text: booked}, depends_on: [s2, s1]}
`,
	Good: `goal: find a flight, book it and say so
steps:
  - {id: s1, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
  - {id: s2, tool: book_flight, arguments: {flight: BA117, seats: 1}, depends_on: [s1]}
  - {id: s3, tool: notify, arguments: {text: booked}, depends_on: [s2]}
`,
	Fix: "Remove the entry.",
	Check: func(p *lint.Pass) {
		var w *impliedWalk
		for i := range p.Plan.Steps {
			s := &p.Plan.Steps[i]
			if len(s.DependsOn) < 2 {
				continue
			}
			if w == nil {
				w = &impliedWalk{graph: p.Plan.Graph(), first: make([]int32, len(p.Plan.Steps)), seen: make([]int32, len(p.Plan.Steps)), left: impliedBudget}
			}
			if !w.step(p, i) {
				p.NotChecked("redundant-dependency from step "+tree.Visible(lint.StepLabel(s))+" on", "the graph is too large and dense")
				return
			}
		}
	},
}

// impliedBudget is how many edges the rule walks in one plan.
const impliedBudget = 1_000_000

// impliedWalk finds what the dependencies of a step wait for themselves.
type impliedWalk struct {
	graph *lint.DependencyGraph
	first []int32 // the entry of the step at hand that named a step first
	seen  []int32 // the step, counted from 1, whose walk met a step last; negative where that is one of its dependencies
	stack []int32
	left  int
}

// step reports the redundant entries of the plan's step i. It says false when the budget is used up.
func (w *impliedWalk) step(p *lint.Pass, i int) bool {
	s, mark := &p.Plan.Steps[i], int32(i+1)
	shared := false // only what two steps wait for can be implied
	for j, d := range s.DependsOn {
		dep := p.Plan.Step(d.ID)
		if dep == nil || dep == s {
			continue // other findings speak of it
		}
		k := dep.Position()
		if w.seen[k] == -mark {
			reportTwice(p, s, d, s.DependsOn[w.first[k]])
			continue
		}
		w.seen[k], w.first[k] = -mark, int32(j)
		shared = shared || len(w.graph.Waiting(k)) > 1
	}
	if !shared {
		return true
	}
	implied := map[int32]int32{} // the dependency → the step that it is reached through
	for _, d := range w.graph.WaitsFor(i) {
		if !w.above(d, mark, implied) {
			return false
		}
	}
	for _, d := range s.DependsOn {
		dep := p.Plan.Step(d.ID)
		if dep == nil {
			continue
		}
		via, ok := implied[int32(dep.Position())]
		if !ok {
			continue
		}
		delete(implied, int32(dep.Position())) // a repetition has its own finding
		if back, known := w.graph.Upstream(dep.Position(), int(via)); back || !known {
			continue // they wait for each other, which is another finding
		}
		f := p.At("redundant-dependency", s, d.Node)
		through := &p.Plan.Steps[via]
		f.Message = fmt.Sprintf("%s waits for %s through %s anyway", lint.StepName(s), tree.Quote(d.ID), tree.Quote(lint.StepLabel(through)))
		f.Hint, f.Violations = "remove the entry", []string{d.ID}
		f.Related = append(f.Related, lint.Related{Place: p.Plan.Tree.Place(through.Name()), Message: "it waits for that step, directly or through others"})
		p.Report(f)
	}
	return true
}

// above walks what the dependency d waits for and notes which other dependencies it meets.
func (w *impliedWalk) above(d, mark int32, implied map[int32]int32) bool {
	w.stack = append(w.stack[:0], d)
	for len(w.stack) > 0 {
		k := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		edges := w.graph.WaitsFor(int(k))
		if w.left -= len(edges); w.left < 0 {
			return false
		}
		for _, j := range edges {
			switch w.seen[j] {
			case mark:
			case -mark: // its own walk goes on from there
				if _, ok := implied[j]; !ok && j != d {
					implied[j] = d
				}
			default:
				w.seen[j] = mark
				w.stack = append(w.stack, j)
			}
		}
	}
	return true
}

func reportTwice(p *lint.Pass, s *lint.Step, d, first lint.Dependency) {
	f := p.At("redundant-dependency", s, d.Node)
	f.Message = fmt.Sprintf("%s lists %s twice", lint.StepName(s), tree.Quote(d.ID))
	f.Hint, f.Violations = "remove one of the two", []string{d.ID}
	f.Related = append(f.Related, lint.Related{Place: p.Plan.Tree.Place(first.Node), Message: "first listed here"})
	p.Report(f)
}
