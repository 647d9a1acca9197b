package lint

import (
	"time"

	"github.com/planlint/planlint/contracts/tree"
)

// Verdict is the answer to whether an agent may call a tool. The zero Verdict is yes.
type Verdict struct {
	Reason string // "unknown_tool" or "not_allowed"; "" = allowed
	Detail string // "not_registered", "no_contract", "agent", "scope", "scope_expired"
	// Decided is the line that decides: the registry, the allowlist, the scope or its expiry. It may be unknown.
	Decided tree.Place
	// Agent is the agent whose allowlist or scope says no.
	Agent string
	// Known are the names that would have been right.
	Known func() []string
}

// OK reports whether the tool may be called.
func (v Verdict) OK() bool { return v.Reason == "" }

// Judge decides whether a tool may be called under an authority at an instant. It is the only place that decides:
// the linter asks it, and so does whoever runs a plan.
//
// The contract table comes first, as the executor has it: a tool that is registered but has no contract can't be
// checked, so it is unknown. Then the agent's allowlist, then every scope of the chain, each of which can only narrow.
func (d *Deployment) Judge(a Authority, tool string, now time.Time) Verdict {
	if d.Catalog.Get(tool) == nil {
		if d.Registry != nil {
			if _, ok := d.Registry[tool]; ok {
				return Verdict{Reason: "unknown_tool", Detail: "no_contract", Decided: d.Registry[tool], Known: d.Catalog.Names}
			}
		}
		return Verdict{Reason: "unknown_tool", Detail: "not_registered", Decided: d.RegistryPlace, Known: d.Catalog.Names}
	}
	if a.Agent != nil {
		if _, ok := a.Agent.Tools[tool]; !ok {
			return Verdict{Reason: "not_allowed", Detail: "agent", Decided: a.Agent.ToolsPlace, Agent: a.Agent.Name}
		}
	}
	for _, s := range a.Chain {
		if !s.Scoped {
			continue
		}
		if _, ok := s.Tools[tool]; !ok && s.Tools != nil {
			return Verdict{Reason: "not_allowed", Detail: "scope", Decided: s.ToolsPlace, Agent: s.Agent}
		}
		if !s.Expires.IsZero() && !now.Before(s.Expires) {
			return Verdict{Reason: "not_allowed", Detail: "scope_expired", Decided: s.ExpiresPlace, Agent: s.Agent}
		}
	}
	return Verdict{}
}
