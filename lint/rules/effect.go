package rules

import (
	"cmp"
	"slices"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/schema"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// effect is what calling a step's tool does, as far as it can be told before the run: two steps of one tool with equal
// keys are one effect.
type effect struct {
	step *lint.Step
	key  string // the arguments that identify it, with where bound ones come from
	rest string // the other arguments
}

// fewSteps is up to how many steps are compared with each other without a table.
const fewSteps = 32

// repeated are the steps of each tool that several steps call, by position and in document order. Tools without a
// contract, and those that only read, are left out. It is nil in plans that call each tool once.
func repeated(p *lint.Pass) [][]*lint.Step {
	steps := p.Plan.Steps
	acts := func(tool string) bool {
		c := p.Deployment.Catalog.Get(tool)
		return c != nil && c.Effect != contracts.ReadOnly
	}
	var groups [][]*lint.Step
	if len(steps) <= fewSteps {
		var done uint64
		for i := range steps {
			if done&(1<<i) != 0 {
				continue
			}
			var group []*lint.Step
			for j := i + 1; j < len(steps); j++ {
				if steps[j].Tool != steps[i].Tool {
					continue
				}
				if group == nil {
					if !acts(steps[i].Tool) {
						break
					}
					group = append(group, &steps[i])
				}
				group = append(group, &steps[j])
				done |= 1 << j
			}
			if group != nil {
				groups = append(groups, group)
			}
		}
		return groups
	}
	index := map[string]int{}
	for i := range steps {
		k, ok := index[steps[i].Tool]
		if !ok {
			k = len(groups)
			index[steps[i].Tool] = k
			groups = append(groups, nil)
		}
		groups[k] = append(groups[k], &steps[i])
	}
	return slices.DeleteFunc(groups, func(g []*lint.Step) bool { return len(g) < 2 || !acts(g[0].Tool) })
}

// effects are the effects of the steps of one tool. Steps whose arguments have no canonical form, or that lack an
// argument which identifies the effect, have none.
func effects(p *lint.Plan, c *contracts.Contract, steps []*lint.Step) []effect {
	accepts, problems := c.Accepts()
	if accepts == nil || unusable(problems) {
		return nil
	}
	defaults := accepts.Defaults()
	keys := make([]string, len(c.KeyArguments))
	for i, k := range c.KeyArguments {
		keys[i] = canon.Normal(k)
	}
	out := make([]effect, 0, len(steps))
	for _, s := range steps {
		if e, ok := effectOf(p, s, keys, defaults); ok {
			out = append(out, e)
		}
	}
	return out
}

// argument is a top-level argument with the canonical form of its value, and of the places in it that are bound.
type argument struct {
	name  string
	value []byte
}

func effectOf(p *lint.Plan, s *lint.Step, keys []string, defaults []schema.Default) (effect, bool) {
	if s.Broken {
		return effect{}, false
	}
	list := make([]argument, 0, p.Tree.Count(s.Arguments)+len(s.Binds)+len(defaults))
	var index map[string]int // of the list, once it is long
	at := func(name string) *argument {
		name = canon.Normal(name)
		if index == nil && len(list) > 32 {
			index = make(map[string]int, 2*len(list))
			for i := range list {
				index[list[i].name] = i
			}
		}
		i, ok := index[name]
		if index == nil {
			i = slices.IndexFunc(list, func(a argument) bool { return a.name == name })
			ok = i >= 0
		}
		if !ok {
			if i = len(list); index != nil {
				index[name] = i
			}
			list = append(list, argument{name: name})
		}
		return &list[i]
	}
	for k, v := range p.Tree.Members(s.Arguments) {
		value, err := canon.Append(nil, p.Tree, v)
		if err != nil {
			return effect{}, false
		}
		list = append(list, argument{canon.Normal(p.Tree.Text(k)), value})
	}
	for _, b := range sortedBinds(s) {
		if len(b.Target) == 0 {
			return effect{}, false
		}
		a := at(b.Target[0])
		a.value = appendTokens(append(a.value, '@'), b.Target[1:])
		if b.From.Step == "" && b.From.InputNode == tree.None {
			return effect{}, false // it does not say where it comes from
		}
		a.value = appendTokens(canon.AppendString(a.value, b.From.Step), b.From.Pointer)
	}
	for _, d := range defaults {
		if a := at(d.Name); a.value == nil {
			value, err := canon.Append(nil, d.Tree, d.Value)
			if err != nil {
				return effect{}, false
			}
			a.value = value
		}
	}
	slices.SortFunc(list, func(a, b argument) int { return cmp.Compare(a.name, b.name) })
	found := 0
	var key, rest []byte
	for _, a := range list {
		into := &key
		if len(keys) > 0 {
			if slices.Contains(keys, a.name) {
				found++
			} else {
				into = &rest
			}
		}
		*into = append(append(append(canon.AppendString(*into, a.name), ':'), a.value...), ',')
	}
	if found < len(keys) {
		return effect{}, false
	}
	return effect{s, string(key), string(rest)}, true
}

// sortedBinds are the binds by the places that they fill; the order of writing means nothing.
func sortedBinds(s *lint.Step) []lint.Bind {
	if len(s.Binds) < 2 {
		return s.Binds
	}
	binds := slices.Clone(s.Binds)
	slices.SortFunc(binds, func(a, b lint.Bind) int { return slices.Compare(a.Target, b.Target) })
	return binds
}

func appendTokens(dst []byte, tokens []string) []byte {
	for _, t := range tokens {
		dst = canon.AppendString(append(dst, '/'), t)
	}
	return dst
}
