package contracts

import (
	"fmt"

	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/contracts/tree"
)

// Protection guards one place of the arguments by the labels of what may flow into it.
type Protection struct {
	Place          tree.Place   // the value of "field"
	Field          tree.Pointer // into the arguments; "" = all of them
	RequireTrusted bool
	Sources        []shape.Name // the tools whose outcomes may flow here; nil = any
	MaxSensitivity string       // the highest label that may flow here; "" = any
}

// protections reads the key "protect".
func protections(r shape.Reader, n tree.Ref) []Protection {
	if !r.List(n, "protect") {
		return nil
	}
	var list []Protection
	first := map[tree.Pointer]tree.Place{}
	for i, e := range r.Tree.Elements(n) {
		what := fmt.Sprintf("protect[%d]", i)
		if !r.Closed(e, what, "field", "require_trusted", "sources", "max_sensitivity") {
			continue
		}
		field := r.Require(e, what, "field", `name the place to protect, such as "/account"`)
		p := Protection{Place: r.Tree.Place(field)}
		var ok bool
		if p.Field, ok = r.Pointer(field, what+".field"); !ok {
			continue
		}
		if f, twice := first[p.Field]; twice {
			r.Report(Problem{Rule: shape.RuleWrongShape, Place: p.Place, Hint: "join the two entries",
				Message: fmt.Sprintf("protect has two entries for %s", tree.Quote(string(p.Field))), Related: []Related{{Place: f, Message: "the first is here"}}})
			continue
		}
		first[p.Field] = p.Place
		p.RequireTrusted, _ = r.Bool(r.Tree.Get(e, "require_trusted"), what+".require_trusted")
		p.MaxSensitivity, _ = r.Word(r.Tree.Get(e, "max_sensitivity"), what+".max_sensitivity", Sensitivities...)
		if s := r.Tree.Get(e, "sources"); s != tree.None {
			p.Sources = r.Names(s, what+".sources")
			if r.Tree.Kind(s) == tree.Array && r.Tree.Count(s) == 0 {
				r.Wrong(s, "name the tools whose outcomes may flow here, or remove the key", "%s.sources must not be empty", what)
			}
		}
		if r.Tree.Count(e) == 1 {
			r.Wrong(e, "add require_trusted, sources or max_sensitivity", "%s protects nothing", what)
		}
		list = append(list, p)
	}
	return list
}
