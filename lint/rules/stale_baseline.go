package rules

import "github.com/planlint/planlint/lint"

// baselineRules are about the baseline that a check was given. Checking raises them when all files are done.
var baselineRules = []lint.Rule{staleBaselineEntry}

var staleBaselineEntry = lint.Rule{
	ID: lint.RuleStaleBaseline, Title: "the baseline knows a finding that is not there", Group: lint.Known, Severity: lint.Warning,
	What: "Every entry of the file that --baseline names matches a finding in the file it speaks of. Entries of files that were not checked are left alone.",
	Why:  "An entry that matches nothing waits for a new fault to hide.",
	Bad:  "{\"path\": \"plans/a.yaml\", \"rule\": \"duplicate-effect\", \"fingerprint\": \"…of a step that was removed…\", \"count\": 1}\n",
	Good: "{\"path\": \"plans/a.yaml\", \"rule\": \"duplicate-effect\", \"fingerprint\": \"…of a step that is there…\", \"count\": 1}\n",
	Fix:  "Write the baseline anew with planlint baseline write.",
}
