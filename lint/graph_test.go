package lint

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// planOf makes a plan of edges only: "a:b,c" is a step a that waits for b and c.
func planOf(steps ...string) *Plan {
	p := &Plan{byID: map[string]int32{}}
	for i, s := range steps {
		id, deps, _ := strings.Cut(s, ":")
		step := Step{ID: id, at: i}
		for d := range strings.SplitSeq(deps, ",") {
			if d != "" {
				step.DependsOn = append(step.DependsOn, Dependency{ID: d})
			}
		}
		p.Steps = append(p.Steps, step)
		if _, ok := p.byID[id]; !ok {
			p.byID[id] = int32(i)
		}
	}
	return p
}

func names(p *Plan, list []int32) string {
	var out []string
	for _, i := range list {
		out = append(out, p.Steps[i].ID)
	}
	return strings.Join(out, " ")
}

func TestLoops(t *testing.T) {
	for _, tt := range []struct {
		name  string
		steps []string
		want  string // members | way around | blocked, a loop a line
	}{
		{"none", []string{"a", "b:a", "c:a,b"}, ""},
		{"two", []string{"s3:s2", "s1:s2", "s2:s1"}, "s1 s2 | s1 s2 | s3\n"},
		{"a step's edge to itself is not a loop of steps", []string{"a:a", "b:a"}, ""},
		{"unknown steps are no edges", []string{"a:ghost"}, ""},
		{"several, each with what waits behind it", []string{"a:b", "b:a", "c:d", "d:e", "e:c", "x:a", "y:c,x", "z:y"}, "a b | a b | x y z\nc d e | c d e | \n"},
		{"two through one step are one", []string{"a:b,c", "b:a", "c:a"}, "a b c | a b | \n"},
		{"a duplicate id waits, but is not waited for", []string{"a:b", "b:a", "a:b"}, "a b | a b | a\n"},
		{"twice the same edge", []string{"a:b,b", "b:a,a"}, "a b | a b | \n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := planOf(tt.steps...)
			got := ""
			for _, l := range p.Graph().Loops() {
				got += fmt.Sprintf("%s | %s | %s\n", names(p, l.Members), names(p, l.Path), names(p, l.Blocked))
			}
			if got != tt.want {
				t.Errorf("got\n%swant\n%s", got, tt.want)
			}
		})
	}
}

// chain is n steps that each wait for the one before, written from either end, with a loop at the far end or not.
func chain(n int, descending, loop bool) *Plan {
	steps := make([]string, 0, n)
	for i := range n {
		k := i
		if descending {
			k = n - 1 - i
		}
		switch {
		case k > 0:
			steps = append(steps, fmt.Sprintf("s%d:s%d", k, k-1))
		case loop:
			steps = append(steps, "s0:s1")
		default:
			steps = append(steps, "s0")
		}
	}
	return planOf(steps...)
}

func TestLongChains(t *testing.T) {
	const n = 100_000
	for _, descending := range []bool{false, true} {
		if loops := chain(n, descending, false).Graph().Loops(); len(loops) != 0 {
			t.Errorf("descending %v: %d loops in a chain", descending, len(loops))
		}
		loops := chain(n, descending, true).Graph().Loops()
		if len(loops) != 1 || len(loops[0].Members) != 2 || len(loops[0].Blocked) != n-2 {
			t.Errorf("descending %v: a loop at the far end is not told apart from what waits behind it", descending)
		}
	}
}

func TestUpstream(t *testing.T) {
	p := planOf("a", "b:a", "c:b", "d:b,a", "e:c,d", "x", "l:m", "m:l,c")
	index := map[string]int{}
	for i := range p.Steps {
		index[p.Steps[i].ID] = i
	}
	for _, tt := range []struct {
		step, above string
		want        bool
	}{
		{"b", "a", true}, {"e", "a", true}, {"e", "b", true}, {"e", "x", false}, {"a", "e", false}, {"d", "c", false}, {"x", "a", false},
		{"a", "a", false}, {"l", "a", true}, {"l", "m", true}, {"c", "l", false},
	} {
		if yes, known := p.Graph().Upstream(index[tt.step], index[tt.above]); yes != tt.want || !known {
			t.Errorf("%s waits for %s: %v, known %v, want %v", tt.step, tt.above, yes, known, tt.want)
		}
	}
}

// Upstream agrees with a plain walk on random graphs, loops included.
func TestUpstreamAgreesWithAWalk(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 2 + r.IntN(12)
		steps := make([]string, n)
		for i := range n {
			var deps []string
			for j := range n {
				if j != i && r.IntN(n) == 0 && (j < i || r.IntN(4) == 0) {
					deps = append(deps, fmt.Sprint("s", j))
				}
			}
			steps[i] = fmt.Sprintf("s%d:%s", i, strings.Join(deps, ","))
		}
		p := planOf(steps...)
		g := p.Graph()
		for i := range n {
			reach := make([]bool, n)
			var walk func(k int)
			walk = func(k int) {
				for _, d := range g.WaitsFor(k) {
					if !reach[d] {
						reach[d] = true
						walk(int(d))
					}
				}
			}
			walk(i)
			for j := range n {
				if got, known := g.Upstream(i, j); i != j && (got != reach[j] || !known) {
					t.Fatalf("%v: s%d waits for s%d: %v, want %v", steps, i, j, got, reach[j])
				}
			}
		}
	}
}

func BenchmarkLoops(b *testing.B) {
	for _, descending := range []bool{false, true} {
		b.Run(fmt.Sprintf("chain of 100,000, descending %v", descending), func(b *testing.B) {
			p := chain(100_000, descending, true)
			for b.Loop() {
				newGraph(p).Loops()
			}
		})
	}
}
