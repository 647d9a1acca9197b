package dryrun_test

import (
	"context"
	"testing"

	"github.com/planlint/planlint/dryrun"
)

// What a made-up outcome lacks, or what of it does not fit, proves nothing: the step that takes it is unknown until a real
// outcome is there. A declared outcome is taken at its word.
func TestExampleOutcomes(t *testing.T) {
	plan := `goal: g
steps:
  - {id: f, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
  - {id: n, tool: notify, bind: {text: {step: f, pointer: /id}}, depends_on: [f]}
  - {id: m, tool: notify, bind: {text: {step: n}}, depends_on: [n]}
`
	for _, tt := range []struct {
		name, text string
		madeUp     bool
		want       string // the labels, or the code where it stops
	}{
		{"made up and fit", `{"id":"BA117"}`, true, "f would-run, n would-run, m would-run"},
		{"made up and lacking", `{}`, true, "f would-run, n unknown-until (f), m unknown-until (n)"},
		{"made up and unfit", `{"id":7}`, true, "f would-run, n unknown-until (f), m unknown-until (n)"},
		{"declared and lacking", `{}`, false, string(dryrun.CodeUnbound)},
		{"declared and unfit", `{"id":7}`, false, string(dryrun.CodeArguments)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := scene{plan: plan, options: func(o *dryrun.Options) { o.Dry = true }, does: map[string]behaviour{
				"f": func(context.Context, *dryrun.Call) (dryrun.Output, error) {
					return dryrun.Output{Text: []byte(tt.text), MadeUp: tt.madeUp}, nil
				}}}
			m := s.run(t)
			got := m.labels()
			if m.Stop != nil {
				got = string(m.Stop.Code)
			}
			if got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}
