package config

import (
	"fmt"

	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/contracts/tree"
)

// stubs reads the declared outcomes.
func (l *loader) stubs(r shape.Reader, key tree.Ref) {
	r, n := l.part(r, key, "stubs")
	if !r.Map(n, "stubs") {
		return
	}
	for k, v := range r.Tree.Members(n) {
		s := Stub{Tool: r.Tree.Text(k), Place: r.Tree.Place(k)}
		what := "stubs." + label(s.Tool)
		if !r.List(v, what) {
			continue
		}
		if r.Tree.Count(v) == 0 {
			r.Wrong(v, "declare an outcome, or remove the key", "%s declares no outcome", what)
		}
		all := tree.None // the first entry that matches everything
		for i, e := range r.Tree.Elements(v) {
			if all != tree.None {
				r.Report(Problem{Rule: RuleConfiguration, Warning: true, Place: r.Opening(e), Hint: "move it up, or remove it",
					Message: fmt.Sprintf("%s[%d] is never used: an entry before it matches everything", what, i),
					Related: []Related{{Place: r.Opening(all), Message: "this one"}}})
				break
			}
			entry, ok := stubEntry(r, e, fmt.Sprintf("%s[%d]", what, i))
			if !ok {
				continue
			}
			s.Entries = append(s.Entries, entry)
			if entry.Match == tree.None || r.Tree.Count(entry.Match) == 0 {
				all = e
			}
		}
		l.config.Stubs = append(l.config.Stubs, s)
	}
}

func stubEntry(r shape.Reader, n tree.Ref, what string) (StubEntry, bool) {
	if !r.Closed(n, what, "match", "returns", "fail", "delay") {
		return StubEntry{}, false
	}
	e := StubEntry{Place: r.Opening(n), Tree: r.Tree, Match: r.Tree.Get(n, "match"), Returns: r.Tree.Get(n, "returns")}
	ok := e.Match == tree.None || r.Map(e.Match, what+".match")
	fail := r.Tree.Get(n, "fail")
	e.Fail, _ = r.Text(fail, what+".fail")
	if delay := r.Tree.Get(n, "delay"); delay != tree.None {
		e.Delay, _ = r.Duration(delay, what+".delay")
	}
	switch {
	case e.Returns == tree.None && fail == tree.None:
		r.Report(Problem{Rule: shape.RuleWrongShape, Place: e.Place, Message: what + " has neither returns nor fail", Hint: "say how the call ends"})
		return e, false
	case e.Returns != tree.None && fail != tree.None:
		r.Report(Problem{Rule: shape.RuleWrongShape, Place: r.Tree.Place(fail - 1), Message: what + " has both returns and fail",
			Hint: "keep one of them", Related: []Related{{Place: r.Tree.Place(e.Returns - 1), Message: "the other one"}}})
		return e, false
	}
	return e, ok && (fail == tree.None || e.Fail != "")
}
