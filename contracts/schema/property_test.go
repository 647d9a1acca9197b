package schema

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/contracts/tree"
)

func TestProperties(t *testing.T) {
	s := compiled(t, `{"type":"object","required":["b","a"],"properties":{
		"a":{"type":"string","description":"the first"},
		"b":{"type":["integer","null"],"default":3},
		"c":{"$ref":"#/$defs/c"},
		"d":{"anyOf":[{"type":"number"},{"type":"boolean"}]},
		"e":{}},
		"allOf":[{"properties":{"f":{"const":"x"}}}],
		"$defs":{"c":{"type":"array","description":"from the definition"}}}`, strict)
	var got []string
	for _, p := range s.Properties() {
		got = append(got, fmt.Sprintf("%s %t %s %q %t %s", p.Name, p.Required, p.Type, p.Description, p.Default != tree.None, p.Place.Source.Slice(p.Place.Span)))
	}
	want := []string{
		`a true string "the first" false "a"`, `b true integer or null "" true "b"`, `c false array "from the definition" false "c"`,
		`d false number or boolean "" false "d"`, `e false any "" false "e"`, `f false string "" false "f"`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if _, ok := s.Property("f"); !ok {
		t.Error("f is not found")
	}
	if _, ok := s.Property("F"); ok {
		t.Error("F is found")
	}
	if s.Type() != "object" || !s.Takes(tree.Object) || s.Takes(tree.String) {
		t.Errorf("the type is %s", s.Type())
	}
	if s.Place().Span.Start != 0 {
		t.Errorf("place %v", s.Place())
	}
}

func TestOpen(t *testing.T) {
	for text, want := range map[string]bool{
		`{}`: false, `true`: true, `{"additionalProperties":true}`: true, `{"additionalProperties":false}`: false,
		`{"additionalProperties":{"type":"string"}}`: true, `{"unevaluatedProperties":true}`: true, `{"unevaluatedProperties":false}`: false,
		`{"$ref":"#/$defs/x","$defs":{"x":{"additionalProperties":{}}}}`: true, `{"properties":{"a":{"additionalProperties":true}}}`: false,
	} {
		s := compiled(t, text, strict)
		if got := s.Open(); got != want {
			t.Errorf("%s: open is %t", text, got)
		}
		if fits := len(check(t, s, `{"zzz":"x"}`)) == 0; fits != want {
			t.Errorf("%s: open is said to be %t, but a strange name fits: %t", text, want, fits)
		}
	}
}

func TestDefaults(t *testing.T) {
	s := compiled(t, `{"properties":{"a":{"type":"string","default":"x"},"b":{"type":"integer","default":"3"},"c":{"default":null},"d":{"$ref":"#/$defs/d"},
		"e":{"properties":{"k":{}},"default":{"z":1}}},"$defs":{"d":{"enum":[1,2],"default":1}}}`, strict)
	var got []string
	for _, d := range s.Defaults() {
		got = append(got, d.Name+"="+d.Tree.Raw(d.Value))
	}
	if diff := cmp.Diff([]string{`a="x"`, "c=null"}, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestFind(t *testing.T) {
	s := compiled(t, `{"type":"object","properties":{"ref":{"type":"string"},"items":{"type":"array","items":{"type":"object","properties":{"price":{"type":"number"}}}},
		"free":{"type":"object"},"any":{},"open":{"properties":{"a":{}},"additionalProperties":true},"pair":{"type":"array","prefixItems":[{"type":"null"}]}}}`, strict)
	for _, tt := range []struct {
		path []string
		want Presence
		is   string
	}{
		{nil, Declared, "object"}, {[]string{"ref"}, Declared, "string"}, {[]string{"items", "0", "price"}, Declared, "number"},
		{[]string{"items", "0", "prise"}, Undeclared, "price"}, {[]string{"reff"}, Undeclared, "ref"}, {[]string{"ref", "x"}, Undeclared, ""},
		{[]string{"free", "x"}, Unsaid, ""}, {[]string{"any", "x", "y"}, Unsaid, ""}, {[]string{"open", "b"}, Unsaid, ""}, {[]string{"open", "a"}, Declared, "any"},
		{[]string{"pair", "0"}, Declared, "null"}, {[]string{"pair", "1"}, Unsaid, ""}, {[]string{"items", "x"}, Undeclared, ""},
	} {
		p, found, near := s.Find(tt.path)
		is := near
		if found == Declared {
			is = p.Type
		}
		if found != tt.want || is != tt.is {
			t.Errorf("%q: %d %q, want %d %q", tt.path, found, is, tt.want, tt.is)
		}
	}
}
