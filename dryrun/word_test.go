package dryrun_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
)

func TestWord(t *testing.T) {
	for text, want := range map[string]string{
		"run_1":              "run_1",
		"a/b.yaml":           "a/b.yaml",
		"2026-01-10":         "2026-01-10",
		"":                   "''",
		"-x":                 "'-x'",
		"two words":          "'two words'",
		"$(id)":              "'$(id)'",
		"it's":               `'it'\''s'`,
		"a\nb":               `'a\nb'`,
		"~":                  "'~'",
		"é":                  "'é'",
		"a\u202eb":           `'a\u{202e}b'`,
		"`x`;y&z|w>v<u*?[1]": "'`x`;y&z|w>v<u*?[1]'",
	} {
		if got := dryrun.Word(text); got != want {
			t.Errorf("Word(%q) is %s, want %s", text, got, want)
		}
	}
}

// FuzzWord asks a shell what it takes the word for: one word, which is the text as people see it.
func FuzzWord(f *testing.F) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		f.Skip("there is no shell")
	}
	for _, text := range []string{"run_1", "it's", "$(id) `id` ~ !x", "-n", "", "\\", "a\x00b", "\u202e"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		out, err := exec.Command(shell, "-c", "printf '%s.' "+dryrun.Word(text)).Output()
		if got := strings.TrimSuffix(string(out), "."); err != nil || got != tree.Visible(text) {
			t.Errorf("the shell takes %s for %q, %v", dryrun.Word(text), got, err)
		}
	})
}
