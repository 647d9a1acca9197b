package cmd

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/dryrun"
)

func TestSpan(t *testing.T) {
	for _, c := range []struct {
		d    time.Duration
		want string
	}{
		{0, "< 1 ms"},
		{time.Millisecond - 1, "< 1 ms"},
		{time.Millisecond, "1 ms"},
		{412*time.Millisecond + 499*time.Microsecond, "412 ms"},
		{999*time.Millisecond + 499*time.Microsecond, "999 ms"},
		{999*time.Millisecond + 500*time.Microsecond, "1.0 s"},
		{1540 * time.Millisecond, "1.5 s"},
		{9499 * time.Millisecond, "9.5 s"},
		{9500 * time.Millisecond, "10 s"},
		{59499 * time.Millisecond, "59 s"},
		{59500 * time.Millisecond, "1 min"},
		{125 * time.Second, "2 min 5 s"},
		{15 * time.Minute, "15 min"},
		{time.Hour - 1, "1 h"},
		{2 * time.Hour, "2 h"},
		{25*time.Hour + 61*time.Second, "25 h 1 min"},
	} {
		if got := span(c.d); got != c.want {
			t.Errorf("span(%d) = %q, want %q", c.d, got, c.want)
		}
	}
}

func TestSeconds(t *testing.T) {
	for d, want := range map[time.Duration]string{0: "0", 65499: "0.000065", time.Second: "1", 90*time.Second + 5*time.Millisecond: "90.005"} {
		if got := seconds(d); got != want {
			t.Errorf("seconds(%d) = %q, want %q", d, got, want)
		}
	}
}

func TestFitted(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"abcdef", 6, "abcdef"},
		{"abcdef", 5, "abc…"},
		{"abcdef", 2, "…"},
		{"abcdef", 1, ""},
		{"abcdef", -1, ""},
		{"", 0, ""},
		{"東京都", 6, "東京都"},
		{"東京都", 5, "東…"},
		{`\u{1b}ab`, 7, `…`}, // an escape is one character
	} {
		if got := fitted(c.text, c.width); got != c.want {
			t.Errorf("fitted(%q, %d) = %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

// told is what a progress prints of some events; the clock goes on by a second and a half with each.
func told(t *testing.T, live bool, width int, play func(p *progress, event func(dryrun.Kind, string, string))) string {
	t.Helper()
	var b strings.Builder
	now := time.Unix(0, 0)
	p := newProgress(&Env{Stderr: &b, Width: width, Now: func() time.Time { return now }}, 3, live)
	play(p, func(k dryrun.Kind, step, name string) {
		now = now.Add(1500 * time.Millisecond)
		p.event(dryrun.Event{Kind: k, Step: step, Name: name})
	})
	p.close()
	return b.String()
}

// Without a terminal there is a line when a step starts and one when it ends, and nothing that lives.
func TestProgressLines(t *testing.T) {
	got := told(t, false, 0, func(p *progress, event func(dryrun.Kind, string, string)) {
		event(dryrun.Planned, "", "g")
		event(dryrun.RunStarted, "", "run_1")
		event(dryrun.StepStarted, "s1", "search")
		event(dryrun.StepExecuted, "s1", "search")
		event(dryrun.StepExecuted, "s2", "search") // from the record
		event(dryrun.StepStarted, "s3", "no\x1b[2Jtify")
		p.said("s3", []byte("hi \x1b[1A\xff"))
		event(dryrun.StepFailed, "s3", "no\x1b[2Jtify")
		event(dryrun.StepStarted, "s4", "book")
		event(dryrun.StepInDoubt, "s4", "book")
		event(dryrun.StepCompensated, "s1", "cancel")
		event(dryrun.RunFinished, "", "run_1")
	})
	want := `run run_1 started
start  s1 search
done   s1 search (1.5 s)
replay s2 search
start  s3 no\u{1b}[2Jtify
s3 | hi \u{1b}[1A\xff
failed s3 no\u{1b}[2Jtify (1.5 s)
start  s4 book
doubt  s4 book (1.5 s)
undone s1 by cancel
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("told something else (-want +got):\n%s", diff)
	}
}

// On a terminal the last line says what runs; it is taken away before anything else is printed, and at the end.
func TestProgressLives(t *testing.T) {
	got := told(t, true, 40, func(p *progress, event func(dryrun.Kind, string, string)) {
		event(dryrun.StepStarted, "s1", "search")
		event(dryrun.StepStarted, "s2", "a_tool_with_a_very_long_name")
		event(dryrun.StepExecuted, "s1", "search")
		p.interrupted()
	})
	const erase = "\r\x1b[2K"
	want := "start  s1 search\n" +
		"0 of 3 done, running: s1 search 0 s" + erase +
		"start  s2 a_tool_with_a_very_long_name\n" +
		"0 of 3 done, running: s1 search 1 s, …" + erase +
		"done   s1 search (3.0 s)\n" +
		"1 of 3 done, running: s2 a_tool_with_…" + erase +
		"interrupted: waiting for what runs (s2) to end; a second interrupt ends it now\n" +
		"1 of 3 done, running: s2 a_tool_with_…" + erase
	if got != want {
		t.Errorf("told\n%q, want\n%q", got, want)
	}
}

// A run that is carried on counts what was done before.
func TestProgressCarriesOn(t *testing.T) {
	got := told(t, true, 80, func(p *progress, event func(dryrun.Kind, string, string)) {
		p.carriesOn(1)
		event(dryrun.StepStarted, "s2", "search")
	})
	if want := "start  s2 search\n1 of 3 done, running: s2 search 0 s\r\x1b[2K"; got != want {
		t.Errorf("told\n%q, want\n%q", got, want)
	}
}

// While somebody is asked nothing is printed; what happened meanwhile is told afterwards, also where no answer came.
func TestProgressWaits(t *testing.T) {
	for _, answer := range []dryrun.Kind{dryrun.ApprovalGranted, dryrun.ApprovalDenied, ""} {
		var during string
		got := told(t, true, 80, func(p *progress, event func(dryrun.Kind, string, string)) {
			event(dryrun.StepStarted, "s1", "search")
			event(dryrun.ApprovalRequired, "s2", "book")
			before := p.w.(*strings.Builder).String()
			p.said("s1", []byte("meanwhile"))
			event(dryrun.StepExecuted, "s1", "search")
			p.interrupted()
			during = strings.TrimPrefix(p.w.(*strings.Builder).String(), before)
			if answer != "" {
				event(answer, "s2", "book")
			}
		})
		if during != "" {
			t.Errorf("%q: told while somebody was asked: %q", answer, during)
		}
		want := "start  s1 search\n0 of 3 done, running: s1 search 0 s\r\x1b[2K" + "s1 | meanwhile\ndone   s1 search (3.0 s)\n"
		if got != want {
			t.Errorf("%q: told\n%q, want\n%q", answer, got, want)
		}
	}
}
