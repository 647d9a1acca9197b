package syntax

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/planlint/planlint/contracts/tree"
)

// dump writes a tree with the span of every node: kind letter, text or members, @start-end.
func dump(t *tree.Tree, n tree.Ref) string {
	s := t.Span(n)
	at := fmt.Sprintf("@%d-%d", s.Start, s.End)
	if t.Flags(n)&tree.Broken != 0 {
		at += "!"
	}
	switch t.Kind(n) {
	case tree.Object:
		var parts []string
		for k, v := range t.Members(n) {
			parts = append(parts, dump(t, k)+": "+dump(t, v))
		}
		return "{" + strings.Join(parts, ", ") + "}" + at
	case tree.Array:
		var parts []string
		for _, e := range t.Elements(n) {
			parts = append(parts, dump(t, e))
		}
		return "[" + strings.Join(parts, ", ") + "]" + at
	case tree.String:
		return fmt.Sprintf("%q%s", t.Text(n), at)
	case tree.Invalid:
		return "nothing"
	}
	return t.Text(n) + at
}

func problems(d Document) string {
	var lines []string
	for _, p := range d.Problems {
		line := fmt.Sprintf("%d-%d %s: %s", p.Span.Start, p.Span.End, p.Rule, p.Message)
		for _, r := range p.Related {
			line += fmt.Sprintf(" [%d-%d]", r.Span.Start, r.Span.End)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func TestJSON(t *testing.T) {
	for _, tt := range []struct{ name, in, want, problems string }{
		{"scalars", `{"a":1,"b":"x","c":null,"d":true,"e":-0.5e+3}`,
			`{"a"@1-4: 1@5-6, "b"@7-10: "x"@11-14, "c"@15-18: null@19-23, "d"@24-27: true@28-32, "e"@33-36: -0.5e+3@37-44}@0-45`, ""},
		{"big number", `9007199254740993`, `9007199254740993@0-16`, ""},
		{"escapes", `"\ud83d\ude00\/\u00e9\n"`, `"😀/é\n"@0-24`, ""},
		{"bom", "\ufeff[]", `[]@3-5`, ""},
		{"crlf", "{\r\n\"a\": 1\r\n}", `{"a"@3-6: 1@8-9}@0-12`, ""},
		{"trailing comma", `[1,]`, `[1@1-2]@0-4!`, `3-4 syntax: a comma with nothing behind it`},
		{"missing comma", `{"a":1 "b":2}`, `{"a"@1-4: 1@5-6, "b"@7-10: 2@11-12}@0-13!`, `7-10 syntax: a comma or } is expected here`},
		{"two faults", "{\"a\":1,}\n", `{"a"@1-4: 1@5-6}@0-8!`, "7-8 syntax: a comma with nothing behind it"},
		{"independent faults", `{"a":[1,],"b":tru,"c":3}`, `{"a"@1-4: [1@6-7]@5-9!, "b"@10-13: "tru"@14-17!, "c"@18-21: 3@22-23}@0-24!`,
			"8-9 syntax: a comma with nothing behind it\n14-17 syntax: \"tru\" is no JSON value"},
		{"single quotes", `{'a':'b'}`, `{"a"@1-4: "b"@5-8!}@0-9!`, `1-4 syntax: a key in single quotes`},
		{"comment", "{// no\n\"a\":1}", `{"a"@7-10: 1@11-12}@0-13!`, `1-6 syntax: JSON has no comments`},
		{"unclosed", `{"a":[1,2`, `{"a"@1-4: [1@6-7, 2@8-9]@5-9!}@0-9!`, `5-6 syntax: the [ opened here never closes`},
		{"unclosed string", "{\"a\":\"x,\n\"b\":1}", `{"a"@1-4: "x,"@5-8, "b"@9-12: 1@13-14}@0-15!`, `5-8 syntax: the quote opened here never closes`},
		{"wrong bracket", `{"a":[1}`, `{"a"@1-4: [1@6-7]@5-7!}@0-8`, `7-8 syntax: a closing } where ] is expected [5-6]`},
		{"missing value", `{"a":,"b":1}`, `{"a"@1-4: null@5-5!, "b"@6-9: 1@10-11}@0-12!`, `5-6 syntax: a value is missing behind the colon`},
		{"missing colon", `{"a","b":1}`, `{"a"@1-4: null@4-4!, "b"@5-8: 1@9-10}@0-11!`, `4-5 syntax: a colon is missing behind the key`},
		{"nan", `[NaN,-Infinity]`, `["NaN"@1-4!, "-Infinity"@5-14!]@0-15`, "1-4 wrong-shape: \"NaN\" is not a finite number\n5-14 wrong-shape: \"-Infinity\" is not a finite number"},
		{"leading zero", `[017]`, `["017"@1-4!]@0-5!`, `1-4 syntax: "017" is no JSON number`},
		{"duplicate", `{"a":1,"a":{"b":2},"c":3}`, `{"a"@1-4: 1@5-6, "c"@19-22: 3@23-24}@0-25`, `7-10 duplicate-key: the key "a" stands twice in one map [1-4]`},
		{"duplicate by escape", `{"a":1,"\u0061":2}`, `{"a"@1-4: 1@5-6}@0-18`, `7-15 duplicate-key: the key "a" stands twice in one map [1-4]`},
		{"half a pair", `"\ud83d"`, "\"\ufffd\"@0-8", `1-7 syntax: \ud83d is half of a surrogate pair`},
		{"bad utf8", "\"a\xffb\"", "\"a\ufffdb\"@0-5", `2-3 syntax: the byte \xff is not UTF-8`},
		{"second document", `{} {}`, `{}@0-2`, `3-4 wrong-shape: a second document where one is expected [0-1]`},
		{"text behind", `{} x`, `{}@0-2`, `3-4 syntax: text behind the end of the value`},
		{"empty", ` `, `nothing`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := Read(&tree.Source{Name: "x.json", Text: tt.in}, Options{})[0]
			if got := dump(d.Tree, 0); got != tt.want {
				t.Errorf("tree\n got %s\nwant %s", got, tt.want)
			}
			if got := problems(d); got != tt.problems {
				t.Errorf("problems\n got %s\nwant %s", got, tt.problems)
			}
		})
	}
}

func TestJSONRepeatsAreKept(t *testing.T) {
	d := Read(&tree.Source{Name: "x.json", Text: `{"s":{"tool":"a","tool":"b","x":1,"x":{"y":1,"y":2}}}`}, Options{})[0]
	if len(d.Tree.Repeated) != 2 {
		t.Fatalf("%d repeats, want 2", len(d.Tree.Repeated))
	}
	r := d.Tree.Repeated[0]
	if r.Value.Text(0) != "b" || d.Tree.Text(r.First) != "tool" || r.Object != d.Tree.Get(0, "s") {
		t.Errorf("repeat %+v of %q", r, r.Value.Text(0))
	}
	inner := d.Tree.Repeated[1].Value
	if len(inner.Repeated) != 1 || inner.Repeated[0].Object != 0 || inner.Text(inner.Repeated[0].First) != "y" {
		t.Errorf("the repeat inside a repeated value is %+v", inner.Repeated)
	}
}

func TestJSONCaps(t *testing.T) {
	deep := strings.Repeat("[", 150) + strings.Repeat("]", 150)
	d := Read(&tree.Source{Name: "x.json", Text: "[" + deep + ",1]"}, Options{})[0]
	if got := problems(d); got != "100-101 syntax: nested deeper than 100 levels" {
		t.Errorf("problems: %s", got)
	}
	if d.Tree.Count(0) != 2 {
		t.Errorf("what stands behind the deep value is lost: %d elements", d.Tree.Count(0))
	}
	d = Read(&tree.Source{Name: "x.json", Text: "[1,2,3]"}, Options{Caps: Caps{Bytes: 4}})[0]
	if !strings.Contains(problems(d), "over the cap of 4") {
		t.Errorf("problems: %s", problems(d))
	}
}

func TestJSONLines(t *testing.T) {
	docs := Read(&tree.Source{Name: "x.jsonl", Text: "{\"a\":1}\n\n{\"a\":\n{\"a\":3} {\n"}, Options{})
	var got []string
	for _, d := range docs {
		got = append(got, dump(d.Tree, 0)+" | "+problems(d))
	}
	want := []string{
		`{"a"@1-4: 1@5-6}@0-7 | `,
		`{"a"@10-13: null@14-14!}@9-14! | 9-10 syntax: the { opened here never closes`,
		`{"a"@16-19: 3@20-21}@15-22 | 23-24 wrong-shape: a second document where one is expected [15-16]`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestJSONStream(t *testing.T) {
	docs := Read(&tree.Source{Name: "x.json", Text: `{"a":1} {"a":2}` + "\n[3]"}, Options{Stream: true})
	if len(docs) != 3 || dump(docs[1].Tree, 0) != `{"a"@9-12: 2@13-14}@8-15` {
		t.Errorf("%d documents", len(docs))
	}
}

// checkTree holds a tree to the laws that every reader keeps.
func checkTree(t *testing.T, d Document) {
	t.Helper()
	tr := d.Tree
	size := len(tr.Source.Text)
	inside := func(s tree.Span) bool { return 0 <= s.Start && s.Start <= s.End && s.End <= size }
	for n := range tr.Len() {
		if s := tr.Span(tree.Ref(n)); !inside(s) {
			t.Fatalf("node %d: span %v outside of %d bytes", n, s, size)
		}
		if next := int(tr.Next(tree.Ref(n))); next <= n || next > tr.Len() {
			t.Fatalf("node %d of %d: the next is %d", n, tr.Len(), next)
		}
	}
	var walk func(n tree.Ref)
	child := func(parent, n tree.Ref) {
		p, c := tr.Span(parent), tr.Span(n)
		if tr.Flags(n)&tree.Aliased == 0 && (c.Start < p.Start || c.End > p.End) {
			t.Fatalf("node %d %v lies outside of its parent %d %v", n, c, parent, p)
		}
		walk(n)
	}
	walk = func(n tree.Ref) {
		for _, e := range tr.Elements(n) {
			child(n, e)
		}
		seen := map[string]bool{}
		for k, v := range tr.Members(n) {
			if tr.Kind(k) != tree.String {
				t.Fatalf("the key %d is a %s", k, tr.Kind(k))
			}
			if seen[tr.Text(k)] {
				t.Fatalf("the key %q stands twice in the tree", tr.Text(k))
			}
			seen[tr.Text(k)] = true
			child(n, k)
			child(n, v)
		}
	}
	if !tr.Empty() {
		walk(0)
	}
	for _, p := range d.Problems {
		if !inside(p.Span) || p.Message == "" || p.Rule == "" {
			t.Fatalf("problem %+v", p)
		}
		for _, r := range p.Related {
			if !inside(r.Span) {
				t.Fatalf("related place %+v", r)
			}
		}
	}
}

func FuzzJSON(f *testing.F) {
	for _, s := range []string{`{"goal":"g","steps":[{"id":"s1","tool":"t","arguments":{"a":1.5e3,"b":[true,null]}}]}`, `{"a":1,"a":{"b":2,"b":3}}`,
		`[1,]`, `{'a':b}`, "{\"a\":\"x\n\"}", `"\ud83d\u0041"`, "\ufeff{}", `{"a"`, `{"a":[1}`, `{,:]}`, `{"a":1}}}`, "[/*", `{"a" 1, b: 2, [3]: 4}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, o := range []Options{{}, {Stream: true}} {
			docs := readJSON(&tree.Source{Name: "x.json", Text: text}, Options{Caps: o.Caps.orDefault(), Stream: o.Stream})
			faulty := false
			for _, d := range docs {
				checkTree(t, d)
				faulty = faulty || len(d.Problems) > 0
			}
			if o.Stream {
				continue
			}
			// The standard library is the judge of what is JSON; it knows no duplicate keys, caps or halves of pairs.
			if valid := json.Valid([]byte(strings.TrimPrefix(text, tree.BOM))); !valid && !faulty && !docs[0].Tree.Empty() {
				t.Fatalf("not JSON, but no problem: %q", text)
			} else if valid && hasSyntaxProblem(docs) && !strings.Contains(problems(docs[0]), "surrogate") && !strings.Contains(problems(docs[0]), "UTF-8") && !strings.Contains(problems(docs[0]), "nested") {
				t.Fatalf("JSON, but %s: %q", problems(docs[0]), text)
			}
		}
	})
}

func BenchmarkJSON(b *testing.B) {
	src := &tree.Source{Name: "x.json", Text: `{"goal":"g","steps":[` + strings.Repeat(`{"id":"s1","tool":"search_flights","arguments":{"origin":"LHR","destination":"JFK","seats":2},"depends_on":[]},`, 100) + `{}]}`}
	b.SetBytes(int64(len(src.Text)))
	b.ReportAllocs()
	for b.Loop() {
		Read(src, Options{})
	}
}
