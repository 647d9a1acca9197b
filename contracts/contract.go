package contracts

import (
	"sync"

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

// Reversibility says whether a tool's effect can be undone. The zero value is Unstated: the imported list is silent,
// so run asks and check says so.
type Reversibility uint8

// The three answers.
const (
	Unstated Reversibility = iota
	Reversible
	Irreversible
)

// Effect is what calling a tool twice does.
type Effect uint8

// The effects. The zero Effect is unstated.
const (
	EffectUnstated Effect = iota
	ReadOnly
	Idempotent
	Effectful
)

// Contract is one tool's contract: what it takes, what it answers, what it does. It is safe for concurrent use.
type Contract struct {
	Tool        string
	Description string
	Form        Form
	Place       tree.Place // the name of the tool, where the contract is written
	Overlay     tree.Place // planlint's own entry that sharpens an imported one; the zero Place where there is none

	Reversibility      Reversibility
	ReversibilityPlace tree.Place // the key that says so
	Effect             Effect
	KeyArguments       []string // which arguments identify one effect; empty = all
	Trusted            bool     // label of the outcome; the default is untrusted
	Sensitivity        string   // label of the outcome: "public", "internal" (default), "confidential", "secret"

	accepts, returns lazy
}

// lazy is a schema compiled at its first use, for all workers at once.
type lazy struct {
	tree   *tree.Tree
	root   tree.Ref
	load   schema.Loader
	once   sync.Once
	schema *schema.Schema
	faults []schema.Problem
}

// Accepts is the schema of the arguments, compiled at the first call, and what is wrong with it. It is nil where the
// contract has none.
func (c *Contract) Accepts() (*schema.Schema, []schema.Problem) { return c.accepts.get() }

// Returns is the schema of the outcome, as Accepts.
func (c *Contract) Returns() (*schema.Schema, []schema.Problem) { return c.returns.get() }
