package schema

import "github.com/planlint/planlint/contracts/tree"

// The rules that a fault belongs to.
const (
	RuleUndeclared = "undeclared-argument" // a name the schema does not declare
	RuleMissing    = "missing-argument"    // a required name that is not there
	RuleWrongType  = "wrong-type"          // a value of another type
	RuleInvalid    = "invalid-argument"    // a value of the right type that breaks another keyword
)

// Fault is one way in which a value does not fit its schema. Faults come in document order.
type Fault struct {
	Rule string
	// At is the node to point at, the narrowest there is: the key of an undeclared name, the value of a wrong one,
	// for a missing name the object that lacks it.
	At tree.Ref
	// Value is the node whose pointer the fault has: for an undeclared name its value, else as At.
	Value tree.Ref
	// Name is the undeclared or missing name; "" else.
	Name    string
	Keyword string     // the keyword that says no: "type", "enum", "additionalProperties" …
	Schema  tree.Place // where the schema says so: the narrowest token, for an undeclared name the list of those declared
	Message string     // one clause, lower case, no full stop; names what was found and what is allowed
	Hint    string     // what to do; may be empty
	// Ambiguous is set where the value is a plain scalar that YAML 1.1 and 1.2 read differently and that is the cause.
	Ambiguous bool
}

// Problem is a fault of a schema itself.
type Problem struct {
	Rule    string // a contract rule of planlint's table, such as "unknown-type"
	Warning bool   // not an error: the schema can be used
	Place   tree.Place
	Message string
	Hint    string
}
