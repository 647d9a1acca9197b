//go:build unix

package tools_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"

	"github.com/planlint/planlint/dryrun/tools"
)

// folder is a deployment's folder with a program and files that it reads.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	script(t, filepath.Join(dir, "tools", "book"), "#!/bin/sh\n")
	script(t, filepath.Join(dir, "tools", "rules.json"), "{}\n")
	script(t, filepath.Join(dir, "bin", "mine"), "#!/bin/sh\n")
	return dir
}

func digest(t *testing.T, c tools.Command) string {
	t.Helper()
	d, err := c.Digest()
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^sha256:[0-9a-f]{64}$`).MatchString(d) {
		t.Fatalf("the digest %q has another form", d)
	}
	return d
}

// The form of digests that were kept does not change.
func TestDigestVectors(t *testing.T) {
	dir := folder(t)
	for want, c := range map[string]tools.Command{
		"sha256:3bcf56b4ca458df5f0cd0d22150eb82bb8fb1bf677c030dcd1825f44fbc04b38": {Argv: []string{"./tools/book", "--all", "a b"}, Env: []string{"PATH", "HOME"}},
		"sha256:01019bc9b58c9e1ad74d8b057896535c7f7657584300b74255def3f055e1dda7": {Shell: `curl -sS -d @- "$BOOKING_URL"`, Env: []string{"BOOKING_URL"}},
	} {
		c.Dir = dir
		if got := digest(t, c); got != want {
			t.Errorf("%v: got %s, want %s", &c, got, want)
		}
	}
}

func TestDigest(t *testing.T) {
	dir := folder(t)
	path := variables(map[string]string{"PATH": filepath.Join(dir, "bin"), "V": "value"})
	base := tools.Command{Argv: []string{"./tools/book", "--rules=tools/rules.json", "tools", "none"}, Dir: dir, Env: []string{"B", "A"}, Getenv: path}
	was := digest(t, base)

	for name, change := range map[string]func(c *tools.Command){
		"order of Env":   func(c *tools.Command) { c.Env = []string{"A", "B", "A"} },
		"another folder": func(c *tools.Command) { c.Dir = folder(t) },
		"limits":         func(c *tools.Command) { c.Timeout, c.MaxOutput, c.Grace = 1, 2, 3 },
		"values":         func(c *tools.Command) { c.Getenv = nil },
	} {
		c := base
		if change(&c); digest(t, c) != was {
			t.Errorf("%s changes the digest", name)
		}
	}
	seen := map[string]string{was: "the command"}
	for name, change := range map[string]func(c *tools.Command){
		"argument added":    func(c *tools.Command) { c.Argv = append(c.Argv[:4:4], "") },
		"argument split":    func(c *tools.Command) { c.Argv = []string{c.Argv[0], "--rules=tools/rules.json", "tools none"} },
		"letters composed":  func(c *tools.Command) { c.Argv = append(c.Argv[:3:3], "é") },
		"letters apart":     func(c *tools.Command) { c.Argv = append(c.Argv[:3:3], "e\u0301") },
		"an invalid byte":   func(c *tools.Command) { c.Argv = append(c.Argv[:3:3], "\xff") },
		"another one":       func(c *tools.Command) { c.Argv = append(c.Argv[:3:3], "\ufffd") },
		"variable added":    func(c *tools.Command) { c.Env = append(c.Env[:2:2], "C") },
		"variable removed":  func(c *tools.Command) { c.Env = nil },
		"a program of PATH": func(c *tools.Command) { c.Argv = append([]string{"mine"}, c.Argv[1:]...) },
		"shell":             func(c *tools.Command) { c.Argv, c.Shell = nil, "./tools/book --rules=tools/rules.json tools none" },
		"lines in a text":   func(c *tools.Command) { c.Argv, c.Shell = nil, "true\nenv \"A\"" },
		"program changed": func(c *tools.Command) {
			c.Dir = folder(t)
			script(t, filepath.Join(c.Dir, "tools", "book"), "#!/bin/sh\nrm -rf /\n")
		},
		"file changed": func(c *tools.Command) {
			c.Dir = folder(t)
			script(t, filepath.Join(c.Dir, "tools", "rules.json"), "{} \n")
		},
		"file gone": func(c *tools.Command) {
			c.Dir = folder(t)
			os.Remove(filepath.Join(c.Dir, "tools", "rules.json"))
		},
		"file empty": func(c *tools.Command) {
			c.Dir = folder(t)
			script(t, filepath.Join(c.Dir, "tools", "rules.json"), "")
		},
		"file appeared": func(c *tools.Command) {
			c.Dir = folder(t)
			script(t, filepath.Join(c.Dir, "none"), "{}\n")
		},
	} {
		c := base
		change(&c)
		d := digest(t, c)
		if other, ok := seen[d]; ok {
			t.Errorf("%s and %s have one digest", name, other)
		}
		seen[d] = name
	}
}

// The words of a shell text stand for files as well.
func TestDigestOfShell(t *testing.T) {
	for _, text := range []string{"./tools/book", `cat|"./tools/book";`, "x=$(tools/book)", "true && tools/book -x", "{ tools/book; }", "<tools/book cat", "tools/book\n"} {
		c := tools.Command{Shell: text, Dir: folder(t)}
		was := digest(t, c)
		script(t, filepath.Join(c.Dir, "tools", "rules.json"), "changed")
		if digest(t, c) != was {
			t.Errorf("%s: a file that is not named changes the digest", text)
		}
		script(t, filepath.Join(c.Dir, "tools", "book"), "changed")
		if digest(t, c) == was {
			t.Errorf("%s: a changed script keeps the digest", text)
		}
	}
}

func TestDigestErrors(t *testing.T) {
	dir := folder(t)
	if err := syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		argv    []string
		message string
	}{
		{nil, "the tool has no program"},
		{[]string{"./none"}, `the program "./none" is missing`},
		{[]string{"./tools"}, `the program "./tools" is a folder`},
		{[]string{"./fifo"}, `the program "./fifo" is no regular file`},
		{[]string{"none"}, `the program "none" can't be looked for, since there is no PATH`},
	} {
		c := &tools.Command{Argv: test.argv, Dir: dir}
		d, err := c.Digest()
		var ce *tools.CheckError
		if !errors.As(err, &ce) || ce.Message != test.message || d != "" {
			t.Errorf("%q: got %q, %v", test.argv, d, err)
		}
	}
	// Arguments that can't be files, or are none to be read, are just arguments.
	long := make([]byte, 5000)
	for i := range long {
		long[i] = 'x'
	}
	for _, arg := range []string{string(long), "tools/book/x", "fifo", "/dev/zero", "", "=", "a\x00b", "/"} {
		digest(t, tools.Command{Argv: []string{"./tools/book", arg}, Dir: dir})
	}
	if os.Getuid() == 0 {
		return // who may read everything
	}
	if err := os.Chmod(filepath.Join(dir, "tools", "rules.json"), 0); err != nil {
		t.Fatal(err)
	}
	c := &tools.Command{Argv: []string{"./tools/book", "tools/rules.json"}, Dir: dir}
	if d, err := c.Digest(); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("of a file that can't be read: %q, %v", d, err)
	}
}
