package cmd

import (
	"context"
	"io/fs"
	"os"
)

// openUntil opens a file, but gives up when the context ends: a pipe that nobody reads waits for a reader.
func openUntil(ctx context.Context, path string, flag int, mode fs.FileMode) (*os.File, error) {
	if info, err := os.Stat(path); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		return os.OpenFile(path, flag, mode)
	}
	type opened struct {
		file *os.File
		err  error
	}
	done := make(chan opened, 1)
	go func() {
		file, err := os.OpenFile(path, flag, mode)
		done <- opened{file, err}
	}()
	select {
	case o := <-done:
		return o.file, o.err
	case <-ctx.Done():
		go func() { // should a reader come after all, it is to see the end
			if o := <-done; o.err == nil {
				o.file.Close()
			}
		}()
		return nil, interruptedError{}
	}
}
