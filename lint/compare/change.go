package compare

import (
	"encoding/json"

	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// Kind is what happened to a part of a plan. The zero Kind is invalid.
type Kind string

// The kinds.
const (
	Added   Kind = "added"
	Removed Kind = "removed"
	Changed Kind = "changed"
)

// Change is one difference of the plan, or of one of its steps.
type Change struct {
	Kind Kind
	// Field is the key that changed: "goal", "tool", "arguments" (values that are bound are told there too),
	// "depends_on" …; "writing" where the plan is written differently and means the same.
	Field string
	// At is where within the field, such as /seats; "" is the field itself.
	At tree.Pointer
	// Old and New are the values; the one that there is none of is the zero Value.
	Old, New Value
	// Default is what the contract puts in where an argument is not given, as compact JSON; "" where there is nothing.
	Default string
	// Void says that the change makes no difference to the call, because the value is the contract's default.
	Void bool

	node   tree.Ref // what to point at in the new plan; None where there is nothing
	wider  bool     // the argument may make the step do more
	proved bool     // the value that was bound could only have been the one that stands there now
	why    string   // why an argument is wider that comes from where it did; else ""
}

// Value is a value of a plan: a literal, or where a bound one comes from.
type Value struct {
	JSON string  // compact, as it was written; "" where there is none
	From *Origin // nil where the value is not bound
}

// Known reports whether there is a value at all.
func (v Value) Known() bool { return v.JSON != "" || v.From != nil }

// Origin is where a bound value comes from.
type Origin struct {
	Step    string       // "" for the run's input
	Pointer tree.Pointer // into the outcome or the input; "" = the whole
}

// origin is an origin as a value of its own.
func origin(o *lint.Origin) *Origin {
	from := &Origin{Step: canon.Normal(o.Step)}
	for _, token := range o.Pointer {
		from.Pointer = from.Pointer.Child(canon.Normal(token))
	}
	return from
}

// literal is a node as a value.
func literal(t *tree.Tree, n tree.Ref) Value {
	if n == tree.None {
		return Value{}
	}
	return Value{JSON: string(canon.AppendJSON(nil, t, n))}
}

// word is a text as a value.
func word(s string) Value { return Value{JSON: string(canon.AppendString(nil, s))} }

// Raw is the literal value for a JSON document; nil where there is none.
func (v Value) Raw() json.RawMessage {
	if v.JSON == "" {
		return nil
	}
	return json.RawMessage(v.JSON)
}
