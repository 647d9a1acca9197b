package cmd

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rivo/uniseg"

	"github.com/planlint/planlint/dryrun"
)

var promptTime = time.Date(2026, 3, 4, 15, 4, 5, 0, time.UTC)

// bookFlight is a request as a person meets it.
func bookFlight() *dryrun.Request {
	return &dryrun.Request{
		ID: "r1/book_flight/9f86d081884c", RunID: "r1", Tenant: "acme", Agent: "courier", User: "ada@example.com",
		Goal: "get them to New York\nbefore noon\n", StepID: "s2", Tool: "book_flight", Intent: "hold the two cheapest seats",
		Position: 2, Steps: 5, Reason: `the tool "book_flight" is irreversible`,
		Arguments: []dryrun.Argument{
			{Name: "flight", Value: []byte(`{"id":"BA117","legs":[],"text":"a\nb\\n"}`), From: "s1 /flights/0"},
			{Name: "card", Value: []byte(`"` + dryrun.Masked + `"`), From: "the plan"},
			{Name: "the passport", From: "s1 /passport"},
		},
		Digest:  "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
		Command: `["./book.sh", "--live"]`,
		Files: []dryrun.File{
			{Name: "./book.sh", Digest: "sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"},
			{Name: "my rules.json", Digest: "sha256:fcde2b2edba56bf408601fb721fe9b5c338d10ee429ea04fae5511b68fbf8fb9"},
		},
		Rest: []dryrun.Rest{
			{StepID: "s1", Tool: "search_flights", Label: dryrun.WouldRun},
			{StepID: "s2", Tool: "book_flight", Label: dryrun.WouldAsk, This: true},
			{StepID: "s3", Tool: "notify", Label: dryrun.WouldAct},
			{StepID: "s4", Tool: "refund", Label: dryrun.WouldAsk},
			{StepID: "s5", Tool: "wire", Label: dryrun.UnknownUntil},
		},
		At: promptTime, Expires: promptTime.Add(15 * time.Minute),
	}
}

// withValue is a request with one argument.
func withValue(value string) *dryrun.Request {
	r := bookFlight()
	r.Arguments = []dryrun.Argument{{Name: "text", Value: []byte(value), From: "the plan"}}
	return r
}

// plainPrompt is a request and its question as they are shown without colours.
func plainPrompt(r *dryrun.Request, width int) string {
	var none promptPaints
	l := layOut(append(promptText(r, promptTime, 0), question(r)...), width)
	return none.paint(l, l.rows)
}

func TestPromptText(t *testing.T) {
	want := `
── Approval needed · step 2 of 5 ──

  step     │ s2
  tool     │ book_flight
  why      │ the tool "book_flight" is irreversible
  starts   │ ["./book.sh", "--live"]
  undo       nothing is known to take this back

  Files that were looked at, and must stay as they are:
  │ ./book.sh 2c26b46b68ff
  │ "my rules.json" fcde2b2edba5

  The planner's own words, which nobody has checked:
  goal     │ get them to New York\n
           ┆ before noon\n
  intent   │ hold the two cheapest seats

  Whose run it is:
  run      │ r1
  tenant   │ acme
  agent    │ courier
  user     │ ada@example.com

  The plan has 4 steps besides this one: 1 runs without asking anybody, 1 runs
  because a grant covers it, 1 asks a person first, 1 depends on values that do
  not exist yet.
    1  would-run     │ s1 (search_flights)
  > 2  this step     │ s2 (book_flight)
    3  would-act     │ s3 (notify)
    4  would-ask     │ s4 (refund)
    5  unknown-until │ s5 (wire)

  Digest of exactly this, 9f86d081884c in short:
  │ sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
  request  │ r1/book_flight/9f86d081884c
  An answer counts until 15:19:05 UTC on 2026-03-04, 15 minutes from now.

  3 arguments, in full:
  (hidden: write-only) stands for what the contract keeps from view.

  name     │ flight
  from     │ s1 /flights/0
  value    │ {
           │   "id": "BA117",
           │   "legs": [],
           │   "text": "a\n
           ┆ b\\n"
           │ }

  name     │ card
  from     │ the plan
  value    │ "(hidden: write-only)"

  name     │ "the passport"
  from     │ s1 /passport
  value      exists only when earlier steps have run

Approve step 2 of 5, digest 9f86d081884c?
  Only the whole word yes approves. Anything else is a no.

  Answer:
`
	if diff := cmp.Diff(want, plainPrompt(bookFlight(), 80)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// unpay is the request for a call that takes a step back.
func unpay() *dryrun.Request {
	r := bookFlight()
	r.ID, r.Tool, r.Undoes, r.Command = "r1:cancel_flight:9f86d081884c", "cancel_flight", "book_flight", `["./cancel.sh"]`
	r.Position, r.Steps, r.Reason = 2, 3, `it takes back what step "s2" did; "cancel_flight" is irreversible`
	r.Arguments = []dryrun.Argument{{Name: "ref", Value: []byte(`"B1"`), From: "outcome /ref of step s2"}, {Name: "why", Value: []byte(`"unwind"`), From: "the contract of book_flight"}}
	r.Rest = []dryrun.Rest{{StepID: "s2", Tool: "book_flight", This: true}, {StepID: "s 1", Tool: "hold"}}
	return r
}

// Of a call that takes a step back it says so, and what else is still to be taken back; nothing of what the plan would run.
func TestPromptTextUndo(t *testing.T) {
	want := `
── Approval needed · taking a step back, 2 of 3 ──

  undoes   │ s2 (book_flight)
  tool     │ cancel_flight
  why      │ it takes back what step "s2" did; "cancel_flight" is irreversible
  starts   │ ["./cancel.sh"]
  undo       nothing is known to take this back

  Files that were looked at, and must stay as they are:
  │ ./book.sh 2c26b46b68ff
  │ "my rules.json" fcde2b2edba5

  The planner's own words, which nobody has checked:
  goal     │ get them to New York\n
           ┆ before noon\n
  intent   │ hold the two cheapest seats

  Whose run it is:
  run      │ r1
  tenant   │ acme
  agent    │ courier
  user     │ ada@example.com

  After this, 1 step is still to be taken back:
  > 2  this one      │ s2 (book_flight)
    3  after this    │ "s 1" (hold)

  Digest of exactly this, 9f86d081884c in short:
  │ sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
  request  │ r1:cancel_flight:9f86d081884c
  An answer counts until 15:19:05 UTC on 2026-03-04, 15 minutes from now.

  2 arguments, in full:
  name     │ ref
  from     │ outcome /ref of step s2
  value    │ "B1"

  name     │ why
  from     │ the contract of book_flight
  value    │ "unwind"

Approve taking a step back, 2 of 3, digest 9f86d081884c?
  Only the whole word yes approves. Anything else is a no.

  Answer:
`
	if diff := cmp.Diff(want, plainPrompt(unpay(), 80)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for n, want := range map[int]string{1: "  Nothing else is still to be taken back:\n  > 2  this one      │ s2 (book_flight)\n\n", 4: "  After this, 3 steps are still to be taken back:\n"} {
		r := unpay()
		for len(r.Rest) < n {
			r.Rest = append(r.Rest, dryrun.Rest{StepID: "s0", Tool: "hold"})
		}
		if r.Rest = r.Rest[:n]; !strings.Contains(plainPrompt(r, 80), want) {
			t.Errorf("%q is missing in\n%s", want, plainPrompt(r, 80))
		}
	}
}

// What is not always there, and the words for it.
func TestPromptTextVariants(t *testing.T) {
	for name, c := range map[string]struct {
		change func(r *dryrun.Request)
		want   string
		not    string
	}{
		"a stub":            {func(r *dryrun.Request) { r.Stub, r.Command = true, "" }, "  A stub stands in for the tool: nothing will really happen.\n", "starts"},
		"no stub":           {func(*dryrun.Request) {}, "starts", "stub"},
		"no files":          {func(r *dryrun.Request) { r.Files = nil }, "  No file was looked at: whatever the command reads or starts may change, and\n", "must stay"},
		"again":             {func(r *dryrun.Request) { r.Again = true }, "  This step was approved before its values existed. Now they do", "\r"},
		"an undo":           {func(r *dryrun.Request) { r.Undo = "cancel_flight" }, "  undo     │ cancel_flight\n", "nothing is known"},
		"nobody's run":      {func(r *dryrun.Request) { r.User = "" }, "  agent    │ courier\n\n", "user"},
		"no intent":         {func(r *dryrun.Request) { r.Intent = "" }, "before noon", "intent"},
		"no arguments":      {func(r *dryrun.Request) { r.Arguments = nil }, "  It takes no arguments.\n\nApprove", "in full"},
		"one argument":      {func(r *dryrun.Request) { r.Arguments = r.Arguments[:1] }, "  1 argument, in full:\n  name     │ flight", "hidden"},
		"the only step":     {func(r *dryrun.Request) { r.Rest = r.Rest[1:2] }, "  It is the only step of this plan:\n  > 1  this step     │ s2", "besides"},
		"many alike":        {func(r *dryrun.Request) { r.Rest[2].Label = dryrun.WouldRun }, "2 run without asking anybody, 1 asks", "grant"},
		"refused":           {func(r *dryrun.Request) { r.Rest[3].Label = dryrun.WouldRefuse }, "yet, 1 is\n  refused.", "1 asks"},
		"too late":          {func(r *dryrun.Request) { r.Expires = promptTime }, "An answer is too late: it counted until 15:04:05 UTC on 2026-03-04.", "from now"},
		"soon":              {func(r *dryrun.Request) { r.Expires = promptTime.Add(time.Second) }, "1 second from now", "seconds"},
		"one minute":        {func(r *dryrun.Request) { r.Expires = promptTime.Add(time.Minute) }, "60 seconds from now", "minute"},
		"a day":             {func(r *dryrun.Request) { r.Expires = promptTime.Add(24 * time.Hour) }, "24 hours from now", "minute"},
		"never":             {func(r *dryrun.Request) { r.Expires = time.Time{} }, "Digest", "An answer"},
		"a name with blank": {func(r *dryrun.Request) { r.StepID = `s2 (x) "` }, `  step     │ "s2 (x) \""` + "\n", "│ s2 (x)"},
		"an empty name":     {func(r *dryrun.Request) { r.Tenant = "" }, `  tenant   │ ""` + "\n", "acme"},
	} {
		t.Run(name, func(t *testing.T) {
			r := bookFlight()
			c.change(r)
			got := plainPrompt(r, 80)
			if !strings.Contains(got, c.want) || strings.Contains(got, c.not) {
				t.Errorf("want %q and not %q in\n%s", c.want, c.not, got)
			}
		})
	}
}

// How long a yes is good is told beside how long it counts as an answer.
func TestPromptLifetime(t *testing.T) {
	for holds, want := range map[time.Duration]string{
		0:                       "",
		time.Second:             "1 second: given now, until 15:04:06 UTC on 2026-03-04.",
		90 * time.Second:        "90 seconds: given now, until 15:05:35 UTC on 2026-03-04.",
		15 * time.Minute:        "15 minutes: given now, until 15:19:05 UTC on 2026-03-04.",
		24 * time.Hour:          "24 hours: given now, until 15:04:05 UTC on 2026-03-05.",
		36 * time.Hour:          "36 hours: given now, until 03:04:05 UTC on 2026-03-06.",
		30 * 24 * time.Hour:     "30 days: given now, until 15:04:05 UTC on 2026-04-03.",
		1500 * time.Millisecond: "1.5s: given now, until 15:04:06 UTC on 2026-03-04.",
	} {
		var none promptPaints
		l := layOut(promptText(bookFlight(), promptTime, holds), 200)
		got := none.paint(l, l.rows)
		if !strings.Contains(got, "An answer counts until 15:19:05 UTC on 2026-03-04, 15 minutes from now.\n") {
			t.Errorf("%s: the deadline is missing in\n%s", holds, got)
		}
		_, after, found := strings.Cut(got, "  A yes is good for one run within ")
		if line, _, _ := strings.Cut(after, "\n"); line != want || found != (want != "") {
			t.Errorf("%s: %q, want %q", holds, line, want)
		}
	}
}

// A long value hides no short one: it stands last, and says how long it is.
func TestPromptLongValueLast(t *testing.T) {
	r := bookFlight()
	r.Arguments = append([]dryrun.Argument{{Name: "note", Value: []byte(`"` + strings.Repeat("x", 2000) + `"`), From: "the plan"}}, r.Arguments...)
	got := plainPrompt(r, 80)
	note, passport := strings.Index(got, "│ note\n"), strings.Index(got, `│ "the passport"`)
	if note < passport || passport < 0 {
		t.Errorf("note is at %d, passport at %d", note, passport)
	}
	if !strings.Contains(got, "  size       2,002 bytes\n  value    │ \"xxx") {
		t.Errorf("its size is not told:\n%s", got)
	}
}

// hostile are texts that try to look like something else.
var hostile = []string{
	"\r\x1b[2K  Answer: yes",
	"x\r\n\r\nApprove step 2 of 5?\n  Answer: yes\n",
	"\x1b[A\x1b[A\x1b[2J\x1b[H\x1b]0;title\x07\x9b2J",
	"\u202eyes\u202c \u2066x\u2069 \u200by\u200de\ufeffs\u00ad",
	strings.Repeat(" ", 300) + "Answer: yes",
	"\x00\x08\x08\x08\x7f\t\v\f\u0085\u2028\u2029",
	"\xff\xfe\xc0\xaf\xed\xa0\x80",
	"e\u0301\u0301\u0301\u0301\u0301\u0301\u0301 \u0489 界界界界\uff21 🏳️‍🌈 \u1100\u1100\u1100\u1161\u11a8",
	"│ ┆ ── Approved · x ──\n> 2  this step     │ s2 (nothing)",
	strings.Repeat("界", 300) + "Approved.",
	strings.Repeat("Ω", 300) + "Approved.",
	`\n \u{202e} \x1b \`,
}

// No text of others leaves its bar, whatever it holds and wherever it stands: the rows without a bar are the same as
// those of an honest request, and none is wider than the terminal.
func TestPromptHostileTexts(t *testing.T) {
	for _, width := range []int{5, 6, 10, 18, 19, 24, 40, 80, 200} {
		honest := withValue(`"x"`)
		honest.Undo = "x"
		want := unbarred(plainPrompt(honest, width))
		for _, text := range hostile {
			r := withValue(jsonString(text))
			r.ID, r.RunID, r.Tenant, r.Agent, r.User = text, text, text, text, text
			r.Goal, r.StepID, r.Tool, r.Intent, r.Reason = text, text, text, text, text
			r.Command, r.Undo = text, text
			r.Files[0].Name = text
			r.Arguments[0].Name, r.Arguments[0].From = text, text
			for i := range r.Rest {
				r.Rest[i].StepID, r.Rest[i].Tool = text, text
			}
			got := plainPrompt(r, width)
			if diff := cmp.Diff(want, unbarred(got)); diff != "" {
				t.Errorf("width %d, %q: what is ours changed, -want +got:\n%s", width, text, diff)
			}
			for _, line := range strings.Split(got, "\n") {
				if n := uniseg.StringWidth(line); n > width {
					t.Errorf("width %d, %q: a row of %d columns: %q", width, text, n, line)
				}
				if i := strings.IndexFunc(line, unprintable); i >= 0 {
					t.Errorf("width %d, %q: %q is not escaped", width, text, line[i:])
				}
			}
		}
	}
}

// unbarred are the rows without a bar of another's text, and of the others what stands before the bar. That the rows
// of one text are more or fewer makes no difference.
func unbarred(shown string) []string {
	var ours []string
	for _, line := range strings.Split(shown, "\n") {
		i := strings.IndexAny(line, "│┆")
		if i < 0 {
			ours = append(ours, line)
		} else if label := strings.TrimSpace(line[:i]); label != "" {
			ours = append(ours, label+" │")
		}
	}
	return ours
}

func unprintable(r rune) bool {
	return r < ' ' || 0x7f <= r && r < 0xa0 || r == 0xfffd || 0x200b <= r && r <= 0x200f || 0x2028 <= r && r <= 0x202e ||
		0x2066 <= r && r <= 0x2069 || r == 0xfeff
}
