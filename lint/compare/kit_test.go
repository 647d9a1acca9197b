package compare

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/config"
	"github.com/planlint/planlint/lint/rules"
)

var now = time.Date(2026, 1, 10, 0, 0, 0, 0, time.UTC)

// deploy is the deployment of a configuration, and what holds for a plan at a path.
func deploy(t testing.TB, text, path string) (*lint.Deployment, lint.Authority) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "planlint.yaml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, problems, err := config.Load("planlint.yaml", config.Options{WorkDir: dir, Rules: rules.All()})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		if !p.Warning {
			t.Fatalf("%s: %s", p.Rule, p.Message)
		}
	}
	a, problem := c.Authority(path, "")
	if problem != nil {
		t.Fatal(problem.Message)
	}
	return c.Deployment, a
}

// read is a plan without faults of form.
func read(t testing.TB, text string) *lint.Plan {
	t.Helper()
	plan, fault := lint.Parse(&tree.Source{Name: "plan.yaml", Text: text})
	if fault != nil {
		t.Fatalf("%s\n%s", fault.Message, text)
	}
	return plan
}

// desk is the deployment of most tests: everything is registered and allowed.
const desk = `
contracts:
  search: {accepts: {type: object, properties: {q: {type: string}, max: {type: integer}}}, effect: read_only}
  ask: {accepts: {type: object, properties: {q: {type: string}}}, effect: read_only, trust: trusted}
  look: {accepts: {type: object, properties: {ref: {type: string}}}, effect: read_only, trust: trusted}
  pay:
    accepts:
      type: object
      properties:
        to: {type: string}
        amount: {type: string}
        copies: {type: integer}
        account_id: {type: integer}
        tags: {type: array, items: {}}
        with: {type: object}
        meal: {type: string, default: standard}
        seats: {type: integer, default: 4}
    irreversible: true
    effect: effectful
    key_arguments: [account_id]
  mail: {accepts: {type: object, properties: {text: {type: string}, to: {type: string}}}, effect: idempotent}
  send:
    accepts: {type: object, properties: {to: {type: string}, amount: {type: integer}, via: {type: string, default: post}, opts: {type: object}, ref: {type: string}}}
    effect: effectful
  tag: {accepts: {type: object, properties: {id: {type: string}, text: {type: string}}}, effect: effectful, key_arguments: [id]}
  rate:
    accepts: {type: object, properties: {q: {type: string}}}
    returns: {type: object, properties: {one: {const: GBP}, few: {enum: [GBP, EUR]}, any: {type: string}}}
    effect: read_only
    trust: trusted
autonomy:
  classes: {pay: {name: payment.out, amount_field: amount}}
`

// of compares two plans under the desk.
func of(t testing.TB, older, newer string) *Comparison {
	t.Helper()
	d, a := deploy(t, desk, "plan.yaml")
	return Plans(Subject{read(t, older), a}, Subject{read(t, newer), a}, Options{Deployment: d, Now: now})
}

// plan wraps steps in a plan.
func plan(steps string) string { return "goal: g\nsteps:\n" + steps }
