package schema

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/planlint/planlint/contracts/tree"
)

// generator writes schemas and values that meet each other often: few names, few small values.
type generator struct {
	*rand.Rand
	draft draft // 0: no $schema
}

func (g *generator) pick(words ...string) string { return words[g.IntN(len(words))] }

func (g *generator) at() draft {
	if g.draft == 0 {
		return draft2020
	}
	return g.draft
}

func (g *generator) value(depth int) string {
	n := 7
	if depth > 0 {
		n = 11
	}
	switch g.IntN(n) {
	case 0:
		return "null"
	case 1:
		return g.pick("true", "false")
	case 2, 3:
		return g.pick("0", "1", "2", "3", "-1", "1.0", "2.5", "0.30", "1e2", "100", "9007199254740993", "9007199254740992", "0.1", "-0")
	case 4, 5, 6:
		return g.pick(`"a"`, `"b"`, `"ab"`, `"aab"`, `""`, `"1"`, `"é"`, `"\u0061"`)
	case 7, 8:
		var list []string
		for range g.IntN(4) {
			list = append(list, g.value(depth-1))
		}
		return "[" + strings.Join(list, ",") + "]"
	default:
		var list []string
		for _, name := range []string{"a", "b", "c", "ab"} {
			if g.IntN(2) == 0 {
				list = append(list, fmt.Sprintf("%q:%s", name, g.value(depth-1)))
			}
		}
		return "{" + strings.Join(list, ",") + "}"
	}
}

func (g *generator) schema(depth int) string {
	d := g.at()
	if depth <= 0 || g.IntN(12) == 0 {
		words := []string{"{}", `{"type":"string"}`, `{"type":"integer"}`, `{"type":"number"}`, `{"type":["object","array"]}`, `{"type":"null"}`, `{"enum":[1,"a",null]}`}
		if d >= draft6 {
			words = append(words, "true", "false", `{"const":1}`, `{"const":"a"}`)
		}
		return g.pick(words...)
	}
	list := func(n int) string {
		var l []string
		for range n {
			l = append(l, g.schema(depth-1))
		}
		return "[" + strings.Join(l, ",") + "]"
	}
	mapping := func() string {
		var l []string
		for _, name := range []string{"a", "b", "c"} {
			if g.IntN(2) == 0 {
				l = append(l, fmt.Sprintf("%q:%s", name, g.schema(depth-1)))
			}
		}
		return "{" + strings.Join(l, ",") + "}"
	}
	sub := func() string { return g.schema(depth - 1) }
	small := func() string { return g.pick("0", "1", "2", "3") }
	number := func() string { return g.pick("0", "1", "2", "2.5", "-1", "9007199254740993", "1e2", "0.3") }
	names := func() string { return g.pick(`["a"]`, `["a","b"]`, `["c"]`, `["b","ab"]`) }
	type entry struct {
		since, until draft
		word         string
		value        func() string
	}
	ever := draft(9999)
	entries := []entry{
		{4, ever, "type", func() string {
			return g.pick(`"object"`, `"object"`, `"array"`, `"string"`, `"integer"`, `"number"`, `["string","null"]`, `["object","array","integer"]`)
		}},
		{4, ever, "properties", mapping}, {4, ever, "properties", mapping}, {4, ever, "properties", mapping},
		{4, ever, "required", names},
		{4, ever, "additionalProperties", func() string { return g.pick("false", "false", "true", sub()) }},
		{4, ever, "patternProperties", func() string { return fmt.Sprintf(`{"^a":%s,"b$":%s}`, sub(), sub()) }},
		{6, ever, "propertyNames", func() string { return g.pick(`{"maxLength":1}`, `{"pattern":"^[ab]"}`, `{"enum":["a","b","ab"]}`) }},
		{4, ever, "minProperties", small}, {4, ever, "maxProperties", small},
		{4, ever, "minItems", small}, {4, ever, "maxItems", small}, {4, ever, "uniqueItems", func() string { return g.pick("true", "true", "false") }},
		{4, 2019, "items", func() string { return list(1 + g.IntN(2)) }}, {4, ever, "items", sub}, {4, 2019, "additionalItems", func() string { return g.pick("false", "true", sub()) }},
		{2020, ever, "prefixItems", func() string { return list(1 + g.IntN(2)) }},
		{6, ever, "contains", sub}, {2019, ever, "minContains", small}, {2019, ever, "maxContains", small},
		{4, ever, "minimum", number}, {4, ever, "maximum", number}, {6, ever, "exclusiveMinimum", number}, {6, ever, "exclusiveMaximum", number},
		{4, 4, "exclusiveMinimum", func() string { return g.pick("true", "false") }},
		{4, ever, "multipleOf", func() string { return g.pick("1", "2", "0.1", "0.01", "2.5", "3") }},
		{4, ever, "minLength", small}, {4, ever, "maxLength", small}, {4, ever, "pattern", func() string { return g.pick(`"^a"`, `"b$"`, `"^[ab]+$"`, `"."`, `"^\\w$"`) }},
		{4, ever, "enum", func() string {
			return g.pick(`[1,"a",null]`, `["a","b","ab"]`, `[0,1,2.50]`, `[true,false]`, `[[],{},"a"]`, `[["a"],{"a":1},[1]]`, `[{"a":"a","b":1},100]`, `[[{}],[[]],0.3,"é"]`)
		}},
		{6, ever, "const", func() string { return g.value(1) }},
		{4, ever, "allOf", func() string { return list(1 + g.IntN(2)) }}, {4, ever, "anyOf", func() string { return list(1 + g.IntN(3)) }}, {4, ever, "oneOf", func() string { return list(1 + g.IntN(3)) }},
		{4, ever, "not", sub}, {7, ever, "if", sub}, {7, ever, "then", sub}, {7, ever, "else", sub},
		{2019, ever, "dependentRequired", func() string { return fmt.Sprintf(`{"a":%s}`, names()) }},
		{2019, ever, "dependentSchemas", func() string { return fmt.Sprintf(`{"a":%s}`, sub()) }},
		{4, ever, "dependencies", func() string { return fmt.Sprintf(`{"a":%s,"b":%s}`, names(), sub()) }},
		{2019, ever, "unevaluatedProperties", func() string { return g.pick("false", "false", sub()) }},
		{2019, ever, "unevaluatedItems", func() string { return g.pick("false", "false", sub()) }},
		{4, ever, "$ref", func() string { return g.pick(`"#/definitions/x"`, `"#/definitions/y"`, `"#/definitions/z"`) }},
	}
	used := map[string]bool{}
	var parts []string
	for range 1 + g.IntN(5) {
		e := entries[g.IntN(len(entries))]
		if used[e.word] || d < e.since || d > e.until || e.word == "$ref" && depth < 2 {
			continue
		}
		if e.word == "exclusiveMinimum" && d == draft4 {
			if used["minimum"] {
				continue
			}
			used["minimum"] = true
			parts = append(parts, `"minimum":`+number())
		}
		used[e.word] = true
		parts = append(parts, fmt.Sprintf("%q:%s", e.word, e.value()))
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func (g *generator) document() string {
	g.draft = []draft{0, draft4, draft6, draft7, draft2019, draft2020, draft2020}[g.IntN(7)]
	body := strings.TrimPrefix(g.schema(3), "{")
	for body == "}" || body == "true" || body == "false" {
		body = strings.TrimPrefix(g.schema(3), "{")
	}
	head := fmt.Sprintf(`"definitions":{"x":%s,"y":%s,"z":{"properties":{"a":{"$ref":"#"},"b":{"$ref":"#/definitions/z"}}}}`, g.schema(1), g.schema(1))
	if g.draft != 0 {
		head = fmt.Sprintf(`"$schema":%q,`, metaschemas[g.draft]+"#") + head
	}
	return "{" + head + "," + body
}

// TestDifferential holds the plain reading against santhosh-tekuri/jsonschema, and the closed reading against the
// plain one: it may only refuse more. The seeds are fixed; a failure prints what to read.
func TestDifferential(t *testing.T) {
	rounds := 2500
	if testing.Short() {
		rounds = 600
	}
	verdicts := map[bool]int{}
	for seed := range rounds {
		g := &generator{Rand: rand.New(rand.NewPCG(uint64(seed), 7))}
		text := g.document()
		doc := parse(t, "schema.json", text)
		s, problems := Compile(doc, 0, Options{})
		closed, _ := Compile(doc, 0, strict)
		oracle, err := closedCompiler(map[string]string{"plan:///schema.json": text}).Compile("plan:///schema.json")
		bad := ""
		for _, p := range problems {
			if !p.Warning {
				bad = p.Message
			}
		}
		if (err != nil) != (bad != "") {
			t.Fatalf("seed %d: %s\nours: %s\noracle: %v", seed, text, bad, err)
		}
		if err != nil {
			continue
		}
		for range 8 {
			v := g.value(3)
			val := parse(t, "value.json", v)
			faults := s.Check(val, 0, nil)
			err := oracle.Validate(plain(val, 0))
			verdicts[err == nil]++
			if (len(faults) == 0) != (err == nil) {
				t.Fatalf("seed %d: schema %s\nvalue %s\nours: %v\noracle: %v", seed, text, v, faults, err)
			}
			tight := closed.Check(val, 0, nil)
			if len(tight) == 0 && len(faults) > 0 {
				t.Fatalf("seed %d: schema %s\nvalue %s: the closed reading lets pass what the plain one refuses: %v", seed, text, v, faults)
			}
			wellFormed(t, val, append(faults, tight...))
		}
	}
	t.Logf("verdicts: %v", verdicts)
	if verdicts[true] < rounds/2 || verdicts[false] < rounds/2 {
		t.Errorf("the generator has become one-sided: %v", verdicts)
	}
}

// plain is a value as the oracle wants it, numbers as they are.
func plain(t *tree.Tree, n tree.Ref) any {
	var v any
	dec := json.NewDecoder(strings.NewReader(t.Raw(n)))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		panic(err)
	}
	return v
}

// wellFormed checks what holds for every fault.
func wellFormed(t *testing.T, val *tree.Tree, faults []Fault) {
	t.Helper()
	for _, f := range faults {
		switch {
		case f.Rule == "" || f.Message == "" || !f.Schema.Known():
			t.Fatalf("an empty fault: %+v", f)
		case f.At < 0 || int(f.At) >= val.Len() || f.Value < 0 || int(f.Value) >= val.Len():
			t.Fatalf("a fault outside the value: %+v", f)
		case f.Name != "" && f.Rule != RuleMissing && f.Rule != RuleUndeclared, f.Rule == RuleUndeclared && f.Name != val.Text(f.At):
			t.Fatalf("a fault with the wrong name: %+v", f)
		case strings.HasSuffix(f.Message, ".") || strings.ContainsAny(f.Message, "\n\t"):
			t.Fatalf("a message out of form: %q", f.Message)
		}
	}
}
