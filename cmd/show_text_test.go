package cmd

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
)

var narrated = []dryrun.Kind{
	dryrun.Planned, dryrun.PlanRefused, dryrun.Replanned, dryrun.AutonomyEscalated, dryrun.AutonomyRefused, dryrun.ApprovalRequired,
	dryrun.ApprovalGranted, dryrun.ApprovalDenied, dryrun.RunStarted, dryrun.RunResumed, dryrun.StepStarted, dryrun.StepExecuted, dryrun.StepFailed,
	dryrun.StepInDoubt, dryrun.StepResolved, dryrun.SuccessorFrozen, dryrun.StepCompensated, dryrun.RunFinished,
}

// FuzzSentence tells events of anybody: a sentence is one line, and hides nothing.
func FuzzSentence(f *testing.F) {
	f.Add("name", "detail", "s1", []byte(`{"by": "ada", "because": "x", "message": "\u001b[31m", "disposition": "in_doubt", "outcome": "\u202e"}`))
	f.Add("a\x1b[2Jb", "\u202e", "line\nline", []byte(`{"undo": true, "landed": true, "owner": "host 12 \u0007", "status": "a\nb", "digest": "sha256:\u202e"}`))
	f.Add("", "", "", []byte(`null`))
	f.Fuzz(func(t *testing.T, name, detail, step string, data []byte) {
		if !json.Valid(data) {
			return
		}
		n := narrator{started: map[string]time.Time{step: {}}}
		for _, k := range narrated {
			text := n.sentence(&dryrun.Event{Seq: 1, Kind: k, Name: name, Detail: detail, Step: step, At: time.Unix(1, 0), Data: data})
			if text == "" || text != tree.Visible(text) || strings.ContainsAny(text, "\n\r\t") {
				t.Errorf("%s is told as %q", k, text)
			}
		}
	})
}

func TestSentence(t *testing.T) {
	at := time.Date(2026, 1, 10, 9, 0, 0, 0, time.UTC)
	n := narrator{started: map[string]time.Time{}}
	for _, c := range []struct {
		kind dryrun.Kind
		name string
		data string
		want string
	}{
		{dryrun.StepStarted, "pay", `{"attempt": 2, "grant": "g1", "approved_by": "g1"}`, "s1 pay: started, attempt 2, covered by grant g1"},
		{dryrun.StepExecuted, "pay", `{"outcome": {"ref": 1}}`, `s1 pay: done after < 1 ms: {"ref": 1}`},
		{dryrun.StepExecuted, "pay", `{"outcome": 1, "replayed": true}`, "s1 pay: answered from the record of an equal effect: 1"},
		{dryrun.StepExecuted, "pay", `{}`, "s1 pay: done after < 1 ms: no outcome"},
		{dryrun.StepFailed, "pay", `{"disposition": "did_not_happen", "message": "it said no"}`, "s1 pay: failed after < 1 ms, and did nothing: it said no"},
		{dryrun.StepFailed, "pay", `{"disposition": "abandoned", "message": "m", "replan": true}`, "s1 pay: asked for another plan after < 1 ms: m"},
		{dryrun.StepFailed, "pay", `{"disposition": "landed", "message": "m"}`, "s1 pay: happened after < 1 ms, but its answer can't be used: m"},
		{dryrun.StepInDoubt, "pay", `{"disposition": "in_doubt", "message": "m"}`, "s1 pay: ended after < 1 ms, and nobody knows whether it happened: m"},
		{dryrun.StepInDoubt, "unpay", `{"disposition": "in_doubt", "message": "m", "undo": true}`, "s1: taking it back with unpay: ended after < 1 ms, and nobody knows whether it happened: m"},
		{dryrun.StepResolved, "pay", `{"by": "ada", "because": "b", "landed": true, "outcome": 7}`, "s1: ada says that it happened, with the outcome 7, because: b"},
		{dryrun.StepResolved, "pay", `{"by": "ada", "because": "b", "undo": true}`, "s1: ada says that it was not taken back, because: b"},
		{dryrun.SuccessorFrozen, "g", `{"plan": {"digest": "sha256:0123456789abcdef"}, "by": "ada\n", "reason": "the fare\u001b[2J moved"}`,
			`another plan took over, version s1, digest 0123456789ab: ada\n put it in force, because: the fare\u{1b}[2J moved`},
		{dryrun.SuccessorFrozen, "g", `{"plan": {"digest": "sha256:0123456789abcdef"}, "reason": "step \"s2\" asks for another plan"}`,
			`another plan took over, version s1, digest 0123456789ab, because: step "s2" asks for another plan`},
		{dryrun.ApprovalDenied, "pay", `{"reason": "too dear", "by": "ada"}`, "s1 pay: not approved by ada: too dear"},
		{dryrun.ApprovalDenied, "pay", `{"reason": "run r1 used it", "by": "ada", "approval": "a9"}`, "s1 pay: not cleared: approval a9 by ada does not hold: run r1 used it"},
		{dryrun.ApprovalDenied, "pay", `{"reason": "the file has none for it"}`, "s1 pay: not approved: the file has none for it"},
		{dryrun.ApprovalGranted, "pay", `{"by": "ada", "approval": "a1", "digest": "sha256:0123456789abcdef"}`, "s1 pay: approved by ada by approval a1, digest 0123456789ab"},
		{dryrun.RunFinished, "run_1", `{"status": "in_doubt", "message": "m"}`, "the run ended: in doubt: m"},
	} {
		got := n.sentence(&dryrun.Event{Kind: c.kind, Name: c.name, Detail: "s1", Step: "s1", At: at, Data: json.RawMessage(c.data)})
		if got != c.want {
			t.Errorf("%s is told as\n%s\nwant\n%s", c.kind, got, c.want)
		}
	}
}
