package lint

import (
	"fmt"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/autonomy"
	"github.com/planlint/planlint/contracts/tree"
)

// Need is who has to clear a call. The zero Need is invalid.
type Need uint8

// The needs.
const (
	_          Need = iota
	NeedNobody      // it may just run
	NeedGrant       // a grant covers it
	NeedPerson      // a person has to approve it
	NeedNone        // nothing and nobody can clear it
)

// Clearance is the answer to what a call needs before it may run.
type Clearance struct {
	Need   Need
	Reason string // one clause for people; "" where nobody is needed
	// Ladder is the ladder's decision, where it decided; nil where the contract and the agent did.
	Ladder *autonomy.Decision
}

// Clearance decides what a call of a tool needs. It is the only place that decides: check asks it what can never run,
// and so does whoever rehearses or runs a plan. The tool must have passed Judge. Its error is the ledger's.
//
// For a tool in a class the ladder alone decides, unless the configuration keeps declared approvals; else a person is
// asked where the contract says that the effect can't be undone, or does not say whether it can, or where the agent's
// list of tools that need approval has it.
func (d *Deployment) Clearance(a Authority, c *contracts.Contract, call autonomy.Call, ledger autonomy.Ledger) (Clearance, error) {
	if d.Ladder.Class(call.Tool) == nil {
		return declared(a, c), nil
	}
	decision, err := d.Ladder.Decide(call, ledger)
	if err != nil {
		return Clearance{}, err
	}
	out := Clearance{Reason: decision.Reason, Ladder: &decision}
	switch decision.Outcome {
	case autonomy.Act:
		out.Need = NeedGrant
		if !d.Ladder.WaivesDeclaredApproval {
			if own := declared(a, c); own.Need == NeedPerson {
				out.Need, out.Reason = NeedPerson, own.Reason
			}
		}
	case autonomy.Escalate:
		out.Need = NeedPerson
	case autonomy.Refuse:
		out.Need = NeedNone
	default:
		panic("planlint: internal error: a decision of the ladder without an outcome")
	}
	return out, nil
}

// declared is what the contract and the agent ask for.
func declared(a Authority, c *contracts.Contract) Clearance {
	if c.Reversibility == contracts.Irreversible {
		return Clearance{Need: NeedPerson, Reason: fmt.Sprintf("the effect of %s is irreversible", tree.Quote(c.Tool))}
	}
	if a.Agent != nil {
		if _, ok := a.Agent.ApprovalRequired[c.Tool]; ok {
			return Clearance{Need: NeedPerson, Reason: fmt.Sprintf("%s needs approval for every call of %s", tree.Quote(a.Agent.Name), tree.Quote(c.Tool))}
		}
	}
	if c.Reversibility == contracts.Unstated {
		return Clearance{Need: NeedPerson, Reason: fmt.Sprintf("the contract of %s does not say whether its effect can be undone", tree.Quote(c.Tool))}
	}
	return Clearance{Need: NeedNobody}
}

// Tenant is whose records the authority writes: that of the nearest delegation that names one, else DefaultTenant.
func (a Authority) Tenant() string {
	for _, d := range a.Chain {
		if d.Tenant != "" {
			return d.Tenant
		}
	}
	return DefaultTenant
}

// DefaultTenant is the tenant where no delegation names one.
const DefaultTenant = "default"

// User is who the agent acts for: that of the nearest delegation that names one, or "".
func (a Authority) User() string {
	for _, d := range a.Chain {
		if d.User != "" {
			return d.User
		}
	}
	return ""
}
