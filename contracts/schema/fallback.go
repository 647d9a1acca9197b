package schema

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"sort"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/planlint/planlint/contracts/tree"
)

// metaschemas are the addresses under which the library has them built in.
var metaschemas = map[draft]string{
	draft4:    "http://json-schema.org/draft-04/schema",
	draft6:    "http://json-schema.org/draft-06/schema",
	draft7:    "http://json-schema.org/draft-07/schema",
	draft2019: "https://json-schema.org/draft/2019-09/schema",
	draft2020: "https://json-schema.org/draft/2020-12/schema",
}

// Judge holds the schema, and the files it refers to, against the metaschema of their draft. Compile finds most of
// this by itself, and says it better; Judge is the second opinion of a review, and takes milliseconds.
func (s *Schema) Judge() []Problem {
	var list []Problem
	for i, d := range s.docs {
		if i > 0 && !looksLikeSchema(d.tree, d.root) {
			continue // a file of other things, of which a part is referred to
		}
		list = append(list, judge(d.tree, d.root, d.resources[0].draft)...)
	}
	return list
}

func looksLikeSchema(t *tree.Tree, n tree.Ref) bool {
	for _, word := range [...]string{"$schema", "$id", "type", "properties", "$defs", "definitions", "allOf", "anyOf", "oneOf", "$ref"} {
		if t.Key(n, word) != tree.None {
			return true
		}
	}
	return false
}

// judge holds one document against a metaschema.
func judge(t *tree.Tree, root tree.Ref, d draft) (list []Problem) {
	// The library panics on some numbers (its issue 248). A judge that broke down has not said yes.
	defer func() {
		if r := recover(); r != nil {
			list = append(list, Problem{Rule: RuleSchema, Place: t.Place(root), Message: fmt.Sprintf("the schema cannot be held against the metaschema of %s", d)})
		}
	}()
	meta, err := closedCompiler(nil).Compile(metaschemas[d])
	if err != nil {
		return append(list, Problem{Rule: RuleSchema, Place: t.Place(root), Message: fmt.Sprintf("the metaschema of %s cannot be used", d)})
	}
	broken, ok := meta.Validate(plainValue(t, root)).(*jsonschema.ValidationError)
	if !ok {
		return list
	}
	// The library walks maps, so its order is random; one problem a place, in document order.
	first := map[tree.Ref]string{}
	for _, leaf := range leaves(broken, nil) {
		at := locate(t, root, leaf.InstanceLocation)
		path := strings.TrimRight(leaf.KeywordLocation, "/0123456789")
		word := path[strings.LastIndexByte(path, '/')+1:]
		if was, ok := first[at]; !ok || word < was {
			first[at] = word
		}
	}
	places := make([]tree.Ref, 0, len(first))
	for at := range first {
		places = append(places, at)
	}
	sort.Slice(places, func(i, j int) bool { return places[i] < places[j] })
	for _, at := range places {
		name := "the schema"
		if p := t.Path(root, at); p != "" {
			name = tree.Quote(string(p))
		}
		list = append(list, Problem{Rule: RuleSchema, Place: t.Place(at),
			Message: fmt.Sprintf("%s does not fit %q in the metaschema of %s, but %s", name, first[at], d, describe(t, at))})
	}
	return list
}

// closedCompiler is a compiler that reads nothing but the resources handed in: the library's own opens files.
func closedCompiler(resources map[string]string) *jsonschema.Compiler {
	c := jsonschema.NewCompiler()
	c.AssertFormat = true
	c.LoadURL = func(s string) (io.ReadCloser, error) {
		if text, ok := resources[s]; ok {
			return io.NopCloser(strings.NewReader(text)), nil
		}
		return nil, fmt.Errorf("%s cannot be read here", tree.Quote(s))
	}
	return c
}

// leaves are the errors without causes.
func leaves(e *jsonschema.ValidationError, list []*jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(e.Causes) == 0 {
		return append(list, e)
	}
	for _, c := range e.Causes {
		list = leaves(c, list)
	}
	return list
}

// locate finds the node behind the library's instance location, whose tokens are escaped as in a pointer and then
// percent-encoded. Where an empty key was dropped, it is the node that was reached.
func locate(t *tree.Tree, root tree.Ref, location string) tree.Ref {
	at := root
	for _, token := range strings.Split(strings.TrimPrefix(location, "/"), "/") {
		if token == "" {
			continue
		}
		if plain, err := url.PathUnescape(token); err == nil {
			token = plain
		}
		next := t.Find(at, strings.NewReplacer("~1", "/", "~0", "~").Replace(token))
		if next == tree.None {
			return at
		}
		at = next
	}
	return at
}

// plainValue is a node as the library wants values.
func plainValue(t *tree.Tree, n tree.Ref) any {
	switch t.Kind(n) {
	case tree.Bool:
		return t.True(n)
	case tree.Number:
		return boundedNumber(t.Text(n))
	case tree.String:
		return t.Text(n)
	case tree.Array:
		list := make([]any, 0, t.Count(n))
		for _, e := range t.Elements(n) {
			list = append(list, plainValue(t, e))
		}
		return list
	case tree.Object:
		m := make(map[string]any, t.Count(n))
		for k, v := range t.Members(n) {
			m[t.Text(k)] = plainValue(t, v)
		}
		return m
	}
	return nil
}

// boundedNumber keeps a number within what the library can hold; a metaschema asks no more than its sign, and
// whether it is whole.
func boundedNumber(s string) json.Number {
	if d := parseDecimal(s); len(s) > 64 || d.top > 400 || d.top < -400 {
		switch {
		case !d.whole():
			s = "0.5"
		default:
			s = "1"
		}
		if d.negative {
			s = "-" + s
		}
	}
	return json.Number(s)
}
