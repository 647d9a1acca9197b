package cmd

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// OpenTerminal opens the console of the process. It is an error that there is none.
func OpenTerminal() (Terminal, error) {
	in, err := os.OpenFile("CONIN$", os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	out, err := os.OpenFile("CONOUT$", os.O_RDWR, 0)
	if err != nil {
		return nil, errors.Join(err, in.Close())
	}
	c := &console{in: in, out: out}
	if windows.GetConsoleMode(c.screen(), &c.mode) == nil {
		// Colours need it; where it can't be had, they are all that suffers.
		_ = windows.SetConsoleMode(c.screen(), c.mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING)
	}
	return c, nil
}

// console is the console's keyboard and its screen.
type console struct {
	in, out *os.File
	mode    uint32 // of the screen, as it was found; 0 = unknown
}

func (c *console) screen() windows.Handle { return windows.Handle(c.out.Fd()) }

// Read implements io.Reader.
func (c *console) Read(p []byte) (int, error) { return c.in.Read(p) }

// Write implements io.Writer.
func (c *console) Write(p []byte) (int, error) { return c.out.Write(p) }

// Size implements Terminal. The window counts, not the buffer that it shows a part of.
func (c *console) Size() (width, height int) {
	var info windows.ConsoleScreenBufferInfo
	if windows.GetConsoleScreenBufferInfo(c.screen(), &info) != nil {
		return 0, 0
	}
	return int(info.Window.Right-info.Window.Left) + 1, int(info.Window.Bottom-info.Window.Top) + 1
}

// Discard implements Terminal.
func (c *console) Discard() error {
	return windows.FlushConsoleInputBuffer(windows.Handle(c.in.Fd()))
}

// Close implements Terminal. The screen gets back the mode that it was found in.
func (c *console) Close() error {
	if c.mode != 0 {
		_ = windows.SetConsoleMode(c.screen(), c.mode)
	}
	return errors.Join(c.in.Close(), c.out.Close())
}
