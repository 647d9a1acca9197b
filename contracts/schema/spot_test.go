package schema

import (
	"fmt"
	"strings"
	"testing"
)

// spotted is what is known of a place in one line.
func spotted(tb testing.TB, s *Schema, at string) string {
	tb.Helper()
	var spent int
	spot := s.Spot(tokensOf(tb, at), &spent)
	if !spot.Place.Known() {
		tb.Errorf("%s is nowhere", at)
	}
	switch spot.Standing {
	case Always:
		if !spot.Said {
			return "always, whatever it is"
		}
		return "always"
	case Sometimes:
		if !spot.Said {
			return "sometimes, whatever it is"
		}
		return "sometimes"
	}
	line := fmt.Sprintf("nowhere from %d on, in %s", spot.Depth, spot.Kind)
	if spot.Map {
		line += " with " + strings.Join(spot.Names, " ")
	}
	if spot.List {
		line += fmt.Sprintf(" of at most %d", spot.Most)
	}
	return line
}

func TestSpot(t *testing.T) {
	const flights = `{"type":"object","required":["flights"],"properties":{
		"flights":{"type":"array","items":{"type":"object","required":["id"],"properties":{"id":{"type":"string"},"price":{"type":"string"}}}},
		"first":{"type":"array","minItems":1,"items":{"type":"string"}},"free":{"type":"object"},"any":{}}}`
	for _, tt := range []struct{ schema, at, want string }{
		{flights, "", "always"},
		{flights, "/flights", "always"},
		{flights, "/flights/0", "sometimes"},
		{flights, "/flights/0/id", "sometimes"},
		{flights, "/flights/0/price", "sometimes"},
		{flights, "/flights/0/idd", "nowhere from 2 on, in an object with id price"},
		{flights, "/flights/00", "nowhere from 1 on, in an array of at most -1"},
		{flights, "/flights/-", "nowhere from 1 on, in an array of at most -1"},
		{flights, "/flights/-1", "nowhere from 1 on, in an array of at most -1"},
		{flights, "/flights/0/id/0", "nowhere from 3 on, in a string"},
		{flights, "/first/0", "sometimes"},
		{flights, "/free/x/y", "sometimes, whatever it is"},
		{flights, "/any/x", "sometimes, whatever it is"},
		{flights, "/other", "nowhere from 0 on, in an object with flights first free any"},
		{`{"type":"object","required":["first"],"properties":{"first":{"type":"array","minItems":2,"items":{"type":"string"}}}}`, "/first/1", "always"},
		{`{"type":"object","required":["first"],"properties":{"first":{"type":"array","maxItems":2,"items":{"type":"string"}}}}`, "/first/2", "nowhere from 1 on, in an array of at most 2"},
		{`{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false}`, "/1", "sometimes"},
		{`{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false}`, "/2", "nowhere from 0 on, in an array of at most 2"},
		{`{"type":"array","contains":{"type":"string"}}`, "/0", "always, whatever it is"},
		{`{"type":["object","null"],"required":["a"],"properties":{"a":{"type":"string"}}}`, "/a", "sometimes"},
		{`{"type":["object","array"],"required":["0"],"properties":{"0":{"type":"string"}},"minItems":1,"items":{"type":"integer"}}`, "/0", "always"},
		{`{"type":"object"}`, "/a", "nowhere from 0 on, in an object with "},
		{`{}`, "/a", "nowhere from 0 on, in a string, a number, true or false, an array, an object or null with  of at most -1"},
		{`true`, "/a", "sometimes, whatever it is"},
		{`{"type":"object","additionalProperties":true}`, "/a", "sometimes, whatever it is"},
		{`{"type":"object","additionalProperties":{"type":"integer"}}`, "/a", "sometimes"},
		{`{"type":"object","patternProperties":{"^x-":{"type":"integer"}},"additionalProperties":false}`, "/x-a", "sometimes"},
		{`{"type":"object","patternProperties":{"^x-":{"type":"integer"}},"additionalProperties":false}`, "/a", "nowhere from 0 on, in an object with "},
		{`{"type":"object","additionalProperties":true,"propertyNames":{"pattern":"^x"}}`, "/a", "nowhere from 0 on, in an object with "},
		{`{"type":"object","properties":{"a":false,"b":{}}}`, "/a", "nowhere from 0 on, in an object with b"},
		{`{"type":"object","properties":{"b":{}},"unevaluatedProperties":false}`, "/a", "nowhere from 0 on, in an object with b"},
		{`{"type":"object","properties":{"b":{}},"unevaluatedProperties":{"type":"string"}}`, "/a", "sometimes, whatever it is"},
		{`{"allOf":[{"$ref":"#/$defs/a"},{"properties":{"b":{"type":"string"}}}],"$defs":{"a":{"type":"object","required":["a"],"properties":{"a":{"type":"integer"}}}}}`, "/a", "always"},
		{`{"allOf":[{"$ref":"#/$defs/a"},{"properties":{"b":{"type":"string"}}}],"$defs":{"a":{"type":"object","required":["a"],"properties":{"a":{"type":"integer"}}}}}`, "/b", "sometimes"},
		{`{"allOf":[{"$ref":"#/$defs/a"},{"properties":{"b":{"type":"string"}}}],"$defs":{"a":{"type":"object","required":["a"],"properties":{"a":{"type":"integer"}}}}}`, "/c", "nowhere from 0 on, in an object with b a"},
		{`{"type":"object","anyOf":[{"required":["a"],"properties":{"a":{"type":"string"}}},{"required":["b"],"properties":{"b":{"type":"string"}}}]}`, "/a", "sometimes"},
		{`{"type":"object","anyOf":[{"required":["a"],"properties":{"a":{"type":"string"}}},{"required":["b"],"properties":{"b":{"type":"string"}}}]}`, "/c", "nowhere from 0 on, in an object with a b"},
		{`{"type":"object","oneOf":[{"required":["a"],"properties":{"a":{"type":"string"}}},{"required":["a","b"],"properties":{"a":{"type":"integer"},"b":{"type":"string"}}}]}`, "/a", "always"},
		{`{"type":"object","properties":{"a":{}},"anyOf":[{"type":"object"},{"properties":{"b":{}}}]}`, "/c", "nowhere from 0 on, in an object with a b"},
		{`{"anyOf":[{"type":"object"},{"properties":{"b":{}}}]}`, "/c", "sometimes, whatever it is"}, // the first form is free
		{`{"type":"object","required":["next"],"properties":{"next":{"$ref":"#"}}}`, "/next/next/next", "always"},
		{`{"type":"object","properties":{"next":{"$ref":"#"}}}`, "/next/next/nest", "nowhere from 2 on, in an object with next"},
		{`{"not":{}}`, "/a", "nowhere from 0 on, in a string, a number, true or false, an array, an object or null with  of at most -1"},
		{`{"type":"string","allOf":[{"type":"integer"}]}`, "/a", "sometimes, whatever it is"}, // nothing fits at all
		{`{"$dynamicRef":"#d","$defs":{"d":{"$dynamicAnchor":"d","type":"object","properties":{"a":{}}}}}`, "/b", "sometimes, whatever it is"},
	} {
		if got := spotted(t, compiled(t, tt.schema, strict), tt.at); got != tt.want {
			t.Errorf("%s at %s\n got %s\nwant %s", tt.schema, tt.at, got, tt.want)
		}
	}
	// In the plain reading, what is not declared may be there.
	if got := spotted(t, compiled(t, flights, Options{}), "/flights/0/idd"); got != "sometimes, whatever it is" {
		t.Error(got)
	}
}

// TestGuises: every string that has a format looks like what is said of the format, and no two formats that are told
// apart have a string in common.
func TestGuises(t *testing.T) {
	var words []string
	for i := range formats {
		form := formNamed(formats[i].name)
		form.each(extent{0, -1}, func(s string) bool {
			words = append(words, s)
			return len(words)%200 != 0
		})
		words = append(words, formats[i].example)
	}
	words = append(words, "2026-01-31t10:00:00.5+01:00", "23:59:60Z", "::1.2.3.4", "ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255", "P1W", "P1Y2M3DT4H5M6S",
		`"a b"@[IPv6:::1]`, "a:", "-0.5", "0", "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6")
	for i := range formats {
		f := &formats[i]
		for _, s := range words {
			if !f.fits(s) {
				continue
			}
			if g := f.guise(); g != nil {
				n := len([]rune(s))
				if n < g.least || g.most >= 0 && n > g.most || g.has != "" && !strings.ContainsAny(s, g.has) || g.only != "" && strings.Trim(s, g.only) != "" {
					t.Errorf("%q is %s, and does not look like one", s, f.title)
				}
			}
			for j := range formats {
				if other := &formats[j]; f.apart(other) && other.fits(s) {
					t.Errorf("%q is %s and %s, which are apart", s, f.title, other.title)
				}
			}
		}
	}
	if apart := formatNamed("date").apart(formatNamed("date-time")); !apart {
		t.Error("a date may be a date-time")
	}
	for name := range guises {
		if formatNamed(name) == nil {
			t.Errorf("there is no format %s", name)
		}
	}
}
