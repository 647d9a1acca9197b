package rules

import "github.com/planlint/planlint/lint"

// The rules below are about what a contract says of its tool's arguments.

var unknownKeyArgument = lint.Rule{
	ID: "unknown-key-argument", Title: "a contract names an argument that it does not declare", Group: lint.Contracts, Severity: lint.Error,
	What: "What key_arguments, protect and undo name is an argument that accepts declares. Contracts that take undeclared arguments are left alone.",
	Why:  "A key that no call has identifies no effect, and a protection of nothing protects nothing.",
	Bad: `contracts:
  book_flight:
    accepts: {type: object, properties: {flight: {type: string}, seats: {type: integer}}}
    key_arguments: [fligth]
`,
	Good: `contracts:
  book_flight:
    accepts: {type: object, properties: {flight: {type: string}, seats: {type: integer}}}
    key_arguments: [flight]
`,
	Fix: "Spell the name as accepts does, or declare the argument.",
}

var openArguments = lint.Rule{
	ID: "open-arguments", Title: "a tool that takes what it does not declare", Group: lint.Contracts, Severity: lint.Warning,
	What: "The schema of a tool's arguments does not open its top level, by additionalProperties or otherwise. Left alone, the top level is closed.",
	Why:  "A misspelt argument passes the check, and most tools drop it without a word.",
	Bad: `contracts:
  notify:
    accepts: {type: object, properties: {text: {type: string}}, additionalProperties: true}
`,
	Good: `contracts:
  notify:
    accepts: {type: object, properties: {text: {type: string}}}
`,
	Fix: "Declare what the tool takes, and leave additionalProperties out.",
}

var untypedArgument = lint.Rule{
	ID: "untyped-argument", Title: "an argument that may be anything", Group: lint.Contracts, Severity: lint.Warning,
	What: "Every argument that a contract declares has a type, or an enum, a const, or a reference that says what it is.",
	Why:  "Every value fits it, so the check of it is none.",
	Bad: `contracts:
  notify:
    accepts: {type: object, properties: {text: {description: what to say}}}
`,
	Good: `contracts:
  notify:
    accepts: {type: object, properties: {text: {type: string, description: what to say}}}
`,
	Fix: "Give it a type.",
}

var unfitDefault = lint.Rule{
	ID: "unfit-default", Title: "a default that does not fit its own schema", Group: lint.Contracts, Severity: lint.Warning,
	What: "The default of a top-level argument fits the schema that it stands in.",
	Why:  "Defaults are part of what a tool gets. One that no plan would be allowed to write is not used.",
	Bad: `contracts:
  book_flight:
    accepts: {type: object, properties: {flight: {type: string}, seats: {type: integer, minimum: 1, default: 0}}}
`,
	Good: `contracts:
  book_flight:
    accepts: {type: object, properties: {flight: {type: string}, seats: {type: integer, minimum: 1, default: 1}}}
`,
	Fix: "Correct the default or the schema.",
}
