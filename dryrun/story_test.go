package dryrun_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/store"
)

// tripContracts are tools that can be taken back, or not.
const tripContracts = `contracts:
  search_flights: {effect: read_only, accepts: {type: object, required: [origin, destination], properties: {origin: {type: string}, destination: {type: string}}}}
  book_flight:
    key_arguments: [flight]
    accepts: {type: object, required: [flight, seats], properties: {flight: {type: string}, seats: {type: integer}}}
    returns: {type: object, required: [ref], properties: {ref: {type: string}}}
    undo: {tool: refund, arguments: {account: a, currency: EUR}, bind: {amount: {outcome: /ref}}}
  refund: {accepts: {type: object, required: [account, amount], properties: {account: {type: string}, amount: {type: string}, currency: {type: string, default: GBP}}}}
  notify: {accepts: {type: object, required: [text], properties: {text: {type: string}}}}
`

// trip is a run with a step that is answered from the record, one that fails, and two that are taken back.
func trip() *scene {
	return &scene{
		contracts: tripContracts,
		plan: `goal: travel
steps:
  - {id: look, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
  - {id: book, tool: book_flight, arguments: {flight: BA117, seats: 1}, depends_on: [look]}
  - {id: again, tool: book_flight, arguments: {flight: BA117, seats: 1}, depends_on: [book]}
  - {id: late, tool: book_flight, arguments: {flight: BA118, seats: 2}, depends_on: [again]}
  - {id: tell, tool: notify, bind: {text: {step: late, pointer: /ref}}, depends_on: [late]}
`,
		does: map[string]behaviour{
			"book": taking(`{"ref": "1"}`), "late": taking(`{"ref": "2"}`), "tell": fails(dryrun.Exited, 1),
		},
		options: func(o *dryrun.Options) { o.Unwind = true },
	}
}

// taking is a tool that answers a booking with a text, and any other call with nothing.
func taking(text string) behaviour {
	return func(ctx context.Context, c *dryrun.Call) (dryrun.Output, error) {
		if c.Tool != "book_flight" {
			text := ""
			return answers(text)(ctx, c)
		}
		return answers(text)(ctx, c)
	}
}

var theRun = store.RunID{Tenant: "acme", ID: "run_1"}

// journalOf is the records of a run that was made, and what its store has beside them.
func journalOf(t tester, kept store.Store) (store.Run, []store.Record) {
	t.Helper()
	r, err := kept.Run(context.Background(), theRun)
	if err != nil {
		t.Fatal(err)
	}
	records, err := kept.Records(context.Background(), theRun, 0)
	if err != nil {
		t.Fatal(err)
	}
	return r, records
}

// rechained is a journal with bodies of somebody's choice and hashes that are right.
func rechained(bodies ...[]byte) []store.Record {
	var list []store.Record
	head := store.Genesis
	for i, b := range bodies {
		r := store.Chain(int64(i), head, b)
		list, head = append(list, r), r.Hash
	}
	return list
}

func bodies(records []store.Record) [][]byte {
	var list [][]byte
	for _, r := range records {
		list = append(list, r.Body)
	}
	return list
}

func TestTell(t *testing.T) {
	m := trip().run(t)
	r, records := journalOf(t, m.store)
	s, err := dryrun.TellRun(r, records)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Status(); got != dryrun.RunCompensated || !s.Unwinding || s.Head != r.Head || s.Seq() != r.Seq {
		t.Errorf("status %s, unwinding %v, head %s, %d records", got, s.Unwinding, s.Head, s.Seq())
	}
	if got, want := s.Order, []string{"look", "book", "again", "late", "tell"}; !slices.Equal(got, want) {
		t.Errorf("the steps are %q, want %q", got, want)
	}
	for id, want := range map[string]dryrun.StepStatus{"look": dryrun.Succeeded, "book": dryrun.Compensated, "again": dryrun.Succeeded, "late": dryrun.Compensated, "tell": dryrun.Failed} {
		step := s.Steps[id]
		if step.Status != want || step.Open() {
			t.Errorf("step %s is %s, open %v, want %s", id, step.Status, step.Open(), want)
		}
		if step.Replayed != (id == "again") {
			t.Errorf("step %s: replayed %v", id, step.Replayed)
		}
	}
}

// Whatever is done to the records of a run is found, at the first record that is not what was written.
func TestTellFindsTheFirstFault(t *testing.T) {
	r, records := journalOf(t, trip().run(t).store)
	check := func(what string, want int64, list []store.Record) {
		t.Helper()
		s, err := dryrun.TellRun(r, list)
		var chain *store.ChainError
		if s != nil || !errors.Is(err, store.ErrCorrupt) || !errors.As(err, &chain) || chain.Seq != want {
			t.Errorf("%s: got %v, want a fault in record %d", what, err, want)
		}
	}
	for i := range records {
		seq := records[i].Seq
		for at := 0; at < len(records[i].Body); at += 7 {
			list := slices.Clone(records)
			list[i].Body = bytes.Clone(list[i].Body)
			list[i].Body[at] ^= 1
			check("a changed byte", seq, list)
		}
		check("a record less", seq, slices.Delete(slices.Clone(records), i, i+1))
		check("cut off", seq, records[:i])
		if i > 0 {
			list := slices.Clone(records)
			list[i-1], list[i] = list[i], list[i-1]
			check("two records that change places", seq-1, list)
			list = slices.Clone(records)
			list[i-1].Body, list[i].Body = list[i].Body, list[i-1].Body
			check("two bodies that change places", seq-1, list)
		}
		list := slices.Clone(records)
		list[i].Hash = store.Genesis
		check("another hash", seq, list)
	}
	// A journal that was written anew from some record on has another head.
	all := bodies(records)
	all[3] = bytes.Replace(all[3], []byte(`"stub"`), []byte(`"stab"`), 1)
	all[len(all)-1] = append(bytes.Clone(all[len(all)-1]), ' ')
	check("a journal written anew", r.Seq, rechained(all...))
	// More records than the store knew of when it was asked are those of a run that goes on.
	if _, err := dryrun.TellRun(r, append(slices.Clone(records), store.Chain(r.Seq, r.Head, []byte(`{"seq":99}`)))); errors.Is(err, store.ErrCorrupt) {
		t.Errorf("a record more: %v", err)
	}
}

// A journal whose hashes are right, and that tells what can't have happened, is no story.
func TestTellImpossible(t *testing.T) {
	_, records := journalOf(t, trip().run(t).store)
	for _, c := range []struct{ name, old, new string }{
		{"another run", `"name":"run_1","detail":"courier"`, `"name":"run_2","detail":"courier"`},
		{"another tenant", `"tenant":"acme"`, `"tenant":"umbrella"`},
		{"a start that is an end", `"kind":"step_started","name":"notify"`, `"kind":"step_executed","name":"notify"`},
		{"a start that is missing", `"kind":"step_started","name":"notify"`, `"kind":"planned","name":"notify"`},
		{"a second run", `"kind":"step_started","name":"search_flights"`, `"kind":"run_started","name":"run_1"`},
		{"an unknown kind", `"kind":"planned"`, `"kind":"dreamt"`},
		{"resolved by nobody", `"kind":"step_failed"`, `"kind":"step_resolved"`},
		{"taken back without a start", `"kind":"step_executed","name":"book_flight"`, `"kind":"step_compensated","name":"book_flight"`},
		{"another number", `{"seq":4,`, `{"seq":5,`},
		{"no event", `{"seq":4,`, `["seq",4,`},
	} {
		all := bodies(records)
		for i := range all {
			all[i] = bytes.ReplaceAll(all[i], []byte(c.old), []byte(c.new))
		}
		s, err := dryrun.Tell(theRun, rechained(all...))
		var told *dryrun.StoryError
		if s != nil || !errors.As(err, &told) || told.Seq < 1 {
			t.Errorf("%s: got %v, want a *StoryError", c.name, err)
		}
	}
	var told *dryrun.StoryError
	if _, err := dryrun.Tell(theRun, nil); !errors.As(err, &told) {
		t.Errorf("no records: got %v", err)
	}
}

// Digests by other rules are no fault of the record, and no proof of anything.
func TestTellOtherRules(t *testing.T) {
	_, records := journalOf(t, trip().run(t).store)
	all := bodies(records)
	for i := range all {
		all[i] = bytes.ReplaceAll(all[i], []byte(`"canon":1`), []byte(`"canon":7`))
	}
	s, err := dryrun.Tell(theRun, rechained(all...))
	var foreign *dryrun.CanonError
	if s == nil || !errors.As(err, &foreign) || foreign.Canon != 7 {
		t.Fatalf("got %v, want a *CanonError with 7", err)
	}
	if _, err := s.ReadPlan(0); err != nil {
		t.Errorf("its plan: %v", err)
	}
}

// FuzzTell reads journals of anybody, with hashes that are right: whatever they tell, it is told or refused.
func FuzzTell(f *testing.F) {
	_, records := journalOf(f, trip().run(f).store)
	f.Add(bytes.Join(bodies(records), []byte("\n")))
	f.Add([]byte(`{"seq":1,"kind":"run_started","name":"run_1","data":{"tenant":"acme","canon":1,"plan":{"text":"a"}}}` + "\n" +
		`{"seq":2,"kind":"step_started","step":"s","data":{}}` + "\n" + `{"seq":3,"kind":"step_in_doubt","step":"s","data":{}}` + "\n" +
		`{"seq":4,"kind":"step_resolved","step":"s","data":{"undo":true}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := dryrun.Tell(theRun, rechained(bytes.Split(text, []byte("\n"))...))
		if s == nil {
			if err == nil {
				t.Fatal("neither a story nor an error")
			}
			return
		}
		s.Status()
		for _, id := range s.Order {
			s.Steps[id].Open()
		}
		list, err := dryrun.Audit(s)
		for _, c := range list {
			if (c.Kind == "") != (c.Fault == "") || c.Plan >= len(s.Plans) || err != nil {
				t.Errorf("%+v, %v", c, err)
			}
		}
	})
}
