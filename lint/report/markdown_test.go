package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/planlint/planlint/lint"
)

func TestInline(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", ""},
		{`argument "seats" of book_flight is 2.5, not an integer`, `argument "seats" of book_flight is 2.5, not an integer`},
		{"a: b", "a: b"},
		{"_x_ y_z_", "&#95;x&#95; y_z&#95;"},
		{"a|b <i> *c* {d}", "a&#124;b &#60;i&#62; &#42;c&#42; &#123;d&#125;"},
		{"ask @team", "<code>ask &#64;team</code>"},
		{"#12", "<code>&#35;12</code>"},
		{"https://x.org/y", "<code>https&#58;&#47;&#47;x&#46;org&#47;y</code>"},
		{"see WWW.x.org", "<code>see WWW&#46;x&#46;org</code>"},
		{":tada:", "<code>&#58;tada&#58;</code>"},
		{"gh-12", "<code>gh&#45;12</code>"},
		{"[a](b)", "<code>&#91;a&#93;&#40;b&#41;</code>"},
		{"`</code>@x", "<code>&#96;&#60;&#47;code&#62;&#64;x</code>"},
		{"a\n\n# b", `<code>a&#92;n&#92;n&#35; b</code>`},
		{"数 \u202e", "<code>数 &#92;u&#123;202e&#125;</code>"},
	} {
		if got := string(appendInline(nil, tt.text)); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.text, got, tt.want)
		}
	}
}

// A page that would be too large for its host says what it leaves out, keeps below the limit, and stays whole.
func TestPageIsCut(t *testing.T) {
	r := recording{name: "large"}
	for _, name := range []string{"a.yaml", "b.yaml", "c.yaml"} {
		s := newSource(name, strings.Repeat("«x»\n", 5000))
		f := s.file()
		for i := range s.spans {
			d := fault(s.at(i), lint.Related{Place: s.at(0), Message: "there"})
			d.Message = strings.Repeat("@", i%90)
			f.Findings = append(f.Findings, d)
		}
		r.files = append(r.files, f)
		r.summary.Errors += len(s.spans)
	}
	for range 30_000 {
		r.summary.NotChecked = append(r.summary.NotChecked, lint.NotChecked{What: "x", Why: strings.Repeat("y", len(r.summary.NotChecked)%50)})
	}
	r.summary.Files = 3
	r.summary.Failure = &lint.Failure{Message: strings.Repeat("@", 1<<20), Exit: 2}
	for verbose, limit := range map[bool]int{false: maxComment, true: maxJobSummary} {
		r.options.Verbose = verbose
		var b bytes.Buffer
		if err := write(&b, "markdown", r); err != nil {
			t.Fatal(err)
		}
		if b.Len() > limit || b.Len() < limit-2*pageHead {
			t.Errorf("%d bytes, and %d may be", b.Len(), limit)
		}
		if err := checkMarkdown(b.Bytes(), r); err != nil {
			t.Error(err)
		}
		shown := strings.Count(b.String(), "| error | wrong-type |")
		want := "Not all of it fits here. Left out: " + string(appendCount(nil, 15_000-shown, "more finding"))
		if shown == 0 || !strings.Contains(b.String(), want) {
			t.Errorf("%d findings are shown, and it does not say %q", shown, want)
		}
	}
}
