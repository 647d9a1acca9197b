package lint

import (
	"slices"

	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/tree"
)

// Digest is the digest of the plan's canonical form, "sha256:" and 64 hexadecimal digits. Its error is a
// *canon.Error; a plan that Check finds nothing wrong with has none.
func (p *Plan) Digest() (string, error) {
	b, err := p.Canonical()
	if err != nil {
		return "", err
	}
	return canon.Digest(b), nil
}

// Canonical is the plan's canonical form: every field of it, but values that equal their default are left out, and
// depends_on is the set it is.
func (p *Plan) Canonical() ([]byte, error) {
	c := &canonical{t: p.Tree}
	c.object(p.Root, func(key string, v tree.Ref) bool {
		switch key {
		case "revision":
			return c.t.Text(v) != "0" && c.value(v)
		case "version":
			return c.t.Text(v) != "1" && c.value(v)
		case "topology":
			return c.t.Text(v) != "single" && c.value(v)
		case "steps":
			return c.array(v, c.step)
		}
		return c.value(v)
	})
	return c.dst, c.err
}

// canonical writes canonical JSON from a tree, with some members left out or rewritten. Its first error stays.
type canonical struct {
	t   *tree.Tree
	dst []byte
	err error
}

// step writes one step.
func (c *canonical) step(n tree.Ref) {
	t := c.t
	c.object(n, func(key string, v tree.Ref) bool {
		switch key {
		case "arguments":
			return !c.empty(v) && c.value(v)
		case "bind":
			return !c.empty(v) && c.object(v, func(_ string, from tree.Ref) bool { return c.object(from, c.originMember) })
		case "depends_on":
			return !c.empty(v) && c.set(v)
		case "intent":
			return t.Text(v) != "" && c.value(v)
		case "terminal", "verifies":
			return t.Text(v) != "false" && c.value(v)
		}
		return c.value(v)
	})
}

// originMember writes a member of {step, pointer}; no pointer and an empty one both mean the whole.
func (c *canonical) originMember(key string, v tree.Ref) bool {
	return !(key == "pointer" && c.t.Kind(v) == tree.String && c.t.Text(v) == "") && c.value(v)
}

// empty reports whether a value is an empty list or map.
func (c *canonical) empty(v tree.Ref) bool {
	k := c.t.Kind(v)
	return (k == tree.Object || k == tree.Array) && c.t.Count(v) == 0
}

// value writes a node as it is.
func (c *canonical) value(n tree.Ref) bool {
	out, err := canon.Append(c.dst, c.t, n)
	if c.dst = out; err != nil && c.err == nil {
		c.err = err
	}
	return true
}

// object writes an object in canonical order. member appends a member's value, or leaves it out and says false.
func (c *canonical) object(n tree.Ref, member func(key string, v tree.Ref) bool) bool {
	if c.t.Kind(n) != tree.Object {
		return c.value(n)
	}
	type entry struct {
		key   string
		value []byte
	}
	var entries []entry
	start := len(c.dst)
	for k, v := range c.t.Members(n) {
		at := len(c.dst)
		if member(c.t.Text(k), v) {
			entries = append(entries, entry{c.t.Text(k), slices.Clone(c.dst[at:])})
		}
		c.dst = c.dst[:at]
	}
	slices.SortFunc(entries, func(a, b entry) int { return canon.CompareKeys(a.key, b.key) })
	c.dst = append(c.dst[:start], '{')
	for i, e := range entries {
		if i > 0 {
			c.dst = append(c.dst, ',')
		}
		c.dst = append(canon.AppendString(c.dst, e.key), ':')
		c.dst = append(c.dst, e.value...)
	}
	c.dst = append(c.dst, '}')
	return true
}

// array writes a list, each element by another hand.
func (c *canonical) array(n tree.Ref, each func(tree.Ref)) bool {
	if c.t.Kind(n) != tree.Array {
		return c.value(n)
	}
	c.dst = append(c.dst, '[')
	for i, e := range c.t.Elements(n) {
		if i > 0 {
			c.dst = append(c.dst, ',')
		}
		each(e)
	}
	c.dst = append(c.dst, ']')
	return true
}

// set writes a list sorted and without repeats.
func (c *canonical) set(n tree.Ref) bool {
	if c.t.Kind(n) != tree.Array {
		return c.value(n)
	}
	var entries []string
	for _, e := range c.t.Elements(n) {
		at := len(c.dst)
		c.value(e)
		entries = append(entries, string(c.dst[at:]))
		c.dst = c.dst[:at]
	}
	slices.Sort(entries)
	c.dst = append(c.dst, '[')
	for i, e := range slices.Compact(entries) {
		if i > 0 {
			c.dst = append(c.dst, ',')
		}
		c.dst = append(c.dst, e...)
	}
	c.dst = append(c.dst, ']')
	return true
}

// inexact reports every value that has no exact canonical form: whoever can't write a value down exactly can't tell
// two plans apart, whatever the output format.
func (d *decoder) inexact() {
	t := d.t
	for n := tree.Ref(0); int(n) < t.Len(); n++ {
		switch t.Kind(n) {
		case tree.Number:
			if text := t.Text(n); !canon.Exact(text) {
				d.fault("wrong-shape", DetailType, n, "no float64 holds "+clip(text)+" exactly", "write it as a text, in quotes, or as an integer")
			}
		case tree.Object:
			for k := range t.Members(n) {
				if !ascii(t.Text(k)) {
					d.spellings(n)
					break
				}
			}
		}
	}
}

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// spellings reports keys of one map that are the same name in two spellings.
func (d *decoder) spellings(n tree.Ref) {
	first := make(map[string]tree.Ref, d.t.Count(n))
	for k := range d.t.Members(n) {
		name := canon.Normal(d.t.Text(k))
		if f, ok := first[name]; ok {
			d.reportAt(Finding{Rule: "duplicate-key", Detail: DetailDuplicateKey, Violations: []string{name},
				Message: "the key " + tree.Quote(name) + " stands twice in one map, in two Unicode spellings", Hint: "keep one of the two",
				Related: []Related{{Place: d.t.Place(f), Message: "first written here"}}}, k)
			continue
		}
		first[name] = k
	}
}
