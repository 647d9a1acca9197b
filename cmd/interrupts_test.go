package cmd

import (
	"context"
	"os"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// Signals of one moment are one interrupt, and a hangup is never more than the first.
func TestInterrupts(t *testing.T) {
	const moment = oneInterrupt / 2
	type sent struct {
		after time.Duration
		what  os.Signal
	}
	for _, c := range []struct {
		name    string
		signals []sent
		want    string // interrupted, forced, over
	}{
		{"none", nil, ""},
		{"one", []sent{{0, os.Interrupt}}, "interrupted"},
		{"one twice", []sent{{0, syscall.SIGTERM}, {0, syscall.SIGTERM}, {moment, os.Interrupt}}, "interrupted"},
		{"two", []sent{{0, os.Interrupt}, {2 * oneInterrupt, os.Interrupt}}, "interrupted forced over"},
		{"two at once twice", []sent{{0, os.Interrupt}, {0, syscall.SIGTERM}, {2 * oneInterrupt, os.Interrupt}, {0, syscall.SIGTERM}}, "interrupted forced over"},
		{"hangup", []sent{{0, syscall.SIGHUP}}, "interrupted"},
		{"hangup twice", []sent{{0, syscall.SIGHUP}, {2 * oneInterrupt, syscall.SIGHUP}}, "interrupted"},
		{"hangup behind an interrupt", []sent{{0, os.Interrupt}, {2 * oneInterrupt, syscall.SIGHUP}}, "interrupted"},
		{"interrupt behind a hangup", []sent{{0, syscall.SIGHUP}, {2 * oneInterrupt, os.Interrupt}}, "interrupted forced over"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				signals := make(chan os.Signal, 8)
				got := ""
				ctx, force := Interrupts(signals, func() { got += " over" })
				context.AfterFunc(ctx, func() { got += "interrupted" })
				forced := make(chan struct{})
				defer close(forced)
				go func() {
					select {
					case <-force:
						got += " forced"
					case <-forced:
					}
				}()
				for _, s := range c.signals {
					time.Sleep(s.after)
					signals <- s.what
				}
				time.Sleep(10 * oneInterrupt)
				synctest.Wait()
				if got != c.want {
					t.Errorf("got %q, want %q", got, c.want)
				}
				for range 3 { // or its goroutine would never end
					signals <- os.Interrupt
					time.Sleep(2 * oneInterrupt)
				}
			})
		})
	}
}

// The third interrupt is the system's: two of one moment must not be a second and a third.
func TestLastInterrupt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		signals := make(chan os.Signal, 8)
		over := false
		_, force := Interrupts(signals, func() { over = true })
		signals <- os.Interrupt
		time.Sleep(2 * oneInterrupt)
		signals <- os.Interrupt
		signals <- os.Interrupt
		<-force
		synctest.Wait()
		if over {
			t.Error("the moment of the second is not over, and a third would end the process")
		}
		time.Sleep(2 * oneInterrupt)
		synctest.Wait()
		if !over {
			t.Error("a third can't end the process")
		}
	})
}
