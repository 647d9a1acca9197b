package schema

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/planlint/planlint/contracts/tree"
)

// TestTooCostly: a schema that branches without end is a fault in bounded time, never a pass.
func TestTooCostly(t *testing.T) {
	bomb := func(levels int, with string) string {
		var b strings.Builder
		b.WriteString(`{"$ref":"#/$defs/d0","$defs":{`)
		for i := range levels {
			fmt.Fprintf(&b, `"d%d":{"%s":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]},`, i, with, i+1, i+1)
		}
		fmt.Fprintf(&b, `"d%d":{"type":"integer"}}}`, levels)
		return b.String()
	}
	for _, with := range []string{"allOf", "oneOf"} {
		got := check(t, compiled(t, bomb(60, with), strict), `1`)
		want := `1 | invalid-argument | the arguments are too costly to check against this schema | the schema branches too much; simplify it`
		if len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q", with, got)
		}
	}
	if got := check(t, compiled(t, bomb(10, "allOf"), strict), `1`); got != nil {
		t.Errorf("%q", got)
	}
	if got := check(t, compiled(t, bomb(60, "anyOf"), strict), `1`); got != nil {
		t.Errorf("%q", got)
	}
	if got := check(t, compiled(t, bomb(60, "anyOf"), strict), `"x"`); len(got) == 0 {
		t.Error("a wrong value passes")
	}
	var b strings.Builder
	b.WriteString(`{"$ref":"#/$defs/d0","$defs":{`)
	for i := range 50_000 {
		fmt.Fprintf(&b, `"d%d":{"$ref":"#/$defs/d%d"},`, i, i+1)
	}
	b.WriteString(`"d50000":{}}}`)
	if got := check(t, compiled(t, b.String(), strict), `1`); len(got) != 1 {
		t.Errorf("a chain beyond the bound: %q", got)
	}
}

// TestWide: many names, many elements, many faults, in linear time and complete.
func TestWide(t *testing.T) {
	const n = 3000
	var properties, required, wrong, numbers []string
	for i := range n {
		properties = append(properties, fmt.Sprintf(`"p%d":{"type":"integer"}`, i))
		required = append(required, fmt.Sprintf(`"p%d"`, i))
		if i%2 == 0 {
			wrong = append(wrong, fmt.Sprintf(`"p%d":"x"`, i))
		}
		numbers = append(numbers, fmt.Sprint(i%(n-1)))
	}
	s := compiled(t, `{"properties":{`+strings.Join(properties, ",")+`},"required":[`+strings.Join(required, ",")+`]}`, strict)
	if got := check(t, s, `{`+strings.Join(wrong, ",")+`}`); len(got) != n {
		t.Errorf("%d faults", len(got))
	}
	if got := check(t, s, strings.ReplaceAll(`{`+strings.Join(wrong, ",")+`}`, `"p`, `"q`)); len(got) != n+n/2 {
		t.Errorf("%d faults", len(got))
	}
	s = compiled(t, `{"uniqueItems":true}`, strict)
	if got := check(t, s, `[`+strings.Join(numbers, ",")+`]`); len(got) != 1 || !strings.Contains(got[0], `"[2999]" repeats item 0`) {
		t.Errorf("%q", got)
	}
	// Two large objects that are equal but for the order.
	var forth, back []string
	for i := range n {
		forth = append(forth, fmt.Sprintf(`"k%d":%d`, i, i))
		back = append(back, fmt.Sprintf(`"k%d":%d.0`, n-1-i, n-1-i))
	}
	s = compiled(t, `{"const":{`+strings.Join(forth, ",")+`}}`, Options{})
	if got := check(t, s, `{`+strings.Join(back, ",")+`}`); got != nil {
		t.Errorf("%q", got)
	}
}

// TestAllocations: a value that fits costs no allocation.
func TestAllocations(t *testing.T) {
	for name, tt := range map[string][2]string{
		"booking":  {booking, `{"flight":"BA117","seats":2,"cabin":"business"}`},
		"choice":   {notice, `{"to":{"channel":"sms","number":"1"}}`},
		"nullable": {`{"properties":{"a":{"anyOf":[{"type":"string","format":"date-time"},{"type":"null"}]}}}`, `{"a":"2026-01-31T10:00:00Z"}`},
		"arrays":   {`{"properties":{"a":{"items":{"type":"number","multipleOf":0.01,"maximum":1e3},"uniqueItems":true}}}`, `{"a":[1,2.25,3,19.99]}`},
		"closed":   {`{"allOf":[{"properties":{"a":{}}},{"properties":{"b":{"pattern":"^[a-z]+$"}}}]}`, `{"a":1,"b":"x"}`},
	} {
		s, v := compiled(t, tt[0], strict), parse(t, "v.json", tt[1])
		if f := s.Check(v, 0, nil); f != nil {
			t.Fatalf("%s: %v", name, f)
		}
		if n := testing.AllocsPerRun(100, func() { s.Check(v, 0, nil) }); n > 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// TestConcurrent: one Schema serves all workers.
func TestConcurrent(t *testing.T) {
	s := compiled(t, typical, strict)
	good, bad := parse(t, "good.json", arguments), parse(t, "bad.json", `{"user_id":1,"origin":"jfk","zzz":[]}`)
	want := len(s.Check(bad, 0, nil))
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 200 {
				if f := s.Check(good, 0, nil); f != nil {
					t.Errorf("%+v", f)
				}
				if f := s.Check(bad, 0, nil); len(f) != want {
					t.Errorf("%d faults, want %d", len(f), want)
				}
				if len(s.Properties()) != 9 {
					t.Error("properties are missing")
				}
			}
		})
	}
	group.Wait()
}

// TestAppends: faults are added behind those that are there, and an incomplete value is not blamed for what it lacks.
func TestAppends(t *testing.T) {
	s := compiled(t, booking, strict)
	v := parse(t, "v.json", `{"seats":0}`)
	out := s.Check(v, 0, []Fault{{Message: "before"}})
	if len(out) != 3 || out[0].Message != "before" || out[1].Rule != RuleMissing || out[2].Rule != RuleInvalid {
		t.Errorf("%+v", out)
	}
	text := `{"seats":1`
	b := tree.NewBuilder(&tree.Source{Name: "v.yaml", Text: text}, 0)
	b.Begin(tree.Object, 0, tree.Broken)
	b.Scalar(tree.String, tree.Span{Start: 1, End: 8}, tree.Quoted)
	b.Scalar(tree.Number, tree.Span{Start: 9, End: 10}, 0)
	b.End(10)
	if out := s.Check(b.Tree(), 0, nil); out != nil {
		t.Errorf("%+v", out)
	}
}

// TestAmbiguous: a plain scalar that YAML readers disagree about is marked where it does not fit.
func TestAmbiguous(t *testing.T) {
	text := `yes`
	b := tree.NewBuilder(&tree.Source{Name: "v.yaml", Text: text}, 0)
	b.Scalar(tree.String, tree.Span{Start: 0, End: 3}, tree.Plain|tree.Ambiguous)
	out := compiled(t, `{"type":"boolean"}`, strict).Check(b.Tree(), 0, nil)
	if len(out) != 1 || !out[0].Ambiguous || out[0].Hint != "write true" {
		t.Errorf("%+v", out)
	}
	if out := compiled(t, `{"type":"string"}`, strict).Check(b.Tree(), 0, nil); out != nil {
		t.Errorf("%+v", out)
	}
}

// TestWords: what the values are called is the caller's.
func TestWords(t *testing.T) {
	s := compiled(t, booking, Options{Strict: true, Whole: "the outcome", Part: "field"})
	if got := check(t, s, `{"flight":"x","seats":0}`); len(got) != 1 || got[0] != `0 | invalid-argument | field "seats" must be at least 1, but is 0` {
		t.Errorf("%q", got)
	}
	if got := check(t, s, `3`); len(got) != 1 || got[0] != `3 | wrong-type | the outcome must be an object, but 3 is a number | give it an object` {
		t.Errorf("%q", got)
	}
}

// TestPlaces: the faults point into the schema, at the narrowest token.
func TestPlaces(t *testing.T) {
	s := compiled(t, `{"required":["a","b"],"properties":{"a":{"type":"string"},"n":{"minimum":1}},"propertyNames":{"maxLength":3}}`, strict)
	v := parse(t, "v.json", `{"n":0,"long":1}`)
	var got []string
	for _, f := range s.Check(v, 0, nil) {
		got = append(got, f.Keyword+" "+f.Schema.Source.Slice(f.Schema.Span)+" "+string(v.Path(0, f.Value)))
	}
	want := `required "a" |required "b" |minimum 1 /n|additionalProperties "properties" /long|maxLength 3 /long`
	if strings.Join(got, "|") != want && strings.Join(got, "|") != strings.Replace(want, `additionalProperties "properties" /long|maxLength 3 /long`, `maxLength 3 /long|additionalProperties "properties" /long`, 1) {
		t.Errorf("got %s", strings.Join(got, "|"))
	}
}
