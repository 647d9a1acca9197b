package cmd

import (
	"context"
	"os"
	"syscall"
	"time"
)

// oneInterrupt is how long signals count as one: a program such as timeout(1) signals its child and then the child's
// group, and a wrapper passes on what the terminal has sent to all.
const oneInterrupt = 500 * time.Millisecond

// Interrupts turns signals into ends: the first ends the context, the second closes force, and at the third last is
// called, after which signals should end the process where it stands. A hangup is a first interrupt and never a later
// one, since whoever went away did not ask for haste.
func Interrupts(signals <-chan os.Signal, last func()) (ctx context.Context, force <-chan struct{}) {
	ctx, cancel := context.WithCancel(context.Background())
	now := make(chan struct{})
	go func() {
		<-signals
		cancel()
		drain(signals, oneInterrupt)
		for <-signals == syscall.SIGHUP {
		}
		close(now)
		drain(signals, oneInterrupt)
		last()
	}()
	return ctx, now
}

// drain takes signals for some time, and does nothing about them.
func drain(signals <-chan os.Signal, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	for {
		select {
		case <-signals:
		case <-t.C:
			return
		}
	}
}
