package syntax

import (
	"strings"
	"testing"

	"github.com/planlint/planlint/contracts/tree"
)

// A yamlCase is a text, the dump of its tree, and its problems.
type yamlCase []string

func testYAML(t *testing.T, cases []yamlCase) {
	t.Helper()
	for _, c := range cases {
		d := readYAML(&tree.Source{Text: c[0]}, Options{Caps: Caps{}.orDefault()})[0]
		if got := yamlDump(d.Tree); got != c[1] {
			t.Errorf("%q\n got %s\nwant %s", c[0], got, c[1])
		}
		if got, want := strings.TrimSuffix(yamlProblems(d.Problems), "\n"), strings.Join(c[2:], "\n"); got != want {
			t.Errorf("%q\n got %s\nwant %s", c[0], got, want)
		}
		if broken := lawsBroken(d.Tree); broken != "" {
			t.Errorf("%q: %s", c[0], broken)
		}
	}
}

// yamlCases are all tables, for the fuzz targets to start from.
func yamlCases() (texts []string) {
	for _, cases := range [][]yamlCase{yamlScalarsCases, yamlBlocksCases, yamlStructureCases, yamlAnchorsCases, yamlKeysCases, yamlFaultsCases, yamlBytesCases} {
		for _, c := range cases {
			texts = append(texts, c[0])
		}
	}
	return texts
}

func TestYAMLScalars(t *testing.T) { testYAML(t, yamlScalarsCases) }

var yamlScalarsCases = []yamlCase{
	{"a: null",
		`{"a"@0-1:null@3-7}@0-7`},
	{"[~, Null, NULL, true, True, FALSE]",
		"[null@1-2 null@4-8 null@10-14 true@16-20 true@22-26 false@28-33]@0-34"},
	{"[0, -1, +1, 017, 08, 0o17, 0x1F, 007, -0]",
		"[0@1-2 -1@4-6 1@8-10 17?@12-15 8?@17-19 15?@21-25 31@27-31 7@33-36 -0@38-40]@0-41"},
	{"[.5, 1., -.5, 1e3, 1.5e+3, 1.e5, 00.5]",
		"[0.5@1-3 1.0@5-7 -0.5@9-12 1e3?@14-17 1.5e+3@19-25 1.0e5?@27-31 0.5@33-37]@0-38"},
	{"[.inf, -.INF, .nan]",
		`[".inf"@1-5 "-.INF"@7-12 ".nan"@14-18]@0-19`,
		"1-5 wrong-shape: .inf is not a finite number",
		"7-12 wrong-shape: -.INF is not a finite number",
		"14-18 wrong-shape: .nan is not a finite number"},
	{"[yes, N, on, 1_000, 0b1, 1:30, 2026-01-01, 2026-01-01T10:00:00Z, =, -0x1F]",
		`["yes"?@1-4 "N"?@6-7 "on"?@9-11 "1_000"?@13-18 "0b1"?@20-23 "1:30"?@25-29 "2026-01-01"?@31-41 "2026-01-01T10:00:00Z"?@43-63 "="?@65-66 "-0x1F"?@68-73]@0-74`},
	{"[1.2.3, 1-2, 10:80, 0x, 1e, ., -, a]",
		`["1.2.3"@1-6 "1-2"@8-11 "10:80"@13-18 "0x"@20-22 "1e"@24-26 "."@28-29 "-"@31-32 "a"@34-35]@0-36`},
	{"0x1FFFFFFFFFFFFFFFFF",
		"590295810358705651711@0-20"},
	{"a:",
		`{"a"@0-1:null@2-2}@0-2`},
	{"- \n-",
		"[null@1-1 null@4-4]@0-4"},
	{"'it''s'",
		`"it's"q@0-7`},
	{"''",
		`""q@0-2`},
	{"a:  b  # c",
		`{"a"@0-1:"b"@4-5}@0-5`},
	{"a: b#c",
		`{"a"@0-1:"b#c"@3-6}@0-6`},
	{"a:\n  b\n  c\n\n  d",
		`{"a"@0-1:"b c\nd"@5-15}@0-15`},
	{`"a\tb\/\x41\u00e9\ud83d\ude00\U0001F600"`,
		`"a\tb/Aé😀😀"q@0-40`},
	{"\"a  \\\n  b\n\n  c \n d\"",
		`"a  b\nc d"q@0-19`},
	{"'a\n\n  b'",
		`"a\nb"q@0-8`},
}

func TestYAMLBlocks(t *testing.T) { testYAML(t, yamlBlocksCases) }

var yamlBlocksCases = []yamlCase{
	{"a: |\n  x\n   y\n\n  z\nb: 1",
		`{"a"@0-1:"x\n y\n\nz\n"b@3-18 "b"@19-20:1@22-23}@0-23`},
	{"a: >\n  x\n  y\n\n  z\n   w\n  v\n",
		`{"a"@0-1:"x y\nz\n w\nv\n"b@3-26}@0-26`},
	{"a: |-\n  x\n\n",
		`{"a"@0-1:"x"b@3-9}@0-9`},
	{"a: |+\n  x\n\n",
		`{"a"@0-1:"x\n\n"b@3-9}@0-9`},
	{"a: |2\n   x\n",
		`{"a"@0-1:" x\n"b@3-10}@0-10`},
	{"a: >- # c\n  x",
		`{"a"@0-1:"x"b@3-13}@0-13`},
	{"- |\n x\n- >+\n\n- y",
		`["x\n"b@2-6 "\n"b@9-11 "y"?@15-16]@0-16`},
	{"a: |\nb: 1",
		`{"a"@0-1:""b@3-4 "b"@5-6:1@8-9}@0-9`},
	{"|\n  x\n",
		`"x\n"b@0-5`},
	{"a: |\n  \tx",
		`{"a"@0-1:"\tx"b@3-9}@0-9`},
}

func TestYAMLStructure(t *testing.T) { testYAML(t, yamlStructureCases) }

var yamlStructureCases = []yamlCase{
	{"a:\n- 1\n- b: 2\n  c:\n  - 3\nd:",
		`{"a"@0-1:[1@5-6 {"b"@9-10:2@12-13 "c"@16-17:[3@23-24]@21-24}@9-24]@3-24 "d"@25-26:null@27-27}@0-27`},
	{"- - 1\n  - 2\n-\n  - 3",
		"[[1@4-5 2@10-11]@2-11 [3@18-19]@16-19]@0-19"},
	{"- a: 1\n\n  # c\n  b: 2\n# d\n- x",
		`[{"a"@2-3:1@5-6 "b"@16-17:2@19-20}@2-20 "x"@27-28]@0-28`},
	{`{a: 1, "b":2, c, 'd' : [x, y,],}`,
		`{"a"@1-2:1@4-5 "b"q@7-10:2@11-12 "c"@14-15:null@15-15 "d"q@17-20:["x"@24-25 "y"?@27-28]@23-30}@0-32`},
	{`[a: b, "c":d, {e: f}, [], {}]`,
		`[{"a"@1-2:"b"@4-5}@1-5 {"c"q@7-10:"d"@11-12}@7-12 {"e"@15-16:"f"@18-19}@14-20 []@22-24 {}@26-28]@0-29`},
	{"a: [1,\n  2, # c\n  3\n]\nb: {\n}",
		`{"a"@0-1:[1@4-5 2@9-10 3@18-19]@3-21 "b"@22-23:{}@25-28}@0-28`},
	{"[a\n b, c]",
		`["a b"@1-5 "c"@7-8]@0-9`},
	{"-\tx\n",
		`["x"@2-3]@0-3`},
	{"? a\n: b\n? c",
		`{"a"@2-3:"b"@6-7 "c"@10-11:null@11-11}@0-11`},
	{"{? a : b, [c]: d}",
		`{"a"@3-4:"b"@7-8 "[c]"@10-13:"d"@15-16}@0-17`,
		"10-13 wrong-shape: a key is an array, not a string"},
}

func TestYAMLBytes(t *testing.T) { testYAML(t, yamlBytesCases) }

var yamlBytesCases = []yamlCase{
	{"\ufeffa: 1",
		`{"a"@3-4:1@6-7}@3-7`},
	{"a: 1\r\nb:\r\n  - c\r\n",
		`{"a"@0-1:1@3-4 "b"@6-7:["c"@14-15]@12-15}@0-15`},
	{"a: x\ry\nb: \u2028z\u0085",
		`{"a"@0-1:"x\ry"@3-6 "b"@7-8:"\u2028z\u0085"@10-16}@0-16`},
	{"a: é\nb: [日本, x]",
		`{"a"@0-1:"é"@3-5 "b"@6-7:["日本"@10-16 "x"@18-19]@9-20}@0-20`},
	{"a: \x00b\nc: \xff",
		`{"a"@0-1:"\x00b"@3-5 "c"@6-7:"\xff"@9-10}@0-10`,
		"3-4 syntax: a control character (U+0000)",
		"9-10 syntax: the bytes ff are no UTF-8"},
	{"\xff\xfea\x00",
		"nothing",
		"0-2 syntax: the text is UTF-16"},
	{"a: 1\r",
		`{"a"@0-1:1@3-4}@0-4`},
	{"a:\tb\t# c\n\t\nc: 'd\te'",
		`{"a"@0-1:"b"@3-4 "c"@11-12:"d\te"q@14-19}@0-19`},
	{"%YAML 1.2\n---\na: 1\n...\n",
		`{"a"@14-15:1@17-18}@14-18`},
	{"%YAML 1.2\na: 1",
		`{"a"@10-11:1@13-14}!@10-14`,
		"0-9 syntax: a directive with no --- below it"},
	{"%YAML 3.0\n---\na",
		`"a"@14-15`,
		"0-9 syntax: only YAML 1.2 and 1.1 are read here"},
	{"--- |\n x\n",
		`"x\n"b@4-8`},
	{"--- a\n",
		`"a"@4-5`},
	{"---\n",
		"nothing"},
	{"",
		"nothing"},
	{"# only\n",
		"nothing"},
	{"...\n",
		"nothing"},
	{"--- # c\n# d\na: 1 # e\n...\n# f\n",
		`{"a"@12-13:1@15-16}@12-16`},
}
