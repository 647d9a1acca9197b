package cmd

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
)

// longValue is from how many bytes on a value is read after the short ones.
const longValue = 1000

// promptText is all that a person has to know about a request. What decides most stands last, where the question is
// read: the arguments, the long ones behind all others. holds is how long a yes is good; 0 = as long as it counts.
func promptText(r *dryrun.Request, now time.Time, holds time.Duration) []passage {
	var t promptWriter
	t.title(fmt.Sprintf("── Approval needed · %s ──", matter(r)))
	if r.Again {
		t.warning("This step was approved before its values existed. Now they do: look at them once more.")
	}
	if r.Stub {
		t.warning("A stub stands in for the tool: nothing will really happen.")
	}
	t.blank()
	if r.Undoes != "" {
		t.visible("undoes", promptName(r.StepID)+" ("+promptName(r.Undoes)+")")
	} else {
		t.name("step", r.StepID)
	}
	t.name("tool", r.Tool)
	t.barred("why", r.Reason)
	if r.Command != "" {
		t.barred("starts", r.Command)
	}
	if r.Undo != "" {
		t.name("undo", r.Undo)
	} else {
		t.own("undo", "nothing is known to take this back")
		t.passages[len(t.passages)-1].tone = toneWarning
	}
	t.files(r)

	t.heading("The planner's own words, which nobody has checked:")
	t.barred("goal", r.Goal)
	if r.Intent != "" {
		t.barred("intent", r.Intent)
	}

	t.heading("Whose run it is:")
	t.name("run", r.RunID)
	t.name("tenant", r.Tenant)
	if r.Agent != "" {
		t.name("agent", r.Agent)
	}
	if r.User != "" {
		t.name("user", r.User)
	}

	t.rest(r)

	t.heading("Digest of exactly this, " + shortDigest(r.Digest) + " in short:")
	t.barred("", r.Digest)
	t.name("request", r.ID)
	if !r.Expires.IsZero() {
		t.own("", deadline(r.Expires, now))
	}
	if holds > 0 {
		t.own("", fmt.Sprintf("A yes is good for one run within %s: given now, until %s.", lifetime(holds), clockTime(now.Add(holds), now)))
	}
	t.arguments(r.Arguments)
	return t.passages
}

// question is what is asked once all else was shown.
func question(r *dryrun.Request) []passage {
	var t promptWriter
	t.title(fmt.Sprintf("Approve %s, digest %s?", matter(r), shortDigest(r.Digest)))
	t.own("", "Only the whole word "+yes+" approves. Anything else is a no.")
	t.blank()
	t.own("", "Answer:")
	return t.passages
}

// matter is what is asked about, with its place among what is alike.
func matter(r *dryrun.Request) string {
	what := "step"
	if r.Undoes != "" {
		what = "taking a step back,"
	}
	return fmt.Sprintf("%s %d of %d", what, r.Position, r.Steps)
}

// shortDigest is the start of a digest, enough to compare two by eye.
func shortDigest(digest string) string {
	_, hex, _ := strings.Cut(digest, ":")
	return tree.Visible(hex[:min(len(hex), 12)])
}

// clockTime is a moment for people, where they are now.
func clockTime(at, now time.Time) string {
	return at.In(now.Location()).Format("15:04:05 MST on 2006-01-02")
}

// deadline says when an answer is too late.
func deadline(expires, now time.Time) string {
	at := clockTime(expires, now)
	switch left := expires.Sub(now).Round(time.Second); {
	case left <= 0:
		return "An answer is too late: it counted until " + at + "."
	case left < 2*time.Minute:
		return fmt.Sprintf("An answer counts until %s, %s from now.", at, count(int(left/time.Second), "second"))
	case left < 2*time.Hour:
		return fmt.Sprintf("An answer counts until %s, %s from now.", at, count(int(left/time.Minute), "minute"))
	default:
		return fmt.Sprintf("An answer counts until %s, %s from now.", at, count(int(left/time.Hour), "hour"))
	}
}

// files says which files the digest covers: what else the command reads may change, and the approval holds all the same.
func (t *promptWriter) files(r *dryrun.Request) {
	switch {
	case r.Command == "":
		return
	case len(r.Files) == 0:
		t.blank()
		t.warning("No file was looked at: whatever the command reads or starts may change, and the approval still holds.")
		return
	}
	t.heading("Files that were looked at, and must stay as they are:")
	for _, f := range r.Files {
		t.visible("", promptName(f.Name)+" "+shortDigest(f.Digest))
	}
}

// rest says what else will run, or is to be taken back: in a sentence, and step by step.
func (t *promptWriter) rest(r *dryrun.Request) {
	if len(r.Rest) == 0 {
		return
	}
	first, heading := 1, ""
	if r.Undoes != "" {
		first, heading = r.Position, backSummary(len(r.Rest)-1)
	} else {
		heading = restSummary(r.Rest)
	}
	t.heading(heading)
	digits := len(strconv.Itoa(first + len(r.Rest) - 1))
	for i, s := range r.Rest {
		mark, label := ' ', string(s.Label)
		switch {
		case s.This && r.Undoes != "":
			mark, label = '>', "this one"
		case s.This:
			mark, label = '>', "this step"
		case r.Undoes != "":
			label = "after this"
		}
		t.passages = append(t.passages, passage{
			label:  fmt.Sprintf("%c %*d  %-*s", mark, digits, first+i, len(dryrun.UnknownUntil), label),
			text:   promptName(s.StepID) + " (" + promptName(s.Tool) + ")",
			barred: true,
		})
	}
}

// backSummary says how much is still to be taken back.
func backSummary(others int) string {
	switch others {
	case 0:
		return "Nothing else is still to be taken back:"
	case 1:
		return "After this, 1 step is still to be taken back:"
	}
	return fmt.Sprintf("After this, %d steps are still to be taken back:", others)
}

// restSummary counts the steps besides the one in question.
func restSummary(rest []dryrun.Rest) string {
	counts := map[dryrun.Label]int{}
	others := 0
	for _, s := range rest {
		if !s.This {
			counts[s.Label]++
			others++
		}
	}
	if others == 0 {
		return "It is the only step of this plan:"
	}
	var parts []string
	for _, l := range []struct {
		label     dryrun.Label
		one, many string
	}{
		{dryrun.WouldRun, "runs without asking anybody", "run without asking anybody"},
		{dryrun.WouldAct, "runs because a grant covers it", "run because grants cover them"},
		{dryrun.WouldAsk, "asks a person first", "ask a person first"},
		{dryrun.UnknownUntil, "depends on values that do not exist yet", "depend on values that do not exist yet"},
		{dryrun.WouldRefuse, "is refused", "are refused"},
	} {
		switch n := counts[l.label]; n {
		case 0:
		case 1:
			parts = append(parts, "1 "+l.one)
		default:
			parts = append(parts, fmt.Sprintf("%d %s", n, l.many))
		}
	}
	return fmt.Sprintf("The plan has %s besides this one: %s.", count(others, "step"), strings.Join(parts, ", "))
}

// arguments shows each argument in full.
func (t *promptWriter) arguments(arguments []dryrun.Argument) {
	if len(arguments) == 0 {
		t.heading("It takes no arguments.")
		return
	}
	t.heading(count(len(arguments), "argument") + ", in full:")
	if slices.ContainsFunc(arguments, func(a dryrun.Argument) bool {
		return bytes.Contains(a.Value, []byte(dryrun.Masked))
	}) {
		t.own("", dryrun.Masked+" stands for what the contract keeps from view.")
		t.blank()
	}
	ordered := slices.Clone(arguments)
	slices.SortStableFunc(ordered, func(a, b dryrun.Argument) int {
		return cmp.Compare(min(len(a.Value), longValue)/longValue, min(len(b.Value), longValue)/longValue)
	})
	for i, a := range ordered {
		if i > 0 {
			t.blank()
		}
		t.name("name", a.Name)
		t.barred("from", a.From)
		switch {
		case a.Value == nil:
			t.own("value", "exists only when earlier steps have run")
		case len(a.Value) >= longValue:
			t.own("size", grouped(len(a.Value))+" bytes")
			fallthrough
		default:
			t.visible("value", promptValue(a.Value))
		}
	}
}
