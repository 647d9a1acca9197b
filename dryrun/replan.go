package dryrun

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/planlint/planlint/contracts/schema"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun/store"
	"github.com/planlint/planlint/lint"
)

// Completed is a step that came to its end, for whoever writes a successor.
type Completed struct {
	StepID string `json:"step_id"`
	Tool   string `json:"tool"`
}

// Completed are the steps of the run that came to their end, in the order in which they did.
func (s *Story) Completed() []Completed {
	list := []Completed{}
	for _, id := range s.Order {
		if t := s.Steps[id]; t.Status == Succeeded {
			list = append(list, Completed{id, t.Tool})
		}
	}
	return list
}

// Goal is that of the plan in force.
func (s *Story) Goal() string {
	p, _ := lint.Parse(&tree.Source{Name: s.Plan().Name, Text: s.Plan().Text})
	if p == nil {
		return ""
	}
	return p.Tree.Text(p.Goal)
}

// Successors is how many plans have taken another's place so far.
func (s *Story) Successors() int { return len(s.Plans) - 1 }

// MayReplan looks at what has to hold before anybody is asked for another plan: the run is open, nothing is in doubt, what
// it knows is trusted, and its allowance of max successors is not used up. The error is a *StopError.
func (s *Story) MayReplan(max int) error {
	stop := func(class Class, code Code, step, hint, format string, args ...any) error {
		return &StopError{Class: class, Code: code, Step: step, Message: fmt.Sprintf(format, args...), Hint: hint}
	}
	switch s.Status() {
	case RunSucceeded:
		return stop(Unable, CodeClosed, "", "run the other plan anew", "run %s is closed: it succeeded", quoted(s.Run.ID))
	case RunCompensated:
		return s.takenBack("run the other plan anew")
	}
	if s.Unwinding {
		return stop(Unable, CodeClosed, "", "planlint resume goes on with that", "what run %s had done is being taken back", quoted(s.Run.ID))
	}
	for _, id := range s.Order {
		if t := s.Steps[id]; t.Open() {
			return stop(Unknown, CodeInDoubt, id, fmt.Sprintf("find out, and say so: planlint resolve %s %s", Word(s.Run.ID), Word(id)),
				"nobody knows what became of step %s", quoted(id))
		}
	}
	if step, source := s.tainted(); source != "" {
		return &StopError{Class: Refused, Code: CodeUntrustedReplan, Step: step, Message: fmt.Sprintf("untrusted data is known to the run, from %s: it must not have a say in what is done next", source),
			Hint: "a tool whose outcomes are to be trusted says so in its contract: trust: trusted"}
	}
	if s.Successors() >= max {
		return stop(Exhausted, CodeExhausted, "", "nothing is undone; raise limits.max_run_replans, or run the other plan anew",
			"the run has had %d %s, and limits.max_run_replans allows %d", s.Successors(), plural(s.Successors(), "successor"), max)
	}
	return nil
}

// tainted is the first source of untrusted data that a finished step brought in or took: its step, and the source for
// people; "" = there is none. The labels are those of the time when the data came.
func (s *Story) tainted() (step, source string) {
	for _, id := range s.Order {
		t := s.Steps[id]
		if t.Status != Succeeded {
			continue
		}
		if !t.Label.Trusted {
			return id, fmt.Sprintf("%s in step %s", quoted(t.Tool), quoted(id))
		}
		if s.Admission.Label.Trusted || s.Admission.Input == nil {
			continue
		}
		p, _ := lint.Parse(&tree.Source{Name: s.Plans[t.Plan].Name, Text: s.Plans[t.Plan].Text})
		if p == nil {
			continue
		}
		if ran := p.Step(id); ran != nil {
			for i := range ran.Binds {
				if ran.Binds[i].From.InputNode != tree.None {
					return id, fmt.Sprintf("the run's input, which step %s took", quoted(id))
				}
			}
		}
	}
	return "", ""
}

// Succeed freezes another plan as the one in force, behind what has happened. It has been judged as a first plan is; here
// it must descend from the plan in force, and use no id of a step that was ever attempted for another tool. The error is a
// *StopError, and then nothing has changed. by is who puts it in force, and reason why; by is "" where nobody did, or nobody
// knows who.
func (h *Hold) Succeed(ctx context.Context, now time.Time, plan *lint.Validated, by, reason string) error {
	s := h.Story
	if err := s.descends(plan.Plan(), reason); err != nil {
		return err
	}
	for i := range plan.Plan().Steps {
		step := &plan.Plan().Steps[i]
		if t := s.Steps[step.ID]; t != nil && t.Tool != step.Tool {
			return &StopError{Class: Refused, Code: CodeStepReused, Step: step.ID, Tool: step.Tool,
				Message: fmt.Sprintf("step %s called %s in this run, and calls %s in the successor", quoted(step.ID), quoted(t.Tool), quoted(step.Tool)),
				Hint:    "give the new step an id of its own"}
		}
	}
	if err := s.fitsInput(plan.Plan()); err != nil {
		return err
	}
	src := plan.Source()
	data := SuccessorData{Plan: PlanData{Name: src.Name, Text: src.Text, Digest: plan.Digest()}, By: by, Reason: reason}
	p := plan.Plan()
	e := Event{Seq: s.Seq() + 1, Kind: SuccessorFrozen, Name: p.Tree.Text(p.Goal), Detail: p.Tree.Text(p.Version), At: now.UTC(), Data: encode(data)}
	if err := h.kept.Commit(ctx, h.lease, store.Batch{After: s.Seq(), Records: [][]byte{encode(e)}, Plan: plan.Digest()}); err != nil {
		return storeFailure(s.Run, "the successor can't be recorded", err)
	}
	s.Events = append(s.Events, e)
	return s.add(&e)
}

// descends demands that a plan is the successor of the one in force: the next version, derived from its digest, with a
// reason.
func (s *Story) descends(p *lint.Plan, reason string) error {
	old, _ := lint.Parse(&tree.Source{Name: s.Plan().Name, Text: s.Plan().Text})
	was := 1
	if old != nil {
		was = version(old)
	}
	stop := func(hint, format string, args ...any) error {
		return &StopError{Class: Refused, Code: CodeLineage, Message: fmt.Sprintf(format, args...), Hint: hint}
	}
	derived := p.Tree.Text(p.Derived)
	switch now := version(p); {
	case now != was+1:
		return stop(fmt.Sprintf("write version: %d", was+1), "the successor has version %d, and the plan in force has %d", now, was)
	case derived == "":
		return stop("write derived_from: "+s.Plan().Digest, "the successor does not say which plan it is derived from")
	case derived != s.Plan().Digest:
		return stop("planlint show says which plan is in force", "the successor is derived from %s, and the plan in force is %s", tree.Visible(derived), s.Plan().Digest) // whole, so that they can be compared
	case strings.TrimSpace(p.Tree.Text(p.Reason)) == "":
		return stop("say why the plan changes", "the successor gives no reason")
	case strings.TrimSpace(reason) == "":
		return stop("say why with --reason", "no reason is given")
	}
	return nil
}

// version is a plan's version; 1 where it says none.
func version(p *lint.Plan) int {
	n := 0
	for _, c := range p.Tree.Text(p.Version) {
		if c < '0' || c > '9' || n > 1<<30 {
			return -1
		}
		n = 10*n + int(c-'0')
	}
	if p.Version == tree.None {
		return 1
	}
	return n
}

// fitsInput holds the run's input against what a successor says of it.
func (s *Story) fitsInput(p *lint.Plan) error {
	if s.Admission.Input == nil {
		for i := range p.Steps {
			for k := range p.Steps[i].Binds {
				if p.Steps[i].Binds[k].From.InputNode != tree.None && (s.Steps[p.Steps[i].ID] == nil || s.Steps[p.Steps[i].ID].Status != Succeeded) {
					return &StopError{Class: Refused, Code: CodeInput, Step: p.Steps[i].ID, Message: fmt.Sprintf("step %s takes a value from the run's input, and the run has none", quoted(p.Steps[i].ID))}
				}
			}
		}
		return nil
	}
	if p.Inputs == tree.None {
		return nil
	}
	v, ok := readValue(s.Admission.Input)
	if !ok {
		return &StopError{Class: Unknown, Code: CodeTampered, Message: "the recorded input can't be read"}
	}
	check, _ := schema.Compile(p.Tree, p.Inputs, schema.Options{Whole: "the input", Part: "input"})
	if faults := check.Check(v.tree, v.node, nil); len(faults) > 0 {
		return &StopError{Class: Refused, Code: CodeInput, Message: "the run's input does not fit the successor: " + faults[0].Message}
	}
	return nil
}

// InForce is the plan in force with what is known of it, for a replanner.
func (s *Story) InForce() json.RawMessage {
	p, _ := lint.Parse(&tree.Source{Name: s.Plan().Name, Text: s.Plan().Text})
	if p == nil {
		return json.RawMessage("null")
	}
	return newValue(p.Tree, p.Root).json
}

// asksReplan is the end of a turn in which a step asked for another plan. What the run knows comes first: untrusted data
// must not have a say in what is done next. Then the allowance, and last that somebody has to write the plan.
func (r *Run) asksReplan(s *step, stderr string) *StopError {
	e := &StopError{Step: s.ID, Tool: s.Tool, Stderr: stderr}
	done := 0
	if r.story != nil {
		done = r.story.Successors()
	}
	source := r.tainted()
	switch {
	case source != "":
		e.Class, e.Code = ToolFailed, CodeUntrustedReplan
		e.Message = fmt.Sprintf("step %s asks for another plan, but untrusted data is known to the run, from %s", quoted(s.ID), source)
		e.Hint = "a tool whose outcomes are to be trusted says so in its contract: trust: trusted"
	case done >= r.o.MaxReplans:
		e.Class, e.Code = Exhausted, CodeExhausted
		e.Message = fmt.Sprintf("step %s asks for another plan, and limits.max_run_replans allows %d", quoted(s.ID), r.o.MaxReplans)
		e.Hint = "nothing is undone; raise the limit and resume, or run another plan anew"
	default:
		e.Class, e.Code = ToolFailed, CodeReplan
		e.Message = fmt.Sprintf("step %s asks for another plan", quoted(s.ID))
		e.Hint = fmt.Sprintf("planlint replan %s --with FILE --reason TEXT puts another one in force, and planlint resume carries on", Word(r.id.ID))
	}
	return e
}

// tainted is the first source of untrusted data that a finished step brought in or took, for people; "" = there is none.
func (r *Run) tainted() string {
	for _, s := range r.steps {
		if s.status != Succeeded {
			continue
		}
		if !s.trust.Trusted {
			return fmt.Sprintf("%s in step %s", quoted(s.Tool), quoted(s.ID))
		}
		for i := range s.Binds {
			if s.Binds[i].From.InputNode != noNode && !r.label.Trusted {
				return fmt.Sprintf("the run's input, which step %s took", quoted(s.ID))
			}
		}
	}
	for _, s := range r.dropped() {
		if s.status == Succeeded && !s.trust.Trusted {
			return fmt.Sprintf("%s in step %s", quoted(s.Tool), quoted(s.ID))
		}
	}
	return ""
}
