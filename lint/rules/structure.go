package rules

import (
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// structureRules hold a plan to the structure that it uses itself: terminals, binds, verifiers, quorums, topologies.
// Two of them also act where the configuration demands the structure.
var structureRules = []lint.Rule{noTerminal, deadEndStep, bindNotUpstream, bindUnknownField, bindTypeMismatch, verifierWithoutSubject,
	quorumWithoutSubject, verifierRequired, invalidQuorum, falseParallelism, noAuthorityToSeparate}

// onPlan starts a finding on the plan as a whole, at one of its nodes.
func onPlan(p *lint.Pass, rule string, n tree.Ref) lint.Finding {
	return lint.Finding{Rule: rule, Place: p.Plan.Tree.Place(n), Pointer: p.Plan.Tree.Path(p.Plan.Root, n)}
}

// complete reports whether all steps of the plan could be read, so that what no step has is really missing.
func complete(p *lint.Plan) bool {
	if len(p.Steps) == 0 || p.Tree.Flags(p.Root)&tree.Broken != 0 || p.Tree.Flags(p.StepsKey+1)&tree.Broken != 0 {
		return false
	}
	for i := range p.Steps {
		if p.Steps[i].Broken {
			return false
		}
	}
	return true
}

// waitsForNothing reports whether a step has no dependency, and no text either that was meant to be one.
func waitsForNothing(p *lint.Plan, s *lint.Step) bool {
	if len(s.DependsOn) > 0 || s.Broken {
		return false
	}
	v := p.Tree.Get(s.Node, "depends_on")
	return v == tree.None || p.Tree.Kind(v) == tree.Array && p.Tree.Count(v) == 0 && p.Tree.Flags(v)&tree.Broken == 0
}
