package syntax

import (
	"slices"

	"github.com/planlint/planlint/contracts/tree"
)

// mergeable reports whether the value of a merge key can be merged: a map, or a list of maps. It reports the ones that
// cannot, unless a fault was reported in them already.
func (o *yamlTree) mergeable(t *tree.Tree) bool {
	bad := tree.None
	switch t.Kind(0) {
	case tree.Object:
	case tree.Array:
		for _, e := range t.Elements(0) {
			if t.Kind(e) != tree.Object && t.Flags(e)&tree.Broken == 0 {
				bad = e
				break
			}
		}
	default:
		bad = 0
	}
	if bad == tree.None {
		return true
	}
	if t.Flags(bad)&tree.Broken == 0 {
		o.problem(RuleWrongShape, t.Span(bad), "a merge key takes a map or a list of maps, not "+article(t.Kind(bad)),
			"name an anchored map, as in \"<<: *defaults\"")
	}
	return false
}

// article returns a kind's name with its article.
func article(k tree.Kind) string {
	switch k {
	case tree.Null:
		return "null"
	case tree.Array, tree.Object:
		return "an " + k.String()
	}
	return "a " + k.String()
}

// yamlMoved is a subtree that was grafted from the value of a merge key.
type yamlMoved struct{ from, end, to tree.Ref }

// merge adds the members of a merge key's value to the open map, but for keys that are there already: what the map
// itself says wins, wherever it stands, and of two merged maps the earlier.
func (o *yamlTree) merge(m *yamlMap, t *tree.Tree) {
	maps := []tree.Ref{0}
	if t.Kind(0) == tree.Array {
		maps = maps[:0]
		for _, e := range t.Elements(0) {
			maps = append(maps, e)
		}
	}
	var moved []yamlMoved
	for _, n := range maps {
		for k, v := range t.Members(n) {
			if text := t.Text(k); o.find(m, text) < 0 {
				o.remember(m, text, o.b.Graft(t, k))
				moved = append(moved, yamlMoved{v, t.Next(v), o.b.Graft(t, v)})
			}
		}
	}
	for _, r := range t.Repeated {
		if _, ok := slices.BinarySearch(maps, r.Object); ok {
			r.Object, r.First = m.ref, o.keys[m.base+o.find(m, t.Text(r.First))].ref
			o.b.Repeat(r)
			continue
		}
		i, ok := slices.BinarySearchFunc(moved, r.Object, func(v yamlMoved, n tree.Ref) int { return int(v.from - n) })
		if !ok {
			i--
		}
		if i >= 0 && r.Object < moved[i].end {
			shift := moved[i].to - moved[i].from
			r.Object, r.First = r.Object+shift, r.First+shift
			o.b.Repeat(r)
		}
	}
}
