package config_test

import (
	"strings"
	"testing"
)

func TestAuthority(t *testing.T) {
	const base = "contracts: contracts.yaml\n"
	const two = base + `agents: {courier: {tools: [notify]}, booker: {tools: [book_flight]}, chief: {role: planner}}
delegations:
- {agent: courier, plans: [plans/travel/**, ./other/*.yaml]}
- {agent: booker, plans: plans/travel/x/*.yaml}
- {agent: booker, scope: {tools: [book_flight]}}
- {agent: chief, plans: ['**']}
`
	for _, test := range []struct {
		name, text, path, agent string
		want                    string // the agent, "/" and the first scope's tools or "-" per link of the chain
		problem                 string
	}{
		{"nothing configured", base, "a.yaml", "", "", ""},
		{"one agent", base + "agents: {courier: {tools: [notify]}, chief: {role: planner}}\n", "a.yaml", "", "courier", ""},
		{"two agents", base + "agents: {a: {}, b: {}}\n", "a.yaml", "", "", `planlint.yaml:2:10 configuration: which agent carries "a.yaml" out is not configured: "a", "b" | add delegations with plans, or name one with --agent`},
		{"two agents, one named", base + "agents: {a: {}, b: {}}\n", "a.yaml", "b", "b", ""},
		{"planners alone", base + "agents: {a: {role: planner}}\n", "a.yaml", "", "", "planlint.yaml:2:10 configuration: no agent carries plans out: all of them are planners | add an agent without role: planner"},
		{"by pattern", two, "plans/travel/b.yml", "", "courier -", ""},
		{"by pattern, absolute path", two, "/repo/other/b.yaml", "", "courier -", ""},
		{"by no pattern", two, "plans/a.yaml", "", "booker book_flight", ""},
		{"outside of the folder", two, "../plans/travel/a.yaml", "", "booker book_flight", ""},
		{"by two patterns", two, "plans/travel/x/b.yaml", "", "", `planlint.yaml:4:4 configuration: 2 delegations cover "plans/travel/x/b.yaml": "courier" ("plans/travel/**", "other/*.yaml"), "booker" ("plans/travel/x/*.yaml") | narrow plans so that one of them covers it, or name an agent with --agent`},
		{"by two patterns, one named", two, "plans/travel/x/b.yaml", "booker", "booker -", ""},
		{"named, its pattern does not match", two, "plans/travel/b.yml", "booker", "booker book_flight", ""},
		{"named, its only delegation", two, "plans/a.yaml", "courier", "courier -", ""},
		{"named planner", two, "plans/a.yaml", "chief", "", `planlint.yaml:2:70 configuration: "chief" is a planner, which carries no plan out | name another agent`},
		{"unknown", two, "plans/a.yaml", "courrier", "", `planlint.yaml:2:10 configuration: unknown agent "courrier", known: "courier", "booker", "chief" | did you mean "courier"?`},
		{"unknown, none configured", base, "plans/a.yaml", "courier", "", `- configuration: unknown agent "courier": no agents are configured | leave --agent out, or add it under agents`},
		{"none matches", base + "agents: {a: {}}\ndelegations: [{agent: a, plans: x/*}, {agent: a, plans: y/*}]\n", "z/a.yaml", "", "", `planlint.yaml:3:16 configuration: no delegation covers "z/a.yaml": "a" ("x/*"), "a" ("y/*") | add its path to plans of one of them, or name an agent with --agent`},
		{"two for the rest", base + "agents: {a: {}, b: {}}\ndelegations: [{agent: a}, {agent: b}]\n", "z/a.yaml", "", "", `planlint.yaml:3:16 configuration: 2 delegations cover "z/a.yaml": "a" (all others), "b" (all others) | narrow plans so that one of them covers it, or name an agent with --agent`},
		{"a chain", base + `agents: {a: {}, b: {tools: [notify]}, chief: {role: planner}}
delegations:
- {agent: b, from: a, scope: {tools: [notify]}}
- {agent: a, from: chief, plans: none, scope: {tools: [notify, book_flight]}}
- {agent: chief}
`, "a.yaml", "", "b notify book_flight,notify -", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, problems := with(test.text).load(t)
			if len(problems) > 0 {
				t.Fatalf("problems: %q", lines(problems))
			}
			a, problem := c.Authority(test.path, test.agent)
			got := ""
			if a.Agent != nil {
				got = a.Agent.Name
			}
			for _, d := range a.Chain {
				got += " -"
				if d.Scoped {
					got = strings.TrimSuffix(got, "-") + strings.Join(sortedKeys(d.Tools), ",")
				}
			}
			said := ""
			if problem != nil {
				said = lines([]problemOf{*problem})[0]
			}
			if got != test.want || said != test.problem {
				t.Errorf("got %q, %s\nwant %q, %s", got, said, test.want, test.problem)
			}
		})
	}
}

// TestAuthorityOfRun asks for a run on the record: its agent stays what it was, so that no hint speaks of --agent.
func TestAuthorityOfRun(t *testing.T) {
	const base = "contracts: contracts.yaml\n"
	for _, test := range []struct {
		name, text, agent, want, problem string
	}{
		{"as it was", base + "agents: {a: {}, b: {}}\n", "a", "a", ""},
		{"renamed", base + "agents: {courier: {}}\n", "a", "",
			`planlint.yaml:2:10 configuration: the run is of agent "a", which is configured no more; known: "courier" | a run keeps its agent: put it back under agents, or run the plan anew`},
		{"gone with all others", base, "a", "",
			`- configuration: the run is of agent "a", which is configured no more; no agents are configured | a run keeps its agent: put it back under agents, or run the plan anew`},
		{"a planner by now", base + "agents: {a: {role: planner}}\n", "a", "",
			`planlint.yaml:2:10 configuration: the run is of agent "a", a planner by now, which carries no plan out | a run keeps its agent: leave role: planner out, or run the plan anew`},
		{"of no agent, and two now", base + "agents: {a: {}, b: {}}\n", "", "",
			`planlint.yaml:2:10 configuration: which agent carries "a.yaml" out is not configured: "a", "b" | add delegations with plans, or run the plan anew`},
		{"of two delegations", base + "agents: {a: {}}\ndelegations: [{agent: a}, {agent: a}]\n", "a", "",
			`planlint.yaml:3:16 configuration: 2 delegations cover "a.yaml": "a" (all others), "a" (all others) | narrow plans so that one of them covers it, or run the plan anew`},
		{"of no delegation", base + "agents: {a: {}}\ndelegations: [{agent: a, plans: x/*}]\n", "", "",
			`planlint.yaml:3:16 configuration: no delegation covers "a.yaml": "a" ("x/*") | add its path to plans of one of them, or run the plan anew`},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, problems := with(test.text).load(t)
			if len(problems) > 0 {
				t.Fatalf("problems: %q", lines(problems))
			}
			a, problem := c.AuthorityOfRun("a.yaml", test.agent)
			got, said := "", ""
			if a.Agent != nil {
				got = a.Agent.Name
			}
			if problem != nil {
				said = lines([]problemOf{*problem})[0]
			}
			if got != test.want || said != test.problem {
				t.Errorf("got %q, %s\nwant %q, %s", got, said, test.want, test.problem)
			}
		})
	}
}
