package cmd

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planlint/planlint/lint/rules"
)

// commands calls visit for every command that people see.
func commands(c *cobra.Command, visit func(c *cobra.Command)) {
	if c.Hidden || c.Name() == "help" {
		return
	}
	visit(c)
	for _, s := range c.Commands() {
		commands(s, visit)
	}
}

// split cuts a command line into words as a shell does, as far as documentation needs it.
func split(line string) []string {
	var words []string
	var word strings.Builder
	quote, open := rune(0), false
	for _, r := range strings.TrimSpace(line) + " " {
		switch {
		case r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote, open = r, true
		case quote == 0 && r == ' ':
			if open || word.Len() > 0 {
				words = append(words, word.String())
			}
			word.Reset()
			open = false
		default:
			word.WriteRune(r)
		}
	}
	return words
}

// calls are the calls of planlint in a line of shell.
func calls(line string) [][]string {
	var list [][]string
	var call []string
	for _, w := range append(split(line), ";") {
		switch w {
		case ";", "|", `\|`, "&&", ">":
			if len(call) > 0 && call[0] == "planlint" {
				list = append(list, call[1:])
			}
			call = nil
		default:
			call = append(call, w)
		}
	}
	return list
}

// checkCall checks that a documented call names a command and flags that exist, with arguments that it takes, and
// returns the command's path.
func checkCall(t *testing.T, words []string) string {
	t.Helper()
	env := docEnv(t, ".", &bytes.Buffer{})
	top := newRoot(&env)
	c, rest, err := top.Find(words)
	if err == nil {
		err = c.ParseFlags(rest)
	}
	if err == nil {
		err = c.ValidateArgs(c.Flags().Args())
	}
	if err != nil || c == top {
		t.Errorf("planlint %s cannot be called: %v", strings.Join(words, " "), err)
		return ""
	}
	return c.CommandPath()
}

func TestHelp(t *testing.T) {
	env := docEnv(t, ".", &bytes.Buffer{})
	commands(newRoot(&env), func(c *cobra.Command) {
		path := c.CommandPath()
		if c.Short == "" || strings.HasSuffix(c.Short, ".") || c.Short[:1] != strings.ToUpper(c.Short[:1]) {
			t.Errorf("%s is described as %q", path, c.Short)
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Usage == "" || strings.HasSuffix(f.Usage, ".") {
				t.Errorf("%s --%s is described as %q", path, f.Name, f.Usage)
			}
		})
		if !c.HasSubCommands() && c.Example == "" {
			t.Errorf("%s has no example", path)
		}
		for line := range strings.Lines(c.Example) {
			if !strings.HasPrefix(line, "  ") {
				t.Errorf("%s: the example %q is not put in by two", path, line)
			}
			line, _, _ = strings.Cut(strings.TrimSpace(line), "   ") // what the call is for
			own := !c.HasParent()
			list := calls(line)
			for _, words := range list {
				own = checkCall(t, words) == path || own
			}
			if len(list) == 0 || !own {
				t.Errorf("%s: the example %q does not call it", path, line)
			}
		}
	})
}

// TestHelpPrints checks that help is data: it goes to standard output, and asking for it is no mistake.
func TestHelpPrints(t *testing.T) {
	env := docEnv(t, ".", &bytes.Buffer{})
	commands(newRoot(&env), func(c *cobra.Command) {
		var out, mistakes bytes.Buffer
		e := docEnv(t, ".", &out)
		e.Stderr = &mistakes
		words := append(strings.Fields(c.CommandPath())[1:], "--help")
		if code := Main(t.Context(), words, e); code != ExitOK || mistakes.Len() > 0 {
			t.Errorf("%s: exit code %d, %s", strings.Join(words, " "), code, mistakes.String())
		}
		if !strings.Contains(out.String(), "Usage:\n") {
			t.Errorf("%s prints %q", strings.Join(words, " "), out.String())
		}
	})
}

// inline is a call of planlint within a sentence or a table.
var inline = regexp.MustCompile("`((?:[^`\n]*\\| )?planlint [^`\n]*)`")

// TestReadmeCalls checks that every call in README.md can be made, and that README.md shows every command.
func TestReadmeCalls(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	for _, m := range inline.FindAllStringSubmatch(string(data), -1) {
		for _, words := range calls(m[1]) {
			if words[0] != "COMMAND" {
				shown[checkCall(t, words)] = true
			}
		}
	}
	for line := range strings.Lines(string(data)) {
		if words, ok := strings.CutPrefix(line, "go run . "); ok {
			var out bytes.Buffer
			if code := Main(t.Context(), split(words), docEnv(t, ".", &out)); code != ExitRefused || out.Len() == 0 {
				t.Errorf("%s: exit code %d, %s", strings.TrimSpace(line), code, out.String())
			}
		}
	}
	env := docEnv(t, ".", &bytes.Buffer{})
	commands(newRoot(&env), func(c *cobra.Command) {
		if c.HasParent() && !c.HasSubCommands() && !shown[c.CommandPath()] {
			t.Errorf("README.md does not show %s", c.CommandPath())
		}
	})
}

// TestExplain checks that every rule has a page, with something in every part of it.
func TestExplain(t *testing.T) {
	parts := []string{"\nWhat is checked\n", "\nWhy\n", "\nBad\n", "\nGood\n", "\nHow to settle it\n"}
	for _, r := range rules.All() {
		var out bytes.Buffer
		if code := Main(t.Context(), []string{"explain", r.ID}, docEnv(t, ".", &out)); code != ExitOK {
			t.Errorf("explain %s: exit code %d, %s", r.ID, code, out.String())
			continue
		}
		page := out.String()
		if !strings.HasPrefix(page, r.ID+": "+r.Title+"\n") {
			t.Errorf("the page of %s starts with %.60q", r.ID, page)
		}
		for i, part := range parts {
			_, rest, ok := strings.Cut(page, part)
			if i+1 < len(parts) {
				rest, _, _ = strings.Cut(rest, parts[i+1])
			}
			if !ok || strings.TrimSpace(rest) == "" || strings.Contains(rest, "\t") {
				t.Errorf("the page of %s has nothing under %q:\n%s", r.ID, strings.TrimSpace(part), page)
			}
		}
		out.Reset()
		if code := Main(t.Context(), []string{"explain", r.ID, "--format", "json"}, docEnv(t, ".", &out)); code != ExitOK || !json.Valid(out.Bytes()) {
			t.Errorf("explain %s --format json: exit code %d, %s", r.ID, code, out.String())
		}
	}
}
