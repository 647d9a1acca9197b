//go:build unix

package cmd_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

func init() { programs["planlint-mortal"] = mortal }

// mortal is planlint with a date of its death: at the moment whose number the environment says, it kills itself as the
// kernel would, with nothing flushed, released or said. It notes the moments that it passes in a file, if there is one.
func mortal() {
	at, _ := strconv.Atoi(os.Getenv("MORTAL_AT"))
	named := os.Getenv("MORTAL_NAME") // moments of other names do not count
	var passed atomic.Int64
	var mu sync.Mutex
	planlintWith(func(name string) {
		if named != "" && name != named {
			return
		}
		n := passed.Add(1)
		if file := os.Getenv("MORTAL_MOMENTS"); file != "" {
			mu.Lock()
			f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
			if err == nil {
				fmt.Fprintln(f, name)
				f.Close()
			}
			mu.Unlock()
		}
		if int64(at) == n {
			syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
	})
}

// grave is a deployment whose tools write down what they did, so that nothing that happened can be denied.
type grave struct {
	t     *testing.T
	dir   string
	store string // of the configuration
	id    string
}

const graveContracts = `contracts:
  look: {effect: read_only, accepts: {type: object, properties: {what: {type: string}}}, returns: {type: object, required: [ok], properties: {ok: {type: boolean}}}}
  book: {effect: effectful, accepts: {type: object, properties: {what: {type: string}, sure: {type: boolean}}}, undo: {tool: cancel, bind: {what: {argument: /what}}}}
  note: {effect: idempotent, accepts: {type: object, properties: {what: {type: string}}}, undo: {tool: cancel, bind: {what: {argument: /what}}}}
  tell: {accepts: {type: object, properties: {what: {type: string}}}}
  cancel: {effect: idempotent, accepts: {type: object, properties: {what: {type: string}}}}
  fail: {accepts: {type: object, properties: {what: {type: string}}}}
`

const gravePlan = `goal: survive
steps:
  - {id: a, tool: look, arguments: {what: a}}
  - {id: b, tool: book, arguments: {what: b}, bind: {sure: {step: a, pointer: /ok}}, depends_on: [a]}
  - {id: c, tool: note, arguments: {what: c}, depends_on: [b]}
  - {id: d, tool: tell, arguments: {what: d}, depends_on: [c]}
`

const graveFailing = `goal: survive
steps:
  - {id: a, tool: book, arguments: {what: a}}
  - {id: b, tool: note, arguments: {what: b}, depends_on: [a]}
  - {id: c, tool: fail, arguments: {what: c}, depends_on: [b]}
`

func newGrave(t *testing.T, store, id string) *grave {
	t.Helper()
	g := &grave{t: t, dir: t.TempDir(), store: store, id: id}
	config := "contracts: [contracts.yaml]\nlimits: {lease: 2s}\n"
	if store != "" {
		config += "store: " + store + "\n"
	}
	config += "tools:\n"
	for _, tool := range []string{"look", "book", "note", "tell", "cancel"} {
		config += "  " + tool + ": {command: [./tool, " + tool + "]}\n"
	}
	config += "  fail: {command: ['false'], env: [PATH]}\n"
	g.file("planlint.yaml", config, 0o644)
	g.file("contracts.yaml", graveContracts, 0o644)
	g.file("plan.yaml", gravePlan, 0o644)
	g.file("failing.yaml", graveFailing, 0o644)
	g.file("tool", "#!/bin/sh\necho \"$1 $PLANLINT_STEP_ID $PLANLINT_IDEMPOTENCY_KEY\" >>did\necho '{\"ok\": true}'\n", 0o755)
	return g
}

func (g *grave) file(name, text string, mode os.FileMode) {
	g.t.Helper()
	if err := os.WriteFile(filepath.Join(g.dir, name), []byte(text), mode); err != nil {
		g.t.Fatal(err)
	}
}

// start runs a program in the deployment and returns its exit code (-1 = killed), its document, and all it said.
func (g *grave) start(env []string, program string, args ...string) (code int, doc map[string]any, said string) {
	g.t.Helper()
	c := exec.Command(program, args...)
	c.Dir = g.dir
	c.Env = append(os.Environ(), env...)
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	err := c.Run()
	var status *exec.ExitError
	if err != nil && !errors.As(err, &status) {
		g.t.Fatal(err)
	}
	if slices.Contains(args, "--format") && stdout.Len() > 0 && c.ProcessState.ExitCode() >= 0 {
		if err := json.Unmarshal(stdout.Bytes(), &doc); err != nil {
			g.t.Fatalf("%s %v: %v\n%s%s", program, args, err, stdout.Bytes(), stderr.Bytes())
		}
	}
	return c.ProcessState.ExitCode(), doc, stderr.String()
}

// did are the effects that happened, in order: tool, step and key.
func (g *grave) did() [][]string {
	g.t.Helper()
	b, err := os.ReadFile(filepath.Join(g.dir, "did"))
	if err != nil && !os.IsNotExist(err) {
		g.t.Fatal(err)
	}
	var list [][]string
	for line := range strings.Lines(string(b)) {
		list = append(list, strings.Fields(line))
	}
	return list
}

// happened counts the effects of a step by a tool.
func (g *grave) happened(tool, step string) int {
	n := 0
	for _, e := range g.did() {
		if e[0] == tool && e[1] == step {
			n++
		}
	}
	return n
}

// carryOn resumes the run until it is over, settling what is in doubt by what really happened. It returns the last exit
// code. mortalAt kills the first of the resuming processes there; 0 = none.
func (g *grave) carryOn(plan string, mortalAt int, flags ...string) int {
	g.t.Helper()
	for range 20 {
		args := append([]string{"resume", g.id, "--format", "json", "-q"}, flags...)
		program, env := "planlint", []string(nil)
		if mortalAt > 0 {
			program, env = "planlint-mortal", []string{"MORTAL_AT=" + strconv.Itoa(mortalAt)}
			mortalAt = 0
		}
		code, doc, said := g.start(env, program, args...)
		problem, _ := doc["error"].(map[string]any)
		reason, _ := problem["reason"].(string)
		switch {
		case code < 0:
		case code == 2 && reason == "usage": // it died before it was on the record: then nothing happened
			if n := len(g.did()); n > 0 {
				g.t.Fatalf("%d effects of a run that is not on the record", n)
			}
			code, _, said = g.start(nil, "planlint", append([]string{"run", plan, "--run-id", g.id, "--format", "json", "-q"}, flags...)...)
			if code != 0 && code != 4 {
				g.t.Fatalf("run: exit code %d\n%s", code, said)
			}
			return code
		case code == 5 && reason == "in_doubt":
			g.settle(problem["step"].(string), problem["tool"].(string))
		case code == 5 && reason == "held":
			time.Sleep(100 * time.Millisecond)
		default:
			if code != 0 && code != 4 && code != 2 {
				g.t.Fatalf("resume: exit code %d\n%s", code, said)
			}
			return code
		}
	}
	g.t.Fatal("the run does not come to its end")
	return 0
}

// settle says of a step what really happened.
func (g *grave) settle(step, tool string) {
	g.t.Helper()
	if tool == "look" || tool == "note" || tool == "cancel" {
		g.t.Fatalf("step %s is in doubt, although repeating %s is safe", step, tool)
	}
	how := []string{"--did-not-happen"}
	if g.happened(tool, step) > 0 {
		how = []string{"--landed", `{"ok": true}`}
	}
	code, _, said := g.start(nil, "planlint", append([]string{"resolve", g.id, step, "--as", "ada", "--because", "looked"}, how...)...)
	if code != 0 {
		g.t.Fatalf("resolve: exit code %d\n%s", code, said)
	}
}

// whole demands that the record is whole and maps to the plan.
func (g *grave) whole() {
	g.t.Helper()
	for _, verb := range []string{"verify", "audit"} {
		if code, _, said := g.start(nil, "planlint", "journal", verb, g.id, "--format", "json"); code != 0 {
			g.t.Fatalf("journal %s: exit code %d\n%s", verb, code, said)
		}
	}
}

// once demands that every effect happened, and no more often than it may.
func (g *grave) once() {
	g.t.Helper()
	keys := map[string]string{}
	for _, e := range g.did() {
		if k, ok := keys[e[0]+e[1]]; ok && k != e[2] {
			g.t.Errorf("step %s has two keys", e[1])
		}
		keys[e[0]+e[1]] = e[2]
	}
	for _, s := range []struct {
		tool, step string
		most       int
	}{{"look", "a", 99}, {"book", "b", 1}, {"note", "c", 99}, {"tell", "d", 1}} {
		if n := g.happened(s.tool, s.step); n < 1 || n > s.most {
			g.t.Errorf("%s of step %s happened %d times", s.tool, s.step, n)
		}
	}
}

// moments runs the plan once to its end and returns the moments it passes.
func moments(t *testing.T, store, plan string, flags ...string) []string {
	t.Helper()
	g := newGrave(t, store, newGraveID())
	file := filepath.Join(g.dir, "moments")
	g.start([]string{"MORTAL_MOMENTS=" + file}, "planlint-mortal", append([]string{"run", plan, "--run-id", g.id, "--format", "json", "-q"}, flags...)...)
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(b)), "\n")
}

var graves atomic.Int64

func newGraveID() string { return fmt.Sprintf("crash-%d-%d", os.Getpid(), graves.Add(1)) }

// crashStores are the stores that the tests run on: a file, and a server where there is one.
func crashStores(t *testing.T) map[string]string {
	stores := map[string]string{"sqlite": ""}
	if url := os.Getenv("PLANLINT_POSTGRES"); url != "" {
		stores["postgres"] = url
	} else if os.Getenv("PLANLINT_NEED_POSTGRES") != "" {
		t.Fatal("PLANLINT_POSTGRES names no server, and PLANLINT_NEED_POSTGRES is set")
	} else {
		t.Log("without PostgreSQL: PLANLINT_POSTGRES names no server")
	}
	return stores
}

// report says what a test tried: in its log, and at the end of the file that PLANLINT_CRASH_REPORT names, since go test keeps
// the log of a test that passes to itself.
func report(t *testing.T, format string, args ...any) {
	t.Helper()
	line := fmt.Sprintf(format, args...)
	t.Log(line)
	name := os.Getenv("PLANLINT_CRASH_REPORT")
	if name == "" {
		return
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	_, err = fmt.Fprintf(f, "%s: %s\n", t.Name(), line)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
}

// A process that is killed at any moment between what it records and what it does leaves a run that another one brings
// to its end, with every effect exactly once, or in doubt by the record.
func TestCrash(t *testing.T) {
	for name, store := range crashStores(t) {
		t.Run(name, func(t *testing.T) {
			points := moments(t, store, "plan.yaml")
			report(t, "%d moments: %s", len(points), strings.Join(points, ", "))
			if len(points) < 20 || !slices.Contains(points, "step started") || !slices.Contains(points, "after run_finished") {
				t.Fatal("too few moments are named")
			}
			schedules := 0
			for k := 1; k <= len(points); k++ {
				for _, again := range []int{0, 1 + k*7%len(points)} { // and a second death while it is resumed
					g := newGrave(t, store, newGraveID())
					code, _, said := g.start([]string{"MORTAL_AT=" + strconv.Itoa(k)}, "planlint-mortal", "run", "plan.yaml", "--run-id", g.id, "--format", "json", "-q")
					if code >= 0 {
						t.Fatalf("it does not die at %q: exit code %d\n%s", points[k-1], code, said)
					}
					if code := g.carryOn("plan.yaml", again); code != 0 {
						t.Fatalf("killed at %q: exit code %d", points[k-1], code)
					}
					g.once()
					g.whole()
					schedules++
				}
			}
			report(t, "%d schedules, no effect doubled, none lost", schedules)
		})
	}
}

// The same while what happened is taken back: each effect that landed is taken back, the latest first.
func TestCrashUnwinding(t *testing.T) {
	for name, store := range crashStores(t) {
		t.Run(name, func(t *testing.T) {
			points := moments(t, store, "failing.yaml", "--on-failure", "unwind")
			report(t, "%d moments: %s", len(points), strings.Join(points, ", "))
			for k := 1; k <= len(points); k++ {
				g := newGrave(t, store, newGraveID())
				code, _, said := g.start([]string{"MORTAL_AT=" + strconv.Itoa(k)}, "planlint-mortal", "run", "failing.yaml", "--run-id", g.id, "--format", "json", "-q", "--on-failure", "unwind")
				if code >= 0 {
					t.Fatalf("it does not die at %q: exit code %d\n%s", points[k-1], code, said)
				}
				code = g.carryOn("failing.yaml", 0, "--on-failure", "unwind")
				if code != 4 && code != 2 { // 2: all was over but for the release of the lease
					t.Fatalf("killed at %q: exit code %d", points[k-1], code)
				}
				for _, s := range []struct{ tool, step string }{{"book", "a"}, {"note", "b"}} {
					if g.happened(s.tool, s.step) < 1 || g.happened("cancel", s.step) < 1 {
						t.Errorf("killed at %q: step %s happened %d times and was taken back %d times", points[k-1], s.step, g.happened(s.tool, s.step), g.happened("cancel", s.step))
					}
				}
				if g.happened("book", "a") != 1 {
					t.Errorf("killed at %q: book happened %d times", points[k-1], g.happened("book", "a"))
				}
				var order []string
				for _, e := range g.did() {
					if e[0] == "cancel" && (len(order) == 0 || order[len(order)-1] != e[1]) {
						order = append(order, e[1])
					}
				}
				if !slices.Equal(order, []string{"b", "a"}) {
					t.Errorf("killed at %q: taken back in the order %v", points[k-1], order)
				}
				g.whole()
			}
			report(t, "%d schedules, each effect taken back, the latest first", len(points))
		})
	}
}

// Several processes at once, each of which may die at any moment, and nobody who keeps order: there is one truth.
func TestCrashSchedules(t *testing.T) {
	for name, store := range crashStores(t) {
		t.Run(name, func(t *testing.T) {
			seed := time.Now().UnixNano()
			report(t, "seed %d", seed)
			chance := rand.New(rand.NewSource(seed))
			for range 6 {
				g := newGrave(t, store, newGraveID())
				g.start([]string{"MORTAL_AT=" + strconv.Itoa(1+chance.Intn(30))}, "planlint-mortal", "run", "plan.yaml", "--run-id", g.id, "--format", "json", "-q")
				var all sync.WaitGroup
				for range 3 {
					deaths := []int{chance.Intn(25), chance.Intn(25)}
					all.Go(func() {
						for _, at := range deaths {
							c := exec.Command("planlint-mortal", "resume", g.id, "-q")
							c.Dir = g.dir
							c.Env = append(os.Environ(), "MORTAL_AT="+strconv.Itoa(at))
							c.Run() // whatever it comes to
						}
					})
				}
				all.Wait()
				if code := g.carryOn("plan.yaml", 0); code != 0 {
					t.Fatalf("exit code %d", code)
				}
				g.once()
				g.whole()
			}
		})
	}
}

// A process that is stopped while it owns a run, and wakes up when another one has taken it over, writes nothing more.
func TestStalledOwner(t *testing.T) {
	for name, store := range crashStores(t) {
		t.Run(name, func(t *testing.T) {
			g := newGrave(t, store, newGraveID())
			g.file("tool", "#!/bin/sh\necho \"$1 $PLANLINT_STEP_ID $PLANLINT_IDEMPOTENCY_KEY\" >>did\n[ -e awake ] || { touch sleeping; while [ ! -e awake ]; do sleep 0.1; done; }\necho '{\"ok\": true}'\n", 0o755)
			first := exec.Command("planlint", "run", "plan.yaml", "--run-id", g.id, "--format", "json", "-q")
			first.Dir = g.dir
			var said bytes.Buffer
			first.Stderr = &said
			if err := first.Start(); err != nil {
				t.Fatal(err)
			}
			defer first.Process.Kill()
			for {
				if _, err := os.Stat(filepath.Join(g.dir, "sleeping")); err == nil {
					break
				}
				time.Sleep(20 * time.Millisecond)
			}
			if err := first.Process.Signal(syscall.SIGSTOP); err != nil {
				t.Fatal(err)
			}
			g.file("awake", "", 0o644) // the tool itself comes to its end
			for held := 0; ; held++ {  // the lease runs out, since nobody renews it
				code, doc, said := g.start(nil, "planlint", "resume", g.id, "--format", "json", "-q")
				if code == 0 {
					break
				}
				problem, _ := doc["error"].(map[string]any)
				if code != 5 || problem["reason"] != "held" {
					t.Fatalf("exit code %d\n%s", code, said)
				}
				if held > 600 {
					t.Fatal("the lease does not run out")
				}
				time.Sleep(100 * time.Millisecond)
			}
			_, before, _ := g.start(nil, "planlint", "show", g.id, "--format", "json")
			if err := first.Process.Signal(syscall.SIGCONT); err != nil {
				t.Fatal(err)
			}
			first.Wait()
			if code := first.ProcessState.ExitCode(); code != 5 || !strings.Contains(said.String(), "taken over") {
				t.Errorf("the one that was stopped ends with %d\n%s", code, said.String())
			}
			_, after, _ := g.start(nil, "planlint", "show", g.id, "--format", "json")
			if a, b := len(before["events"].([]any)), len(after["events"].([]any)); a != b {
				t.Errorf("it wrote %d more records", b-a)
			}
			g.once()
			g.whole()
		})
	}
}
