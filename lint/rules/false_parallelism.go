package rules

import (
	"fmt"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

var falseParallelism = lint.Rule{
	ID: "false-parallelism", Title: "two steps read the same source, though the work is disjoint", Group: lint.Structure, Severity: lint.Error,
	What: "In a plan with topology {collaborative: parallel-disjoint}, no two steps bind the same part of the run's input or of one step's outcome. The whole overlaps every part of it. One step may read what it likes, and several sources at once.",
	Why:  "Steps that work on the same material are not disjoint: side by side they do the same work twice, or contradict each other.",
	Bad: `goal: tell both teams
topology: {collaborative: parallel-disjoint}
steps:
  - {id: s1, tool: notify, bind: {text: {input: /message}}}
  - {id: s2, tool: notify, arguments: {to: support}, bind: {text: {input: /message/short}}}
`,
	Good: `goal: tell both teams
topology: {collaborative: parallel-disjoint}
steps:
  - {id: s1, tool: notify, bind: {text: {input: /message/long}}}
  - {id: s2, tool: notify, arguments: {to: support}, bind: {text: {input: /message/short}}}
`,
	Fix: "Give each step its own part, let one step read and the others wait for it, or write topology: single.",
	Check: func(p *lint.Pass) {
		if p.Plan.Topology.Kind != "parallel-disjoint" {
			return
		}
		sources := map[string]*part{} // by the step that is read; "" is the input
		for i := range p.Plan.Steps {
			s := &p.Plan.Steps[i]
			for j := range s.Binds {
				b := &s.Binds[j]
				at := b.From.InputNode
				if b.From.Step != "" {
					at = b.From.StepNode
				}
				if at == tree.None {
					continue // it does not say where it comes from
				}
				source := sources[b.From.Step]
				if source == nil {
					source = &part{}
					sources[b.From.Step] = source
				}
				if other := source.read(b.From.Pointer, reader{s, at}); other.step != nil {
					reportOverlap(p, s, b, at, other)
				}
			}
		}
	},
}

// reader is a step that reads a part of a source, and the node that says so.
type reader struct {
	step *lint.Step
	at   tree.Ref
}

// part is a place in a source. Its children are the places inside it.
type part struct {
	below map[string]*part
	whole reader // the first step that reads exactly this part
	// within are the first step that reads this part or something inside it, and the first other one: whoever reads
	// the part overlaps with one of them, if with any.
	within [2]reader
}

// read notes that a step reads the part that the tokens lead to. It returns a different step that read some of that
// part before, or whose part holds it; the zero reader where there is none.
func (p *part) read(tokens []string, r reader) (other reader) {
	for i := 0; ; i++ {
		if p.whole.step != nil && p.whole.step != r.step && other.step == nil {
			other = p.whole
		}
		if i == len(tokens) {
			break
		}
		p.note(r)
		next := p.below[tokens[i]]
		if next == nil {
			next = &part{}
			if p.below == nil {
				p.below = map[string]*part{}
			}
			p.below[tokens[i]] = next
		}
		p = next
	}
	for _, w := range p.within {
		if w.step != nil && w.step != r.step && other.step == nil {
			other = w
		}
	}
	p.note(r)
	if p.whole.step == nil {
		p.whole = r
	}
	return other
}

func (p *part) note(r reader) {
	switch {
	case p.within[0].step == nil:
		p.within[0] = r
	case p.within[0].step != r.step && p.within[1].step == nil:
		p.within[1] = r
	}
}

func reportOverlap(p *lint.Pass, s *lint.Step, b *lint.Bind, at tree.Ref, other reader) {
	source := "the run's input"
	if b.From.Step != "" {
		source = "the outcome of step " + tree.Quote(b.From.Step)
	}
	if len(b.From.Pointer) > 0 {
		pointer := tree.Pointer("")
		for _, token := range b.From.Pointer {
			pointer = pointer.Child(token)
		}
		source = tree.Quote(string(pointer)) + " of " + source
	}
	f := p.At("false-parallelism", s, at)
	f.Message = fmt.Sprintf("%s reads %s, some of which %s reads too, so the work is not disjoint", lint.StepName(s), source, lint.StepName(other.step))
	f.Hint = "give each step its own part, or write topology: single"
	f.Violations = overlapping(other.step, s)
	f.Related = append(f.Related, lint.Related{Place: p.Plan.Tree.Place(other.at), Message: fmt.Sprintf("%s reads it here", lint.StepName(other.step))})
	p.Report(f)
}

// overlapping are the labels of two steps, sorted.
func overlapping(a, b *lint.Step) []string {
	x, y := lint.StepLabel(a), lint.StepLabel(b)
	if y < x {
		x, y = y, x
	}
	return []string{x, y}
}
