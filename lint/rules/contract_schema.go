package rules

import "github.com/planlint/planlint/lint"

// The rules below are about the JSON Schemas in contracts.

var invalidSchema = lint.Rule{
	ID: "invalid-schema", Title: "a schema that is no JSON Schema", Group: lint.Contracts, Severity: lint.Error,
	What: "The keywords of accepts and returns are formed as JSON Schema says, and their references lead to schemas.",
	Why:  "Nothing can be checked against a schema that cannot be read, and guessing what it meant would let plans pass.",
	Bad: `contracts:
  notify:
    accepts: {type: object, properties: {text: {type: string, minLength: one}}}
`,
	Good: `contracts:
  notify:
    accepts: {type: object, properties: {text: {type: string, minLength: 1}}}
`,
	Fix: "Correct the keyword that the finding points to.",
}

var unknownType = lint.Rule{
	ID: "unknown-type", Title: "a type that JSON Schema does not know", Group: lint.Contracts, Severity: lint.Error,
	What: "Every type is null, boolean, integer, number, string, array or object. Names of other languages, such as str, float and dict, come with the right one.",
	Why:  "Most checkers take no notice of a type that they do not know, and then every value fits.",
	Bad: `contracts:
  notify:
    accepts: {type: object, properties: {text: {type: str}}}
`,
	Good: `contracts:
  notify:
    accepts: {type: object, properties: {text: {type: string}}}
`,
	Fix: "Write the name that the hint gives.",
}

var unknownKeyword = lint.Rule{
	ID: "unknown-keyword", Title: "a keyword that is most likely misspelt", Group: lint.Contracts, Severity: lint.Warning,
	What: "No keyword of a schema is close to one of JSON Schema's without being it.",
	Why:  "JSON Schema passes over keywords that it does not know, so a misspelt bound bounds nothing.",
	Bad: `contracts:
  notify:
    accepts: {type: object, properties: {text: {type: string, maxLenght: 100}}}
`,
	Good: `contracts:
  notify:
    accepts: {type: object, properties: {text: {type: string, maxLength: 100}}}
`,
	Fix: "Spell the keyword as the hint does.",
}

var ignoredKeyword = lint.Rule{
	ID: "ignored-keyword", Title: "a keyword that means nothing where it stands", Group: lint.Contracts, Severity: lint.Warning,
	What: "Every keyword belongs to the draft that the schema is written in, and stands where that draft looks at it.",
	Why:  "The schema checks less than its author believes.",
	Bad: `contracts:
  notify:
    accepts:
      $schema: http://json-schema.org/draft-07/schema#
      type: object
      properties: {text: {type: string}, to: {type: string}}
      dependentRequired: {to: [text]}
`,
	Good: `contracts:
  notify:
    accepts:
      $schema: https://json-schema.org/draft/2020-12/schema
      type: object
      properties: {text: {type: string}, to: {type: string}}
      dependentRequired: {to: [text]}
`,
	Fix: "Name the draft that has the keyword, or use the keyword that the draft has.",
}

var unsatisfiable = lint.Rule{
	ID: "unsatisfiable", Title: "a schema that no value fits", Group: lint.Contracts, Severity: lint.Error,
	What: "The keywords of a schema leave at least one value: bounds are in order, and what is required may be given. A value of an enum that its own type refuses is a warning.",
	Why:  "No plan can use the tool, and each is told that it is at fault itself.",
	Bad: `contracts:
  notify:
    accepts: {type: object, properties: {text: {type: string, minLength: 10, maxLength: 1}}}
`,
	Good: `contracts:
  notify:
    accepts: {type: object, properties: {text: {type: string, minLength: 1, maxLength: 10}}}
`,
	Fix: "Correct the keywords that the finding names.",
}

var unreachableFile = lint.Rule{
	ID: "unreachable-file", Title: "a reference to a file that can't be read", Group: lint.Contracts, Severity: lint.Error,
	What: "Every $ref to a file leads to one below the folder of the contract that has it: no address on the network, no absolute path, no way out of the folder by .. or by a symbolic link.",
	Why:  "A contract says what may happen, so it must not change with what a server answers or with what lies elsewhere on a machine.",
	Bad: `contracts:
  notify:
    accepts: {$ref: "https://example.com/notify.json"}
`,
	Good: `contracts:
  notify:
    accepts: {$ref: "#/$defs/text", $defs: {text: {type: object, properties: {text: {type: string}}}}}
`,
	Fix: "Put the file beside the contract, and write its relative path.",
}
