package schemas_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/planlint/planlint/lint/schemas"
)

// text is the text of a schema.
func text(t *testing.T, name string) string {
	t.Helper()
	s, ok := schemas.Get(name)
	if !ok {
		t.Fatalf("there is no schema %q", name)
	}
	return s
}

// compile compiles a schema's text. Nothing is fetched: a $ref to elsewhere is an error.
func compile(t *testing.T, name, text string) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.Draft = jsonschema.Draft2020
	c.AssertFormat = true
	if err := c.AddResource(name, strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// object reads a schema as a program would.
func object(t *testing.T, name string) map[string]any {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal([]byte(text(t, name)), &m); err != nil {
		t.Fatal(err)
	}
	return m
}

func TestGet(t *testing.T) {
	for _, name := range []string{"", "plan.json", "../schemas", "journal"} {
		if s, ok := schemas.Get(name); ok || s != "" {
			t.Errorf("%q has a schema", name)
		}
	}
}

func TestSchemas(t *testing.T) {
	for _, name := range schemas.Names {
		t.Run(name, func(t *testing.T) {
			s := text(t, name)
			compile(t, name, s)
			if !strings.HasSuffix(s, "\n}\n") {
				t.Error("the file does not end with one line break")
			}
			m := object(t, name)
			if m["$schema"] != "https://json-schema.org/draft/2020-12/schema" || m["$id"] != "https://planlint.dev/schema/"+name+".json" {
				t.Errorf("$schema %v, $id %v", m["$schema"], m["$id"])
			}
			for _, key := range []string{"title", "description"} {
				if m[key] == nil {
					t.Errorf("there is no %s", key)
				}
			}
			walk("", m, func(at string, s map[string]any) { checkHover(t, at, s) })
		})
	}
}

// checkHover checks that an editor has something to show for everything that it can meet in a subschema.
func checkHover(t *testing.T, at string, s map[string]any) {
	t.Helper()
	described := func(at string, v any) {
		d, _ := v.(map[string]any)["description"].(string)
		switch {
		case d == "":
			t.Errorf("%s has no description", at)
		case !strings.HasSuffix(d, ".") || strings.TrimSpace(d) != d || strings.Contains(d, "  "):
			t.Errorf("%s is described by no sentence: %q", at, d)
		}
	}
	for _, key := range []string{"properties", "$defs"} {
		members, _ := s[key].(map[string]any)
		for name, v := range members {
			described(at+"/"+key+"/"+name, v)
		}
	}
	branches, _ := s["oneOf"].([]any)
	for _, b := range branches {
		if c, ok := b.(map[string]any)["const"]; ok {
			described(at+"/"+c.(string), b)
		}
	}
	if s["enum"] != nil {
		t.Errorf("%s has an enum, whose words have no descriptions", at)
	}
}

// walk calls visit for a schema and every schema in it. Schemas that only test another one (if, not, required in a
// branch) are no places of their own and are left out.
func walk(at string, s map[string]any, visit func(at string, s map[string]any)) {
	visit(at, s)
	for _, key := range []string{"properties", "$defs"} {
		members, _ := s[key].(map[string]any)
		for name, v := range members {
			walk(at+"/"+key+"/"+name, v.(map[string]any), visit)
		}
	}
	for _, key := range []string{"items", "additionalProperties", "then"} {
		if m, ok := s[key].(map[string]any); ok {
			walk(at+"/"+key, m, visit)
		}
	}
	for _, key := range []string{"oneOf", "anyOf"} {
		list, _ := s[key].([]any)
		for _, v := range list {
			walk(at+"/"+key, v.(map[string]any), visit)
		}
	}
}

// open are the objects that take members which nothing here names: what others write, and what may grow.
var open = map[string][]string{
	"contracts": {"/$defs/toolsResult", "/$defs/rpcResponse", "/$defs/nestedFunction", "/$defs/tool/anyOf", "/$defs/function", "/$defs/function/properties/annotations"},
}

// TestClosed checks that a misspelt key is marked in an editor wherever planlint refuses it.
func TestClosed(t *testing.T) {
	for _, name := range []string{"plan", "contracts", "config"} {
		walk("", object(t, name), func(at string, s map[string]any) {
			if s["properties"] == nil || strings.HasSuffix(at, "/then") {
				return
			}
			if closed, _ := s["additionalProperties"].(bool); (s["additionalProperties"] == nil || closed) != slices.Contains(open[name], at) {
				t.Errorf("%s: %s takes any key, or is closed though it must not be", name, at)
			}
		})
	}
}

// TestSharedDefinitions checks that a contract is the same thing in a file of its own and in planlint.yaml. The two
// schemas do not refer to each other, so that each can be used alone.
func TestSharedDefinitions(t *testing.T) {
	contracts, config := object(t, "contracts")["$defs"].(map[string]any), object(t, "config")["$defs"].(map[string]any)
	for _, name := range []string{"contract", "protection", "undoOrigin", "pointer", "trust", "sensitivity"} {
		a, err := json.Marshal(contracts[name])
		if err != nil {
			t.Fatal(err)
		}
		b, err := json.Marshal(config[name])
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a, b) || contracts[name] == nil {
			t.Errorf("%s differs between contracts and config", name)
		}
	}
}
