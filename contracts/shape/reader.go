package shape

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planlint/planlint/contracts/suggest"
	"github.com/planlint/planlint/contracts/tree"
)

// Reader reads the values of one tree. Its methods take None for a value that is not there, and then return the zero
// value and report nothing.
type Reader struct {
	Tree *tree.Tree
	into *[]Problem
}

// NewReader reads t and appends what is wrong to into.
func NewReader(t *tree.Tree, into *[]Problem) Reader { return Reader{Tree: t, into: into} }

// On reads another tree into the same list of problems.
func (r Reader) On(t *tree.Tree) Reader { return Reader{Tree: t, into: r.into} }

// Report adds a problem.
func (r Reader) Report(p Problem) { *r.into = append(*r.into, p) }

// Wrong reports a value that is not what it must be. Of a value that a fault of syntax cut short nothing is said: that
// fault has been.
func (r Reader) Wrong(n tree.Ref, hint, format string, args ...any) {
	if r.Tree.Flags(n)&tree.Broken != 0 {
		return
	}
	r.Report(Problem{Rule: RuleWrongShape, Place: r.Tree.Place(n), Message: fmt.Sprintf(format, args...), Hint: hint})
}

// Found describes the value that was found in a few words: its type, and its text where it has one.
func (r Reader) Found(n tree.Ref) string {
	switch r.Tree.Kind(n) {
	case tree.Array:
		return "a list"
	case tree.Object:
		return "a map"
	case tree.String:
		return "the text " + tree.Quote(r.Tree.Text(n))
	case tree.Number:
		return "the number " + strings.Trim(tree.Quote(r.Tree.Text(n)), `"`)
	case tree.Bool, tree.Null:
		return r.Tree.Text(n)
	}
	return "nothing"
}

// Map reports whether n is a map, and says so where it is not.
func (r Reader) Map(n tree.Ref, what string) bool {
	switch r.Tree.Kind(n) {
	case tree.Object:
		return true
	case tree.Invalid:
	case tree.Null:
		r.Wrong(n, "write {} for an empty map", "%s must be a map, not null", what)
	default:
		r.Wrong(n, "", "%s must be a map, not %s", what, r.Found(n))
	}
	return false
}

// Closed is Map for a map with those keys and no others; every other key is a problem. The keys are named in the
// order given.
func (r Reader) Closed(n tree.Ref, what string, keys ...string) bool {
	if !r.Map(n, what) {
		return false
	}
	for k := range r.Tree.Members(n) {
		if key := r.Tree.Text(k); !slices.Contains(keys, key) {
			hint := "remove it"
			if near := suggest.Nearest(key, keys); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
			r.Report(Problem{Rule: RuleUnknownKey, Place: r.Tree.Place(k), Hint: hint,
				Message: fmt.Sprintf("unknown key %s in %s, allowed: %s", tree.Quote(key), what, strings.Join(keys, ", "))})
		}
	}
	return true
}

// List reports whether n is a list, and says so where it is not.
func (r Reader) List(n tree.Ref, what string) bool {
	switch r.Tree.Kind(n) {
	case tree.Array:
		return true
	case tree.Invalid:
	case tree.Null:
		r.Wrong(n, "write [] for an empty list", "%s must be a list, not null", what)
	default:
		r.Wrong(n, "write it in brackets", "%s must be a list, not %s", what, r.Found(n))
	}
	return false
}

// Require reports a key that a map lacks, at that map, and returns the key's value or None.
func (r Reader) Require(n tree.Ref, what, key, hint string) tree.Ref {
	v := r.Tree.Get(n, key)
	if v == tree.None && r.Tree.Kind(n) == tree.Object && r.Tree.Flags(n)&tree.Broken == 0 {
		r.Report(Problem{Rule: RuleWrongShape, Place: r.Opening(n), Hint: hint, Message: fmt.Sprintf("%s lacks %q", what, key)})
	}
	return v
}

// Opening is where to point at for something that a map or list lacks: its first token, without what is in it.
func (r Reader) Opening(n tree.Ref) tree.Place {
	p := r.Tree.Place(n)
	if r.Tree.Count(n) > 0 && r.Tree.Flags(n)&tree.Aliased == 0 {
		first := r.Tree.Span(n + 1)
		if first.Start > p.Span.Start { // a brace or bracket
			p.Span.End = p.Span.Start + 1
		} else {
			p.Span.End = first.End
		}
	}
	return p
}
