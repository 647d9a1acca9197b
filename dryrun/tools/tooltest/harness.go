package tooltest

import (
	"context"
	"sync"
	"testing"

	"github.com/planlint/planlint/dryrun"
)

// Harness is a kind of tool, in the states that the suite needs. A test makes it for one subtest, in a folder of its own.
type Harness struct {
	// Answering is a tool that gives each of Examples its answer.
	Answering dryrun.Tool
	// Examples are at least two arguments with different answers.
	Examples []Example
	// Failing is a tool that says no to any arguments.
	Failing dryrun.Tool
	// Slow is a tool that ends only when it is made to.
	Slow dryrun.Tool
	// Started waits until that many calls of Slow are under way; nil where the suite may take a tool for started that
	// waits for its context.
	Started func(calls int)
	// Running reports whether anything that Slow started still runs; nil where it starts nothing.
	Running func() bool
}

// Example is what a tool answers to some arguments.
type Example struct {
	Arguments string // one JSON object
	Answer    dryrun.Output
}

// Run tests a kind of tool.
func Run(t *testing.T, make func(t *testing.T) Harness) {
	for _, test := range []struct {
		name string
		run  func(t *testing.T, h Harness)
	}{
		{"same answer to the same arguments", answers},
		{"nothing is shared with the caller", shares},
		{"concurrent calls", concurrent},
		{"failure", fails},
		{"context ended before the call", early},
		{"context ends during the call", interrupted},
		{"deadline passes during the call", expired},
		{"one of two calls is interrupted", oneOfTwo},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, make(t)) })
	}
}

// call is a call with everything set that a run sets.
func call(arguments string) *dryrun.Call {
	return &dryrun.Call{RunID: "r1", Tenant: "acme", StepID: "s1", Tool: "tool", Key: "k1", Arguments: []byte(arguments), Attempt: 1}
}

// observed is a context that tells when somebody waits for its end.
type observed struct {
	context.Context
	once   sync.Once
	waited chan struct{}
}

func observe(ctx context.Context) *observed {
	return &observed{Context: ctx, waited: make(chan struct{})}
}

// Done implements context.Context.
func (o *observed) Done() <-chan struct{} {
	o.once.Do(func() { close(o.waited) })
	return o.Context.Done()
}
