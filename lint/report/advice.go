package report

// advice is what a planner is told about a finding of a rule. Where found or fix is empty, the finding's own message
// or hint is told, which is right only where it speaks of nothing but the plan and its own tools' contracts.
type advice struct {
	code    string // instead of the rule's id
	from    origin
	found   string
	fix     string
	nowhere bool // the place itself would tell of the policy
}

// origin is what a finding follows from. It matters where a tool is not available: nothing may then be told that
// proves it to exist.
type origin uint8

const (
	plan      origin = iota // the plan alone
	contract                // the contract of the finding's tool
	contracts               // those of several tools
)

// toolUnavailable is the one code for all reasons why a tool can't be called.
const toolUnavailable = "tool-unavailable"

var noSuchTool = advice{code: toolUnavailable, fix: "use a tool from the contracts that you were given, or plan without it"}

// advices are the rules that a planner is told about. What stands in no plan, such as a contract that does not say
// whether its tool can be undone, is nothing for it.
var advices = map[string]advice{
	"syntax":          {},
	"unknown-key":     {},
	"duplicate-key":   {},
	"duplicate-step":  {},
	"self-dependency": {},
	"wrong-shape":     {},

	"empty-plan":     {fix: "write at least one step"},
	"too-many-steps": {found: "the plan has too many steps", fix: "use fewer steps", nowhere: true},

	"unknown-tool":     noSuchTool,
	"tool-not-allowed": noSuchTool,
	"never-cleared":    noSuchTool,

	"undeclared-argument": {from: contract},
	"missing-argument":    {from: contract},
	"wrong-type":          {from: contract},
	"invalid-argument":    {from: contract},

	"unknown-dependency": {},
	"dependency-cycle":   {},

	"no-terminal":              {},
	"dead-end-step":            {},
	"bind-not-upstream":        {},
	"bind-unknown-field":       {from: contracts},
	"bind-type-mismatch":       {from: contracts},
	"verifier-without-subject": {},
	"quorum-without-subject":   {},
	"verifier-required":        {},
	"invalid-quorum":           {},
	"false-parallelism":        {from: contracts, found: "the step reads a source that a parallel step reads too", fix: "give each step its own part, or write topology: single"},
	"no-authority-to-separate": {found: "every step calls the same tool, so there is no authority to separate", fix: "write topology: single"},

	"untrusted-flow":       {from: contracts, found: "a protected place takes a value from a source that it must not", fix: "take the value from another tool, or write it into the plan"},
	"sensitivity-exceeded": {from: contracts, found: "a protected place takes a value that is too sensitive for it", fix: "leave the value out, or take another"},
	"unapproved-path":      {from: contracts, found: "a protected place takes a value from a source that it must not", fix: "take the value from another tool"},

	"duplicate-effect":       {from: contract, found: "the step is the same effect as an earlier step", fix: "remove one of them, or let an argument tell them apart"},
	"unordered-writes":       {from: contracts, found: "the step and another act on the same thing, and neither waits for the other", fix: "let one wait for the other, or remove it"},
	"unresolved-placeholder": {from: contracts},
	"ambiguous-scalar":       {from: contract},
	"hidden-characters":      {},
	"in-plan-directive":      {found: "a comment or key that reads like an instruction to a linter", fix: "remove it: it has no effect"},
	"redundant-dependency":   {},
	"unused-outcome":         {from: contract},
	"missing-intent":         {},

	"broken-lineage": {},
	"step-reused":    {},
	"escalation":     {from: contracts, found: "the plan does more than the one before it did", fix: "leave what was there as it was, or plan without what is new"},
}
