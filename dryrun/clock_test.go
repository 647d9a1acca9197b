package dryrun_test

import (
	"context"
	"testing"
	"time"

	"github.com/planlint/planlint/dryrun"
)

// A clock that jumps back while a run is under way changes when things are said to have happened, and nothing else: the
// record stays whole, every step runs once, and an equal effect is still answered from the record.
func TestClockJumpsBack(t *testing.T) {
	c := &clock{at: start}
	jump := func(context.Context, *dryrun.Call) (dryrun.Output, error) {
		c.move(-26 * time.Hour)
		return dryrun.Output{Text: []byte("done")}, nil
	}
	s := scene{clock: c, does: map[string]behaviour{"a": jump, "c": jump}, plan: `goal: g
steps:
  - {id: a, tool: notify, arguments: {text: a}}
  - {id: b, tool: notify, arguments: {text: a}, depends_on: [a]}
  - {id: c, tool: notify, arguments: {text: c}, depends_on: [b]}
  - {id: d, tool: notify, arguments: {text: d}, depends_on: [c]}
`}
	m := s.run(t)
	if m.Stop != nil {
		t.Fatal(m.Stop)
	}
	if got, want := m.steps(), "a succeeded, b succeeded replayed, c succeeded, d succeeded"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := m.called(), "a c d"; got != want {
		t.Errorf("called %s, want %s", got, want)
	}
	m.recorded(t)
}
