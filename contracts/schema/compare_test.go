package schema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/planlint/planlint/contracts/tree"
)

// compared is what the comparison of two places says in one line.
func compared(tb testing.TB, from *Schema, at string, to *Schema, place string) string {
	tb.Helper()
	var spent int
	m := Compare(from.Spot(tokensOf(tb, at), &spent), to.Spot(tokensOf(tb, place), &spent), &spent)
	if spent < 0 || spent > 3*spotWork {
		tb.Errorf("the work is %d", spent)
	}
	switch m.Verdict {
	case Fits:
		return "fits"
	case Open:
		return "open"
	}
	line := fmt.Sprintf("%s, but %s", m.Must, m.Is)
	if len(m.Inside) > 0 {
		line = strings.Join(m.Inside, ".") + " " + line
	}
	if !m.Taken.Known() {
		tb.Errorf("%s: nowhere", line)
	}
	return line
}

func tokensOf(tb testing.TB, pointer string) []string {
	tb.Helper()
	tokens, err := tree.ParsePointer(pointer)
	if err != nil {
		tb.Fatal(err)
	}
	return tokens
}

// TestCompare compares the whole of what one schema describes with the property "x" of another, both in the closed
// reading.
func TestCompare(t *testing.T) {
	const list = `"$defs":{"l":{"type":"object","required":["v"],"properties":{"v":{"type":"integer"},"next":{"$ref":"#/$defs/l"}}}}`
	for _, tt := range []struct{ from, to, want string }{
		// Types.
		{`{"type":"string"}`, `{}`, "fits"},
		{`{"type":"string"}`, `true`, "fits"},
		{`{"type":"string"}`, `{"type":"string"}`, "fits"},
		{`{"type":"string"}`, `{"type":["string","null"]}`, "fits"},
		{`{"type":["string","null"]}`, `{"type":"string"}`, "open"},
		{`{"type":"integer"}`, `{"type":"number"}`, "fits"},
		{`{"type":"number"}`, `{"type":"integer"}`, "open"},
		{`{"type":"integer"}`, `{"type":"integer"}`, "fits"},
		{`{"type":"array"}`, `{"type":"string"}`, "must be a string, but is an array"},
		{`{"type":["array","null"]}`, `{"type":["string","integer"]}`, "must be a string or an integer, but is an array or null"},
		{`{"type":"string"}`, `{"anyOf":[{"type":"integer"},{"type":"null"}]}`, "must be an integer or null, but is a string"},
		{`{"type":"string"}`, `false`, "open"}, // there is no such place
		{`{}`, `{"type":"string"}`, "open"},
		{`{"type":"string","minLength":5,"maxLength":3}`, `{"type":"string"}`, "fits"},
		{`{"type":"string","minLength":5,"maxLength":3}`, `{"type":"string","minLength":4,"maxLength":4}`, "open"}, // no value is there
		{`{"type":"array"}`, `{"type":"array"}`, "fits"},
		// Values that can be counted.
		{`{"const":"a"}`, `{"enum":["a","b"]}`, "fits"},
		{`{"const":"a"}`, `{"type":"string","pattern":"^a"}`, "fits"},
		{`{"const":"a"}`, `{"type":"string","pattern":"^b"}`, `must match the pattern "^b", but is "a"`},
		{`{"const":"a"}`, `{"type":"string","format":"date"}`, `must be a date, but is "a"`},
		{`{"const":"a"}`, `{"type":"string","minLength":2}`, `must be what is taken there, but is "a"`},
		{`{"enum":["a","b"]}`, `{"enum":["b","c"]}`, "open"},
		{`{"enum":["a","b"]}`, `{"enum":["c","d"]}`, `must be one of "c", "d", but is one of "a", "b"`},
		{`{"enum":["a",1],"type":"string"}`, `{"const":"a"}`, "fits"},
		{`{"enum":["a",1],"type":"integer"}`, `{"type":"string"}`, "must be a string, but is an integer"},
		{`{"enum":["a","b"]}`, `{"not":{"const":"c"}}`, "fits"},
		{`{"type":"boolean"}`, `{"enum":[true,false,null]}`, "fits"},
		{`{"type":"boolean"}`, `{"const":true}`, "open"},
		{`{"type":"null"}`, `{"enum":["a",null]}`, "fits"},
		{`{"type":"string"}`, `{"enum":["a"]}`, "open"},
		{`{"type":"string","minLength":3}`, `{"enum":["a","b"]}`, `must be one of "a", "b", but never is`},
		{`{"const":1}`, `{"type":"integer"}`, "open"}, // 1.0 is the same value, and no integer
		{`{"const":1,"type":"integer"}`, `{"type":"integer"}`, "fits"},
		{`{"const":1.5}`, `{"type":"integer"}`, "must be an integer, but is 1.5"},
		{`{"enum":[1,2]}`, `{"enum":[3,4]}`, "must be one of 3, 4, but is one of 1, 2"},
		{`{"const":[1]}`, `{"const":[1]}`, "open"},
		{`{"const":["a"]}`, `{"const":["a"]}`, "fits"},
		{`{"const":[1]}`, `{"type":"array","items":{"type":"string"}}`, "must be what is taken there, but is [1]"},
		// Numbers.
		{`{"type":"integer","minimum":1,"maximum":9}`, `{"type":"integer","minimum":0,"maximum":9}`, "fits"},
		{`{"type":"integer","minimum":1}`, `{"type":"number","exclusiveMinimum":1}`, "open"},
		{`{"type":"number","exclusiveMinimum":1}`, `{"type":"number","exclusiveMinimum":1}`, "fits"},
		{`{"type":"number","exclusiveMinimum":1}`, `{"type":"number","minimum":1}`, "fits"},
		{`{"type":"number","exclusiveMaximum":9}`, `{"type":"number","maximum":9.0}`, "fits"},
		{`{"type":"number","maximum":9}`, `{"type":"number","exclusiveMaximum":9}`, "open"},
		{`{"type":"number","maximum":9}`, `{"type":"number","minimum":9}`, "open"},
		{`{"type":"number","exclusiveMaximum":9}`, `{"type":"number","minimum":9}`, "must be at least 9, but is less than 9"},
		{`{"type":"number","maximum":9}`, `{"type":"number","exclusiveMinimum":9}`, "must be greater than 9, but is at most 9"},
		{`{"type":"integer","minimum":20}`, `{"type":"integer","maximum":19}`, "must be at most 19, but is at least 20"},
		{`{"type":"number","exclusiveMinimum":9}`, `{"type":"number","exclusiveMaximum":9}`, "must be less than 9, but is greater than 9"},
		{`{"type":"number","multipleOf":4}`, `{"type":"number","multipleOf":2}`, "fits"},
		{`{"type":"number","multipleOf":2}`, `{"type":"number","multipleOf":4}`, "open"},
		{`{"type":"integer"}`, `{"type":"number","multipleOf":0.5}`, "fits"},
		// Strings.
		{`{"type":"string"}`, `{"type":"string","minLength":1}`, "open"},
		{`{"type":"string","pattern":"^x"}`, `{"type":"string","minLength":1}`, "fits"},
		{`{"type":"string","format":"uuid"}`, `{"type":"string","minLength":1,"maxLength":36}`, "fits"},
		{`{"type":"string","minLength":2,"maxLength":3}`, `{"type":"string","minLength":1,"maxLength":3}`, "fits"},
		{`{"type":"string","minLength":6}`, `{"type":"string","maxLength":5}`, "must have at most 5 characters, but has at least 6"},
		{`{"type":"string","maxLength":5}`, `{"type":"string","minLength":6}`, "must have at least 6 characters, but has at most 5"},
		{`{"type":"string","pattern":"^a"}`, `{"type":"string","pattern":"^a"}`, "fits"},
		{`{"type":"string","pattern":"^a"}`, `{"type":"string","pattern":"^b"}`, "open"},
		{`{"type":"string","format":"date"}`, `{"type":"string","format":"date"}`, "fits"},
		{`{"type":"string"}`, `{"type":"string","format":"date"}`, "open"},
		{`{"type":"string","format":"date"}`, `{"type":"string","format":"date-time"}`, "must be a date-time (RFC 3339), but is a date"},
		{`{"type":"string","format":"email"}`, `{"type":"string","format":"uri"}`, "open"},
		{`{"type":"string","maxLength":9}`, `{"type":"string","format":"date"}`, "must be a date, but is a string of another length"},
		// Arrays.
		{`{"type":"array","items":{"type":"integer"}}`, `{"type":"array","items":{"type":"number"}}`, "fits"},
		{`{"type":"array","items":{"type":"string"}}`, `{"type":"array","items":{"type":"number"}}`, "open"}, // the empty one
		{`{"type":"array","minItems":1,"items":{"type":"string"}}`, `{"type":"array","items":{"type":"number"}}`, "0 must be a number, but is a string"},
		{`{"type":"array","items":{"type":"string"}}`, `{"type":"array","minItems":1,"items":{"type":"number"}}`, "0 must be a number, but is a string"},
		{`{"type":"array","minItems":3}`, `{"type":"array","maxItems":2}`, "must have at most 2 items, but has at least 3"},
		{`{"type":"array","maxItems":2}`, `{"type":"array","minItems":3}`, "must have at least 3 items, but has at most 2"},
		{`{"type":"array","maxItems":0}`, `{"type":"array","contains":{"type":"string"}}`, "must have at least 1 item, but has at most 0"},
		{`{"type":"array","minItems":1,"items":{"type":"string"}}`, `{"type":"array","contains":{"type":"string"}}`, "fits"},
		{`{"type":"array"}`, `{"type":"array","uniqueItems":true}`, "open"},
		{`{"type":"array","uniqueItems":true}`, `{"type":"array","uniqueItems":true}`, "fits"},
		{`{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false}`, `{"type":"array","maxItems":2,"prefixItems":[{"type":"string"}],"items":{"type":"number"}}`, "fits"},
		{`{"type":"array","prefixItems":[{"type":"string"}],"minItems":2,"items":{"type":"integer"}}`, `{"type":"array","items":{"type":"string"}}`, "1 must be a string, but is an integer"},
		{`{"type":"array","minItems":2}`, `{"type":"array","prefixItems":[{}],"items":false}`, "must have at most 1 item, but has at least 2"},
		{`{"type":"array"}`, `{"type":"array","unevaluatedItems":false}`, "open"},
		// Objects.
		{`{"type":"object","required":["a"],"properties":{"a":{"type":"string"}}}`, `{"type":"object","required":["a"],"properties":{"a":{"type":"string"},"b":{}}}`, "fits"},
		{`{"type":"object","properties":{"a":{"type":"string"}}}`, `{"type":"object","required":["a"],"properties":{"a":{"type":"string"}}}`, "open"},
		{`{"type":"object","required":["a"],"properties":{"a":{"type":"string"}}}`, `{"type":"object","properties":{"b":{}}}`, `must not have "a", but always has it`},
		{`{"type":"object","properties":{"a":{"type":"string"}}}`, `{"type":"object","properties":{"b":{}}}`, "open"},
		{`{"type":"object","properties":{"a":{"type":"string"}}}`, `{"type":"object"}`, "fits"},
		{`{"type":"object","properties":{"a":{"type":"string"}}}`, `{"type":"object","required":["b"]}`, `must have "b", but never has it`},
		{`{"type":"object","properties":{"a":{}},"additionalProperties":true}`, `{"type":"object","properties":{"a":{}}}`, "open"},
		{`{"type":"object","properties":{"a":{}},"additionalProperties":{"type":"string"}}`, `{"type":"object","additionalProperties":true}`, "fits"},
		{`{"type":"object","properties":{"a":{"type":"integer"}},"additionalProperties":{"type":"string"}}`, `{"type":"object","additionalProperties":{"type":["integer","string"]}}`, "fits"},
		{`{"type":"object","additionalProperties":true}`, `{"type":"object","additionalProperties":{"type":"string"}}`, "open"},
		{`{"type":"object","required":["a"],"properties":{"a":{"type":"integer"}}}`, `{"type":"object","additionalProperties":{"type":"string"}}`, "open"},
		{`{"type":"object","required":["a"],"properties":{"a":{"type":"integer"}}}`, `{"type":"object","properties":{"a":{"type":"string"}}}`, "a must be a string, but is an integer"},
		{`{"type":"object","properties":{"a":{"type":"integer"}}}`, `{"type":"object","required":["a"],"properties":{"a":{"type":"string"}}}`, "a must be a string, but is an integer"},
		{`{"type":"object","required":["a"],"properties":{"a":{"type":"object","required":["b"],"properties":{"b":{"type":"array","minItems":1,"items":{"type":"null"}}}}}}`,
			`{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"array","items":{"type":"string"}}}}}}`, "a.b.0 must be a string, but is null"},
		{`{"type":"object","required":["a"],"properties":{"a":{},"b":{}}}`, `{"type":"object","minProperties":1,"maxProperties":2}`, "fits"},
		{`{"type":"object","properties":{"a":{},"b":{}}}`, `{"type":"object","maxProperties":1}`, "open"},
		{`{"type":"object","properties":{"ab":{},"ac":{}}}`, `{"type":"object","propertyNames":{"pattern":"^a"},"additionalProperties":true}`, "fits"},
		{`{"type":"object","properties":{"ab":{},"c":{}}}`, `{"type":"object","propertyNames":{"pattern":"^a"},"additionalProperties":true}`, "open"},
		{`{"type":"object","properties":{"ab":{"type":"string"}}}`, `{"type":"object","patternProperties":{"^a":{"type":"string"}},"additionalProperties":false}`, "fits"},
		{`{"type":"object","patternProperties":{"^a":{"type":"string"}}}`, `{"type":"object","patternProperties":{"^a":{"type":"string"}}}`, "open"},
		{`{"type":"object","properties":{"a":{},"b":{}}}`, `{"type":"object","dependentRequired":{"c":["d"]}}`, "fits"},
		{`{"type":"object","properties":{"a":{},"b":{}}}`, `{"type":"object","dependentRequired":{"a":["b"]}}`, "open"},
		{`{"type":"object","required":["b"],"properties":{"a":{},"b":{}}}`, `{"type":"object","dependentRequired":{"a":["b"]}}`, "fits"},
		{`{"type":"object","properties":{"a":{}}}`, `{"type":"object","properties":{"a":{}},"unevaluatedProperties":false}`, "fits"},
		{`{"type":"object","properties":{"a":{},"b":{}}}`, `{"type":"object","properties":{"a":{}},"unevaluatedProperties":false}`, "open"},
		{`{"type":"object","properties":{"a":{"type":"integer"},"b":{}}}`, `{"type":"object","properties":{"b":{}},"unevaluatedProperties":{"type":"number"}}`, "fits"},
		// Schemas of the same value.
		{`{"allOf":[{"type":"string"},{"minLength":3}]}`, `{"allOf":[{"type":"string","minLength":1},{"minLength":2}]}`, "fits"},
		{`{"anyOf":[{"type":"string"},{"type":"integer"}]}`, `{"anyOf":[{"type":"number"},{"type":"string"}]}`, "fits"},
		{`{"anyOf":[{"type":"string"},{"type":"integer"}]}`, `{"type":"string"}`, "open"},
		{`{"oneOf":[{"type":"string","maxLength":2},{"type":"integer","maximum":3}]}`, `{"oneOf":[{"type":"string","minLength":3},{"type":"integer","minimum":4}]}`,
			"must have one of 2 forms, but has none"},
		{`{"oneOf":[{"type":"string","maxLength":2},{"type":"integer","maximum":3}]}`, `{"minLength":3,"minimum":4}`, "must be what is taken there, but never is"},
		{`{"type":"string"}`, `{"oneOf":[{"type":"string"},{"type":"integer"}]}`, "fits"},
		{`{"type":"integer"}`, `{"oneOf":[{"type":"integer"},{"type":"number"}]}`, "open"},
		{`{"type":"integer"}`, `{"oneOf":[{"type":"integer","minimum":5},{"type":"number"}]}`, "open"},
		{`{"type":"string"}`, `{"not":{"type":"integer"}}`, "fits"},
		{`{"type":"integer"}`, `{"not":{"type":"number"}}`, `must not fit the schema under "not", but always does`},
		{`{"type":"number"}`, `{"not":{"type":"integer"}}`, "open"},
		{`{"type":"object","required":["o"],"properties":{"o":{"type":"object","required":["b"],"properties":{"b":{}}}}}`, // conditions are read plainly
			`{"not":{"required":["o"],"properties":{"o":{"type":"object","properties":{"a":{}}}}}}`, `must not fit the schema under "not", but always does`},
		{`{"type":"object","required":["o"],"properties":{"o":{"type":"object","required":["b"],"properties":{"b":{}}}}}`,
			`{"oneOf":[{"required":["o"],"properties":{"o":{"type":"object","properties":{"b":{}}}}},{"properties":{"o":{"type":"object","properties":{"a":{}}}}}]}`, "open"},
		{`{"type":"string"}`, `{"if":{"type":"integer"},"then":false,"else":{"type":"string"}}`, "fits"},
		{`{"type":"string"}`, `{"if":{"type":"string"},"then":{"type":"integer"},"else":true}`, "must be an integer, but is a string"},
		{`{"type":"string"}`, `{"if":{"minLength":3},"then":{"pattern":"a"}}`, "open"},
		{`{"type":"object","properties":{"k":{"const":"a"},"v":{"type":"string"}},"required":["k"]}`,
			`{"oneOf":[{"type":"object","required":["k"],"properties":{"k":{"const":"a"},"v":{}}},{"type":"object","required":["k"],"properties":{"k":{"const":"b"},"w":{}}}]}`, "fits"},
		{`{"type":"object","properties":{"k":{"const":"c"}},"required":["k"]}`,
			`{"oneOf":[{"type":"object","required":["k"],"properties":{"k":{"const":"a"},"v":{}}},{"type":"object","required":["k"],"properties":{"k":{"const":"b"},"w":{}}}]}`, "must have one of 2 forms, but has none"},
		{`{"type":"object","required":["a"],"properties":{"a":{},"b":{}}}`, `{"type":"object","properties":{"a":{}},"if":{"required":["a"]},"then":{"properties":{"b":{}}},"else":{"properties":{"b":{}}}}`, "open"},
		{`{"$ref":"#/$defs/n","$defs":{"n":{"type":"string","format":"date"}}}`, `{"type":"string","format":"date","minLength":10}`, "fits"},
		// What contains itself.
		{`{"$ref":"#/$defs/l",` + list + `}`, `{"$ref":"#/properties/x/$defs/l",` + strings.ReplaceAll(list, "#/", "#/properties/x/") + `}`, "fits"},
		{`{"$ref":"#/$defs/l",` + list + `}`, `{"$ref":"#/properties/x/$defs/l",` + strings.ReplaceAll(strings.ReplaceAll(list, "#/", "#/properties/x/"), "integer", "string") + `}`, "v must be a string, but is an integer"},
		// Where a reference leads is known only at the end.
		{`{"$dynamicRef":"#d","$defs":{"d":{"$dynamicAnchor":"d","type":"string"}}}`, `{"type":"integer"}`, "open"},
	} {
		from := compiled(t, tt.from, strict)
		to := compiled(t, `{"type":"object","properties":{"x":`+tt.to+`}}`, strict)
		if got := compared(t, from, "", to, "/x"); got != tt.want {
			t.Errorf("from %s\n  to %s\n got %s\nwant %s", tt.from, tt.to, got, tt.want)
		}
	}
}

// TestCompareReadings: the plain reading, as plans' inputs have it, takes what the closed one refuses.
func TestCompareReadings(t *testing.T) {
	for _, tt := range []struct{ from, to, want string }{
		{`{"type":"integer"}`, `{"type":"integer"}`, "open"}, // 2.0
		{`{"type":"integer"}`, `{"type":"number"}`, "fits"},
		{`{"const":1,"type":"integer"}`, `{"type":"integer"}`, "open"},
		{`{"type":"object","properties":{"a":{}}}`, `{"type":"object","properties":{"a":{}}}`, "open"},
		{`{"type":"object","properties":{"a":{}},"additionalProperties":false}`, `{"type":"object","properties":{"a":{}}}`, "fits"},
	} {
		if got := compared(t, compiled(t, tt.from, Options{}), "", compiled(t, tt.to, strict), ""); got != tt.want {
			t.Errorf("from %s\n  to %s\n got %s\nwant %s", tt.from, tt.to, got, tt.want)
		}
	}
}

// TestCompareAround: what stands around a place may have a say in what is accepted there.
func TestCompareAround(t *testing.T) {
	from := compiled(t, `{"type":"string"}`, strict)
	for _, tt := range []struct{ to, place, want string }{
		{`{"type":"object","properties":{"x":{"type":"string"}}}`, "/x", "fits"},
		{`{"type":"object","allOf":[{"properties":{"x":{"type":"string"}}}],"required":["y"]}`, "/x", "fits"},
		{`{"type":"object","properties":{"x":{"type":"string"}},"anyOf":[{"required":["x"]},{"required":["y"]}]}`, "/x", "open"},
		{`{"type":"object","properties":{"x":{"type":"string"}},"not":{"properties":{"x":{"const":"a"}}}}`, "/x", "open"},
		{`{"type":"object","properties":{"x":{"type":"array","uniqueItems":true,"items":{"type":"string"}}}}`, "/x/0", "open"},
		{`{"type":"object","properties":{"x":{"type":"array","items":{"type":"string"}}}}`, "/x/0", "fits"},
		{`{"type":"object","properties":{"x":{"type":["array","string"],"items":{"type":"string"}}}}`, "/x/0", "open"},
		{`{"type":"object","properties":{"x":{"type":"array","items":{"type":"integer"}}}}`, "/x/0", "must be an integer, but is a string"},
		{`{"oneOf":[{"type":"object","properties":{"x":{"type":"integer"}}},{"type":"object","properties":{"x":{"type":"null"}}}]}`, "/x", "must be what is taken there, but never is"},
		{`{"oneOf":[{"type":"object","properties":{"x":{"type":"integer"}}},{"type":"object","properties":{"x":{"type":"string"}}}]}`, "/x", "open"},
		{`{"type":"object","properties":{"y":{}}}`, "/x", "open"}, // there is no such argument
		{`{"type":"object","properties":{"x":{},"y":{"$ref":"#/$defs/d"}},"$defs":{"d":{"$dynamicRef":"#e"},"e":{"$dynamicAnchor":"e","type":"integer"}}}`, "/x", "open"},
	} {
		if got := compared(t, from, "", compiled(t, tt.to, strict), tt.place); got != tt.want {
			t.Errorf("to %s at %s\n got %s\nwant %s", tt.to, tt.place, got, tt.want)
		}
	}
}

// TestCompareItself compares places of one schema.
func TestCompareItself(t *testing.T) {
	s := compiled(t, `{"type":"object","properties":{
		"open":{"allOf":[{"$ref":"#/properties/closed"}],"additionalProperties":true},
		"closed":{"type":"object","properties":{"a":{"type":"string","not":{"const":"x"}}}},
		"same":{"$ref":"#/properties/closed"}}}`, strict)
	for _, tt := range []struct{ at, place, want string }{
		{"/open", "/closed", "open"},
		{"/closed", "/closed", "fits"},
		{"/closed", "/open", "fits"},
		{"/same", "/closed", "fits"},
		{"/closed", "/same", "fits"},
		{"/closed/a", "/open/a", "fits"},
	} {
		if got := compared(t, s, tt.at, s, tt.place); got != tt.want {
			t.Errorf("%s and %s: got %s, want %s", tt.at, tt.place, got, tt.want)
		}
	}
}

// TestCompareBounded: no comparison takes more than its bound, whatever the schemas.
func TestCompareBounded(t *testing.T) {
	level := func(n int, text string) string {
		var b strings.Builder
		b.WriteString(`{"$ref":"#/$defs/d0","$defs":{`)
		for i := range n {
			fmt.Fprintf(&b, `"d%d":%s,`, i, strings.ReplaceAll(text, "NEXT", fmt.Sprintf(`{"$ref":"#/$defs/d%d"}`, i+1)))
		}
		fmt.Fprintf(&b, `"d%d":{"type":"integer"}}}`, n)
		return b.String()
	}
	wide := func(with string) string {
		var parts []string
		for i := range 3000 {
			parts = append(parts, fmt.Sprintf(`"p%d":{"type":"string"}`, i))
		}
		return `{"type":"object",` + with + `"properties":{` + strings.Join(parts, ",") + `}}`
	}
	for name, text := range map[string]string{
		"allOf":    level(60, `{"allOf":[NEXT,NEXT]}`),
		"anyOf":    level(60, `{"anyOf":[NEXT,NEXT]}`),
		"oneOf":    level(60, `{"oneOf":[NEXT,{"type":"string"},NEXT]}`),
		"not":      level(60, `{"not":NEXT,"if":NEXT,"then":NEXT,"else":NEXT}`),
		"objects":  level(60, `{"type":"object","required":["a","b"],"properties":{"a":NEXT,"b":NEXT}}`),
		"arrays":   level(60, `{"type":"array","minItems":2,"prefixItems":[NEXT,NEXT],"items":NEXT}`),
		"chain":    level(1500, `NEXT`),
		"names":    wide(""),
		"patterns": wide(`"patternProperties":{"^p1":{"minLength":1},"[0-9]$":{"maxLength":9},"^(p|q)*$":true},`),
		"keys":     wide(`"propertyNames":{"pattern":"^(p+)+[0-9]*$"},`),
		"nothing":  `{"not":{}}`,
	} {
		s, other := compiled(t, text, strict), compiled(t, text, strict)
		for _, at := range []string{"", "/a/b/a", "/0/1", "/p1"} {
			got := compared(t, s, at, other, at)
			if strings.Contains(got, "but") {
				t.Errorf("%s at %q: %s", name, at, got)
			}
			compared(t, s, at, compiled(t, `{"type":"object"}`, Options{}), "/x")
		}
	}
}
