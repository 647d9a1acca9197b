package config_test

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/config"
)

// memory is a Files without a disk: absolute path, to text. Folders come from the paths.
type memory map[string]string

func (m memory) at(path string) (string, error) {
	text, ok := m[filepath.ToSlash(path)]
	if !ok {
		return "", &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	return text, nil
}

func (m memory) ReadFile(path string) (string, error) { return m.at(path) }

func (m memory) ReadBelow(folder, name string) (string, error) {
	if !filepath.IsLocal(name) {
		return "", config.ErrOutside
	}
	return m.at(filepath.Join(folder, name))
}

func (m memory) Folder(folder string) fs.FS {
	files := fstest.MapFS{}
	for name, text := range m {
		files[strings.TrimPrefix(name, "/")] = &fstest.MapFile{Data: []byte(text)}
	}
	sub, err := fs.Sub(files, path.Clean(strings.TrimPrefix(filepath.ToSlash(folder), "/")))
	if folder == "/" || err != nil {
		return files
	}
	return sub
}

// rules are a few of every kind.
var rules = []lint.Rule{
	{ID: "unknown-tool", Reason: "unknown_tool", Group: lint.Steps, Severity: lint.Error},
	{ID: "syntax", Group: lint.Malformed, Severity: lint.Error},
	{ID: "redundant-dependency", Group: lint.Quality, Severity: lint.Off},
	{ID: "unused-outcome", Group: lint.Quality, Severity: lint.Off},
}

func (m memory) load(t testing.TB) (*config.Config, []config.Problem) {
	t.Helper()
	c, problems, err := config.Load("planlint.yaml", config.Options{Files: m, WorkDir: "/repo", Rules: rules})
	if err != nil {
		t.Fatal(err)
	}
	return c, problems
}

// lines writes problems as "file:line:column level rule: message | hint", errors without their level.
func lines(list []config.Problem) []string {
	out := []string{}
	for _, p := range list {
		at := "-"
		if p.Place.Known() {
			pos := p.Place.Source.Position(p.Place.Span.Start)
			at = fmt.Sprintf("%s:%d:%d", p.Place.Source.Name, pos.Line, pos.Column)
		}
		if p.Warning {
			at += " warning"
		}
		s := fmt.Sprintf("%s %s: %s", at, p.Rule, p.Message)
		if p.Hint != "" {
			s += " | " + p.Hint
		}
		out = append(out, s)
	}
	return out
}

const contractsYAML = `contracts:
  search_flights: {effect: read_only, accepts: {type: object, properties: {origin: {type: string}, destination: {type: string}}}}
  book_flight: {irreversible: true, key_arguments: [flight], accepts: {type: object, properties: {flight: {type: string}, seats: {type: integer}}}}
  notify: {accepts: {type: object, properties: {text: {type: string}}}}
`

// with is a repository with a good set of contracts and a plan, and this configuration.
func with(configuration string) memory {
	return memory{
		"/repo/.git/HEAD":          "",
		"/repo/planlint.yaml":      configuration,
		"/repo/contracts.yaml":     contractsYAML,
		"/repo/plans/a.yaml":       "goal: g",
		"/repo/plans/travel/b.yml": "goal: g",
	}
}

const full = `plans: [plans/**/*.yaml, ./plans/**/*.yml]
contracts: [contracts.yaml, refund.json]
tools:
  search_flights: {command: [./tools/search, --all, ""], timeout: 1m30s, env: [PATH, HOME], max_output: 64KB}
  book_flight: {shell: 'curl -sS -d @- "$BOOKING_URL"', env: [BOOKING_URL], max_output: 2MiB}
  notify: {}
  refund: {command: [refund]}
stubs:
  book_flight: [{match: {flight: BA117}, returns: {ref: B1}}, {fail: sold out, delay: 2s}]
  notify: [{returns: null}]
input: {trust: trusted, sensitivity: confidential}
agents:
  courier: {tools: [search_flights, book_flight, notify, refund], approval_required_tools: [notify]}
  travel_planner: {role: planner, tools: []}
delegations:
  - {agent: courier, plans: [plans/travel/**], tenant: acme, user: ada, scope: {tools: [search_flights, book_flight], expires_at: 2027-01-01T00:00:00Z}}
  - {agent: courier, tenant: acme}
autonomy: ops/autonomy.yaml
limits: {max_steps: 8, max_replans: 0, max_run_replans: 1, idempotency_ttl: 48h, approval_ttl: 1m, planner_timeout: 90s, lease: 500ms}
store: state/runs.db
structure: {require_terminal: true, require_verifier: false}
rules: {redundant-dependency: warning, unused-outcome: error, unknown-tool: error}
`

func fullFiles() memory {
	m := with(full)
	m["/repo/refund.json"] = `[{"name":"refund","parameters":{"type":"object","properties":{"amount":{"type":"string"},"currency":{"type":"string"}}}}]`
	m["/repo/ops/autonomy.yaml"] = `classes: {refund: {name: payment.refund, irreversible: true, amount_field: amount, currency_field: currency}}
grants: grants.yaml
revocations: [{grant_id: g2, revoked_by: ops, revoked_at: 2026-01-05T00:00:00Z, reason: card stolen}, {tenant: acme, revoked_by: ops, revoked_at: 2026-01-05T00:00:00+01:00}]
waives_declared_approval: false
`
	m["/repo/ops/grants.yaml"] = `- {id: g1, tenant: acme, user: ada, action_class: payment.refund, level: act_within_limits, granted_by: ops, issued_at: 2026-01-01T00:00:00Z, expires_at: 2026-02-01T00:00:00.5Z, ceiling: {amount: "500.25", currency: GBP, window: 1h}, includes_subtenants: true}
- {id: g2, tenant: acme, action_class: payment.refund, level: ask_always, granted_by: ops, issued_at: 2026-01-01T00:00:00Z, expires_at: 2026-02-01T00:00:00Z, ceiling: {amount: "0.000001", currency: EUR, window: 720h}}
`
	return m
}

type problemOf = config.Problem

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
