package tools

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/planlint/planlint/contracts/tree"
)

// shell is the program that runs shell texts.
const shell = "/bin/sh"

// CheckError says why a Command can't be started.
type CheckError struct {
	Message string // one clause, lower case
	Hint    string // what to do
	Place   string // where the deployment names the program, for people; "" = that is not known
	Err     error  // the cause; may be nil
}

// Error is the message.
func (e *CheckError) Error() string { return e.Message }

// Unwrap is the cause.
func (e *CheckError) Unwrap() error { return e.Err }

// Advice is the hint, with where the command stands.
func (e *CheckError) Advice() string {
	switch {
	case e.Place == "":
		return e.Hint
	case e.Hint == "":
		return "see " + e.Place
	}
	return e.Hint + "; it is named at " + e.Place
}

// Check reports what would keep the tool from being started, without starting anything: a program that is missing or
// not executable, a file that is none, a script whose interpreter is, a folder that is none. Its error is a *CheckError.
// It can't foresee everything: a program can be built for another machine.
func (c *Command) Check() error {
	err := c.check()
	var fault *CheckError
	if c.Place != "" && errors.As(err, &fault) {
		placed := *fault
		placed.Place = c.Place
		return &placed
	}
	return err
}

func (c *Command) check() error {
	if _, _, err := c.program(); err != nil {
		return err
	}
	if c.Dir != "" {
		if err := c.checkDir(); err != nil {
			return err
		}
	}
	name, path := c.located()
	if err := executable(name, path); err != nil || c.Shell == "" {
		return err
	}
	return c.checkShell()
}

func (c *Command) checkDir() error {
	info, err := os.Stat(c.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &CheckError{Message: "the tool's folder " + named(c.Dir) + " is missing", Hint: "create it, or change the configuration", Err: err}
	case err != nil:
		return &CheckError{Message: "the tool's folder " + named(c.Dir) + " can't be entered: " + plain(err).Error(), Hint: "change its permissions", Err: err}
	case !info.IsDir():
		return &CheckError{Message: "the tool's folder " + named(c.Dir) + " is a file", Hint: "name a folder"}
	}
	return nil
}

// program is the path to start and the argument vector. A path with a slash stays relative to Dir.
func (c *Command) program() (path string, argv []string, err error) {
	switch {
	case len(c.Argv) > 0 && c.Shell != "":
		return "", nil, &CheckError{Message: "the tool has both a command line and a shell text", Hint: "keep one of them"}
	case c.Shell != "":
		return shell, []string{shell, "-c", c.Shell}, nil
	case len(c.Argv) == 0 || c.Argv[0] == "":
		return "", nil, &CheckError{Message: "the tool has no program", Hint: "name it under command or shell"}
	case !bare(c.Argv[0]):
		return c.Argv[0], c.Argv, nil
	}
	if path, err = c.lookUp(c.Argv[0]); err != nil {
		return "", nil, err
	}
	return path, c.Argv, nil
}

// located is the program as it is written and the path that it has for planlint. The program must be one.
func (c *Command) located() (name, path string) {
	path, argv, err := c.program()
	if err != nil {
		return "", ""
	}
	return argv[0], c.below(path)
}

// below is the path of a file that is named relative to Dir. It is not made shorter: links count as they are written.
func (c *Command) below(name string) string {
	if c.Dir == "" || filepath.IsAbs(name) {
		return name
	}
	return c.Dir + string(filepath.Separator) + name
}

// lookUp finds a program in the folders of PATH.
func (c *Command) lookUp(name string) (string, error) {
	path, ok := c.getenv("PATH")
	if !ok || path == "" {
		return "", &CheckError{Message: "the program " + named(name) + " can't be looked for, since there is no PATH", Hint: "write its whole path", Err: fs.ErrNotExist}
	}
	var first error // of what has the name and can't be started
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) {
			continue
		}
		for _, full := range c.spellings(filepath.Join(dir, name)) {
			err := executable(name, full)
			if err == nil {
				return full, nil
			}
			if first == nil && !errors.Is(err, fs.ErrNotExist) {
				first = err
			}
		}
	}
	if first != nil {
		return "", first
	}
	return "", &CheckError{Message: "the program " + named(name) + " is in no folder of PATH", Hint: "install it, or write its path", Err: fs.ErrNotExist}
}

// executable reports why a file can't be started; name is what the deployment calls it.
func executable(name, path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &CheckError{Message: "the program " + named(name) + " is missing", Hint: "install it, or correct its path", Err: fs.ErrNotExist}
	case err != nil:
		return &CheckError{Message: "the program " + named(name) + " can't be reached: " + plain(err).Error(), Hint: "change the permissions on the way to it", Err: err}
	case info.IsDir():
		return &CheckError{Message: "the program " + named(name) + " is a folder", Hint: "name a program in it"}
	case !info.Mode().IsRegular():
		return &CheckError{Message: "the program " + named(name) + " is no regular file", Hint: "name a program"}
	}
	return startable(name, path)
}

// explain says what an error of the system means that kept the program from being started; any other is left alone.
func (c *Command) explain(err error) error {
	var at *fs.PathError
	if !errors.As(err, &at) {
		return err
	}
	if check := c.Check(); check != nil {
		return check
	}
	if errors.Is(at.Err, syscall.ENOEXEC) {
		name, _ := c.located()
		return noProgram(name, at.Err)
	}
	return at.Err
}

// noProgram is the error of a file that the system does not know how to start.
func noProgram(name string, err error) *CheckError {
	return &CheckError{Message: "the program " + named(name) + " is neither built for this machine nor a script that begins with #!", Hint: "begin the script with #! and the path of its interpreter", Err: err}
}

// named is a name for a message: whole, and with nothing in it that hides.
func named(s string) string { return `"` + tree.Visible(s) + `"` }
