package lint

import (
	"sort"

	"github.com/planlint/planlint/contracts/schema"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint/syntax"
)

// Plan is a plan as far as it could be read: every leaf is a node of the tree, so that it has its place. What could
// not be read is absent, and a finding says why.
type Plan struct {
	Tree     *tree.Tree
	Root     tree.Ref
	Comments []tree.Span

	Goal     tree.Ref // None where absent; the same holds for every Ref below
	Revision tree.Ref
	Version  tree.Ref
	Derived  tree.Ref
	Reason   tree.Ref
	Topology Topology
	Inputs   tree.Ref
	Outputs  []Output

	StepsKey tree.Ref // the key "steps"
	Steps    []Step
	// NoSteps says that "steps" was read and is an empty list, which is a planner's failure and not a fault of form.
	NoSteps bool

	byID  map[string]int32
	ids   []string
	graph *DependencyGraph

	inputs *schema.Schema // of Inputs; nil where there is none that is sound
}

// Step is one call.
type Step struct {
	Index int
	Node  tree.Ref // the step's object
	ID    string   // "" where it has none
	Tool  string   // "" where it has none

	IDNode    tree.Ref
	ToolNode  tree.Ref
	Arguments tree.Ref // None where absent, which means none
	ArgsKey   tree.Ref
	Intent    tree.Ref
	DependsOn []Dependency
	Binds     []Bind
	BindKey   tree.Ref
	binds     *bindTree
	at        int // index into Plan.Steps; Index counts entries that are no steps as well

	Terminal    bool
	TerminalKey tree.Ref // the key, whatever its value
	Verifies    bool
	VerifiesKey tree.Ref
	Quorum      *Quorum
	// Broken says that the text around the step has a syntax fault: nothing is reported as missing from it.
	Broken bool
}

// Pointer is where the step stands in its document.
func (s *Step) Pointer() tree.Pointer { return tree.Pointer("/steps").Index(s.Index) }

// Position is the index of the step in Plan.Steps, by which the graph knows it.
func (s *Step) Position() int { return s.at }

// Dependency is one entry of depends_on.
type Dependency struct {
	ID   string
	Node tree.Ref
}

// Bind is one value that exists only at run time.
type Bind struct {
	Key    tree.Ref // where it goes: a top-level argument's name, or a JSON Pointer into the arguments
	Target []string // the tokens of that place
	Value  tree.Ref
	From   Origin
}

// Origin is where a bound value comes from: a step's outcome or the run's input.
type Origin struct {
	Step      string   // "" when it is the input
	StepNode  tree.Ref // None when it is the input
	InputNode tree.Ref // None when it is a step
	Pointer   []string // tokens into the outcome or the input; none = the whole
}

// Output is one entry of the plan's answer.
type Output struct {
	Key  tree.Ref
	From Origin
}

// Quorum is a panel of reviewers.
type Quorum struct {
	Key        tree.Ref
	Need       tree.Ref // a Number; None where absent or unreadable
	NeedCount  int      // valid where Need is not None
	Lenses     []Dependency
	LensesNode tree.Ref
}

// Topology is how the plan's steps share the work.
type Topology struct {
	Node tree.Ref // the value that names it; None where absent
	Kind string   // "", "single", "parallel-disjoint", "distinct-authority"
}

// Step returns the first step with an id, or nil.
func (p *Plan) Step(id string) *Step {
	if i, ok := p.byID[id]; ok {
		return &p.Steps[i]
	}
	return nil
}

// IDs are the ids of the steps in document order, without the empty one. The slice is the plan's own.
func (p *Plan) IDs() []string {
	if p.ids == nil {
		p.ids = make([]string, 0, len(p.Steps))
		for i := range p.Steps {
			if id := p.Steps[i].ID; id != "" {
				p.ids = append(p.ids, id)
			}
		}
	}
	return p.ids
}

// stepAt is the step whose text holds a span, or nil. Steps that an alias brought in have no text of their own.
func (p *Plan) stepAt(s tree.Span) *Step {
	i := sort.Search(len(p.Steps), func(i int) bool { return p.Tree.Span(p.Steps[i].Node).Start > s.Start }) - 1
	if i < 0 || s.End > p.Tree.Span(p.Steps[i].Node).End {
		return nil
	}
	return &p.Steps[i]
}

// Graph is who waits for whom, made at the first call.
func (p *Plan) Graph() *DependencyGraph {
	if p.graph == nil {
		p.graph = newGraph(p)
	}
	return p.graph
}

// Document pairs what reading gave with the plan decoded from it.
type Document struct {
	syntax.Document
	Plan *Plan // nil where the document holds no map
}
