package schema

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/planlint/planlint/contracts/tree"
)

// hidden are the paths of the secrets of a value, "." for the whole, held against what always holds for them.
func hidden(tb testing.TB, s *Schema, v *tree.Tree) string {
	tb.Helper()
	list := s.Secret(v, 0)
	if again := s.Secret(v, 0); !slices.Equal(list, again) {
		tb.Fatalf("%v, and then %v", list, again)
	}
	if len(list) > 0 && !s.HasSecrets() {
		tb.Fatal("secrets of a schema that has none")
	}
	var paths []string
	end := tree.Ref(0)
	for _, n := range list {
		if n < end || int(n) >= v.Len() {
			tb.Fatalf("%v is out of order, nested, or no node", list)
		}
		end = v.Next(n)
		paths = append(paths, "."+string(v.Path(0, n)))
	}
	return strings.Join(paths, " ")
}

func TestSecret(t *testing.T) {
	const s = `{"writeOnly":true}`
	for _, tt := range []struct{ schema, value, want string }{
		{`{}`, `{"a":1}`, ``},
		{`true`, `1`, ``},
		{`{"properties":{"a":{"writeOnly":false},"b":{"writeOnly":"yes"}}}`, `{"a":1,"b":2}`, ``},
		{s, `{"a":1}`, `.`},
		{s, `"x"`, `.`},
		{`{"properties":{"a":` + s + `,"b":{}}}`, `{"b":1,"a":{"c":[1]},"d":2}`, `./a`},
		{`{"properties":{"a":` + s + `},"type":"string"}`, `{"a":1}`, `./a`},
		{`{"patternProperties":{"^x":` + s + `}}`, `{"x1":1,"y":2,"x2":3}`, `./x1 ./x2`},
		{`{"properties":{"y":{}},"patternProperties":{"^x":{}},"additionalProperties":` + s + `}`, `{"x1":1,"y":2,"z":3}`, `./z`},
		{`{"patternProperties":{"^(a+)+$":{}},"additionalProperties":` + s + `}`, `{"aab":1}`, `./aab`},
		{`{"patternProperties":{"^(?=(a+)+!)":{}},"additionalProperties":` + s + `}`, `{"` + strings.Repeat("a", 40) + `":1}`, `./` + strings.Repeat("a", 40)},
		{`{"items":` + s + `}`, `[1,[2]]`, `./0 ./1`},
		{`{"prefixItems":[{},` + s + `],"items":{"properties":{"a":` + s + `}}}`, `[1,2,{"a":1}]`, `./1 ./2/a`},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","items":[{}],"additionalItems":` + s + `}`, `[1,2]`, `./1`},
		{`{"contains":{"properties":{"a":` + s + `}}}`, `[{"b":1},{"a":1}]`, `./1/a`},
		{`{"properties":{"a":{"$ref":"#/$defs/s"}},"$defs":{"s":` + s + `}}`, `{"a":1}`, `./a`},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"a":{"$ref":"#/definitions/d","writeOnly":true}},"definitions":{"d":{}}}`, `{"a":1}`, `./a`},
		{`{"allOf":[{"properties":{"a":{}}},{"properties":{"a":` + s + `}}]}`, `{"a":1}`, `./a`},
		{`{"properties":{"a":{"anyOf":[{"type":"string"},{"type":"integer","writeOnly":true}]}}}`, `{"a":"x"}`, `./a`},
		{`{"oneOf":[{"properties":{"k":{"const":1},"a":` + s + `}},{"properties":{"k":{"const":2},"b":` + s + `}}]}`, `{"k":1,"a":1,"b":2}`, `./a ./b`},
		{`{"if":{"properties":{"a":` + s + `}},"then":{"properties":{"b":` + s + `}},"else":{"properties":{"c":` + s + `}}}`, `{"a":1,"b":2,"c":3,"d":4}`, `./a ./b ./c`},
		{`{"dependentSchemas":{"x":{"properties":{"a":` + s + `}}}}`, `{"a":1}`, `./a`},
		{`{"not":{"properties":{"a":` + s + `}}}`, `{"a":1}`, ``},
		{`{"propertyNames":` + s + `}`, `{"a":1}`, ``},
		{`{"properties":{"a":{}},"unevaluatedProperties":` + s + `}`, `{"a":1,"b":2}`, `./b`},
		{`{"anyOf":[{"properties":{"a":{}}},{}],"unevaluatedProperties":` + s + `}`, `{"a":1}`, `./a`},
		{`{"allOf":[{"prefixItems":[{}]}],"unevaluatedItems":` + s + `}`, `[1,2]`, `./1`},
		{`{"properties":{"key":` + s + `,"next":{"$ref":"#"},"kids":{"items":{"$ref":"#"}}}}`, `{"next":{"next":{"key":1}},"key":2,"kids":[{},{"key":3}]}`, `./next/next/key ./key ./kids/1/key`},
		{`{"properties":{"a":` + s + `}}`, `{"a":"<bind>"}`, `./a`},
		{`{"properties":{"a":{"properties":{"b":` + s + `}}}}`, `{"a":"<bind>"}`, ``},
		{`{"$id":"https://example.com/tree","$dynamicAnchor":"n","properties":{"kid":{"$dynamicRef":"#n"},"key":` + s + `}}`, `{"kid":{"key":1}}`, `./kid/key`},
		{`{"$defs":{"d":{"properties":{"a":` + s + `}}},"properties":{"a":{}}}`, `{"a":1}`, ``},
	} {
		c := compiled(t, tt.schema, Options{})
		if got := hidden(t, c, parse(t, "v.json", tt.value)); got != tt.want {
			t.Errorf("%s\n%s\n got %s\nwant %s", tt.schema, tt.value, got, tt.want)
		}
	}
}

// TestSecretPart: the value may be a part of a document.
func TestSecretPart(t *testing.T) {
	c := compiled(t, `{"properties":{"a":{"writeOnly":true}}}`, strict)
	v := parse(t, "v.json", `{"a":1,"args":{"b":1,"a":{"a":2}}}`)
	if got := c.Secret(v, v.Get(0, "args")); len(got) != 1 || v.Path(0, got[0]) != "/args/a" {
		t.Errorf("%v", got)
	}
	if got := c.Secret(v, tree.None); got != nil {
		t.Errorf("%v", got)
	}
}

func TestHasSecrets(t *testing.T) {
	for schema, want := range map[string]bool{
		typical: false,
		`{"properties":{"a":{"items":{"writeOnly":true}}}}`: true,
		`{"not":{"properties":{"a":{"writeOnly":true}}}}`:   false,
		`{"$defs":{"a":{"writeOnly":true}}}`:                false,
	} {
		c := compiled(t, schema, strict)
		if got := c.HasSecrets(); got != want {
			t.Errorf("%s: %t", schema, got)
		}
		if v := parse(t, "v.json", arguments); !want && testing.AllocsPerRun(10, func() { c.Secret(v, 0) }) > 0 {
			t.Errorf("%s: a schema without secrets costs", schema)
		}
	}
}

// TestSecretBounded: a schema in which everything leads everywhere, and a value that meets all of it. What is beyond
// the bound is hidden.
func TestSecretBounded(t *testing.T) {
	var defs []string
	const n = 300
	for i := range n {
		defs = append(defs, fmt.Sprintf(`"d%d":{"anyOf":[{"$ref":"#/$defs/d%d"},{"properties":{"a":{"$ref":"#/$defs/d0"},"key":{"writeOnly":true}}}]}`, i, i+1))
	}
	c := compiled(t, `{"items":{"$ref":"#/$defs/d0"},"$defs":{`+strings.Join(defs, ",")+fmt.Sprintf(`,"d%d":{}}}`, n), Options{})
	if got := hidden(t, c, parse(t, "v.json", `[{"a":{"a":{"key":1}}},{"b":{"key":2}}]`)); got != "./0/a/a/key" {
		t.Errorf("%s", got)
	}
	few := strings.Repeat(`{"a":{"b":1}},`, 20_000)
	if got := c.Secret(parse(t, "v.json", `[`+few+`{"a":1}]`), 0); len(got) == 0 || len(got) > 20_001 {
		t.Errorf("%d are hidden", len(got))
	}
}

// TestSecretConcurrent: one Schema serves all workers.
func TestSecretConcurrent(t *testing.T) {
	c := compiled(t, `{"properties":{"a":{"writeOnly":true,"type":"array","items":{"type":"boolean"},"minItems":2,"uniqueItems":true}}}`, strict)
	v := parse(t, "v.json", `{"a":1}`)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 50 {
				if got := c.Secret(v, 0); len(got) != 1 {
					t.Errorf("%v", got)
				}
				if text, ok := c.Sample(); !ok || string(text) != `{"a":[true,false]}` {
					t.Errorf("%s", text)
				}
			}
		})
	}
	group.Wait()
}

func FuzzSecret(f *testing.F) {
	f.Add(`{"properties":{"a":{"writeOnly":true},"b":{"$ref":"#"}},"unevaluatedProperties":{"writeOnly":true}}`, `{"b":{"a":1,"c":2}}`)
	f.Add(`{"items":{"anyOf":[{"writeOnly":true},{"$ref":"#"}]},"contains":{"patternProperties":{"^a":{"writeOnly":true}}}}`, `[[{"a":1}],2]`)
	f.Fuzz(func(t *testing.T, schema, text string) {
		doc, err := read("schema.json", schema)
		if err != nil {
			return
		}
		v, err := read("v.json", text)
		if err != nil {
			return
		}
		s, _ := Compile(doc, 0, strict)
		hidden(t, s, v)
	})
}
