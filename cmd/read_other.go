//go:build !unix

package cmd

import (
	"io"
	"os"
)

// readFile reads a file, but no more than limit bytes.
func readFile(path string, limit int) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	size := 0
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		size = int(min(info.Size(), int64(limit)))
	}
	return readAll(io.LimitReader(f, int64(limit)), size)
}
