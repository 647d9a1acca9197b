package tools_test

import (
	"os/exec"
	"strings"
	"testing"
	"unicode"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun/tools"
)

func TestCommandString(t *testing.T) {
	for _, test := range []struct {
		c    tools.Command
		want string
	}{
		{tools.Command{Argv: []string{"./tools/search", "--all", "-n", "3", "a=b"}}, "./tools/search --all -n 3 a=b"},
		{tools.Command{Argv: []string{"cat", "", "a b", "$HOME", "it's", "~", "*", "é"}}, `cat '' 'a b' '$HOME' 'it'\''s' '~' '*' 'é'`},
		{tools.Command{Argv: []string{"A=b", "a\\b"}}, `'A=b' 'a\b'`},
		{tools.Command{Argv: []string{"x", "a\nb", "\x1b[2J", "\u202e", "it's\\n\t", "\xff", "\U000e0041"}},
			`x $'a\nb' $'\u001b[2J' $'\u202e' $'it\'s\\n\t' $'\xff' $'\U000e0041'`},
		{tools.Command{Shell: `curl -d @- "$BOOKING_URL"`}, `/bin/sh -c 'curl -d @- "$BOOKING_URL"'`},
		{tools.Command{Shell: "a\nb"}, `/bin/sh -c $'a\nb'`},
		{tools.Command{}, ""},
	} {
		if got := test.c.String(); got != test.want {
			t.Errorf("%q%s: got %s, want %s", test.c.Argv, test.c.Shell, got, test.want)
		}
	}
}

// A shell that is given the line gets the arguments.
func TestCommandStringInShell(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	argv := []string{"printf", `%s\0`, "", "a b", "$HOME `id` $(id)", "it's", "~", "*", "a=b", "!x", "#", "{a,b}", "a\nb\tc\r", "\x1b[2J\x07\x7f",
		`\`, `\n`, `\\`, "it's\\n\n", "\u202e", "e\u0301", "\u200bx", "\U000e0041", "é€😀", "-n", "\xff\xfe\xffa", "a\u0301\u0301\u0301\u0301\u03011"}
	c := exec.Command(bash, "-c", (&tools.Command{Argv: argv}).String())
	c.Env = []string{"LC_ALL=C.UTF-8"}
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	for i, want := range argv[2:] {
		if i >= len(got) || got[i] != want {
			t.Fatalf("argument %d: got %q, want %q", i, got[min(i, len(got)-1)], want)
		}
	}
}

// Nothing in a command line hides, whatever it is, and two command lines never look the same.
func FuzzCommandString(f *testing.F) {
	f.Add("a\nb", `a\nb`)
	f.Add("\u202e", `\u202e`)
	f.Add("\x1b", `\u{1b}`)
	f.Add("a' 'b", "a b")
	f.Add("'", `\'`)
	f.Fuzz(func(t *testing.T, a, b string) {
		one, two := &tools.Command{Argv: []string{"x", a}}, &tools.Command{Argv: []string{"x", b}}
		for _, s := range []string{one.String(), two.String()} {
			if tree.Visible(s) != s || strings.ContainsFunc(s, unicode.IsControl) {
				t.Errorf("%q shows something else than it is", s)
			}
		}
		if a != b && one.String() == two.String() {
			t.Errorf("%q and %q both look like %s", a, b, one)
		}
		if split := (&tools.Command{Argv: []string{"x", a, b}}); split.String() == one.String() {
			t.Errorf("%q with and without %q look like %s", a, b, one)
		}
	})
}
