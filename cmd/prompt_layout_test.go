package cmd

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/rivo/uniseg"

	"github.com/planlint/planlint/contracts/tree"
)

// jsonString is a text as a JSON string; invalid bytes and control characters remain as they are where JSON allows it.
func jsonString(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func TestBreakRow(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  []string
	}{
		{"", 5, []string{""}},
		{"abc", 5, []string{"abc"}},
		{"abcde", 5, []string{"abcde"}},
		{"abcdef", 5, []string{"abcde", "f"}},
		{"abcde fgh", 5, []string{"abcde ", "fgh"}},                         // one space hangs
		{"abcde  fgh", 5, []string{"abcde ", " fgh"}},                       // and no second
		{"abc defg", 5, []string{"abc ", "defg"}},                           // a word goes on below
		{"a bcdefgh", 5, []string{"a bcd", "efgh"}},                         // but not where half of the row would be lost
		{"ab\ncd\vef", 5, []string{"ab", "cd", "ef"}},                       // ends of line and of row
		{"abcde\nf", 5, []string{"abcde", "f"}},                             // no empty row between
		{"界界界", 5, []string{"界界", "界"}},                                     // two columns each
		{"ΩΩΩ", 5, []string{"ΩΩ", "Ω"}},                                     // two on some terminals
		{"e\u0301e\u0301e\u0301", 5, []string{"e\u0301e\u0301", "e\u0301"}}, // a mark stays with its letter
		{"ab" + `\u{202e}`, 9, []string{"ab", `\u{202e}`}},                  // an escape stays whole
		{"ab" + `\u{202e}`, 4, []string{`ab\u`, "{202", "e}"}},
		{`abcd\\`, 5, []string{"abcd", `\\`}},
		{`abcd\`, 5, []string{`abcd\`}},
	} {
		var got []string
		for i := 0; ; {
			end, next := breakRow(c.text, i, c.width)
			got = append(got, c.text[i:end])
			if next == len(c.text) {
				break
			}
			i = next
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q in %d columns: -want +got:\n%s", c.text, c.width, diff)
		}
	}
}

// A place is found again in a layout of another width: never behind it, and by less than a row before it.
func TestLayoutFind(t *testing.T) {
	text := []passage{
		{label: "a label of some length", text: strings.Repeat("word ", 60), barred: true},
		{},
		{label: "short", text: "x"},
		{text: strings.Repeat("x", 300), barred: true},
	}
	wide, narrow := layOut(text, 80), layOut(text, 17)
	for _, pair := range [][2]*textLayout{{wide, wide}, {wide, narrow}, {narrow, wide}, {narrow, narrow}} {
		for _, r := range pair[0].rows {
			i := pair[1].find(r.rowPlace)
			if i > 0 && r.before(pair[1].rows[i].rowPlace) {
				t.Errorf("%v is before %v", r.rowPlace, pair[1].rows[i].rowPlace)
			}
			if i+1 < len(pair[1].rows) && !r.before(pair[1].rows[i+1].rowPlace) {
				t.Errorf("%v is not before %v", r.rowPlace, pair[1].rows[i+1].rowPlace)
			}
			if pair[0] == pair[1] && pair[0].rows[i] != r {
				t.Errorf("%v is not found where it is", r.rowPlace)
			}
		}
	}
}

// Whatever a text is, its rows are the whole of it, in order, and no wider than the terminal.
func FuzzLayOut(f *testing.F) {
	for _, s := range hostile {
		f.Add(s, uint8(20))
		f.Add(s, uint8(80))
	}
	f.Fuzz(func(t *testing.T, s string, columns uint8) {
		width := max(int(columns), 4)
		for _, text := range []string{promptVisible(s), promptValue([]byte(jsonString(s))), promptName(s)} {
			l := layOut([]passage{{label: "label", text: text, barred: true}}, width)
			var whole strings.Builder
			for _, r := range l.rows {
				if !r.text {
					continue
				}
				row := text[r.start:r.end]
				whole.WriteString(row)
				if n := uniseg.StringWidth(row) + l.gutterWidth(&l.passages[0]); n > width && width > barWidth+2 {
					t.Errorf("%q has %d of %d columns", row, n, width)
				}
				if strings.ContainsAny(row, "\n\v\r\x1b") {
					t.Errorf("%q is no row", row)
				}
			}
			if want := strings.NewReplacer("\n", "", "\v", "").Replace(text); whole.String() != want {
				t.Errorf("the rows are %q, want %q", whole.String(), want)
			}
		}
	})
}

// A value is shown as what it is: without the added space it is the value again, escaped.
func FuzzPromptValue(f *testing.F) {
	for _, s := range []string{`{}`, `[]`, `{"a":[1,-2.5e3,{"b":null}],"c":"x\ny\\n\"","":true}`, `"\\"`, `"\n"`, `[[[[]]],{}]`, `[ ]`, `{ }`, `1 2`, `"`, ``, `"\`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, value []byte) {
		got := promptValue(value)
		if strings.ContainsFunc(got, func(r rune) bool { return r != lineEnd && r != rowEnd && tree.Hidden(r) && r != utf8.RuneError }) {
			t.Errorf("%q is not escaped", got)
		}
		if !json.Valid(value) || tree.Visible(string(value)) != string(value) {
			return
		}
		var want, back strings.Builder
		for _, b := range []struct {
			to   *strings.Builder
			text string
		}{{&want, string(value)}, {&back, strings.ReplaceAll(got, "\v", "")}} {
			var v json.RawMessage
			if err := json.Unmarshal([]byte(b.text), &v); err != nil {
				t.Fatalf("%q is no value: %v", b.text, err)
			}
			compact, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			b.to.Write(compact)
		}
		if want.String() != back.String() {
			t.Errorf("%q, want %q", back.String(), want.String())
		}
	})
}

// What is shown of a deep value is no longer than a small multiple of it.
func TestPromptValueDepth(t *testing.T) {
	deep := strings.Repeat("[", 100) + strings.Repeat("1,", 1000) + "1" + strings.Repeat("]", 100)
	if n := len(promptValue([]byte(deep))); n > 2*maxIndent*len(deep) {
		t.Errorf("%d bytes are shown as %d", len(deep), n)
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1204: "1,204", 1048576: "1,048,576"} {
		if got := grouped(n); got != want {
			t.Errorf("%d is %q", n, got)
		}
	}
}
