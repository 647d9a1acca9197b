package syntax

import "testing"

func TestYAMLAnchors(t *testing.T) { testYAML(t, yamlAnchorsCases) }

var yamlAnchorsCases = []yamlCase{
	{"a: &x [1, {b: c}]\nd: *x",
		`{"a"@0-1:[1@7-8 {"b"@11-12:"c"@14-15}@10-16]@6-17 "d"@18-19:[1a@21-23 {"b"a@21-23:"c"a@21-23}a@21-23]a@21-23}@0-23`},
	{"a: &x b\nc: *x\nd: *y",
		`{"a"@0-1:"b"@6-7 "c"@8-9:"b"a@11-13 "d"@14-15:null!@17-19}@0-19`,
		`17-19 syntax: no anchor "y" stands before this alias`},
	{"a: &x [*x]",
		`{"a"@0-1:[null!@7-9]@6-10}@0-10`,
		"7-9 syntax: an alias inside its own anchor (3-5 the anchor)"},
	{"&m\na: &k b\n&l c: *k",
		`{"a"@3-4:"b"@9-10 "c"@14-15:"b"a@17-19}@3-19`},
	{"a: &x {b: 1, c: 2}\nd:\n  <<: *x\n  c: 3",
		`{"a"@0-1:{"b"@7-8:1@10-11 "c"@13-14:2@16-17}@6-18 "d"@19-20:{"c"@33-34:3@36-37 "b"a@28-30:1a@28-30}@24-37}@0-37`},
	{"<<: {b: 1, c: 2}\nb: 3",
		`{"b"@17-18:3@20-21 "c"@11-12:2@14-15}@0-21`},
	{"p: &p {a: 1}\nq: &q {a: 2, b: 3}\nr:\n  <<: [*p, *q]",
		`{"p"@0-1:{"a"@7-8:1@10-11}@6-12 "q"@13-14:{"a"@20-21:2@23-24 "b"@26-27:3@29-30}@19-31 "r"@32-33:{"a"a@42-44:1a@42-44 "b"a@46-48:3a@46-48}@37-49}@0-49`},
	{"<<: 1",
		"{}@0-5",
		"4-5 wrong-shape: a merge key takes a map or a list of maps, not a number"},
	{"a: &x\nb: *x",
		`{"a"@0-1:null@5-5 "b"@6-7:nulla@9-11}@0-11`},
	{"!!str 1",
		`"1"@6-7`},
	{"[!!int 'x', !!float 1, !!null '', !!bool true, !foo x, ! 2]",
		`["x"q@7-10 1@20-21 nullq@30-32 true@41-45 "x"@52-53 "2"@57-58]@0-59`,
		`7-10 wrong-shape: "x" does not fit its tag !!int`,
		`47-51 wrong-shape: the tag "!foo" means nothing here`},
	{"!!map\na: 1",
		`{"a"@6-7:1@9-10}@6-10`},
	{"&a x: 1\ny: *a",
		`{"x"@3-4:1@6-7 "y"?@8-9:"x"a@11-13}@3-13`},
}
