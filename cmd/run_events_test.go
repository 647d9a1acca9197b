package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/dryrun"
)

// How many steps run at once is not to be seen in the document of a run, but for times and the order of events in time.
// A rehearsal at a given moment has the same bytes.
func TestDocumentForgetsJobs(t *testing.T) {
	const steps = 1000
	plan := strings.Builder{}
	plan.WriteString("goal: tell everybody\nsteps:\n")
	for i := range steps {
		fmt.Fprintf(&plan, "  - {id: s%d, tool: notify, arguments: {text: \"%d\"}}\n", i, i)
	}
	made := func(jobs string, args ...string) []byte {
		t.Helper()
		dir := t.TempDir()
		for name, text := range map[string]string{
			"plan.yaml": plan.String(),
			"planlint.yaml": `contracts: {notify: {accepts: {type: object, required: [text], properties: {text: {type: string}}}, returns: {type: string}, effect: effectful}}
tools: {notify: {}}
agents: {courier: {tools: [notify]}}
stubs: {notify: [{match: {text: "7"}, returns: seven}, {returns: told}]}
limits: {max_steps: 1000}
`} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		var out, said bytes.Buffer
		env := docEnv(t, ".", &out)
		env.Dir, env.Stderr, env.Now = dir, &said, time.Now
		if code := Main(t.Context(), append([]string{"run", "plan.yaml", "--format", "json", "--jobs", jobs}, args...), env); code != ExitOK {
			t.Fatalf("--jobs %s: exit code %d\n%s", jobs, code, said.String())
		}
		return out.Bytes()
	}

	one, eight := made("1", "--dry", "--now", "2026-12-01T00:00:00Z"), made("8", "--dry", "--now", "2026-12-01T00:00:00Z")
	if !bytes.Equal(one, eight) {
		t.Error("two rehearsals at one moment differ")
	}

	timeless := func(text []byte) runDocument {
		t.Helper()
		var d runDocument
		if err := json.Unmarshal(text, &d); err != nil {
			t.Fatal(err)
		}
		var order []int64
		for i := range d.Events {
			order = append(order, d.Events[i].Seq)
			d.Events[i].Seq, d.Events[i].At = 0, ""
		}
		slices.Sort(order)
		for i, seq := range order {
			if seq != int64(i)+1 {
				t.Fatalf("no event is number %d", i+1)
			}
		}
		for i := range d.Steps {
			d.Steps[i].Seconds = ""
		}
		return d
	}
	a, b := timeless(made("1", "--run-id", "r")), timeless(made("8", "--run-id", "r"))
	if len(a.Steps) != steps || len(a.Events) != 2*steps+3 || a.Status != dryrun.RunSucceeded {
		t.Errorf("%d steps, %d events, %s", len(a.Steps), len(a.Events), a.Status)
	}
	if diff := cmp.Diff(a, b); diff != "" {
		t.Errorf("--jobs 1 and --jobs 8:\n%s", diff)
	}
}

// Events of one step stand together between those about the run, and taking back keeps its own order.
func TestInPlanOrder(t *testing.T) {
	type events = []string // of kind and step
	for name, tt := range map[string]struct{ given, want events }{
		"none": {nil, nil},
		"one after the other": {
			events{"run_started ", "step_started a", "step_executed a", "step_started b", "step_executed b", "run_finished "},
			events{"run_started ", "step_started a", "step_executed a", "step_started b", "step_executed b", "run_finished "}},
		"at once": {
			events{"run_started ", "step_started a", "step_started b", "step_executed b", "step_started c", "step_failed a", "step_executed c", "run_finished "},
			events{"run_started ", "step_started a", "step_failed a", "step_started b", "step_executed b", "step_started c", "step_executed c", "run_finished "}},
		"two turns": {
			events{"run_started ", "step_started b", "step_started a", "run_resumed ", "step_executed b", "step_started a", "step_executed a"},
			events{"run_started ", "step_started a", "step_started b", "run_resumed ", "step_started a", "step_executed a", "step_executed b"}},
		"taken back in the order of completion": {
			events{"run_started ", "step_started b", "step_started a", "step_executed a", "step_executed b", "step_failed c", "approval_required b undo", "approval_granted b undo", "step_started b undo", "step_compensated b", "step_started a undo", "step_compensated a", "run_finished c"},
			events{"run_started ", "step_started a", "step_executed a", "step_started b", "step_executed b", "step_failed c", "approval_required b undo", "approval_granted b undo", "step_started b undo", "step_compensated b", "step_started a undo", "step_compensated a", "run_finished c"}},
		"taken back in a later turn": {
			events{"run_started ", "step_started b", "step_started a", "step_failed a", "step_executed b", "run_finished a", "run_resumed ", "step_started b undo", "step_failed b undo", "run_finished a"},
			events{"run_started ", "step_started a", "step_failed a", "step_started b", "step_executed b", "run_finished a", "run_resumed ", "step_started b undo", "step_failed b undo", "run_finished a"}},
		"no end": {
			events{"step_started b", "step_started a"},
			events{"step_started a", "step_started b"}},
	} {
		var list []dryrun.Event
		for i, e := range tt.given {
			kind, step, _ := strings.Cut(e, " ")
			step, undo := strings.CutSuffix(step, " undo")
			list = append(list, dryrun.Event{Seq: int64(i) + 1, Kind: dryrun.Kind(kind), Step: step, Data: fmt.Appendf(nil, `{"undo":%t}`, undo)})
		}
		var got events
		for _, e := range inPlanOrder(list, []stepDocument{{StepID: "a"}, {StepID: "b"}, {StepID: "c"}}) {
			got = append(got, tt.given[e.Seq-1])
			if !strings.HasPrefix(got[len(got)-1], string(e.Kind)+" "+e.Step) {
				t.Errorf("%s: event %d is not number %d of the record", name, len(got), e.Seq)
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}
