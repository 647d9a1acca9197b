package config_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/lint/config"
)

func TestShow(t *testing.T) {
	m := with(`contracts: contracts.yaml
tools: {notify: {command: [./n, "a b"]}, search_flights: {}, book_flight: {shell: x, timeout: 1s, max_output: 1KB}}
stubs: {notify: [{match: {text: x}, returns: [1, 9007199254740993]}]}
agents: agents.yaml
limits: {max_steps: 3}
store: postgres://ada:secret@db/runs?sslpassword=hush
rules: {unused-outcome: error}
drafts: free
`)
	m["/repo/agents.yaml"] = "\"the courier\": {tools: [notify]}\n"
	c, problems := m.load(t)
	if len(problems) > 0 {
		t.Fatalf("problems: %q", lines(problems))
	}
	var b strings.Builder
	if err := c.Show(&b, rules); err != nil {
		t.Fatal(err)
	}
	const want = `contracts: "contracts.yaml"  # planlint.yaml:1
tools.notify.command: ["./n","a b"]  # planlint.yaml:2
tools.search_flights: {}  # planlint.yaml:2
tools.book_flight.shell: "x"  # planlint.yaml:2
tools.book_flight.timeout: "1s"  # planlint.yaml:2
tools.book_flight.max_output: "1KB"  # planlint.yaml:2
tools.notify.timeout: "5m"  # default
tools.notify.max_output: "1MiB"  # default
stubs.notify[0].match.text: "x"  # planlint.yaml:3
stubs.notify[0].returns: [1,9007199254740993]  # planlint.yaml:3
input.trust: "untrusted"  # default
input.sensitivity: "internal"  # default
agents["the courier"].tools: ["notify"]  # agents.yaml:1
autonomy.waives_declared_approval: true  # default
limits.max_steps: 3  # planlint.yaml:5
limits.max_replans: 2  # default
limits.max_run_replans: 0  # default
limits.idempotency_ttl: "24h"  # default
limits.approval_ttl: "15m"  # default
limits.planner_timeout: "5m"  # default
limits.lease: "10s"  # default
store: "postgres://ada:xxxxx@db/runs?sslpassword=xxxxx"  # planlint.yaml:6
structure.require_terminal: false  # default
structure.require_verifier: false  # default
drafts: "free"  # planlint.yaml:8
rules.unused-outcome: "error"  # planlint.yaml:7
rules.unknown-tool: "error"  # default
rules.syntax: "error"  # default
rules.redundant-dependency: "off"  # default
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	b.Reset()
	if err := c.ShowJSON(&b, rules); err != nil {
		t.Fatal(err)
	}
	var out struct {
		Config   string
		Files    []string
		Settings []struct {
			Key, From, File string
			Line, Column    int
			Value           any
		}
	}
	if err := json.Unmarshal([]byte(b.String()), &out); err != nil {
		t.Fatal(err)
	}
	if out.Config != "planlint.yaml" || len(out.Files) != 3 || len(out.Settings) != strings.Count(want, "\n") {
		t.Errorf("%+v", out)
	}
	if s := out.Settings[14]; s.Key != "limits.max_steps" || s.From != "file" || s.File != "planlint.yaml" || s.Line != 5 || s.Column != 21 || s.Value != 3.0 {
		t.Errorf("%+v", s)
	}
	if strings.Contains(b.String(), "secret") || strings.Contains(b.String(), "hush") {
		t.Error("a password is shown")
	}
	if !c.FreeDrafts {
		t.Error("drafts are not free")
	}
	if c.Store.URL != "postgres://ada:secret@db/runs?sslpassword=hush" {
		t.Errorf("store: %s", c.Store.URL)
	}
}

func TestShowContractsAlone(t *testing.T) {
	c, _, err := config.FromContracts([]string{"contracts.yaml"}, config.Options{Files: with(""), WorkDir: "/repo"})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := c.ShowJSON(&b, nil); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), `"config": null`) || !strings.Contains(b.String(), `"from": "command line"`) {
		t.Error(b.String())
	}
}
