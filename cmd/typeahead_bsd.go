//go:build unix && !(aix || linux || solaris)

package cmd

import "golang.org/x/sys/unix"

// flushInput makes the kernel forget what was typed and not yet read.
func flushInput(fd int) error { return unix.IoctlSetPointerInt(fd, unix.TIOCFLUSH, unix.TCIFLUSH) }
