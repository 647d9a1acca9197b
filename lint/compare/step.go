package compare

import (
	"slices"
	"strings"

	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// Step is what became of one step.
type Step struct {
	Kind Kind
	ID   string
	Tool string // of the new plan; of the old one where the step is gone

	// Changes are field by field; of a step that is new or gone they are all that it has.
	Changes []Change
	// Old and New are the steps themselves; nil where there is none.
	Old, New *lint.Step
	// From and To are the places in the order of execution, from 1; 0 where there is no step. Moved says that the step
	// is carried out before or after others than it was.
	From, To int
	Moved    bool
	// Before and After are what carrying the step out means; nil without a deployment, and where there is no step.
	Before, After *Facts
}

// steps are the steps that changed.
func (b *both) steps() []Step {
	from, to := places(b.old.Plan), places(b.new.Plan)
	moved := b.moved(from, to)
	var list []Step
	gone := func(i int) { // the steps that are gone from behind position i-1 of the old plan on
		for ; i < len(b.newOf) && b.newOf[i] < 0; i++ {
			s := &b.old.Plan.Steps[i]
			list = append(list, Step{Kind: Removed, ID: s.ID, Tool: s.Tool, Old: s, From: from[i], Before: b.facts(&b.old, s), Changes: b.fields(s, &nothing)})
		}
	}
	gone(0)
	for i := range b.new.Plan.Steps {
		s := &b.new.Plan.Steps[i]
		j := b.oldOf[i]
		after := b.facts(&b.new, s)
		if j < 0 {
			list = append(list, Step{Kind: Added, ID: s.ID, Tool: s.Tool, New: s, To: to[i], After: after, Changes: b.fields(&nothing, s)})
			continue
		}
		old := b.oldStep(j)
		step := Step{Kind: Changed, ID: s.ID, Tool: s.Tool, Old: old, New: s, From: from[j], To: to[i], Moved: moved[i],
			Before: b.facts(&b.old, old), After: after, Changes: b.fields(old, s)}
		if len(step.Changes) > 0 || step.Moved || !step.Before.equal(step.After) {
			list = append(list, step)
		}
		gone(int(j) + 1)
	}
	return list
}

// nothing is what a step that is in one of the plans is compared with.
var nothing = lint.Step{Node: tree.None, IDNode: tree.None, ToolNode: tree.None, Arguments: tree.None, ArgsKey: tree.None, Intent: tree.None,
	BindKey: tree.None, TerminalKey: tree.None, VerifiesKey: tree.None}

// fields are the changes of a step, in the order of the documentation. That of its tool is told of a step in both plans.
func (b *both) fields(old, new *lint.Step) []Change {
	var list []Change
	t, u := b.old.Plan.Tree, b.new.Plan.Tree
	if old != &nothing && new != &nothing && canon.Normal(old.Tool) != canon.Normal(new.Tool) {
		list = append(list, Change{Kind: Changed, Field: "tool", Old: word(old.Tool), New: word(new.Tool), node: new.ToolNode})
	}
	list = append(list, b.arguments(old, new)...)
	list = append(list, set("depends_on", old.DependsOn, new.DependsOn)...)
	list = scalar(list, "intent", written(t, old.Intent), written(u, new.Intent), new.Intent)
	list = scalar(list, "terminal", flag(old.Terminal), flag(new.Terminal), new.TerminalKey)
	list = scalar(list, "verifies", flag(old.Verifies), flag(new.Verifies), new.VerifiesKey)
	return append(list, quorum(t, u, old.Quorum, new.Quorum)...)
}

// written is a text of a plan; an empty one is as good as absent.
func written(t *tree.Tree, n tree.Ref) Value {
	if n == tree.None || t.Text(n) == "" {
		return Value{}
	}
	return literal(t, n)
}

// flag is a mark of a step; one that is not set is as good as absent.
func flag(on bool) Value {
	if !on {
		return Value{}
	}
	return Value{JSON: "true"}
}

// scalar adds the change from one value to another, if it is one.
func scalar(list []Change, field string, old, new Value, node tree.Ref) []Change {
	if same(old, new) {
		return list
	}
	c := Change{Kind: Changed, Field: field, Old: old, New: new, node: node}
	switch {
	case !old.Known():
		c.Kind = Added
	case !new.Known():
		c.Kind = Removed
	}
	return append(list, c)
}

// same reports whether two texts, numbers or marks are the same.
func same(old, new Value) bool {
	return canon.Normal(old.JSON) == canon.Normal(new.JSON)
}

// set is what came to a list of names whose order means nothing, and what left it.
func set(field string, old, new []lint.Dependency) []Change {
	var list []Change
	before, after := names(old), names(new)
	for _, name := range before {
		if _, found := slices.BinarySearch(after, name); !found {
			list = append(list, Change{Kind: Removed, Field: field, Old: word(name), node: tree.None})
		}
	}
	for _, name := range after {
		if _, found := slices.BinarySearch(before, name); !found {
			list = append(list, Change{Kind: Added, Field: field, New: word(name), node: tree.None})
		}
	}
	return list
}

// names are the names of a set, sorted, each once.
func names(list []lint.Dependency) []string {
	out := make([]string, 0, len(list))
	for _, d := range list {
		out = append(out, canon.Normal(d.ID))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// quorum is what changed about a panel.
func quorum(t, u *tree.Tree, old, new *lint.Quorum) []Change {
	if old == nil || new == nil {
		if old == nil && new == nil {
			return nil
		}
		return scalar(nil, "quorum", panel(t, old), panel(u, new), key(new))
	}
	list := scalar(nil, "quorum", literal(t, old.Need), literal(u, new.Need), new.Need)
	for i := range list {
		list[i].At = "/need"
	}
	lenses := set("quorum", old.Lenses, new.Lenses)
	for i := range lenses {
		lenses[i].At = "/lenses"
	}
	if list = append(list, lenses...); len(list) == 0 && !slices.Equal(inOrder(old), inOrder(new)) {
		list = append(list, Change{Kind: Changed, Field: "quorum", At: "/lenses", Old: lensesOf(old), New: lensesOf(new), node: new.LensesNode})
	}
	return list
}

func inOrder(q *lint.Quorum) []string {
	var list []string
	for _, l := range q.Lenses {
		list = append(list, canon.Normal(l.ID))
	}
	return list
}

// lensesOf are the names as one value.
func lensesOf(q *lint.Quorum) Value {
	var parts []string
	for _, l := range q.Lenses {
		parts = append(parts, string(canon.AppendString(nil, l.ID)))
	}
	return Value{JSON: "[" + strings.Join(parts, ",") + "]"}
}

// panel is a panel as one value.
func panel(t *tree.Tree, q *lint.Quorum) Value {
	if q == nil {
		return Value{}
	}
	return literal(t, q.Key+1)
}

func key(q *lint.Quorum) tree.Ref {
	if q == nil {
		return tree.None
	}
	return q.Key
}
