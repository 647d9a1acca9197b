package tools

import (
	"errors"
	"os/exec"

	"golang.org/x/sys/unix"
)

// awaitExit waits until a process has ended, and leaves it to be collected: until it is, nobody else can get the number
// of its group.
func awaitExit(cmd *exec.Cmd) {
	for {
		err := unix.Waitid(unix.P_PID, cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return
		}
	}
}
