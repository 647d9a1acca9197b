package cmd

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/config"
)

// result is what became of one input.
type result struct {
	file *lint.File
	err  error
}

// authorities decides under which delegation each input is judged, before any is.
func (r *checkRun) authorities(c *config.Config) error {
	r.config = c
	var problems []shape.Problem
	seen := map[string]bool{}
	for i := range r.inputs {
		a, p := c.Authority(r.inputs[i].name, r.o.agent)
		if p != nil {
			if key := fmt.Sprint(p.Message, p.Place.Span); !seen[key] {
				seen[key] = true
				problems = append(problems, *p)
			}
			continue
		}
		r.inputs[i].authority = a
	}
	return printProblems(r.env, r.o.outputFlags, problems)
}

// batch is how many inputs a worker takes at a time.
const batch = 8

// results checks the inputs on several workers and yields what became of each, in their order. A worker takes
// batches, and at most a few batches wait to be printed, so that memory does not grow with the number of files.
func (r *checkRun) results(ctx context.Context) iter.Seq[result] {
	if r.o.jobs == 1 {
		return func(yield func(result) bool) {
			for i := range r.inputs {
				if ctx.Err() != nil || !yield(r.one(ctx, &r.inputs[i])) {
					return
				}
			}
		}
	}
	return func(yield func(result) bool) {
		n := (len(r.inputs) + batch - 1) / batch
		workers := min(r.o.jobs, n)
		done := make([]chan []result, n)
		for i := range done {
			done[i] = make(chan []result, 1)
		}
		ahead := make(chan struct{}, 16*max(workers, 1))
		stop := make(chan struct{})
		var next atomic.Int64
		var wg sync.WaitGroup
		for range workers {
			wg.Go(func() {
				for {
					select {
					case ahead <- struct{}{}:
					case <-stop:
						return
					}
					i := int(next.Add(1)) - 1
					if i >= n {
						return
					}
					done[i] <- r.batch(ctx, r.inputs[i*batch:min((i+1)*batch, len(r.inputs))])
				}
			})
		}
		defer wg.Wait()
		defer close(stop)
		for i := range done {
			for _, res := range <-done[i] {
				if !yield(res) {
					return
				}
			}
			<-ahead
		}
	}
}

func (r *checkRun) batch(ctx context.Context, inputs []input) []result {
	out := make([]result, 0, len(inputs))
	for i := range inputs {
		if ctx.Err() != nil {
			break
		}
		out = append(out, r.one(ctx, &inputs[i]))
	}
	return out
}

// one reads and checks one input. A file that was found in a folder and holds no plan is left out, and the summary
// says so.
func (r *checkRun) one(ctx context.Context, in *input) (res result) {
	defer func() { // a panic of a worker would end the process with Go's own code, which reads as a usage error
		if cause := recover(); cause != nil {
			res = result{err: &lint.RuleError{Rule: "(none)", File: in.name, Cause: cause, Stack: debug.Stack()}}
		}
	}()
	src, err := in.readUntil(ctx)
	if err != nil {
		return result{err: err}
	}
	options := r.options
	var gone func(planLike bool) []lint.NotChecked
	if r.earlier != nil {
		compared := *options
		compared.Behind, gone = r.earlier.behind(src, options.Stream)
		options = &compared
	}
	file, err := lint.Check(src, in.authority, options)
	if in.found && !file.PlanLike {
		file = &lint.File{Source: src, NotChecked: []lint.NotChecked{{What: src.Name, Why: "it holds no plan: neither goal nor steps"}}}
	}
	if gone != nil {
		file.NotChecked = append(file.NotChecked, gone(file.PlanLike)...)
	}
	return result{file: file, err: err}
}

// brokenContracts collects the contracts whose schemas turned out to be broken when a step needed them.
type brokenContracts struct{ seen map[*contracts.Contract]bool }

func (b *brokenContracts) any() bool { return len(b.seen) > 0 }

func (b *brokenContracts) add(list []*contracts.Contract) {
	for _, c := range list {
		if b.seen == nil {
			b.seen = map[*contracts.Contract]bool{}
		}
		b.seen[c] = true
	}
}

// problems are what is wrong with them, in the order of files and places.
func (b *brokenContracts) problems() []shape.Problem {
	var out []shape.Problem
	for c := range b.seen {
		_, faults := c.Accepts()
		for _, f := range faults {
			if !f.Warning {
				out = append(out, shape.Problem{Rule: f.Rule, Place: f.Place, Message: f.Message, Hint: f.Hint})
			}
		}
	}
	slices.SortFunc(out, func(a, b shape.Problem) int { return cmp.Compare(a.Message, b.Message) })
	return shape.Sort(out)
}
