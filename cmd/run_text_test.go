package cmd

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/planlint/planlint/dryrun"
)

// A name of any length costs what it has once, however many rows there are: rows are padded to the widest.
func TestTablesClip(t *testing.T) {
	const rows = 50
	long := strings.Repeat("\x1bn", 200_000)
	res := &dryrun.Result{RunID: "run_1", Status: dryrun.RunInDoubt}
	for i := range rows {
		s := dryrun.StepResult{StepID: fmt.Sprint("s", i), Tool: "notify", Status: dryrun.InDoubt, Attempts: 1, Label: dryrun.WouldRun}
		if i == 7 {
			s.StepID, s.Tool, s.ApprovedBy, s.Grant = long, long, long, long
			s.Label, s.Awaits = dryrun.UnknownUntil, []string{long, long}
			s.Outcome = json.RawMessage(`"` + strings.Repeat("o", len(long)) + `"`)
			s.Arguments = []dryrun.Argument{{Name: "text", Value: s.Outcome}}
		}
		res.Steps = append(res.Steps, s)
	}
	free := newTable("ANY", "OTHER")
	for i := range rows {
		free.row(fmt.Sprint(i), strings.Repeat("x", i*10_000))
	}
	for name, text := range map[string]string{"run": runText(res), "rehearsal": rehearsalText(res), "stays": staysText([]dryrun.Stay{{StepID: long, Tool: long}}), "any": free.String()} {
		for line := range strings.Lines(text) {
			if n := len([]rune(line)); n > 700 {
				t.Errorf("%s: a line of %d characters", name, n)
			}
		}
		if name != "any" && !strings.Contains(text, `\u{1b}n\u{1b}n…`) && !strings.Contains(text, `\u{1b}n…`) {
			t.Errorf("%s: the name is not cut behind a whole character:\n%.2000s", name, text)
		}
	}
	if text := runText(res); !strings.Contains(text, "in doubt") || !strings.Contains(text, "… (400002 characters; --format json has all)") {
		t.Errorf("the outcome is not told:\n%.3000s", text)
	}
}

// The story of a run says a long name as tables do, and a status that is the whole message once.
func TestStoryClips(t *testing.T) {
	long := strings.Repeat("n", 1_000_000)
	n := narrator{}
	for _, k := range []dryrun.Kind{dryrun.StepFailed, dryrun.StepExecuted, dryrun.StepCompensated, dryrun.ApprovalRequired, dryrun.StepResolved, dryrun.AutonomyEscalated} {
		if text := n.sentence(&dryrun.Event{Kind: k, Step: long, Name: long, Data: json.RawMessage("{}")}); len(text) > 500 {
			t.Errorf("%s: a sentence of %d bytes", k, len(text))
		}
	}
	data, err := json.Marshal(dryrun.FinishedData{Status: dryrun.RunInterrupted, Code: dryrun.CodeInterrupted, Message: "interrupted"})
	if err != nil {
		t.Fatal(err)
	}
	if got := n.sentence(&dryrun.Event{Kind: dryrun.RunFinished, Data: data}); got != "the run ended: interrupted" {
		t.Errorf("got %q", got)
	}
}

// What waits for the input waits for somebody who can give it, and not for other steps.
func TestRehearsalWithoutInput(t *testing.T) {
	res := &dryrun.Result{Dry: true, Steps: []dryrun.StepResult{
		{StepID: "a", Label: dryrun.UnknownUntil, Awaits: []string{dryrun.TheInput}},
		{StepID: "b", Label: dryrun.UnknownUntil, Awaits: []string{"a"}},
		{StepID: "c", Label: dryrun.UnknownUntil, Awaits: []string{"a", dryrun.TheInput}},
	}}
	const want = "3 steps: 2 unknown until the input is given with --input, 1 unknown until earlier ones have run; nothing was started"
	if got := runEnding(res); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
