package config

import (
	"fmt"
	"maps"
	"slices"

	"github.com/planlint/planlint/contracts/suggest"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// keys are the names of a table, sorted.
func keys(table map[string]tree.Place) []string { return slices.Sorted(maps.Keys(table)) }

// agentNames are the configured agents in document order.
func agentNames(d *lint.Deployment) []string {
	list := make([]string, 0, len(d.Agents))
	for i := range d.Agents {
		list = append(list, d.Agents[i].Name)
	}
	return list
}

// near is a hint: the candidate that was meant, or else.
func near(word string, candidates []string, otherwise string) string {
	if n := suggest.Nearest(word, candidates); n != "" {
		return fmt.Sprintf("did you mean %s?", tree.Quote(n))
	}
	return otherwise
}
