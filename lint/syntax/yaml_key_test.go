package syntax

import "testing"

func TestYAMLKeys(t *testing.T) { testYAML(t, yamlKeysCases) }

var yamlKeysCases = []yamlCase{
	{"1: a\n\"1\": b\ntrue: c\n~: d\n: e",
		`{"1"@0-1:"a"@3-4 "true"@12-16:"c"@18-19 "~"@20-21:"d"@23-24 ""@25-25:"e"@27-28}@0-28 again 0:1@5-8="b"@10-11`,
		"0-1 wrong-shape: a key is a number, not a string",
		`5-8 duplicate-key: the key "1" stands twice in one map (0-1 first written here)`,
		"12-16 wrong-shape: a key is a boolean, not a string",
		"20-21 wrong-shape: a key is null, not a string",
		"25-25 wrong-shape: a key is empty, not a string"},
	{"a: 1\nb: 2\na: {c: 3, c: 4}",
		`{"a"@0-1:1@3-4 "b"@5-6:2@8-9}@0-25 again 0:1@10-11={"c"@14-15:3@17-18}@13-25 again 0:1@20-21=4@23-24`,
		`10-11 duplicate-key: the key "a" stands twice in one map (0-1 first written here)`,
		`20-21 duplicate-key: the key "c" stands twice in one map (14-15 first written here)`},
	{"{a: 1, a: 2}",
		`{"a"@1-2:1@4-5}@0-12 again 0:1@7-8=2@10-11`,
		`7-8 duplicate-key: the key "a" stands twice in one map (1-2 first written here)`},
	{"[a]: b",
		`{"[a]"@0-3:"b"@5-6}@0-6`,
		"0-3 wrong-shape: a key is an array, not a string"},
	{"k: {{x}}",
		`{"k"@0-1:{"{x}"@4-7:null@7-7}@3-8}@0-8`,
		"4-7 wrong-shape: a key is an object, not a string"},
	{"&a b: 1\nb: &c 2\nd: *c",
		`{"b"@3-4:1@6-7 "d"@16-17:2a@19-21}@3-21 again 0:1@8-9=2@14-15`,
		`8-9 duplicate-key: the key "b" stands twice in one map (3-4 first written here)`},
	{"a: 1\nb: 2\nc: 3\nd: 4\ne: 5\nf: 6\ng: 7\nh: 8\ni: 9\nj: 10\nk: 11\nl: 12\nm: 13\nn: 14\nc: 15\nn: 16",
		`{"a"@0-1:1@3-4 "b"@5-6:2@8-9 "c"@10-11:3@13-14 "d"@15-16:4@18-19 "e"@20-21:5@23-24 "f"@25-26:6@28-29 "g"@30-31:7@33-34 "h"@35-36:8@38-39 "i"@40-41:9@43-44 "j"@45-46:10@48-50 "k"@51-52:11@54-56 "l"@57-58:12@60-62 "m"@63-64:13@66-68 "n"?@69-70:14@72-74}@0-86 again 0:5@75-76=15@78-80 again 0:27@81-82=16@84-86`,
		`75-76 duplicate-key: the key "c" stands twice in one map (10-11 first written here)`,
		`81-82 duplicate-key: the key "n" stands twice in one map (69-70 first written here)`},
	{"on: 1\nyes: 2",
		`{"on"?@0-2:1@4-5 "yes"?@6-9:2@11-12}@0-12`},
}
