package schema

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// describe says what a value is: `"2" is a string`.
func describe(t *tree.Tree, n tree.Ref) string {
	switch k := t.Kind(n); k {
	case tree.String:
		return tree.Quote(t.Text(n)) + " is a string"
	case tree.Number:
		return short(t.Text(n)) + " is a number"
	case tree.Bool:
		return t.Text(n) + " is a boolean"
	default:
		return "it is " + article(k)
	}
}

// literal writes a value for a message: scalars and short lists and objects as they are, longer ones by their kind.
func literal(t *tree.Tree, n tree.Ref) string {
	switch k := t.Kind(n); k {
	case tree.String:
		return tree.Quote(t.Text(n))
	case tree.Number:
		return short(t.Text(n))
	case tree.Bool, tree.Null:
		return t.Text(n)
	case tree.Array, tree.Object:
		if raw := t.Raw(n); len(raw) <= 60 && !strings.Contains(raw, "\n") && t.Flags(n)&tree.Aliased == 0 {
			return tree.Visible(raw)
		}
		return article(k)
	default:
		return article(k)
	}
}

// short is a number's text, cut where it is longer than anybody reads.
func short(number string) string {
	if len(number) > 40 {
		return number[:32] + "…"
	}
	return number
}

// article is a kind with its article.
func article(k tree.Kind) string {
	switch k {
	case tree.Null:
		return "null"
	case tree.Array, tree.Object:
		return "an " + k.String()
	case tree.Unknown:
		return "a value of the run"
	case tree.Invalid:
		return "nothing"
	}
	return "a " + k.String()
}

// enumerate joins up to eight words, quoted already, and counts the rest.
func enumerate(words []string) string {
	var b strings.Builder
	for i, w := range words {
		if i == 8 && len(words) > 9 {
			fmt.Fprintf(&b, " and %d more", len(words)-i)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(w)
	}
	return b.String()
}
