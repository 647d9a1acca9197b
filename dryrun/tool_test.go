package dryrun_test

import (
	"context"
	"errors"
	"testing"

	"github.com/planlint/planlint/dryrun"
)

// A cause says more than its message; that a context ended does not, since the message says who was interrupted.
func TestCallErrorCause(t *testing.T) {
	for _, c := range []struct {
		cause error
		want  string
	}{
		{nil, "it stopped"},
		{errors.New("no room"), "it stopped: no room"},
		{context.Canceled, "it stopped"},
		{errors.Join(context.Canceled), "it stopped"},
	} {
		if got := (&dryrun.CallError{Message: "it stopped", Err: c.cause}).Error(); got != c.want {
			t.Errorf("%v: got %q, want %q", c.cause, got, c.want)
		}
	}
}
