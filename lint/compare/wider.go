package compare

import (
	"slices"
	"strings"
	"unicode"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/autonomy"
	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/schema"
	"github.com/planlint/planlint/contracts/tree"
)

// measure knows which changes of a tool's arguments let a call do more. Nobody can tell for all tools that a value does
// less than another one, so of a call that matters every other value counts as wider, but
//
//   - a quantity that came nearer to zero: a number whose name is not that of an identifier and that is none of the
//     contract's key_arguments, or the amount of a priced class of actions, also as a text;
//   - a list of some of the elements that were there, unless none is left;
//   - a literal in place of a bound value that could only have been that one.
//
// What is not given any more counts too, at the top and inside of a map, because it may have been a limit, and the tool
// then decides; what the contract has for a default is taken for given.
type measure struct {
	contract *contracts.Contract // nil = there is none, which is taken for one that acts
	class    *autonomy.Class
	defaults []schema.Default
}

func (b *both) measure(tool string) *measure {
	if b.deployment == nil {
		return &measure{}
	}
	if m := b.measures[tool]; m != nil {
		return m
	}
	m := &measure{contract: b.deployment.Catalog.Get(tool), class: b.deployment.Ladder.Class(tool)}
	if b.measures == nil {
		b.measures = map[string]*measure{}
	}
	b.measures[tool] = m
	if m.contract != nil {
		accepts, problems := m.contract.Accepts()
		if accepts != nil && !slices.ContainsFunc(problems, func(p schema.Problem) bool { return !p.Warning }) {
			m.defaults = accepts.Defaults()
		}
	}
	return m
}

// acts reports whether calling the tool may change anything.
func (m *measure) acts() bool { return m.contract == nil || m.contract.Effect != contracts.ReadOnly }

// standIn is the default of a top-level argument.
func (m *measure) standIn(name string) item {
	for _, d := range m.defaults {
		if canon.Normal(d.Name) == name {
			return item{d.Tree, d.Value}
		}
	}
	return none
}

// wider reports whether one value in place of another lets a call do more. path are the names of the place.
func (m *measure) wider(path []string, old, new item) bool {
	switch {
	case old.n == tree.None, new.n == tree.None:
		return true
	case old.kind() == tree.Array && new.kind() == tree.Array:
		return new.t.Count(new.n) == 0 || !part(old, new) // to many tools an empty list is none
	case m.quantity(path, old, new):
		return !nearer(old.t.Text(old.n), new.t.Text(new.n))
	}
	return true
}

// quantity reports whether two values at a place are how much of something.
func (m *measure) quantity(path []string, old, new item) bool {
	if len(path) == 0 || m.contract != nil && slices.ContainsFunc(m.contract.KeyArguments, func(k string) bool { return canon.Normal(k) == path[0] }) {
		return false
	}
	if m.class != nil && len(path) == 1 && path[0] == canon.Normal(m.class.AmountField) {
		return number(old) && number(new)
	}
	return old.kind() == tree.Number && new.kind() == tree.Number && !identifies(path)
}

// number reports whether a value is a number, also as a text.
func number(v item) bool {
	if v.kind() == tree.Number {
		return true
	}
	s := strings.TrimPrefix(v.t.Text(v.n), "-")
	whole, rest, point := strings.Cut(s, ".")
	digits := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	return v.kind() == tree.String && digits(whole) && (!point || digits(rest))
}

// identifiers are last words of names whose numbers say which, and not how much.
var identifiers = []string{"id", "ids", "uid", "pid", "gid", "key", "code", "number", "no", "nr", "ref", "index", "port", "version", "revision", "user", "account", "target"}

// identifies reports whether the name of a place is that of an identifier. The elements of a list have the list's name.
func identifies(path []string) bool {
	for i := len(path) - 1; i >= 0; i-- {
		if strings.Trim(path[i], "0123456789") != "" {
			return slices.Contains(identifiers, lastWord(path[i]))
		}
	}
	return true
}

// lastWord is the last word of a name in snake_case, kebab-case or camelCase, in lower case and without digits behind it.
func lastWord(name string) string {
	runes := []rune(strings.TrimRight(name, "0123456789"))
	start := len(runes)
	for start > 0 {
		r := runes[start-1]
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		start--
		if unicode.IsUpper(r) && start > 0 && unicode.IsLower(runes[start-1]) {
			break
		}
	}
	return strings.ToLower(string(runes[start:]))
}

// nearer reports whether a number is at least as near to zero as another one, on the same side of it.
func nearer(old, new string) bool {
	switch schema.CompareNumbers(new, "0") {
	case 0:
		return true
	case 1:
		return schema.CompareNumbers(new, old) <= 0
	}
	return schema.CompareNumbers(new, old) >= 0
}

// argument compares the value of a place with what was there, by way of the differences inside.
func (m *measure) widerValue(name string, old, new item) bool {
	found := false
	w := walk{at: append([]byte{'/'}, tree.Escape(name)...), tell: func(at tree.Pointer, old, new item) {
		tokens, _ := tree.ParsePointer(string(at))
		found = found || m.wider(tokens, old, new)
	}}
	w.values(old, new)
	return found
}
