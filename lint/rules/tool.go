package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

var unknownTool = lint.Rule{
	ID: "unknown-tool", Title: "the tool is not registered, or has no contract", Reason: "unknown_tool", Group: lint.Steps, Severity: lint.Error,
	What: "A step's tool is a name that the registry holds and that a contract describes. The detail says which is missing: not_registered or no_contract.",
	Why:  "Models invent tools that sound right. What has no contract can't be checked, so it is refused as well.",
	Bad:  "goal: pay the bill\nsteps:\n  - {id: s1, tool: wire_transfer, arguments: {text: oops}}\n",
	Good: "goal: tell the team\nsteps:\n  - {id: s1, tool: notify, arguments: {text: hello}}\n",
	Fix:  "Use a tool that exists; planlint contracts list shows them. A tool that should exist needs an entry under tools: and a contract.",
	// One walk over the steps raises both rules of this file, so that a tool is judged once.
	Check: checkTools, Raises: []string{"tool-not-allowed"},
}

var toolNotAllowed = lint.Rule{
	ID: "tool-not-allowed", Title: "the agent may not call the tool", Reason: "not_allowed", Group: lint.Steps, Severity: lint.Error,
	What: "A step's tool is on the agent's allowlist and inside every scope that was handed down to it, and the scope has not expired. The detail says which forbids it: agent, scope or scope_expired.",
	Why:  "An agent's powers are a person's decision. A plan can only use them, never widen them.",
	Bad:  "goal: cancel the trip\nsteps:\n  - {id: s1, tool: delete_account, arguments: {account: ac_9}}\n",
	Good: "goal: tell the team\nsteps:\n  - {id: s1, tool: notify, arguments: {text: hello}}\n",
	Fix:  "Plan without the tool, or ask whoever owns planlint.yaml to widen the list that the finding points to.",
}

func checkTools(p *lint.Pass) {
	t := p.Plan.Tree
	for i := range p.Plan.Steps {
		s := &p.Plan.Steps[i]
		if s.Tool != "" {
			judge(p, s, namedTool{s.Tool, t.Place(s.ToolNode)})
		}
	}
	for _, r := range t.Repeated {
		if t.Text(r.First) != "tool" || r.Value.Kind(0) != tree.String {
			continue
		}
		for i := range p.Plan.Steps {
			if s := &p.Plan.Steps[i]; s.Node == r.Object && r.Value.Text(0) != s.Tool {
				judge(p, s, namedTool{r.Value.Text(0), r.Value.Place(0)})
			}
		}
	}
}

func judge(p *lint.Pass, s *lint.Step, tool namedTool) {
	switch v := p.Deployment.Judge(p.Authority, tool.name, p.Now); v.Reason {
	case "unknown_tool":
		reportUnknownTool(p, s, tool, v)
	case "not_allowed":
		reportNotAllowed(p, s, tool, v)
	}
}

// namedTool is a tool that a step names. A step whose key "tool" stands twice names two, and is judged for both, so
// that neither the first nor the last can hide the other.
type namedTool struct {
	name string
	at   tree.Place
}

func reportUnknownTool(p *lint.Pass, s *lint.Step, tool namedTool, v lint.Verdict) {
	f := p.At("unknown-tool", s, s.ToolNode)
	f.Place, f.Tool, f.Detail, f.Violations = tool.at, tool.name, v.Detail, []string{tool.name}
	if v.Detail == "no_contract" {
		f.Message = fmt.Sprintf("the tool %s is registered but has no contract", tree.Quote(tool.name))
		f.Hint = "give it one: what has no contract can't be checked"
	} else {
		f.Message = fmt.Sprintf("no tool is called %s", tree.Quote(tool.name))
		names := p.Deployment.Catalog.Names()
		if near := p.Suggest("tool", tool.name, names); near != "" {
			f.Hint = fmt.Sprintf("did you mean %s?", tree.Quote(near))
		} else {
			f.Hint = "the tools are " + list(names, "; planlint contracts list shows them all")
		}
	}
	if v.Decided.Known() {
		message := "it is registered here"
		if v.Detail == "not_registered" {
			message = "the registry"
		}
		f.Related = append(f.Related, lint.Related{Place: v.Decided, Message: message})
	}
	p.Report(f)
}

func reportNotAllowed(p *lint.Pass, s *lint.Step, tool namedTool, v lint.Verdict) {
	f := p.At("tool-not-allowed", s, s.ToolNode)
	f.Place, f.Tool, f.Detail, f.Violations = tool.at, tool.name, v.Detail, []string{tool.name}
	message := ""
	switch v.Detail {
	case "agent":
		f.Message = fmt.Sprintf("agent %s does not hold the tool %s", tree.Quote(v.Agent), tree.Quote(tool.name))
		f.Hint = "it holds " + list(slices.Sorted(maps.Keys(p.Authority.Agent.Tools)), "")
		message = "its allowlist"
	case "scope":
		f.Message = fmt.Sprintf("the tool %s is outside the scope delegated to %s", tree.Quote(tool.name), tree.Quote(v.Agent))
		f.Hint = "plan without it, or have the scope widened"
		message = "the scope"
	default:
		f.Message = fmt.Sprintf("the scope delegated to %s has expired", tree.Quote(v.Agent))
		f.Hint = "have the delegation renewed"
		message = "it expired then"
	}
	if v.Decided.Known() {
		f.Related = append(f.Related, lint.Related{Place: v.Decided, Message: message})
	}
	p.Report(f)
}

// maxListed is how many names a hint lists.
const maxListed = 8

// list names some names for a hint; more is said where there are others.
func list(names []string, more string) string {
	if len(names) == 0 {
		return "none"
	}
	shown := make([]string, 0, maxListed)
	for _, n := range names[:min(len(names), maxListed)] {
		shown = append(shown, tree.Visible(n))
	}
	s := strings.Join(shown, ", ")
	if rest := len(names) - maxListed; rest > 0 {
		s += fmt.Sprintf(" and %d more%s", rest, more)
	}
	return s
}
