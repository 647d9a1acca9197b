package schema

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/contracts/tree"
)

// told is what a problem says in one line.
func told(p Problem) string {
	level := "error"
	if p.Warning {
		level = "warning"
	}
	s := p.Place.Source.Slice(p.Place.Span) + " | " + level + " " + p.Rule + " | " + p.Message
	if p.Hint != "" {
		s += " | " + p.Hint
	}
	return s
}

func TestProblems(t *testing.T) {
	for _, tt := range []struct {
		schema string
		want   []string
	}{
		{`{"type":"object","x-mine":1,"example":2,"optional":true,"note":"","$comment":"","definitions":{}}`, nil},
		{`{"type":"dict"}`, []string{`"dict" | error unknown-type | JSON Schema has no type "dict" | write "object"`}},
		{`{"type":"float"}`, []string{`"float" | error unknown-type | JSON Schema has no type "float" | write "number"`}},
		{`{"type":["str","null"]}`, []string{`"str" | error unknown-type | JSON Schema has no type "str" | write "string"`}},
		{`{"type":"String"}`, []string{`"String" | error unknown-type | JSON Schema has no type "String" | write "string"`}},
		{`{"type":"any"}`, []string{`"any" | error unknown-type | JSON Schema has no type "any" | leave "type" out where every value is allowed`}},
		{`{"type":"List[int]"}`, []string{`"List[int]" | error unknown-type | JSON Schema has no type "List[int]" | write "array"`}},
		{`{"type":"intger"}`, []string{`"intger" | error unknown-type | JSON Schema has no type "intger" | did you mean "integer"?`}},
		{`{"type":"Enum"}`, []string{`"Enum" | error unknown-type | JSON Schema has no type "Enum" | list the allowed values under "enum", and name their type`}},
		{`{"type":1}`, []string{`1 | error invalid-schema | "type" must be the name of a type or a list of names, but 1 is a number`}},
		{`{"type":[]}`, []string{`[] | error invalid-schema | "type" must name at least one type, but the list is empty`}},
		{`{"reqired":["a"],"proprties":{}}`, []string{
			`"reqired" | warning unknown-keyword | JSON Schema has no keyword "reqired" | did you mean "required"?`,
			`"proprties" | warning unknown-keyword | JSON Schema has no keyword "proprties" | did you mean "properties"?`,
		}},
		{`{"minimum":"3"}`, []string{`"3" | error invalid-schema | "minimum" must be a number, but "3" is a string | remove the quotes`}},
		{`{"properties":{"a":{"required":true}}}`, []string{`true | error invalid-schema | "required" must be a list of names, but true is a boolean | list the name under "required" of the object around it`}},
		{`{"properties":[]}`, []string{`[] | error invalid-schema | "properties" must be an object, but it is an array`}},
		{`{"properties":{"a":"string"}}`, []string{`"string" | error invalid-schema | a schema under "properties" must be an object, true or false, but "string" is a string | write {type: string}`}},
		{`{"minLength":-1}`, []string{`-1 | error invalid-schema | "minLength" must be a whole number from 0 on, but is -1`}},
		{`{"maxItems":1.5}`, []string{`1.5 | error invalid-schema | "maxItems" must be a whole number from 0 on, but is 1.5`}},
		{`{"enum":[]}`, []string{`[] | error invalid-schema | "enum" must list at least one value, but the list is empty`}},
		{`{"allOf":[]}`, []string{`[] | error invalid-schema | "allOf" must be a list of schemas, at least one, but the list is empty`}},
		{`{"multipleOf":0}`, []string{`0 | error invalid-schema | "multipleOf" must be greater than 0, but is 0`}},
		{`{"pattern":"(?i)a"}`, []string{`"(?i)a" | error invalid-schema | "(?i)a" is no regular expression of ECMA 262: "(?i)" is no group that it has`}},
		{`{"$ref":"#/$defs/adress","$defs":{"address":{}}}`, []string{`"#/$defs/adress" | error invalid-schema | $ref "#/$defs/adress" leads nowhere: there is no "adress", but "address"`}},
		{`{"$ref":"#"}`, []string{`{"$ref":"#"} | error invalid-schema | the schema applies itself to the same value without end | let the reference go through a property or an item`}},
		{`{"$ref":"other.json"}`, []string{`"other.json" | error unreachable-file | $ref "other.json" leads nowhere: other files cannot be read here`}},
		{`{"$ref":"#/title","title":"x"}`, []string{`"#/title" | error invalid-schema | $ref "#/title" leads to a string, which is no schema`}},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"a":{"$ref":"#/definitions/a","minimum":1}},"definitions":{"a":{}}}`, []string{
			`"minimum" | warning ignored-keyword | "minimum" beside "$ref" means nothing in draft-07 | put the "$ref" into an "allOf"`,
		}},
		{`{"$schema":"http://json-schema.org/draft-04/schema#","const":1}`, []string{`"const" | warning ignored-keyword | "const" means nothing in draft-04 | name a newer draft in "$schema"`}},
		{`{"$schema":"https://example.com/x"}`, []string{
			`"https://example.com/x" | warning ignored-keyword | $schema "https://example.com/x" is no draft that is known here, so the schema is read as draft 2020-12 | known are draft-04, draft-06, draft-07, 2019-09 and 2020-12 of json-schema.org`,
		}},
		{`{"items":[{}]}`, []string{`[{}] | warning ignored-keyword | a list under "items" is an older draft, and is read so | write "prefixItems"`}},
		{`{"minimum":1,"exclusiveMinimum":true}`, []string{`true | warning ignored-keyword | "exclusiveMinimum" true or false is draft-04, and is read so | write the bound itself there`}},
		{`3`, []string{`3 | error invalid-schema | a schema must be an object, true or false, but 3 is a number`}},
	} {
		s, problems := Compile(parse(t, "schema.json", tt.schema), 0, strict)
		var got []string
		for _, p := range problems {
			got = append(got, told(p))
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s\n-want +got\n%s", tt.schema, diff)
		}
		if s == nil {
			t.Fatalf("%s: no schema", tt.schema)
		}
		for _, v := range []string{`{}`, `{"a":{"a":[1,"x",null]}}`, `"x"`, `[1]`, `1`} {
			check(t, s, v) // must come back, whatever it says
		}
	}
}

// files is a Loader over texts.
func files(t *testing.T, texts map[string]string) Loader {
	cache := map[string]*tree.Tree{}
	return func(from *tree.Source, ref string) (*tree.Tree, error) {
		text, ok := texts[ref]
		if !ok {
			return nil, errors.New(`the folder has no "` + ref + `"`)
		}
		if cache[ref] == nil {
			cache[ref] = parse(t, ref, text)
		}
		return cache[ref], nil
	}
}

func TestReferences(t *testing.T) {
	load := files(t, map[string]string{
		"defs.json":   `{"$defs":{"seat":{"type":"integer"},"pair":{"prefixItems":[{"$ref":"#/$defs/seat"}]}},"type":"string"}`,
		"loop.json":   `{"properties":{"next":{"$ref":"schema.json"},"more":{"$ref":"loop.json"}}}`,
		"named.json":  `{"$id":"https://example.com/named","$defs":{"x":{"$anchor":"here","type":"null"}}}`,
		"a%20b.json":  `{"type":"boolean"}`,
		"schema.json": `{"type":"object","properties":{"leaf":{"type":"integer"}}}`,
	})
	for _, tt := range []struct {
		name, schema, value string
		fits                bool
	}{
		{"a definition", `{"properties":{"a":{"$ref":"#/definitions/x"}},"definitions":{"x":{"type":"integer"}}}`, `{"a":"x"}`, false},
		{"any pointer", `{"properties":{"a":{"$ref":"#/properties/b"},"b":{"type":"integer"}}}`, `{"a":"x"}`, false},
		{"escapes in a pointer", `{"properties":{"a":{"$ref":"#/$defs/x~1y%20z"}},"$defs":{"x/y z":{"type":"integer"}}}`, `{"a":"x"}`, false},
		{"siblings count in 2020-12", `{"properties":{"a":{"$ref":"#/$defs/x","minimum":3}},"$defs":{"x":{"type":"integer"}}}`, `{"a":2}`, false},
		{"siblings do not in draft-07", `{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"a":{"$ref":"#/definitions/x","minimum":3}},"definitions":{"x":{"type":"integer"}}}`, `{"a":2}`, true},
		{"an anchor", `{"properties":{"a":{"$ref":"#x"}},"$defs":{"x":{"$anchor":"x","type":"integer"}}}`, `{"a":"x"}`, false},
		{"an old anchor", `{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"a":{"$ref":"#x"}},"definitions":{"x":{"$id":"#x","type":"integer"}}}`, `{"a":"x"}`, false},
		{"an $id", `{"$id":"https://example.com/a/b","properties":{"a":{"$ref":"c"}},"$defs":{"x":{"$id":"/a/c","type":"integer"}}}`, `{"a":"x"}`, false},
		{"a pointer inside an $id", `{"properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{"$id":"x","$ref":"#/$defs/y","$defs":{"y":{"type":"integer"}}}}}`, `{"a":"x"}`, false},
		{"draft-04's id", `{"$schema":"http://json-schema.org/draft-04/schema#","id":"http://example.com/","properties":{"a":{"$ref":"x"}},"definitions":{"x":{"id":"x","type":"integer"}}}`, `{"a":"x"}`, false},
		{"an $id in an enum is none", `{"properties":{"a":{"enum":[{"$id":"x"}]},"b":{"$ref":"defs.json"}}}`, `{"b":1}`, false},
		{"a file", `{"properties":{"a":{"$ref":"defs.json"}}}`, `{"a":1}`, false},
		{"a file's definition", `{"properties":{"a":{"$ref":"defs.json#/$defs/pair"}}}`, `{"a":["x"]}`, false},
		{"a file with a name", `{"properties":{"a":{"$ref":"named.json#here"},"b":{"$ref":"https://example.com/named#here"}}}`, `{"a":null,"b":null}`, true},
		{"an escaped name reaches the loader as written", `{"properties":{"a":{"$ref":"a%20b.json"}}}`, `{"a":1}`, false},
		{"files that refer to each other", `{"properties":{"l":{"$ref":"loop.json"}}}`, `{"l":{"more":{"more":{"next":{"leaf":"x"}}}}}`, false},
		{"recursion", `{"properties":{"v":{"type":"integer"},"n":{"$ref":"#"}}}`, `{"v":1,"n":{"v":1,"n":{"v":"x"}}}`, false},
		{"recursion that fits", `{"properties":{"v":{"type":"integer"},"n":{"$ref":"#"}}}`, `{"v":1,"n":{"v":1,"n":{"v":2}}}`, true},
		{"$dynamicRef", `{"$id":"https://example.com/tree","$dynamicAnchor":"n","$ref":"base","properties":{"extra":{"type":"integer"}},
			"$defs":{"base":{"$id":"base","$dynamicAnchor":"n","properties":{"kids":{"items":{"$dynamicRef":"#n"}}}}}}`, `{"extra":1,"kids":[{"extra":"x"}]}`, false},
		{"$dynamicRef without an anchor of that kind", `{"properties":{"a":{"$dynamicRef":"#x"}},"$defs":{"x":{"$anchor":"x","type":"integer"}}}`, `{"a":"x"}`, false},
		{"$recursiveRef", `{"$schema":"https://json-schema.org/draft/2019-09/schema","$id":"https://example.com/tree","$recursiveAnchor":true,"$ref":"base","properties":{"extra":{"type":"integer"}},
			"$defs":{"base":{"$id":"base","$recursiveAnchor":true,"properties":{"kids":{"items":{"$recursiveRef":"#"}}}}}}`, `{"extra":1,"kids":[{"extra":"x"}]}`, false},
		{"$ref and $dynamicRef at once", `{"properties":{"a":{"$ref":"#/$defs/x","$dynamicRef":"#y"}},"$defs":{"x":{"type":"integer"},"y":{"$dynamicAnchor":"y","minimum":3}}}`, `{"a":2}`, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := compiled(t, tt.schema, Options{Load: load, Strict: true})
			if got := check(t, s, tt.value); (len(got) == 0) != tt.fits {
				t.Errorf("got %q", got)
			}
		})
	}
}

// TestFences: what the Loader refuses is an error, and nothing but what it is asked for is ever read.
func TestFences(t *testing.T) {
	for _, ref := range []string{"https://example.com/x.json", "file:///etc/passwd", "/etc/passwd", "../up.json", "FILE://x", "c:\\x.json"} {
		var asked []string
		o := Options{Load: func(_ *tree.Source, ref string) (*tree.Tree, error) {
			asked = append(asked, ref)
			return nil, errors.New("it lies outside the folder")
		}}
		text := `{"properties":{"a":{"$ref":"` + strings.ReplaceAll(ref, `\`, `\\`) + `#/x"}}}`
		_, problems := Compile(parse(t, "schema.json", text), 0, o)
		if len(asked) != 1 || asked[0] != ref {
			t.Errorf("%s: the loader was asked for %q", ref, asked)
		}
		if len(problems) != 1 || problems[0].Warning || problems[0].Rule != RuleFile || !strings.HasSuffix(problems[0].Message, "leads nowhere: it lies outside the folder") {
			t.Errorf("%s: %+v", ref, problems)
		}
	}
	oracle := closedCompiler(map[string]string{"plan:///s.json": `{"$ref":"file:///etc/passwd"}`})
	if _, err := oracle.Compile("plan:///s.json"); err == nil || !strings.Contains(err.Error(), "cannot be read here") {
		t.Errorf("the library reads files: %v", err)
	}
}

func TestJudge(t *testing.T) {
	for text, want := range map[string]string{
		booking:                                  "",
		`{"properties":{"a":{"minLength":"x"}}}`: `"x" | error invalid-schema | "/properties/a/minLength" does not fit "type" in the metaschema of draft 2020-12, but "x" is a string`,
		`{"$schema":"http://json-schema.org/draft-07/schema#","enum":[1,1]}`:         ``,
		`{"$schema":"http://json-schema.org/draft-04/schema#","exclusiveMinimum":1}`: `{"$schema":"http://json-schema.org/draft-04/schema#","exclusiveMinimum":1} | error invalid-schema | the schema does not fit "exclusiveMinimum" in the metaschema of draft-04, but it is an object`,
		`{"maximum":1e1000001,"minimum":1e-1000001}`:                                 "",
	} {
		s, _ := Compile(parse(t, "schema.json", text), 0, strict)
		var got []string
		for _, p := range s.Judge() {
			got = append(got, told(p))
		}
		if text == `{"$schema":"http://json-schema.org/draft-07/schema#","enum":[1,1]}` {
			if len(got) != 1 { // an enum with a value twice, which Compile leaves alone
				t.Errorf("%s: %q", text, got)
			}
			continue
		}
		if strings.Join(got, "\n") != want && !strings.HasPrefix(strings.Join(got, "\n"), want+"\n") {
			t.Errorf("%s\ngot  %q\nwant %q", text, got, want)
		}
	}
}

func TestReview(t *testing.T) {
	for text, want := range map[string][]string{
		booking:                         nil,
		`{"additionalProperties":true}`: {`true | warning open-arguments | names that the schema does not declare are let in, so a misspelt one goes unnoticed | declare what the tool takes, and leave additionalProperties out`},
		`{"additionalProperties":false,"properties":{"a":{"description":"x"}}}`:                 {`"a" | warning untyped-argument | argument "a" has no type, so every value fits | give it a "type"`},
		`{"properties":{"a":{"type":"string","default":1}}}`:                                    {`1 | warning unfit-default | the default of "a" must be a string, but 1 is a number | the default is not used; correct it or the schema`},
		`{"properties":{"a":{"type":"integer","minimum":3,"maximum":2}}}`:                       {`3 | error unsatisfiable | no number lies between 3 and 2`},
		`{"properties":{"a":{"type":"integer","minimum":3,"exclusiveMaximum":3}}}`:              {`3 | error unsatisfiable | no number lies between 3 and 3`},
		`{"properties":{"a":{"type":"string","minLength":3,"maxLength":2}}}`:                    {`3 | error unsatisfiable | "minLength" 3 is more than "maxLength" 2, so no value fits`},
		`{"properties":{"a":{"type":"integer","enum":[1,"2"]}}}`:                                {`"2" | warning unsatisfiable | "2" can never be given, as the type is integer | correct the value or the type`},
		`{"required":["flght"],"properties":{"flight":{"type":"string"}}}`:                      {`"flght" | error unsatisfiable | "flght" is required, but not declared, so nothing fits | did you mean "flight"?`},
		`{"allOf":[{"required":["a"]},{"properties":{"a":{"type":"string"}}}],"properties":{}}`: nil,
	} {
		var got []string
		for _, p := range compiled(t, text, strict).Review() {
			got = append(got, told(p))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s\n-want +got\n%s", text, diff)
		}
	}
}
