package contracts

import (
	"fmt"
	"slices"

	"github.com/planlint/planlint/contracts/schema"
	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/contracts/tree"
)

// ownKeys are the keys of an entry in planlint's own form.
var ownKeys = []string{
	"description", "accepts", "returns", "irreversible", "effect", "key_arguments", "trust", "sensitivity", "protect",
	"undo", "refused_exit_codes", "replan_exit_code",
}

// keyArgument is a name that must be an argument of the contract, and where it is used.
type keyArgument struct {
	name  string
	place tree.Place
	use   string // "key_arguments", "protect" or "undo.bind"
}

// readOwn reads the map from tools to entries that stands under "contracts:".
func readOwn(r shape.Reader, entries tree.Ref, load schema.Loader) []*Contract {
	if !r.Map(entries, "contracts") {
		return nil
	}
	list := make([]*Contract, 0, r.Tree.Count(entries))
	for k, v := range r.Tree.Members(entries) {
		if c := ownEntry(r, k, v, load); c != nil {
			list = append(list, c)
		}
	}
	return list
}

func ownEntry(r shape.Reader, key, n tree.Ref, load schema.Loader) *Contract {
	t := r.Tree
	name := t.Text(key)
	if name == "" {
		r.Wrong(key, "write the name of the tool", "a contract has an empty name")
		return nil
	}
	what := "the contract of " + tree.Quote(name)
	if !r.Closed(n, what, ownKeys...) {
		return nil
	}
	c := &Contract{Tool: name, Form: Own, Place: t.Place(key), Sensitivity: DefaultSensitivity,
		entry: node{t, n}, own: node{t, n}, hints: tree.None}
	if d := t.Get(n, "description"); t.Kind(d) != tree.Invalid {
		if t.Kind(d) != tree.String {
			r.Wrong(d, "", "description must be a text, not %s", r.Found(d))
		}
		c.Description, c.said = t.Text(d), c.said|saidDescription
	}
	if s := schemaAt(r, n, "accepts"); s != tree.None {
		c.accepts.set(t, s, load)
		c.said |= saidAccepts
	}
	if s := schemaAt(r, n, "returns"); s != tree.None {
		c.returns.set(t, s, load)
		c.said |= saidReturns
	}
	c.readEffect(r, n)
	c.readLabels(r, n)
	if v := t.Get(n, "key_arguments"); v != tree.None {
		for _, name := range r.Names(v, "key_arguments") {
			c.KeyArguments = append(c.KeyArguments, name.Text)
			c.keys = append(c.keys, keyArgument{name.Text, name.Place, "key_arguments"})
		}
		c.said |= saidKeys
	}
	if v := t.Get(n, "undo"); v != tree.None {
		c.Undo, c.said = undo(r, v), c.said|saidUndo
		if c.Undo != nil {
			for _, b := range c.Undo.Binds {
				if !b.Outcome {
					c.useArgument(b.Pointer, b.Place, "undo.bind")
				}
			}
		}
	}
	c.readExitCodes(r, n)
	return c
}

// schemaAt is the value of a key that holds a schema, or None. What the schema says is checked when it is compiled.
func schemaAt(r shape.Reader, n tree.Ref, key string) tree.Ref {
	v := r.Tree.Get(n, key)
	switch r.Tree.Kind(v) {
	case tree.Object, tree.Bool:
		return v
	case tree.Invalid:
	case tree.String:
		r.Wrong(v, "write {$ref: path} for a schema in a file", "%s must be a JSON Schema, not %s", key, r.Found(v))
	default:
		r.Wrong(v, "", "%s must be a JSON Schema, not %s", key, r.Found(v))
	}
	return tree.None
}

// readEffect reads what calling the tool does, and whether it can be undone.
func (c *Contract) readEffect(r shape.Reader, n tree.Ref) {
	k := r.Tree.Key(n, "irreversible")
	irreversible, said := r.Bool(r.Tree.Get(n, "irreversible"), "irreversible")
	c.Reversibility = Reversible // an absent key says so, in this form
	if said {
		c.said |= saidIrreversible
		c.ReversibilityPlace = r.Tree.Place(k)
		if irreversible {
			c.Reversibility = Irreversible
		}
	}
	e := r.Tree.Get(n, "effect")
	word, ok := r.Word(e, "effect", "read_only", "idempotent", "effectful")
	if !ok {
		return
	}
	c.said |= saidEffect
	c.EffectPlace = r.Tree.Place(e)
	switch word {
	case "read_only":
		c.Effect = ReadOnly
		if irreversible {
			r.Report(Problem{Rule: shape.RuleWrongShape, Place: r.Tree.Place(k), Hint: "remove one of the two keys",
				Message: "irreversible and effect: read_only contradict each other",
				Related: []Related{{Place: c.EffectPlace, Message: "a tool that only reads has nothing to undo"}}})
		} else if !said {
			c.ReversibilityPlace = c.EffectPlace
		}
	case "idempotent":
		c.Effect = Idempotent
	case "effectful":
		c.Effect = Effectful
	}
}

// readLabels reads the labels of the outcome and what guards the arguments.
func (c *Contract) readLabels(r shape.Reader, n tree.Ref) {
	if w, ok := r.Word(r.Tree.Get(n, "trust"), "trust", "trusted", "untrusted"); ok {
		c.Trusted, c.said = w == "trusted", c.said|saidTrust
	}
	if w, ok := r.Word(r.Tree.Get(n, "sensitivity"), "sensitivity", Sensitivities...); ok {
		c.Sensitivity, c.said = w, c.said|saidSensitivity
	}
	if v := r.Tree.Get(n, "protect"); v != tree.None {
		c.Protect, c.said = protections(r, v), c.said|saidProtect
		for _, p := range c.Protect {
			c.useArgument(p.Field, p.Place, "protect")
		}
	}
}

// useArgument notes that a pointer leads into the arguments.
func (c *Contract) useArgument(p tree.Pointer, at tree.Place, use string) {
	if tokens, err := tree.ParsePointer(string(p)); err == nil && len(tokens) > 0 {
		c.keys = append(c.keys, keyArgument{tokens[0], at, use})
	}
}

// readExitCodes reads what the tool's exit codes mean, apart from 0 and "anything else".
func (c *Contract) readExitCodes(r shape.Reader, n tree.Ref) {
	if v := r.Tree.Get(n, "refused_exit_codes"); v != tree.None && r.List(v, "refused_exit_codes") {
		c.said |= saidRefused
		for i, e := range r.Tree.Elements(v) {
			code, ok := r.Int(e, fmt.Sprintf("refused_exit_codes[%d]", i), 0, 255)
			switch {
			case !ok:
			case code == 0:
				r.Wrong(e, "list the codes by which the tool says no", "refused_exit_codes names 0, which means success")
			case slices.Contains(c.RefusedExitCodes, code):
				r.Wrong(e, "remove one of them", "refused_exit_codes names %d twice", code)
			default:
				c.RefusedExitCodes = append(c.RefusedExitCodes, code)
			}
		}
	}
	v := r.Tree.Get(n, "replan_exit_code")
	code, ok := r.Int(v, "replan_exit_code", 0, 255)
	switch {
	case !ok:
	case code == 0:
		r.Wrong(v, "choose a code other than 0", "replan_exit_code is 0, which means success")
	case slices.Contains(c.RefusedExitCodes, code):
		r.Wrong(v, "give the two meanings two codes", "replan_exit_code is %d, which is among refused_exit_codes", code)
	default:
		c.ReplanExitCode, c.said = code, c.said|saidReplan
	}
}
