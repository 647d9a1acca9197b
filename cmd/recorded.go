package cmd

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/store"
)

// recorded is a run as a store or an exported journal has it.
type recorded struct {
	run     store.Run
	records []store.Record
	file    string // the exported journal it was read from; "" = the store
	story   *dryrun.Story
	// foreign is set where the digests were made by other rules of canonical form: then they tell nothing.
	foreign *dryrun.CanonError
	holder  string // of a process that is at it; "" = none is
	died    bool   // it runs, by its record, and no process is at it
	// catalog are the contracts of today, where they are known: they say what could be taken back.
	catalog *contracts.Catalog
}

// unusable is what an error of reading a journal means.
const unusable = "the run's record can't be used"

// readRecorded reads the journal of a run of a store and verifies it.
func readRecorded(ctx context.Context, env *Env, kept store.Store, r store.Run) (*recorded, error) {
	rec := &recorded{run: r}
	rec.holder, rec.died = presence(env, &r)
	var err error
	if rec.records, err = kept.Records(ctx, r.RunID, 0); err != nil {
		return nil, dryrun.StoreError(r.RunID, unusable, err)
	}
	story, err := dryrun.TellRun(r, rec.records)
	return rec.told(story, err)
}

// told takes in what reading the journal gave.
func (rec *recorded) told(story *dryrun.Story, err error) (*recorded, error) {
	if err != nil && !errors.As(err, &rec.foreign) {
		return nil, dryrun.StoreError(rec.run.RunID, unusable, err)
	}
	rec.story = story
	return rec, nil
}

// verifiable is an error where the digests of the record tell nothing.
func (rec *recorded) verifiable() error {
	if rec.foreign == nil {
		return nil
	}
	return dryrun.StoreError(rec.run.RunID, unusable, rec.foreign)
}

// recorded finds a run and reads its journal. It changes nothing.
func (f *storeFlags) recorded(ctx context.Context, env *Env, id string) (rec *recorded, err error) {
	kept, err := f.open(ctx, env, true)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	r, err := f.run(ctx, kept, id)
	if err != nil {
		return nil, err
	}
	return readRecorded(ctx, env, kept, r)
}

// presence says who is at a run, and whether it runs, by the store, though nobody is: then its process ended without
// saying so.
func presence(env *Env, r *store.Run) (holder string, died bool) {
	if r.Owner != "" && r.Until.After(env.Now()) && !gone(r.Owner) {
		return r.Owner, false
	}
	return "", r.Status == string(dryrun.Running)
}

// status is what has become of the run, for people.
func (rec *recorded) status() string {
	return statusText(string(rec.story.Status()), rec.holder, rec.died)
}

// statusText is a status for people, with whether anybody is at the run.
func statusText(status, holder string, died bool) string {
	text := tree.Visible(strings.ReplaceAll(status, "_", " "))
	switch {
	case died:
		return "died"
	case holder != "" && status != string(dryrun.Running):
		return text + ", held"
	}
	return text
}

// next is what can be done about a run, as command lines with what each is for.
func (f *storeFlags) next(rec *recorded) []advice {
	s := rec.story
	if rec.holder != "" || rec.foreign != nil {
		return nil
	}
	var list []advice
	open := false
	for _, id := range s.Order {
		t := s.Steps[id]
		if s.Unwinding && t.Undo == nil && t.Status == dryrun.Failed {
			continue // nothing waits for its answer any more
		}
		if t.Open() {
			list = append(list, f.resolving(rec, t)...)
			open = open || t.Status != dryrun.StepRunning && t.Undo == nil // what else is in doubt, resume may repeat
		}
	}
	resume := advice{f.line("resume", s.Run.ID), "carry it on"}
	switch status := s.Status(); {
	case status == dryrun.RunSucceeded, status == dryrun.RunCompensated:
		return nil
	case open:
		return list
	case len(list) > 0:
		resume.why = "carry it on; what was under way is repeated only where its contract says that this is safe"
	case s.Unwinding && len(s.Untaken()) > 0:
		resume.why = "try again to take back " + dryrun.StayNames(s.Untaken())
	case s.Unwinding:
		resume.why = "go on taking back what happened"
	default:
		return f.goingOn(rec, resume)
	}
	return append([]advice{resume}, list...)
}

// resolving is how to say what became of a step.
func (f *storeFlags) resolving(rec *recorded, t *dryrun.StepStory) []advice {
	words := []string{"resolve", rec.story.Run.ID, t.ID}
	name := tree.Quote(t.ID)
	if t.Undo != nil && !t.Undo.Done {
		return []advice{
			{f.line(append(words, "--landed", "null", "--because", "TEXT")...), fmt.Sprintf("step %s was taken back after all", name)},
			{f.line(append(words, "--did-not-happen", "--because", "TEXT")...), fmt.Sprintf("step %s was not taken back", name)},
		}
	}
	landed := advice{f.line(append(words, "--landed", "OUTCOME", "--because", "TEXT")...), fmt.Sprintf("step %s happened, and this came of it", name)}
	if t.Status == dryrun.Failed {
		return []advice{landed}
	}
	return []advice{landed, {f.line(append(words, "--did-not-happen", "--because", "TEXT")...), fmt.Sprintf("step %s did not happen", name)}}
}

// line is a command line about the same store and tenant.
func (f *storeFlags) line(words ...string) string {
	text := "planlint"
	if f.tenant != "" {
		words = append(words, "--tenant", f.tenant)
	}
	if f.path != "" {
		words = append(words, "--config", f.path)
	}
	if f.none {
		words = append(words, "--no-config")
	}
	for _, w := range words {
		if !isFlag(w) {
			w = dryrun.Word(w)
		}
		text += " " + w
	}
	return text
}

// isFlag reports whether a word is one of our flags, or standard input: the ids of steps may begin with dashes too.
func isFlag(w string) bool {
	name, ok := strings.CutPrefix(w, "--")
	return w == "-" || ok && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz-") == ""
}
