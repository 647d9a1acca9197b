package schema

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// add writes a fault down.
func (c *checker) add(f Fault) {
	if c.form != "" {
		if f.Hint != "" {
			f.Hint = "in " + c.form + ": " + f.Hint
		} else {
			f.Hint = "it was checked as " + c.form
		}
	}
	if f.Rule != RuleUndeclared && f.Rule != RuleMissing {
		f.Ambiguous = c.tree.Flags(f.At)&tree.Ambiguous != 0
	}
	c.out = append(c.out, f)
}

// subject names the value that is checked: the whole, or a part of it by its path.
func (c *checker) subject() string {
	if len(c.path) == 0 {
		return c.schema.options.Whole
	}
	if last := c.path[len(c.path)-1]; last.name {
		return "the name " + tree.Quote(c.tree.Text(last.key))
	}
	return c.schema.options.Part + " " + tree.Quote(c.where(""))
}

// child names a member of the value that is checked.
func (c *checker) child(name string) string {
	return c.schema.options.Part + " " + tree.Quote(c.where(name))
}

// element names an element of the value that is checked.
func (c *checker) element(i int) string {
	return c.schema.options.Part + " " + tree.Quote(c.where("")+"["+strconv.Itoa(i)+"]")
}

// where writes the path to the value as people do: flights[0].date.
func (c *checker) where(name string) string {
	var b strings.Builder
	for _, s := range c.path {
		switch {
		case s.key == tree.None:
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
		case s.name:
		default:
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(c.tree.Text(s.key))
		}
	}
	if name != "" {
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(name)
	}
	return b.String()
}

// typeList is a set of types in words: "a string, an integer or null".
func typeList(s types) string {
	var words []string
	for _, t := range [...]struct {
		is   types
		word string
	}{
		{typeString, "a string"}, {typeInteger, "an integer"}, {typeNumber, "a number"}, {typeBoolean, "true or false"},
		{typeArray, "an array"}, {typeObject, "an object"}, {typeNull, "null"},
	} {
		if s&t.is != 0 && !(t.is == typeInteger && s&typeNumber != 0) {
			words = append(words, t.word)
		}
	}
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

func (c *checker) sayType(s types, place tree.Place, v tree.Ref) {
	found := describe(c.tree, v)
	if text := c.tree.Text(v); c.tree.Kind(v) == tree.Number && s&typeInteger != 0 {
		switch {
		case !parseDecimal(text).whole():
			found = short(text) + " is not whole"
		case strings.ContainsAny(text, "eE"):
			found = short(text) + " is written with an exponent"
		default:
			found = short(text) + " is written with a fraction"
		}
	}
	c.add(Fault{Rule: RuleWrongType, At: v, Value: c.valueOf(v), Keyword: "type", Schema: place,
		Message: fmt.Sprintf("%s must be %s, but %s", c.subject(), typeList(s), found), Hint: c.typeHint(s, v)})
}

// valueOf is the node whose pointer a fault has: of a name that is checked, its value.
func (c *checker) valueOf(v tree.Ref) tree.Ref {
	if len(c.path) > 0 && c.path[len(c.path)-1].name {
		return c.path[len(c.path)-1].key + 1
	}
	return v
}

// listed writes the values of an enum: `one of "a", "b"`, or the only one.
func listed(t *tree.Tree, values []tree.Ref) string {
	words := make([]string, 0, min(len(values), 10))
	for i, e := range values {
		if i == 8 && len(values) > 9 {
			return fmt.Sprintf("one of %s and %d more", strings.Join(words, ", "), len(values)-i)
		}
		words = append(words, literal(t, e))
	}
	if len(words) == 1 {
		return words[0]
	}
	return "one of " + strings.Join(words, ", ")
}

func (c *checker) sayChoice(n *node, k *choice, v tree.Ref) {
	allowed, is := listed(n.tree, k.values), literal(c.tree, v)
	message := fmt.Sprintf("%s must be %s, but is %s", c.subject(), allowed, is)
	if allowed == is { // both too long to show
		message = fmt.Sprintf("%s must be the value that the schema gives, but is another", c.subject())
	}
	c.add(Fault{Rule: RuleInvalid, At: v, Value: c.valueOf(v), Keyword: k.keyword, Schema: n.place(k.at), Message: message, Hint: c.choiceHint(n, k, v)})
}

func (c *checker) sayNever(n *node, v tree.Ref) {
	c.add(Fault{Rule: RuleInvalid, At: v, Value: c.valueOf(v), Keyword: "false", Schema: n.place(tree.None),
		Message: c.subject() + " is not allowed, whatever its value", Hint: "leave it out"})
}
