package rules

import (
	"strings"

	"github.com/planlint/planlint/contracts/schema"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

var undeclaredArgument = lint.Rule{
	ID: "undeclared-argument", Title: "an argument that the contract does not declare", Reason: "arguments", Group: lint.Steps, Severity: lint.Error,
	What: "Every argument is declared by the tool's contract: at the top level, also where the contract names no argument at all, and inside every object whose schema names properties and does not say that it is open.",
	Why:  "A misspelt argument is dropped by most tools, which then run with a default and report success.",
	Bad:  "goal: book it\nsteps:\n  - {id: s1, tool: book_flight, arguments: {flight: BA117, seats: 1, seat: 9A}}\n",
	Good: "goal: book it\nsteps:\n  - {id: s1, tool: book_flight, arguments: {flight: BA117, seats: 1}}\n",
	Fix:  "Spell the name as the contract does, or leave the argument out.",
	// One walk over the arguments raises all four rules of this file, so that a value is looked at once.
	Check: checkArguments, Raises: []string{"missing-argument", "wrong-type", "invalid-argument"},
}

var missingArgument = lint.Rule{
	ID: "missing-argument", Title: "a required argument is not there", Reason: "arguments", Group: lint.Steps, Severity: lint.Error,
	What: "Every argument that the contract requires is among the step's arguments or its binds. A default does not stand in for one.",
	Why:  "Nothing is filled in for the planner: a value that nobody wrote is a value that nobody meant.",
	Bad:  "goal: book it\nsteps:\n  - {id: s1, tool: book_flight, arguments: {flight: BA117}}\n",
	Good: "goal: book it\nsteps:\n  - {id: s1, tool: book_flight, arguments: {flight: BA117, seats: 1}}\n",
	Fix:  "Write the argument, or bind it to the outcome of an earlier step.",
}

var wrongType = lint.Rule{
	ID: "wrong-type", Title: "an argument is of another type than the contract says", Reason: "arguments", Group: lint.Steps, Severity: lint.Error,
	What: "Every value is of the type that the contract declares, and nothing is coerced: \"2\" is no number, 2.0 is no integer, true is no number, and yes is a text.",
	Why:  "What one tool reads as two, another reads as true, and a third refuses after half of the plan has run.",
	Bad:  "goal: book it\nsteps:\n  - {id: s1, tool: book_flight, arguments: {flight: BA117, seats: \"2\"}}\n",
	Good: "goal: book it\nsteps:\n  - {id: s1, tool: book_flight, arguments: {flight: BA117, seats: 2}}\n",
	Fix:  "Write the value as the type that the message names.",
}

var invalidArgument = lint.Rule{
	ID: "invalid-argument", Title: "an argument breaks its contract", Reason: "arguments", Group: lint.Steps, Severity: lint.Error,
	What: "Every value keeps what its JSON Schema says beyond the type: enum, const, bounds, lengths, pattern, format, items, and the form of a oneOf or anyOf that was meant.",
	Why:  "These are the promises that the tool was written against.",
	Bad:  "goal: book it\nsteps:\n  - {id: s1, tool: book_flight, arguments: {flight: BA117, seats: 0}}\n",
	Good: "goal: book it\nsteps:\n  - {id: s1, tool: book_flight, arguments: {flight: BA117, seats: 1}}\n",
	Fix:  "Choose a value that the contract allows; the second place shown is where it says so.",
}

func checkArguments(p *lint.Pass) {
	var faults []schema.Fault
	for i := range p.Plan.Steps {
		s := &p.Plan.Steps[i]
		c := p.Deployment.Catalog.Get(s.Tool)
		if c == nil || s.Broken && s.Arguments == tree.None {
			continue
		}
		accepts, problems := c.Accepts()
		if unusable(problems) {
			p.Unusable(c)
			continue
		}
		if accepts == nil {
			p.NotChecked(lint.StepName(s)+" arguments", "the contract of "+tree.Visible(s.Tool)+" declares none")
			continue
		}
		t, root := p.Plan.Values(s)
		faults = accepts.Check(t, root, faults[:0])
		for j := range faults {
			reportFault(p, s, t, root, &faults[j])
		}
	}
}

func unusable(problems []schema.Problem) bool {
	for i := range problems {
		if !problems[i].Warning {
			return true
		}
	}
	return false
}

func reportFault(p *lint.Pass, s *lint.Step, t *tree.Tree, root tree.Ref, fault *schema.Fault) {
	if t.Flags(fault.Value)&tree.Broken != 0 || fault.Rule == schema.RuleMissing && t.Flags(fault.At)&tree.Broken != 0 {
		return // it only follows from text that could not be read, and another finding speaks of that
	}
	f := p.AtValue(fault.Rule, s, t, root, fault.Value)
	f.Place.Span = t.Span(fault.At)
	if fault.Rule == schema.RuleMissing {
		f.Place.Span = lacking(p, s, t, root, fault.At)
	}
	f.Message, f.Hint = fault.Message, fault.Hint
	name := fault.Name
	path, _ := p.Path(t, root, fault.Value)
	if top := topLevel(path); top != "" {
		name = top
	}
	if name != "" {
		f.Violations = []string{name}
	}
	if fault.Schema.Known() {
		f.Related = append(f.Related, lint.Related{Place: fault.Schema, Message: says[fault.Rule]})
	}
	p.Report(f)
}

// says is what the second place shown says about a fault.
var says = map[string]string{
	schema.RuleUndeclared: "what the contract declares",
	schema.RuleMissing:    "the contract asks for it here",
	schema.RuleWrongType:  "the contract says so here",
	schema.RuleInvalid:    "the contract says so here",
}

// topLevel is the first token of a pointer into the arguments: the argument at fault.
func topLevel(p tree.Pointer) string {
	tokens, err := tree.ParsePointer(string(p))
	if err != nil || len(tokens) == 0 {
		return ""
	}
	return tokens[0]
}

// argumentOf is the argument in which a node of the plan stands, which lies below the step's arguments.
func argumentOf(p *lint.Pass, s *lint.Step, n tree.Ref) string {
	path, _ := p.Path(p.Plan.Tree, s.Arguments, n)
	return topLevel(path)
}

// lacking is where an object that lacks a member is shown: at the key that has it as its value, or, for an element of
// a list, at its first key.
func lacking(p *lint.Pass, s *lint.Step, t *tree.Tree, root, n tree.Ref) tree.Span {
	if n == root {
		if s.ArgsKey != tree.None {
			return p.Plan.Tree.Span(s.ArgsKey)
		}
		return p.Plan.Tree.Span(s.Name())
	}
	if _, k := p.Path(t, root, n); k != tree.None {
		return t.Span(k)
	}
	if t.Count(n) > 0 {
		return t.Span(n + 1)
	}
	return t.Span(n)
}

// path shows a way through steps, with its middle left out where it is long.
func path(names []string) string {
	const most = 9
	shown := make([]string, 0, most+1)
	for i, n := range names {
		switch {
		case len(names) <= most || i < most-2 || i == len(names)-1:
			shown = append(shown, tree.Visible(n))
		case i == most-2:
			shown = append(shown, "…")
		}
	}
	return strings.Join(shown, " → ")
}
