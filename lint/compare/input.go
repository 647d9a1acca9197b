package compare

import (
	"bytes"
	"slices"
	"strings"

	"github.com/planlint/planlint/contracts/schema"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// maxSchemaWork bounds what the questions about schemas may cost in one comparison, in units of some 50 ns. What comes
// behind it counts as not proved.
const maxSchemaWork = 1 << 22

// input is what the two plans say of the run's input. It is read when first asked for.
type input struct {
	older, newer *lint.Plan

	read     bool
	same     bool           // word for word
	old, new *schema.Schema // nil where the plan says nothing, so that anything may stand anywhere
	looser   map[tree.Pointer]bool
	spent    int
}

func (in *input) compile() {
	if in.read {
		return
	}
	in.read, in.looser = true, map[tree.Pointer]bool{}
	old, new := item{in.older.Tree, in.older.Inputs}, item{in.newer.Tree, in.newer.Inputs}
	if old.n == tree.None || new.n == tree.None {
		in.same = old.n == new.n
	} else {
		in.same = equal(old, new)
	}
	in.old, in.new = described(old), described(new)
}

// described is a plan's own schema. A plan without faults of form has a sound one, or none; one that says nothing is none.
func described(v item) *schema.Schema {
	if v.n == tree.None || v.kind() == tree.Bool && v.t.Text(v.n) == "true" || v.kind() == tree.Object && v.t.Next(v.n) == v.n+1 {
		return nil
	}
	s, _ := schema.Compile(v.t, v.n, schema.Options{})
	return s
}

// allowsMore reports whether the new plan may be given a value at a place of the run's input that the old one refused.
// That it can't has to be proved.
func (in *input) allowsMore(from *lint.Origin) bool {
	in.compile()
	if in.same || in.old == nil {
		return false
	}
	at := origin(from).Pointer
	more, known := in.looser[at]
	if !known {
		more = !in.proves(from.Pointer)
		in.looser[at] = more
	}
	return more
}

// proves reports whether whatever the new plan may be given at a place is proved to be what the old one took there.
func (in *input) proves(tokens []string) bool {
	if in.new != nil && plainlySame(item{in.older.Tree, in.older.Inputs}, item{in.newer.Tree, in.newer.Inputs}, tokens) {
		return true
	}
	new := in.new
	if new == nil {
		new = anything()
	}
	if in.spent >= maxSchemaWork {
		return false
	}
	is := new.Spot(tokens, &in.spent)
	return is.Standing == schema.Nowhere || schema.Compare(is, in.old.Spot(tokens, &in.spent), &in.spent).Verdict == schema.Fits
}

// around are the keywords of a schema that have no say in which value stands under a name, once one does.
var around = []string{"type", "properties", "required", "minProperties", "maxProperties", "additionalProperties", "$schema", "$comment",
	"title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"}

// plainlySame reports whether two schemas say the same of a place, word for word, and nothing around it has a say. Not
// every schema can be proved to accept what it accepts; one that nobody touched need not be.
func plainlySame(old, new item, tokens []string) bool {
	for _, token := range tokens {
		if !plain(old) || !plain(new) || strings.Trim(token, "0123456789") == "" { // a number may stand for an element
			return false
		}
		old.n, new.n = old.t.Get(old.t.Get(old.n, "properties"), token), new.t.Get(new.t.Get(new.n, "properties"), token)
		if old.n == tree.None || new.n == tree.None {
			return false
		}
	}
	text := canonical(old)
	return bytes.Equal(text, canonical(new)) && !bytes.Contains(text, []byte(`"$`)) // a reference leads to what may have changed
}

// plain reports whether a schema is a map of nothing but keywords around.
func plain(v item) bool {
	if v.kind() != tree.Object {
		return false
	}
	for k := range v.t.Members(v.n) {
		if !slices.Contains(around, v.t.Text(k)) {
			return false
		}
	}
	return true
}

// anything is the schema that accepts every value.
func anything() *schema.Schema {
	b := tree.NewBuilder(&tree.Source{}, 1)
	b.Scalar(tree.Bool, tree.Span{}, tree.True)
	s, _ := schema.Compile(b.Tree(), 0, schema.Options{})
	return s
}

// exactly is the schema that accepts one value.
func exactly(v item) *schema.Schema {
	b := tree.NewBuilder(&tree.Source{}, 3)
	b.Begin(tree.Object, 0, 0)
	b.Decoded(tree.String, tree.Span{}, 0, "const")
	b.Adopt(v.t, v.n, tree.Span{})
	b.End(0)
	s, _ := schema.Compile(b.Tree(), 0, schema.Options{})
	return s
}

// only reports whether a value is proved to be the only one that a bind of the old plan could have had: its schema, that
// of the run's input or of the outcome, allows no other one.
func (b *both) only(from *lint.Origin, v item) bool {
	if b.deployment == nil || b.input.spent >= maxSchemaWork {
		return false
	}
	var s *schema.Schema
	if from.StepNode == tree.None {
		b.input.compile()
		s = b.input.old
	} else if maker := b.old.Plan.Step(from.Step); maker != nil {
		if c := b.deployment.Catalog.Get(maker.Tool); c != nil {
			s = sound(c.Returns())
		}
	}
	if s == nil {
		return false
	}
	was := s.Spot(from.Pointer, &b.input.spent)
	return was.Standing != schema.Nowhere &&
		schema.Compare(was, exactly(v).Spot(nil, &b.input.spent), &b.input.spent).Verdict == schema.Fits
}

// sound is a schema without errors, or nil.
func sound(s *schema.Schema, problems []schema.Problem) *schema.Schema {
	if slices.ContainsFunc(problems, func(p schema.Problem) bool { return !p.Warning }) {
		return nil
	}
	return s
}
