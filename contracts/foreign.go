package contracts

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/contracts/schema"
	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/contracts/tree"
)

// readForeign reads a list of tools as the ecosystem writes them. Members that nothing here uses are let pass, and a
// null counts as absent, as writers of optional members mean it.
func readForeign(r shape.Reader, entries tree.Ref, load schema.Loader) []*Contract {
	list := make([]*Contract, 0, r.Tree.Count(entries))
	for i, e := range r.Tree.Elements(entries) {
		if c := foreignEntry(r, e, fmt.Sprintf("tool %d of the list", i+1), load); c != nil {
			list = append(list, c)
		}
	}
	return list
}

// schemaKeys are the members that hold the schema of the arguments; each gives its entry away.
var schemaKeys = [...]struct {
	key  string
	form Form
}{{"inputSchema", MCP}, {"input_schema", Anthropic}, {"parameters", OpenAI}}

func foreignEntry(r shape.Reader, n tree.Ref, what string, load schema.Loader) *Contract {
	if !r.Map(n, what) {
		return nil
	}
	t, body := r.Tree, n
	if f := present(t, n, "function"); f != tree.None { // OpenAI, nested
		if !r.Map(f, `"function" of `+what) {
			return nil
		}
		body = f
	}
	key := t.Key(body, "name")
	if name := present(t, body, "name"); name == tree.None {
		p := Problem{Rule: shape.RuleWrongShape, Place: r.Opening(body), Hint: `give it a "name"`, Message: what + " has no name"}
		if typ := t.Get(n, "type"); t.Kind(typ) == tree.String && t.Text(typ) != "function" {
			p.Message += fmt.Sprintf(", and its type is %s", tree.Quote(t.Text(typ)))
			p.Hint = "remove it: only functions have contracts"
		}
		r.Report(p)
		return nil
	}
	name, ok := r.Text(key+1, `"name" of `+what)
	if !ok {
		return nil
	}
	what = "tool " + tree.Quote(name)
	c := &Contract{Tool: name, Place: t.Place(key + 1), Sensitivity: DefaultSensitivity, entry: node{t, n}, hints: tree.None}
	if d := present(t, body, "description"); d != tree.None {
		if t.Kind(d) != tree.String {
			r.Wrong(d, "", "description of %s must be a text, not %s", what, r.Found(d))
		}
		c.Description = t.Text(d)
	}
	if !c.foreignSchema(r, n, body, what, load) {
		return nil
	}
	if c.Form == OpenAI {
		if s := present(t, body, "strict"); s != tree.None {
			r.Bool(s, "strict of "+what)
		}
	}
	if c.Form == MCP {
		if o := present(t, body, "outputSchema"); t.Kind(o) == tree.Object {
			c.returns.set(t, o, load)
		} else if o != tree.None {
			r.Wrong(o, "", "outputSchema of %s must be a JSON Schema, not %s", what, r.Found(o))
		}
		c.readHints(r, body, what)
	}
	return c
}

// foreignSchema finds the schema of the arguments, and by it the form.
func (c *Contract) foreignSchema(r shape.Reader, n, body tree.Ref, what string, load schema.Loader) bool {
	t := r.Tree
	found := tree.None
	for _, s := range schemaKeys {
		v := present(t, body, s.key)
		switch {
		case v == tree.None:
		case found != tree.None:
			r.Report(Problem{Rule: shape.RuleWrongShape, Place: t.Place(t.Key(body, s.key)), Hint: "keep one of them",
				Message: fmt.Sprintf("%s has two schemas of its arguments", what),
				Related: []Related{{Place: t.Place(found - 1), Message: "the other one"}}})
			return false
		default:
			found, c.Form = v, s.form
		}
	}
	if found != tree.None && t.Kind(found) != tree.Object {
		r.Wrong(found, "", "%s of %s must be a JSON Schema, not %s", t.Text(found-1), what, r.Found(found))
		return false
	}
	if found != tree.None {
		c.accepts.set(t, found, load)
		return true
	}
	typ := t.Get(n, "type")
	if body != n || t.Kind(typ) == tree.String && t.Text(typ) == "function" {
		// An OpenAI function may leave its parameters out, which means that it takes none.
		c.Form = OpenAI
		c.accepts.set(emptySchema(c.Place), 0, load)
		return true
	}
	p := Problem{Rule: shape.RuleWrongShape, Place: c.Place, Message: what + " has no schema of its arguments"}
	switch {
	case t.Kind(typ) == tree.String && t.Text(typ) != "function" && t.Text(typ) != "custom":
		p.Message += fmt.Sprintf(", and its type is %s", tree.Quote(t.Text(typ)))
		p.Hint = "remove it: a tool that the model's provider runs has no contract"
	default:
		keys := make([]string, len(schemaKeys))
		for i, s := range schemaKeys {
			keys[i] = s.key
		}
		p.Hint = "give it one: " + strings.Join(keys, ", ")
	}
	r.Report(p)
	return false
}

// emptySchema is the schema of a tool without arguments that writes none, placed at the tool's name.
func emptySchema(at tree.Place) *tree.Tree {
	b := tree.NewBuilder(at.Source, 1)
	b.Begin(tree.Object, at.Span.Start, 0)
	b.End(at.Span.End)
	return b.Tree()
}

// present is the value of a member, or None where it is absent or null.
func present(t *tree.Tree, n tree.Ref, key string) tree.Ref {
	if v := t.Get(n, key); t.Kind(v) != tree.Null {
		return v
	}
	return tree.None
}
