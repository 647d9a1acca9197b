package schema

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	booking = `{"type":"object","required":["flight","seats"],"properties":{
		"flight":{"type":"string","minLength":1,"description":"IATA code"},"seats":{"type":"integer","minimum":1},
		"cabin":{"enum":["economy","business"],"default":"economy"}}}`
	notice = `{"type":"object","properties":{"to":{"oneOf":[
		{"type":"object","required":["channel","address"],"properties":{"channel":{"const":"email"},"address":{"type":"string","format":"email"}}},
		{"type":"object","required":["channel","number"],"properties":{"channel":{"const":"sms"},"number":{"type":"string"}}}]}}}`
)

// TestCheck is what the closed reading says: one line a fault, as said writes it.
func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		name, schema, value string
		want                []string
	}{
		// The top level and its objects.
		{"fits", booking, `{"seats":2,"flight":"BA117"}`, nil},
		{"all at once, in document order", booking, `{"flight":"","seats":"2","seat":1}`, []string{
			`"" | invalid-argument | argument "flight" must have at least 1 character, but "" has 0`,
			`"2" | wrong-type | argument "seats" must be an integer, but "2" is a string | remove the quotes`,
			`"seat" | undeclared-argument | argument "seat" is not declared | declared: "flight", "seats", "cabin"`,
		}},
		{"missing and misspelt are told once", booking, `{"flght":"x","seats":1}`, []string{
			`{"flght":"x","seats":1} | missing-argument | argument "flight" is missing`,
			`"flght" | undeclared-argument | argument "flght" is not declared | did you mean "flight"?`,
		}},
		{"missing says what to give", booking, `{"seats":1}`, []string{
			`{"seats":1} | missing-argument | argument "flight" is missing | give it a string: "IATA code"`,
		}},
		{"a default does not satisfy required", `{"required":["a"],"properties":{"a":{"type":"string","default":"x"}}}`, `{}`, []string{
			`{} | missing-argument | argument "a" is missing | give it a string; its default does not stand in for it`,
		}},
		{"a tool without arguments", `{"type":"object"}`, `{"a":1}`, []string{
			`"a" | undeclared-argument | argument "a" is not declared | leave it out: no argument is declared`,
		}},
		{"an empty schema", `{}`, `{"a":1}`, []string{
			`"a" | undeclared-argument | argument "a" is not declared | leave it out: no argument is declared`,
		}},
		{"an empty schema takes nothing", `{}`, `{}`, nil},
		{"the author opens the top level", `{"additionalProperties":true}`, `{"a":1}`, nil},
		{"the author opens it to some", `{"properties":{"a":{}},"additionalProperties":{"type":"integer"}}`, `{"a":1,"b":2,"c":"x"}`, []string{
			`"x" | wrong-type | argument "c" must be an integer, but "x" is a string | give it an integer`,
		}},
		{"the author closes it", `{"properties":{"a":{}},"additionalProperties":false}`, `{"b":2}`, []string{
			`"b" | undeclared-argument | argument "b" is not declared | declared: "a"`,
		}},
		{"patterns at the top level declare", `{"patternProperties":{"^x-":{"type":"string"}}}`, `{"x-a":"1","y":1}`, []string{
			`"y" | undeclared-argument | argument "y" is not declared | leave it out: no argument is declared`,
		}},
		{"a nested object that names properties is closed", `{"properties":{"o":{"type":"object","properties":{"date":{}}}}}`, `{"o":{"dat":1}}`, []string{
			`"dat" | undeclared-argument | argument "o.dat" is not declared | did you mean "date"?`,
		}},
		{"a nested object that names none is a map", `{"properties":{"o":{"type":"object"}}}`, `{"o":{"a":{"b":1}}}`, nil},
		{"a nested object with patterns says otherwise", `{"properties":{"o":{"properties":{"a":{}},"patternProperties":{"^x":{}}}}}`, `{"o":{"zz":1}}`, nil},
		{"a nested object may say otherwise", `{"properties":{"o":{"properties":{"a":{}},"additionalProperties":true}}}`, `{"o":{"zz":1}}`, nil},
		{"a map of objects that name properties", `{"properties":{"o":{"additionalProperties":{"properties":{"aaa":{}}}}}}`, `{"o":{"k":{"zzz":1}}}`, []string{
			`"zzz" | undeclared-argument | argument "o.k.zzz" is not declared | declared: "aaa"`,
		}},
		{"items are objects too", `{"properties":{"l":{"type":"array","items":{"properties":{"date":{"format":"date"}},"required":["date"]}}}}`, `{"l":[{"date":"2026-02-30"},{}]}`, []string{
			`"2026-02-30" | invalid-argument | argument "l[0].date" must be a date, but "2026-02-30" is not | write it like "2026-01-31"`,
			`{} | missing-argument | argument "l[1].date" is missing`,
		}},
		{"not an object at all", booking, `[]`, []string{`[] | wrong-type | the arguments must be an object, but it is an array | give it an object`}},

		// Composition counts as one declaration.
		{"allOf", `{"allOf":[{"properties":{"aa":{}}},{"properties":{"bb":{}}}]}`, `{"aa":1,"bb":2,"cccc":3}`, []string{
			`"cccc" | undeclared-argument | argument "cccc" is not declared | declared: "aa", "bb"`,
		}},
		{"$ref beside properties", `{"$ref":"#/$defs/x","properties":{"bb":{}},"$defs":{"x":{"properties":{"aa":{}}}}}`, `{"aa":1,"bb":2}`, nil},
		{"if and then", `{"properties":{"kind":{}},"if":{"properties":{"kind":{"const":"x"}},"required":["kind"]},"then":{"properties":{"extra":{}}}}`, `{"kind":"x","extra":1}`, nil},
		{"then does not apply", `{"properties":{"kind":{}},"if":{"properties":{"kind":{"const":"x"}},"required":["kind"]},"then":{"properties":{"extra":{}}}}`, `{"kind":"y","extra":1}`, []string{
			`"extra" | undeclared-argument | argument "extra" is declared only for another case | leave it out, or change what chooses the case`,
		}},
		{"dependentSchemas", `{"properties":{"a":{}},"dependentSchemas":{"a":{"properties":{"b":{}}}}}`, `{"a":1,"b":2}`, nil},
		{"anyOf of required alone", `{"properties":{"a":{},"b":{}},"anyOf":[{"required":["a"]},{"required":["b"]}]}`, `{"b":1}`, nil},
		{"a free object beside a model", `{"properties":{"o":{"anyOf":[{"type":"object"},{"type":"object","properties":{"a":{}}}]}}}`, `{"o":{"z":1}}`, nil},
		{"unevaluatedProperties", `{"allOf":[{"properties":{"a":{"type":"integer"}}}],"unevaluatedProperties":{"type":"string"}}`, `{"a":1,"b":"x","c":1}`, []string{
			`1 | wrong-type | argument "c" must be a string, but 1 is a number | put it in quotes`,
		}},

		// Types.
		{"an integer has no fraction", booking, `{"flight":"x","seats":2.0}`, []string{`2.0 | wrong-type | argument "seats" must be an integer, but 2.0 is written with a fraction | write 2`}},
		{"an integer has no exponent", booking, `{"flight":"x","seats":1e2}`, []string{`1e2 | wrong-type | argument "seats" must be an integer, but 1e2 is written with an exponent | write 100`}},
		{"an integer is whole", booking, `{"flight":"x","seats":2.5}`, []string{`2.5 | wrong-type | argument "seats" must be an integer, but 2.5 is not whole | give it a whole number`}},
		{"true is no number", booking, `{"flight":"x","seats":true}`, []string{`true | wrong-type | argument "seats" must be an integer, but true is a boolean | give it an integer`}},
		{"a number is no string", booking, `{"flight":117,"seats":1}`, []string{`117 | wrong-type | argument "flight" must be a string, but 117 is a number | put it in quotes`}},
		{"an integer is a number", `{"properties":{"a":{"type":"number"}}}`, `{"a":1}`, nil},
		{"a list of types", `{"properties":{"a":{"type":["integer","null"]}}}`, `{"a":"x"}`, []string{`"x" | wrong-type | argument "a" must be an integer or null, but "x" is a string | give it an integer or null`}},
		{"one instead of a list", `{"properties":{"a":{"type":"array","items":{}}}}`, `{"a":"x"}`, []string{`"x" | wrong-type | argument "a" must be an array, but "x" is a string | write it as a list: ["x"]`}},
		{"JSON in a string", `{"properties":{"a":{"type":"object"}}}`, `{"a":"{\"b\":1}"}`, []string{`"{\"b\":1}" | wrong-type | argument "a" must be an object, but "{\"b\":1}" is a string | write the value itself, not JSON in a string`}},
		{"a word for true", `{"properties":{"a":{"type":"boolean"}}}`, `{"a":"yes"}`, []string{`"yes" | wrong-type | argument "a" must be true or false, but "yes" is a string | write true`}},
		{"a type fault hides the others", `{"properties":{"a":{"type":"string","minLength":3,"enum":["abc"]}}}`, `{"a":1}`, []string{`1 | wrong-type | argument "a" must be a string, but 1 is a number | put it in quotes`}},

		// Values.
		{"an enum in other letters", `{"properties":{"to":{"enum":["JFK","LHR"]}}}`, `{"to":"jfk"}`, []string{`"jfk" | invalid-argument | argument "to" must be one of "JFK", "LHR", but is "jfk" | did you mean "JFK"?`}},
		{"a long enum", `{"properties":{"n":{"enum":[1,2,3,4,5,6,7,8,9,10]}}}`, `{"n":"1"}`, []string{`"1" | invalid-argument | argument "n" must be one of 1, 2, 3, 4, 5, 6, 7, 8 and 2 more, but is "1" | remove the quotes`}},
		{"const by value", `{"properties":{"n":{"const":1}}}`, `{"n":1.00}`, nil},
		{"const", `{"properties":{"n":{"const":{"a":[1]}}}}`, `{"n":{"a":[2]}}`, []string{`{"a":[2]} | invalid-argument | argument "n" must be {"a":[1]}, but is {"a":[2]}`}},
		{"several faults of one value", `{"properties":{"a":{"minLength":3,"pattern":"^x","format":"date"}}}`, `{"a":"y"}`, []string{
			`"y" | invalid-argument | argument "a" must have at least 3 characters, but "y" has 1`,
			`"y" | invalid-argument | argument "a" must match the pattern "^x", but "y" does not`,
			`"y" | invalid-argument | argument "a" must be a date, but "y" is not | write it like "2026-01-31"`,
		}},
		{"code points", `{"properties":{"a":{"maxLength":2,"minLength":2}}}`, `{"a":"é😀"}`, nil},
		{"a date-time without offset", `{"properties":{"a":{"format":"date-time"}}}`, `{"a":"2026-01-31T10:00:00"}`, []string{
			`"2026-01-31T10:00:00" | invalid-argument | argument "a" must be a date-time (RFC 3339), but "2026-01-31T10:00:00" is not | add the offset from UTC, such as "Z" or "+02:00"`,
		}},
		{"unknown formats are annotations", `{"properties":{"a":{"format":"int64"},"b":{"format":"ulid"}}}`, `{"a":"x","b":"y"}`, nil},
		{"false", `{"properties":{"a":false,"b":{}}}`, `{"a":1}`, []string{`1 | invalid-argument | argument "a" is not allowed, whatever its value | leave it out`}},

		// Arrays and sizes.
		{"items", `{"properties":{"a":{"items":{"type":"integer"},"maxItems":2,"uniqueItems":true}}}`, `{"a":[1,1,"x"]}`, []string{
			`[1,1,"x"] | invalid-argument | argument "a" must have at most 2 items, but has 3`,
			`1 | invalid-argument | argument "a[1]" repeats item 0, but all items must differ | leave it out`,
			`"x" | wrong-type | argument "a[2]" must be an integer, but "x" is a string | give it an integer`,
		}},
		{"a tuple", `{"properties":{"a":{"prefixItems":[{"type":"integer"}],"items":false}}}`, `{"a":[1,2,3]}`, []string{`2 | invalid-argument | argument "a" must have at most 1 item, but has 3`}},
		{"contains", `{"properties":{"a":{"contains":{"const":1},"minContains":2,"maxContains":2}}}`, `{"a":[1,2]}`, []string{
			`[1,2] | invalid-argument | argument "a" must have at least 2 items that fit "contains", but has 1`,
		}},
		{"members", `{"properties":{"a":{"minProperties":2,"propertyNames":{"pattern":"^[a-z]+$"}}}}`, `{"a":{"B":1}}`, []string{
			`{"B":1} | invalid-argument | argument "a" must have at least 2 members, but has 1`,
			`"B" | invalid-argument | the name "B" must match the pattern "^[a-z]+$", but "B" does not`,
		}},
		{"dependentRequired", `{"properties":{"a":{},"b":{"type":"string"}},"dependentRequired":{"a":["b"]}}`, `{"a":1}`, []string{
			`{"a":1} | missing-argument | argument "b" is missing, and "a" needs it | give it a string`,
		}},
		{"not", `{"properties":{"a":{"not":{"enum":["x","y"]}},"b":{"not":{"type":"null"}}},"not":{"required":["a","b"]}}`, `{"a":"x","b":null}`, []string{
			`{"a":"x","b":null} | invalid-argument | the arguments must not have "a" together with "b"`,
			`"x" | invalid-argument | argument "a" must not be one of "x", "y"`,
			`null | invalid-argument | argument "b" must not be null`,
		}},

		// Choices.
		{"the branch of the discriminator", notice, `{"to":{"channel":"email","address":"x"}}`, []string{
			`"x" | invalid-argument | argument "to.address" must be an email address, but "x" is not | in the form with channel "email": write it like "ada@example.com"`,
		}},
		{"what belongs to another branch", notice, `{"to":{"channel":"sms","number":1,"address":"a@b.example"}}`, []string{
			`1 | wrong-type | argument "to.number" must be a string, but 1 is a number | in the form with channel "sms": put it in quotes`,
			`"address" | undeclared-argument | argument "to.address" is not declared | in the form with channel "sms": declared: "channel", "number"`,
		}},
		{"an unknown discriminator", notice, `{"to":{"channel":"mail","address":"a@b.example"}}`, []string{
			`"mail" | invalid-argument | argument "to.channel" must be one of "email", "sms", but is "mail" | did you mean "email"?`,
		}},
		{"no discriminator", notice, `{"to":{"address":"a@b.example"}}`, []string{
			`{"address":"a@b.example"} | missing-argument | argument "to.channel" is missing | give it one of "email", "sms"`,
		}},
		{"no branch is near", `{"properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}]}}}`, `{"a":3}`, []string{
			`3 | wrong-type | argument "a" must be a string or null, but 3 is a number | put it in quotes`,
		}},
		{"null beside one thing", `{"properties":{"a":{"anyOf":[{"type":"string","minLength":2},{"type":"null"}]}}}`, `{"a":"x"}`, []string{
			`"x" | invalid-argument | argument "a" must have at least 2 characters, but "x" has 1`,
		}},
		{"several fit", `{"properties":{"a":{"oneOf":[{"type":"integer"},{"minimum":2},{"type":"null"}]}}}`, `{"a":3}`, []string{
			`3 | invalid-argument | argument "a" must fit exactly one form, but fits the first form and the second form | say something that only one of them allows`,
		}},
		{"the branch with the fewest faults", `{"properties":{"a":{"anyOf":[
			{"title":"Card","type":"object","required":["number","expiry"],"properties":{"number":{"type":"string"},"expiry":{"type":"string"}}},
			{"title":"Transfer","type":"object","required":["iban"],"properties":{"iban":{"type":"string"}}}]}}}`, `{"a":{"number":"1"}}`, []string{
			`{"number":"1"} | missing-argument | argument "a.expiry" is missing | in the form "Card": give it a string`,
		}},
		{"constants", `{"properties":{"a":{"oneOf":[{"const":"red"},{"const":"green"}]}}}`, `{"a":"gren"}`, []string{
			`"gren" | invalid-argument | argument "a" must be one of "red", "green", but is "gren" | did you mean "green"?`,
		}},
		{"OpenAPI's discriminator", strings.Replace(notice, `"oneOf"`, `"discriminator":{"propertyName":"channel"},"oneOf"`, 1), `{"to":{"channel":"fax"}}`, []string{
			`"fax" | invalid-argument | argument "to.channel" must be one of "email", "sms", but is "fax"`,
		}},
		{"a oneOf does not become true by closing", `{"properties":{"o":{"oneOf":[{"properties":{"x":{"properties":{"a":{}}}}},{"properties":{"x":{"properties":{"b":{}}}}}]}}}`, `{"o":{"x":{"b":1}}}`, []string{
			`{"x":{"b":1}} | invalid-argument | argument "o" must fit exactly one form, but fits the first form and the second form | say something that only one of them allows`,
		}},

		// Values that only the run knows.
		{"a bind fits everything", booking, `{"flight":"<bind>","seats":"<bind>","cabin":"<bind>"}`, nil},
		{"a bind is present", `{"required":["a"],"properties":{"a":{"enum":[1]},"b":{}},"dependentRequired":{"b":["a"]}}`, `{"a":"<bind>","b":"<bind>"}`, nil},
		{"a bind in a choice", notice, `{"to":{"channel":"<bind>","number":"1"}}`, nil},
		{"a bind inside a value", `{"properties":{"a":{"const":{"x":1}},"l":{"uniqueItems":true}}}`, `{"a":{"x":"<bind>"},"l":["<bind>","<bind>"]}`, nil},
		{"a bind as an argument nobody declared", booking, `{"flight":"x","seats":1,"zzzzzzz":"<bind>"}`, []string{
			`"zzzzzzz" | undeclared-argument | argument "zzzzzzz" is not declared | declared: "flight", "seats", "cabin"`,
		}},
		{"a bind under not", `{"properties":{"a":{"not":{"const":1}},"o":{"not":{"properties":{"k":{"const":1}}}}}}`, `{"a":"<bind>","o":{"k":"<bind>"}}`, nil},
		{"a bind under contains", `{"properties":{"a":{"contains":{"const":1},"maxContains":1}}}`, `{"a":["<bind>",1]}`, nil},
		{"a bind decides if", `{"properties":{"k":{},"n":{}},"if":{"properties":{"k":{"const":1}}},"then":{"required":["n"]}}`, `{"k":"<bind>"}`, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := check(t, compiled(t, tt.schema, strict), tt.value)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}
