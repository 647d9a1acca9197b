package rules

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/contracts/schema"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

var bindUnknownField = lint.Rule{
	ID: "bind-unknown-field", Title: "a value is taken from where there is none", Group: lint.Structure, Severity: lint.Error,
	What: "The pointer of a bind, or of an entry of outputs, leads to a place that an outcome can have, as the tool's contract says under returns. A bind from the input leads to a place that the plan's own inputs let it have. A place that may be missing is no finding, but said to be unproved.",
	Why:  "The step before has run by then, perhaps with an effect that stays, and the run stops for want of a value that it could never have had.",
	Bad: `goal: book the cheapest flight
steps:
  - {id: s1, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
  - id: s2
    tool: book_flight
    arguments: {seats: 1}
    bind: {flight: {step: s1, pointer: /flights/0/flight_id}}
    depends_on: [s1]
`,
	Good: `goal: book the cheapest flight
steps:
  - {id: s1, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
  - id: s2
    tool: book_flight
    arguments: {seats: 1}
    bind: {flight: {step: s1, pointer: /flights/0/id}}
    depends_on: [s1]
`,
	Fix: "Point to a place that the contract of the tool returns, or correct the contract.",
	Check: func(p *lint.Pass) {
		for i := range p.Takings() {
			t := &p.Takings()[i]
			if t.Spot == nil || t.Spot.Standing != schema.Nowhere {
				continue
			}
			f, what := atTaking(p, "bind-unknown-field", t)
			f.Message = fmt.Sprintf("%s takes %s, but %s", what, whence(t, string(t.Whence())), breaksOff(t))
			f.Hint = fieldHint(p, t)
			f.Related = append(f.Related, lint.Related{Place: t.Spot.Place, Message: described(t)})
			p.Report(f)
		}
	},
}

// atTaking starts a finding on a value that the plan takes; what names who takes it.
func atTaking(p *lint.Pass, rule string, t *lint.Taking) (f lint.Finding, what string) {
	at := t.Node(p.Plan)
	if t.Of != nil {
		f = p.At(rule, t.Of, at)
		f.Violations = []string{t.Bind.Target[0]}
		return f, "bind " + tree.Quote(p.Plan.Tree.Text(t.Bind.Key))
	}
	name := p.Plan.Tree.Text(t.Output.Key)
	f = onPlan(p, rule, at)
	f.Violations = []string{name}
	return f, "output " + tree.Quote(name)
}

// whence names a part of what a value is taken from: `"/flights/0" of step "find"`.
func whence(t *lint.Taking, pointer string) string {
	source := "the input"
	if t.Maker != nil {
		source = lint.StepName(t.Maker)
	}
	switch {
	case pointer != "":
		return tree.Quote(pointer) + " of " + source
	case t.Maker != nil:
		return "the outcome of " + source
	}
	return source
}

// described is what a related place says that shows where the value is described.
func described(t *lint.Taking) string {
	if t.Maker == nil {
		return "the input is described here"
	}
	return "what " + tree.Quote(t.Maker.Tool) + " returns is described here"
}

// breaksOff says why a pointer leads nowhere.
func breaksOff(t *lint.Taking) string {
	spot, token := t.Spot, tree.Quote(t.From.Pointer[t.Spot.Depth])
	place := "the outcome"
	if t.Maker == nil {
		place = "the input"
	}
	if spot.Depth > 0 {
		place = tree.Quote(leading(t))
	}
	switch {
	case spot.Map && spot.Depth == 0 && t.Maker != nil:
		return fmt.Sprintf("%s returns no %s", tree.Quote(t.Maker.Tool), token)
	case spot.Map:
		return fmt.Sprintf("%s has no %s", place, token)
	case spot.List && spot.Most >= 0 && digits(t.From.Pointer[spot.Depth]):
		return fmt.Sprintf("%s has at most %d items", place, spot.Most)
	case spot.List:
		return fmt.Sprintf("%s is %s, and %s is no index", place, spot.Kind, token)
	}
	return fmt.Sprintf("%s is %s", place, spot.Kind)
}

// leading is the part of a pointer that leads somewhere.
func leading(t *lint.Taking) string {
	var p tree.Pointer
	for _, token := range t.From.Pointer[:t.Spot.Depth] {
		p = p.Child(token)
	}
	return string(p)
}

// digits reports whether a token is an index.
func digits(token string) bool {
	return token == "0" || token != "" && token[0] != '0' && strings.Trim(token, "0123456789") == ""
}

// fieldHint says what was meant, or what there is.
func fieldHint(p *lint.Pass, t *lint.Taking) string {
	spot := t.Spot
	if !spot.Map {
		if spot.List {
			return "name an element by its number, from 0 on"
		}
		return "point to the value itself, or to another"
	}
	kind := "input"
	if t.Maker != nil {
		kind = "field of " + t.Maker.Tool
	}
	if near := p.Suggest(kind+leading(t), t.From.Pointer[spot.Depth], spot.Names); near != "" {
		return fmt.Sprintf("did you mean %s?", tree.Quote(near))
	}
	if len(spot.Names) == 0 {
		return "it has no fields"
	}
	const most = 8
	names := make([]string, 0, most)
	for i, name := range spot.Names {
		if i == most && len(spot.Names) > most+1 {
			names = append(names, fmt.Sprintf("%d more", len(spot.Names)-i))
			break
		}
		names = append(names, tree.Quote(name))
	}
	return "it has " + strings.Join(names, ", ")
}
