package compare

import (
	"slices"
	"strings"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// nodes is how large a step's arguments are.
func nodes(p *lint.Plan, s *lint.Step) int {
	n := len(s.Binds)
	if s.Arguments != tree.None {
		n += int(p.Tree.Next(s.Arguments) - s.Arguments)
	}
	return n
}

// written is what a step calls its tool with: equal for two steps of a plan whose calls are equal.
func (b *both) written(p *lint.Plan, s *lint.Step) string {
	m := b.measure(s.Tool)
	var parts []string
	if p.Tree.Kind(s.Arguments) == tree.Object {
		for k, v := range p.Tree.Members(s.Arguments) {
			name, value := canon.Normal(p.Tree.Text(k)), item{p.Tree, v}
			if d := m.standIn(name); d.n == tree.None || !equal(d, value) {
				parts = append(parts, string(canon.AppendString(nil, name))+":"+string(canonical(value)))
			}
		}
	}
	for i := range s.Binds {
		from := origin(&s.Binds[i].From)
		parts = append(parts, string(canon.AppendString(nil, string(target(&s.Binds[i]))))+"="+
			string(canon.AppendString(canon.AppendString(nil, from.Step), string(from.Pointer))))
	}
	slices.Sort(parts)
	return strings.Join(parts, ",")
}

// identified reports whether a run can tell that an equal call is the same effect: every argument that the contract names
// for that is given.
func (b *both) identified(s *lint.Step) bool {
	m := b.measure(s.Tool)
	if m.contract == nil || m.contract.Effect == contracts.ReadOnly {
		return false
	}
	given := map[string]bool{}
	t := b.new.Plan.Tree
	if t.Kind(s.Arguments) == tree.Object {
		for k := range t.Members(s.Arguments) {
			given[canon.Normal(t.Text(k))] = true
		}
	}
	for i := range s.Binds {
		if len(s.Binds[i].Target) > 0 {
			given[canon.Normal(s.Binds[i].Target[0])] = true
		}
	}
	return !slices.ContainsFunc(m.contract.KeyArguments, func(k string) bool {
		return !given[canon.Normal(k)] && m.standIn(canon.Normal(k)).n == tree.None
	})
}
