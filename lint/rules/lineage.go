package rules

import "github.com/planlint/planlint/lint"

// lineageRules hold a committed plan against the one before it. Comparing raises them, so they have no check. Their
// examples are two plans: the one before, and behind "---" the one now.
var lineageRules = []lint.Rule{brokenLineage, stepReused, escalation}

var brokenLineage = lint.Rule{
	ID: "broken-lineage", Title: "a plan changed without being a successor", Group: lint.Lineage, Severity: lint.Error,
	What: "A plan that differs from the one at the ref is its successor: version is one more, derived_from is the digest of the plan at the ref, and reason says why (a plan of version 2 or more without one is malformed). Fields that say what the default is, and the order of keys and of depends_on, are no difference. With drafts: free in planlint.yaml the rule is silent.",
	Why:  "A plan that was reviewed and then changed under its old version is two plans with one name: nobody can tell which of them a record speaks of, or why it changed.",
	Bad: `goal: tell the team
steps:
  - {id: s1, tool: notify, arguments: {text: hello}}
---
goal: tell the team
steps:
  - {id: s1, tool: notify, arguments: {text: good morning}}
`,
	Good: `goal: tell the team
steps:
  - {id: s1, tool: notify, arguments: {text: hello}}
---
goal: tell the team
version: 2
derived_from: sha256:31eb2a03d1a1d72d7a03c17bc6590a35777da8e358a9e72fd634bd657799e9f5
reason: hello was too short
steps:
  - {id: s1, tool: notify, arguments: {text: good morning}}
`,
	Fix: "Set version to one more, derived_from to what planlint digest prints for the plan at the ref, and say in reason why the plan changed. Where committed plans are drafts, set drafts: free in planlint.yaml.",
}

var stepReused = lint.Rule{
	ID: "step-reused", Title: "a step calls another tool than it did", Group: lint.Lineage, Severity: lint.Error,
	What: "A step that is in the plan at the ref, too, calls the same tool there. The rule looks at the ids alone.",
	Why:  "An id stands for one call in approvals, records and the other steps. Under an old id a new call looks as if it had been reviewed, and a run that goes on with the new plan would take the old call's outcome for the new one's.",
	Bad: `goal: look for a flight
steps:
  - {id: s1, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
---
goal: look for a flight
steps:
  - {id: s1, tool: notify, arguments: {text: hello}}
`,
	Good: `goal: look for a flight
steps:
  - {id: s1, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
---
goal: look for a flight
steps:
  - {id: s2, tool: notify, arguments: {text: hello}}
`,
	Fix: "Give the new call an id that the plan did not have.",
}

var escalation = lint.Rule{
	ID: "escalation", Title: "a plan does more than it did", Group: lint.Lineage, Severity: lint.Error,
	What: `Compared with the plan at the ref, the plan has no new tool (new_tool); no new step, and none that calls another tool, whose effect may be irreversible (new_irreversible); no new step that calls a tool once more (new_call); nothing that verified and does not any more, or is given something else to verify (lost_verifier); no step that somebody had to clear and that goes ahead by itself (lost_approval); no wider argument (wider_argument); and no step that takes, directly or through others, from an untrusted outcome that it did not take from (longer_taint). The word in brackets is the finding's detail.

An argument of a step that only reads is never wider, unless a call that acts takes a value from it, directly or through others. Of any other step each new value counts as wider, and so does what is given for the first time or not any more, at the top or inside of a map, and what comes from somewhere else: whoever chooses where a value comes from chooses the value. A value that was bound and is written into the plan now is wider, unless the schema that described it (the plan's inputs, or the contract's returns) allowed no other one. An argument that is bound as before is wider where the plan's inputs now allow a value there that they did not, or can't be proved not to, and where the step that it comes from calls another tool. Not wider are: a quantity nearer to zero, that is a number which is no key argument and whose name does not end in a word such as id, key, code, number or version, or the amount of a priced action; a list of some of the elements that were there; and what the contract's default says anyway.

A step is known by its id, but ids are the author's to choose. A new step of a tool that acts, and that the plan called before, is held against the steps that called it: first against those that do not any more, each of which one new step may stand in for, then against all. It is wider than the nearest of them unless one of them did as much. One that stands in for none is one call more, unless it does exactly what another step of the plan does, which within a run is one effect. It has to stand behind the verifiers, and before those, that the step did which it stands in for, or else all steps of its tool. What a verifier or a panel is given has to stay the same: less of it is not less harmless.

A plan that is new, or that belongs to a submodule, is compared with nothing; one that is gone is not checked. The report says so.`,
	Why: "Whoever approves a change of a plan approves what it may do. A line that adds a tool or drops a check is easily read over among others.",
	Bad: `goal: look for a flight
steps:
  - {id: s1, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
---
goal: look for a flight
steps:
  - {id: s1, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
  - {id: s2, tool: book_flight, arguments: {flight: BA117, seats: 1}, depends_on: [s1]}
`,
	Good: `goal: look for a flight
steps:
  - {id: s1, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
---
goal: look for a flight
steps:
  - {id: s1, tool: search_flights, arguments: {origin: LHR, destination: BOS}}
`,
	Fix: "Take the change back, or have it reviewed and merged by somebody who may. planlint diff shows all that changed.",
}
