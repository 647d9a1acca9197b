package compare

import (
	"fmt"
	"math/big"

	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// Break is one way in which a plan is no successor of the plan before it.
type Break struct {
	Field         string // "version" or "derived_from"
	Message, Hint string

	node tree.Ref // what to point at in the new plan
}

// Lineage says why a plan that differs from the one before it is not its successor: the version is one more, and
// derived_from the digest of the plan before it. That every version but the first has a reason, and one that is not blank,
// is a matter of form, and neither plan has a fault of form. A plan that does not differ breaks nothing.
func Lineage(older, newer *lint.Plan) []Break {
	before := digest(older)
	if before == digest(newer) {
		return nil
	}
	t := newer.Tree
	was, is := text(older.Tree, older.Version, "1"), text(t, newer.Version, "1")
	next, ok := new(big.Int).SetString(was, 10)
	if !ok {
		panic("planlint: internal error: a version that is no whole number")
	}
	want := next.Add(next, big.NewInt(1)).String()
	var list []Break
	if is != want {
		b := Break{Field: "version", node: newer.Version, Message: fmt.Sprintf("the plan changed, but its version is %s, and not %s", clipped(is), clipped(want)),
			Hint: fmt.Sprintf("set version to %s, derived_from to %s, and say in reason why the plan changed", clipped(want), before)}
		if b.node == tree.None {
			b.node = newer.StepsKey
			b.Message = fmt.Sprintf("the plan changed, but it has no version, and should have %s", clipped(want))
		}
		list = append(list, b)
	}
	switch derived := text(t, newer.Derived, ""); {
	case derived == before:
	case newer.Derived != tree.None: // form demands one, and a reason, of every version but the first
		list = append(list, Break{Field: "derived_from", node: newer.Derived, Message: "derived_from is not the digest of the plan that it follows", Hint: "that is " + before})
	}
	return list
}

// clipped shortens a number of many digits.
func clipped(digits string) string {
	if len(digits) > 20 {
		return digits[:20] + "…"
	}
	return digits
}

// Reused are the steps of the new plan whose ids stood for a call of another tool in the old one.
func Reused(older, newer *lint.Plan) []*lint.Step {
	b := newBoth(Subject{Plan: older}, Subject{Plan: newer}, Options{})
	var list []*lint.Step
	for i := range newer.Steps {
		s := &newer.Steps[i]
		if old := b.oldStep(b.oldOf[i]); old != nil && canon.Normal(old.Tool) != canon.Normal(s.Tool) {
			list = append(list, s)
		}
	}
	return list
}
