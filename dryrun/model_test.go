package dryrun_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/planlint/planlint/dryrun"
)

// A thousand independent steps give the same result at once as one after another, but for the order of events.
func TestThousandSteps(t *testing.T) {
	var words []string
	for i := range 1000 {
		words = append(words, fmt.Sprintf("n%03d", i))
	}
	s := &scene{deployment: travel + "limits: {max_steps: 1000}\n", plan: notes(words...)}
	run := func(jobs int) *made {
		s := *s
		s.options = func(o *dryrun.Options) { o.Jobs = jobs }
		m := s.run(t)
		m.recorded(t)
		slices.SortFunc(m.Events, func(a, b dryrun.Event) int {
			return strings.Compare(string(a.Kind)+" "+a.Step, string(b.Kind)+" "+b.Step)
		})
		for i := range m.Events {
			m.Events[i].Seq = 0
		}
		return m
	}
	if one, eight := run(1).Result, run(8).Result; !reflect.DeepEqual(one, eight) {
		t.Error(cmp.Diff(one, eight))
	}
}

// plot is a random plan and what its tools will do.
type plot struct {
	after [][]int // by step, whom it waits for
	text  []int   // by step, the number of its text: equal ones are equal effects
	reads []bool  // by step: its tool only reads
	ends  []int   // by text, how a call of it ends
	jobs  int
}

// The ways in which calls end.
const (
	well = iota
	refusal
	failure
	timeout
	garbage
	kinds
)

var endings = []behaviour{answers("done"), fails(dryrun.Exited, 64), fails(dryrun.Exited, 1), fails(dryrun.TimedOut, 0), answers("\xff")}

func drawPlot(t *rapid.T) *plot {
	n := rapid.IntRange(1, 12).Draw(t, "steps")
	p := &plot{jobs: rapid.IntRange(1, 4).Draw(t, "jobs")}
	bad := rapid.IntRange(0, 2).Draw(t, "one in so many ends badly") // 0 = none
	for i := range n {
		var after []int
		if i > 0 {
			after = rapid.SliceOfNDistinct(rapid.IntRange(0, i-1), 0, min(i, 3), rapid.ID).Draw(t, "after")
		}
		p.after = append(p.after, after)
		p.text = append(p.text, rapid.IntRange(0, n-1).Draw(t, "text"))
		p.reads = append(p.reads, rapid.IntRange(0, 4).Draw(t, "reads") == 0)
		end := well
		if bad > 0 && rapid.IntRange(0, 4*bad).Draw(t, "bad") == 0 {
			end = rapid.IntRange(0, kinds-1).Draw(t, "end")
		}
		p.ends = append(p.ends, end)
	}
	return p
}

func (p *plot) scene() *scene {
	b := strings.Builder{}
	b.WriteString("goal: g\nsteps:\n")
	for i := range p.after {
		var after []string
		for _, j := range p.after[i] {
			after = append(after, fmt.Sprintf("s%d", j))
		}
		tool := "send"
		if p.reads[i] {
			tool = "read"
		}
		fmt.Fprintf(&b, "- {id: s%d, tool: %s, arguments: {n: %d}, depends_on: [%s]}\n", i, tool, p.text[i], strings.Join(after, ", "))
	}
	return &scene{plan: b.String(), deployment: "contracts: contracts.yaml\n", contracts: `contracts:
  send: {refused_exit_codes: [64], accepts: {type: object, properties: {n: {type: integer}}}}
  read: {effect: read_only, refused_exit_codes: [64], accepts: {type: object, properties: {n: {type: integer}}}}
`, options: func(o *dryrun.Options) { o.Jobs = p.jobs }, does: map[string]behaviour{}}
}

// What must hold of every run, and what the run must come to with one job, where the order leaves no choice.
func TestRunsAsModelled(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := drawPlot(rt)
		s := p.scene()
		var mu sync.Mutex
		done, calls, at, most := map[string]bool{}, map[string]int{}, 0, 0
		for i := range p.after {
			end := endings[p.ends[p.text[i]]]
			s.does[fmt.Sprintf("s%d", i)] = func(ctx context.Context, c *dryrun.Call) (dryrun.Output, error) {
				mu.Lock()
				if !p.reads[i] {
					calls[c.Key]++
				}
				at++
				most = max(most, at)
				for _, j := range p.after[i] {
					if !done[fmt.Sprintf("s%d", j)] && !done[fmt.Sprint("effect ", p.reads[j], p.text[j])] {
						rt.Errorf("s%d is called before s%d is done", i, j)
					}
				}
				mu.Unlock()
				out, err := end(ctx, c)
				mu.Lock()
				defer mu.Unlock()
				if err == nil && string(out.Text) == "done" {
					done[c.StepID], done[fmt.Sprint("effect ", p.reads[i], p.text[i])] = true, true
				}
				at--
				return out, err
			}
		}
		m := s.run(rt)
		for key, n := range calls {
			if n > 1 {
				rt.Errorf("an effect happened %d times: %s", n, key)
			}
		}
		if most > p.jobs {
			rt.Errorf("%d calls at once, and %d jobs", most, p.jobs)
		}
		m.recorded(rt)
		p.judge(rt, m)
		if p.jobs == 1 {
			if want := p.model(); m.steps() != want {
				rt.Errorf("%s\nwant %s\n%s", m.steps(), want, s.plan)
			}
		}
	})
}

// judge checks what holds whatever ran at once.
func (p *plot) judge(t *rapid.T, m *made) {
	status := map[string]dryrun.StepResult{}
	worst := ""
	for _, s := range m.Steps {
		status[s.StepID] = s
		switch s.Status {
		case dryrun.Failed:
			if worst == "" {
				worst = "failed"
			}
		case dryrun.InDoubt:
			worst = "in_doubt"
		case dryrun.Pending, dryrun.Succeeded:
		default:
			t.Errorf("%s is %s after the end", s.StepID, s.Status)
		}
		if s.Status == dryrun.Succeeded && (string(s.Outcome) != `"done"` || s.Replayed == (s.Attempts > 0)) {
			t.Errorf("%+v", s)
		}
	}
	if worst == "" {
		worst = "succeeded"
	}
	if string(m.Status) != worst {
		t.Errorf("the run is %s, and its steps are %s", m.Status, m.steps())
	}
	for i, after := range p.after {
		s := status[fmt.Sprintf("s%d", i)]
		for _, j := range after {
			if s.Status != dryrun.Pending && status[fmt.Sprintf("s%d", j)].Status != dryrun.Succeeded {
				t.Errorf("s%d is %s, and s%d, for which it waits, is not done", i, s.Status, j)
			}
		}
		if s.Status == dryrun.Pending && m.Status == dryrun.RunSucceeded {
			t.Errorf("s%d did not run", i)
		}
	}
}

// model is what one job comes to: in the order of the sweeps, until the first that ends badly.
func (p *plot) model() string {
	wave := make([]int, len(p.after))
	for i, after := range p.after {
		for _, j := range after {
			wave[i] = max(wave[i], wave[j]+1)
		}
	}
	order := make([]int, len(p.after))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return wave[a] - wave[b] })
	landed := map[int]bool{}
	stopped := false
	var texts []string
	for _, i := range order {
		text := fmt.Sprintf("s%d ", i)
		end := p.ends[p.text[i]]
		switch {
		case stopped:
			text += "pending"
		case !p.reads[i] && landed[p.text[i]]:
			text += "succeeded replayed"
		case end == well:
			text += "succeeded"
			landed[p.text[i]] = landed[p.text[i]] || !p.reads[i]
		case end == timeout && !p.reads[i]:
			text, stopped = text+"in_doubt", true
		default:
			text, stopped = text+"failed", true
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ", ")
}
