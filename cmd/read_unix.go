//go:build unix

package cmd

import (
	"io"
	"io/fs"
	"syscall"
)

// readFile reads a file, but no more than limit bytes. It makes the system calls itself: a check of ten thousand small
// plans spends a good part of its time in them, and os.Open makes half as many again to prepare for what no regular
// file does.
func readFile(path string, limit int) ([]byte, error) {
	fd, err := retry(func() (int, error) { return syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0) })
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	defer syscall.Close(fd)
	size := 0
	var st syscall.Stat_t
	if syscall.Fstat(fd, &st) == nil && st.Mode&syscall.S_IFMT == syscall.S_IFREG {
		if size = int(min(st.Size, int64(limit))); size > 0 {
			limit = size // the file is what it was when it was opened; asking for its end would cost another call
		}
	}
	data, err := readAll(io.LimitReader(descriptor(fd), int64(limit)), size)
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: path, Err: err}
	}
	return data, nil
}

// descriptor reads from an open file.
type descriptor int

// Read implements io.Reader.
func (d descriptor) Read(p []byte) (int, error) {
	n, err := retry(func() (int, error) { return syscall.Read(int(d), p) })
	switch {
	case err != nil:
		return 0, err
	case n == 0 && len(p) > 0:
		return 0, io.EOF
	}
	return n, nil
}

// retry makes a system call again that a signal cut short.
func retry(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if err != syscall.EINTR {
			return n, err
		}
	}
}
