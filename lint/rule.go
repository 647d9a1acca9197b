package lint

// Group is the family a rule belongs to, for tables.
type Group string

// The families.
const (
	Malformed Group = "malformed" // the document is no plan
	Steps     Group = "steps"     // tools, permissions, arguments
	Graph     Group = "graph"     // who waits for whom
	Structure Group = "structure" // terminals, verifiers, quorums, topologies, binds
	Flow      Group = "flow"      // what flows into places that contracts protect
	Quality   Group = "quality"   // legal, but hardly meant
	Contracts Group = "contracts" // of tool contracts, raised by "contracts check"
	Known     Group = "baseline"  // of the baseline that a check was given
	Lineage   Group = "lineage"   // of a plan compared with the one before it, raised by "check --against"
)

// Rule is a check as a value, together with its documentation: running, explain, the README table, SARIF and the
// tests all read this one value.
type Rule struct {
	ID       string   // kebab-case, unique
	Title    string   // a clause, lower case
	Reason   string   // the seed reason; a rule that has one is always an error
	Group    Group    // the family
	Severity Severity // the default level; may be Off

	What string // what is checked, in a paragraph
	Why  string // what goes wrong without it
	Bad  string // a plan (or contract) that the rule refuses
	Good string // the same, settled
	Fix  string // how to settle it

	// Check raises the rule's findings on a plan. It is nil for rules that reading raises (syntax and its like) and
	// for contract rules. It is pure: no files, no clock, no state between plans, document order always.
	Check func(*Pass)
	// Raises are the ids of the other rules that Check raises in the same walk; they have no Check themselves.
	Raises []string
}
