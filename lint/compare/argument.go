package compare

import (
	"slices"
	"strings"

	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// arguments compares what two steps of one id are called with, literal and bound. Where they call different tools, no
// change of an argument is judged.
func (b *both) arguments(old, new *lint.Step) []Change {
	a := arguments{both: b, before: old, after: new}
	if canon.Normal(old.Tool) == canon.Normal(new.Tool) {
		a.measure = *b.measure(new.Tool)
		a.judged = b.deployment != nil && b.matters(new)
	}
	a.binds()
	a.literals()
	slices.SortStableFunc(a.list, func(x, y Change) int { return strings.Compare(string(x.At), string(y.At)) })
	return a.list
}

// arguments are two steps on their way through the comparison.
type arguments struct {
	*both
	before, after *lint.Step
	measure       measure
	judged        bool
	list          []Change
	// Places whose literal value a bind replaced, or the other way around: they are told already.
	oldTold, newTold map[tree.Pointer]bool
}

// target is the place of a bind within the arguments.
func target(bind *lint.Bind) tree.Pointer {
	p := tree.Pointer("")
	for _, token := range bind.Target {
		p = p.Child(canon.Normal(token))
	}
	return p
}

// members finds members of maps by name, each map being read once.
type members map[tree.Ref]map[string]tree.Ref

// find is the literal value of a step at the place of a bind.
func (m members) find(p *lint.Plan, s *lint.Step, bind *lint.Bind) item {
	n := s.Arguments
	for _, token := range bind.Target {
		switch p.Tree.Kind(n) {
		case tree.Object:
			names := m[n]
			if names == nil {
				names = make(map[string]tree.Ref, p.Tree.Count(n))
				for k, v := range p.Tree.Members(n) {
					names[canon.Normal(p.Tree.Text(k))] = v
				}
				m[n] = names
			}
			v, ok := names[canon.Normal(token)]
			if !ok {
				return none
			}
			n = v
		case tree.Array:
			n = p.Tree.Find(n, token)
		default:
			return none
		}
	}
	if n == tree.None {
		return none
	}
	return item{p.Tree, n}
}

// binds tells what became of the binds, and of the literals that one replaced. Whoever chooses where a value comes from
// chooses the value, so that every other source counts as wider, and so does a value that somebody else determined and that
// the plan determines now.
func (a *arguments) binds() {
	later := make(map[tree.Pointer]*lint.Bind, len(a.after.Binds))
	for i := range a.after.Binds {
		later[target(&a.after.Binds[i])] = &a.after.Binds[i]
	}
	earlier := make(map[tree.Pointer]bool, len(a.before.Binds))
	a.oldTold, a.newTold = map[tree.Pointer]bool{}, map[tree.Pointer]bool{}
	before, after := members{}, members{}
	for i := range a.before.Binds {
		bind := &a.before.Binds[i]
		place := target(bind)
		earlier[place] = true
		c := Change{Kind: Changed, Field: "arguments", At: place, Old: Value{From: origin(&bind.From)}, node: tree.None}
		if next := later[place]; next != nil {
			c.New, c.node, c.wider = Value{From: origin(&next.From)}, next.Value, a.judged
			if *c.Old.From != *c.New.From {
				a.list = append(a.list, c)
			}
			continue
		}
		now := after.find(a.new.Plan, a.after, bind)
		if now.n != tree.None {
			c.New, c.node = literal(now.t, now.n), now.n
			a.newTold[place] = true
		} else {
			c.Kind = Removed
			now = a.absent(&c, bind.Target)
		}
		c.proved = now.n != tree.None && a.only(&bind.From, now)
		c.wider = a.judged && !c.proved
		a.list = append(a.list, c)
	}
	for i := range a.after.Binds {
		bind := &a.after.Binds[i]
		place := target(bind)
		if earlier[place] {
			continue
		}
		c := Change{Kind: Added, Field: "arguments", At: place, New: Value{From: origin(&bind.From)}, node: bind.Value, wider: a.judged}
		if before := before.find(a.old.Plan, a.before, bind); before.n != tree.None {
			c.Kind, c.Old = Changed, literal(before.t, before.n)
			a.oldTold[place] = true
		} else {
			a.absent(&c, bind.Target)
		}
		a.list = append(a.list, c)
	}
}

// absent notes what the contract puts in where one of the steps does not give an argument.
func (a *arguments) absent(c *Change, path []string) item {
	if len(path) != 1 {
		return none
	}
	d := a.measure.standIn(canon.Normal(path[0]))
	if d.n != tree.None {
		c.Default = string(canon.AppendJSON(nil, d.t, d.n))
	}
	return d
}

// literals tells the differences of the literal arguments.
func (a *arguments) literals() {
	w := walk{tell: func(at tree.Pointer, old, new item) {
		if old.n == tree.None && a.newTold[at] || new.n == tree.None && a.oldTold[at] {
			return
		}
		path, _ := tree.ParsePointer(string(at))
		c := Change{Kind: Changed, Field: "arguments", At: at, node: new.n}
		switch {
		case old.n == tree.None:
			c.Kind = Added
			a.given(&c, path, new, true)
		case new.n == tree.None:
			c.Kind = Removed
			a.given(&c, path, old, false)
		default:
			c.wider = a.judged && a.measure.wider(path, old, new)
		}
		if old.n != tree.None {
			c.Old = literal(old.t, old.n)
		}
		if new.n != tree.None {
			c.New = literal(new.t, new.n)
		}
		a.list = append(a.list, c)
	}}
	emptyOld, emptyNew := empty(a.old.Plan, a.before), empty(a.new.Plan, a.after)
	w.values(emptyOld, emptyNew)
}

// given judges an argument that only one of the steps gives, against the default that stands in for it in the other.
func (a *arguments) given(c *Change, path []string, value item, added bool) {
	d := a.absent(c, path)
	if d.n == tree.None {
		c.wider = a.judged
		return
	}
	if c.Void = equal(d, value); c.Void {
		return
	}
	old, new := value, d
	if added {
		old, new = d, value
	}
	c.wider = a.judged && a.measure.widerValue(path[0], old, new)
}

// empty is the step's literal arguments, an empty map where there are none.
func empty(p *lint.Plan, s *lint.Step) item {
	if s.Arguments != tree.None {
		return item{p.Tree, s.Arguments}
	}
	b := tree.NewBuilder(p.Tree.Source, 1)
	b.Begin(tree.Object, 0, 0)
	b.End(0)
	return item{b.Tree(), 0}
}
