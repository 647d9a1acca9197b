package syntax

import (
	"strings"
	"testing"

	"github.com/planlint/planlint/contracts/tree"
)

// yamlSeeds are texts that are hard on readers of YAML.
func yamlSeeds() []string {
	bomb := "a: &a [x, x, x, x, x, x, x, x, x]\n"
	for c := 'b'; c < 'l'; c++ {
		bomb += string(c) + ": &" + string(c) + " [" + strings.Repeat("*"+string(c-1)+", ", 9) + "]\n"
	}
	merges := "p: &p {a: 1}\n"
	for range 30 {
		merges += "q: &p\n  <<: [*p, *p]\n"
	}
	return append(yamlCases(), bomb, merges, "{{},<<}", "a: &a [*a]", "a: &a {<<: *a}",
		strings.Repeat("[", 300), strings.Repeat("{a: ", 300), strings.Repeat("- ", 300)+"x", strings.Repeat("- &a ", 50)+"*a",
		"a: {\n b: 1\n}\n? [x, y]\n: z\n", "a: |\n  \n   \n b\n", "- ? a\n- : b\n", "a\n---\nb\n...\n---\n", "'a\n---\nb'", "\"a\\\n...\n\"")
}

// FuzzYAML checks the laws of trees and problems on any text.
func FuzzYAML(f *testing.F) {
	for _, s := range yamlSeeds() {
		f.Add(s, false)
		f.Add(strings.ReplaceAll(s, "\n", "\r\n"), true)
	}
	f.Fuzz(func(t *testing.T, text string, stream bool) {
		docs := readYAML(&tree.Source{Text: text}, Options{Caps: Caps{Depth: 20, Aliased: 1000}.orDefault(), Stream: stream})
		if len(docs) == 0 || len(docs) > 1 && !stream {
			t.Fatalf("%d documents", len(docs))
		}
		for _, d := range docs {
			if broken := lawsBroken(d.Tree); broken != "" {
				t.Fatal(broken)
			}
			if !d.Tree.Empty() && nesting(d.Tree, 0) > 20 {
				t.Fatalf("%d levels", nesting(d.Tree, 0))
			}
			last := 0
			for _, p := range d.Problems {
				if p.Span.Start < last || p.Span.End < p.Span.Start || p.Span.End > len(text) || p.Message == "" || p.Rule == "" {
					t.Fatalf("problem %+v", p)
				}
				last = p.Span.Start
			}
			last = 0
			for _, c := range d.Comments {
				if c.Start < last || c.End < c.Start || c.End > len(text) || text[c.Start] != '#' || strings.Contains(text[c.Start:c.End], "\n") {
					t.Fatalf("comment %v behind %d", c, last)
				}
				last = c.End
			}
		}
	})
}

// compareReaders reads a text with our reader and with yaml.v3, and returns what differs where both accept it: in what
// yaml.v3 says, and in the tree that the fallback makes of it. read is false if they do not both accept it.
func compareReaders(text string) (differs string, read bool) {
	bare := strings.TrimPrefix(text, tree.BOM)
	masked := oldDirective(maskForV3(bare))
	roots, err := v3Documents(masked)
	if bad, _ := badBytes(text); err != nil || bad != nil {
		return "", false
	}
	r := newYAMLReader(&tree.Source{Text: text}, Caps{}.orDefault())
	for {
		from := r.pos
		d, more := r.readDocument()
		if !more {
			if len(roots) > 0 {
				return "a document is missing", true
			}
			return "", true
		}
		if r.faulty || d.Tree.Flags(0)&tree.Block != 0 { // yaml.v3 wants the text at the root indented
			return "", false
		}
		after, odd := r.pos, r.odd
		other, bad := readV3(&r.yamlTree, from, d.end)
		r.pos = after
		if bad != nil {
			if odd || bare != masked && len(d.Problems) > 0 || strings.Contains(bad.Message, "unknown anchor") { // yaml.v3 knows those of the document before
				return "", false
			}
			return "the fallback refuses: " + bad.Message, true
		}
		if len(roots) == 0 {
			return "a document too many", true
		}
		if overCap(d.Problems) || overCap(other.Problems) {
			return "", false
		}
		if odd {
			d = other
		} else if !d.Tree.Empty() {
			sortProblems(d.Problems)
			sortProblems(other.Problems)
			got, want := yamlDump(d.Tree)+"\n"+yamlProblems(d.Problems), yamlDump(other.Tree)+"\n"+yamlProblems(other.Problems)
			if got != want {
				return "own " + got + "fallback " + want, true
			}
		}
		if bare == masked && !d.Tree.Empty() {
			if differs := difference(d.Tree, 0, roots[0], false); differs != "" {
				return differs, true
			}
		}
		roots = roots[1:]
	}
}

// overCap reports whether something was left out because of a cap, which yaml.v3 does not have.
func overCap(problems []Problem) bool {
	for _, p := range problems {
		if strings.HasPrefix(p.Message, "nested deeper") || strings.HasPrefix(p.Message, "aliases bring in") {
			return true
		}
	}
	return false
}

// knownDifference reports whether a text has something that yaml.v3 reads in its own way: a colon or a question mark in
// front of a bracket or a comma, a question mark in a flow collection, a comment with no space in front, an anchor
// whose name is more than a word, a tag with a comma behind it, two end markers in a row, or an escaped single quote.
func knownDifference(text string) bool {
	for _, s := range []string{":}", ":]", ":,", ":[", ":{", "...\n", "...\r", `\'`} {
		if strings.Contains(text, s) {
			return true
		}
	}
	for i := range len(text) {
		if text[i] == '&' || text[i] == '*' {
			rest := strings.TrimLeft(text[i+1:], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
			if rest != "" && strings.IndexByte(" \t\n,[]{}", rest[0]) < 0 && !strings.HasPrefix(rest, "\r\n") {
				return true
			}
		}
		if word, _, _ := strings.Cut(text[i:], " "); text[i] == '!' && strings.ContainsAny(word, ",[]{}") {
			return true
		}
		if text[i] == '#' && i > 0 && strings.IndexByte(" \t\r\n", text[i-1]) < 0 || text[i] == '?' && strings.ContainsAny(text[:i], "[{") {
			return true
		}
	}
	return false
}

// FuzzYAMLAgainstV3 compares our reader with yaml.v3 wherever both accept a text.
func FuzzYAMLAgainstV3(f *testing.F) {
	for _, s := range yamlSeeds() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if knownDifference(text) {
			return
		}
		if differs, _ := compareReaders(text); differs != "" {
			t.Fatal(differs)
		}
	})
}
