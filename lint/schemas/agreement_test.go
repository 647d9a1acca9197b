package schemas_test

import "testing"

// TestAgreement holds the schemas against planlint's own reading: what one takes the other takes.
func TestAgreement(t *testing.T) {
	step := func(rest string) string { return "goal: g\nsteps:\n  - {id: s1, tool: t" + rest + "}\n" }
	entry := func(rest string) string { return "contracts: {a: {accepts: {}, " + rest + "}}" }
	grant := func(rest string) string {
		return "autonomy: {grants: [{id: g1, tenant: acme, action_class: c, granted_by: ops, issued_at: 2026-01-01T00:00:00Z, expires_at: 2026-02-01T00:00:00+01:00, " + rest + "}]}"
	}
	for _, test := range []struct {
		kind string
		good []string
		bad  []string
	}{
		{"plan", []string{
			step(""),
			step(", arguments: {a: {b: [1, null]}}, bind: {c: {step: s0}, /a/d: {input: ''}}, depends_on: [s0]") + "  - {id: s0, tool: t}\n",
			step(", intent: '', terminal: true, verifies: false, quorum: {need: 2, lenses: [a, b, c]}"),
			step("") + "revision: 1\nversion: 1\ntopology: single\ninputs: true\noutputs: {a: {step: s1}, b: {step: s1, pointer: /x~1y/0}}",
			step("") + "version: 2\nreason: r\nderived_from: sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
			step("") + "topology: {collaborative: parallel-disjoint}",
		}, []string{
			"[]", "{}", "goal: g", "goal: ''\nsteps: [{id: s1, tool: t}]", "goal: 1\nsteps: [{id: s1, tool: t}]", "goal: g\nsteps: []",
			"goal: g\nsteps: {}", "goal: g\nsteps: [s1]", "goal: g\nsteps: [{id: s1}]", "goal: g\nsteps: [{tool: t}]",
			"goal: g\nsteps: [{id: '', tool: t}]", "goal: g\nsteps: [{id: 1, tool: t}]", step("") + "stepz: []",
			step("") + "revision: -1", step("") + "version: 0", step("") + "version: 1.5", step("") + "version: '1'", step("") + "version: 2",
			step("") + "version: 2\nreason: r\nderived_from: 0123", step("") + "topology: alone", step("") + "topology: {}",
			step("") + "topology: {collaborative: single}", step("") + "inputs: []", step("") + "outputs: {a: {input: /x}}", step("") + "outputs: {a: s1}",
			step(", arguments: []"), step(", arguments: null"), step(", bind: []"), step(", bind: {a: s0}"), step(", bind: {a: {}}"),
			step(", bind: {a: {step: s0, input: /x}}"), step(", bind: {a: {input: /x, pointer: /y}}"), step(", bind: {a: {input: x}}"),
			step(", bind: {a: {input: /x~2}}"), step(", depends_on: s0"), step(", depends_on: [1]"), step(", depends_on: ['']"), step(", intent: 1"),
			step(", terminal: 'true'"), step(", quorum: 2"), step(", quorum: {need: 2}"), step(", quorum: {lenses: [a]}"),
			step(", quorum: {need: 0, lenses: [a]}"), step(", quorum: {need: 1, lenses: [a, a]}"), step(", quorum: {need: 1, lenses: []}"),
			step(", name: x"),
		}},
		{"contracts", []string{
			entry("description: ''"), entry("returns: true, irreversible: true, effect: idempotent"), "contracts: {a: {irreversible: false, effect: read_only}}",
			entry("trust: trusted, sensitivity: secret, key_arguments: [x], protect: [{field: '', require_trusted: true}, {field: /x, sources: [b], max_sensitivity: public}]"),
			entry("undo: {tool: b}"), entry("undo: {tool: b, arguments: {y: 1}, bind: {x: {outcome: /x}, /z/0: {argument: ''}}}"),
			entry("refused_exit_codes: [1, 255], replan_exit_code: 75"),
			`{"tools": [{"name": "a", "inputSchema": {}, "outputSchema": null, "annotations": {"readOnlyHint": true, "other": 1}, "icons": []}], "nextCursor": null}`,
			`{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "a", "inputSchema": {}}]}}`,
			`[{"type": "function", "function": {"name": "a", "parameters": {}, "strict": true}}]`,
			`[{"type": "function", "name": "a", "parameters": {}}, {"name": "b", "parameters": {}}, {"name": "c", "input_schema": {}}]`,
			`[{"function": {"name": "a"}}, {"type": "function", "name": "b"}]`,
		}, []string{
			"contracts: {}", "contracts: []", "contracts: {a: }", "{}", "[]", "tools: {}", "tools: []", "contracts: {'': {accepts: {}}}",
			"{contracts: {a: {accepts: {}}}, version: 1}", "contracts: {a: {accepts: x.json}}", "contracts: {a: {accepts: []}}", entry("returns: 1"),
			entry("irreversible: 'true'"), entry("effect: write"), entry("effect: read_only, irreversible: true"), entry("key_arguments: x"),
			entry("key_arguments: [x, x]"), entry("trust: yes"), entry("sensitivity: high"), entry("protect: {field: /x}"), entry("protect: [{field: /x}]"),
			entry("protect: [{require_trusted: true}]"), entry("protect: [{field: x, require_trusted: true}]"), entry("protect: [{field: /x, sources: []}]"),
			entry("undo: b"), entry("undo: {}"), entry("undo: {tool: b, bind: {x: {}}}"), entry("undo: {tool: b, bind: {x: {outcome: /a, argument: /b}}}"),
			entry("undo: {tool: b, bind: {x: {outcome: a}}}"), entry("refused_exit_codes: 64"), entry("refused_exit_codes: [0]"),
			entry("refused_exit_codes: [64, 64]"), entry("refused_exit_codes: [256]"), entry("replan_exit_code: 0"), entry("replan_exit_code: '75'"),
			`[{"name": "a"}]`, `[{"inputSchema": {}}]`, `[{"name": "a", "inputSchema": []}]`, `[{"name": 1, "inputSchema": {}}]`,
			`[{"name": "a", "inputSchema": {}, "annotations": {"readOnlyHint": "true"}}]`, `[{"function": {}}]`, `[1]`, `"a"`,
		}},
		{"config", []string{
			"contracts: {notify: {accepts: {}}}",
			"tools: {notify: {command: [./notify, ''], timeout: 1h30m, env: [PATH], max_output: 64KB}}", "tools: {notify: {shell: cat}}", "tools: {notify: {}}",
			"stubs: {notify: [{match: {text: a}, returns: null}, {fail: no, delay: 2s}]}", "input: {trust: trusted, sensitivity: public}",
			"agents: {a: {tools: [notify], approval_required_tools: [notify]}, b: {role: planner, tools: []}, c: {}}",
			"agents: {a: {tools: [notify]}}\ndelegations: [{agent: a, plans: plans/**, tenant: acme, user: ada, scope: {tools: [notify], expires_at: 2027-01-01T00:00:00.5Z}}]",
			"autonomy: {}", "autonomy: {classes: {notify: {name: c, irreversible: false}}, waives_declared_approval: false}",
			grant("level: ask_always, user: ada, includes_subtenants: true"),
			grant(`level: act_within_limits, ceiling: {amount: "0.5", currency: GBP, window: 24h}`),
			"autonomy: {revocations: [{tenant: acme, action_class: c, revoked_by: ops, revoked_at: 2026-01-01T00:00:00Z, reason: ''}]}",
			"limits: {max_steps: 1, max_replans: 0, max_run_replans: 0, idempotency_ttl: 24h, approval_ttl: 15m, planner_timeout: 500ms, lease: 10s}",
			"store: runs.db", "store: postgres://db/runs", "structure: {require_terminal: true, require_verifier: false}",
			"rules: {no-terminal: off, dead-end-step: note, unknown-tool: error}",
		}, []string{
			"[]", "contracts: []", "contracts: 1", "contracts: {}", "plans: []\n", "plans: [1]", "tools: {}", "tools: []", "tools: {notify: }", "tools: {'': {}}",
			"tools: {notify: {command: ./notify}}", "tools: {notify: {command: []}}", "tools: {notify: {command: [a], shell: b}}", "tools: {notify: {shell: ''}}",
			"tools: {notify: {timeout: 30}}", "tools: {notify: {timeout: 1d}}", "tools: {notify: {max_output: 1024}}", "tools: {notify: {max_output: 1mb}}",
			"tools: {notify: {env: [A=b]}}", "tools: {notify: {env: {A: b}}}", "stubs: {notify: []}", "stubs: {notify: {}}", "stubs: {notify: [{}]}",
			"stubs: {notify: [{returns: 1, fail: no}]}", "stubs: {notify: [{fail: ''}]}", "input: {trust: no}", "input: {sensitivity: low}",
			"agents: {}", "agents: {a: [notify]}", "agents: {a: {role: doer}}", "agents: {a: {role: planner, tools: [notify]}}", "agents: {a: {tools: [notify, notify]}}",
			"delegations: {}", "delegations: [{}]", "agents: {a: {}}\ndelegations: [{agent: a, scope: {}}]", "agents: {a: {}}\ndelegations: [{agent: a, scope: {tools: []}}]",
			"agents: {a: {tools: [notify]}}\ndelegations: [{agent: a, scope: {tools: [notify], expires_at: 2027-01-01}}]",
			"autonomy: []", "autonomy: {classes: {notify: {}}}", "autonomy: {classes: {notify: {name: c, currency_field: x}}}", "autonomy: {grants: [{}]}",
			grant("level: always"), grant("level: act_within_limits"), grant("level: act_and_report, ceiling: {amount: 5, currency: GBP, window: 1h}"),
			grant(`level: act_and_report, ceiling: {amount: "5", currency: gbp, window: 1h}`), grant(`level: act_and_report, ceiling: {amount: "1e3", currency: GBP, window: 1h}`),
			"autonomy: {revocations: [{revoked_by: ops, revoked_at: 2026-01-01T00:00:00Z}]}", "autonomy: {revocations: [{tenant: acme}]}",
			"limits: {max_steps: 0}", "limits: {max_steps: 2.5}", "limits: {max_replans: -1}", "limits: {lease: 10}", "limits: {lease: -10s}",
			"store: 1", "store: ''", "structure: {require_terminal: 1}", "rules: {no-such-rule: off}", "rules: {unknown-tool: warning}", "rules: {no-terminal: false}",
			"rules: [no-terminal]", "version: 1",
		}},
	} {
		s := compile(t, test.kind, text(t, test.kind))
		for _, doc := range test.good {
			if err := s.Validate(decode(t, doc, []byte(doc))); err != nil {
				t.Errorf("%s: the schema refuses\n%s\n%#v", test.kind, doc, err)
			}
			if f := faults(t, test.kind, doc); len(f) > 0 {
				t.Errorf("%s: planlint refuses\n%s\n%q", test.kind, doc, f)
			}
		}
		for _, doc := range test.bad {
			if err := s.Validate(decode(t, doc, []byte(doc))); err == nil {
				t.Errorf("%s: the schema takes\n%s", test.kind, doc)
			}
			if f := faults(t, test.kind, doc); len(f) == 0 {
				t.Errorf("%s: planlint takes\n%s", test.kind, doc)
			}
		}
	}
}
