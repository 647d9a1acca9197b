package compare

import (
	"slices"

	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// wholes are the changes of the plan as a whole, in the order of the documentation. A field that says what the default is
// is as good as absent.
func (b *both) wholes() []Change {
	p, q := b.old.Plan, b.new.Plan
	var list []Change
	field := func(name string, old, new tree.Ref) []Change {
		return scalar(list, name, literal(p.Tree, old), literal(q.Tree, new), new)
	}
	number := func(name, standard string, old, new tree.Ref) []Change {
		return scalar(list, name, Value{JSON: text(p.Tree, old, standard)}, Value{JSON: text(q.Tree, new, standard)}, new)
	}
	list = field("goal", p.Goal, q.Goal)
	list = number("revision", "0", p.Revision, q.Revision)
	list = number("version", "1", p.Version, q.Version)
	list = field("derived_from", p.Derived, q.Derived)
	list = field("reason", p.Reason, q.Reason)
	list = scalar(list, "topology", topology(p), topology(q), q.Topology.Node)
	list = append(list, inputs(p, q)...)
	return append(list, outputs(p, q)...)
}

func topology(p *lint.Plan) Value {
	if p.Topology.Kind == "" {
		return word("single")
	}
	return word(p.Topology.Kind)
}

// inputs compares the schemas of the run's input, place by place.
func inputs(p, q *lint.Plan) []Change {
	if p.Inputs == tree.None || q.Inputs == tree.None {
		return scalar(nil, "inputs", literal(p.Tree, p.Inputs), literal(q.Tree, q.Inputs), q.Inputs)
	}
	var list []Change
	w := walk{tell: func(at tree.Pointer, old, new item) {
		c := Change{Kind: Changed, Field: "inputs", At: at, node: new.n}
		switch {
		case old.n == tree.None:
			c.Kind, c.New = Added, literal(new.t, new.n)
		case new.n == tree.None:
			c.Kind, c.Old = Removed, literal(old.t, old.n)
		default:
			c.Old, c.New = literal(old.t, old.n), literal(new.t, new.n)
		}
		list = append(list, c)
	}}
	w.values(item{p.Tree, p.Inputs}, item{q.Tree, q.Inputs})
	return list
}

// outputs compares what the plans answer with, sorted by name.
func outputs(p, q *lint.Plan) []Change {
	answers := func(p *lint.Plan) (names []string, from map[string]*lint.Output) {
		from = make(map[string]*lint.Output, len(p.Outputs))
		for i := range p.Outputs {
			name := canon.Normal(p.Tree.Text(p.Outputs[i].Key))
			names = append(names, name)
			from[name] = &p.Outputs[i]
		}
		return names, from
	}
	before, old := answers(p)
	after, new := answers(q)
	all := slices.Concat(before, after)
	slices.Sort(all)
	var list []Change
	for _, name := range slices.Compact(all) {
		c := Change{Kind: Changed, Field: "outputs", At: tree.Pointer("").Child(name), node: tree.None}
		if o := old[name]; o != nil {
			c.Old.From = origin(&o.From)
		} else {
			c.Kind = Added
		}
		if o := new[name]; o != nil {
			c.New.From, c.node = origin(&o.From), o.Key
		} else {
			c.Kind = Removed
		}
		if c.Kind != Changed || *c.Old.From != *c.New.From {
			list = append(list, c)
		}
	}
	return list
}
