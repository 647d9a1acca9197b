package dryrun_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/contracts/autonomy"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/store"
	"github.com/planlint/planlint/dryrun/store/memory"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/config"
	"github.com/planlint/planlint/lint/rules"
)

// The deployment of the tests, as users write it.
const (
	travelContracts = `contracts:
  search_flights:
    effect: read_only
    accepts: {type: object, required: [origin, destination], properties: {origin: {type: string, minLength: 1}, destination: {type: string, minLength: 1}}}
  book_flight:
    irreversible: true
    key_arguments: [flight]
    accepts: {type: object, required: [flight, seats], properties: {flight: {type: string, minLength: 1}, seats: {type: integer, minimum: 1}}}
  refund:
    accepts: {type: object, required: [account, amount], properties: {account: {type: string}, amount: {type: string, format: decimal}, currency: {type: string, default: GBP}}}
  notify:
    accepts: {type: object, required: [text], properties: {text: {type: string, minLength: 1}}}
`
	travel = `contracts: contracts.yaml
agents: {courier: {tools: [search_flights, book_flight, refund, notify]}}
delegations: [{agent: courier, tenant: acme, user: ada, scope: {tools: [search_flights, book_flight, refund, notify]}}]
`
	// withGrant lets refunds of up to 500 GBP an hour happen without a person.
	withGrant = travel + `autonomy:
  classes: {refund: {name: payment.refund, amount_field: amount, currency_field: currency}}
  grants: [{id: g1, tenant: acme, action_class: payment.refund, level: act_within_limits, granted_by: ops, issued_at: 2026-01-01T00:00:00Z, expires_at: 2026-02-01T00:00:00Z, ceiling: {amount: "500", currency: GBP, window: 1h}}]
`
	// withReports lets them happen too, but wants to hear of each before the next.
	withReports = travel + `autonomy:
  classes: {refund: {name: payment.refund, amount_field: amount, currency_field: currency}}
  grants: [{id: g1, tenant: acme, action_class: payment.refund, level: act_and_report, granted_by: ops, issued_at: 2026-01-01T00:00:00Z, expires_at: 2026-02-01T00:00:00Z}]
`
)

// tester is a *testing.T, or a *rapid.T.
type tester interface {
	Helper()
	Error(...any)
	Errorf(string, ...any)
	Fatal(...any)
	Fatalf(string, ...any)
}

// start is when the clock of the tests begins.
var start = time.Date(2026, 1, 10, 0, 0, 0, 0, time.UTC)

// files is a config.Files without a disk: absolute path, to text.
type files map[string]string

func (f files) ReadFile(path string) (string, error) {
	text, ok := f[filepath.ToSlash(path)]
	if !ok {
		return "", &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	return text, nil
}

func (f files) ReadBelow(folder, name string) (string, error) {
	if !filepath.IsLocal(name) {
		return "", config.ErrOutside
	}
	return f.ReadFile(filepath.Join(folder, name))
}

func (f files) Folder(string) fs.FS {
	m := fstest.MapFS{}
	for name, text := range f {
		m[strings.TrimPrefix(name, "/repo/")] = &fstest.MapFile{Data: []byte(text)}
	}
	return m
}

// clock is a clock that stands still until it is moved.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) move(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// behaviour is what a tool does when a step calls it.
type behaviour func(ctx context.Context, c *dryrun.Call) (dryrun.Output, error)

// answers is a tool that answers.
func answers(text string) behaviour {
	return func(context.Context, *dryrun.Call) (dryrun.Output, error) {
		return dryrun.Output{Text: []byte(text)}, nil
	}
}

// fails is a tool that fails; code is its exit code, where it exited.
func fails(f dryrun.Failure, code int) behaviour {
	return func(context.Context, *dryrun.Call) (dryrun.Output, error) {
		return dryrun.Output{}, &dryrun.CallError{Failure: f, Code: code, Message: "it failed", Stderr: "on fire\n"}
	}
}

// unknown is a stub that can't tell an answer.
func unknown(context.Context, *dryrun.Call) (dryrun.Output, error) {
	return dryrun.Output{Unknown: true}, nil
}

// scene is a run about to be made: what the files say, and how the world behaves. Fields that are zero are those of the
// deployment above.
type scene struct {
	contracts, deployment string
	plan                  string
	input                 string
	does                  map[string]behaviour // by step; a step without one answers "done"
	asks                  func(*dryrun.Request) (dryrun.Decision, error)
	options               func(*dryrun.Options)
	callee                func(tool string, c *dryrun.Callee)
	clock                 *clock
	store                 store.Store
	between               func()          // happens after clearing, before execution
	ctx                   context.Context // nil = one that never ends
}

// yes is a person who approves everything.
func yes(r *dryrun.Request) (dryrun.Decision, error) {
	return dryrun.Decision{RecordID: r.ID, Granted: true, By: "bob", At: r.At}, nil
}

// no is a person who approves nothing.
func no(r *dryrun.Request) (dryrun.Decision, error) {
	return dryrun.Decision{RecordID: r.ID, By: "bob", At: r.At, Reason: "too dear"}, nil
}

// made is a run that was made.
type made struct {
	*dryrun.Result
	told     []dryrun.Event
	calls    []dryrun.Call // in the order of their beginning
	requests []*dryrun.Request
	store    store.Store
	clearing error // of Clear; then nothing was executed
}

// bench is the world as the run sees it.
type bench struct {
	*scene
	mu       sync.Mutex
	calls    []dryrun.Call
	requests []*dryrun.Request
}

// Call implements dryrun.Tool.
func (b *bench) Call(ctx context.Context, c *dryrun.Call) (dryrun.Output, error) {
	b.mu.Lock()
	b.calls = append(b.calls, *c)
	does := b.does[c.StepID]
	b.mu.Unlock()
	if does == nil {
		does = answers("done")
	}
	return does(ctx, c)
}

// Decide implements dryrun.Approver.
func (b *bench) Decide(ctx context.Context, r *dryrun.Request) (dryrun.Decision, error) {
	b.mu.Lock()
	b.requests = append(b.requests, r)
	b.mu.Unlock()
	return b.asks(r)
}

// load reads the files of the scene.
func (s *scene) load(t tester) (*config.Config, lint.Authority) {
	t.Helper()
	f := files{"/repo/contracts.yaml": or(s.contracts, travelContracts), "/repo/planlint.yaml": or(s.deployment, travel), "/repo/plan.yaml": s.plan}
	c, problems, err := config.Load("planlint.yaml", config.Options{Files: f, WorkDir: "/repo", Rules: rules.All()})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		if !p.Warning {
			t.Fatalf("the configuration: %s: %s", p.Rule, p.Message)
		}
	}
	a, problem := c.Authority("plan.yaml", "")
	if problem != nil {
		t.Fatalf("the configuration: %s", problem.Message)
	}
	return c, a
}

// validate reads and judges the plan.
func (s *scene) validate(t tester) *lint.Validated {
	t.Helper()
	c, a := s.load(t)
	// What the executor must find by itself is left to it.
	list := slices.DeleteFunc(slices.Clone(rules.All()), func(r lint.Rule) bool {
		return slices.Contains([]string{"never-cleared", "untrusted-flow", "sensitivity-exceeded", "unapproved-path"}, r.ID)
	})
	plan, found, err := lint.Validate(&tree.Source{Name: "plan.yaml", Text: s.plan}, a,
		&lint.Options{Deployment: c.Deployment, Rules: lint.NewRuleSet(list, nil), Now: s.clock.now()})
	if err != nil {
		t.Fatal(err)
	}
	if plan == nil {
		for _, f := range found.Findings {
			t.Errorf("the plan: %s: %s", f.Rule, f.Message)
		}
		t.Fatalf("unusable: %v", found.Unusable)
	}
	return plan
}

// prepare is the run, and the world that it will see.
func (s *scene) prepare(t tester) (*dryrun.Run, *bench, *made) {
	t.Helper()
	if s.clock == nil {
		s.clock = &clock{at: start}
	}
	if s.store == nil {
		s.store = memory.New(s.clock.now, autonomy.Fits)
	}
	plan := s.validate(t)
	b, m := &bench{scene: s}, &made{store: s.store}
	o := dryrun.Options{RunID: "run_1", Owner: "me", Store: s.store, Now: s.clock.now, Observe: func(e dryrun.Event) { m.told = append(m.told, e) },
		ApprovalTTL: 15 * time.Minute, IdempotencyTTL: 24 * time.Hour, Lease: time.Hour,
		Call: func(tool string) (dryrun.Callee, bool) {
			c := dryrun.Callee{Tool: b, Command: "./" + tool}
			if s.callee != nil {
				s.callee(tool, &c)
			}
			return c, c.Tool != nil
		}}
	if s.asks != nil {
		o.Approver = b
	}
	if s.options != nil {
		s.options(&o)
	}
	if s.input != "" {
		v, err := dryrun.ReadInput(&tree.Source{Name: "input.yaml", Text: s.input}, plan)
		if err != nil {
			t.Fatal(err)
		}
		o.Input = v
	}
	return dryrun.New(plan, o), b, m
}

// run makes the run to its end.
func (s *scene) run(t tester) *made {
	t.Helper()
	r, b, m := s.prepare(t)
	ctx := s.ctx
	if ctx == nil {
		ctx = context.Background()
	}
	err := r.Clear(ctx)
	if m.clearing = err; err == nil {
		if s.between != nil {
			s.between()
		}
		err = r.Execute(ctx)
	}
	m.Result, m.calls, m.requests = r.Result(), b.calls, b.requests
	var stop *dryrun.StopError
	if err != nil && (!errors.As(err, &stop) || stop != m.Stop) || err == nil && m.Stop != nil {
		t.Fatalf("Clear or Execute returned %v, and the result has %v", err, m.Stop)
	}
	return m
}

// steps writes each step as "id status", in the order of execution.
func (m *made) steps() string {
	var list []string
	for _, s := range m.Steps {
		text := s.StepID + " " + string(s.Status)
		if s.Replayed {
			text += " replayed"
		}
		if s.ApprovedBy != "" {
			text += " by " + s.ApprovedBy
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

// labels writes each step as "id label".
func (m *made) labels() string {
	var list []string
	for _, s := range m.Steps {
		text := s.StepID + " " + string(s.Label)
		if len(s.Awaits) > 0 {
			text += " (" + strings.Join(s.Awaits, ", ") + ")"
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

// called are the steps whose tools were called, in the order of their beginning.
func (m *made) called() string {
	var list []string
	for _, c := range m.calls {
		list = append(list, c.StepID)
	}
	return strings.Join(list, " ")
}

// events writes events as "kind(step)", or "kind" for those of the run.
func events(list []dryrun.Event) string {
	var texts []string
	for _, e := range list {
		text := string(e.Kind)
		if e.Step != "" && e.Kind != dryrun.RunFinished {
			text += "(" + e.Step + ")"
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, " ")
}

// stopped writes why the run stopped as "class code step"; "" where it did not.
func (m *made) stopped() string {
	if m.Stop == nil {
		return ""
	}
	return strings.TrimSpace(fmt.Sprintf("%s %s %s", className[m.Stop.Class], m.Stop.Code, m.Stop.Step))
}

var className = map[dryrun.Class]string{dryrun.Refused: "refused", dryrun.Unable: "unable", dryrun.NotCleared: "not-cleared", dryrun.ToolFailed: "tool-failed",
	dryrun.Unknown: "unknown", dryrun.Exhausted: "exhausted", dryrun.Interruption: "interruption"}

// step is what became of a step.
func (m *made) step(t tester, id string) dryrun.StepResult {
	t.Helper()
	for _, s := range m.Steps {
		if s.StepID == id {
			return s
		}
	}
	t.Fatalf("no step %s", id)
	return dryrun.StepResult{}
}

// claim writes what the store has for a step's key: "landed", "in flight" or "free".
func (m *made) claim(t tester, id string) string {
	t.Helper()
	c, ok, err := m.store.Claim(context.Background(), store.RunID{Tenant: m.Tenant, ID: m.RunID}, m.step(t, id).Key)
	switch {
	case err != nil:
		t.Fatal(err)
	case !ok:
		return "free"
	case c.Landed:
		return "landed"
	}
	return "in flight"
}

// draws writes what counts against a grant: "step amount state".
func (m *made) draws(t tester) string {
	t.Helper()
	list, err := m.store.Draws(context.Background(), "acme", "g1", time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, d := range list {
		texts = append(texts, fmt.Sprintf("%s %s %s", d.Step, d.Amount, d.State))
	}
	return strings.Join(texts, ", ")
}

// nothing checks that the store knows no run and no draw.
func (m *made) nothing(t tester) {
	t.Helper()
	runs, err := m.store.Runs(context.Background(), "")
	if err != nil || len(runs) > 0 || m.draws(t) != "" {
		t.Errorf("the store holds %d runs and draws %q: %v", len(runs), m.draws(t), err)
	}
	if len(m.calls) > 0 {
		t.Errorf("tools were called: %s", m.called())
	}
}

// recorded checks that the record is what was told and what the result has: nothing else may be claimed.
func (m *made) recorded(t tester) {
	t.Helper()
	records, err := m.store.Records(context.Background(), store.RunID{Tenant: m.Tenant, ID: m.RunID}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Verify(0, store.Genesis, records); err != nil {
		t.Error(err)
	}
	if len(records) != len(m.Events) || len(records) != len(m.told) {
		t.Fatalf("%d records, %d events in the result, %d told:\n%s\n%s", len(records), len(m.Events), len(m.told), events(m.Events), events(m.told))
	}
	for i, r := range records {
		var e dryrun.Event
		if err := json.Unmarshal(r.Body, &e); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(e, m.Events[i]) || !reflect.DeepEqual(e, m.told[i]) {
			t.Errorf("record %d, and what was said of it: %s", i+1, cmp.Diff(e, m.Events[i])+cmp.Diff(e, m.told[i]))
		}
		if m.Events[i].Seq != int64(i)+1 {
			t.Errorf("event %d has the number %d", i+1, m.Events[i].Seq)
		}
	}
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func decodeJSON(t tester, text []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(text, v); err != nil {
		t.Fatal(err)
	}
}
