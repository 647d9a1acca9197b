package syntax

import (
	"fmt"
	"strings"
	"testing"

	"github.com/planlint/planlint/contracts/tree"
)

func TestYAMLCaps(t *testing.T) {
	small := Caps{Depth: 3, Aliased: 10}.orDefault()
	for _, tt := range []struct{ name, text, tree, problems string }{
		{"as deep as allowed", "a: [{}]", `{"a"@0-1:[{}@4-6]@3-7}@0-7`, ""},
		{"flow", "a: [{b: [c, ']', {}]}, d]\ne: 1", `{"a"@0-1:[{"b"@5-6:null!@8-20}!@4-21 "d"@23-24]!@3-25 "e"@26-27:1@29-30}!@0-30`,
			"8-9 syntax: nested deeper than 3 levels\n"},
		{"block", "a:\n- b:\n    c: 1\n\n    d: 2\n  e: 3\n", `{"a"@0-1:[{"b"@5-6:null!@12-26 "e"@29-30:3@32-33}!@5-33]!@3-33}!@0-33`,
			"12-14 syntax: nested deeper than 3 levels\n"},
		{"list at the level of its key", "- a:\n    b:\n    - c\n    - d\n    e: 1", `[{"a"@2-3:{"b"@9-10:null!@16-27 "e"@32-33:1@35-36}!@9-36}!@2-36]!@0-36`,
			"16-17 syntax: nested deeper than 3 levels\n"},
		{"dashes on one line", "- - - - - a\n- b", `[[[null!@6-11]!@4-11]!@2-11 "b"@14-15]!@0-15`, "6-7 syntax: nested deeper than 3 levels\n"},
		{"through an alias", "- &a [b]\n- [*a]\n- [[*a]]", `[["b"@6-7]@5-8 [["b"a@12-14]a@12-14]@11-15 [[null!@20-22]@19-23]@18-24]@0-24`,
			"20-22 syntax: nested deeper than 3 levels (2-4 the anchor)\n"},
		{"too many nodes", "- &a [1, 2, 3]\n- *a\n- *a\n- *a\n- *a", "", "27-29 syntax: aliases bring in more than 10 nodes (2-4 the anchor)\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := readYAML(&tree.Source{Text: tt.text}, Options{Caps: small})[0]
			if got := yamlDump(d.Tree); tt.tree != "" && got != tt.tree {
				t.Errorf("got  %s\nwant %s", got, tt.tree)
			}
			if got := yamlProblems(d.Problems); got != tt.problems {
				t.Errorf("got  %s\nwant %s", got, tt.problems)
			}
			if broken := lawsBroken(d.Tree); broken != "" {
				t.Error(broken)
			}
		})
	}
}

// TestYAMLBombs reads texts that are made to cost more than they show.
func TestYAMLBombs(t *testing.T) {
	for i, text := range yamlSeeds() {
		d := readYAML(&tree.Source{Text: text}, Options{Caps: Caps{}.orDefault()})[0]
		if d.Tree.Len() > MaxAliased+len(text)+1 {
			t.Errorf("seed %d: %d nodes", i, d.Tree.Len())
		}
	}
	deep := strings.Repeat("[", 1_000_000)
	d := readYAML(&tree.Source{Text: deep}, Options{Caps: Caps{}.orDefault()})[0]
	if got := yamlProblems(d.Problems); got != "100-101 syntax: nested deeper than 100 levels\n" {
		t.Error(got)
	}
}

// TestYAMLRepeated reads long texts that are one line or two over and over; a reader that is not linear is stuck there.
func TestYAMLRepeated(t *testing.T) {
	for _, line := range []string{"a: \"x\n", "- 'x\n", "- [a\n", "a: 1\n", "a: {b: 1, b: &b 2}\n", "abc\n", "- *zz\n", "a: |\n  x\n", "a:\n  b: 1\n c: 2\n",
		"a: b: c\n", "a:\n\tb: 1\n", "? a\n: b\n", "---\na: 1\n", "- [[[[[[[[a\n", "\"a\" b, ", "a\r", "\\d"} {
		for _, text := range []string{strings.Repeat(line, 10_000), "[" + strings.Repeat(line, 10_000), "\"" + strings.Repeat(line, 10_000)} {
			for _, d := range readYAML(&tree.Source{Text: text}, Options{Caps: Caps{}.orDefault(), Stream: true}) {
				if broken := lawsBroken(d.Tree); broken != "" {
					t.Errorf("%q: %s", line, broken)
				}
			}
		}
	}
}

func TestYAMLDocuments(t *testing.T) {
	for _, tt := range []struct {
		text   string
		stream bool
		want   []string // a dump for each document
		said   string   // the problems of the first
	}{
		{"a\n---\nb\n", false, []string{`"a"@0-1`}, "2-5 wrong-shape: a second document where one is expected (0-1 the first one starts here)\n"},
		{"---\na\n...\nb\n", false, []string{`"a"@4-5`}, "10-11 wrong-shape: a second document where one is expected (0-3 the first one starts here)\n"},
		{"a\n---\n# c\n", false, []string{`"a"@0-1`}, ""},
		{"---\n---\na\n", false, []string{`"a"@8-9`}, ""},
		{"a\n---\nb\n---\n{c}\n---\n", true, []string{`"a"@0-1`, `"b"@6-7`, `{"c"@13-14:null@14-14}@12-15`}, ""},
		{"a: &x 1\n---\nb: *x\n", true, []string{`{"a"@0-1:1@6-7}@0-7`, `{"b"@12-13:null!@15-17}@12-17`}, ""},
		{"? a\n: 1\n---\nb: @\n---\nc: 1", true, []string{`{"a"@2-3:1@6-7}@0-7`, `{"b"@12-13:null!@15-16}!@12-16`, `{"c"@21-22:1@24-25}@21-25`}, ""},
		{"a: |\n  x\n---\nb", true, []string{`{"a"@0-1:"x\n"b@3-8}@0-8`, `"b"@13-14`}, ""},
	} {
		docs := readYAML(&tree.Source{Text: tt.text}, Options{Caps: Caps{}.orDefault(), Stream: tt.stream})
		var got []string
		for _, d := range docs {
			got = append(got, yamlDump(d.Tree))
		}
		if fmt.Sprint(got) != fmt.Sprint(tt.want) {
			t.Errorf("%q\n got %s\nwant %s", tt.text, got, tt.want)
		}
		if got := yamlProblems(docs[0].Problems); got != tt.said {
			t.Errorf("%q\n got %s\nwant %s", tt.text, got, tt.said)
		}
	}
}

func TestYAMLComments(t *testing.T) {
	text := "# a\nb: c # d\n#e\nf: [1, # g\r\n  2] #h\ni: | # j\n  # no comment\nk: 'l # m' # n\n--- # o\n# p"
	src := &tree.Source{Text: text}
	docs := readYAML(src, Options{Caps: Caps{}.orDefault(), Stream: true})
	var got []string
	for _, c := range docs[0].Comments {
		got = append(got, src.Slice(c))
	}
	want := []string{"# a", "# d", "#e", "# g", "#h", "# j", "# n", "# o", "# p"}
	if len(docs) != 1 || fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
		t.Errorf("%d documents, comments %q, want %q", len(docs), got, want)
	}
	odd := readYAML(&tree.Source{Text: "# a\n? b # c\n: 'd # e' # f\n"}, Options{Caps: Caps{}.orDefault()})[0]
	if len(odd.Comments) != 3 || len(odd.Problems) != 0 {
		t.Errorf("comments %v, problems %v", odd.Comments, odd.Problems)
	}
}
