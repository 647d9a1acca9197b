package syntax

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/planlint/planlint/contracts/tree"
)

// v3Documents decodes a text to nodes with yaml.v3, which may refuse it.
func v3Documents(text string) (roots []*yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	dec := yaml.NewDecoder(bytes.NewReader([]byte(text)))
	for {
		var n yaml.Node
		if err := dec.Decode(&n); err == io.EOF {
			return roots, nil
		} else if err != nil {
			return nil, err
		}
		roots = append(roots, n.Content[0])
	}
}

// difference compares a tree with what yaml.v3 read: the kinds, the texts and the order of everything, and where it
// starts. It returns "" where they agree.
func difference(t *tree.Tree, n tree.Ref, y *yaml.Node, aliased bool) string {
	if y.Kind == yaml.AliasNode {
		if t.Flags(n)&tree.Broken != 0 {
			return "" // refused on purpose, and checked elsewhere
		}
		if d := difference(t, n, y.Alias, true); d != "" {
			return d
		}
		return startDifference(t, n, y)
	}
	if !aliased {
		if d := startDifference(t, n, y); d != "" {
			return d
		}
	}
	switch y.Kind {
	case yaml.SequenceNode:
		if t.Kind(n) != tree.Array || t.Count(n) != len(y.Content) {
			return fmt.Sprintf("%v of %d for a sequence of %d at %d:%d", t.Kind(n), t.Count(n), len(y.Content), y.Line, y.Column)
		}
		for i, e := range t.Elements(n) {
			if d := difference(t, e, y.Content[i], aliased); d != "" {
				return d
			}
		}
	case yaml.MappingNode:
		return mapDifference(t, n, y, aliased)
	case yaml.ScalarNode:
		return scalarDifference(t, n, y)
	}
	return ""
}

func mapDifference(t *tree.Tree, n tree.Ref, y *yaml.Node, aliased bool) string {
	if t.Kind(n) != tree.Object {
		return fmt.Sprintf("%v for a mapping at %d:%d", t.Kind(n), y.Line, y.Column)
	}
	k, members := n+1, 0
	seen := map[string]bool{}
	merges := false
	for i := 0; i < len(y.Content); i += 2 {
		key, value := y.Content[i], y.Content[i+1]
		if key.Kind != yaml.ScalarNode {
			return "" // becomes a text of its own; the tables check that
		}
		if key.Value == "<<" && key.Style == 0 {
			merges = true
			continue
		}
		if seen[key.Value] {
			continue
		}
		seen[key.Value] = true
		if members++; members > t.Count(n) {
			break
		}
		if t.Kind(k) != tree.String || t.Text(k) != key.Value {
			return fmt.Sprintf("key %q for %q at %d:%d", t.Text(k), key.Value, key.Line, key.Column)
		}
		if !aliased {
			if d := startDifference(t, k, key); d != "" {
				return d
			}
		}
		if d := difference(t, k+1, value, aliased); d != "" {
			return d
		}
		k = t.Next(k + 1)
	}
	if members != t.Count(n) && !(merges && members < t.Count(n)) {
		return fmt.Sprintf("%d members for %d at %d:%d", t.Count(n), members, y.Line, y.Column)
	}
	return ""
}

func scalarDifference(t *tree.Tree, n tree.Ref, y *yaml.Node) string {
	if y.Value == "" && t.Text(n) == "" {
		return ""
	}
	text := t.Raw(n)
	if t.Kind(n) == tree.String {
		text = t.Text(n)
	}
	where := fmt.Sprintf(" at %d:%d", y.Line, y.Column)
	if text != y.Value && y.Style&^yaml.TaggedStyle == 0 || text != y.Value && t.Kind(n) == tree.String {
		return fmt.Sprintf("text %q for %q", text, y.Value) + where
	}
	if y.Style != 0 {
		if y.Style&yaml.TaggedStyle == 0 && t.Kind(n) != tree.String {
			return fmt.Sprintf("%v for a quoted or block scalar", t.Kind(n)) + where
		}
		return ""
	}
	if strings.HasSuffix(strings.TrimRight(t.Source.Text[:t.Span(n).Start], " \t\r\n"), "!") {
		return "" // a string, which yaml.v3 does not know
	}
	want := map[string]tree.Kind{"!!null": tree.Null, "!!bool": tree.Bool, "!!int": tree.Number, "!!float": tree.Number}[y.Tag]
	if want == tree.Invalid {
		want = tree.String
	}
	// yaml.v3 mixes both versions of YAML, has floats for integers without an end, and no numbers over a float's range.
	if t.Kind(n) != want && t.Flags(n)&(tree.Ambiguous|tree.Aliased) == 0 && t.Kind(n) != tree.Number && !notFinite(y.Value+" ") && len(text) < 300 &&
		!strings.ContainsAny(y.Value, "_") && !notFinite(y.Value) && !based(y.Value) {
		return fmt.Sprintf("%v for %s %q", t.Kind(n), y.Tag, y.Value) + where
	}
	return ""
}

// based reports whether a text starts as 0x, 0b or 0o, in either case: yaml.v3 leaves what follows to Go, and so has
// numbers that no version of YAML has, such as 0X0 and 0b+1.
func based(s string) bool {
	s = strings.TrimLeft(s, "+-")
	return len(s) > 1 && s[0] == '0' && strings.IndexByte("xXbBoO", s[1]) >= 0
}

// startDifference compares where a node starts. yaml.v3 counts an anchor and a tag as part of a node.
func startDifference(t *tree.Tree, n tree.Ref, y *yaml.Node) string {
	p := t.Source.Position(t.Span(n).Start)
	at := y
	for at.Kind == yaml.MappingNode && at.Style&yaml.FlowStyle == 0 && len(at.Content) > 0 && at.Anchor == "" && at.Style&yaml.TaggedStyle == 0 {
		at = at.Content[0] // a block mapping starts at its first key, before whose anchor we do not start either
	}
	if at.Anchor != "" || at.Style&yaml.TaggedStyle != 0 || strings.ContainsAny(t.Source.Text[offsetOf(t.Source, y):min(len(t.Source.Text), offsetOf(t.Source, y)+1)], "!&") {
		if p.Line > y.Line || p.Line == y.Line && p.Column >= y.Column {
			return ""
		}
	}
	if y.Kind == yaml.ScalarNode && y.Value == "" && y.Style == 0 && t.Span(n).Start == t.Span(n).End {
		return "" // nothing is written; yaml.v3 has the place of what comes next, in flow collections
	}
	if p.Line != y.Line || p.Column != y.Column {
		return fmt.Sprintf("start %d:%d for %d:%d of %q", p.Line, p.Column, y.Line, y.Column, y.Value)
	}
	return ""
}

func offsetOf(s *tree.Source, y *yaml.Node) int {
	_, start := s.Line(y.Line)
	for range y.Column - 1 {
		if start < len(s.Text) {
			start++
		}
	}
	return min(start, len(s.Text))
}
