package dryrun

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/dryrun/store"
)

// Resolution is what somebody says became of a step of which nobody knew.
type Resolution struct {
	Step    string
	Landed  bool
	Outcome []byte // of an effect that landed: JSON, or a text
	By      string
	Because string
}

// Resolve puts on the record what became of a step that is in doubt, or that landed with an answer that can't be used.
// contract is that of the step's tool today, or nil: then nobody can say what an answer must look like, and none is taken.
// The error is a *StopError.
func (h *Hold) Resolve(ctx context.Context, now time.Time, ttl time.Duration, contract *contracts.Contract, s Resolution) error {
	t := h.Story.Steps[s.Step]
	stop := func(hint, format string, args ...any) error {
		return &StopError{Class: Unable, Code: CodeNotInDoubt, Step: s.Step, Message: fmt.Sprintf(format, args...), Hint: hint}
	}
	switch {
	case t == nil:
		return stop("planlint show "+Word(h.Story.Run.ID)+" lists them", "step %s of run %s never started", quoted(s.Step), quoted(h.Story.Run.ID))
	case !t.Open():
		return stop("", "step %s is not in doubt: %s", quoted(s.Step), t.Status.told())
	case isAgent(s.By, h.Story.Admission.Agent):
		return stop("let a person look, and name them with --as", "%s ran the step and can't say what became of it", quoted(s.By))
	}
	undo := t.Undo != nil && !t.Undo.Done
	switch {
	case undo:
	case !s.Landed && t.Status == Failed: // else it would be done a second time
		return stop("say what it answered, with --landed OUTCOME", "step %s happened: only its answer can't be used", quoted(s.Step))
	case s.Landed && contract == nil:
		return stop("put the contract back, and resolve the step under that configuration", "no contract says what %s answers, so no outcome can be taken for its answer", quoted(t.Tool))
	}
	data := ResolvedData{Landed: s.Landed, By: s.By, Because: s.Because, Label: t.Label, Undo: undo}
	b := store.Batch{After: h.Story.Seq(), Status: string(RunInterrupted)}
	if !undo {
		if err := h.settle(&b, &data, t, now, ttl, contract, s); err != nil {
			return err
		}
	}
	e := Event{Seq: h.Story.Seq() + 1, Kind: StepResolved, Name: t.Tool, Detail: t.ID, Step: t.ID, At: now.UTC(), Data: encode(data)}
	end := Event{Seq: e.Seq + 1, Kind: RunFinished, Name: h.Story.Run.ID, At: now.UTC()}
	if err := h.Story.add(&e); err != nil {
		return &StopError{Class: Unknown, Code: CodeTampered, Step: t.ID, Message: err.Error()}
	}
	after := h.Story.settled()
	end.Detail = string(after)
	end.Data = encode(FinishedData{Status: after})
	b.Status = string(after)
	b.Records = [][]byte{encode(e), encode(end)}
	if err := h.kept.Commit(ctx, h.lease, b); err != nil {
		return storeFailure(h.Story.Run, "what became of the step can't be recorded", err)
	}
	h.Story.Events = append(h.Story.Events, e, end)
	h.Story.Finished = &FinishedData{Status: after}
	return nil
}

// settle says what a resolution changes beside the journal.
func (h *Hold) settle(b *store.Batch, data *ResolvedData, t *StepStory, now time.Time, ttl time.Duration, c *contracts.Contract, s Resolution) error {
	state := store.Released
	if s.Landed {
		state = store.Spent
		v, ok := readAnswer(s.Outcome)
		if !ok {
			return &StopError{Class: Unable, Code: CodeUnusable, Step: t.ID, Message: "the outcome is not UTF-8"}
		}
		if returns, _ := c.Returns(); returns != nil {
			if faults := returns.Check(v.tree, v.node, nil); len(faults) > 0 {
				return &StopError{Class: Unable, Code: CodeUnusable, Step: t.ID, Hint: "what " + quoted(t.Tool) + " returns stands in its contract",
					Message: "the outcome is not what the contract says: " + faults[0].Message}
			}
		}
		data.Label = LabelData{c.Trusted, c.Sensitivity}
		data.Outcome = v.json
		if t.Key != "" {
			b.Claims = []store.Claim{{Key: t.Key, Step: t.ID, Landed: true, Outcome: v.json, Expires: now.Add(ttl).UTC()}}
		}
	} else if t.Key != "" {
		b.Freed = []string{t.Key}
	}
	if d, ok := h.Story.Draws[t.ID]; ok && d.Grant == t.Grant { // else a person took the place of the grant
		b.Draws = []store.Draw{{Tenant: d.Tenant, Grant: d.Grant, Run: h.Story.Run, Step: t.ID, Amount: d.Amount, Currency: d.Currency, At: now.UTC(), State: state}}
	}
	return nil
}

// Seq is the number of the last record.
func (s *Story) Seq() int64 { return int64(len(s.Events)) }

// settled is the run's status between two turns: whether anything is still in doubt.
func (s *Story) settled() Status {
	for _, t := range s.Steps {
		if t.Open() {
			return RunInDoubt
		}
	}
	if s.Unwinding {
		return RunFailed
	}
	return RunInterrupted
}

// isAgent reports whether a name is an agent's, bare or as machines write it.
func isAgent(by, agent string) bool {
	name := strings.TrimSpace(by)
	for _, prefix := range []string{"agent:", "service:", "bot:", "sa:"} {
		if len(name) > len(prefix) && strings.EqualFold(name[:len(prefix)], prefix) {
			name = strings.TrimSpace(name[len(prefix):])
			break
		}
	}
	return agent != "" && strings.EqualFold(name, agent)
}
