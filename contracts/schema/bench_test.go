package schema

import (
	"strings"
	"testing"
)

const (
	typical = `{"type":"object","required":["user_id","origin","destination","flights","passengers"],"properties":{
		"user_id":{"type":"string","description":"The ID of the user"},"origin":{"type":"string","pattern":"^[A-Z]{3}$"},"destination":{"type":"string"},
		"flight_type":{"type":"string","enum":["one_way","round_trip"]},"cabin":{"type":"string","enum":["basic_economy","economy","business"]},
		"flights":{"type":"array","items":{"type":"object","properties":{"flight_number":{"type":"string"},"date":{"type":"string","format":"date"}},"required":["flight_number","date"]}},
		"passengers":{"type":"array","minItems":1,"items":{"type":"object","properties":{"first_name":{"type":"string"},"last_name":{"type":"string"},"dob":{"type":"string"}},"required":["first_name"]}},
		"total_baggages":{"type":"integer","minimum":0},"insurance":{"anyOf":[{"type":"string","enum":["yes","no"]},{"type":"null"}]}}}`
	arguments = `{"user_id":"mia_li_3668","origin":"JFK","destination":"SEA","flight_type":"one_way","cabin":"economy",
		"flights":[{"flight_number":"HAT136","date":"2026-05-20"},{"flight_number":"HAT039","date":"2026-05-20"}],
		"passengers":[{"first_name":"Mia","last_name":"Li","dob":"1990-04-05"}],"total_baggages":3,"insurance":"no"}`
)

func BenchmarkCheck(b *testing.B) {
	for _, bb := range []struct{ name, schema, value string }{
		{"booking", booking, `{"flight":"BA117","seats":2}`}, {"typical", typical, arguments}, {"choice", notice, `{"to":{"channel":"sms","number":"1"}}`},
	} {
		b.Run(bb.name, func(b *testing.B) {
			s, v := compiled(b, bb.schema, strict), parse(b, "v.json", bb.value)
			b.ReportAllocs()
			for b.Loop() {
				if f := s.Check(v, 0, nil); f != nil {
					b.Fatal(f)
				}
			}
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	t := parse(b, "schema.json", typical)
	b.SetBytes(int64(len(typical)))
	b.ReportAllocs()
	for b.Loop() {
		Compile(t, 0, strict)
	}
}

// The library, for comparison: on a decoded value, and compiling from text.
func BenchmarkOracle(b *testing.B) {
	b.Run("check", func(b *testing.B) {
		s, err := closedCompiler(map[string]string{"plan:///s.json": typical}).Compile("plan:///s.json")
		if err != nil {
			b.Fatal(err)
		}
		v := plain(parse(b, "v.json", arguments), 0)
		b.ReportAllocs()
		for b.Loop() {
			if err := s.Validate(v); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("compile", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := closedCompiler(map[string]string{"plan:///s.json": typical}).Compile("plan:///s.json"); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func FuzzCompile(f *testing.F) {
	for _, s := range []string{booking, notice, typical, `{"$ref":"#"}`, `{"$id":"x","$dynamicRef":"#a","$dynamicAnchor":"a"}`, `{"type":["dict"],"items":[{}],"additionalItems":false}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		doc, err := read("schema.json", text)
		if err != nil {
			return
		}
		s, problems := Compile(doc, 0, strict)
		for _, p := range append(problems, s.Review()...) {
			if p.Rule == "" || p.Message == "" || !p.Place.Known() || p.Place.Span.End > len(text) {
				t.Fatalf("%+v", p)
			}
		}
		s.Defaults()
		s.Judge()
		s.Check(doc, 0, nil) // the schema as a value
	})
}

func FuzzCheck(f *testing.F) {
	for _, v := range []string{arguments, `{"flight":"","seats":"2","seat":1}`, `{"to":{"channel":"mail"}}`, `[1e400,{"a":"<bind>"}]`} {
		f.Add(booking, v)
		f.Add(notice, v)
		f.Add(typical, v)
	}
	f.Add(`{"anyOf":[{"not":{}},{"if":true,"then":{"contains":{"multipleOf":0.1}}}],"unevaluatedItems":false}`, `[[0.3]]`)
	f.Fuzz(func(t *testing.T, schema, text string) {
		if strings.Contains(schema, "attern") {
			return // deadlines would slow the search; FuzzLinearPattern searches there
		}
		doc, err := read("schema.json", schema)
		if err != nil {
			return
		}
		v, err := read("v.json", text)
		if err != nil {
			return
		}
		s, _ := Compile(doc, 0, strict)
		faults := s.Check(v, 0, nil)
		wellFormed(t, v, faults)
		for i := 1; i < len(faults); i++ {
			if faults[i].At < faults[i-1].At {
				t.Fatalf("out of order: %+v", faults)
			}
		}
		plain, _ := Compile(doc, 0, Options{})
		if len(faults) == 0 && len(plain.Check(v, 0, nil)) > 0 {
			t.Fatal("the closed reading lets pass what the plain one refuses")
		}
	})
}
