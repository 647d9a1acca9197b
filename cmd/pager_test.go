//go:build unix

package cmd

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/rivo/uniseg"

	"github.com/planlint/planlint/dryrun"
)

// numberedWords is a text of about a size, in which no word is like another.
func numberedWords(size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "w%d-%d ", i, i*i%997)
	}
	return b.String()
}

// barred are the texts behind the bars, row after row.
func barred(shown string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(shown, "\n") {
		if i := strings.IndexAny(line, "│┆"); i >= 0 {
			b.WriteString(strings.TrimPrefix(line[i+len("│"):], " "))
		}
	}
	return b.String()
}

// A long value is paged to its end, and is whole; so it is when the window changes on the way.
func TestPagerShowsAll(t *testing.T) {
	for name, c := range map[string]struct {
		size    int // of the value
		resize  func(s *seat, page int)
		resized bool // rows may be shown twice
		ends    bool // the value has ends of line
		widest  int  // columns; 0 = any
	}{
		"a megabyte":    {size: 1 << 20, resize: func(*seat, int) {}, widest: 100},
		"ends of line":  {size: 1 << 14, resize: func(*seat, int) {}, ends: true, widest: 100},
		"resized":       {size: 1 << 16, resize: func(s *seat, page int) { s.resize(30+page*37%100, 12+page*7%40) }, widest: 130, resized: true},
		"narrow":        {size: 1 << 12, resize: func(s *seat, page int) { s.resize(9, 30) }, resized: true},
		"one row":       {size: 1 << 12, resize: func(s *seat, page int) { s.resize(100, 1) }, widest: 100},
		"of no size":    {size: 1 << 14, resize: func(s *seat, page int) { s.resize(0, 0) }, resized: true},
		"narrow at end": {size: 1 << 12, resize: func(s *seat, page int) { s.resize(max(100-10*page, 18), 20) }, widest: 100, resized: true},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSeat(t, 100, 40)
			value := numberedWords(c.size)
			if c.ends {
				value = strings.ReplaceAll(value, " ", " \n")
			}
			done := decide(context.Background(), s.prompter(false), withValue(jsonString(value)))
			pages := 0
			for ; !s.expectKeys(); pages++ {
				c.resize(s, pages)
				s.press("\n")
			}
			if pages < 2 {
				t.Errorf("%d pages", pages)
			}
			shown := s.text()
			s.press("yes\n")
			if a := s.wait(done); !a.Granted {
				t.Errorf("got %+v", a)
			}
			texts := barred(shown)
			if !c.resized && !strings.Contains(texts, jsonString(value)) {
				t.Errorf("the value is not whole")
			}
			at := 0
			for word := range strings.FieldsSeq(value) {
				i := strings.Index(texts[at:], word)
				if i < 0 {
					t.Fatalf("%q is missing behind the words before it", word)
				}
				at += i
			}
			for line := range strings.SplitSeq(shown, "\n") {
				if n := uniseg.StringWidth(line); c.widest > 0 && n > c.widest {
					t.Errorf("%d columns: %q", n, line)
				}
			}
		})
	}
}

// Backwards, to the end, and out.
func TestPagerKeys(t *testing.T) {
	long := withValue(jsonString(numberedWords(1 << 14)))
	const first, last = "Approval needed", "Approve step"
	for name, c := range map[string]struct {
		typed   []string // one after each page
		want    string   // is shown then
		granted bool
		reason  string
	}{
		"back":              {[]string{"\n", "b\n", "e\n", "yes\n"}, first, true, ""},
		"back at the start": {[]string{"b\n", "B\n", "e\n", "yes\n"}, first, true, ""},
		"the end":           {[]string{"e\n", "yes\n"}, " were not shown ──\n", true, ""},
		"the end, no":       {[]string{"E\n", "no\n"}, last, false, "the answer was no"},
		"stop":              {[]string{"\n", "q\n"}, "Not approved: the reading was stopped.", false, "the reading was stopped"},
		"no":                {[]string{"no\n"}, "Not approved", false, "the reading was stopped"},
		"end of input":      {[]string{"\n", "\x04"}, "Not approved: the input ended.", false, "the input ended"},
		"yes too early":     {[]string{"yes\n", "yes\n", "q\n"}, "nothing is asked yet", false, "the reading was stopped"},
		"anything else":     {[]string{"what?\n", "e\n", "yes\n"}, "nothing is asked yet", true, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSeat(t, 80, 24)
			done := decide(context.Background(), s.prompter(false), long)
			for i, typed := range c.typed {
				asked := s.expectKeys()
				if answers := i == len(c.typed)-1 && (c.granted || c.reason == "the answer was no"); asked != answers {
					t.Fatalf("after %d keys: asked: %t", i, asked)
				}
				s.press(typed)
			}
			a := s.wait(done)
			if a.err != nil || a.Granted != c.granted || a.Reason != c.reason {
				t.Errorf("got %+v", a)
			}
			s.expect("pproved")
			if name == "back" && strings.Count(s.text(), first) != 2 {
				t.Errorf("the first page is not shown again:\n%s", s.text())
			}
			if !strings.Contains(s.text(), c.want) {
				t.Errorf("want %q in\n%s", c.want, s.text())
			}
		})
	}
}

// What is typed ahead turns no page: a person who has not seen the first has not read it.
func TestPagerTypedAhead(t *testing.T) {
	s := newSeat(t, 80, 24)
	s.press("e\nyes\n")
	s.expect("yes")
	done := decide(context.Background(), s.prompter(false), withValue(jsonString(numberedWords(1<<14))))
	if s.expectKeys() {
		t.Error("it asks before it has shown the text")
	}
	s.press("q\n")
	if a := s.wait(done); a.Granted {
		t.Errorf("got %+v", a)
	}
}

// A screen is filled, and the question stands on it whole.
func TestPagerFitsTheScreen(t *testing.T) {
	var text []passage
	for range 100 {
		text = append(text, passage{text: "x"})
	}
	for rows := 1; rows < 120; rows++ {
		s := newSeat(t, 80, rows)
		p := s.prompter(false)
		shown := make(chan error, 1)
		go func() {
			_, _, err := p.show(context.Background(), text, question(&dryrun.Request{Position: 1, Steps: 1}))
			shown <- err
		}()
		for !s.expectKeys() {
			s.press("\n")
		}
		if err := <-shown; err != nil {
			t.Fatal(err)
		}
		all := s.text()
		if n := strings.Count(all, "x\n"); n != 100 {
			t.Errorf("%d rows: %d lines are shown", rows, n)
		}
		for i, page := range strings.SplitAfter(all, "say no ── \n") {
			if n := strings.Count(strings.TrimSuffix(page, "\n"), "\n") + 1; n > rows && rows > 6 {
				t.Errorf("%d rows: page %d has %d", rows, i, n)
			}
		}
	}
}
