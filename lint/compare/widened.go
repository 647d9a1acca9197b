package compare

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// widerArguments tells the arguments that may make a step do more: than it did, or than the nearest step that called its
// tool, where it is new.
func (b *both) widerArguments(c *Comparison) []Escalation {
	changes := make([][]Change, len(b.new.Plan.Steps))
	for i := range c.Steps {
		if s := &c.Steps[i]; s.Kind == Changed {
			changes[s.New.Position()] = s.Changes
		}
	}
	var list []Escalation
	for i := range b.new.Plan.Steps {
		s, old := &b.new.Plan.Steps[i], b.oldStep(b.oldOf[i])
		var wider []Change
		var names []string
		in := ""
		switch n := b.newcomers().of[i]; {
		case n != nil:
			old = b.oldStep(n.nearest)
			wider, names, in = n.wider, []string{old.ID}, " in "+lint.StepName(old)
		case old != nil && canon.Normal(old.Tool) == canon.Normal(s.Tool) && b.matters(s):
			for _, c := range changes[i] {
				if c.wider && !b.sameSource(&c) {
					wider = append(wider, c)
				}
			}
			wider = append(wider, b.loosened(old, s)...)
		}
		slices.SortStableFunc(wider, func(x, y Change) int { return cmp.Compare(x.At, y.At) })
		for k := range wider {
			c := &wider[k]
			e := Escalation{Kind: WiderArgument, Step: s.ID, Tool: s.Tool, At: c.At, Names: names, step: s, node: c.node}
			if e.node == tree.None {
				e.node = s.Name()
			}
			e.Message = c.sentence(" of "+lint.StepName(s), in)
			list = append(list, e)
		}
	}
	return list
}

// sameSource reports whether a value of a step that is in both plans comes from the stand-in of the step that it came from.
func (b *both) sameSource(c *Change) bool {
	if c.why != "" || c.Old.From == nil || c.New.From == nil || c.Old.From.Step == "" || c.Old.From.Pointer != c.New.From.Pointer {
		return false
	}
	now := b.new.Plan.Step(c.New.From.Step)
	if now == nil {
		return false
	}
	n := b.newcomers().of[now.Position()]
	return n != nil && n.standsIn >= 0 && canon.Normal(b.oldStep(n.standsIn).ID) == c.Old.From.Step
}

// sentence says what became of an argument; of names whose, and in where it was as it was.
func (c *Change) sentence(of, in string) string {
	place := "argument " + tree.Quote(argumentName(c.At)) + of
	if c.why != "" {
		return place + " is " + shown(c.New) + ", " + c.why
	}
	old, new := c.Old, c.New
	if c.Default != "" { // one side is the contract's
		switch c.Kind {
		case Added:
			old = Value{JSON: c.Default}
		case Removed:
			new = Value{JSON: c.Default}
		}
	}
	was, is := Around(shown(old), shown(new), maxShown)
	switch {
	case is == "" && in == "":
		return fmt.Sprintf("%s is not given any more, and was %s", place, was)
	case is == "":
		return fmt.Sprintf("%s is not given, and was %s%s", place, was, in)
	case was == "":
		return fmt.Sprintf("%s is %s, and was not given%s", place, is, in)
	}
	return fmt.Sprintf("%s is %s, and was %s%s", place, is, was, in)
}

// argumentName is how messages call a place of the arguments: by its name, or by a pointer where it lies inside.
func argumentName(at tree.Pointer) string {
	if tokens, err := tree.ParsePointer(string(at)); err == nil && len(tokens) == 1 {
		return tokens[0]
	}
	return string(at)
}

// widened are the arguments of a step that let it do more than an old step of its tool.
func (b *both) widened(old, new *lint.Step) []Change {
	list := slices.DeleteFunc(b.arguments(old, new), func(c Change) bool { return !c.wider })
	return append(list, b.loosened(old, new)...)
}

// loosened are the arguments of a step that are bound as in an old step, by the same words, and may have values that they
// could not have: the plan's inputs allow more there, or the step that the value comes from calls another tool.
func (b *both) loosened(old, new *lint.Step) []Change {
	if len(old.Binds) == 0 || len(new.Binds) == 0 {
		return nil
	}
	before := make(map[tree.Pointer]*lint.Bind, len(old.Binds))
	for i := range old.Binds {
		before[target(&old.Binds[i])] = &old.Binds[i]
	}
	var list []Change
	for i := range new.Binds {
		bind := &new.Binds[i]
		was := before[target(bind)]
		if was == nil {
			continue
		}
		from := origin(&bind.From)
		if *from != *origin(&was.From) {
			continue // told as another source
		}
		if why := b.looser(&bind.From); why != "" {
			list = append(list, Change{Kind: Changed, Field: "arguments", At: target(bind), Old: Value{From: from}, New: Value{From: from}, node: bind.Value, wider: true, why: why})
		}
	}
	return list
}

// looser says why a source of the new plan may give what the source of that name did not give; "" where it can't.
func (b *both) looser(from *lint.Origin) string {
	if from.StepNode == tree.None {
		if b.input.allowsMore(from) {
			return "for which inputs allows more than before"
		}
		return ""
	}
	n := producer(b.new.Plan, from)
	if n < 0 {
		return ""
	}
	was := b.oldStep(b.oldOf[n])
	if was == nil || canon.Normal(was.Tool) == canon.Normal(b.newStep(n).Tool) {
		return ""
	}
	return "which called " + tree.Quote(was.Tool) + " before"
}
