package contracts

import (
	"fmt"
	"slices"

	"github.com/planlint/planlint/contracts/schema"
	"github.com/planlint/planlint/contracts/tree"
)

// Lint checks all contracts: their wiring, their schemas (which it compiles), and whether what they say is worth
// something. The problems are in the order of files and places. Those of NewCatalog are not repeated.
func (c *Catalog) Lint(w Wiring) []Problem {
	list := c.Wire(w)
	for _, k := range c.All() {
		list = append(list, k.schemaProblems()...)
	}
	for tool, place := range w.Registry {
		if _, may := w.Callable[tool]; !may && c.Get(tool) == nil {
			list = append(list, Problem{Rule: RuleUncontracted, Warning: true, Place: place,
				Message: fmt.Sprintf("%s is registered, but has no contract, so no plan can use it", tree.Quote(tool)),
				Hint:    "write a contract for it"})
		}
	}
	list = append(list, c.identicalHints()...)
	return sorted(list)
}

// schemaProblems are what is wrong with a contract's schemas: what compiling finds and, where that finds no error, what
// the metaschema says and what is legal but hardly meant.
func (k *Contract) schemaProblems() []Problem {
	var list []Problem
	add := func(problems []schema.Problem) {
		for _, f := range problems {
			list = append(list, Problem{Rule: f.Rule, Warning: f.Warning, Place: f.Place, Message: f.Message, Hint: f.Hint})
		}
	}
	for i, compiled := range []func() (*schema.Schema, []schema.Problem){k.Accepts, k.Returns} {
		s, faults := compiled()
		add(faults)
		if s == nil || slices.ContainsFunc(faults, func(f schema.Problem) bool { return !f.Warning }) {
			continue
		}
		add(s.Judge())
		if i == 0 { // an outcome may be open, and untyped: nobody misspells it
			add(s.Review())
		}
	}
	return list
}

// minIdentical is how many tools of a list must carry the same hints for the hints to be noise.
const minIdentical = 3

// identicalHints reports lists of MCP tools all of which carry the same annotations: hints that tell no tool from
// another say nothing about any.
func (c *Catalog) identicalHints() []Problem {
	type stamp struct {
		first *Contract
		tools int
		same  bool
	}
	lists := map[*tree.Tree]*stamp{}
	for _, k := range c.All() {
		if k.Form != MCP {
			continue
		}
		s := lists[k.entry.tree]
		switch {
		case s == nil:
			lists[k.entry.tree] = &stamp{first: k, tools: 1, same: k.hints != tree.None}
			continue
		case s.same && (k.hints == tree.None || !sameHints(s.first, k)):
			s.same = false
		}
		s.tools++
		if k.entry.ref < s.first.entry.ref {
			s.first = k
		}
	}
	var list []Problem
	for t, s := range lists {
		if s.same && s.tools >= minIdentical {
			list = append(list, Problem{Rule: RuleIdenticalHints, Warning: true, Place: t.Place(s.first.hints - 1),
				Message: fmt.Sprintf("all %d tools of the list carry the same hints, so the hints tell nothing about any of them", s.tools),
				Hint:    "say what each tool does in a contract of planlint's own form"})
		}
	}
	return list
}

// hintKeys are the annotations that say what a tool does; its title does not.
var hintKeys = [...]string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}

func sameHints(a, b *Contract) bool {
	for _, key := range hintKeys {
		va, vb := present(a.entry.tree, a.hints, key), present(b.entry.tree, b.hints, key)
		if (va == tree.None) != (vb == tree.None) || va != tree.None && a.entry.tree.True(va) != b.entry.tree.True(vb) {
			return false
		}
	}
	return true
}
