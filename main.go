// Command planlint proves an agent's plan against the tools, permissions and contracts it will meet, before any of it
// runs.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
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
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the process where it stands
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	width, _, _ := term.GetSize(int(os.Stdout.Fd()))
	code := cmd.Main(ctx, os.Args[1:], cmd.Env{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Getenv: os.Getenv, Now: time.Now, Dir: dir, Version: version,
		StdoutTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		StderrTerminal: term.IsTerminal(int(os.Stderr.Fd())),
		Width:          width,
	})
	stop()
	os.Exit(code)
}
