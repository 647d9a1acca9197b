package cmd

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/dryrun/store"
	"github.com/planlint/planlint/lint/config"
)

// Env is all that a command knows of the process it runs in. Main reads nothing else: no os.Args, no os.Stdout, no
// clock.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(string) string
	Now            func() time.Time
	Dir            string // the working directory, absolute
	NoDir          error  // why the working directory can't be told: then no command does anything; nil = Dir is it
	Version        string // "" = ask the build information
	StdoutTerminal bool
	StderrTerminal bool
	Width          int // of the terminal in columns; 0 = unknown

	// Lookup is the environment that tools may get variables from; nil is Getenv's, without those that are empty.
	Lookup func(string) (string, bool)
	// Start starts the process of a tool; nil is (*exec.Cmd).Start. A function that refuses proves that none is started.
	Start func(*exec.Cmd) error
	// Force is closed when somebody interrupts a second time: running tools are then ended and not waited for. Nil is
	// never.
	Force <-chan struct{}
	// Store opens the store of a configuration; nil opens what the configuration names. A function that refuses proves
	// that none is opened.
	Store func(context.Context, config.Store) (store.Store, error)
	// Point is called between what is recorded and what is done, with the name of the moment; nil is not.
	Point func(string)
	// User is the login of whoever runs planlint; nil or "" = it can't be told.
	User func() string

	// Terminal opens the device that a person sits at, to ask there; the caller closes it. Nil, or an error, means that
	// there is none.
	Terminal func() (Terminal, error)
}

// placed is an error where there is no working directory: every path and every configuration would be another one than
// the caller means.
func (e *Env) placed() error {
	switch {
	case e.NoDir == nil:
		return nil
	case errors.Is(e.NoDir, fs.ErrNotExist):
		return usage("change to a folder that exists", "the working directory is gone: somebody removed it")
	}
	return usage("change to another folder", "the working directory can't be told: %s", reason(e.NoDir))
}

// colour decides whether a stream gets colours: the flag, else NO_COLOR, CLICOLOR_FORCE and TERM=dumb, else whether
// the stream is a terminal.
func (e *Env) colour(flag string, terminal bool) bool {
	switch {
	case flag == "always":
		return true
	case flag == "never", e.Getenv("NO_COLOR") != "":
		return false
	case e.Getenv("CLICOLOR_FORCE") != "" && e.Getenv("CLICOLOR_FORCE") != "0":
		return true
	}
	return terminal && e.Getenv("TERM") != "dumb"
}

// lookup is a variable that a tool may get.
func (e *Env) lookup(name string) (string, bool) {
	if e.Lookup != nil {
		return e.Lookup(name)
	}
	v := e.Getenv(name)
	return v, v != ""
}

// abs is a path that is relative to the working directory, or absolute.
func (e *Env) abs(path string) string {
	if path == "" || filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(e.Dir, path)
}

// login is who runs planlint, or "".
func (e *Env) login() string {
	if e.User == nil {
		return ""
	}
	return e.User()
}

// terminal opens the device that a person sits at.
func (e *Env) terminal() (Terminal, error) {
	if e.Terminal == nil {
		return nil, dryrun.ErrNobody
	}
	return e.Terminal()
}
