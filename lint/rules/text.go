package rules

import (
	"fmt"
	"sort"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// mostFindings is how many findings a rule about texts reports on one plan: to point at each costs a walk to it, and
// nobody reads more.
const mostFindings = 1000

// enough says that a rule has reported mostFindings on the plan.
func enough(p *lint.Pass, rule string) {
	p.NotChecked("the rest of the plan for "+rule, fmt.Sprintf("it has %d findings already", mostFindings))
}

// stepAt is the step that holds a node, or nil.
func stepAt(p *lint.Plan, n tree.Ref) *lint.Step {
	i := sort.Search(len(p.Steps), func(i int) bool { return p.Steps[i].Node > n }) - 1
	if i < 0 || n >= p.Tree.Next(p.Steps[i].Node) {
		return nil
	}
	return &p.Steps[i]
}

// onNode starts a finding at any node of the plan: on the step that holds it, else on the plan as a whole. above is
// that step's node, or the root.
func onNode(p *lint.Pass, rule string, n tree.Ref) (f lint.Finding, above tree.Ref) {
	if s := stepAt(p.Plan, n); s != nil {
		return p.At(rule, s, n), s.Node
	}
	return onPlan(p, rule, n), p.Plan.Root
}

// isKey reports whether a text below a node is a key. It walks down to it, so it is for what is reported.
func isKey(t *tree.Tree, above, n tree.Ref) bool {
	for above != n {
		next := tree.None
		switch t.Kind(above) {
		case tree.Object:
			for k, v := range t.Members(above) {
				if k == n {
					return true
				}
				if v <= n && n < t.Next(v) {
					next = v
					break
				}
			}
		case tree.Array:
			for _, e := range t.Elements(above) {
				if e <= n && n < t.Next(e) {
					next = e
					break
				}
			}
		}
		if next == tree.None {
			return false
		}
		above = next
	}
	return false
}
