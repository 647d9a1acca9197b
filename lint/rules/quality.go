package rules

import "github.com/planlint/planlint/lint"

// qualityRules look for what is legal but hardly meant.
var qualityRules = []lint.Rule{duplicateEffect, unorderedWrites, unresolvedPlaceholder, ambiguousScalar, hiddenCharacters, inPlanDirective,
	unstatedReversibility, waivedApproval, redundantDependency, unusedOutcome, missingIntent}
