package dryrun_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/planlint/planlint/dryrun"
)

// TestTimeOfSteps asks when the calls of steps ended. What was said or found out later did not make them any longer.
func TestTimeOfSteps(t *testing.T) {
	_, records := journalOf(t, trip().run(t).store)
	s, err := dryrun.Tell(theRun, records)
	if err != nil {
		t.Fatal(err)
	}
	if book, again := s.Steps["book"], s.Steps["again"]; book.Ended.IsZero() || !again.Ended.IsZero() {
		t.Errorf("the call ended at %v, and the step that made none at %v", book.Ended, again.Ended)
	}
	var begun [][]byte // up to the start of the booking
	for _, r := range records {
		begun = append(begun, r.Body)
		if strings.Contains(string(r.Body), `"kind":"step_started","name":"book_flight"`) {
			break
		}
	}
	at := time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)
	event := func(seq int, kind string, at time.Time, data string) []byte {
		return fmt.Appendf(nil, `{"seq":%d,"kind":%q,"name":"book_flight","detail":"book","step":"book","at":%q,"data":%s}`, seq, kind, at.Format(time.RFC3339), data)
	}
	n := len(begun)
	resolved := func(seq int) []byte {
		return event(seq, "step_resolved", at.Add(9*time.Hour), `{"landed":true,"outcome":{"ref":"1"},"label":{},"by":"ada","because":"b"}`)
	}
	for name, test := range map[string]struct {
		list [][]byte
		want time.Time
	}{
		"its process died":     {[][]byte{resolved(n + 1)}, time.Time{}},
		"its end told nothing": {[][]byte{event(n+1, "step_in_doubt", at, `{"code":"in_doubt","disposition":"in_doubt"}`), resolved(n + 2)}, at},
	} {
		s, err := dryrun.Tell(theRun, rechained(append(begun[:n:n], test.list...)...))
		if err != nil {
			t.Fatal(name, err)
		}
		if step := s.Steps["book"]; step.Status != dryrun.Succeeded || !step.Ended.Equal(test.want) {
			t.Errorf("%s: %s, ended at %v, want %v", name, step.Status, step.Ended, test.want)
		}
	}
}
