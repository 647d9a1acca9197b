//go:build !linux

package tools

import "os/exec"

// awaitExit waits until a process has ended, and collects it. On a Unix system its group can be signalled in the moment
// after that all the same: its number is taken as long as anybody is in it, and numbers are not given again at once.
func awaitExit(cmd *exec.Cmd) { cmd.Wait() }
