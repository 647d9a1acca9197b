//go:build unix

package tools_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
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
	id, err := c.Identify()
	if err != nil {
		t.Fatal(err)
	}
	d := id.Digest
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

// The words of a shell text stand for files as well, and so do those of a text that a shell gets as an argument.
func TestDigestOfShell(t *testing.T) {
	var commands []tools.Command
	for _, text := range []string{"./tools/book", `cat|"./tools/book";`, "x=$(tools/book)", "true && tools/book -x", "{ tools/book; }", "<tools/book cat",
		"tools/book\n", "cd tools && ./book", "cd -P -- ./tools; ./book x", "mkdir -p out; (cd 'tools'\nbook)", "if true; then cd tools; fi; . ./book",
		"cd bin; cd ../tools; ./book", "cd none || cd tools && ./book", `"$PWD/tools/book"`, "${PWD}/tools/book", "./to\\ols/book", "./too\\\nls/book",
		"env -C tools ./book", "env --chdir=tools X=1 ./book", "make -Ctools -fbook", "curl -d @tools/book example.com", "x=`cat tools/book`",
		"sh <<E\ncd tools\n./book\nE\n", `eval 'cd tools; sh -c "./book \$X"'`, `${X:-./tools/book} y`, `"${X-tools/book}"`,
		"case x in x) tools/book;; esac", `echo "$(case x in x) ./tools/book; esac)"`, "cat ''tools/'book'", "echo it's; tools/book", "> tools/book; tools/book"} {
		commands = append(commands, tools.Command{Shell: text})
		if text != "> tools/book; tools/book" { // which an argument of a program that is no shell may read otherwise
			commands = append(commands, tools.Command{Argv: []string{"/bin/sh", "-c", text, "name"}})
		}
	}
	commands = append(commands, tools.Command{Argv: []string{"/bin/sh", "-c", "cd tools; ./book \"$@\"", "x"}},
		tools.Command{Argv: []string{"/usr/bin/env", "-C", "tools", "./book"}},
		tools.Command{Argv: []string{"/usr/bin/env", "X=tools/book"}},
		tools.Command{Argv: []string{"/usr/bin/env", "--", `{"read": ["x", "tools/book"]}`}},
		tools.Command{Argv: []string{"/usr/bin/env", "python3", "-c", `exec(open("tools/book","r").read())`}})
	for _, c := range commands {
		c.Dir = folder(t)
		was := digest(t, c)
		script(t, filepath.Join(c.Dir, "tools", "rules.json"), "changed")
		if digest(t, c) != was {
			t.Errorf("%v: a file that is not named changes the digest", &c)
		}
		script(t, filepath.Join(c.Dir, "tools", "book"), "changed")
		if digest(t, c) == was {
			t.Errorf("%v: a changed script keeps the digest", &c)
		}
	}
}

// A path may have blanks.
func TestDigestOfBlanks(t *testing.T) {
	for _, text := range []string{`"./my tools/go.sh"`, `./my\ tools/go.sh`, "'./my tools'/go.sh", `cd "my tools" && ./go.sh`, `sh -c './my\ tools/go.sh'`,
		`F="my tools/go.sh"; sh "$F"`, `sh --init="my tools/go.sh"`, `python3 -c 'exec(open("my tools/go.sh","r").read())'`} {
		for _, c := range []tools.Command{{Shell: text}, {Argv: []string{"/bin/sh", "-c", text}}} {
			c.Dir = t.TempDir()
			script(t, filepath.Join(c.Dir, "my tools", "go.sh"), "one")
			was := digest(t, c)
			script(t, filepath.Join(c.Dir, "my tools", "go.sh"), "two")
			if digest(t, c) == was {
				t.Errorf("%v: a changed script keeps the digest", &c)
			}
		}
	}
}

// What a text only writes to changes with each call, and decides nothing.
func TestDigestOfOutput(t *testing.T) {
	for _, text := range []string{"tools/book >>log", "tools/book 2>&1 >|log", `tools/book > "log"`, "sh -c 'tools/book >log'", "tools/book &>log"} {
		c := tools.Command{Shell: text, Dir: folder(t)}
		was := digest(t, c)
		script(t, filepath.Join(c.Dir, "log"), "x")
		if digest(t, c) != was {
			t.Errorf("%s: the log changes the digest", text)
		}
	}
	c := tools.Command{Shell: "cat <>log >>log; cat log", Dir: folder(t)}
	was := digest(t, c)
	script(t, filepath.Join(c.Dir, "log"), "x")
	if digest(t, c) == was {
		t.Errorf("%s: what is read does not change the digest", c.Shell)
	}
}

// Whoever decides is told which files the digest covers.
func TestIdentifiedFiles(t *testing.T) {
	dir := folder(t)
	for _, test := range []struct {
		c    tools.Command
		want []string
	}{
		{tools.Command{Shell: "true"}, nil},
		{tools.Command{Shell: "cd tools && ./book <rules.json"}, []string{"tools/./book", "tools/rules.json"}},
		{tools.Command{Argv: []string{"./tools/book", "--rules=tools/rules.json", "tools"}}, []string{"./tools/book", "tools/rules.json"}},
		{tools.Command{Argv: []string{"mine"}}, []string{"mine"}},
	} {
		test.c.Dir, test.c.Getenv = dir, variables(map[string]string{"PATH": filepath.Join(dir, "bin")})
		id, err := test.c.Identify()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range id.Files {
			got = append(got, f.Name)
			if f.Name == "tools/rules.json" && f.Digest != "sha256:ca3d163bab055381827226140568f3bef7eaac187cebd76878e0b63e9e442356" {
				t.Errorf("the digest of %s is %s", f.Name, f.Digest)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%v: %q, want %q", &test.c, got, test.want)
		}
	}
}

// Texts that lead from folder to folder, or stand one in the other, are followed only so far.
func TestDigestOfMuch(t *testing.T) {
	dir := t.TempDir()
	deep := dir
	for range 40 {
		deep = filepath.Join(deep, "d")
	}
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	nested := strings.Repeat("$(", 2000) + strings.Repeat("`", 2000) + strings.Repeat(`"$(`, 2000)
	for _, text := range []string{strings.Repeat("cd d; ./x\n", 2000), nested, strings.Repeat("<<E ", 2000) + "\nE\n"} {
		digest(t, tools.Command{Shell: text, Dir: dir})
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
		id, err := c.Identify()
		var ce *tools.CheckError
		if !errors.As(err, &ce) || ce.Message != test.message || id.Digest != "" {
			t.Errorf("%q: got %v, %v", test.argv, id, err)
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
	if d, err := c.Identify(); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("of a file that can't be read: %v, %v", d, err)
	}
}
