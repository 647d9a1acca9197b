package tools

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/lint/syntax"
)

// Stub is a tool that does nothing: a dryrun.Tool that answers as was declared. It starts no process, and is safe for
// concurrent use as long as nobody changes it.
type Stub struct {
	// Outcomes are the declared outcomes: the first that matches the arguments counts.
	Outcomes []Outcome
	// Sample is the answer, as JSON, where no outcome counts. With nil the answer is unknown.
	Sample []byte
	// Closed says that where outcomes are declared and none of them matches, the answer is unknown, and not the Sample.
	Closed bool
	// NoDelay says that the delays of outcomes are not waited for.
	NoDelay bool
}

var _ dryrun.Tool = (*Stub)(nil)

// Outcome is one declared outcome.
type Outcome struct {
	// Tree and Match say which arguments it is for: those that Match is a part of. Without a tree, or with tree.None, it
	// is for all.
	Tree  *tree.Tree
	Match tree.Ref
	// Returns is the answer, as JSON.
	Returns []byte
	// Fail is why the call fails; "" where it answers.
	Fail string
	// Delay is how long it takes.
	Delay time.Duration
}

// Call answers as declared. Where that is a failure it is Exited with code 1. A context that ends during a delay makes it
// Interrupted, and one that ended before the call NotStarted.
func (s *Stub) Call(ctx context.Context, call *dryrun.Call) (dryrun.Output, error) {
	if err := ctx.Err(); err != nil {
		return dryrun.Output{}, notStarted("the run was interrupted before the stub was called", err)
	}
	o, err := s.Outcome(call.Arguments)
	switch {
	case err != nil:
		return dryrun.Output{}, err
	case o == nil && (s.Sample == nil || s.Closed && len(s.Outcomes) > 0):
		return dryrun.Output{Unknown: true}, nil
	case o == nil:
		return dryrun.Output{Text: bytes.Clone(s.Sample), MadeUp: true}, nil
	}
	if o.Delay > 0 && !s.NoDelay {
		t := time.NewTimer(o.Delay)
		defer t.Stop()
		select {
		case <-t.C:
		case <-ctx.Done():
			return dryrun.Output{}, &dryrun.CallError{Failure: dryrun.Interrupted, Message: "the stub was interrupted because the run was", Err: ctx.Err()}
		}
	}
	if o.Fail != "" {
		return dryrun.Output{}, &dryrun.CallError{Failure: dryrun.Exited, Code: 1, Message: "the stub declares the failure " + tree.Quote(o.Fail)}
	}
	return dryrun.Output{Text: bytes.Clone(o.Returns)}, nil
}

// Outcome is the declared outcome for these arguments, nil where there is none. Arguments that are not one JSON object
// are an error.
func (s *Stub) Outcome(arguments []byte) (*Outcome, error) {
	var t *tree.Tree // read when the first outcome needs it
	for i := range s.Outcomes {
		o := &s.Outcomes[i]
		if o.Tree == nil || o.Match == tree.None {
			return o, nil
		}
		if t == nil {
			d := syntax.Read(&tree.Source{Name: "arguments.json", Text: string(arguments)}, syntax.Options{})[0]
			if len(d.Problems) > 0 {
				return nil, fmt.Errorf("the arguments of a stub are not one JSON object: %s", d.Problems[0].Message)
			}
			if d.Tree.Kind(0) != tree.Object {
				return nil, fmt.Errorf("the arguments of a stub are not one JSON object, but of type %s", d.Tree.Kind(0))
			}
			t = d.Tree
		}
		if part(o.Tree, o.Match, t, 0) {
			return o, nil
		}
	}
	return nil, nil
}
