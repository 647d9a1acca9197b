package cmd

import (
	"encoding/json"

	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/lint"
)

// planOnRecord is the plan in force of a recorded run, and its steps in the order of execution; those that only plans before
// it had stand where they ran.
type planOnRecord struct {
	plan              *lint.Plan
	version, revision string
	goal              string
	steps             []stepOnRecord
}

type stepOnRecord struct {
	id, tool string
	wave     int               // 0 = of a plan before
	story    *dryrun.StepStory // nil = it never started
}

func newPlanOnRecord(s *dryrun.Story, p *lint.Plan) *planOnRecord {
	o := &planOnRecord{plan: p, version: "1", revision: "0", goal: p.Tree.Text(p.Goal)}
	if t := p.Tree.Text(p.Version); t != "" {
		o.version = t
	}
	if t := p.Tree.Text(p.Revision); t != "" {
		o.revision = t
	}
	var inForce []string
	waves := map[string]int{}
	for n, sweep := range p.Graph().Sweeps() {
		for _, i := range sweep {
			inForce = append(inForce, p.Steps[i].ID)
			waves[p.Steps[i].ID] = n + 1
		}
	}
	for _, id := range dryrun.Arrange(s.Events, inForce) {
		step := stepOnRecord{id: id, wave: waves[id], story: s.Steps[id]}
		if of := p.Step(id); of != nil {
			step.tool = of.Tool
		} else {
			step.tool = step.story.Tool
		}
		o.steps = append(o.steps, step)
	}
	return o
}

// showDocument is what run printed, with what is known beside it by now.
type showDocument struct {
	*runDocument
	Held bool     `json:"held"` // a process is at it
	Died bool     `json:"died"` // it runs, by its record, and no process is at it
	Next []string `json:"next"` // command lines that go on from here
}

func (o *showOptions) document(env *Env, rec *recorded, p *planOnRecord) *showDocument {
	show := &showDocument{runDocument: rec.document(p), Held: rec.holder != "", Died: rec.died, Next: []string{}}
	show.complete(env)
	for _, a := range o.next(rec) {
		show.Next = append(show.Next, a.line)
	}
	return show
}

// document is the run as its record has it.
func (rec *recorded) document(p *planOnRecord) *runDocument {
	s := rec.story
	d := &runDocument{RunID: s.Run.ID, Tenant: s.Run.Tenant, Agent: s.Admission.Agent, Goal: p.goal, Status: s.Status(), ExitCode: rec.exitCode(),
		Plan: &planDocument{s.Plan().Name, s.Plan().Digest, json.Number(p.version), json.Number(p.revision)}}
	if f := s.Finished; f != nil {
		d.Outputs, d.Stays = f.Outputs, f.Stays
		if f.Code != "" {
			d.Error = &errorDocument{Reason: string(f.Code), Message: f.Message, Step: f.Step}
			if t := s.Steps[f.Step]; t != nil {
				d.Error.Tool = t.Tool
			} else if t := p.plan.Step(f.Step); t != nil {
				d.Error.Tool = t.Tool
			}
		}
	}
	reasons := asked(s)
	for i := range p.steps {
		d.Steps = append(d.Steps, p.steps[i].document(reasons[p.steps[i].id]))
	}
	d.Events = inPlanOrder(s.Events, d.Steps)
	return d
}

// document is a step as run has it; reason is why a person was asked.
func (p *stepOnRecord) document(reason string) stepDocument {
	d := stepDocument{StepID: p.id, Tool: p.tool, Wave: p.wave, Status: dryrun.Pending, Awaits: []string{}}
	t := p.story
	if t == nil {
		return d
	}
	d.Status, d.Outcome, d.Key, d.Replayed, d.ApprovedBy = t.Status, t.Outcome, optional(t.Key), t.Replayed, optional(t.ApprovedBy)
	d.Attempts, d.Stub, d.Grant = t.Attempts, t.Stub, optional(t.Grant)
	if d.Label = t.Fate(); d.Label == dryrun.WouldAsk {
		d.Reason = reason
	}
	if t.Attempts > 0 && t.Ended.After(t.Started) {
		d.Seconds = json.Number(seconds(t.Ended.Sub(t.Started)))
	}
	return d
}

// asked is why a person was asked last whether a step may run, by step.
func asked(s *dryrun.Story) map[string]string {
	reasons := map[string]string{}
	for _, e := range s.Events {
		var data dryrun.ApprovalData
		if e.Kind == dryrun.ApprovalRequired && json.Unmarshal(e.Data, &data) == nil && !data.Undo {
			reasons[e.Step] = data.Reason
		}
	}
	return reasons
}

// exitCode is what the run's last turn ended with; of one that died nobody knows.
func (rec *recorded) exitCode() int {
	f := rec.story.Finished
	switch {
	case rec.died:
		return ExitUnknown
	case f == nil:
		return ExitOK
	}
	switch f.Status {
	case dryrun.RunSucceeded:
		return ExitOK
	case dryrun.RunRefused:
		return ExitRefused
	case dryrun.RunNotCleared:
		return ExitNotCleared
	case dryrun.RunInDoubt:
		return ExitUnknown
	case dryrun.RunExhausted:
		return ExitExhausted
	case dryrun.RunInterrupted:
		return ExitInterrupted
	}
	switch f.Code {
	case dryrun.CodeNobody, dryrun.CodeUncallable, dryrun.CodeInput, dryrun.CodeStore, dryrun.CodeClosed:
		return ExitUsage
	}
	return ExitToolFailed
}
