//go:build unix

package tools_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/tools"
)

// What keeps a tool from being started is found before a run, and said the same way in one.
func TestCheck(t *testing.T) {
	dir := t.TempDir()
	script(t, filepath.Join(dir, "folder", "x"), "")
	script(t, filepath.Join(dir, "lost"), "#!/no/such/interpreter -x\n")
	script(t, filepath.Join(dir, "crlf"), "#!/bin/sh\r\necho\r\n")
	script(t, filepath.Join(dir, "text"), "echo hello\n")
	script(t, filepath.Join(dir, "empty"), "")
	script(t, filepath.Join(dir, "noise"), "\x00\x01planlint\x02")
	script(t, filepath.Join(dir, "barred"), "#!"+filepath.Join(dir, "plain")+"\n")
	if err := os.WriteFile(filepath.Join(dir, "plain"), []byte("#!/bin/sh\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	script(t, filepath.Join(dir, "good"), "#! /bin/sh\n")
	script(t, filepath.Join(dir, "bin", "mine"), "#!/bin/sh\n")
	script(t, filepath.Join(dir, "bin", "plain"), "#!/bin/sh\n")
	if err := os.Chmod(filepath.Join(dir, "bin", "plain"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", filepath.Join(dir, "dangling")); err != nil {
		t.Fatal(err)
	}
	path := map[string]string{"PATH": filepath.Join(dir, "bin")}
	for _, test := range []struct {
		name    string
		c       tools.Command
		message string // "" where it can be started
		hint    string
	}{
		{"good", tools.Command{Argv: []string{"./good"}}, "", ""},
		{"good shell", tools.Command{Shell: "true"}, "", ""},
		{"shell that is fed and writes first", tools.Command{Shell: "</dev/null <>./made.txt >/dev/null 2>./said.txt ./good"}, "", ""},
		{"in PATH", tools.Command{Argv: []string{"mine"}}, "", ""},
		{"missing", tools.Command{Argv: []string{"./tools/book", "--all"}}, `the program "./tools/book" is missing`, "install it, or correct its path"},
		{"below a file", tools.Command{Argv: []string{"./good/x"}}, `the program "./good/x" can't be reached: not a directory`, "change the permissions on the way to it"},
		{"dangling link", tools.Command{Argv: []string{"./dangling"}}, `the program "./dangling" is missing`, "install it, or correct its path"},
		{"folder", tools.Command{Argv: []string{"./folder"}}, `the program "./folder" is a folder`, "name a program in it"},
		{"device", tools.Command{Argv: []string{"/dev/null"}}, `the program "/dev/null" is no regular file`, "name a program"},
		{"not executable", tools.Command{Argv: []string{"./bin/plain"}}, `the program "./bin/plain" is not executable`, "make it executable: chmod +x ./bin/plain"},
		{"not executable in PATH", tools.Command{Argv: []string{"plain"}}, `the program "plain" is not executable`, "make it executable: chmod +x plain"},
		{"not in PATH", tools.Command{Argv: []string{"book\x1b"}}, `the program "book\u{1b}" is in no folder of PATH`, "install it, or write its path"},
		{"no interpreter", tools.Command{Argv: []string{"./lost"}}, `the program "./lost" asks for the interpreter "/no/such/interpreter", which is missing`, "install it, or correct the first line of the script"},
		{"CRLF", tools.Command{Argv: []string{"./crlf"}}, `the program "./crlf" asks for the interpreter "/bin/sh\r", which is missing`, "end the lines of the script with LF, not with CRLF"},
		{"text", tools.Command{Argv: []string{"./text"}}, `the program "./text" is neither built for this machine nor a script that begins with #!`, "begin the script with #! and the path of its interpreter"},
		{"empty", tools.Command{Argv: []string{"./empty"}}, `the program "./empty" is neither built for this machine nor a script that begins with #!`, "begin the script with #! and the path of its interpreter"},
		{"noise", tools.Command{Argv: []string{"./noise"}}, `the program "./noise" is neither built for this machine nor a script that begins with #!`, "begin the script with #! and the path of its interpreter"},
		{"interpreter not executable", tools.Command{Argv: []string{"./barred"}}, `the program "./barred" asks for the interpreter "` + dir + `/plain", which is not executable`, "correct the first line of the script"},
		{"built for the machine", tools.Command{Argv: []string{"/bin/sh", "-c", "true"}}, "", ""},
		{"no folder", tools.Command{Argv: []string{"/bin/sh"}, Dir: filepath.Join(dir, "none")}, `the tool's folder "` + dir + `/none" is missing`, "create it, or change the configuration"},
		{"no folder, shell", tools.Command{Shell: "true", Dir: filepath.Join(dir, "good")}, `the tool's folder "` + dir + `/good" is a file`, "name a folder"},
		{"nothing", tools.Command{}, "the tool has no program", "name it under command or shell"},
		{"nothing in a list", tools.Command{Argv: []string{""}}, "the tool has no program", "name it under command or shell"},
		{"both", tools.Command{Argv: []string{"./good"}, Shell: "true"}, "the tool has both a command line and a shell text", "keep one of them"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := test.c
			if c.Dir == "" {
				c.Dir = dir
			}
			c.Getenv = variables(path)
			err := c.Check()
			_, e := call(t, &c, "{}")
			if test.message == "" {
				if err != nil || e != nil {
					t.Errorf("check: %v, call: %v", err, e)
				}
				return
			}
			var ce *tools.CheckError
			if !errors.As(err, &ce) || ce.Message != test.message || ce.Hint != test.hint {
				t.Errorf("got %#v, want %s", err, test.message)
			}
			if e == nil || e.Failure != dryrun.NotStarted || e.Error() != "the tool can't be started: "+test.message {
				t.Errorf("the call failed with %v, want NotStarted and %s", e, test.message)
			}
		})
	}
	c := &tools.Command{Argv: []string{"book"}}
	if err := c.Check(); err == nil || err.Error() != `the program "book" can't be looked for, since there is no PATH` {
		t.Errorf("without PATH: %v", err)
	}
}

// Where a shell's input comes from is not its program.
func TestCheckFed(t *testing.T) {
	dir := t.TempDir()
	for _, text := range []string{"</dev/null ./none", "<<<x ./none", ">out ./none <in", "V=1 <./in ./none"} {
		c := &tools.Command{Shell: text, Dir: dir}
		if err := c.Check(); err == nil || err.Error() != `the program "./none" is missing` {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{"<./none cat", "<>./none true"} {
		c := &tools.Command{Shell: text, Dir: dir}
		if err := c.Check(); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// A program for another machine is found only by starting it.
func TestNoProgram(t *testing.T) {
	dir := t.TempDir()
	script(t, filepath.Join(dir, "foreign"), "\x7fELF of no machine\n")
	c := &tools.Command{Argv: []string{"./foreign"}, Dir: dir}
	if err := c.Check(); err != nil {
		t.Errorf("found too early: %v", err)
	}
	_, e := call(t, c, "{}")
	want := `the tool can't be started: the program "./foreign" is neither built for this machine nor a script that begins with #!`
	if e == nil || e.Failure != dryrun.NotStarted || e.Error() != want {
		t.Errorf("got %v", e)
	}
}

// What is wrong with a program is said with the place that names it.
func TestCheckPlace(t *testing.T) {
	for place, want := range map[string]string{
		"":                  "install it, or correct its path",
		"planlint.yaml:9:3": "install it, or correct its path; it is named at planlint.yaml:9:3",
	} {
		err := (&tools.Command{Argv: []string{"./none"}, Dir: t.TempDir(), Place: place}).Check()
		var fault *tools.CheckError
		if !errors.As(err, &fault) || fault.Advice() != want {
			t.Errorf("%q: got %#v", place, err)
		}
	}
}

// What the kernel refuses to pass is no start either.
func TestNUL(t *testing.T) {
	for name, c := range map[string]*tools.Command{
		"argument": {Argv: []string{"/bin/sh", "a\x00b"}},
		"shell":    {Shell: "true\x00"},
		"variable": {Shell: "true", Env: []string{"V"}, Getenv: variables(map[string]string{"V": "a\x00b"})},
	} {
		if _, e := call(t, c, "{}"); e == nil || e.Failure != dryrun.NotStarted {
			t.Errorf("%s: got %v", name, e)
		}
	}
}

// Everything that is started goes through Start.
func TestStart(t *testing.T) {
	denied := errors.New("denied")
	starts := 0
	for _, c := range []*tools.Command{{Argv: []string{"cat"}}, {Shell: "cat"}} {
		c.Getenv = variables(nil)
		c.Start = func(cmd *exec.Cmd) error {
			starts++
			if cmd.Env == nil || cmd.Stdin == nil || cmd.SysProcAttr == nil || !cmd.SysProcAttr.Setpgid {
				t.Errorf("the process is not ready: %+v", cmd)
			}
			return denied
		}
		_, e := call(t, c, "{}")
		if e == nil || e.Failure != dryrun.NotStarted || !errors.Is(e, denied) {
			t.Errorf("got %v", e)
		}
		c.Start = func(*exec.Cmd) error { return nil }
		if _, e := call(t, c, "{}"); e == nil || e.Failure != dryrun.NotStarted || e.Error() != "the tool can't be started: nothing was started" {
			t.Errorf("got %v", e)
		}
		c.Start = func(cmd *exec.Cmd) error { starts++; return cmd.Start() }
		if got, e := call(t, c, "{}"); e != nil || got != "{}" {
			t.Errorf("got %q, %v", got, e)
		}
	}
	if starts != 4 {
		t.Errorf("of 4 starts %d went through Start", starts)
	}
}
