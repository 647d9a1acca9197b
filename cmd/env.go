package cmd

import (
	"io"
	"time"
)

// Env is all that a command knows of the process it runs in. Main reads nothing else: no os.Args, no os.Stdout, no
// clock.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(string) string
	Now            func() time.Time
	Dir            string // the working directory, absolute
	Version        string // "" = ask the build information
	StdoutTerminal bool
	StderrTerminal bool
	Width          int // of the terminal in columns; 0 = unknown
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
