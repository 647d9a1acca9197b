package rules

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// bindHint is the bind that does what the reference was meant to do.
func bindHint(p *lint.Pass, s *lint.Step, n tree.Ref, ref *reference) string {
	place, fills := bindKey(p.Plan.Tree, s.Arguments, n)
	var from strings.Builder
	pointer := tree.Pointer("")
	for _, token := range ref.path {
		pointer = pointer.Child(token)
	}
	if ref.input {
		fmt.Fprintf(&from, "{input: %s}", flow(string(pointer)))
	} else {
		fmt.Fprintf(&from, "{step: %s", flow(lint.StepLabel(ref.step)))
		if pointer != "" {
			fmt.Fprintf(&from, ", pointer: %s", flow(string(pointer)))
		}
		from.WriteString("}")
	}
	bind := fmt.Sprintf("bind: {%s: %s}", flow(place), from.String())
	var hint string
	switch {
	case !fills:
		hint = fmt.Sprintf("a bind fills a member of a map, not an element of a list: bind %s as a whole", flow(place))
	case ref.whole:
		hint = "write " + bind + " instead"
	default:
		hint = fmt.Sprintf("a bind fills a whole value, never a part of a text: let a step make the text and bind that, as in %s", bind)
	}
	if ref.step != nil && !(&referrer{plan: p.Plan, step: s}).dependsOn(ref.step) {
		hint += ", and add " + flow(lint.StepLabel(ref.step)) + " to depends_on"
	}
	return hint
}

// bindKey is the key of a bind that fills the place of a value in the arguments: a name at the top level, a pointer
// below. fills is false inside a list, where no bind reaches; the key is then the list's.
func bindKey(t *tree.Tree, args, n tree.Ref) (key string, fills bool) {
	tokens, err := tree.ParsePointer(string(t.Path(args, n)))
	if err != nil || len(tokens) == 0 {
		return "", false
	}
	fills = true
	at := args
	for i, token := range tokens {
		if t.Kind(at) == tree.Array {
			tokens, fills = tokens[:i], false
			break
		}
		at = t.Find(at, token)
	}
	if len(tokens) == 1 && !strings.HasPrefix(tokens[0], "/") {
		return tokens[0], fills
	}
	pointer := tree.Pointer("")
	for _, token := range tokens {
		pointer = pointer.Child(token)
	}
	return string(pointer), fills
}

// flow writes a text as it stands in a YAML flow map: plain where that is safe, else in quotes.
func flow(s string) string {
	if s == "" {
		return `""`
	}
	switch strings.ToLower(s) {
	case "y", "yes", "n", "no", "on", "off", "true", "false", "null": // words that mean something else without quotes
		return tree.Quote(s)
	}
	for i := 0; i < len(s); i++ {
		if c := s[i]; !word(c) && strings.IndexByte("/.~-", c) < 0 || i == 0 && !letter(c) && c != '/' && c != '_' {
			return tree.Quote(s)
		}
	}
	return s
}
