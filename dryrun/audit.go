package dryrun

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// Check is what an audit or a replay found out about one effect.
type Check struct {
	Seq    int64  // of the record that it is about; 0 = there is none
	StepID string // "" = it is about what the run answered with
	Tool   string
	Plan   int       // in force then, as an index into Story.Plans
	Undo   bool      // the effect takes the step back
	Kind   FaultKind // "" = it is as it must be
	Fault  string    // one clause, where there is a kind
}

// FaultKind says in a word what is wrong with an effect on the record.
type FaultKind string

// The kinds of faults. An audit finds the first six.
const (
	FaultUnreadable FaultKind = "unreadable" // what is recorded of it can't be read
	FaultNoStep     FaultKind = "no_step"    // no step of the plan asks for it
	FaultTool       FaultKind = "tool"       // it is of another tool
	FaultOrder      FaultKind = "order"      // it came before what it waits for
	FaultReplayed   FaultKind = "replayed"   // it was answered from the record of an effect that is not there
	FaultUndo       FaultKind = "undo"       // it takes back what is not there, or otherwise than the contract says
	FaultMissing    FaultKind = "missing"    // the record lacks it
	FaultUnread     FaultKind = "unread"     // nothing asks for it
	FaultValues     FaultKind = "values"     // its arguments can't be told
	FaultArguments  FaultKind = "arguments"  // its arguments are others
	FaultKey        FaultKind = "key"        // its idempotency key is another
	FaultPlan       FaultKind = "plan"       // its plan can't be judged
	FaultOutputs    FaultKind = "outputs"    // the run answered with something else
)

// Name is what the check is about, for people.
func (c *Check) Name() string {
	if c.StepID == "" {
		return "the run's answer"
	}
	return "step " + quoted(c.StepID)
}

// fault is the check with a fault.
func (c Check) fault(k FaultKind, format string, args ...any) Check {
	c.Kind, c.Fault = k, fmt.Sprintf(format, args...)
	return c
}

// Audit holds the effects of a run against the plans that were in force when they happened: each must be a step of its
// plan, with that step's tool, after everything that it waits for and takes values from, and each terminal step of a run
// that succeeded must be among them. It needs nothing but the journal. The error is that of a recorded plan that can't be
// read.
func Audit(s *Story) ([]Check, error) {
	a := auditor{done: map[string]bool{}, landed: map[string]bool{}, started: map[string]string{}, keys: map[string]bool{}}
	for i := range s.Plans {
		p, err := s.ReadPlan(i)
		if err != nil {
			return nil, err
		}
		a.plans = append(a.plans, p)
	}
	var list []Check
	for i := range s.Events {
		if c, ok := a.event(&s.Events[i]); ok {
			list = append(list, c)
		}
	}
	if s.Status() == RunSucceeded {
		list = append(list, a.unfinished()...)
	}
	return list, nil
}

// ReadPlan reads one of the plans that were in force; i is an index into Plans. What is not the plan of its digest comes with
// an error, unless its digest was made by other rules, and then tells nothing.
func (s *Story) ReadPlan(i int) (*lint.Plan, error) {
	d := &s.Plans[i]
	p, fault := lint.Parse(&tree.Source{Name: d.Name, Text: d.Text})
	if p == nil || fault != nil {
		return nil, &StoryError{d.seq, "the plan on it can't be read"}
	}
	if s.Admission.Canon != canon.Version {
		return p, nil
	}
	if digest, err := p.Digest(); err != nil || digest != d.Digest {
		return p, &StoryError{d.seq, "the plan on it does not have the digest that stands beside it"}
	}
	return p, nil
}

// auditor is the state of an audit: what was done so far, by step.
type auditor struct {
	plans   []*lint.Plan
	now     int // the plan in force
	done    map[string]bool
	landed  map[string]bool   // it happened, though it may not be done
	started map[string]string // the key of the last start
	keys    map[string]bool   // of effects that landed
}

// event takes in the next event. ok is false for one that is no effect.
func (a *auditor) event(e *Event) (c Check, ok bool) {
	c = Check{Seq: e.Seq, StepID: e.Step, Tool: e.Name, Plan: a.now}
	switch e.Kind {
	case SuccessorFrozen:
		a.now++
	case StepStarted:
		return a.start(c, e), true
	case StepExecuted:
		var data ExecutedData
		if json.Unmarshal(e.Data, &data) != nil {
			return c.fault(FaultUnreadable, "its record can't be read"), true
		}
		known := a.keys[data.Key]
		a.landing(e.Step, data.Key)
		if !data.Replayed {
			return c, false
		}
		if c = a.fits(c); c.Kind == "" && !known {
			c = c.fault(FaultReplayed, "it is answered from an equal effect, and none landed before it")
		}
		return c, true
	case StepFailed:
		var data FailedData
		if json.Unmarshal(e.Data, &data) == nil && data.Disposition == Landed && !data.Undo {
			a.landed[e.Step] = true
		}
	case StepResolved:
		var data ResolvedData
		if json.Unmarshal(e.Data, &data) == nil && data.Landed && !data.Undo {
			a.landing(e.Step, a.started[e.Step])
		}
	}
	return c, false
}

// start takes in that a step started, or that taking it back did.
func (a *auditor) start(c Check, e *Event) Check {
	var data StartedData
	if json.Unmarshal(e.Data, &data) != nil {
		return c.fault(FaultUnreadable, "its record can't be read")
	}
	if c.Undo = data.Undo; !data.Undo {
		a.started[e.Step] = data.Key
		return a.fits(c)
	}
	if !a.landed[e.Step] {
		return c.fault(FaultUndo, "it takes back what did not happen")
	}
	return c
}

// landing notes that a step is done.
func (a *auditor) landing(step, key string) {
	a.done[step], a.landed[step] = true, true
	if key != "" {
		a.keys[key] = true
	}
}

// fits says whether a step could run at this point by the plan in force.
func (a *auditor) fits(c Check) Check {
	s := a.plans[a.now].Step(c.StepID)
	switch {
	case s == nil:
		return c.fault(FaultNoStep, "the plan in force has no such step")
	case s.Tool != c.Tool:
		return c.fault(FaultTool, "the plan in force calls %s in this step", quoted(s.Tool))
	}
	for _, d := range s.DependsOn {
		if !a.done[d.ID] {
			return c.fault(FaultOrder, "it waits for step %s, which was not done yet", quoted(d.ID))
		}
	}
	for i := range s.Binds {
		if from := &s.Binds[i].From; from.StepNode != tree.None && !a.done[from.Step] {
			return c.fault(FaultOrder, "it takes a value from step %s, which was not done yet", quoted(from.Step))
		}
	}
	return c
}

// unfinished are the steps that a run which succeeded must have, and has not.
func (a *auditor) unfinished() []Check {
	var list []Check
	p := a.plans[a.now]
	terminals := slices.ContainsFunc(p.Steps, func(s lint.Step) bool { return s.Terminal })
	for i := range p.Steps {
		step := &p.Steps[i]
		if !a.done[step.ID] && (step.Terminal || !terminals) {
			list = append(list, Check{StepID: step.ID, Tool: step.Tool, Plan: a.now}.fault(FaultMissing, "the run succeeded without it"))
		}
	}
	return list
}
