package config_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/contracts/autonomy"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/config"
)

// Everything that a configuration can say arrives, typed.
func TestLoadFull(t *testing.T) {
	c, problems := fullFiles().load(t)
	if len(problems) > 0 {
		t.Fatalf("problems:\n%s", strings.Join(lines(problems), "\n"))
	}
	d := c.Deployment
	if diff := cmp.Diff([]string{"book_flight", "notify", "refund", "search_flights"}, d.Catalog.Names()); diff != "" {
		t.Errorf("contracts: %s", diff)
	}
	if len(d.Registry) != 4 || !d.RegistryPlace.Known() || !d.Registered("notify") || d.Registered("teleport") {
		t.Errorf("registry: %v", d.Registry)
	}
	search, book, notify := c.Tool("search_flights"), c.Tool("book_flight"), c.Tool("notify")
	if diff := cmp.Diff([]string{"./tools/search", "--all", ""}, search.Command); diff != "" || search.Timeout != 90*time.Second || search.MaxOutput != 64000 {
		t.Errorf("search_flights: %+v", search)
	}
	if book.Shell != `curl -sS -d @- "$BOOKING_URL"` || book.Env[0] != "BOOKING_URL" || book.MaxOutput != 2<<20 || book.Timeout != config.DefaultTimeout {
		t.Errorf("book_flight: %+v", book)
	}
	if notify.Runs() || !book.Runs() || !search.Runs() || c.Tool("teleport") != nil {
		t.Error("what can be started")
	}
	stub := c.Stub("book_flight")
	if e := stub.Entries[0]; e.Tree.Text(e.Tree.Get(e.Match, "flight")) != "BA117" || e.Tree.Text(e.Tree.Get(e.Returns, "ref")) != "B1" {
		t.Errorf("first stub: %+v", e)
	}
	if e := stub.Entries[1]; e.Match != tree.None || e.Returns != tree.None || e.Fail != "sold out" || e.Delay != 2*time.Second {
		t.Errorf("second stub: %+v", e)
	}
	if e := c.Stub("notify").Entries[0]; e.Tree.Kind(e.Returns) != tree.Null {
		t.Errorf("an outcome of null: %+v", e)
	}
	if !d.Input.Trusted || d.Input.Sensitivity != "confidential" {
		t.Errorf("input: %+v", d.Input)
	}
	courier, planner := d.Agent("courier"), d.Agent("travel_planner")
	if len(courier.Tools) != 4 || len(courier.ApprovalRequired) != 1 || courier.Planner || !planner.Planner || d.Agent("x") != nil {
		t.Errorf("agents: %+v", d.Agents)
	}
	first, second := d.Delegations[0], d.Delegations[1]
	if first.Plans[0] != "plans/travel/**" || first.Tenant != "acme" || first.User != "ada" || !first.Scoped || len(first.Tools) != 2 ||
		!first.Expires.Equal(time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)) || second.Scoped || second.Plans != nil {
		t.Errorf("delegations: %+v", d.Delegations)
	}
	a := d.Ladder
	if a.WaivesDeclaredApproval || a.Classes[0].Name != "payment.refund" || !a.Classes[0].Irreversible || a.Classes[0].AmountField != "amount" {
		t.Errorf("autonomy: %+v", a)
	}
	g := a.Grants[0]
	if g.ID != "g1" || g.Level != autonomy.ActWithinLimits || !g.IncludesSubtenants || g.User != "ada" ||
		*g.Ceiling != (autonomy.Ceiling{Place: g.Ceiling.Place, Amount: "500.25", Currency: "GBP", Window: time.Hour}) {
		t.Errorf("grant: %+v %+v", g, g.Ceiling)
	}
	if r := a.Revocations; len(r) != 2 || r[0].GrantID != "g2" || r[0].Reason != "card stolen" || r[1].Tenant != "acme" {
		t.Errorf("revocations: %+v", r)
	}
	want := config.Limits{MaxSteps: 8, MaxReplans: 0, MaxRunReplans: 1, IdempotencyTTL: 48 * time.Hour, ApprovalTTL: time.Minute,
		PlannerTimeout: 90 * time.Second, Lease: 500 * time.Millisecond}
	if c.Limits != want || d.MaxSteps != 8 || !d.MaxStepsPlace.Known() {
		t.Errorf("limits: %+v", c.Limits)
	}
	if c.Store.Path != "/repo/state/runs.db" {
		t.Errorf("store: %+v", c.Store)
	}
	if !d.RequireTerminal.Known() || d.RequireVerifier.Known() {
		t.Error("structure")
	}
	if diff := cmp.Diff(map[string]lint.Severity{"redundant-dependency": lint.Warning, "unused-outcome": lint.Error}, d.Levels); diff != "" {
		t.Errorf("levels: %s", diff)
	}
	if diff := cmp.Diff([]string{"planlint.yaml", "contracts.yaml", "refund.json", "ops/autonomy.yaml", "ops/grants.yaml"}, c.Files); diff != "" {
		t.Errorf("files: %s", diff)
	}
	if len(c.NotChecked) > 0 {
		t.Errorf("not checked: %v", c.NotChecked)
	}
	plans, err := c.PlanFiles()
	if diff := cmp.Diff([]string{"plans/a.yaml", "plans/travel/b.yml"}, plans); diff != "" || err != nil {
		t.Errorf("plans: %s %v", diff, err)
	}
}

func TestLoadDefaults(t *testing.T) {
	c, problems := with("contracts: contracts.yaml\n").load(t)
	if len(problems) > 0 {
		t.Fatalf("problems: %q", lines(problems))
	}
	if c.Limits != config.DefaultLimits || c.Store.Path != "/repo/.planlint/runs.db" || c.Store.Place.Known() || c.Deployment.Ladder != nil || c.FreeDrafts {
		t.Errorf("%+v %+v", c.Limits, c.Store)
	}
	d := c.Deployment
	if d.Registry != nil || !d.Registered("notify") || d.Registered("x") || d.MaxSteps != 24 || d.Input.Trusted || d.Input.Sensitivity != "internal" {
		t.Errorf("%+v", d)
	}
	if diff := cmp.Diff([]string{"registered tools", "allowed tools", "scopes"}, whats(c)); diff != "" {
		t.Errorf("not checked: %s", diff)
	}
}

func whats(c *config.Config) (list []string) {
	for _, n := range c.NotChecked {
		list = append(list, n.What)
	}
	return list
}

func TestLoadUnreadable(t *testing.T) {
	_, _, err := config.Load("planlint.yaml", config.Options{Files: memory{}, WorkDir: "/repo"})
	if err == nil || err.Error() != `configuration "planlint.yaml" does not exist` {
		t.Errorf("error: %v", err)
	}
}

func TestLoadFaults(t *testing.T) {
	const base = "contracts: contracts.yaml\n"
	grant := func(fields string) string {
		return base + "autonomy:\n  classes: {notify: {name: n}}\n  grants:\n  - {" + fields + "}\n"
	}
	const whole = "id: g, tenant: t, action_class: n, level: ask_always, granted_by: o, issued_at: 2026-01-01T00:00:00Z, expires_at: 2026-02-01T00:00:00Z"
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"empty", "", []string{"planlint.yaml:1:1 configuration: no contracts are named, so nothing could be checked | name them under contracts, such as contracts: [contracts/*.yaml]"}},
		{"no map", "- a\n", []string{
			"planlint.yaml:1:1 configuration: no contracts are named, so nothing could be checked | name them under contracts, such as contracts: [contracts/*.yaml]",
			"planlint.yaml:1:1 wrong-shape: the configuration must be a map, not a list"}},
		{"unknown key", base + "tool: {}\n", []string{`planlint.yaml:2:1 unknown-key: unknown key "tool" in the configuration, allowed: plans, contracts, tools, stubs, input, agents, delegations, autonomy, limits, store, structure, drafts, rules | did you mean "tools"?`}},

		{"contracts: nothing matches", "contracts: [contracts/*.yaml, a.json]\n", []string{
			`planlint.yaml:1:13 configuration: contracts: "contracts/*.yaml" matches no file | correct the pattern, which is relative to the configuration's folder`,
			`planlint.yaml:1:31 configuration: contracts: the file "a.json" does not exist | correct the path, which is relative to the configuration's folder`}},
		{"contracts: empty list", "contracts: []\n", []string{"planlint.yaml:1:12 wrong-shape: contracts must not be empty | name a file or a pattern, or remove the key"}},
		{"contracts: empty map", "contracts: {}\n", []string{"planlint.yaml:1:12 wrong-shape: contracts holds no contract | write at least one"}},
		{"contracts: a folder of other things", "contracts: [./plans/travel/../travel]\n", []string{
			`plans/travel/b.yml:1:1 wrong-shape: a map whose first key is "goal" is none of the four forms of a contract file | write planlint's own form (a map under "contracts:"), an MCP tools/list result ({"tools": [...]}), an OpenAI function list or an Anthropic tool list`}},
		{"contracts: bad pattern", "contracts: ['a/{b']\n", []string{`planlint.yaml:1:13 configuration: contracts: "a/{b" is no valid pattern | close every { and [`}},
		{"contracts: inline", "contracts:\n  notify: {accept: {}}\n", []string{
			`planlint.yaml:2:3 wrong-shape: the contract of "notify" has no accepts, and no imported list has the tool | write accepts: {type: object, properties: {}} for a tool without arguments`,
			`planlint.yaml:2:12 unknown-key: unknown key "accept" in the contract of "notify", allowed: description, accepts, returns, irreversible, effect, key_arguments, trust, sensitivity, protect, undo, refused_exit_codes, replan_exit_code | did you mean "accepts"?`}},

		{"plans: nothing matches", base + "plans: ['nope/*.yaml', contracts.yaml]\n", []string{
			`planlint.yaml:2:9 configuration: plans: "nope/*.yaml" matches no file | correct the pattern, which is relative to the configuration's folder, or remove it`,
			`planlint.yaml:2:24 configuration: plans: "contracts.yaml" matches no file | correct the pattern, which is relative to the configuration's folder, or remove it`}},
		{"plans: empty", base + "plans: []\n", []string{"planlint.yaml:2:8 wrong-shape: plans must not be empty | name a file or a pattern, or remove the key"}},
		{"plans: twice", base + "plans: [plans/a.yaml, plans/a.yaml]\n", []string{`planlint.yaml:2:23 wrong-shape: plans names "plans/a.yaml" twice | remove one of them`}},

		{"part: missing", base + "agents: agents.yaml\n", []string{`planlint.yaml:2:9 configuration: agents: the file "agents.yaml" does not exist | write the path relative to this file, or the value itself`}},
		{"part: null", base + "agents:\n", []string{"planlint.yaml:2:8 wrong-shape: agents must be a map, not null | write {} for an empty map"}},

		{"tools: shape", base + "tools:\n  search_flights: {command: ./x, timeout: 30, max_output: 1Mb, env: PATH}\n  book_flight: {command: [], shell: x}\n  notify: {command: [1]}\n", []string{
			`planlint.yaml:3:29 wrong-shape: tools.search_flights.command must be a list, not the text "./x" | write a list such as [./tools/search, --all], or use shell`,
			"planlint.yaml:3:43 wrong-shape: tools.search_flights.timeout must be a duration such as 30s, 15m or 24h, not the number 30 | write a number with its unit: ms, s, m or h",
			`planlint.yaml:3:59 wrong-shape: tools.search_flights.max_output must be a size such as 64KB or 1MiB, not the text "1Mb" | write a whole number with its unit: B, KB, MB, GB, KiB, MiB or GiB`,
			`planlint.yaml:3:69 wrong-shape: tools.search_flights.env must be a list, not the text "PATH" | write it in brackets`,
			"planlint.yaml:4:26 wrong-shape: tools.book_flight.command must not be empty | name the program first",
			"planlint.yaml:4:30 wrong-shape: tools.book_flight has both command and shell | keep one of them",
			"planlint.yaml:5:22 wrong-shape: tools.notify.command[0] must be a text, not the number 1 | write it in quotes if it is meant as text"}},
		{"tools: values", base + "tools:\n  search_flights: {command: [''], timeout: 1d, max_output: 0B}\n  book_flight: {shell: ' ', timeout: 0s}\n  notify: {env: [A=b, 1X, PLANLINT_RUN_ID], comand: [x]}\n", []string{
			"planlint.yaml:3:30 wrong-shape: tools.search_flights.command[0] must not be empty | name the program",
			`planlint.yaml:3:44 wrong-shape: tools.search_flights.timeout must be a duration such as 30s, 15m or 24h, not the text "1d" | write days as hours: 24h`,
			`planlint.yaml:3:60 wrong-shape: tools.search_flights.max_output must be a size such as 64KB or 1MiB, not the text "0B" | write a whole number with its unit: B, KB, MB, GB, KiB, MiB or GiB`,
			`planlint.yaml:4:24 wrong-shape: tools.book_flight.shell must be a command, not the text " " | write the text that /bin/sh -c runs`,
			`planlint.yaml:4:38 wrong-shape: tools.book_flight.timeout must be a duration such as 30s, 15m or 24h, not the text "0s" | write a number with its unit: ms, s, m or h`,
			`planlint.yaml:5:18 wrong-shape: tools.notify.env lists names, not values such as "A=b" | write the name alone: the value comes from the environment`,
			`planlint.yaml:5:23 wrong-shape: tools.notify.env: "1X" is no name of a variable | use letters, digits and _`,
			`planlint.yaml:5:27 wrong-shape: tools.notify.env: "PLANLINT_RUN_ID" is planlint's own variable | remove it: planlint sets its own, and no caller's passes`,
			`planlint.yaml:5:45 unknown-key: unknown key "comand" in tools.notify, allowed: command, shell, timeout, env, max_output | did you mean "command"?`}},

		{"stubs", base + "stubs:\n  notify: {returns: 1}\n  search_flights: []\n  book_flight: [{}, {returns: 1, fail: x}, {fail: 3}, {match: 1, returns: 2}, {returns: 3, delay: -1s}, {returns: 4}]\n  telport: [{returns: 1}]\n", []string{
			"planlint.yaml:3:11 wrong-shape: stubs.notify must be a list, not a map | write it in brackets",
			"planlint.yaml:4:19 wrong-shape: stubs.search_flights declares no outcome | declare an outcome, or remove the key",
			"planlint.yaml:5:17 wrong-shape: stubs.book_flight[0] has neither returns nor fail | say how the call ends",
			"planlint.yaml:5:34 wrong-shape: stubs.book_flight[1] has both returns and fail | keep one of them",
			"planlint.yaml:5:51 wrong-shape: stubs.book_flight[2].fail must be a text, not the number 3 | write it in quotes if it is meant as text",
			"planlint.yaml:5:63 wrong-shape: stubs.book_flight[3].match must be a map, not the number 1",
			`planlint.yaml:5:99 wrong-shape: stubs.book_flight[4].delay must be a duration such as 30s, 15m or 24h, not the text "-1s" | write a number with its unit: ms, s, m or h`,
			"planlint.yaml:5:105 warning configuration: stubs.book_flight[5] is never used: an entry before it matches everything | move it up, or remove it",
			`planlint.yaml:6:3 configuration: stubs names "telport", which nothing registers | write a contract for it, or register it under tools`}},

		{"input", base + "input: {trust: true, sensitivity: none, trusted: yes}\n", []string{
			"planlint.yaml:2:16 wrong-shape: input.trust must be trusted or untrusted, not true",
			`planlint.yaml:2:35 wrong-shape: input.sensitivity must be public, internal, confidential or secret, not the text "none"`,
			`planlint.yaml:2:41 unknown-key: unknown key "trusted" in input, allowed: trust, sensitivity | did you mean "trust"?`}},

		{"agents", base + "agents:\n  courier: {tools: [notify, notify], approval_required_tools: [book_flight]}\n  chief: {role: planner, tools: [notify]}\n  odd: {role: worker}\n", []string{
			`planlint.yaml:3:29 wrong-shape: agents.courier.tools names "notify" twice | remove one of them`,
			`planlint.yaml:3:64 configuration: agents.courier.approval_required_tools names "book_flight", which the agent does not hold | add it to tools, or remove it here`,
			`planlint.yaml:4:34 configuration: "chief" is a planner, so it must not hold "notify" | give the tool to the agent that carries the plan out`,
			`planlint.yaml:5:15 wrong-shape: agents.odd.role must be planner, not the text "worker"`}},
		{"agents: none", base + "agents: {}\n", []string{"planlint.yaml:2:9 wrong-shape: agents names no agent | name at least one, or remove the key"}},
		{"agents: unregistered tool", base + "agents: {courier: {tools: [notfy]}}\n", []string{`planlint.yaml:2:28 configuration: agents.courier.tools names "notfy", which nothing registers | did you mean "notify"?`}},

		{"delegations: shape", base + "agents: {courier: {tools: [notify]}}\ndelegations:\n- {scope: {}}\n- {agent: courir, from: boss, scope: {tools: []}}\n- {agent: courier, plans: [], scope: {tools: [notify], expires_at: 2027-01-01}}\n", []string{
			`planlint.yaml:4:3 wrong-shape: delegations[0] lacks "agent" | name the agent that carries the plans out`,
			`planlint.yaml:4:11 wrong-shape: delegations[0].scope lacks "tools" | name the tools that may be used: a scope without a tool allows nothing`,
			`planlint.yaml:5:11 configuration: delegations[1].agent names the unknown agent "courir" | did you mean "courier"?`,
			`planlint.yaml:5:25 configuration: delegations[1].from names the unknown agent "boss" | add it under agents`,
			"planlint.yaml:5:46 wrong-shape: delegations[1].scope.tools must not be empty | name the tools that may be used",
			"planlint.yaml:6:27 wrong-shape: delegations[2].plans must not be empty | name a file or a pattern, or remove the key",
			`planlint.yaml:6:68 wrong-shape: delegations[2].scope.expires_at must be a moment such as 2027-01-01T00:00:00Z, not the text "2027-01-01" | write date, time and time zone, as RFC 3339 has them`}},
		{"delegations: nobody", base + "delegations: [{agent: a}]\n", []string{`planlint.yaml:2:23 configuration: delegations[0].agent names the unknown agent "a" | no agents are configured: add it under agents`}},
		{"delegations: unregistered tool", base + "agents: {a: {}}\ndelegations: [{agent: a, scope: {tools: [teleport]}}]\n", []string{`planlint.yaml:3:42 configuration: the scope of "a" names "teleport", which nothing registers | write a contract for it, or register it under tools`}},
		{"delegations: widening", base + "agents: {a: {}, b: {}}\ndelegations:\n- {agent: a, plans: x, tenant: acme, scope: {tools: [notify], expires_at: 2027-01-01T00:00:00Z}}\n- {agent: b, from: a, tenant: acmecorp, scope: {tools: [notify, book_flight], expires_at: 2027-01-01T00:00:01Z}}\n", []string{
			`planlint.yaml:5:4 configuration: a delegation for tenant "acmecorp" comes from one for "acme" | hand on within the tenant`,
			`planlint.yaml:5:65 configuration: a scope only narrows: "book_flight" was not handed to "a" | remove the tool here, or add it there`,
			"planlint.yaml:5:91 configuration: a scope only narrows: it expires after the one it comes from, which ends at 2027-01-01T00:00:00Z | let it expire no later"}},
		{"delegations: narrowing", base + "agents: {a: {}, b: {}, c: {}}\ndelegations:\n- {agent: a, tenant: acme, scope: {tools: [notify, book_flight], expires_at: 2027-01-01T01:00:00+01:00}}\n- {agent: b, from: a, tenant: acme/eu, scope: {tools: [notify], expires_at: 2027-01-01T00:00:00Z}}\n- {agent: c, from: b, scope: {tools: [notify]}}\n- {agent: c, from: c2}\n", []string{
			`planlint.yaml:7:20 configuration: delegations[3].from names the unknown agent "c2" | did you mean "c"?`}},
		{"delegations: loop", base + "agents: {a: {}, b: {}, c: {}}\ndelegations:\n- {agent: a, from: b}\n- {agent: b, from: a}\n- {agent: c, from: a}\n", []string{
			`planlint.yaml:4:4 configuration: delegations hand on in a loop: "a" from "b" from "a" | remove one from`}},
		{"delegations: to itself", base + "agents: {a: {}}\ndelegations: [{agent: a, from: a}]\n", []string{
			`planlint.yaml:3:16 configuration: delegations hand on in a loop: "a" from "a" | remove one from`}},
		{"delegations: which one", base + "agents: {a: {}, b: {}}\ndelegations:\n- {agent: a, plans: x}\n- {agent: a, plans: y}\n- {agent: b, from: a}\n", []string{
			`planlint.yaml:6:4 configuration: which delegation of "a" hands this one on is not clear: it has 2 | give them and this one a tenant each, so that one fits`}},

		{"grant: nothing", base + "autonomy: {grants: [{}], classes: {notify: {}}, revocations: [{}]}\n", []string{
			`planlint.yaml:2:21 wrong-shape: grants[0] lacks "action_class" | name the class it covers`,
			`planlint.yaml:2:21 wrong-shape: grants[0] lacks "expires_at" | write when it ends: no grant is for ever`,
			`planlint.yaml:2:21 wrong-shape: grants[0] lacks "granted_by" | name who answers for it`,
			`planlint.yaml:2:21 wrong-shape: grants[0] lacks "id" | give it an id, which revocations and records name`,
			`planlint.yaml:2:21 wrong-shape: grants[0] lacks "issued_at" | write when it was given`,
			`planlint.yaml:2:21 wrong-shape: grants[0] lacks "level" | write ask_always, act_within_limits or act_and_report`,
			`planlint.yaml:2:21 wrong-shape: grants[0] lacks "tenant" | name the tenant it holds for`,
			`planlint.yaml:2:44 wrong-shape: the class of "notify" lacks "name" | name the class, such as payment.refund`,
			`planlint.yaml:2:63 wrong-shape: revocations[0] lacks "revoked_at" | write when it was withdrawn`,
			`planlint.yaml:2:63 wrong-shape: revocations[0] lacks "revoked_by" | name who withdrew it`,
			"planlint.yaml:2:63 wrong-shape: revocations[0] names neither a grant nor a tenant | add grant_id or tenant"}},
		{"grant: values", grant("id: g, tenant: t, action_class: n, level: act, granted_by: '', issued_at: 2026-01-01T1:00:00Z, expires_at: soon, ceiling: {amount: 500, currency: gbp, window: 1w}"), []string{
			`planlint.yaml:5:48 wrong-shape: grants[0].level must be ask_always, act_within_limits or act_and_report, not the text "act"`,
			"planlint.yaml:5:65 wrong-shape: grants[0].granted_by must not be empty",
			`planlint.yaml:5:80 wrong-shape: grants[0].issued_at must be a moment such as 2027-01-01T00:00:00Z, not the text "2026-01-01T1:00:00Z" | write date, time and time zone, as RFC 3339 has them`,
			`planlint.yaml:5:113 wrong-shape: grants[0].expires_at must be a moment such as 2027-01-01T00:00:00Z, not the text "soon" | write date, time and time zone, as RFC 3339 has them`,
			"planlint.yaml:5:137 wrong-shape: grants[0].ceiling.amount must be a decimal in quotes, not the number 500 | write it in quotes, so that nothing rounds it",
			`planlint.yaml:5:152 wrong-shape: grants[0].ceiling.currency must be a currency of three capital letters such as GBP, not the text "gbp"`,
			`planlint.yaml:5:165 wrong-shape: grants[0].ceiling.window must be a duration such as 30s, 15m or 24h, not the text "1w" | write a number with its unit: ms, s, m or h`}},
		{"grant: for ever", grant(strings.Replace(whole, "2026-02", "2026-01", 1)), []string{
			"planlint.yaml:5:120 wrong-shape: grants[0] expires at 2026-01-01T00:00:00Z, which is not after it was issued, 2026-01-01T00:00:00Z"}},
		{"grant: no ceiling", grant(strings.Replace(whole, "ask_always", "act_within_limits", 1)), []string{
			"planlint.yaml:5:48 wrong-shape: grants[0] acts within limits, but has no ceiling | add ceiling: {amount, currency, window}"}},
		{"grant: same id", grant(whole + "}\n  - {" + whole), []string{
			`planlint.yaml:6:10 configuration: two grants have the id "g" | give each its own`}},
		{"grant: unknown class", grant(strings.Replace(whole, "action_class: n", "action_class: nn", 1)), []string{
			`planlint.yaml:5:10 warning configuration: grant "g" covers class "nn", which no tool has | did you mean "n"?`}},
		{"grant: irreversible", strings.Replace(grant(strings.Replace(whole, "ask_always", "act_and_report", 1)), "{name: n}", "{name: n, irreversible: true}", 1), []string{
			`planlint.yaml:5:10 configuration: grant "g" has no ceiling, but class "n" is irreversible | add ceiling: {amount, currency, window}`}},
		{"grant: irreversible, ask always", strings.Replace(grant(whole), "{name: n}", "{name: n, irreversible: true}", 1), []string{
			`planlint.yaml:5:10 configuration: grant "g" has no ceiling, but class "n" is irreversible | add ceiling: {amount, currency, window}`}},
		{"grant: reserved", grant(strings.Replace(whole, "action_class: n", "action_class: autonomy.grant", 1)), []string{
			`planlint.yaml:5:10 warning configuration: grant "g" never covers anything: the class "autonomy.grant" is reserved | remove the grant: no plan may grant autonomy`}},
		{"grant: reserved class", strings.Replace(grant(strings.Replace(whole, "action_class: n", "action_class: autonomy.grant", 1)), "{name: n}", "{name: autonomy.grant, irreversible: true}", 1), []string{
			`planlint.yaml:5:10 warning configuration: grant "g" never covers anything: the class "autonomy.grant" is reserved | remove the grant: no plan may grant autonomy`}},
		{"grant: no price", grant(strings.Replace(whole, "ask_always", "act_within_limits", 1) + `, ceiling: {amount: "5", currency: GBP, window: 1h}`), []string{
			`planlint.yaml:5:10 warning configuration: grant "g" has a ceiling, but the class of "notify" names no amount_field, so a person is always asked | add amount_field and currency_field to the class`}},
		{"grant: no currency", strings.Replace(grant(strings.Replace(whole, "ask_always", "act_and_report", 1)+`, ceiling: {amount: "5", currency: GBP, window: 1h}`), "{name: n}", "{name: n, amount_field: text}", 1), []string{
			`planlint.yaml:5:10 warning configuration: grant "g" has a ceiling, but the class of "notify" names no currency_field, so a person is always asked | add amount_field and currency_field to the class`}},
		{"classes: fields", base + "autonomy: {classes: {notify: {name: n, amount_field: txt, currency_field: currency}, search_flights: {name: n, amount_field: origin}}}\n", []string{
			`planlint.yaml:2:54 configuration: the class of "notify" reads "txt", which is no argument of the tool | did you mean "text"?`,
			`planlint.yaml:2:75 configuration: the class of "notify" reads "currency", which is no argument of the tool | name an argument of the tool`}},
		{"classes", base + "autonomy: {classes: {notfy: {name: n}, notify: {name: n, amount_field: sum, curency_field: c}}}\n", []string{
			`planlint.yaml:2:22 configuration: autonomy.classes names "notfy", which nothing registers | did you mean "notify"?`,
			`planlint.yaml:2:72 configuration: the class of "notify" reads "sum", which is no argument of the tool | name an argument of the tool`,
			`planlint.yaml:2:77 unknown-key: unknown key "curency_field" in the class of "notify", allowed: name, irreversible, amount_field, currency_field | did you mean "currency_field"?`}},
		{"revocations", base + "autonomy:\n  revocations:\n  - {revoked_by: o, revoked_at: 2026-01-01T00:00:00Z}\n  - {grant_id: g9, revoked_by: o, revoked_at: 2026-01-01T00:00:00Z}\n", []string{
			"planlint.yaml:4:5 wrong-shape: revocations[0] names neither a grant nor a tenant | add grant_id or tenant",
			`planlint.yaml:5:16 warning configuration: a revocation names the grant "g9", which does not exist | remove the revocation, if the grant is gone for good`}},

		{"limits", base + "limits: {max_steps: 0, max_replans: -1, max_run_replans: 1.0, idempotency_ttl: 24, lease: forever, max_step: 3}\n", []string{
			"planlint.yaml:2:21 wrong-shape: limits.max_steps must be a whole number of at least 1, not the number 0",
			"planlint.yaml:2:37 wrong-shape: limits.max_replans must be a whole number of at least 0, not the number -1",
			"planlint.yaml:2:58 wrong-shape: limits.max_run_replans must be a whole number of at least 0, not the number 1.0",
			"planlint.yaml:2:80 wrong-shape: limits.idempotency_ttl must be a duration such as 30s, 15m or 24h, not the number 24 | write a number with its unit: ms, s, m or h",
			`planlint.yaml:2:91 wrong-shape: limits.lease must be a duration such as 30s, 15m or 24h, not the text "forever" | write a number with its unit: ms, s, m or h`,
			`planlint.yaml:2:100 unknown-key: unknown key "max_step" in limits, allowed: max_steps, max_replans, max_run_replans, idempotency_ttl, approval_ttl, planner_timeout, lease | did you mean "max_steps"?`}},

		{"store: kind", base + "store: mysql://u:secret@h/d\n", []string{"planlint.yaml:2:8 wrong-shape: store is a URL of a kind that is not known, allowed: postgres:// | write a path for SQLite, or postgres://host/database"}},
		{"store: no host", base + "store: postgres:///d\n", []string{"planlint.yaml:2:8 wrong-shape: store is no valid postgres:// URL | write postgres://user@host/database, with special characters as %XX"}},
		{"store: folder", base + "store: state/\n", []string{"planlint.yaml:2:8 wrong-shape: store is a folder, not a file | name a file in it, such as .planlint/runs.db"}},
		{"drafts: word", base + "drafts: freely\n", []string{`planlint.yaml:2:9 wrong-shape: drafts must be successors or free, not the text "freely" | did you mean "free"?`}},
		{"drafts: flag", base + "drafts: true\n", []string{"planlint.yaml:2:9 wrong-shape: drafts must be successors or free, not true"}},
		{"store: number", base + "store: 7\n", []string{"planlint.yaml:2:8 wrong-shape: store must be the path of a file or a postgres:// URL, not the number 7"}},

		{"structure", base + "structure: {require_terminal: 'yes', requires_verifier: true}\n", []string{
			`planlint.yaml:2:31 wrong-shape: structure.require_terminal must be true or false, not the text "yes" | write true or false`,
			`planlint.yaml:2:38 unknown-key: unknown key "requires_verifier" in structure, allowed: require_terminal, require_verifier | did you mean "require_verifier"?`}},

		{"rules", base + "rules: {unused-outcom: error, unused-outcome: fatal, redundant-dependency: false, unknown-tool: warning, syntax: 'off'}\n", []string{
			`planlint.yaml:2:9 configuration: unknown rule "unused-outcom" | did you mean "unused-outcome"?`,
			`planlint.yaml:2:47 wrong-shape: rules.unused-outcome must be off, note, warning or error, not the text "fatal"`,
			"planlint.yaml:2:76 wrong-shape: rules.redundant-dependency must be off, note, warning or error, not false",
			`planlint.yaml:2:97 configuration: rule "unknown-tool" is always an error, so it cannot be warning | remove the line`,
			`planlint.yaml:2:114 configuration: rule "syntax" is always an error, so it cannot be off | remove the line`}},

		{"wiring: a contract too many", base + "tools: {notify: {}, search_flights: {}}\n", []string{
			`contracts.yaml:3:3 unregistered-contract: a contract for "book_flight", which nothing registers | register it under tools, or remove the contract`}},
		{"wiring: registered and allowed without a contract", base + "tools: {notify: {}, search_flights: {}, book_flight: {}, z: {}, y: {}}\n", []string{
			`planlint.yaml:2:58 uncontracted-tool: "z" may be called, but has no contract | write a contract for it, or take it out of the list`,
			`planlint.yaml:2:65 uncontracted-tool: "y" may be called, but has no contract | write a contract for it, or take it out of the list`}},
		{"wiring: allowed without a contract", base + "tools: {notify: {}, search_flights: {}, book_flight: {}, z: {}, y: {}}\nagents: {a: {tools: [z, notify]}, b: {tools: [notify]}}\n", []string{
			`planlint.yaml:3:22 uncontracted-tool: "z" may be called, but has no contract | write a contract for it, or take it out of the list`}},
		{"wiring: allowed, but out of scope", base + "tools: {notify: {}, search_flights: {}, book_flight: {}, z: {}}\nagents: {a: {tools: [z, notify]}}\ndelegations: [{agent: a, scope: {tools: [notify]}}]\n", []string{}},
		{"wiring: in scope, but not allowed", base + "tools: {notify: {}, search_flights: {}, book_flight: {}, z: {}}\nagents: {a: {tools: [notify]}}\ndelegations: [{agent: a, scope: {tools: [notify, z]}}]\n", []string{}},
		{"wiring: in scope further up only", base + "tools: {notify: {}, search_flights: {}, book_flight: {}, z: {}}\nagents: {boss: {tools: [notify]}, a: {tools: [notify, z]}}\ndelegations:\n- {agent: boss, plans: x, scope: {tools: [notify, z]}}\n- {agent: a, from: boss, scope: {tools: [notify]}}\n", []string{}},
		{"wiring: in one scope of two", base + "tools: {notify: {}, search_flights: {}, book_flight: {}, z: {}}\nagents: {a: {tools: [z, notify]}}\ndelegations:\n- {agent: a, plans: x, scope: {tools: [notify]}}\n- {agent: a, scope: {tools: [z]}}\n", []string{
			`planlint.yaml:3:22 uncontracted-tool: "z" may be called, but has no contract | write a contract for it, or take it out of the list`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, problems := with(test.text).load(t)
			if diff := cmp.Diff(test.want, lines(problems)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// What is wrong in a file that the configuration names is reported there.
func TestLoadParts(t *testing.T) {
	m := with("contracts: contracts.yaml\nagents: team/agents.json\nlimits: limits.yaml\nrules: empty.yaml\n")
	m["/repo/team/agents.json"] = `{"courier":{"tools":["notify"],"rol":"planner"}}`
	m["/repo/limits.yaml"] = "limits: {max_steps: 0}\n"
	m["/repo/empty.yaml"] = "# nothing yet\n"
	c, problems := m.load(t)
	want := []string{
		`limits.yaml:1:1 configuration: the file wraps its content in the key "limits" | write the content itself at the top`,
		"limits.yaml:1:21 wrong-shape: limits.max_steps must be a whole number of at least 1, not the number 0",
		`planlint.yaml:4:8 configuration: rules: the file "empty.yaml" is empty | write the value into it`,
		`team/agents.json:1:32 unknown-key: unknown key "rol" in agents.courier, allowed: role, tools, approval_required_tools | did you mean "role"?`,
	}
	if diff := cmp.Diff(want, lines(problems)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if a := c.Deployment.Agent("courier"); a == nil || a.Place.Source.Name != "team/agents.json" {
		t.Errorf("agent: %+v", a)
	}
}

func TestLoadSyntax(t *testing.T) {
	m := with("contracts: [contracts.yaml, broken.json]\n")
	m["/repo/broken.json"] = `{"tools": [}`
	_, problems := m.load(t)
	if len(problems) != 1 || problems[0].Rule != "syntax" || problems[0].Place.Source.Name != "broken.json" || problems[0].Warning {
		t.Errorf("problems: %q", lines(problems))
	}
	m["/repo/planlint.yaml"] = "limits: {max_steps: ["
	_, problems = m.load(t)
	for _, p := range problems {
		if p.Rule != "syntax" {
			t.Errorf("said beside the fault of syntax: %q", lines(problems))
		}
	}
}

// The order of problems does not depend on the order of maps.
func TestLoadOrder(t *testing.T) {
	m := with("contracts: contracts.yaml\ntools: {d: {}, c: {}, b: {}, a: {}}\nlimits: {lease: 1, approval_ttl: 2, planner_timeout: 3, idempotency_ttl: 4, max_replans: x, max_run_replans: y}\n")
	_, first := m.load(t)
	if len(first) != 13 {
		t.Errorf("%d problems: %s", len(first), strings.Join(lines(first), "\n"))
	}
	for range 20 {
		if _, again := m.load(t); fmt.Sprint(lines(again)) != fmt.Sprint(lines(first)) {
			t.Fatalf("got %q, then %q", lines(first), lines(again))
		}
	}
}

func TestFromContracts(t *testing.T) {
	m := with("nonsense")
	m["/repo/more/a.json"] = `{"tools":[{"name":"refund","inputSchema":{}}]}`
	m["/repo/more/readme.md"] = "nothing"
	m["/repo/odd/[x].json"] = `[{"name":"odd","parameters":{}}]`
	m["/repo/none/readme.md"] = "nothing"
	for _, test := range []struct {
		name  string
		paths []string
		tools string
		want  []string
	}{
		{"a file", []string{"contracts.yaml"}, "book_flight notify search_flights", []string{}},
		{"the same twice", []string{"contracts.yaml", "/repo/contracts.yaml", "contract?.yaml"}, "book_flight notify search_flights", []string{}},
		{"a folder", []string{"more", "contracts.yaml"}, "book_flight notify refund search_flights", []string{}},
		{"a pattern", []string{"m*/**/*.json"}, "refund", []string{}},
		{"a name with brackets", []string{"odd/[x].json"}, "odd", []string{}},
		{"nothing there", []string{"x.json"}, "", []string{`- configuration: contracts: the file "x.json" does not exist | correct the path, which is relative to the working directory`}},
		{"nothing matches", []string{"*.json"}, "", []string{`- configuration: contracts: "*.json" matches no file | correct the pattern, which is relative to the working directory`}},
		{"an empty folder", []string{"none"}, "", []string{`- configuration: contracts: the folder "none" holds no contract file | put one there, named *.yaml or *.json, or name the files`}},
		{"none", nil, "", []string{"- configuration: no contracts are named, so nothing could be checked | name them under contracts, such as contracts: [contracts/*.yaml]"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, problems, err := config.FromContracts(test.paths, config.Options{Files: m, WorkDir: "/repo"})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, lines(problems)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if got := strings.Join(c.Deployment.Catalog.Names(), " "); got != test.tools {
				t.Errorf("tools: %s", got)
			}
			if a, problem := c.Authority("plan.yaml", ""); problem != nil || a.Agent != nil || a.Chain != nil {
				t.Errorf("authority: %+v %v", a, problem)
			}
			if len(c.NotChecked) != 3 {
				t.Errorf("not checked: %v", c.NotChecked)
			}
		})
	}
}

// Contracts from the command line join those of the configuration.
func TestLoadWithContracts(t *testing.T) {
	m := with("rules: {unused-outcome: error}\n")
	c, problems, err := config.Load("planlint.yaml", config.Options{Files: m, WorkDir: "/repo", Rules: rules, Contracts: []string{"contracts.yaml"}})
	if err != nil || len(problems) > 0 || c.Deployment.Catalog.Len() != 3 {
		t.Errorf("%v %q", err, lines(problems))
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(full)
	f.Add("contracts: {a: {accepts: {$ref: ../x}}}\nagents: {a: {tools: [a]}}\ndelegations: [{agent: a, from: a, plans: '**'}, {agent: a, from: a}]\n")
	f.Add("contracts: '{a,b}/**/../*'\nplans: ['[', '../../..', '/', '', '.']\nstore: ':'\n")
	f.Fuzz(func(t *testing.T, text string) {
		m := fullFiles()
		m["/repo/planlint.yaml"] = text
		c, problems, err := config.Load("planlint.yaml", config.Options{Files: m, WorkDir: "/repo", Rules: rules})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range problems {
			if p.Rule == "" || p.Message == "" {
				t.Errorf("incomplete problem: %+v", p)
			}
			if s := p.Place; s.Known() && (s.Span.Start < 0 || s.Span.Start > s.Span.End) {
				t.Errorf("span %v", s.Span)
			}
		}
		for _, agent := range []string{"", "courier", "a"} {
			c.Authority("plans/travel/b.yml", agent)
		}
		var b strings.Builder
		if err := c.Show(&b, rules); err != nil {
			t.Error(err)
		}
		if err := c.ShowJSON(&b, rules); err != nil {
			t.Error(err)
		}
	})
}
