package tools

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"time"

	"github.com/planlint/planlint/dryrun"
)

// settle is how long the output may stay open after the first process of a group has ended: pipelines whose last member
// prints what the others left need a moment.
const settle = time.Second

// process is a call's process that was started.
type process struct {
	cmd    *exec.Cmd
	group  group
	in     *input
	over   chan struct{} // closed when the answer is too long for it to go on; nil = it may go on
	out    *stream
	err    *stream
	exited chan struct{} // closed when the first process has ended
}

// end is how a process ended.
type end struct {
	state  *os.ProcessState // nil where it can't be told
	err    error            // why not
	cause  dryrun.Failure   // TimedOut, Interrupted or TooLong where planlint asked it to end, else 0
	killed bool             // it did not end when asked
}

// newProcess starts a process in a group of its own, its output going to the two writers.
func newProcess(cmd *exec.Cmd, begin func(*exec.Cmd) error, answer *capture, said *stderr) (*process, error) {
	p := &process{cmd: cmd, exited: make(chan struct{}), over: answer.over}
	outRead, outWrite, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer outWrite.Close()
	errRead, errWrite, err := os.Pipe()
	if err != nil {
		outRead.Close()
		return nil, err
	}
	defer errWrite.Close()
	cmd.Stdout, cmd.Stderr = outWrite, errWrite
	cmd.SysProcAttr = ownGroup()
	if err = begin(cmd); err == nil && cmd.Process == nil {
		err = errors.New("nothing was started")
	}
	if err != nil {
		outRead.Close()
		errRead.Close()
		return nil, err
	}
	p.group = newGroup(cmd.Process)
	p.out, p.err = newStream(outRead, answer.add), newStream(errRead, said.add)
	go func() {
		awaitExit(cmd)
		close(p.exited)
	}()
	return p, nil
}

// wait waits until the whole group has ended, and ends it when the time is up, the context is, or its answer is too long for
// it to go on.
func (p *process) wait(ctx context.Context, timeout, grace time.Duration) *end {
	e := &end{}
	var up <-chan time.Time
	if timeout > 0 {
		t := time.NewTimer(timeout)
		defer t.Stop()
		up = t.C
	}
	select {
	case <-p.exited:
	case <-up:
		e.cause = dryrun.TimedOut
	case <-ctx.Done():
		e.cause = dryrun.Interrupted
	case <-p.over:
		e.cause = dryrun.TooLong
	}
	select {
	case <-p.exited: // at the same moment: then it ended by itself
		e.cause = 0
	default:
		p.stop(grace, e)
	}
	p.settle()
	p.group.kill()
	if p.cmd.ProcessState == nil {
		e.err = p.cmd.Wait()
	}
	e.state = p.cmd.ProcessState
	p.group.vanish()
	p.out.stop()
	p.err.stop()
	p.in.remove()
	return e
}

// stop ends the first process: it is asked to, and killed with all of its group when it does not.
func (p *process) stop(grace time.Duration, e *end) {
	if grace > 0 {
		p.group.interrupt()
		t := time.NewTimer(grace)
		defer t.Stop()
		select {
		case <-p.exited:
			return
		case <-t.C:
		}
	}
	e.killed = true
	p.group.kill()
	<-p.exited
}

// settle waits until both outputs are closed, but not for long.
func (p *process) settle() {
	t := time.NewTimer(settle)
	defer t.Stop()
	for _, s := range []*stream{p.out, p.err} {
		select {
		case <-s.done:
		case <-t.C:
			return
		}
	}
}

// plain leaves the path out of an error of the system, which the message around it names in its own way.
func plain(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
