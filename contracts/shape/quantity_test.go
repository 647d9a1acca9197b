package shape

import (
	"strconv"
	"testing"
	"time"

	"github.com/planlint/planlint/contracts/tree"
)

// scalar is a tree of one value.
func scalar(k tree.Kind, text string) *tree.Tree {
	b := tree.NewBuilder(&tree.Source{Name: "x", Text: text}, 1)
	b.Scalar(k, tree.Span{Start: 0, End: len(text)}, 0)
	return b.Tree()
}

// read reads a text with one of the methods; ok is that of the method, which must agree with the problems.
func read[V any](t *testing.T, k tree.Kind, text string, method func(Reader, tree.Ref, string) (V, bool)) (V, bool) {
	t.Helper()
	var problems []Problem
	v, ok := method(NewReader(scalar(k, text), &problems), 0, "x")
	if ok == (len(problems) > 0) {
		t.Errorf("%q: ok is %v with the problems %v", text, ok, problems)
	}
	return v, ok
}

func TestDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"30s": 30 * time.Second, "15m": 15 * time.Minute, "24h": 24 * time.Hour, "1h30m": 90 * time.Minute, "500ms": time.Second / 2,
		"1.5h": 90 * time.Minute,
		"":     0, "0s": 0, "-1s": 0, "+1s": 0, "30": 0, "1d": 0, "s": 0, " 1s": 0, "1s ": 0, "1S": 0, ".5s": 0, "9999999999h": 0, "1e3s": 0,
	} {
		if got, ok := read(t, tree.String, text, Reader.Duration); got != want || ok != (want > 0) {
			t.Errorf("%q: %v, %v", text, got, ok)
		}
	}
	if _, ok := read(t, tree.Number, "30", Reader.Duration); ok {
		t.Error("a number is a duration")
	}
}

func TestSize(t *testing.T) {
	for text, want := range map[string]int64{
		"1B": 1, "64KB": 64_000, "64KiB": 64 << 10, "1MB": 1e6, "1MiB": 1 << 20, "2GB": 2e9, "2GiB": 2 << 30,
		"": 0, "0B": 0, "1": 0, "-1B": 0, "1.5MiB": 0, "1 MiB": 0, "1mb": 0, "1K": 0, "1KBB": 0, "B": 0, "1i": 0, "0x10B": 0,
		"9223372036854775807B": 1<<63 - 1, "9223372036854775808B": 0, "9223372036854775807KB": 0,
	} {
		if got, ok := read(t, tree.String, text, Reader.Size); got != want || ok != (want > 0) {
			t.Errorf("%q: %v, %v", text, got, ok)
		}
	}
}

func TestInstant(t *testing.T) {
	for text, want := range map[string]string{
		"2027-01-01T00:00:00Z":            "2027-01-01T00:00:00Z",
		"2027-01-01T01:00:00.25+01:00":    "2027-01-01T00:00:00.25Z",
		"2024-02-29T23:59:59-00:30":       "2024-03-01T00:29:59Z",
		"2027-01-01":                      "",
		"2027-01-01 00:00:00Z":            "",
		"2027-01-01T00:00:00":             "",
		"2027-01-01t00:00:00z":            "",
		"2027-01-01T0:00:00Z":             "",
		"2027-01-01T00:00:00,5Z":          "",
		"2027-02-29T00:00:00Z":            "",
		"2027-01-01T24:00:00Z":            "",
		"2027-01-01T00:00:60Z":            "",
		"2027-01-01T00:00:00+25:00":       "",
		"2027-01-01T00:00:00.1234567890Z": "",
		"1767225600":                      "",
	} {
		got, ok := read(t, tree.String, text, Reader.Instant)
		if ok != (want != "") || ok && got.UTC().Format(time.RFC3339Nano) != want {
			t.Errorf("%q: %v, %v", text, got, ok)
		}
	}
}

func TestAmount(t *testing.T) {
	for text, want := range map[string]bool{
		"500": true, "0.01": true, "0.000001": true, "999999999999999.999999": true, "10": true, "100.00": true,
		"": false, "0": false, "0.00": false, "-1": false, "+1": false, "01": false, "1.": false, ".5": false, "1.0000001": false,
		"1000000000000000": false, "1e3": false, "NaN": false, "Infinity": false, "1,5": false, " 1": false, "1\n": false, "٣": false,
	} {
		if _, ok := read(t, tree.String, text, Reader.Amount); ok != want {
			t.Errorf("%q: %v", text, ok)
		}
	}
	if _, ok := read(t, tree.Number, "500", Reader.Amount); ok {
		t.Error("a number is an amount, so something may have rounded it")
	}
}

func TestCurrency(t *testing.T) {
	for text, want := range map[string]bool{"GBP": true, "gbp": false, "GB": false, "GBPX": false, "": false, "GBP\n": false, "ÄÖÜ": false} {
		if _, ok := read(t, tree.String, text, Reader.Currency); ok != want {
			t.Errorf("%q: %v", text, ok)
		}
	}
}

func TestInt(t *testing.T) {
	for text, want := range map[string]bool{"0": true, "255": true, "256": false, "-1": false, "1.0": false, "1e1": false, strconv.FormatInt(1<<40, 10): false} {
		_, ok := read(t, tree.Number, text, func(r Reader, n tree.Ref, what string) (int, bool) { return r.Int(n, what, 0, 255) })
		if ok != want {
			t.Errorf("%q: %v", text, ok)
		}
	}
	if _, ok := read(t, tree.String, "1", func(r Reader, n tree.Ref, what string) (int, bool) { return r.Int(n, what, 0, 255) }); ok {
		t.Error("a text is a number")
	}
	if v, ok := read(t, tree.Number, "2147483647", func(r Reader, n tree.Ref, what string) (int, bool) { return r.Int(n, what, 1, 0) }); !ok || v != 1<<31-1 {
		t.Error("no upper bound but that of an int")
	}
}

// What is not there is no problem.
func TestAbsent(t *testing.T) {
	var problems []Problem
	r := NewReader(scalar(tree.String, "x"), &problems)
	r.Text(tree.None, "x")
	r.Bool(tree.None, "x")
	r.Int(tree.None, "x", 0, 1)
	r.Word(tree.None, "x", "a")
	r.Pointer(tree.None, "x")
	r.Duration(tree.None, "x")
	r.Size(tree.None, "x")
	r.Instant(tree.None, "x")
	r.Amount(tree.None, "x")
	r.Currency(tree.None, "x")
	if r.Closed(tree.None, "x", "a") || r.List(tree.None, "x") || r.Names(tree.None, "x") != nil || len(problems) > 0 {
		t.Errorf("problems: %v", problems)
	}
}
