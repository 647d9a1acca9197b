package schema

import (
	"fmt"

	"github.com/planlint/planlint/contracts/tree"
)

// keywords reads a schema object.
func (c *compiler) keywords(n *node) {
	t, d := n.tree, n.res.draft
	if ref := t.Get(n.at, "$ref"); ref != tree.None && d <= draft7 {
		c.onlyReference(n, ref)
		return
	}
	// properties come first, so that required and its like find the names.
	if v := t.Get(n.at, "properties"); v != tree.None {
		c.objectKeyword(n, "properties", v)
	}
	for k, v := range t.Members(n.at) {
		word := t.Text(k)
		since, known := assertions[word]
		if !known {
			c.unknown(n, k)
			continue
		}
		if d < since {
			c.report(RuleIgnored, true, t, k, fmt.Sprintf("%q means nothing in %s", word, d), `name a newer draft in "$schema"`)
			continue
		}
		switch word {
		case "$ref", "$dynamicRef", "$recursiveRef":
			if text, ok := c.string(n, word, v); ok {
				n.apply()
				if word == "$ref" || t.Get(n.at, "$ref") == tree.None {
					c.pending = append(c.pending, reference{n, v, text, word})
				} else {
					// both at once: the dynamic one becomes a schema of its own
					s := &node{tree: t, at: n.at, res: n.res, typesAt: tree.None}
					s.apply()
					c.order = append(c.order, s)
					n.logic.all = append(n.logic.all, s)
					c.pending = append(c.pending, reference{s, v, text, word})
				}
			}
		case "$schema":
			c.dialect(n, v)
		case "properties":
		case "type":
			c.typeWords(n, v)
		case "enum", "const":
			c.choiceOf(n, word, v)
		case "minLength", "maxLength", "pattern", "format":
			c.textKeyword(n, word, v)
		case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
			c.numberKeyword(n, word, v)
		case "items", "prefixItems", "additionalItems", "contains", "minContains", "maxContains", "minItems", "maxItems", "uniqueItems":
			c.arrayKeyword(n, word, v)
		case "required", "additionalProperties", "patternProperties", "propertyNames", "minProperties", "maxProperties",
			"dependentRequired", "dependentSchemas", "dependencies":
			c.objectKeyword(n, word, v)
		default:
			c.logicKeyword(n, word, v)
		}
	}
	c.finish(n)
}

// onlyReference reads a schema of an old draft that has a $ref: nothing beside it counts.
func (c *compiler) onlyReference(n *node, ref tree.Ref) {
	t := n.tree
	for k := range t.Members(n.at) {
		word := t.Text(k)
		if _, counts := assertions[word]; counts && word != "$ref" && word != "$schema" {
			c.report(RuleIgnored, true, t, k, fmt.Sprintf(`%q beside "$ref" means nothing in %s`, word, n.res.draft), `put the "$ref" into an "allOf"`)
		}
	}
	if v := t.Get(n.at, "$schema"); v != tree.None {
		c.dialect(n, v)
	}
	if text, ok := c.string(n, "$ref", ref); ok {
		n.apply()
		c.pending = append(c.pending, reference{n, ref, text, "$ref"})
	}
}

// dialect looks at a $schema, which the document's survey has already read.
func (c *compiler) dialect(n *node, v tree.Ref) {
	text, ok := c.string(n, "$schema", v)
	if ok && draftOf(text) == 0 {
		c.report(RuleIgnored, true, n.tree, v, fmt.Sprintf("$schema %s is no draft that is known here, so the schema is read as %s", tree.Quote(text), n.res.draft),
			"known are draft-04, draft-06, draft-07, 2019-09 and 2020-12 of json-schema.org")
	}
}

// unknown looks at a keyword that asserts nothing. Annotations may have any name; a near miss is worth a warning.
func (c *compiler) unknown(n *node, k tree.Ref) {
	word := n.tree.Text(k)
	if len(word) < 4 || annotations[word] || len(word) > 2 && (word[0] == 'x' || word[0] == 'X') && word[1] == '-' {
		return
	}
	if near := nearest(word, assertionNames); near != "" {
		c.report(RuleKeyword, true, n.tree, k, fmt.Sprintf("JSON Schema has no keyword %s", tree.Quote(word)), fmt.Sprintf("did you mean %q?", near))
	}
}

// typeWords reads type.
func (c *compiler) typeWords(n *node, v tree.Ref) {
	t := n.tree
	n.typesAt = v
	switch t.Kind(v) {
	case tree.String:
		n.types |= c.typeWord(n, v)
	case tree.Array:
		if t.Count(v) == 0 {
			c.invalid(t, v, `"type" must name at least one type, but the list is empty`, "")
		}
		for _, e := range t.Elements(v) {
			if t.Kind(e) != tree.String {
				c.invalid(t, e, `"type" must list names of types, but `+describe(t, e), "")
				continue
			}
			n.types |= c.typeWord(n, e)
		}
	default:
		c.invalid(t, v, `"type" must be the name of a type or a list of names, but `+describe(t, v), "")
	}
	if n.types&typeNumber != 0 {
		n.types &^= typeInteger
	}
}

func (c *compiler) typeWord(n *node, v tree.Ref) types {
	word := n.tree.Text(v)
	if s, ok := typeNames[word]; ok {
		return s
	}
	right, hint := rightType(word)
	c.report(RuleUnknownType, false, n.tree, v, fmt.Sprintf("JSON Schema has no type %s", tree.Quote(word)), hint)
	if right == 0 {
		return typeAll
	}
	return right
}

// choiceOf reads enum and const.
func (c *compiler) choiceOf(n *node, word string, v tree.Ref) {
	t := n.tree
	k := &choice{at: v, keyword: word}
	if word == "const" {
		k.values = []tree.Ref{v}
	} else {
		if t.Kind(v) != tree.Array {
			c.invalid(t, v, `"enum" must be a list of values, but `+describe(t, v), "")
			return
		}
		if t.Count(v) == 0 {
			c.invalid(t, v, `"enum" must list at least one value, but the list is empty`, "")
			return
		}
		k.values = make([]tree.Ref, 0, t.Count(v))
		for _, e := range t.Elements(v) {
			k.values = append(k.values, e)
		}
		if len(k.values) > smallTable {
			k.words = make(map[string]struct{}, len(k.values))
			for _, e := range k.values {
				if t.Kind(e) == tree.String {
					k.words[t.Text(e)] = struct{}{}
				}
			}
		}
	}
	k.also, n.choice = n.choice, k
}

func (c *compiler) textKeyword(n *node, word string, v tree.Ref) {
	r := n.text
	if r == nil {
		r = &textRules{max: -1, minAt: tree.None, maxAt: tree.None, patternAt: tree.None, formatAt: tree.None}
	}
	switch word {
	case "minLength":
		r.min, r.minAt = c.count(n, word, v, 0), v
	case "maxLength":
		r.max, r.maxAt = c.count(n, word, v, -1), v
	case "pattern":
		r.pattern, r.patternAt = c.pattern(n, v, v), v
	case "format":
		text, ok := c.string(n, word, v)
		if f := formatNamed(text); ok && f != nil {
			r.format, r.formatAt = f, v
		} else {
			return
		}
	}
	n.text = r
}

// pattern reads a regular expression; nil where it is none.
func (c *compiler) pattern(n *node, at, report tree.Ref) *pattern {
	if n.tree.Kind(at) != tree.String {
		c.invalid(n.tree, report, `"pattern" must be a string, but `+describe(n.tree, at), "")
		return nil
	}
	p, err := compilePattern(n.tree.Text(at))
	if err != nil {
		c.invalid(n.tree, report, fmt.Sprintf("%s is no regular expression of ECMA 262: %s", tree.Quote(n.tree.Text(at)), patternError(err)), "")
	}
	return p
}

func (c *compiler) numberKeyword(n *node, word string, v tree.Ref) {
	t := n.tree
	if n.number == nil {
		n.number = &numberRules{}
	}
	r := n.number
	if t.Kind(v) == tree.Bool && (word == "exclusiveMinimum" || word == "exclusiveMaximum") && (n.res.draft == draft4 || !n.res.declared) {
		if n.res.draft != draft4 {
			c.report(RuleIgnored, true, t, v, fmt.Sprintf("%q true or false is draft-04, and is read so", word), "write the bound itself there")
		}
		return // finish reads it
	}
	if t.Kind(v) != tree.Number || n.res.draft == draft4 && (word == "exclusiveMinimum" || word == "exclusiveMaximum") {
		allowed, hint := "a number", ""
		if n.res.draft == draft4 && word[0] == 'e' {
			allowed = "true or false in draft-04"
		} else if t.Kind(v) == tree.String {
			hint = "remove the quotes"
		}
		c.invalid(t, v, fmt.Sprintf("%q must be %s, but %s", word, allowed, describe(t, v)), hint)
		return
	}
	b := bound{set: true, at: v, num: parseDecimal(t.Text(v))}
	switch word {
	case "minimum":
		r.min = b
	case "maximum":
		r.max = b
	case "exclusiveMinimum":
		r.above = b
	case "exclusiveMaximum":
		r.below = b
	case "multipleOf":
		if b.num.zero() || b.num.negative {
			c.invalid(t, v, fmt.Sprintf(`"multipleOf" must be greater than 0, but is %s`, short(t.Text(v))), "")
			return
		}
		r.multiple = b
	}
}

// finish settles what one keyword means through another.
func (c *compiler) finish(n *node) {
	t := n.tree
	if r := n.number; r != nil {
		if v := t.Get(n.at, "exclusiveMinimum"); t.True(v) && r.min.set {
			r.above, r.min = r.min, bound{}
		}
		if v := t.Get(n.at, "exclusiveMaximum"); t.True(v) && r.max.set {
			r.below, r.max = r.max, bound{}
		}
	}
	if r := n.array; r != nil && r.contains == nil {
		r.leastAt, r.mostAt = tree.None, tree.None
	}
	if o := n.object; o != nil {
		o.settle()
	}
	if l := n.logic; l != nil && l.cond == nil {
		l.then, l.els = nil, nil
	} else if l != nil && l.then == nil && l.els == nil && l.cond != nil && n.res.draft < draft2019 {
		l.cond = nil
	}
}

// apply makes room for schemas that apply to the same value.
func (n *node) apply() *logic {
	if n.logic == nil {
		n.logic = &logic{anyAt: tree.None, oneAt: tree.None, notAt: tree.None, restAt: tree.None, restItemAt: tree.None, refAt: tree.None}
	}
	return n.logic
}

func (c *compiler) logicKeyword(n *node, word string, v tree.Ref) {
	t := n.tree
	l := n.apply()
	switch word {
	case "allOf":
		l.all = append(l.all, c.schemas(n, word, v)...)
	case "anyOf":
		l.any, l.anyAt = c.schemas(n, word, v), v
	case "oneOf":
		l.one, l.oneAt = c.schemas(n, word, v), v
	case "not":
		l.not, l.notAt = c.sub(n, word, v), v
	case "if":
		l.cond = c.sub(n, word, v)
	case "then":
		l.then = c.sub(n, word, v)
	case "else":
		l.els = c.sub(n, word, v)
	case "unevaluatedProperties":
		l.restNames, l.restAt = c.sub(n, word, v), v
	case "unevaluatedItems":
		l.restItems, l.restItemAt = c.sub(n, word, v), v
	case "discriminator":
		if name := t.Get(v, "propertyName"); t.Kind(name) == tree.String {
			l.tag = t.Text(name)
		}
	}
}
