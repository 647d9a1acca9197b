// Command planlint proves an agent's plan against the tools, permissions and contracts it will meet, before any of it
// runs.
package main

import (
	"context"
	"os"
	"os/signal"
	"os/user"
	"runtime/debug"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/term"

	"github.com/planlint/planlint/cmd"
)

// version is set by the release build; a build from source asks the build information.
var version = ""

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200) // a check allocates a lot for a short while
	}
	ctx, force := interrupts()
	dir, err := os.Getwd()
	width, _, _ := term.GetSize(int(os.Stdout.Fd()))
	code := cmd.Main(ctx, os.Args[1:], cmd.Env{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Getenv: os.Getenv, Now: time.Now, Dir: dir, NoDir: err, Version: version,
		StdoutTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		StderrTerminal: term.IsTerminal(int(os.Stderr.Fd())),
		Width:          width,
		Terminal:       cmd.OpenTerminal, User: login, Lookup: os.LookupEnv, Force: force,
	})
	os.Exit(code)
}

// interrupts hands the signals that end things to cmd. A pipe whose reader has gone ends nothing: writing to it is an
// error, and a run goes on to its end on the record. The signal is caught and not ignored, since tools would inherit that.
// nohup is respected.
func interrupts() (ctx context.Context, force <-chan struct{}) {
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(signals, syscall.SIGHUP)
	}
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	return cmd.Interrupts(signals, func() { signal.Reset(os.Interrupt, syscall.SIGTERM) })
}

// login is the name of whoever runs planlint, or the number where there is no name, as in many containers; "" where
// neither can be told.
func login() string {
	if u, err := user.Current(); err == nil && u.Username != "" {
		return u.Username
	}
	if uid := os.Getuid(); uid >= 0 {
		return "uid " + strconv.Itoa(uid)
	}
	return ""
}
