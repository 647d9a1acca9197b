package lint

import (
	"time"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/autonomy"
	"github.com/planlint/planlint/contracts/tree"
)

// Deployment is what plans are judged against: the registry, the contracts, who may call what, and the limits. It is
// made once, from planlint.yaml or from a contract list alone, and then read by all workers.
type Deployment struct {
	// Catalog holds the contracts by tool.
	Catalog *contracts.Catalog
	// Registry says what exists. It is nil where no configuration names a registry: then every contract's tool is
	// registered, and the report says that there was nothing to compare with.
	Registry map[string]tree.Place
	// RegistryPlace is the key "tools:".
	RegistryPlace tree.Place

	// Ladder says what may happen without a person; nil where no autonomy is configured.
	Ladder *autonomy.Ladder

	Agents      []Agent      // in document order
	Delegations []Delegation // in document order

	MaxSteps      int        // a plan's steps; default 24
	MaxStepsPlace tree.Place // where that is set; the zero Place for the default

	Input Label // of the run's input

	Levels          map[string]Severity // rules whose level the configuration sets
	RequireTerminal tree.Place          // structure.require_terminal, where it is true
	RequireVerifier tree.Place          // structure.require_verifier, where it is true
}

// DefaultMaxSteps is how many steps a plan may have where the configuration says nothing.
const DefaultMaxSteps = 24

// Label says how far data may be trusted and who may see it.
type Label struct {
	Trusted     bool
	Sensitivity string     // "public", "internal", "confidential" or "secret"
	Place       tree.Place // where the configuration says so; the zero Place for the default
}

// DefaultInput is the label of the run's input where the configuration says nothing.
var DefaultInput = Label{Sensitivity: contracts.DefaultSensitivity}

// Registered reports whether a tool exists: it is registered, or, without a registry, has a contract.
func (d *Deployment) Registered(tool string) bool {
	if d.Registry == nil {
		return d.Catalog.Get(tool) != nil
	}
	_, ok := d.Registry[tool]
	return ok
}

// Agent is the agent of that name, or nil.
func (d *Deployment) Agent(name string) *Agent {
	for i := range d.Agents {
		if d.Agents[i].Name == name {
			return &d.Agents[i]
		}
	}
	return nil
}

// Agent is who carries plans out: the tools it holds.
type Agent struct {
	Name    string
	Place   tree.Place // its name
	Planner bool       // role: planner; it holds no tool
	Tools   map[string]tree.Place
	// ToolsPlace is its list of tools.
	ToolsPlace tree.Place
	// ApprovalRequired are tools that a person clears each time.
	ApprovalRequired map[string]tree.Place
}

// Delegation hands an agent a scope, for the plans whose path matches. Scopes only narrow along a chain.
type Delegation struct {
	Place        tree.Place // the entry's key "agent"
	Agent        string
	From         string   // the agent that hands it on, whose own delegation is the next of the chain; may be ""
	Plans        []string // patterns, relative to the configuration; none = what no other delegation covers
	Tenant, User string
	Tools        map[string]tree.Place // the scope
	ToolsPlace   tree.Place
	Scoped       bool       // it has a scope at all
	Expires      time.Time  // the zero Time = never
	ExpiresPlace tree.Place // where that is set
}

// Authority is what holds for one plan: an agent's allowlist and the chain of scopes, nearest first. The zero
// Authority allows every registered tool: nothing was configured.
type Authority struct {
	Agent *Agent
	Chain []*Delegation
}
