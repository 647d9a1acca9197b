package rules

import "github.com/planlint/planlint/lint"

// The rules below compare contracts with the tables beside them, and with each other.

var configuration = lint.Rule{
	ID: "configuration", Title: "parts of the configuration do not go together", Group: lint.Contracts, Severity: lint.Error,
	What: "What planlint.yaml says is consistent: names lead to what exists, scopes only narrow, planners hold no tools, patterns match files.",
	Why:  "A gate whose own tables contradict each other checks something else than its owner believes.",
	Bad: `contracts: {notify: {accepts: {type: object, properties: {text: {type: string}}}}}
tools: {notify: {}}
agents: {planner: {role: planner, tools: [notify]}}
`,
	Good: `contracts: {notify: {accepts: {type: object, properties: {text: {type: string}}}}}
tools: {notify: {}}
agents: {courier: {tools: [notify]}, planner: {role: planner, tools: []}}
`,
	Fix: "Correct the entry that the finding points to.",
}

var unregisteredContract = lint.Rule{
	ID: "unregistered-contract", Title: "a contract for a tool that nothing registers", Group: lint.Contracts, Severity: lint.Error,
	What: "Every contract is for a tool under tools: in planlint.yaml, where that names any.",
	Why:  "A contract without a tool is a misspelt name, or is left over. Plans that use it would pass the check and fail in the run.",
	Bad: `contracts: {notfy: {accepts: {type: object, properties: {text: {type: string}}}}}
tools: {notify: {}}
`,
	Good: `contracts: {notify: {accepts: {type: object, properties: {text: {type: string}}}}}
tools: {notify: {}}
`,
	Fix: "Register the tool, correct the name, or remove the contract.",
}

var uncontractedTool = lint.Rule{
	ID: "uncontracted-tool", Title: "a tool without a contract", Group: lint.Contracts, Severity: lint.Error,
	What: "Every tool that an agent may call, by its allowlist and its scope, has a contract. A tool that is registered and that nobody may call is a warning.",
	Why:  "What has no contract can't be checked, so planlint refuses each plan that uses it.",
	Bad: `contracts: {notify: {accepts: {type: object, properties: {text: {type: string}}}}}
tools: {notify: {}, refund: {}}
agents: {courier: {tools: [notify, refund]}}
`,
	Good: `contracts: {notify: {accepts: {type: object, properties: {text: {type: string}}}}}
tools: {notify: {}}
agents: {courier: {tools: [notify]}}
`,
	Fix: "Write a contract for the tool, or take it out of the list that lets it be called.",
}

var duplicateContract = lint.Rule{
	ID: "duplicate-contract", Title: "two contracts for one tool", Group: lint.Contracts, Severity: lint.Error,
	What: "A tool has one contract. Two that say the same are a warning. An entry of planlint's own form that sharpens an imported one is not a second contract.",
	Why:  "With two contracts, the order of the files would decide what the tool may be given.",
	Bad: `tools:
  - {name: notify, inputSchema: {type: object, properties: {text: {type: string}}}, annotations: {destructiveHint: false}}
  - {name: notify, inputSchema: {type: object, properties: {text: {type: string}, to: {type: string}}}, annotations: {destructiveHint: false}}
`,
	Good: `tools:
  - {name: notify, inputSchema: {type: object, properties: {text: {type: string}, to: {type: string}}}, annotations: {destructiveHint: false}}
`,
	Fix: "Keep one of them, or rename a tool.",
}

var unknownUndoTool = lint.Rule{
	ID: "unknown-undo-tool", Title: "an undo that nothing can carry out", Group: lint.Contracts, Severity: lint.Error,
	What: "The tool that a contract's undo names has a contract.",
	Why:  "An undo is wanted when a run has failed half-way, which is too late to find out that there is none.",
	Bad: `contracts:
  book_flight:
    accepts: {type: object, properties: {flight: {type: string}}}
    undo: {tool: cancel_boking, bind: {flight: {argument: /flight}}}
  cancel_booking:
    accepts: {type: object, properties: {flight: {type: string}}}
`,
	Good: `contracts:
  book_flight:
    accepts: {type: object, properties: {flight: {type: string}}}
    undo: {tool: cancel_booking, bind: {flight: {argument: /flight}}}
  cancel_booking:
    accepts: {type: object, properties: {flight: {type: string}}}
`,
	Fix: "Name a tool that has a contract, or write one for it.",
}

var incompleteList = lint.Rule{
	ID: "incomplete-list", Title: "a list of tools with further pages", Group: lint.Contracts, Severity: lint.Warning,
	What: "A tools/list result has no nextCursor: all of the server's tools are in the file.",
	Why:  "The tools of the other pages are unknown to planlint, so plans that use them are refused.",
	Bad: `tools:
  - {name: notify, inputSchema: {type: object, properties: {text: {type: string}}}}
nextCursor: page2
`,
	Good: `tools:
  - {name: notify, inputSchema: {type: object, properties: {text: {type: string}}}}
`,
	Fix: "Fetch the other pages and join them into one list.",
}

var identicalHints = lint.Rule{
	ID: "identical-hints", Title: "the same hints on every tool of a list", Group: lint.Contracts, Severity: lint.Warning,
	What: "In a list of three or more MCP tools, not all carry the same annotations.",
	Why:  "Hints that tell no tool from another were stamped on, and say nothing about whether any of them can be undone.",
	Bad: `tools:
  - {name: get_user, inputSchema: {type: object, properties: {id: {type: string}}}, annotations: {readOnlyHint: true}}
  - {name: set_user, inputSchema: {type: object, properties: {id: {type: string}}}, annotations: {readOnlyHint: true}}
  - {name: delete_user, inputSchema: {type: object, properties: {id: {type: string}}}, annotations: {readOnlyHint: true}}
`,
	Good: `tools:
  - {name: get_user, inputSchema: {type: object, properties: {id: {type: string}}}, annotations: {readOnlyHint: true}}
  - {name: set_user, inputSchema: {type: object, properties: {id: {type: string}}}, annotations: {destructiveHint: false}}
  - {name: delete_user, inputSchema: {type: object, properties: {id: {type: string}}}, annotations: {destructiveHint: true}}
`,
	Fix: "Say what each tool does in an entry of planlint's own form, which sharpens the imported one.",
}
