package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/rivo/uniseg"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

var update = flag.Bool("update", false, "write the golden files anew")

// write runs a recording through a reporter.
func write(w io.Writer, format string, r recording) error {
	rep, err := New(format, w, r.options)
	if err != nil {
		return err
	}
	for _, f := range r.files {
		if err := rep.File(f); err != nil {
			return err
		}
	}
	return rep.Close(r.summary)
}

func TestGolden(t *testing.T) {
	used := map[string]bool{}
	for _, r := range recordings() {
		for _, format := range Formats() {
			if !r.kept(format) {
				continue
			}
			name := filepath.Join("testdata", r.name+"."+format)
			used[name] = true
			t.Run(r.name+"/"+format, func(t *testing.T) {
				var got, again bytes.Buffer
				if err := write(&got, format, r); err != nil {
					t.Fatal(err)
				}
				if err := write(&again, format, r); err != nil || !bytes.Equal(got.Bytes(), again.Bytes()) {
					t.Fatalf("a second run gives other bytes (error %v)", err)
				}
				if *update {
					if err := os.WriteFile(name, got.Bytes(), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(string(want), got.String()); diff != "" {
					t.Errorf("-want +got:\n%s", diff)
				}
			})
		}
	}
	files, err := filepath.Glob("testdata/*.*")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !used[f] {
			t.Errorf("%s belongs to no recording", f)
		}
	}
}

// Nothing that a document says may reach a terminal as anything but visible text, whatever the format.
func TestNothingHidden(t *testing.T) {
	for _, r := range recordings() {
		r.options.Color = false
		for _, format := range Formats() {
			var b bytes.Buffer
			if err := write(&b, format, r); err != nil {
				t.Fatal(err)
			}
			if !utf8.Valid(b.Bytes()) {
				t.Errorf("%s: %s is not UTF-8", r.name, format)
			}
			for _, c := range b.String() {
				if c != '\n' && tree.Hidden(c) {
					t.Errorf("%s: %s shows %U", r.name, format, c)
				}
			}
		}
	}
}

func TestColorOnlyAddsColor(t *testing.T) {
	for _, r := range recordings() {
		for _, format := range Formats() {
			var plain, colored bytes.Buffer
			r.options.Color = false
			if err := write(&plain, format, r); err != nil {
				t.Fatal(err)
			}
			r.options.Color = true
			if err := write(&colored, format, r); err != nil {
				t.Fatal(err)
			}
			if got := withoutColor(colored.String()); got != plain.String() {
				t.Errorf("%s: %s with colour reads\n%s\nand without\n%s", r.name, format, got, plain.String())
			}
		}
	}
}

// withoutColor removes the escape sequences for colours.
func withoutColor(s string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(s, "\x1b[")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		_, s, _ = strings.Cut(after, "m")
	}
}

func TestColorAgainstTheEnvironment(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	var b bytes.Buffer
	r := booking()
	r.options.Color = true
	if err := write(&b, "text", r); err != nil || !strings.Contains(b.String(), "\x1b[") {
		t.Errorf("no colour, although the options ask for it (error %v)", err)
	}
}

func TestUnknownFormat(t *testing.T) {
	for _, tt := range []struct{ format, want string }{
		{"jsn", `no format "jsn", did you mean "json"? (there are ` + strings.Join(Formats(), ", ") + `)`},
		{"JSON", `no format "JSON", did you mean "json"? (there are ` + strings.Join(Formats(), ", ") + `)`},
		{"", `no format "" (there are ` + strings.Join(Formats(), ", ") + `)`},
		{"\x1b[2J", `no format "\u{1b}[2J" (there are ` + strings.Join(Formats(), ", ") + `)`},
	} {
		if r, err := New(tt.format, io.Discard, Options{}); err == nil || r != nil || err.Error() != tt.want {
			t.Errorf("New(%q) = %v, %v; want the error %s", tt.format, r, err, tt.want)
		}
	}
}

var errFull = errors.New("no space left")

// disk fails, or writes short without a word, once it has taken so many bytes.
type disk struct {
	room  int
	mute  bool
	calls int // after the failure
	full  bool
}

func (d *disk) Write(p []byte) (int, error) {
	if d.full {
		d.calls++
	}
	if len(p) <= d.room && !d.full {
		d.room -= len(p)
		return len(p), nil
	}
	d.full = true
	if d.mute {
		return min(len(p)-1, d.room), nil
	}
	return d.room, errFull
}

func TestWriteErrors(t *testing.T) {
	r := booking()
	for _, format := range Formats() {
		var whole bytes.Buffer
		if err := write(&whole, format, r); err != nil {
			t.Fatal(err)
		}
		for room := range whole.Len() {
			for _, mute := range []bool{false, true} {
				want := errFull
				if mute {
					want = io.ErrShortWrite
				}
				d := &disk{room: room, mute: mute}
				rep, err := New(format, d, r.options)
				if err != nil {
					t.Fatal(err)
				}
				var failed error
				for _, f := range r.files {
					if err := rep.File(f); failed != nil && err == nil {
						t.Fatalf("%s: File forgot an earlier error", format)
					} else if err != nil {
						failed = err
					}
				}
				if err := rep.Close(r.summary); !errors.Is(err, want) || failed != nil && !errors.Is(failed, want) {
					t.Fatalf("%s: with room for %d of %d bytes, File says %v and Close %v; want %v", format, room, whole.Len(), failed, err, want)
				}
				if d.calls > 0 {
					t.Fatalf("%s: writes on after an error", format)
				}
			}
		}
	}
}

func TestJSONIsOneDocument(t *testing.T) {
	for _, r := range recordings() {
		var b bytes.Buffer
		if err := write(&b, "json", r); err != nil {
			t.Fatal(err)
		}
		var doc struct {
			Files    []struct{ Path string }
			Findings []struct {
				File, Message string
				Violations    []string
				Blocked       []string
				Related       []struct{ Message string }
				Payload       json.RawMessage
			}
			Summary struct {
				NotChecked []lint.NotChecked `json:"not_checked"`
			}
		}
		dec := json.NewDecoder(&b)
		if err := dec.Decode(&doc); err != nil {
			t.Fatalf("%s: %v", r.name, err)
		}
		if _, err := dec.Token(); err != io.EOF {
			t.Errorf("%s: something follows the document", r.name)
		}
		if doc.Files == nil || doc.Findings == nil || doc.Summary.NotChecked == nil || len(doc.Files) != len(r.files) {
			t.Errorf("%s: a list is missing", r.name)
		}
		i := 0
		for _, f := range r.files {
			for _, d := range f.Findings {
				got := doc.Findings[i]
				i++
				if want := strings.ToValidUTF8(d.Message, "\ufffd"); got.Message != want || got.File != placeOf(f, &d).Source.Name {
					t.Errorf("%s: message %q in %q, want %q", r.name, got.Message, got.File, want)
				}
				if got.Violations == nil || got.Blocked == nil || got.Related == nil {
					t.Errorf("%s: a list of finding %d is null", r.name, i)
				}
				if d.Payload != nil && !r.options.NoPayload {
					var x, y any
					if json.Unmarshal(got.Payload, &x) != nil || json.Unmarshal(d.Payload, &y) != nil || !cmp.Equal(x, y) {
						t.Errorf("%s: payload %s, want %s", r.name, got.Payload, d.Payload)
					}
				}
			}
		}
		if i != len(doc.Findings) {
			t.Errorf("%s: %d findings, want %d", r.name, len(doc.Findings), i)
		}
	}
}

func TestFileWithoutSource(t *testing.T) {
	r := recording{files: []*lint.File{{Findings: []lint.Finding{fault(tree.Place{})}}}}
	for _, tt := range []struct{ format, want string }{
		{"text", "error[wrong-type]: the fault\n  = hint: mend it\n"},
		{"concise", "error[wrong-type] the fault\n"},
		{"json", `"file": null,`},
		{"jsonl", `"file":null,`},
		{"sarif", `"artifactLocation":{"uri":".","uriBaseId":"%SRCROOT%"}}`},
		{"github", "::error title=wrong-type::the fault; mend it\n"},
		{"gitlab", `"location":{"path":"planlint","lines":{"begin":1,"end":1}}`},
		{"junit", `<testcase classname="planlint" name="wrong-type">`},
		{"checkstyle", ` <file name="planlint">`},
		{"rdjson", `"location":{"path":"planlint"}`},
		{"markdown", "### no file\n"},
		{"model", `"step": "", "path": ""`},
	} {
		var b bytes.Buffer
		r.options.Quiet = true
		if err := write(&b, tt.format, r); err != nil || !strings.Contains(b.String(), tt.want) {
			t.Errorf("%s: %v\n%s", tt.format, err, b.String())
		}
	}
}

// The carets stand below the token, and below nothing else, whatever is before it.
func TestCaretsBelowToken(t *testing.T) {
	pieces := []string{"a", " ", "\t", "é", "e\u0301", "数", "한", "\u1100\u1161", "🇩🇪", "❤\ufe0f", "👍🏽", "👩\u200d🚀", "\u202e", "\x1b", "\xff", "ก็", "क्ष", "\u0301\u0302\u0303\u0304"}
	tokens := []string{"token", "数据", "to\u200bken", "t", "é\u0301t", "<\xff>"}
	rnd := rand.New(rand.NewPCG(3, 5))
	for range 4000 {
		var line strings.Builder
		add := func() {
			for range rnd.IntN(60) {
				line.WriteString(pieces[rnd.IntN(len(pieces))])
			}
		}
		add()
		line.WriteString("=")
		from := line.Len()
		token := tokens[rnd.IntN(len(tokens))]
		line.WriteString(token)
		to := line.Len()
		line.WriteString("=")
		add()
		src := &tree.Source{Name: "x", Text: line.String()}
		width := 40 + rnd.IntN(200)
		var b bytes.Buffer
		r := recording{options: Options{Quiet: true, Width: width},
			files: []*lint.File{{Source: src, Findings: []lint.Finding{fault(tree.Place{Source: src, Span: tree.Span{Start: from, End: to}})}}}}
		if err := write(&b, "text", r); err != nil {
			t.Fatal(err)
		}
		rows := strings.Split(b.String(), "\n")
		shown, carets := rows[3], rows[4]
		if uniseg.StringWidth(shown) > width {
			t.Fatalf("%q is wider than %d columns", shown, width)
		}
		before, _, found := strings.Cut(shown, "="+tree.Visible(token))
		if !found {
			t.Fatalf("%q does not show %q", shown, token)
		}
		want := strings.Repeat(" ", uniseg.StringWidth(before+"=")-len("1 |")) + strings.Repeat("^", uniseg.StringWidth(tree.Visible(token)))
		if carets != "  |"+want {
			t.Fatalf("below\n%s\nstands\n%s, want\n  |%s", shown, carets, want)
		}
	}
}

func FuzzJSONString(f *testing.F) {
	f.Add("a\"\\\n\x00\x7f\u2028\u202e\U000e0041\xff<&>é")
	f.Fuzz(func(t *testing.T, s string) {
		var got string
		b := appendString(nil, s)
		if err := json.Unmarshal(b, &got); err != nil || got != strings.ToValidUTF8(s, "\ufffd") && !strings.Contains(got, "\ufffd") {
			t.Fatalf("%q became %s (%v)", s, b, err)
		}
		standard, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var want string
		if err := json.Unmarshal(standard, &want); err != nil || got != want {
			t.Fatalf("%q became %q, want %q", s, got, want)
		}
		var raw string
		if err := json.Unmarshal(appendRaw(nil, standard), &raw); err != nil || raw != want {
			t.Fatalf("%s became %q, want %q", standard, raw, want)
		}
	})
}

// Whatever the text and the places: no panic, and every caret row fits below its line.
func FuzzText(f *testing.F) {
	f.Add("a: 1\r\nb:\t数\n", 3, 4, 0, 9, 40)
	f.Add(strings.Repeat("x\u0301 ", 300), 200, 210, 5, 900, 30)
	f.Add("\xff\u202e\n\n", 9, -1, 2, 1, 0)
	f.Fuzz(func(t *testing.T, text string, a, b, c, d, width int) {
		src := &tree.Source{Name: "x", Text: text}
		finding := fault(tree.Place{Source: src, Span: tree.Span{Start: a, End: b}},
			lint.Related{Place: tree.Place{Source: src, Span: tree.Span{Start: c, End: d}}, Message: "m"})
		r := recording{options: Options{Width: width % 300}, files: []*lint.File{{Source: src, Findings: []lint.Finding{finding}}}}
		for _, format := range Formats() {
			var out bytes.Buffer
			if err := write(&out, format, r); err != nil {
				t.Fatal(err)
			}
			if !utf8.Valid(out.Bytes()) {
				t.Fatalf("%s is not UTF-8", format)
			}
			if format == "text" && !strings.Contains(out.String(), "^") {
				t.Fatalf("no caret in\n%s", out.String())
			}
			if format == "json" && !json.Valid(out.Bytes()) {
				t.Fatalf("no JSON:\n%s", out.String())
			}
		}
	})
}

func BenchmarkFindings(b *testing.B) {
	const findings = 10_000
	var text strings.Builder
	for range findings {
		text.WriteString("      seats: «\"2\"»\n")
	}
	s := newSource("plan.yaml", text.String())
	contract := newSource("contracts.yaml", "a: {type: «integer»}\n")
	file := s.file()
	for i := range findings {
		f := fault(s.at(i), lint.Related{Place: contract.at(0), Message: "declared here"})
		f.Step, f.Tool, f.Payload = "s2", "book_flight", json.RawMessage(`{"flight":"BA117","seats":"2"}`)
		file.Findings = append(file.Findings, f)
	}
	r := recording{files: []*lint.File{file}, options: Options{Color: true, Width: 100}}
	for _, format := range Formats() {
		b.Run(format, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := write(io.Discard, format, r); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/findings, "ns/finding")
		})
	}
}

// A minified file with a finding everywhere must not cost its length for each of them.
func BenchmarkOneLongLine(b *testing.B) {
	s := newSource("plan.json", strings.Repeat(`{"id":«"é"»},`, 10_000))
	file := s.file()
	for i := range 10_000 {
		file.Findings = append(file.Findings, fault(s.at(i)))
	}
	r := recording{files: []*lint.File{file}}
	for _, format := range Formats() {
		b.Run(format, func(b *testing.B) {
			for b.Loop() {
				if err := write(io.Discard, format, r); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/10_000, "ns/finding")
		})
	}
}
