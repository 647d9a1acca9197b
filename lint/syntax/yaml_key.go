package syntax

import "github.com/planlint/planlint/contracts/tree"

// linearKeys is the number of members up to which a key is looked for among the others one by one.
const linearKeys = 12

// yamlMap is an object under construction.
type yamlMap struct {
	ref    tree.Ref
	base   int            // where its keys begin in yamlTree.keys
	index  map[string]int // from key to its place behind base, once there are many
	anchor *yamlAnchor
	merges []*tree.Tree // values of merge keys, in order

	// The member that is open, between key and value.
	key   tree.Ref
	defs  int           // len(yamlTree.defined) before it
	first int           // place behind base of the same key, if it stood before; else -1
	outer *tree.Builder // the map's tree, while the value of a merge key is read
}

// mapping opens an object with its anchor and tag.
func (o *yamlTree) mapping(start int, p *yamlProps) yamlMap {
	m := yamlMap{ref: o.enter(tree.Object, start), base: len(o.keys)}
	if p.any() {
		o.collectionTag(p, "!!map")
		m.anchor = o.define(p, m.ref, true)
	}
	return m
}

// member adds a key; its value comes next, and then memberDone.
func (o *yamlTree) member(m *yamlMap, k *yamlScalar, p *yamlProps) {
	f := k.flags
	m.defs = len(o.defined)
	if f&tree.Plain != 0 && p.tag == "" {
		if k.text == "<<" {
			m.outer, o.b = o.b, tree.NewBuilder(o.src, 8)
			o.merging++
			return
		}
		kind, flags := coreScalar(k.text)
		if f |= flags &^ tree.True; kind != tree.String {
			o.keyShape(k, kind)
		}
	}
	if m.first = o.find(m, k.text); m.first >= 0 {
		first := o.b.Peek().Span(o.keys[m.base+m.first].ref)
		o.problems = append(o.problems, duplicateKey(k.span, k.text, first))
	}
	if k.decoded {
		m.key = o.b.Decoded(tree.String, k.span, f, k.text)
	} else {
		m.key = o.b.Scalar(tree.String, k.span, f)
	}
	if m.first < 0 {
		o.remember(m, k.text, m.key)
	}
	if p.any() {
		if p.tag != "" && p.tag != "!" && p.tag != "!!str" {
			o.problem(RuleWrongShape, p.tagSpan, "keys are text, and take no tag "+tree.Quote(p.tag), "leave the tag out")
		}
		o.define(p, m.key, false)
	}
}

// keyShape reports a key that is no text. It stays in the tree, so that the rest is judged.
func (o *yamlTree) keyShape(k *yamlScalar, kind tree.Kind) {
	what := "a " + kind.String()
	hint := "keys are text: write " + tree.Quote(k.text) + ", in quotes"
	switch {
	case k.text == "":
		what, hint = "empty", "write a key before the colon"
	case kind == tree.Null:
		what = "null"
	case kind == tree.Invalid:
		what = "a number"
	case kind == tree.Array || kind == tree.Object:
		what, hint = "an "+kind.String(), "keys are text; a template such as {{name}} needs quotes around the whole value"
	}
	o.problem(RuleWrongShape, k.span, "a key is "+what+", not a string", hint)
}

// memberDone closes the member that is open.
func (o *yamlTree) memberDone(m *yamlMap) {
	if m.outer != nil {
		value := o.b.Tree()
		o.b, m.outer = m.outer, nil
		o.merging--
		if o.mergeable(value) {
			m.merges = append(m.merges, value)
		}
		return
	}
	if m.first >= 0 {
		o.repeat(m)
	}
}

// repeat takes the last member out of its object, since its key stood before, and records it.
func (o *yamlTree) repeat(m *yamlMap) {
	t, v := o.b.Peek(), m.key+1
	key := t.Span(m.key)
	value := o.b.Drop(v)
	o.rehome(m.defs, t, v, value)
	o.rehome(m.defs, t, m.key, o.b.Drop(m.key))
	o.defined = o.defined[:m.defs]
	o.b.Repeat(tree.Repeat{Object: m.ref, First: o.keys[m.base+m.first].ref, Key: key, Value: value})
}

// mappingDone closes the object, after what merge keys bring into it.
func (o *yamlTree) mappingDone(m *yamlMap, end int) {
	for _, t := range m.merges {
		o.merge(m, t)
	}
	o.keys = o.keys[:m.base]
	o.leave(end)
	m.anchor.close()
}

// find is the place of a key behind the map's base, or -1.
func (o *yamlTree) find(m *yamlMap, text string) int {
	if m.index != nil {
		if i, ok := m.index[text]; ok {
			return i
		}
		return -1
	}
	for i, k := range o.keys[m.base:] {
		if k.text == text {
			return i
		}
	}
	return -1
}

// remember notes a key of the map.
func (o *yamlTree) remember(m *yamlMap, text string, ref tree.Ref) {
	o.keys = append(o.keys, writtenKey{text, ref})
	n := len(o.keys) - m.base
	switch {
	case m.index != nil:
		m.index[text] = n - 1
	case n > linearKeys:
		m.index = make(map[string]int, 4*n)
		for i, k := range o.keys[m.base:] {
			m.index[k.text] = i
		}
	}
}
