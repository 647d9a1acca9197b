package contracts

import "github.com/planlint/planlint/contracts/shape"

// Problem is a fault of a contract, or between contracts and the tables they are compared with.
type Problem = shape.Problem

// Related is another place that a Problem is about.
type Related = shape.Related

// The rules that contracts can break, apart from those of shape and schema.
const (
	RuleDuplicateContract  = "duplicate-contract"    // two contracts for one tool
	RuleUnregistered       = "unregistered-contract" // a contract for a tool that nothing registers
	RuleUncontracted       = "uncontracted-tool"     // a tool that may be called without a contract
	RuleUnknownKeyArgument = "unknown-key-argument"  // key_arguments, protect or undo name no argument
	RuleOpenArguments      = "open-arguments"        // misspelt arguments would pass
	RuleUntypedArgument    = "untyped-argument"      // any value would pass
	RuleIdenticalHints     = "identical-hints"       // one stamp on all tools of a list
	RuleUnknownUndoTool    = "unknown-undo-tool"     // an undo calls a tool that has no contract
	RuleIncompleteList     = "incomplete-list"       // the list says that it has further pages
	RuleUnreachableFile    = "unreachable-file"      // a $ref to what cannot be read, or must not be
)
