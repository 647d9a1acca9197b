package lint_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/syntax"
)

var planSeeds = []string{
	`{"goal":"g","steps":[{"id":"s1","tool":"notify","arguments":{"text":"hi"}}]}`,
	`{"goal":"g","revision":3,"topology":{"collaborative":"parallel-disjoint"},"steps":[{"id":"a","tool":"book","arguments":{"flight":"","seats":2.0,"seat":1},"bind":{"/contact/email":{"input":"/x"}},"depends_on":["b","b","q"],"terminal":true,"quorum":{"need":2,"lenses":["p"," ","p"]}},{"id":"b","tool":"search","bind":{"q":{"step":"a","pointer":"/x"}},"depends_on":["a"],"verifies":true}],"outputs":{"o":{"step":"zz"}}}`,
	`{"goal":"","steps":[1,{"id":2,"tool":null,"arguments":[],"depends_on":"x"},{"id":"a","tool":"a","tool":"b","intent":"\u202e"}],"x":1e400}`,
	`{"goal":"<node-0>","steps":[{"id":"s1","tool":"notify","arguments":{"text":"$s1.a$ {{steps.s1}} #E1"}},{"id":"s2","tool":"notify","arguments":{"text":"$s1.a$ {{steps.s1}} #E1"}}]}`,
}

// FuzzCheck: no plan makes a check panic, and every finding has a place inside the file.
func FuzzCheck(f *testing.F) {
	for _, s := range planSeeds {
		f.Add(s, false)
		f.Add(s, true)
	}
	f.Add("goal: g\nsteps:\n- &a {id: s1, tool: notify, arguments: {text: yes}}\n- {<<: *a, id: s2} # noqa\n", true)
	o := options(f)
	o.Digest = true
	f.Fuzz(func(t *testing.T, text string, yaml bool) {
		name := "plan.json"
		if yaml {
			name = "plan.yaml"
		}
		file, err := lint.Check(&tree.Source{Name: name, Text: text}, lint.Authority{}, o)
		if err != nil {
			t.Fatal(err)
		}
		primaries := 0
		for _, d := range file.Findings {
			s := d.Place.Span
			if s.Start < 0 || s.Start > s.End || s.End > len(text) {
				t.Fatalf("%s at %v of %d bytes", d.Rule, s, len(text))
			}
			if d.Message == "" || d.Severity == 0 || d.Fingerprint == "" {
				t.Fatalf("a finding without message, severity or fingerprint: %+v", d)
			}
			if d.Primary {
				primaries++
			}
		}
		if primaries > 1 {
			t.Fatalf("%d primary findings", primaries)
		}
	})
}

// FuzzSameFindings: a JSON document has the same findings, at the same places, when the YAML reader reads it.
func FuzzSameFindings(f *testing.F) {
	for _, s := range planSeeds {
		f.Add(s)
	}
	o := options(f)
	f.Fuzz(func(t *testing.T, text string) {
		for _, d := range syntax.Read(&tree.Source{Name: "plan.json", Text: text}, syntax.Options{}) {
			if d.Tree.Empty() {
				t.Skip("nothing to compare")
			}
			for _, p := range d.Problems {
				if p.Rule != syntax.RuleDuplicateKey {
					t.Skip("not JSON")
				}
			}
		}
		if strings.ContainsAny(text, "\u0085\u2028\u2029\x7f\ufeff\t\r") || strings.Contains(text, "<<") {
			t.Skip("YAML means something else by it")
		}
		sameFindings(t, o, text)
	})
}

func sameFindings(t *testing.T, o *lint.Options, text string) {
	t.Helper()
	const marker = "---\n" // without it the YAML reader would not be asked
	a := places(check(t, o, "plan.json", text), 0)
	b := places(check(t, o, "plan.yaml", marker+text), len(marker))
	if a != b {
		t.Fatalf("%s\nas JSON\n%sas YAML\n%s", text, a, b)
	}
}

// TestSameFindings holds random plans, faulty in all ways, to the law of FuzzSameFindings.
func TestSameFindings(t *testing.T) {
	o := options(t)
	for seed := range uint64(3000) {
		g := generator{rand.New(rand.NewPCG(seed, 7))}
		sameFindings(t, o, g.plan())
	}
}

// generator writes random JSON plans, with white space and escapes as they come.
type generator struct{ *rand.Rand }

func (g generator) pick(words ...string) string { return words[g.IntN(len(words))] }

func (g generator) space() string { return g.pick("", "", "", " ", "\n", "\n  ", "  ") }

func (g generator) text() string {
	return g.pick(`"s1"`, `"s2"`, `"s3"`, `"notify"`, `"book"`, `"search"`, `"serch"`, `""`, `"a b: c"`, `"# no"`, `"\u00e9"`, `"\ud83d\ude00"`, `"a\/b"`, `"\n\t\\\""`,
		`"yes"`, `"- x"`, `"日本"`, `"\u202e"`, `"{{s1.x}}"`, `"null"`, `"0x1F"`, `" "`)
}

func (g generator) value(depth int) string {
	switch n := g.IntN(9); {
	case n == 0:
		return g.pick("null", "true", "false")
	case n == 1:
		return g.pick("0", "-1", "2.0", "1e3", "9007199254740993", "0.1", "-0", "1E400", "0.12345678901234567890")
	case n < 5 || depth > 3:
		return g.text()
	case n < 7:
		return g.list(depth, func() string { return g.value(depth + 1) })
	}
	var members []string
	for range g.IntN(4) {
		members = append(members, g.pick(`"text"`, `"flight"`, `"seats"`, `"q"`, `"contact"`, `"email"`, g.text()), g.value(depth+1))
	}
	return g.object(members)
}

func (g generator) list(_ int, element func() string) string {
	var b strings.Builder
	b.WriteString("[" + g.space())
	for i := range g.IntN(4) {
		if i > 0 {
			b.WriteString("," + g.space())
		}
		b.WriteString(element() + g.space())
	}
	return b.String() + "]"
}

// object writes members, given as keys and values in turn; now and then one of them twice.
func (g generator) object(members []string) string {
	var b strings.Builder
	b.WriteString("{" + g.space())
	for i := 0; i+1 < len(members); i += 2 {
		if i > 0 {
			b.WriteString("," + g.space())
		}
		b.WriteString(members[i] + g.pick(":", ": ", " : ") + members[i+1] + g.space())
	}
	return b.String() + "}"
}

func (g generator) plan() string {
	some := func(key string, value func() string) []string {
		if g.IntN(8) == 0 {
			return nil
		}
		if g.IntN(25) == 0 {
			return []string{key, g.value(1), key, value()}
		}
		return []string{key, value()}
	}
	step := func() string {
		var m []string
		m = append(m, some(`"id"`, g.text)...)
		m = append(m, some(`"tool"`, func() string { return g.pick(`"notify"`, `"book"`, `"search"`, g.text()) })...)
		m = append(m, some(`"arguments"`, func() string { return g.value(0) })...)
		if g.IntN(3) == 0 {
			m = append(m, some(`"bind"`, func() string {
				return g.object([]string{g.pick(`"text"`, `"/contact/email"`, `"q"`), g.object([]string{`"step"`, g.text(), `"pointer"`, g.pick(`""`, `"/a"`, `"a"`)})})
			})...)
		}
		m = append(m, some(`"depends_on"`, func() string { return g.list(0, g.text) })...)
		if g.IntN(6) == 0 {
			m = append(m, g.pick(`"terminal"`, `"verifies"`, `"intent"`, `"quorum"`, `"extra"`), g.value(1))
		}
		return g.object(m)
	}
	m := some(`"goal"`, g.text)
	m = append(m, some(`"steps"`, func() string { return g.list(0, step) })...)
	if g.IntN(4) == 0 {
		m = append(m, g.pick(`"revision"`, `"version"`, `"reason"`, `"topology"`, `"outputs"`, `"inputs"`, `"gaol"`), g.value(1))
	}
	return g.object(m)
}

func places(f *lint.File, shift int) string {
	var b strings.Builder
	for _, d := range f.Findings {
		if d.Rule == "ambiguous-scalar" {
			continue // plain scalars are YAML's own
		}
		fmt.Fprintf(&b, "%d-%d %s %s %v %s %s: %s | %s\n", d.Place.Span.Start-shift, d.Place.Span.End-shift, d.Rule, d.Step, d.Violations, d.Pointer, d.Fingerprint, d.Message, d.Hint)
	}
	return b.String()
}
