package tools_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/tools"
	"github.com/planlint/planlint/dryrun/tools/tooltest"
	"github.com/planlint/planlint/lint/syntax"
)

func read(t testing.TB, name, text string) *tree.Tree {
	t.Helper()
	d := syntax.Read(&tree.Source{Name: name, Text: text}, syntax.Options{})[0]
	if len(d.Problems) > 0 {
		t.Fatalf("%s: %s", text, d.Problems[0].Message)
	}
	return d.Tree
}

func TestStubConformance(t *testing.T) {
	tooltest.Run(t, func(t *testing.T) tooltest.Harness {
		return tooltest.Harness{
			Answering: &tools.Stub{
				Outcomes: []tools.Outcome{{Tree: read(t, "m.yaml", "flight: BA117"), Returns: []byte(`{"ref":"B1"}`)}},
				Sample:   []byte(`{"ref":"sample"}`),
			},
			Examples: []tooltest.Example{
				{Arguments: `{"seats":1,"flight":"BA117"}`, Answer: dryrun.Output{Text: []byte(`{"ref":"B1"}`)}},
				{Arguments: `{"seats":1,"flight":"BA118"}`, Answer: dryrun.Output{Text: []byte(`{"ref":"sample"}`)}},
			},
			Failing: &tools.Stub{Outcomes: []tools.Outcome{{Fail: "sold out"}}},
			Slow:    &tools.Stub{Outcomes: []tools.Outcome{{Returns: []byte("1"), Delay: 1 << 62}}},
		}
	})
}

func TestStubUnknownConformance(t *testing.T) {
	tooltest.Run(t, func(t *testing.T) tooltest.Harness {
		return tooltest.Harness{
			Answering: &tools.Stub{
				Outcomes: []tools.Outcome{{Tree: read(t, "m.yaml", "a: 1"), Returns: []byte("1")}},
				Sample:   []byte(`"sample"`),
				Closed:   true,
			},
			Examples: []tooltest.Example{
				{Arguments: `{"a":1}`, Answer: dryrun.Output{Text: []byte("1")}},
				{Arguments: `{"a":2}`, Answer: dryrun.Output{Unknown: true}},
			},
			Failing: &tools.Stub{Outcomes: []tools.Outcome{{Tree: read(t, "m.yaml", "{}"), Fail: "no"}}},
			Slow:    &tools.Stub{Outcomes: []tools.Outcome{{Fail: "no", Delay: 1 << 62}}},
		}
	})
}

// The first entry whose match is part of the arguments counts.
func TestStubMatch(t *testing.T) {
	wide := func(n int, last string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(`"k` + strings.Repeat("x", i) + `":1,`)
		}
		return "{" + b.String() + last + "}"
	}
	for _, test := range []struct {
		match, arguments string
		want             bool
	}{
		{`{}`, `{}`, true},
		{`{}`, `{"a":1}`, true},
		{`{"a":1}`, `{}`, false},
		{`{"a":1}`, `{"b":1}`, false},
		{`{"b":2,"a":1}`, `{"a":1,"c":3,"b":2}`, true},
		{`{"a":1,"b":2}`, `{"a":1,"b":3}`, false},
		{`{"a":{"b":{}}}`, `{"a":{"b":{"c":1},"d":2}}`, true},
		{`{"a":{"b":{}}}`, `{"a":{"b":[]}}`, false},
		{`{"a":{"b":1}}`, `{"a":{"c":1}}`, false},
		{`{"a":[]}`, `{"a":[]}`, true},
		{`{"a":[]}`, `{"a":[1]}`, false},
		{`{"a":[{"x":1},2]}`, `{"a":[{"x":1,"y":2},2]}`, true},
		{`{"a":[2,{"x":1}]}`, `{"a":[{"x":1,"y":2},2]}`, false},
		{`{"a":[1,2]}`, `{"a":[1,2,3]}`, false},
		{`{"a":[[1],[2]],"b":3}`, `{"a":[[1],[2]],"b":3}`, true},
		{`{"a":[[1],[2]],"b":3}`, `{"a":[[1],[3]],"b":3}`, false},
		{`{"a":2}`, `{"a":2.0}`, true},
		{`{"a":2}`, `{"a":20e-1}`, true},
		{`{"a":-0}`, `{"a":0}`, true},
		{`{"a":0.10}`, `{"a":0.1}`, true},
		{`{"a":9007199254740993}`, `{"a":9007199254740992}`, false},
		{`{"a":9007199254740993}`, `{"a":9007199254740993}`, true},
		{`{"a":1e400}`, `{"a":1e400}`, true},
		{`{"a":1e400}`, `{"a":1e401}`, false},
		{`{"a":2}`, `{"a":"2"}`, false},
		{`{"a":"2"}`, `{"a":2}`, false},
		{`{"a":true}`, `{"a":true}`, true},
		{`{"a":true}`, `{"a":false}`, false},
		{`{"a":null}`, `{"a":null}`, true},
		{`{"a":null}`, `{}`, false},
		{`{"a":""}`, `{"a":null}`, false},
		{`{"a":"é"}`, `{"a":"e\u0301"}`, true},
		{`{"a":"e\u0301"}`, `{"a":"é"}`, true},
		{`{"e\u0301":1}`, `{"é":1}`, true},
		{`{"a":"A"}`, `{"a":"a"}`, false},
		{`{"a":"a"}`, `{"a":"a "}`, false},
		{`{"kx":1,"z":2}`, wide(200, `"z":2`), true},
		{`{"kx":1,"z":3}`, wide(200, `"z":2`), false},
		{wide(200, `"z":2`), wide(200, `"z":2`), true},
	} {
		s := &tools.Stub{Outcomes: []tools.Outcome{{Tree: read(t, "m.json", test.match), Returns: []byte("1")}}}
		out, err := s.Call(t.Context(), &dryrun.Call{Arguments: []byte(test.arguments)})
		if err != nil || out.Unknown == test.want {
			t.Errorf("%s is part of %s: got %v, %v, want %v", test.match, test.arguments, !out.Unknown, err, test.want)
		}
	}
}

func TestStubOrder(t *testing.T) {
	// The match is a part of a larger document, as it is in a configuration.
	config := read(t, "c.yaml", "x: [1]\nmatch: {a: 1}\n")
	s := &tools.Stub{Outcomes: []tools.Outcome{
		{Tree: config, Match: config.Get(0, "match"), Returns: []byte(`"first"`)},
		{Tree: config, Match: tree.None, Returns: []byte(`"rest"`)},
		{Tree: config, Match: config.Get(0, "match"), Returns: []byte(`"never"`)},
	}, Sample: []byte(`"sample"`)}
	for arguments, want := range map[string]string{`{"a":1}`: `"first"`, `{"a":2}`: `"rest"`, `{}`: `"rest"`} {
		if out, err := s.Call(t.Context(), &dryrun.Call{Arguments: []byte(arguments)}); err != nil || string(out.Text) != want {
			t.Errorf("%s: got %s, %v, want %s", arguments, out.Text, err, want)
		}
	}
}

func TestStubWithoutOutcomes(t *testing.T) {
	for _, closed := range []bool{false, true} {
		s := &tools.Stub{Closed: closed}
		if out, err := s.Call(t.Context(), &dryrun.Call{Arguments: []byte("{}")}); err != nil || !out.Unknown {
			t.Errorf("closed %v, without a sample: %+v, %v", closed, out, err)
		}
		s.Sample = []byte("[]")
		if out, err := s.Call(t.Context(), &dryrun.Call{Arguments: []byte("{}")}); err != nil || out.Unknown || string(out.Text) != "[]" {
			t.Errorf("closed %v, with a sample: %+v, %v", closed, out, err)
		}
	}
}

func TestStubFailure(t *testing.T) {
	s := &tools.Stub{Outcomes: []tools.Outcome{{Fail: "sold\x1b[2J \"out\"", Delay: 1 << 62}}, NoDelay: true}
	_, err := s.Call(t.Context(), &dryrun.Call{Arguments: []byte("{}")})
	want := `the stub declares the failure "sold\u{1b}[2J \"out\""`
	var e *dryrun.CallError
	if !errors.As(err, &e) || e.Failure != dryrun.Exited || e.Code != 1 || e.Message != want {
		t.Errorf("got %#v, want the message %s", err, want)
	}
}

// A delay that ends lets the call answer.
func TestStubDelay(t *testing.T) {
	s := &tools.Stub{Outcomes: []tools.Outcome{{Returns: []byte("1"), Delay: time.Millisecond}}}
	if out, err := s.Call(t.Context(), &dryrun.Call{}); err != nil || string(out.Text) != "1" {
		t.Errorf("got %s, %v", out.Text, err)
	}
}

// Arguments that can't be read are a fault of planlint, and no failure of the call.
func TestStubArguments(t *testing.T) {
	s := &tools.Stub{Outcomes: []tools.Outcome{{Tree: read(t, "m.yaml", "a: 1"), Returns: []byte("1")}}, Sample: []byte("2")}
	for _, arguments := range []string{"", "{", "[]", `{"a":1} {}`, `{"a":1,"a":1}`, "a: 1"} {
		out, err := s.Call(context.Background(), &dryrun.Call{Arguments: []byte(arguments)})
		var e *dryrun.CallError
		if err == nil || errors.As(err, &e) || !strings.HasPrefix(err.Error(), "the arguments of a stub are not one JSON object") {
			t.Errorf("%q: got %s, %v", arguments, out.Text, err)
		}
	}
}

func FuzzStubMatch(f *testing.F) {
	for _, s := range [][2]string{{`{"a":[1,{"b":2.0}]}`, `{"a":[1,{"b":2,"c":"é"}]}`}, {`{}`, `{}`}, {`{"a":1e400}`, `[`}} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, match, arguments string) {
		d := syntax.Read(&tree.Source{Name: "m.json", Text: match}, syntax.Options{})[0]
		if len(d.Problems) > 0 || d.Tree.Kind(0) != tree.Object {
			return
		}
		if _, err := canon.Append(nil, d.Tree, 0); err != nil {
			return // two spellings of one key, say, which no arguments can have
		}
		s := &tools.Stub{Outcomes: []tools.Outcome{{Tree: d.Tree, Returns: []byte("1")}}}
		_, _ = s.Call(t.Context(), &dryrun.Call{Arguments: []byte(arguments)}) // whatever comes of it
		// Whatever it is, it is a part of itself.
		if out, err := s.Call(t.Context(), &dryrun.Call{Arguments: []byte(match)}); err != nil || out.Unknown {
			t.Errorf("%s is no part of itself: %v", match, err)
		}
	})
}
