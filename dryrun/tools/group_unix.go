//go:build unix

package tools

import (
	"errors"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// vanishing is how long killed processes are waited for: longer than any that the kernel can end takes.
const vanishing = time.Second

// group is a process group. Its number stays taken as long as its first process has not been collected or another
// one is in it, so it is signalled before the first is collected, and only asked after that.
type group int

// ownGroup makes a process the first of a new group. It does not ask for a signal at planlint's death.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func newGroup(first *os.Process) group { return group(first.Pid) }

// interrupt asks the processes to end. One that is stopped, because it wanted to read from the terminal, hears it too.
func (g group) interrupt() {
	syscall.Kill(-int(g), syscall.SIGINT)
	syscall.Kill(-int(g), syscall.SIGCONT)
}

// kill ends the processes.
func (g group) kill() { syscall.Kill(-int(g), syscall.SIGKILL) }

// vanish waits until the killed processes are gone, all but those that nobody collects.
func (g group) vanish() {
	var deadline <-chan time.Time
	for pause := time.Millisecond; ; pause = min(2*pause, 64*time.Millisecond) {
		g.collect()
		if err := syscall.Kill(-int(g), 0); errors.Is(err, syscall.ESRCH) {
			return
		}
		switch {
		case deadline == nil:
			t := time.NewTimer(vanishing)
			defer t.Stop()
			deadline = t.C
		case pause >= 4*time.Millisecond && g.onlyZombies():
			return
		}
		t := time.NewTimer(pause)
		select {
		case <-t.C:
		case <-deadline:
			t.Stop()
			return
		}
	}
}

// collect takes the exit status of processes that became planlint's own when their parent ended, which they do in a
// container where planlint is the first process.
func (g group) collect() {
	if os.Getpid() != 1 {
		return
	}
	for {
		pid, err := syscall.Wait4(-int(g), nil, syscall.WNOHANG, nil)
		if pid <= 0 && !errors.Is(err, syscall.EINTR) {
			return
		}
	}
}

// signalled names the signal that ended a process; "" where none did.
func signalled(s *os.ProcessState) string {
	status, ok := s.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		return ""
	}
	if name := unix.SignalName(status.Signal()); name != "" {
		return name
	}
	return status.Signal().String()
}

// drain reads what is left in an output that somebody outside of the group holds open: everything that the group wrote,
// and no more than a pipe can hold, should the other go on writing.
func (s *stream) drain() {
	const capacity = 1 << 20
	if s.from.SetReadDeadline(time.Time{}) != nil {
		return
	}
	conn, err := s.from.SyscallConn()
	if err != nil {
		return
	}
	buf := make([]byte, 16<<10)
	_ = conn.Read(func(fd uintptr) bool { // what can't be read is lost
		for left := capacity; left > 0; {
			n, err := syscall.Read(int(fd), buf)
			if errors.Is(err, syscall.EINTR) {
				continue
			}
			if n <= 0 {
				break
			}
			s.into(buf[:n])
			left -= n
		}
		return true
	})
}
