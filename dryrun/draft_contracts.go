package dryrun

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/schema"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/syntax"
)

// Plannable are the contracts of the tools that a plan under an authority may use at an instant, sorted by tool.
func Plannable(d *lint.Deployment, a lint.Authority, now time.Time) []*contracts.Contract {
	var list []*contracts.Contract
	for _, c := range d.Catalog.All() {
		if d.Judge(a, c.Tool, now).OK() {
			list = append(list, c)
		}
	}
	return list
}

// ContractsJSON is contracts as a planner is told them: the map from tools to contracts of planlint's own form, with
// what a plan must fit and what its calls do, and nothing of who may call them or of how they are called. A schema
// that is spread over several files is put into one; the error, a *StopError, is that of one that can't be.
func ContractsJSON(list []*contracts.Contract) (json.RawMessage, error) {
	b := []byte{'{'}
	for i, c := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendMember(b, c.Tool)
		b = appendContract(b, c)
	}
	b = append(b, '}')
	return b, standsAlone(b)
}

func appendMember(b []byte, key string) []byte { return append(appendText(b, key), ':') }

func appendText(b []byte, s string) []byte { return append(b, textValue(s).json...) }

func appendContract(b []byte, c *contracts.Contract) []byte {
	b = append(b, '{')
	if c.Description != "" {
		b = append(appendText(appendMember(b, "description"), c.Description), ',')
	}
	accepts, _ := c.Accepts()
	t, n := c.AcceptsNode()
	b = appendSchema(appendMember(b, "accepts"), t, n, accepts, c.Tool+"/accepts")
	if returns, faults := c.Returns(); returns != nil && !broken(faults) { // one that is broken says nothing to anybody
		t, n := c.ReturnsNode()
		b = appendSchema(appendMember(append(b, ','), "returns"), t, n, returns, c.Tool+"/returns")
	}
	if c.Reversibility != contracts.Unstated { // what nobody says is not said here either
		b = fmt.Appendf(b, `,"irreversible":%t`, c.Reversibility == contracts.Irreversible)
	}
	if c.Effect != contracts.EffectUnstated {
		b = fmt.Appendf(b, `,"effect":%q`, c.Effect)
	}
	return append(b, '}')
}

// standsAlone reads contracts back as somebody would who has nothing else.
func standsAlone(text []byte) error {
	src := &tree.Source{Name: "contracts.json", Text: string(text)}
	doc := syntax.Read(src, syntax.Options{})[0]
	if len(doc.Problems) > 0 {
		return alone("contracts", doc.Problems[0].Message)
	}
	list, problems := contracts.ReadMap(doc.Tree, 0, nil)
	for _, p := range problems {
		if !p.Warning {
			return alone("contracts", p.Message)
		}
	}
	for _, c := range list {
		_, accepts := c.Accepts()
		_, returns := c.Returns()
		for _, p := range slices.Concat(accepts, returns) {
			if !p.Warning {
				return alone("the contract of "+quoted(c.Tool), p.Message)
			}
		}
	}
	return nil
}

// broken reports whether a schema can't be used.
func broken(faults []schema.Problem) bool {
	return slices.ContainsFunc(faults, func(p schema.Problem) bool { return !p.Warning })
}

func alone(what, why string) error {
	return &StopError{Class: Unable, Code: CodeUncallable, Message: what + " can't be handed to a planner in one piece: " + why,
		Hint: "a planner can read no files: write the schema into the contract"}
}
