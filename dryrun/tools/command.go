package tools

import (
	"context"
	"fmt"
	"os/exec"
	"time"

	"github.com/planlint/planlint/dryrun"
)

// The defaults of a Command.
const (
	DefaultGrace     = 5 * time.Second
	DefaultMaxOutput = 1 << 20 // bytes
)

// Command is a tool that is a program: a dryrun.Tool whose every call is one process.
//
// The process gets the arguments on standard input, answers on standard output, and succeeds by exiting with 0. It runs
// in a process group of its own, so that an interrupt typed at the terminal reaches planlint alone. When the time is up,
// or the context ends, the group is interrupted (SIGINT), and killed (SIGKILL) where the first process has not ended
// within Grace. A tool that exits with 0 after the interrupt has succeeded: its effect landed.
//
// When the first process has ended, however it did, whatever else is in the group has a second to close the output, and
// is then killed: a call leaves nothing behind. What a tool is meant to leave running must leave the group (setsid), and
// such a process can't hold a call up either. A program that the kernel does not let planlint signal, because it belongs
// to somebody else (sudo), is waited for.
//
// When planlint itself is killed, the tool is not: an effect that has begun rather ends than stops halfway. It finds its
// output closed then, as any program does whose reader has gone.
//
// On Windows the group is a job object: an interrupt is CTRL+BREAK, and what the program starts in its very first moment
// may escape the job.
//
// A Command is not changed by its methods, and is safe for concurrent use as long as nobody else changes it.
type Command struct {
	// Argv is the program and its arguments, which reach it as they are. A program without a slash is looked for in the
	// folders of PATH as Getenv knows it, whether the tool gets PATH or not; folders that are not absolute are passed
	// over. One with a slash is relative to Dir. Exactly one of Argv and Shell must be set.
	Argv []string
	// Shell is a text that /bin/sh -c runs, as it is.
	Shell string
	// Dir is the working directory of the tool: the folder of the configuration. "" is planlint's own.
	Dir string
	// Place is where the deployment names the program, for people; "" where that is not known.
	Place string
	// Env are the names of the variables that pass, if they are set. Names that begin with PLANLINT_ never do: planlint
	// sets PLANLINT_RUN_ID, PLANLINT_STEP_ID, PLANLINT_TENANT and, where the call has a key, PLANLINT_IDEMPOTENCY_KEY.
	Env []string
	// Bare says that the process is called for no step of a run: planlint sets none of its variables.
	Bare bool
	// Whole keeps an answer as it came, the newline at its end included.
	Whole bool
	// Getenv is the environment that variables pass from; nil is an empty one.
	Getenv func(name string) (value string, ok bool)
	// Timeout is how long the process may take before it is interrupted; 0 is for ever.
	Timeout time.Duration
	// Grace is how long it may take to end after an interrupt before it is killed; 0 is DefaultGrace, and with less than
	// 0 it is killed at once.
	Grace time.Duration
	// MaxOutput is how many bytes the answer may have, newline included; 0 is DefaultMaxOutput. A tool is not ended for
	// a longer one, since it may be acting: what is over the cap is read and dropped.
	MaxOutput int64
	// Harmless says that the process does nothing but answer, so that one whose answer is too long is ended like one whose
	// time is up.
	Harmless bool
	// Stderr, if set, is given what the tool says on standard error while it runs, line by line without the newline,
	// each once and in order. A line of more than 8 KiB comes in pieces. The bytes are as they came, so they must be
	// escaped, and are good only until it returns; the tool waits for it. Calls of other steps call it concurrently.
	Stderr func(stepID string, line []byte)
	// Start starts a process that is ready to be started; nil is (*exec.Cmd).Start. A function that only returns an
	// error proves that nothing is ever started.
	Start func(*exec.Cmd) error
}

var _ dryrun.Tool = (*Command)(nil)

// Call starts the program and waits for its end. Its error is a *dryrun.CallError; a context that ended before the
// process was started makes it NotStarted, since the effect certainly did not happen.
func (c *Command) Call(ctx context.Context, call *dryrun.Call) (dryrun.Output, error) {
	if err := ctx.Err(); err != nil {
		return dryrun.Output{}, notStarted("the run was interrupted before the tool was started", err)
	}
	answer := &capture{max: c.MaxOutput}
	if answer.max <= 0 {
		answer.max = DefaultMaxOutput
	}
	if c.Harmless {
		answer.over = make(chan struct{})
	}
	said := &stderr{}
	if c.Stderr != nil {
		said.line = func(line []byte) { c.Stderr(call.StepID, line) }
	}
	p, err := c.start(call, answer, said)
	if err != nil {
		return dryrun.Output{}, err
	}
	grace := c.Grace
	if grace == 0 {
		grace = DefaultGrace
	}
	e := p.wait(ctx, c.Timeout, grace)
	said.flush()
	cut := c.Harmless && answer.long && e.cause != dryrun.Interrupted // then how it ended tells nothing
	if err := e.failure(ctx, c.Timeout); err != nil && !cut {
		err.Stderr, err.Output = said.tail.String(), answer.text(c.Whole)
		return dryrun.Output{}, err
	}
	if err := answer.failure(p.out.err); err != nil {
		err.Stderr, err.Output = said.tail.String(), answer.text(c.Whole)
		return dryrun.Output{}, err
	}
	return dryrun.Output{Text: answer.text(c.Whole)}, nil
}

// start starts the process of a call. Its error is a *dryrun.CallError, and nothing runs then.
func (c *Command) start(call *dryrun.Call, answer *capture, said *stderr) (*process, error) {
	path, argv, err := c.program()
	if err != nil {
		return nil, notStarted("the tool can't be started", err)
	}
	in, err := newInput(call.Arguments)
	if err != nil {
		return nil, notStarted("the tool's input can't be written", plain(err))
	}
	cmd := &exec.Cmd{Path: path, Args: argv, Dir: c.Dir, Env: c.environ(call), Stdin: in.file}
	begin := c.Start
	if begin == nil {
		begin = (*exec.Cmd).Start
	}
	p, err := newProcess(cmd, begin, answer, said)
	if err != nil {
		in.remove()
		return nil, notStarted("the tool can't be started", c.explain(err))
	}
	p.in = in
	return p, nil
}

func notStarted(message string, err error) *dryrun.CallError {
	return &dryrun.CallError{Failure: dryrun.NotStarted, Message: message, Err: err}
}

// failure is how the process failed, nil where it ended well.
func (e *end) failure(ctx context.Context, timeout time.Duration) *dryrun.CallError {
	how := "interrupted"
	if e.killed {
		how = "killed"
	}
	switch {
	case e.state != nil && e.state.Success():
		return nil
	case e.cause == dryrun.TimedOut:
		return &dryrun.CallError{Failure: e.cause, Message: fmt.Sprintf("the tool did not end within %v and was %s", timeout, how)}
	case e.cause == dryrun.Interrupted:
		return &dryrun.CallError{Failure: e.cause, Message: "the tool was " + how + " because the run was", Err: ctx.Err()}
	case e.state == nil: // somebody else took the exit status: whether the effect happened is as open as after a kill
		return &dryrun.CallError{Failure: dryrun.Signalled, Message: "how the tool ended can't be told", Err: e.err}
	}
	if name := signalled(e.state); name != "" {
		return &dryrun.CallError{Failure: dryrun.Signalled, Message: "the tool was ended by the signal " + name}
	}
	return &dryrun.CallError{Failure: dryrun.Exited, Code: e.state.ExitCode(), Message: fmt.Sprintf("the tool exited with %d", e.state.ExitCode())}
}
