package schema

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/planlint/planlint/contracts/tree"
)

// TestCompareRandom holds what is proved against values: where a place is Nowhere no value has it, where it is Always
// all have it, and no value goes against what the comparison of two places says.
func TestCompareRandom(t *testing.T) {
	rounds := 1500
	if testing.Short() {
		rounds = 300
	}
	tally := map[Verdict]int{}
	tried := 0
	for seed := range rounds {
		g := &generator{Rand: rand.New(rand.NewPCG(uint64(seed), 23))}
		tried += g.compare(t, seed, tally)
	}
	t.Logf("%v, %d values", tally, tried)
	if tally[Fits] < rounds/50 || tally[CannotFit] < rounds/50 {
		t.Errorf("too little is proved: %v", tally)
	}
}

var randomPlaces = [][]string{nil, nil, {"a"}, {"b"}, {"a", "b"}, {"0"}, {"a", "0"}, {"1", "a"}, {"c"}, {"b", "ab"}}

// compare compares two random places and returns how many values were held against what it says.
func (g *generator) compare(t *testing.T, seed int, tally map[Verdict]int) int {
	t.Helper()
	draw := func(like string) (*Schema, string) {
		for {
			text := g.document()
			if like != "" {
				text = g.altered(like)
			}
			s, problems := Compile(parse(t, "schema.json", text), 0, Options{Strict: g.IntN(2) == 0})
			bad := false
			for _, p := range problems {
				bad = bad || !p.Warning
			}
			if !bad {
				return s, text
			}
		}
	}
	from, fromText := draw("")
	near := [...]string{"", fromText, fromText}[g.IntN(3)] // more is proved of schemas that are much the same
	to, toText := draw(near)
	at, place := randomPlaces[g.IntN(len(randomPlaces))], randomPlaces[g.IntN(len(randomPlaces))]
	switch g.IntN(4) {
	case 0, 1:
		at, place = nil, nil
	case 2:
		place = at
	}
	var spent int
	source, target := from.Spot(at, &spent), to.Spot(place, &spent)
	m := Compare(source, target, &spent)
	if spent > 3*spotWork || spent < 0 {
		t.Fatalf("seed %d: the work is %d", seed, spent)
	}
	tally[m.Verdict]++
	var values []*tree.Tree
	for _, s := range [...]*Schema{from, to} {
		if text, ok := s.Sample(); ok {
			values = append(values, parse(t, "v.json", string(text)))
		}
	}
	for range 60 {
		values = append(values, parse(t, "v.json", g.value(3)))
	}
	held := 0
	for _, v := range values {
		if len(from.Check(v, 0, nil)) > 0 {
			continue
		}
		there := v.Find(0, at...)
		switch {
		case there == tree.None && source.Standing == Always, there != tree.None && source.Standing == Nowhere:
			t.Fatalf("seed %d: %v is %d in %s\nschema %s", seed, at, source.Standing, v.Source.Text, fromText)
		case there == tree.None:
			continue
		}
		held++
		whole := place == nil
		if whole {
			b := tree.NewBuilder(&tree.Source{}, 0)
			b.Adopt(v, there, tree.Span{})
			if fits := len(to.Check(b.Tree(), 0, nil)) == 0; fits && m.Verdict == CannotFit || !fits && m.Verdict == Fits {
				t.Fatalf("seed %d: verdict %d (%s, but %s; %v) of %s at %v\nfrom %s\nto %s", seed, m.Verdict, m.Must, m.Is, m.Inside, v.Source.Text, at, fromText, toText)
			}
			continue
		}
		// The value in place of a part of values that fit, and of those that do not.
		for range 12 {
			w := parse(t, "w.json", g.value(3))
			if w.Find(0, place...) == tree.None {
				continue
			}
			before := len(to.Check(w, 0, nil)) == 0
			b := tree.NewBuilder(&tree.Source{}, 0)
			graft(b, w, 0, place, v, there)
			after := len(to.Check(b.Tree(), 0, nil)) == 0
			if after && m.Verdict == CannotFit || before && !after && m.Verdict == Fits {
				t.Fatalf("seed %d: verdict %d (%s, but %s; %v) of %s at %v in %s at %v\nfrom %s\nto %s", seed, m.Verdict, m.Must, m.Is, m.Inside, v.Source.Text, at, w.Source.Text, place, fromText, toText)
			}
		}
	}
	return held
}

// altered is a schema with a word or two in it changed.
func (g *generator) altered(text string) string {
	words := [...]string{`"integer"`, `"number"`, `"string"`, `"a"`, `"b"`, `"c"`, `"properties"`, `"required"`, `"anyOf"`, `"oneOf"`, `"allOf"`, `"not"`, `"object"`,
		`"array"`, `true`, `false`, `0`, `1`, `2`, `3`, `"minItems"`, `"maxItems"`, `"minLength"`, `"minimum"`, `"exclusiveMinimum"`, `"maximum"`, `"items"`, `"contains"`,
		`"if"`, `"then"`, `"else"`, `"additionalProperties"`, `"unevaluatedProperties"`, `{"type":"string"}`, `{"type":"integer"}`}
	for range g.IntN(4) {
		i := g.IntN(len(text))
		for range 20 {
			from, to := words[g.IntN(len(words))], words[g.IntN(len(words))]
			if at := strings.Index(text[i:], from); at >= 0 {
				text = text[:i+at] + to + text[i+at+len(from):]
				break
			}
		}
	}
	if _, err := read("schema.json", text); err != nil || strings.HasPrefix(text, "[") {
		return g.document()
	}
	return text
}

// graft builds the value at n with another one in the place of a part.
func graft(b *tree.Builder, t *tree.Tree, n tree.Ref, place []string, v *tree.Tree, at tree.Ref) {
	if len(place) == 0 {
		b.Adopt(v, at, tree.Span{})
		return
	}
	next := t.Find(n, place[0])
	b.Begin(t.Kind(n), 0, 0)
	each := func(e tree.Ref) {
		if e == next {
			graft(b, t, e, place[1:], v, at)
		} else {
			b.Adopt(t, e, tree.Span{})
		}
	}
	for _, e := range t.Elements(n) {
		each(e)
	}
	for k, e := range t.Members(n) {
		b.Decoded(tree.String, tree.Span{}, 0, t.Text(k))
		each(e)
	}
	b.End(0)
}

// FuzzCompare: no value goes against what is proved of two schemas.
func FuzzCompare(f *testing.F) {
	f.Add(`{"type":"integer","minimum":3}`, `{"type":"number","maximum":2}`, `5`, true)
	f.Add(`{"type":"object","required":["a"],"properties":{"a":{"type":"string"}}}`, `{"type":"object","properties":{"b":{}}}`, `{"a":"x"}`, true)
	f.Add(`{"type":"array","minItems":1,"items":{"enum":["a",1]}}`, `{"oneOf":[{"items":{"type":"string"}},{"not":{"contains":{"const":1}}}]}`, `["a"]`, false)
	f.Add(typical, typical, arguments, true)
	f.Add(notice, booking, `{"to":{"channel":"sms","number":"1"}}`, true)
	f.Fuzz(func(t *testing.T, fromText, toText, value string, closed bool) {
		if len(fromText)+len(toText)+len(value) > 4000 {
			return
		}
		var made [2]*Schema
		for i, text := range [...]string{fromText, toText} {
			tree, err := read("schema.json", text)
			if err != nil || tree.Empty() {
				return
			}
			s, problems := Compile(tree, 0, Options{Strict: closed})
			for _, p := range problems {
				if !p.Warning {
					return
				}
			}
			made[i] = s
		}
		var spent int
		m := Compare(made[0].Spot(nil, &spent), made[1].Spot(nil, &spent), &spent)
		if spent < 0 || spent > 3*spotWork {
			t.Fatalf("the work is %d", spent)
		}
		v, err := read("v.json", value)
		if err != nil || v.Empty() || len(made[0].Check(v, 0, nil)) > 0 {
			return
		}
		faults := made[1].Check(v, 0, nil)
		if len(faults) == 0 && m.Verdict == CannotFit || m.Verdict == Fits && len(faults) > 0 && faults[0].Keyword != "" {
			t.Fatalf("verdict %d (%s, but %s): %v", m.Verdict, m.Must, m.Is, faults)
		}
	})
}
