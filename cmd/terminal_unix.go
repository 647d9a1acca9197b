//go:build unix

package cmd

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// OpenTerminal opens the terminal that controls the process. It is an error that there is none.
func OpenTerminal() (Terminal, error) {
	f, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	return &ttyDevice{f}, nil
}

// ttyDevice is a terminal as a file. It is asked through its raw connection: File.Fd would make it block, and a read
// that blocks can't be ended by closing the file.
type ttyDevice struct{ *os.File }

// Size implements Terminal.
func (d *ttyDevice) Size() (width, height int) {
	err := d.control(func(fd int) error {
		size, err := unix.IoctlGetWinsize(fd, unix.TIOCGWINSZ)
		if err == nil {
			width, height = int(size.Col), int(size.Row)
		}
		return err
	})
	if err != nil {
		return 0, 0
	}
	return width, height
}

// Discard implements Terminal.
func (d *ttyDevice) Discard() error { return d.control(flushInput) }

func (d *ttyDevice) control(call func(fd int) error) error {
	c, err := d.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = c.Control(func(fd uintptr) { failed = call(int(fd)) })
	return errors.Join(err, failed)
}
