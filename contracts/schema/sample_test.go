package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planlint/planlint/contracts/tree"
)

// sampled is the Sample of a schema, "-" where there is none, held against everything that must hold for it.
func sampled(tb testing.TB, s *Schema) string {
	tb.Helper()
	text, ok := s.Sample()
	again, still := s.Sample()
	if ok != still || !bytes.Equal(text, again) {
		tb.Fatalf("two samples of one schema: %s and %s", text, again)
	}
	if !ok {
		if text != nil {
			tb.Fatalf("no sample, but %s", text)
		}
		return "-"
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, text); err != nil || compact.String() != string(text) {
		tb.Fatalf("not compact JSON: %s (%v)", text, err)
	}
	if faults := s.Check(parse(tb, "sample.json", string(text)), 0, nil); len(faults) > 0 {
		tb.Fatalf("%s does not fit: %v", text, faults[0].Message)
	}
	return string(text)
}

func TestSample(t *testing.T) {
	const node = `"$defs":{"node":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"next":{"$ref":"#/$defs/node"},"kids":{"type":"array","items":{"$ref":"#/$defs/node"}}}}}`
	for _, tt := range []struct{ schema, want string }{
		// What the schema says itself.
		{`{"const":{"a":[1.50,"x\n"]},"enum":[{"a":[1.5,"x\n"]}]}`, `{"a":[1.50,"x\n"]}`},
		{`{"enum":["b","a"],"default":"a"}`, `"b"`},
		{`{"enum":["b",3],"type":"integer"}`, `3`},
		{`{"enum":[]}`, ``},
		{`{"type":"string","examples":[4,"x"],"default":"y"}`, `"x"`},
		{`{"type":"string","example":"x"}`, `"x"`},
		{`{"type":"string","maxLength":3,"examples":["long"],"default":"y"}`, `"y"`},
		{`{"type":"string","maxLength":3,"default":"long"}`, `"str"`},
		// Scalars.
		{`true`, `"string"`},
		{`{}`, `"string"`},
		{`false`, `-`},
		{`{"type":"null"}`, `null`},
		{`{"type":["null","boolean"]}`, `true`},
		{`{"type":["null","object","string"]}`, `{}`},
		{`{"type":"boolean","not":{"const":true}}`, `false`},
		{`{"type":"integer"}`, `1`},
		{`{"type":"integer","minimum":18}`, `18`},
		{`{"type":"integer","maximum":-3}`, `-3`},
		{`{"type":"integer","exclusiveMinimum":3,"maximum":4.5}`, `4`},
		{`{"type":"integer","exclusiveMinimum":3,"exclusiveMaximum":4}`, `-`},
		{`{"type":"integer","minimum":-0.5,"maximum":0.5}`, `0`},
		{`{"type":"integer","minimum":9007199254740993,"maximum":9007199254740993}`, `9007199254740993`},
		{`{"type":"integer","multipleOf":7,"minimum":100}`, `105`},
		{`{"type":"integer","multipleOf":7,"maximum":-100}`, `-105`},
		{`{"allOf":[{"multipleOf":4},{"multipleOf":6}],"type":"integer"}`, `12`},
		{`{"type":"integer","multipleOf":1.5}`, `3`},
		{`{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1}`, `0.5`},
		{`{"type":"number","minimum":0.1,"maximum":0.3,"multipleOf":0.01}`, `0.1`},
		{`{"type":"number","exclusiveMinimum":0.10,"maximum":0.3,"multipleOf":0.01}`, `0.11`},
		{`{"type":"number","minimum":5,"not":{"const":5}}`, `6`},
		{`{"type":"number","minimum":1e1000000}`, `1e1000000`},
		{`{"type":"number","not":{"maximum":1000}}`, `1001`},
		// Strings.
		{`{"type":"string","maxLength":0}`, `""`},
		{`{"type":"string","minLength":10,"maxLength":10}`, `"stringstri"`},
		{`{"type":"string","minLength":4,"maxLength":3}`, `-`},
		{`{"type":"string","minLength":1e9}`, `-`},
		{`{"type":"string","not":{"const":"string"}}`, `"string2"`},
		{`{"type":"string","format":"decimal"}`, `"1.00"`},
		{`{"type":"string","format":"byte"}`, `"c3RyaW5n"`},
		{`{"type":"string","format":"email","maxLength":5}`, `"a@b.c"`},
		{`{"type":"string","format":"email","minLength":40}`, `"aaaaaaaaaaaaaaaaaaaaaaaaaaaa@example.com"`},
		{`{"type":"string","format":"date-time","minLength":30}`, `"2026-01-31T10:00:00.000000000Z"`},
		{`{"type":"string","format":"date","pattern":"-0[78]$"}`, `"2026-01-07"`},
		{`{"type":"string","format":"nothing-known"}`, `"string"`},
		{`{"type":"string","pattern":"^[A-Z]{3}-\\d{4}$"}`, `"ABC-1234"`},
		{`{"type":"string","pattern":"^(ord|prd)_[0-9a-z]+$","minLength":8}`, `"ord_abcd"`},
		{`{"type":"string","pattern":"^(a|bb)*c?$","minLength":5,"maxLength":5}`, `"aaaaa"`},
		{`{"type":"string","pattern":"^\\u0041[^\\n]$"}`, `"Aa"`},
		{`{"type":"string","pattern":"^[\\u4e00-\\u9fff]{2}$"}`, `"一丁"`},
		{`{"type":"string","pattern":"^(?=.*[0-9])[a-z0-9]{3}$"}`, `-`},
		{`{"type":"string","pattern":"^(?!-)[a-z]{3}$"}`, `"abc"`},
		{`{"type":"string","pattern":"b","minLength":3}`, `"baa"`},
		{`{"type":"string","pattern":"[^\\s\\S]"}`, `-`},
		{`{"type":"string","allOf":[{"pattern":"^a"},{"pattern":"b$"},{"pattern":"^[ab]{2}$"}]}`, `"ab"`},
		// Arrays.
		{`{"type":"array"}`, `["string"]`},
		{`{"type":"array","maxItems":0}`, `[]`},
		{`{"type":"array","items":{"type":"integer"},"minItems":3}`, `[1,1,1]`},
		{`{"type":"array","items":{"type":"integer"},"minItems":3,"uniqueItems":true}`, `[1,2,3]`},
		{`{"type":"array","items":{"enum":["a","b"]},"minItems":2,"uniqueItems":true}`, `["a","b"]`},
		{`{"type":"array","items":{"enum":["a","b"]},"minItems":3,"uniqueItems":true}`, `-`},
		{`{"type":"array","items":{"type":"object","required":["id"],"properties":{"id":{"type":"integer"}}},"minItems":2,"uniqueItems":true}`, `[{"id":1},{"id":2}]`},
		{`{"type":"array","items":{"type":"array","items":{"type":"boolean"}},"minItems":2,"uniqueItems":true}`, `[[true],[]]`},
		{`{"type":"array","items":false}`, `[]`},
		{`{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false}`, `["string",1]`},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"string"},{"type":"integer"}],"additionalItems":false}`, `["string",1]`},
		{`{"type":"array","items":{"type":"integer"},"contains":{"const":7},"minItems":2}`, `[7,1]`},
		{`{"type":"array","contains":{"const":7},"minContains":2,"maxContains":2,"maxItems":3}`, `[7,7]`},
		{`{"type":"array","prefixItems":[{"type":"string"}],"contains":{"type":"integer"}}`, `["string",1]`},
		{`{"type":"array","allOf":[{"contains":{"const":1}},{"contains":{"const":2}}]}`, `[1,2]`},
		{`{"type":"array","prefixItems":[{"type":"integer"}],"unevaluatedItems":false}`, `[1]`},
		{`{"type":"array","minItems":1e9}`, `-`},
		{`{"type":"array","items":{"$ref":"#"}}`, `[]`},
		{`{"type":"array","items":{"$ref":"#"},"minItems":1}`, `-`},
		// Objects.
		{`{"type":"object","required":["b"],"properties":{"a":{"type":"integer"},"b":{"type":"string"}}}`, `{"a":1,"b":"string"}`},
		{`{"type":"object","required":["zip\"\\\u0001"]}`, `{"zip\"\\\u0001":"string"}`},
		{`{"type":"object","properties":{"a":false,"b":{}}}`, `{"b":"string"}`},
		{`{"type":"object","required":["a"],"properties":{"a":false}}`, `-`},
		{`{"type":"object","properties":{"a":{},"b":{},"c":{}},"maxProperties":2}`, `{"a":"string","b":"string"}`},
		{`{"type":"object","minProperties":2}`, `{"property1":"string","property2":"string"}`},
		{`{"type":"object","minProperties":1,"additionalProperties":{"type":"integer"},"propertyNames":{"pattern":"^x-"}}`, `{"x-":1}`},
		{`{"type":"object","minProperties":1,"patternProperties":{"^[a-z]{2}$":{"type":"integer"}},"additionalProperties":false}`, `{"ab":1}`},
		{`{"type":"object","minProperties":1,"additionalProperties":false}`, `-`},
		{`{"type":"object","properties":{"a":{},"B":{}},"propertyNames":{"pattern":"^[a-z]$"}}`, `{"a":"string"}`},
		{`{"type":"object","required":["a"],"dependentRequired":{"a":["b"],"b":["c"]},"properties":{"c":{"type":"integer"}}}`, `{"c":1,"a":"string","b":"string"}`},
		{`{"type":"object","properties":{"a":{"type":"integer"}},"dependentSchemas":{"a":{"required":["b"],"properties":{"b":{"const":2}}}}}`, `{"a":1,"b":2}`},
		{`{"type":"object","not":{"maxProperties":1}}`, `{"property1":"string","property2":"string"}`},
		{`{"type":"object","properties":{"a":{},"b":{},"c":{}},"not":{"required":["b"]}}`, `{"a":"string","c":"string"}`},
		{`{"type":"object","properties":{"a":{"type":"integer"}},"unevaluatedProperties":false}`, `{"a":1}`},
		// Schemas of the same value.
		{`{"allOf":[{"required":["a"],"properties":{"a":{"type":"number"}}},{"properties":{"a":{"minimum":3},"b":{"type":"null"}}}]}`, `{"a":3,"b":null}`},
		{`{"anyOf":[{"type":"string"},{"type":"null"}]}`, `"string"`},
		{`{"anyOf":[{"type":"null"},{"type":"integer"}],"type":["integer","string"]}`, `1`},
		{`{"oneOf":[{"required":["a"]},{"required":["b"]}],"type":"object","properties":{"a":{},"b":{},"c":{}}}`, `{"a":"string","c":"string"}`},
		{`{"oneOf":[{"minimum":0},{"maximum":5}],"type":"integer"}`, `6`},
		{`{"if":{"properties":{"k":{"const":"x"}},"required":["k"]},"then":{"required":["v"]},"properties":{"k":{"enum":["x","y"]},"v":{"type":"integer"}}}`, `{"k":"x","v":1}`},
		{`{"if":{"type":"string"},"then":false,"else":{"type":"integer"}}`, `1`},
		{`{"not":{}}`, `-`},
		// What contains itself.
		{`{"$ref":"#/$defs/node",` + node + `}`, `{"name":"string","kids":[]}`},
		{`{"type":"object","properties":{"a":{"$ref":"#/$defs/node"},"b":{"$ref":"#/$defs/node"}},` + node + `}`, `{"a":{"name":"string","kids":[]},"b":{"name":"string","kids":[]}}`},
		{`{"type":"object","required":["self"],"properties":{"self":{"$ref":"#"}}}`, `-`},
		{`{"type":"object","required":["left"],"properties":{"left":{"anyOf":[{"$ref":"#"},{"type":"null"}]}}}`, `{"left":null}`},
		{`{"$defs":{"base":{"properties":{"d":{"type":"string"}}}},"allOf":[{"$ref":"#/$defs/base"}],"properties":{"in":{"allOf":[{"$ref":"#/$defs/base"}]}}}`, `{"in":{"d":"string"},"d":"string"}`},
	} {
		s, problems := Compile(parse(t, "schema.json", tt.schema), 0, Options{})
		if tt.want == "" {
			if len(problems) == 0 {
				t.Errorf("%s compiles", tt.schema)
			}
			sampled(t, s) // a schema with errors still does no harm
			continue
		}
		if got := sampled(t, s); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.schema, got, tt.want)
		}
	}
}

// TestSampleStrict: in the closed reading a sample has no names but those declared.
func TestSampleStrict(t *testing.T) {
	for schema, want := range map[string]string{
		`{}`:                                 `{}`,
		`{"type":"object","required":["a"]}`: `-`,
		booking:                              `{"flight":"string","seats":1,"cabin":"economy"}`,
		notice:                               `{"to":{"channel":"email","address":"ada@example.com"}}`,
		`{"type":"array","items":{"properties":{"a":{"type":"integer"},"b":{"type":"null"}}},"contains":{"properties":{"a":{"const":4}}}}`: `[{"a":4,"b":null}]`,
	} {
		if got := sampled(t, compiled(t, schema, strict)); got != want {
			t.Errorf("%s\n got %s\nwant %s", schema, got, want)
		}
	}
}

// TestSampleFormats: every format that is checked has samples, several, and in a length that is asked for.
func TestSampleFormats(t *testing.T) {
	for _, f := range formats {
		if formNamed(f.name) == nil {
			t.Errorf("no form for %s", f.name)
		}
		s := compiled(t, fmt.Sprintf(`{"type":"string","format":%q}`, f.name), Options{})
		if got, want := sampled(t, s), f.example; f.name != "decimal" && got != `"`+want+`"` {
			t.Errorf("%s: %s", f.name, got)
		}
		s = compiled(t, fmt.Sprintf(`{"type":"array","items":{"format":%q,"type":"string"},"minItems":5,"uniqueItems":true}`, f.name), Options{})
		if got := sampled(t, s); got == "-" {
			t.Errorf("%s: no five different ones", f.name)
		}
		if f.name == "uuid" || f.name == "date" || f.name == "ipv4" || f.name == "ipv6" {
			continue
		}
		s = compiled(t, fmt.Sprintf(`{"type":"string","format":%q,"minLength":60,"maxLength":62}`, f.name), Options{})
		if got := sampled(t, s); got == "-" {
			t.Errorf("%s: none of 60 characters", f.name)
		}
	}
}

// TestSampleBounded: no schema takes more than the bounds, whatever it asks for.
func TestSampleBounded(t *testing.T) {
	level := func(n int, text string) string {
		var b strings.Builder
		b.WriteString(`{"$ref":"#/$defs/d0","$defs":{`)
		for i := range n {
			next := fmt.Sprintf(`{"$ref":"#/$defs/d%d"}`, i+1)
			fmt.Fprintf(&b, `"d%d":%s,`, i, strings.ReplaceAll(text, "NEXT", next))
		}
		fmt.Fprintf(&b, `"d%d":{"type":"integer"}}}`, n)
		return b.String()
	}
	var dense []string // each of them needs all others, and one ends
	for i := range 40 {
		var branches []string
		for j := range 40 {
			branches = append(branches, fmt.Sprintf(`{"type":"object","required":["a","b"],"properties":{"a":{"$ref":"#/$defs/d%d"},"b":{"$ref":"#/$defs/d%d"}}}`, j, (i+j)%40))
		}
		dense = append(dense, fmt.Sprintf(`"d%d":{"oneOf":[%s]}`, i, strings.Join(branches, ",")))
	}
	for name, tt := range map[string]struct {
		schema string
		ok     bool
	}{
		"wide tree, optional":  {level(40, `{"type":"object","properties":{"a":NEXT,"b":NEXT}}`), true},
		"wide tree, required":  {level(40, `{"type":"object","required":["a","b"],"properties":{"a":NEXT,"b":NEXT}}`), false},
		"deep":                 {level(60, `{"type":"object","required":["a"],"properties":{"a":NEXT}}`), true},
		"too deep":             {level(120, `{"type":"object","required":["a"],"properties":{"a":NEXT}}`), false},
		"long chain":           {level(1500, `NEXT`), true},
		"allOf":                {level(60, `{"allOf":[NEXT,NEXT]}`), false},
		"anyOf":                {level(60, `{"anyOf":[NEXT,NEXT]}`), true},
		"dense":                {`{"$ref":"#/$defs/d0","$defs":{` + strings.Join(dense, ",") + `}}`, false},
		"many elements, large": {`{"type":"array","minItems":4000,"items":{"type":"array","minItems":4000}}`, false},
		"pattern in pattern":   {`{"type":"string","pattern":"^((a{30}){30})*$","minLength":5000}`, true},
		"many tries":           {`{"type":"array","minItems":50,"uniqueItems":true,"items":{"type":"string","pattern":"^a*$"}}`, false},
	} {
		s := compiled(t, tt.schema, Options{})
		if got := sampled(t, s); (got != "-") != tt.ok {
			t.Errorf("%s: %.200s", name, got)
		}
		for _, lean := range [...]bool{false, true} {
			g := newSampler(s, lean)
			g.first([]want{{n: s.root, top: true}}, 0)
			if g.left < -sampleWork {
				t.Errorf("%s: the work is %d", name, sampleWork-g.left)
			}
		}
	}
}

// TestSampleRandom holds samples of random schemas against the oracle, and looks for values where there is no sample:
// few may be missed.
func TestSampleRandom(t *testing.T) {
	rounds := 600
	if testing.Short() {
		rounds = 150
	}
	all, good, missed := 0, 0, 0
	for seed := range rounds {
		g := &generator{Rand: rand.New(rand.NewPCG(uint64(seed), 11))}
		text := g.document()
		s, problems := Compile(parse(t, "schema.json", text), 0, Options{})
		bad := false
		for _, p := range problems {
			bad = bad || !p.Warning
		}
		if bad {
			continue
		}
		all++
		if got := sampled(t, s); got != "-" {
			good++
			oracle, err := closedCompiler(map[string]string{"plan:///schema.json": text}).Compile("plan:///schema.json")
			if err != nil {
				t.Fatalf("seed %d: %s: %v", seed, text, err)
			}
			if err := oracle.Validate(plain(parse(t, "sample.json", got), 0)); err != nil {
				t.Fatalf("seed %d: %s\nsample %s: %v", seed, text, got, err)
			}
			continue
		}
		for range 200 {
			if v := parse(t, "v.json", g.value(3)); len(s.Check(v, 0, nil)) == 0 {
				missed++
				t.Logf("seed %d: %s\nno sample, but %s fits", seed, text, v.Raw(0))
				break
			}
		}
	}
	t.Logf("%d schemas, %d samples, %d missed", all, good, missed)
	if good*100 < all*85 || missed*100 > all*2 {
		t.Errorf("%d schemas, %d samples, %d missed", all, good, missed)
	}
}

// TestSampleCorpus makes samples for real tools, where PLANLINT_CORPUS names a folder of <suite>/<part>/tools.json.
func TestSampleCorpus(t *testing.T) {
	root := os.Getenv("PLANLINT_CORPUS")
	if root == "" {
		t.Skip("PLANLINT_CORPUS names no folder of tools and plans")
	}
	files, err := filepath.Glob(filepath.Join(root, "*", "*", "tools.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no tools.json below %s (%v)", root, err)
	}
	all, good := 0, 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		tools := parse(t, filepath.Base(file), string(data))
		for _, tool := range tools.Elements(0) {
			for _, word := range [...]string{"inputSchema", "outputSchema"} {
				at := tools.Get(tool, word)
				if at == tree.None {
					continue
				}
				for _, o := range [...]Options{{}, strict} {
					s, problems := Compile(tools, at, o)
					bad := false
					for _, p := range problems {
						bad = bad || !p.Warning
					}
					if bad {
						continue
					}
					all++
					if got := sampled(t, s); got != "-" {
						good++
						t.Logf("%s: %s", tools.Text(tools.Get(tool, "name")), got)
						continue
					}
					t.Logf("%s: no sample for %s of %s: %s", strings.TrimPrefix(file, root), word, tools.Text(tools.Get(tool, "name")), tools.Raw(at))
				}
			}
		}
	}
	t.Logf("%d of %d schemas have a sample", good, all)
	if good*100 < all*97 {
		t.Errorf("%d of %d schemas have a sample", good, all)
	}
}

func FuzzSample(f *testing.F) {
	for _, s := range []string{booking, notice, typical, `{"$ref":"#"}`, `{"type":"string","pattern":"^(?!a)[a-z]{2,}$","format":"email"}`,
		`{"type":"array","items":{"multipleOf":0.3,"exclusiveMinimum":1e2},"minItems":3,"uniqueItems":true,"contains":{"const":3e2}}`,
		`{"if":{"required":["a"]},"then":{"minProperties":2},"patternProperties":{"^x":{}},"propertyNames":{"maxLength":3},"dependentRequired":{"a":["b"]},"unevaluatedProperties":false}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		doc, err := read("schema.json", text)
		if err != nil {
			return
		}
		for _, o := range [...]Options{{}, strict} {
			s, problems := Compile(doc, 0, o)
			for _, p := range problems {
				if !p.Warning {
					return
				}
			}
			sampled(t, s)
		}
	})
}
