package schema

import (
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// typeHint says how to write a value of the type that is asked for.
func (c *checker) typeHint(s types, v tree.Ref) string {
	text := c.tree.Text(v)
	quoted := c.tree.Flags(v)&tree.Quoted != 0
	switch c.tree.Kind(v) {
	case tree.String:
		switch {
		case s&(typeInteger|typeNumber) != 0 && jsonNumber(text):
			if s&typeNumber == 0 && !integerToken(text) {
				if plain := parseDecimal(text).plainInteger(); plain != "" {
					return "write " + plain
				}
			}
			return "remove the quotes"
		case s&(typeInteger|typeNumber) != 0 && jsonNumber(strings.ReplaceAll(text, "_", "")):
			return "write " + short(strings.ReplaceAll(text, "_", ""))
		case s&typeBoolean != 0 && (text == "true" || text == "false"), s&typeNull != 0 && quoted && text == "null":
			return "remove the quotes"
		case s&typeBoolean != 0 && truth(text) != "":
			return "write " + truth(text)
		case s&(typeObject|typeArray) != 0 && text != "" && (text[0] == '{' || text[0] == '['):
			return "write the value itself, not JSON in a string"
		}
	case tree.Number:
		if s&typeNumber == 0 && s&typeInteger != 0 {
			if plain := parseDecimal(text).plainInteger(); plain != "" {
				return "write " + plain
			}
			return "give it a whole number"
		}
		fallthrough
	case tree.Bool:
		if s&typeString != 0 {
			return "put it in quotes"
		}
	}
	if s&typeArray != 0 && s&typeObject == 0 && c.tree.Kind(v) != tree.Null && c.tree.Kind(v) != tree.Object {
		return "write it as a list: [" + literal(c.tree, v) + "]"
	}
	return "give it " + typeList(s)
}

// truth is what a word of YAML 1.1 for true or false means, or "".
func truth(s string) string {
	switch strings.ToLower(s) {
	case "yes", "on", "y", "true":
		return "true"
	case "no", "off", "n", "false":
		return "false"
	}
	return ""
}

// jsonNumber reports whether a text is a number of JSON.
func jsonNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	s, exponent, has := cutAny(s, "eE")
	if has && !digits(strings.TrimLeft(exponent[:min(1, len(exponent))], "+-")+exponent[min(1, len(exponent)):], 1, len(exponent)) {
		return false
	}
	whole, fraction, point := strings.Cut(s, ".")
	return digits(whole, 1, len(whole)) && (len(whole) == 1 || whole[0] != '0') && (!point || digits(fraction, 1, len(fraction)))
}

func cutAny(s, chars string) (before, after string, found bool) {
	if i := strings.IndexAny(s, chars); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}

// choiceHint finds the value that was meant: the same word in other letters, or the same value as another type.
func (c *checker) choiceHint(n *node, k *choice, v tree.Ref) string {
	kind, text := c.tree.Kind(v), c.tree.Text(v)
	if kind >= tree.Array {
		return ""
	}
	if c.near -= len(k.values); c.near < 0 {
		return ""
	}
	var words []string
	for _, e := range k.values {
		ek, et := n.tree.Kind(e), n.tree.Text(e)
		switch {
		case ek < tree.Array && ek != kind && et == text && kind == tree.String:
			return "remove the quotes"
		case ek == tree.String && kind != tree.String && et == text:
			return "put it in quotes"
		case ek == tree.String && kind == tree.String:
			if strings.EqualFold(et, strings.TrimSpace(text)) {
				return "did you mean " + tree.Quote(et) + "?"
			}
			words = append(words, et)
		}
	}
	if near := c.nearest(text, words); near != "" {
		return "did you mean " + tree.Quote(near) + "?"
	}
	return ""
}

// nearest is suggest.Nearest until the Check has compared enough words.
func (c *checker) nearest(word string, among []string) string {
	if c.near -= len(among); c.near < 0 {
		return ""
	}
	return nearest(word, among)
}

// giveHint says what to give a name.
func giveHint(s *node) string {
	if s == nil {
		return ""
	}
	hint := ""
	for _, part := range s.together() {
		if part.choice != nil {
			hint = "give it " + listed(part.tree, part.choice.values)
			break
		}
	}
	if a := s.allowed; hint == "" && a != 0 && a != typeAll {
		hint = "give it " + typeList(a)
	}
	for _, part := range s.together() {
		if about := part.tree.Get(part.at, "description"); part.tree.Kind(about) == tree.String && part.tree.Text(about) != "" {
			if hint == "" {
				hint = "give it a value"
			}
			hint += ": " + tree.Quote(part.tree.Text(about))
			break
		}
	}
	if hint != "" && s.tree.Get(s.at, "default") != tree.None {
		hint += "; its default does not stand in for it"
	}
	return hint
}
