package rules

import "github.com/planlint/planlint/lint"

var syntaxRule = lint.Rule{
	ID: "syntax", Title: "the text is not YAML or JSON", Reason: "malformed", Group: lint.Malformed, Severity: lint.Error,
	What: "The file is read as JSON if its name ends in .json or .jsonl, or if it starts with a bracket and is JSON; as YAML else. Every fault of the text is reported where it is; the rest is still read and judged. Files over 64 MiB, values nested deeper than 100 levels, and aliases that bring in more than 100,000 values are refused as well.",
	Why:  "What two readers read differently, or not at all, can't be proved to be harmless.",
	Bad:  "goal: tell the team\nsteps:\n  - {id: s1, tool: notify, arguments: {text: hello}\n",
	Good: "goal: tell the team\nsteps:\n  - {id: s1, tool: notify, arguments: {text: hello}}\n",
	Fix:  "Close the bracket or quote, or indent the line as its neighbours are.",
}

var unknownKey = lint.Rule{
	ID: "unknown-key", Title: "a key that plans do not have", Reason: "malformed", Group: lint.Malformed, Severity: lint.Error,
	What: "Every map of a plan is closed: the plan, its steps, bind, outputs, quorum and topology have the keys that planlint schema plan lists, and no others. Arguments are not meant: their keys are the contract's.",
	Why:  "A misspelt key is a wish that nobody hears: depend_on instead of depends_on would run a step too early.",
	Bad:  "goal: tell the team\nsteps:\n  - {id: s1, tool: notify, args: {text: hello}}\n",
	Good: "goal: tell the team\nsteps:\n  - {id: s1, tool: notify, arguments: {text: hello}}\n",
	Fix:  "Spell the key as the hint says, or remove it.",
}

var duplicateKey = lint.Rule{
	ID: "duplicate-key", Title: "a key stands twice in one map", Reason: "malformed", Group: lint.Malformed, Severity: lint.Error,
	What: "No map has a key twice, in YAML or in JSON, not in two Unicode spellings either; and no argument is filled by arguments and by bind both.",
	Why:  "Some readers take the first value and some the last, so a harmless tool could be checked and another one run.",
	Bad:  "goal: tell the team\nsteps:\n  - {id: s1, tool: notify, tool: notify, arguments: {text: hello}}\n",
	Good: "goal: tell the team\nsteps:\n  - {id: s1, tool: notify, arguments: {text: hello}}\n",
	Fix:  "Keep one of the two.",
}

var duplicateStep = lint.Rule{
	ID: "duplicate-step", Title: "two steps have one id", Reason: "malformed", Group: lint.Malformed, Severity: lint.Error,
	What: "The id of a step is unique within its plan.",
	Why:  "depends_on, bind and the record of a run name steps by id; with two of one name nobody knows which is meant.",
	Bad:  "goal: tell the team\nsteps:\n  - {id: s1, tool: notify, arguments: {text: hello}}\n  - {id: s1, tool: notify, arguments: {text: goodbye}}\n",
	Good: "goal: tell the team\nsteps:\n  - {id: s1, tool: notify, arguments: {text: hello}}\n  - {id: s2, tool: notify, arguments: {text: goodbye}}\n",
	Fix:  "Give one of the steps another id, and look through depends_on and bind for the one that was meant.",
}

var selfDependency = lint.Rule{
	ID: "self-dependency", Title: "a step waits for itself", Reason: "malformed", Group: lint.Malformed, Severity: lint.Error,
	What: "A step's depends_on does not hold its own id.",
	Why:  "It would never start.",
	Bad:  "goal: tell the team\nsteps:\n  - {id: s1, tool: notify, arguments: {text: hello}, depends_on: [s1]}\n",
	Good: "goal: tell the team\nsteps:\n  - {id: s1, tool: notify, arguments: {text: hello}}\n",
	Fix:  "Remove the id, or name the step that was meant.",
}

var wrongShape = lint.Rule{
	ID: "wrong-shape", Title: "a value is of a kind that plans do not have there", Reason: "malformed", Group: lint.Malformed, Severity: lint.Error,
	What: "A plan is a map with a goal and a list of steps; each step has an id and a tool, and what else it has is of the kind that planlint schema plan describes. Keys are texts, numbers are finite and can be written down exactly, a text that must say something is not empty, and a file holds one plan unless it is a stream.",
	Why:  "Nothing is coerced: a number where a name belongs is a mistake that somebody should see, not one to be guessed away.",
	Bad:  "goal: tell the team\nsteps:\n  - {id: 1, tool: notify, arguments: {text: hello}}\n",
	Good: "goal: tell the team\nsteps:\n  - {id: \"1\", tool: notify, arguments: {text: hello}}\n",
	Fix:  "Write the value as the message says.",
}
