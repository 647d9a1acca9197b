package contracts

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/contracts/tree"
)

// Undo is the call that takes a landed effect back.
type Undo struct {
	Tool      string
	Place     tree.Place // the value of "tool"
	Tree      *tree.Tree // holds Arguments
	Arguments tree.Ref   // the literal arguments, a map; None where there are none
	Binds     []UndoBind // in document order
}

// UndoBind fills one place of the undoing call's arguments from the call that is undone.
type UndoBind struct {
	Place   tree.Place   // the key
	Into    tree.Pointer // into the arguments of the undoing call
	Outcome bool         // Pointer leads into the outcome of the call that is undone; else into its arguments
	Pointer tree.Pointer
}

// undo reads the key "undo".
func undo(r shape.Reader, n tree.Ref) *Undo {
	if !r.Closed(n, "undo", "tool", "arguments", "bind") {
		return nil
	}
	tool := r.Require(n, "undo", "tool", "name the tool that takes the effect back")
	u := &Undo{Place: r.Tree.Place(tool), Tree: r.Tree, Arguments: tree.None}
	var ok bool
	if u.Tool, ok = r.Text(tool, "undo.tool"); !ok {
		u = nil // nobody can call it; the rest is still read for its faults
	}
	arguments := r.Tree.Get(n, "arguments")
	if r.Map(arguments, "undo.arguments") && u != nil {
		u.Arguments = arguments
	}
	bind := r.Tree.Get(n, "bind")
	if !r.Map(bind, "undo.bind") {
		return u
	}
	for k, v := range r.Tree.Members(bind) {
		b := UndoBind{Place: r.Tree.Place(k)}
		key := r.Tree.Text(k)
		what := "undo.bind." + label(key)
		tokens := []string{key}
		if strings.HasPrefix(key, "/") {
			var err error
			if tokens, err = tree.ParsePointer(key); err != nil {
				r.Wrong(k, err.Error(), "the key %s of undo.bind is no JSON Pointer", tree.Quote(key))
				continue
			}
		}
		for _, token := range tokens {
			b.Into = b.Into.Child(token)
		}
		if arguments != tree.None && r.Tree.Find(arguments, tokens...) != tree.None {
			r.Report(Problem{Rule: shape.RuleWrongShape, Place: b.Place, Hint: "fill the place in one way",
				Message: fmt.Sprintf("%s is filled by undo.arguments too", tree.Quote(key)),
				Related: []Related{{Place: r.Tree.Place(r.Tree.Find(arguments, tokens...)), Message: "filled here"}}})
			continue
		}
		if !r.Closed(v, what, "outcome", "argument") {
			continue
		}
		outcome, argument := r.Tree.Get(v, "outcome"), r.Tree.Get(v, "argument")
		if (outcome == tree.None) == (argument == tree.None) {
			r.Wrong(v, "write {outcome: /pointer} or {argument: /pointer}", "%s needs outcome or argument, one of them", what)
			continue
		}
		b.Outcome = outcome != tree.None
		from := max(outcome, argument)
		if b.Pointer, ok = r.Pointer(from, what); ok && u != nil {
			u.Binds = append(u.Binds, b)
		}
	}
	return u
}

// label writes a name that stands in a path of names: as it is where it is plain, else quoted.
func label(name string) string {
	for _, c := range name {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_' && c != '-' && c != '.' {
			return tree.Quote(name)
		}
	}
	if name == "" || len(name) > 64 {
		return tree.Quote(name)
	}
	return name
}
