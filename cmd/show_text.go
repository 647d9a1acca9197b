package cmd

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
)

// text is the story of a run for people.
func (o *showOptions) text(rec *recorded, p *planOnRecord) string {
	s := rec.story
	var b strings.Builder
	fmt.Fprintf(&b, "run %s of tenant %s: %s\n", tree.Visible(s.Run.ID), tree.Visible(s.Run.Tenant), rec.status())
	line := func(name, text string) { fmt.Fprintf(&b, "  %-8s %s\n", name, text) }
	line("goal", tree.Visible(p.goal)+"  (the planner's words)")
	line("plan", fmt.Sprintf("%s, version %s, revision %s, %d %s", tree.Visible(s.Plan().Name), tree.Visible(p.version), tree.Visible(p.revision),
		len(p.plan.Steps), plural(len(p.plan.Steps), "step")))
	line("digest", tree.Visible(s.Plan().Digest))
	if a := s.Admission.Agent; a != "" {
		line("agent", tree.Visible(a))
	}
	if u := s.Admission.User; u != "" {
		line("user", tree.Visible(u))
	}
	line("record", fmt.Sprintf("%d %s, head %s", s.Seq(), plural(int(s.Seq()), "record"), s.Head))
	b.WriteString("\nwhat happened\n")
	n := narrator{started: map[string]time.Time{}}
	for i := range s.Events {
		e := &s.Events[i]
		fmt.Fprintf(&b, "  %s  %s\n", moment(e.At), n.sentence(e))
	}
	switch {
	case rec.died:
		b.WriteString("  nobody is at it any more: its process ended without a word on the record\n")
	case rec.holder != "":
		fmt.Fprintf(&b, "  %s is at it\n", dryrun.OwnerName(rec.holder))
	}
	o.remains(&b, rec, p)
	return b.String()
}

// remains tells what did not happen, what was not taken back, and what can be done next.
func (o *showOptions) remains(b *strings.Builder, rec *recorded, p *planOnRecord) {
	title := "\nnever started\n"
	for i := range p.steps {
		if step := &p.steps[i]; step.story == nil {
			fmt.Fprintf(b, "%s  %s %s\n", title, nameText(step.id), nameText(step.tool))
			title = ""
		}
	}
	if f := rec.story.Finished; f != nil {
		if len(f.Stays) > 0 {
			fmt.Fprintf(b, "\n%s", staysText(f.Stays))
		}
		if f.Outputs != nil {
			fmt.Fprintf(b, "\noutputs: %s\n", clipped(tree.Visible(string(f.Outputs)), maxOutcome))
		}
	}
	if list := o.next(rec); len(list) > 0 {
		fmt.Fprintf(b, "\nnext\n%s", adviceText(list))
	}
}

// narrator tells events in sentences. It knows when steps started.
type narrator struct {
	started map[string]time.Time
}

// sentence is an event for people. Whatever comes from plans and tools is escaped in it.
func (n *narrator) sentence(e *dryrun.Event) string {
	step, name, detail := nameText(e.Step), nameText(e.Name), tree.Visible(e.Detail)
	switch e.Kind {
	case dryrun.Planned:
		return "the plan was proved: " + detail
	case dryrun.PlanRefused:
		return strings.TrimSpace("the plan was refused: " + detail + " " + step)
	case dryrun.AutonomyEscalated:
		return fmt.Sprintf("%s %s: no grant covers it: %s", step, name, detail)
	case dryrun.AutonomyRefused:
		return fmt.Sprintf("%s %s: nothing and nobody can clear it: %s", step, name, detail)
	case dryrun.ApprovalRequired, dryrun.ApprovalGranted, dryrun.ApprovalDenied:
		return n.approval(e)
	case dryrun.RunStarted:
		return "the run started"
	case dryrun.RunResumed:
		return "the run was resumed by " + dryrun.OwnerName(of[dryrun.ResumeData](e).Owner)
	case dryrun.StepStarted:
		return n.start(e)
	case dryrun.StepExecuted:
		return n.executed(e)
	case dryrun.StepFailed, dryrun.StepInDoubt:
		return n.failed(e)
	case dryrun.StepResolved:
		return n.resolved(e)
	case dryrun.SuccessorFrozen:
		return n.succeeded(e)
	case dryrun.StepCompensated:
		return fmt.Sprintf("%s was taken back by %s%s", step, name, n.after(e))
	case dryrun.RunFinished:
		return finished(e)
	}
	return strings.TrimSpace(fmt.Sprintf("%s %s %s", tree.Visible(string(e.Kind)), name, detail))
}

// of reads what an event of a kind has. The journal was verified and told, so that it can be read.
func of[T any](e *dryrun.Event) (data T) {
	_ = json.Unmarshal(e.Data, &data)
	return data
}

func (n *narrator) approval(e *dryrun.Event) string {
	data := of[dryrun.ApprovalData](e)
	step, name := nameText(e.Step), nameText(e.Name)
	by := tree.Visible(data.By)
	if data.Approval != "" {
		by += " by approval " + tree.Visible(data.Approval)
	}
	switch e.Kind {
	case dryrun.ApprovalRequired:
		again := ""
		if data.Again {
			again = " again"
		}
		return fmt.Sprintf("%s %s: a person is asked%s: %s", step, name, again, tree.Visible(data.Reason))
	case dryrun.ApprovalGranted:
		return fmt.Sprintf("%s %s: approved by %s, digest %s", step, name, by, shortDigest(data.Digest))
	}
	switch {
	case data.Approval != "": // a decision made before, of somebody who said yes: it is not they who refuse
		return fmt.Sprintf("%s %s: not cleared: approval %s by %s does not hold: %s", step, name, tree.Visible(data.Approval), tree.Visible(data.By), tree.Visible(data.Reason))
	case by == "":
		return fmt.Sprintf("%s %s: not approved: %s", step, name, tree.Visible(data.Reason))
	}
	return fmt.Sprintf("%s %s: not approved by %s: %s", step, name, by, tree.Visible(data.Reason))
}

func (n *narrator) start(e *dryrun.Event) string {
	data := of[dryrun.StartedData](e)
	n.started[e.Step] = e.At
	text := fmt.Sprintf("%s %s: started", nameText(e.Step), nameText(e.Name))
	if data.Undo {
		text = fmt.Sprintf("%s: taking it back with %s started", nameText(e.Step), nameText(e.Name))
	}
	if data.Attempt > 1 {
		text += fmt.Sprintf(", attempt %d", data.Attempt)
	}
	switch {
	case data.Grant != "":
		text += ", covered by grant " + tree.Visible(data.Grant)
	case data.ApprovedBy != "":
		text += ", approved by " + tree.Visible(data.ApprovedBy)
	}
	if data.Stub {
		text += ", a stub in its place"
	}
	return text
}

// after is how long a step took.
func (n *narrator) after(e *dryrun.Event) string {
	at, ok := n.started[e.Step]
	if !ok || e.At.Before(at) {
		return ""
	}
	return " after " + span(e.At.Sub(at))
}

func (n *narrator) executed(e *dryrun.Event) string {
	data := of[dryrun.ExecutedData](e)
	how := "done" + n.after(e)
	if data.Replayed {
		how = "answered from the record of an equal effect"
	}
	return fmt.Sprintf("%s %s: %s: %s", nameText(e.Step), nameText(e.Name), how, outcomeText(data.Outcome))
}

// outcomeText is an outcome for people.
func outcomeText(outcome json.RawMessage) string {
	if outcome == nil {
		return "no outcome"
	}
	return clipped(tree.Visible(string(outcome)), maxOutcome)
}

func (n *narrator) failed(e *dryrun.Event) string {
	data := of[dryrun.FailedData](e)
	what := nameText(e.Step) + " " + nameText(e.Name)
	if data.Undo {
		what = fmt.Sprintf("%s: taking it back with %s", nameText(e.Step), nameText(e.Name))
	}
	means, known := map[dryrun.Disposition]string{
		dryrun.DidNotHappen: "failed%s, and did nothing",
		dryrun.Abandoned:    "failed%s",
		dryrun.Doubtful:     "ended%s, and nobody knows whether it happened",
		dryrun.Landed:       "happened%s, but its answer can't be used",
	}[data.Disposition]
	switch {
	case data.Replan:
		means = "asked for another plan%s"
	case !known:
		means = "failed%s"
	}
	return fmt.Sprintf("%s: %s: %s", what, fmt.Sprintf(means, n.after(e)), tree.Visible(data.Message))
}

// succeeded tells that another plan took over.
func (n *narrator) succeeded(e *dryrun.Event) string {
	data := of[dryrun.SuccessorData](e)
	what := fmt.Sprintf("another plan took over, version %s, digest %s", tree.Visible(e.Detail), shortDigest(data.Plan.Digest))
	if data.By != "" {
		return fmt.Sprintf("%s: %s put it in force, because: %s", what, tree.Visible(data.By), tree.Visible(data.Reason))
	}
	return fmt.Sprintf("%s, because: %s", what, tree.Visible(data.Reason))
}

func (n *narrator) resolved(e *dryrun.Event) string {
	data := of[dryrun.ResolvedData](e)
	what := "it did not happen"
	switch {
	case data.Undo && data.Landed:
		what = "it was taken back"
	case data.Undo:
		what = "it was not taken back"
	case data.Landed:
		what = "it happened, with the outcome " + outcomeText(data.Outcome)
	}
	return fmt.Sprintf("%s: %s says that %s, because: %s", nameText(e.Step), tree.Visible(data.By), what, tree.Visible(data.Because))
}

// finished is the end of a turn.
func finished(e *dryrun.Event) string {
	data := of[dryrun.FinishedData](e)
	text := "the run ended: " + strings.ReplaceAll(tree.Visible(string(data.Status)), "_", " ")
	if data.Message != "" && data.Message != string(data.Status) {
		text += ": " + tree.Visible(data.Message)
	}
	return text
}
