package contracts

import (
	"fmt"
	"maps"
	"slices"

	"github.com/planlint/planlint/contracts/suggest"
	"github.com/planlint/planlint/contracts/tree"
)

// Wiring is what contracts are compared with.
type Wiring struct {
	// Registry are the tools that exist, at the place that registers each. It is nil where nothing says what exists:
	// then every tool that has a contract does.
	Registry map[string]tree.Place
	// Callable are the tools that some agent may call (its allowlist within its scope), at the place that lets it.
	Callable map[string]tree.Place
}

// maxSuggested bounds for how many problems a near name is looked for, which costs the product of both lists.
const maxSuggested = 100

// Wire compares the catalog with the tables beside it. All of its problems are errors: contracts for tools that
// nothing registers, tools that may be called without a contract, undos that nothing can carry out.
func (c *Catalog) Wire(w Wiring) []Problem {
	var list []Problem
	registered, names := slices.Sorted(maps.Keys(w.Registry)), c.Names()
	for _, k := range c.All() {
		if len(list) >= maxSuggested {
			registered, names = nil, nil
		}
		if _, ok := w.Registry[k.Tool]; !ok && w.Registry != nil {
			p := Problem{Rule: RuleUnregistered, Place: k.Place,
				Message: fmt.Sprintf("a contract for %s, which nothing registers", tree.Quote(k.Tool)),
				Hint:    "register it under tools, or remove the contract"}
			if near := suggest.Nearest(k.Tool, registered); near != "" {
				p.Hint = fmt.Sprintf("did you mean %s?", tree.Quote(near))
				p.Related = []Related{{Place: w.Registry[near], Message: "registered here"}}
			}
			list = append(list, p)
		}
		if u := k.Undo; u != nil && c.Get(u.Tool) == nil {
			list = append(list, Problem{Rule: RuleUnknownUndoTool, Place: u.Place,
				Message: fmt.Sprintf("undo of %s calls %s, which has no contract", tree.Quote(k.Tool), tree.Quote(u.Tool)),
				Hint:    nearest(u.Tool, names, "write a contract for it")})
		}
	}
	for _, tool := range slices.Sorted(maps.Keys(w.Callable)) {
		if len(list) >= maxSuggested {
			names = nil
		}
		if c.Get(tool) == nil {
			list = append(list, Problem{Rule: RuleUncontracted, Place: w.Callable[tool],
				Message: fmt.Sprintf("%s may be called, but has no contract", tree.Quote(tool)),
				Hint:    nearest(tool, names, "write a contract for it, or take it out of the list")})
		}
	}
	return list
}

// nearest is a hint: the candidate that was meant, or else.
func nearest(word string, candidates []string, otherwise string) string {
	if near := suggest.Nearest(word, candidates); near != "" {
		return fmt.Sprintf("did you mean %s?", tree.Quote(near))
	}
	return otherwise
}
