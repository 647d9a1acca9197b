package shape

import (
	"cmp"
	"slices"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// The rules of a document's shape.
const (
	RuleUnknownKey = "unknown-key" // a key that a closed map does not have
	RuleWrongShape = "wrong-shape" // a value of another type, or outside what is allowed
)

// Problem is a fault of a contract or of the configuration.
type Problem struct {
	Rule    string     // a rule of planlint's table
	Warning bool       // not an error: what was read can be used
	Place   tree.Place // the narrowest token; the zero Place where there is no text to point at
	Message string     // one clause, lower case, no full stop
	Hint    string     // what to do; may be empty
	Related []Related
}

// Related is another place that a Problem is about.
type Related struct {
	Place   tree.Place
	Message string
}

// Sort orders problems by file name, offset, rule and message, and removes repetitions. Problems without a place come
// first.
func Sort(list []Problem) []Problem {
	slices.SortStableFunc(list, compare)
	return slices.CompactFunc(list, func(a, b Problem) bool { return compare(a, b) == 0 && a.Place == b.Place })
}

func compare(a, b Problem) int {
	return cmp.Or(
		strings.Compare(name(a.Place), name(b.Place)),
		cmp.Compare(a.Place.Span.Start, b.Place.Span.Start),
		cmp.Compare(a.Place.Span.End, b.Place.Span.End),
		strings.Compare(a.Rule, b.Rule),
		strings.Compare(a.Message, b.Message),
	)
}

func name(p tree.Place) string {
	if p.Source == nil {
		return ""
	}
	return p.Source.Name
}

// Errors reports whether one of the problems is more than a warning.
func Errors(list []Problem) bool {
	return slices.ContainsFunc(list, func(p Problem) bool { return !p.Warning })
}
