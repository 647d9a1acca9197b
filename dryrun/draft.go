package dryrun

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// Drafter asks a planner for plans, a bounded number of times, until one is accepted. The planner is told what it may
// plan with, and why its last draft was refused. Whatever it answers is only ever judged: nothing runs, and nothing is
// recorded.
type Drafter struct {
	// Planner answers with the text of a plan: all of it, as it came. Its exit code 3 says that there is no plan.
	Planner Tool
	// Request is what it is told each time. Feedback is the Drafter's to fill in.
	Request DraftRequest
	// Name is what an accepted plan is called. Its ending says whether the drafts must be JSON, as that of a file does.
	Name string
	// MaxReplans is how many drafts there may be beyond the first; less than 0 is 0.
	MaxReplans int
	// Judge judges a draft. The plan is nil where it is refused, and a finding of the file is then the primary one. Its
	// error ends the drafting as it is.
	Judge func(draft *tree.Source) (*lint.Validated, *lint.File, error)
	// Explain says why a draft was refused, in words that are meant for the planner.
	Explain func(*lint.File) (Feedback, error)
	Now     func() time.Time
	Observe func(Event) // is told each event as it happens; may be nil
}

// Drafting is what came of asking a planner.
type Drafting struct {
	Plan     *lint.Validated // nil = none was accepted; its Source is the text to keep
	Attempts int             // how often the planner was started; the revision of an accepted plan is one less
	Refused  *lint.File      // what was found in the last draft that was refused; nil = none was
	Events   []Event
}

// Draft asks until a draft is accepted or the allowance is used up. The Drafting is never nil, and is whole where there
// is an error as well: a *StopError, or one of Judge's or Explain's.
func (d *Drafter) Draft(ctx context.Context) (*Drafting, error) {
	out := &Drafting{}
	request := d.Request
	request.Feedback = noFeedback
	for revision := 0; ; revision++ {
		if out.Refused != nil {
			p := out.Refused.Primary()
			d.event(out, Replanned, p.Step, refusal(p), p.Step)
		}
		text, err := d.ask(ctx, &request, out)
		if err != nil {
			return out, err
		}
		if strings.TrimSpace(strings.TrimPrefix(text, tree.BOM)) == "" {
			return out, &StopError{Class: Refused, Code: CodeEmpty, Message: "the planner answered with nothing",
				Hint: "a planner prints a plan, or exits with 3 where it knows none"}
		}
		plan, file, err := d.judge(text, revision)
		switch {
		case err != nil:
			return out, err
		case plan != nil:
			p := plan.Plan()
			out.Plan = plan
			d.event(out, Planned, p.Tree.Text(p.Goal), fmt.Sprintf("%d %s", len(p.Steps), plural(len(p.Steps), "step")), "")
			return out, nil
		}
		out.Refused = file
		p := file.Primary()
		d.event(out, PlanRefused, p.Step, refusal(p), p.Step)
		if revision >= d.MaxReplans {
			return out, usedUp(out.Attempts, p)
		}
		if request.Feedback, err = d.Explain(file); err != nil {
			return out, err
		}
	}
}

// ask starts the planner once.
func (d *Drafter) ask(ctx context.Context, request *DraftRequest, out *Drafting) (string, error) {
	told, err := request.json()
	if err != nil {
		return "", err
	}
	answer, err := d.Planner.Call(ctx, &Call{Arguments: told, Attempt: out.Attempts + 1})
	failed := plannerError(err)
	if failed == nil || failed.Class != Unable {
		out.Attempts++
	}
	switch {
	case ctx.Err() != nil: // whatever it made of the interrupt
		return "", interrupted()
	case failed != nil:
		return "", failed
	}
	return string(answer.Text), nil
}

// judge gives a draft its number and judges it. One that is refused is called by its number from then on: it is no file.
func (d *Drafter) judge(text string, revision int) (*lint.Validated, *lint.File, error) {
	src, stubborn := revise(&tree.Source{Name: d.Name, Text: text}, revision)
	file := &lint.File{Source: src, PlanLike: true}
	if stubborn != nil {
		file.Findings = []lint.Finding{*stubborn}
	} else {
		plan, found, err := d.Judge(src)
		if plan != nil || err != nil {
			return plan, found, err
		}
		file = found
	}
	src.Name = fmt.Sprintf("draft %d", revision+1)
	if d.Name != "" {
		src.Name += " of " + d.Name
	}
	return nil, file, nil
}

// event adds an event.
func (d *Drafter) event(out *Drafting, kind Kind, name, detail, step string) {
	e := Event{Seq: int64(len(out.Events)) + 1, Kind: kind, Name: name, Detail: detail, Step: step, At: d.Now().UTC()}
	out.Events = append(out.Events, e)
	if d.Observe != nil {
		d.Observe(e)
	}
}

// refusal is why a plan was refused, in a word: the reason, or the rule where it has none.
func refusal(f *lint.Finding) string {
	if f.Reason != "" {
		return f.Reason
	}
	return f.Rule
}
