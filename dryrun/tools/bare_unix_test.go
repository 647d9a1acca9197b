//go:build unix

package tools_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/tools"
)

// A bare process gets the variables that are listed, and none of planlint's.
func TestBare(t *testing.T) {
	values := map[string]string{"MODEL": "m", "SECRET": "s", "PLANLINT_X": "x"}
	for _, test := range []struct{ names, want string }{
		{"", "[]"},
		{"MODEL UNSET PLANLINT_X", `["MODEL=m"]`},
	} {
		c := &tools.Command{Argv: self(t, "environment"), Env: strings.Fields(test.names), Getenv: variables(values), Bare: true}
		if got, e := call(t, c, "{}"); e != nil || got != test.want {
			t.Errorf("%q: got %s, %v, want %s", test.names, got, e, test.want)
		}
	}
}

// A whole answer keeps its end.
func TestWhole(t *testing.T) {
	for _, answer := range []string{"", "a", "a\n", "a\r\n", "a\n\n", "\n"} {
		c := &tools.Command{Argv: []string{"cat"}, Getenv: variables(nil), Whole: true}
		if got, e := call(t, c, answer); e != nil || got != answer {
			t.Errorf("%q became %q, %v", answer, got, e)
		}
	}
}

// What a tool answered before it failed is told, up to the cap; where nothing was started there is none.
func TestAnswerOfFailure(t *testing.T) {
	for _, test := range []struct {
		name    string
		c       tools.Command
		failure dryrun.Failure
		want    []byte
	}{
		{"exited", tools.Command{Shell: "echo no way; exit 3"}, dryrun.Exited, []byte("no way")},
		{"exited, whole", tools.Command{Shell: "echo no way; exit 3", Whole: true}, dryrun.Exited, []byte("no way\n")},
		{"exited without a word", tools.Command{Shell: "exit 3"}, dryrun.Exited, []byte{}},
		{"exited, over the cap", tools.Command{Shell: "echo no way; exit 3", MaxOutput: 4}, dryrun.Exited, []byte("no w")},
		{"signalled", tools.Command{Shell: "echo half; kill -9 $$"}, dryrun.Signalled, []byte("half")},
		{"too long", tools.Command{Shell: "echo no way", MaxOutput: 4}, dryrun.TooLong, []byte("no w")},
		{"not started", tools.Command{Argv: []string{"/no/such/program"}}, dryrun.NotStarted, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.c.Getenv = variables(nil)
			out, err := test.c.Call(context.Background(), &dryrun.Call{})
			var e *dryrun.CallError
			if !errors.As(err, &e) || e.Failure != test.failure || out.Text != nil {
				t.Fatalf("got %q, %v", out.Text, err)
			}
			if !bytes.Equal(e.Output, test.want) || (e.Output == nil) != (test.want == nil) {
				t.Errorf("the answer is %q, want %q", e.Output, test.want)
			}
		})
	}
}
