package shape

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/planlint/planlint/contracts/suggest"
	"github.com/planlint/planlint/contracts/tree"
)

// Text reads a text that is not empty.
func (r Reader) Text(n tree.Ref, what string) (string, bool) {
	switch r.Tree.Kind(n) {
	case tree.Invalid:
		return "", false
	case tree.String:
		if s := r.Tree.Text(n); s != "" {
			return s, true
		}
		r.Wrong(n, "", "%s must not be empty", what)
	case tree.Number, tree.Bool, tree.Null:
		r.Wrong(n, "write it in quotes if it is meant as text", "%s must be a text, not %s", what, r.Found(n))
	default:
		r.Wrong(n, "", "%s must be a text, not %s", what, r.Found(n))
	}
	return "", false
}

// Bool reads true or false.
func (r Reader) Bool(n tree.Ref, what string) (value, ok bool) {
	switch r.Tree.Kind(n) {
	case tree.Invalid:
		return false, false
	case tree.Bool:
		return r.Tree.True(n), true
	}
	r.Wrong(n, "write true or false", "%s must be true or false, not %s", what, r.Found(n))
	return false, false
}

// Int reads a whole number from low to high. high below low means no upper bound but that of an int.
func (r Reader) Int(n tree.Ref, what string, low, high int) (int, bool) {
	if r.Tree.Kind(n) == tree.Invalid {
		return 0, false
	}
	allowed := fmt.Sprintf("from %d to %d", low, high)
	if high < low {
		allowed = fmt.Sprintf("of at least %d", low)
		high = 1<<31 - 1
	}
	if r.Tree.Kind(n) == tree.Number {
		if v, err := strconv.Atoi(r.Tree.Text(n)); err == nil && v >= low && v <= high {
			return v, true
		}
	}
	r.Wrong(n, "", "%s must be a whole number %s, not %s", what, allowed, r.Found(n))
	return 0, false
}

// Word reads one of a few words.
func (r Reader) Word(n tree.Ref, what string, allowed ...string) (string, bool) {
	if r.Tree.Kind(n) == tree.Invalid {
		return "", false
	}
	if r.Tree.Kind(n) == tree.String && slices.Contains(allowed, r.Tree.Text(n)) {
		return r.Tree.Text(n), true
	}
	hint := ""
	if r.Tree.Kind(n) == tree.String {
		if near := suggest.Nearest(r.Tree.Text(n), allowed); near != "" {
			hint = fmt.Sprintf("did you mean %q?", near)
		}
	}
	r.Wrong(n, hint, "%s must be %s, not %s", what, either(allowed), r.Found(n))
	return "", false
}

// either writes words as "a, b or c".
func either(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// Name is a text with its place.
type Name struct {
	Text  string
	Place tree.Place
}

// Names reads a list of texts, none of them empty and none twice.
func (r Reader) Names(n tree.Ref, what string) []Name {
	if !r.List(n, what) {
		return nil
	}
	list := make([]Name, 0, r.Tree.Count(n))
	first := make(map[string]tree.Ref, r.Tree.Count(n))
	for i, e := range r.Tree.Elements(n) {
		s, ok := r.Text(e, fmt.Sprintf("%s[%d]", what, i))
		if !ok {
			continue
		}
		if f, twice := first[s]; twice {
			r.Report(Problem{Rule: RuleWrongShape, Place: r.Tree.Place(e), Hint: "remove one of them",
				Message: fmt.Sprintf("%s names %s twice", what, tree.Quote(s)),
				Related: []Related{{r.Tree.Place(f), "named first here"}}})
			continue
		}
		first[s] = e
		list = append(list, Name{s, r.Tree.Place(e)})
	}
	return list
}

// Pointer reads an RFC 6901 JSON Pointer.
func (r Reader) Pointer(n tree.Ref, what string) (tree.Pointer, bool) {
	switch r.Tree.Kind(n) {
	case tree.Invalid:
		return "", false
	case tree.String:
		s := r.Tree.Text(n)
		if _, err := tree.ParsePointer(s); err != nil {
			r.Wrong(n, err.Error(), "%s must be a JSON Pointer such as /name, not %s", what, r.Found(n))
			return "", false
		}
		return tree.Pointer(s), true
	}
	r.Wrong(n, "", "%s must be a JSON Pointer such as /name, not %s", what, r.Found(n))
	return "", false
}
