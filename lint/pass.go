package lint

import (
	"fmt"
	"strconv"
	"time"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/suggest"
	"github.com/planlint/planlint/contracts/tree"
)

// Pass is one plan's way through the rules. A rule reads it and reports to it, and keeps nothing.
type Pass struct {
	Plan       *Plan
	Deployment *Deployment
	Authority  Authority
	Now        time.Time // one instant for the whole check: an input like the files

	rules      *RuleSet // nil = all that is found is kept
	findings   []Finding
	counts     []int // of findings, by the number of the rule
	notChecked []NotChecked
	nearby     map[string]string
	compared   int
	unusable   []*contracts.Contract
	below      tree.Paths // to nodes of the plan, below a step
	within     tree.Paths // to nodes of a step's arguments
	binding    *Step      // the step whose binds are in bound
	bound      map[tree.Span]tree.Ref
	payloads   payloads
	takings    []Taking // see Takings
	taken      bool     // they were made
}

// maxFindings is how many findings of one rule a plan's report lists. More tell nobody more, and a hostile plan must
// not cost a multiple of its size; how many there are beyond is said.
const maxFindings = 1000

// Report adds a finding. Rule, Message and Place are the reporter's; severity, reason, fingerprint and order are set
// when all rules are done.
func (p *Pass) Report(f Finding) {
	if p.rules != nil {
		i := p.rules.number(f.Rule)
		if p.rules.levels[i] == Off {
			return
		}
		if p.counts == nil {
			p.counts = make([]int, len(p.rules.rules))
		}
		if p.counts[i]++; p.counts[i] > maxFindings {
			return
		}
	}
	p.findings = append(p.findings, f)
}

// beyond says how many findings of each rule are not listed.
func (p *Pass) beyond(file string) {
	for i, n := range p.counts {
		if n > maxFindings {
			p.NotChecked(fmt.Sprintf("%d more findings of %s in %s", n-maxFindings, p.rules.rules[i].ID, tree.Visible(file)),
				fmt.Sprintf("the first %d are listed", maxFindings))
		}
	}
}

// NotChecked says that something could not be proved, and why.
func (p *Pass) NotChecked(what, why string) {
	p.notChecked = append(p.notChecked, NotChecked{What: what, Why: why})
}

// At starts a finding on a step, at a node of the plan.
func (p *Pass) At(rule string, s *Step, n tree.Ref) Finding {
	f := Finding{Rule: rule, Place: p.Plan.Tree.Place(n), Step: s.ID, Tool: s.Tool, Context: p.Plan.Tree.Span(s.Node), value: p.Plan.Tree, node: n, index: s.at}
	path, _ := p.below.Find(p.Plan.Tree, s.Node, n)
	f.Pointer = s.Pointer() + path
	if o, ok := p.Plan.Tree.Origin(n); ok {
		f.Related = append(f.Related, Related{Place: tree.Place{Source: p.Plan.Tree.Source, Span: o}, Message: "brought in from here"})
	}
	return f
}

// Name is the narrowest node that stands for a step as a whole: its id, else its tool, else the step.
func (s *Step) Name() tree.Ref {
	switch {
	case s.IDNode != tree.None:
		return s.IDNode
	case s.ToolNode != tree.None:
		return s.ToolNode
	}
	return s.Node
}

// maxCompared bounds the comparisons of names that one plan may cost; a plan with thousands of unknown names gets no
// suggestions for the last of them.
const maxCompared = 100_000

// Suggest is the candidate that word was most likely meant to be, or "". The answer for a word is kept, so a rule
// must ask with the same candidates for the same kind of word.
func (p *Pass) Suggest(kind, word string, candidates []string) string {
	key := kind + "\x00" + word
	if near, ok := p.nearby[key]; ok {
		return near
	}
	if p.compared += len(candidates); p.compared > maxCompared {
		return ""
	}
	near := suggest.Nearest(word, candidates)
	if p.nearby == nil {
		p.nearby = map[string]string{}
	}
	p.nearby[key] = near
	return near
}

// AtValue starts a finding on a step, at a node of its arguments as Plan.Values returned them.
func (p *Pass) AtValue(rule string, s *Step, t *tree.Tree, root, n tree.Ref) Finding {
	f := Finding{Rule: rule, Place: t.Place(n), Step: s.ID, Tool: s.Tool, Context: p.Plan.Tree.Span(s.Node), value: t, node: n, index: s.at}
	path, _ := p.Path(t, root, n)
	f.Pointer = s.Pointer() + "/arguments" + path
	if t.Kind(n) == tree.Unknown && len(s.Binds) > 0 { // what a bind adds stands under bind
		if key, ok := p.bindKeys(s)[t.Span(n)]; ok {
			f.Pointer = (s.Pointer() + "/bind").Child(p.Plan.Tree.Text(key))
		}
	}
	if o, ok := t.Origin(n); ok {
		f.Related = append(f.Related, Related{Place: tree.Place{Source: t.Source, Span: o}, Message: "brought in from here"})
	}
	return f
}

// bindKeys are the keys of a step's binds by their spans. They are kept until another step is asked for.
func (p *Pass) bindKeys(s *Step) map[tree.Span]tree.Ref {
	if p.binding != s {
		p.binding, p.bound = s, make(map[tree.Span]tree.Ref, len(s.Binds))
		for _, b := range s.Binds {
			p.bound[p.Plan.Tree.Span(b.Key)] = b.Key
		}
	}
	return p.bound
}

// Path is the pointer to a node of a step's arguments, as Plan.Values returned them with their root, and the key of the
// member whose value it is, or None. It is cheap for many nodes in the order of the document.
func (p *Pass) Path(t *tree.Tree, root, n tree.Ref) (path tree.Pointer, key tree.Ref) {
	return p.within.Find(t, root, n)
}

// Unusable says that a step's arguments could not be judged, because the schema of the tool's contract is broken.
// That is a fault of the configuration, which whoever runs the check reports.
func (p *Pass) Unusable(c *contracts.Contract) {
	for _, k := range p.unusable {
		if k == c {
			return
		}
	}
	p.unusable = append(p.unusable, c)
}

// StepLabel is the step's id, or its number where it has none.
func StepLabel(s *Step) string {
	if s.ID != "" {
		return s.ID
	}
	return strconv.Itoa(s.Index + 1)
}

// StepName is how messages call a step.
func StepName(s *Step) string {
	if s.ID != "" {
		return "step " + tree.Quote(s.ID)
	}
	return "step " + strconv.Itoa(s.Index+1)
}
