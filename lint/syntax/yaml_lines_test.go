package syntax

import (
	"math/rand"
	"strings"
	"testing"
)

// TestYAMLLines puts lines together at random, with indentations that often fit, and compares what both readers make
// of them. The numbers are the same in every run.
func TestYAMLLines(t *testing.T) {
	lines := []string{"a", "a: b", "b:", "c: 1", "d: [1, 2]", "e: {x: y, z: }", "f: |", "g: >", "text here", `"q"`, "'r", "s'", `"t`,
		`u"`, "# c", "", "", "*a", "<<: *a", "<<: {a: 1, n: 2}", "h: 'x'", "i: # c", "-", "[", "]", "[a,", "b]", "}", "{", ",",
		"j: &a {a: 1}", "k: |2-", "l: >+", "---", "\tx", "m: a  ", "? x", ": y", "{a: b}: c", "n: x # c", "<<: [*a, *a]", "o: *a"}
	starts := []string{"- ", "- ", "k: ", "&a ", "!!str ", "? ", ": ", "-\t", "a b: ", "'q': "}
	ends := []string{"\n", "\n", "\n", "\n", "\n", "\r\n", "\n\n"}
	indents := []int{0, 0, 0, 2, 2, 2, 4, 4, 1, 3, 6}
	rnd := rand.New(rand.NewSource(1))
	pick := func(s []string) string { return s[rnd.Intn(len(s))] }
	read := 0
	for range 20_000 {
		var b strings.Builder
		for range 1 + rnd.Intn(8) {
			b.WriteString(strings.Repeat(" ", indents[rnd.Intn(len(indents))]))
			for range rnd.Intn(2) * rnd.Intn(3) {
				b.WriteString(pick(starts))
			}
			b.WriteString(pick(lines))
			b.WriteString(pick(ends))
		}
		if text := b.String(); !knownDifference(text) {
			differs, ok := compareReaders(text)
			if differs != "" {
				t.Errorf("%q: %s", text, differs)
			}
			if ok {
				read++
			}
		}
	}
	if read < 1000 {
		t.Errorf("only %d texts could be read by both", read)
	}
}
