package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planlint/planlint/contracts/schema"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

var bindTypeMismatch = lint.Rule{
	ID: "bind-type-mismatch", Title: "a value can never be what the argument takes", Group: lint.Structure, Severity: lint.Error,
	What: "What a bind takes, as the returns of one contract or the plan's own inputs describe it, can be accepted by the argument that it fills, as the other contract describes that. It is a finding only where no value whatever would do; where some would and others not, that is said to be unproved.",
	Why:  "The mistake is certain before anything runs. Found by the run, it stops in the middle, after the effects of the steps before.",
	Bad: `goal: book the cheapest flight
steps:
  - {id: s1, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
  - id: s2
    tool: book_flight
    arguments: {seats: 1}
    bind: {flight: {step: s1, pointer: /flights/0}}
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
	Fix: "Point to the part that the argument takes, or take the value from a step that returns such a one.",
	Check: func(p *lint.Pass) {
		for i := range p.Takings() {
			t := &p.Takings()[i]
			if t.Match.Verdict != schema.CannotFit {
				continue
			}
			f, _ := atTaking(p, "bind-type-mismatch", t)
			source := t.Whence()
			for _, token := range t.Match.Inside {
				source = source.Child(token)
			}
			f.Message = fmt.Sprintf("argument %s %s, but %s %s", tree.Quote(dotted(slices.Concat(t.Bind.Target, t.Match.Inside))), t.Match.Must,
				whence(t, string(source)), t.Match.Is)
			f.Hint = "take another part of the outcome, or the outcome of another step"
			if t.Maker == nil {
				f.Hint = "take another part of the input, or say in inputs what it is"
			}
			f.Related = append(f.Related, lint.Related{Place: t.Match.Taken, Message: says[schema.RuleWrongType]},
				lint.Related{Place: t.Spot.Place, Message: described(t)})
			p.Report(f)
		}
	},
}

// dotted writes tokens as the messages about arguments do: flights[0].date.
func dotted(tokens []string) string {
	var b strings.Builder
	for _, token := range tokens {
		switch {
		case b.Len() > 0 && digits(token):
			b.WriteString("[" + token + "]")
		case b.Len() > 0:
			b.WriteString("." + token)
		default:
			b.WriteString(token)
		}
	}
	return b.String()
}
