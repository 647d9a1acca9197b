package contracts

import (
	"slices"

	"github.com/planlint/planlint/contracts/schema"
	"github.com/planlint/planlint/contracts/tree"
)

// Form is the way a contract was written.
type Form uint8

// The forms. The zero Form is invalid.
const (
	_         Form = iota
	Own            // planlint's own: an entry of "contracts:"
	MCP            // an entry of a tools/list result: inputSchema
	OpenAI         // an entry of a function list: function, or parameters
	Anthropic      // an entry of a tool list: input_schema
)

// String is the name of the form, for people.
func (f Form) String() string {
	switch f {
	case Own:
		return "planlint"
	case MCP:
		return "MCP"
	case OpenAI:
		return "OpenAI"
	case Anthropic:
		return "Anthropic"
	}
	return "invalid"
}

// Reversibility says whether a tool's effect can be undone. The zero value is Unstated: the imported list is silent,
// so run asks and check says so.
type Reversibility uint8

// The three answers.
const (
	Unstated Reversibility = iota
	Reversible
	Irreversible
)

// String is "unstated", "reversible" or "irreversible".
func (r Reversibility) String() string {
	switch r {
	case Reversible:
		return "reversible"
	case Irreversible:
		return "irreversible"
	}
	return "unstated"
}

// Effect is what calling a tool twice does.
type Effect uint8

// The effects. The zero Effect is unstated.
const (
	EffectUnstated Effect = iota
	ReadOnly
	Idempotent
	Effectful
)

// String is the word of the contract's key "effect", or "unstated".
func (e Effect) String() string {
	switch e {
	case ReadOnly:
		return "read_only"
	case Idempotent:
		return "idempotent"
	case Effectful:
		return "effectful"
	}
	return "unstated"
}

// Sensitivities are the labels of data, from the lowest to the highest.
var Sensitivities = []string{"public", "internal", "confidential", "secret"}

// DefaultSensitivity is the label of an outcome whose contract names none.
const DefaultSensitivity = "internal"

// Contract is one tool's contract: what it takes, what it answers, what it does. It is safe for concurrent use, and
// must not be copied.
type Contract struct {
	Tool        string
	Description string
	Form        Form
	Place       tree.Place // the name of the tool, where the contract is written
	Overlay     tree.Place // planlint's own entry that sharpens an imported one; the zero Place where there is none

	Reversibility      Reversibility
	ReversibilityPlace tree.Place // the key that says so; the zero Place where a default does
	Effect             Effect
	EffectPlace        tree.Place // the key that says so; the zero Place where a default does
	KeyArguments       []string   // which arguments identify one effect; empty = all
	Trusted            bool       // label of the outcome; the default is untrusted
	Sensitivity        string     // label of the outcome: "public", "internal" (default), "confidential", "secret"

	Protect          []Protection // in document order
	Undo             *Undo        // how the effect is taken back; nil where nothing says
	RefusedExitCodes []int        // exit codes by which the tool said no before acting
	ReplanExitCode   int          // the exit code that asks for another plan; 0 = none

	accepts, returns lazy

	entry node     // the whole entry, to compare duplicates
	own   node     // planlint's own entry: entry itself, or the overlay's
	hints tree.Ref // MCP: the value of annotations, or None
	said  said     // what planlint's own entry says itself
	keys  []keyArgument
}

// node is a value in a tree.
type node struct {
	tree *tree.Tree
	ref  tree.Ref
}

// said is a set of the fields that an entry has, as opposed to those that have their default.
type said uint16

const (
	saidDescription said = 1 << iota
	saidAccepts
	saidReturns
	saidIrreversible
	saidEffect
	saidKeys
	saidTrust
	saidSensitivity
	saidProtect
	saidUndo
	saidRefused
	saidReplan
)

// Accepts is the schema of the arguments, compiled at the first call, and what is wrong with it. It is nil where the
// contract has none.
func (c *Contract) Accepts() (*schema.Schema, []schema.Problem) {
	return c.accepts.get("the arguments", "argument")
}

// Returns is the schema of the outcome, as Accepts.
func (c *Contract) Returns() (*schema.Schema, []schema.Problem) {
	return c.returns.get("the outcome", "field")
}

// HasReturns reports whether the contract says what the outcome looks like, without compiling it.
func (c *Contract) HasReturns() bool { return c.returns.present() }

// AcceptsNode is where the schema of the arguments is written, for what shows or digests it: a tree and a node of it.
// The tree is nil where the contract has none.
func (c *Contract) AcceptsNode() (*tree.Tree, tree.Ref) { return c.accepts.tree, c.accepts.root }

// ReturnsNode is where the schema of the outcome is written, as AcceptsNode.
func (c *Contract) ReturnsNode() (*tree.Tree, tree.Ref) { return c.returns.tree, c.returns.root }

// Entry is the whole entry as it is written. Where planlint's own entry sharpens an imported one, it is the imported.
func (c *Contract) Entry() (*tree.Tree, tree.Ref) { return c.entry.tree, c.entry.ref }

// OwnEntry is planlint's own entry, alone or as an overlay; the tree is nil where there is none.
func (c *Contract) OwnEntry() (*tree.Tree, tree.Ref) { return c.own.tree, c.own.ref }

// Sources are the files that the contract's schemas refer to, in the order of reading, without those that the contract
// itself is written in.
func (c *Contract) Sources() []*tree.Source {
	var list []*tree.Source
	accepts, _ := c.Accepts()
	returns, _ := c.Returns()
	for _, s := range []*schema.Schema{accepts, returns} {
		if s == nil {
			continue
		}
		for _, src := range s.Sources() {
			if !slices.Contains(list, src) {
				list = append(list, src)
			}
		}
	}
	return list
}
