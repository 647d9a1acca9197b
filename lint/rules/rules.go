package rules

import (
	"slices"

	"github.com/planlint/planlint/lint"
)

// All is every rule, in the order of the documentation: by group, and within the first groups in the order in which
// the executor looks. The slice is the caller's.
func All() []lint.Rule {
	return slices.Concat(malformedRules, stepRules, graphRules, structureRules, flowRules, qualityRules, lineageRules, contractRules, baselineRules)
}

// malformedRules are faults of form. Reading raises them, so they have no check.
var malformedRules = []lint.Rule{syntaxRule, unknownKey, duplicateKey, duplicateStep, selfDependency, wrongShape}

// stepRules look at the plan as a whole and then at each step by itself.
var stepRules = []lint.Rule{emptyPlan, tooManySteps, unknownTool, toolNotAllowed, undeclaredArgument, missingArgument, wrongType, invalidArgument,
	neverCleared}

// graphRules look at who waits for whom.
var graphRules = []lint.Rule{unknownDependency, dependencyCycle}
