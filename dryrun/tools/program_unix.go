//go:build unix

package tools

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// bare reports whether a program is to be looked for in PATH.
func bare(name string) bool { return !strings.Contains(name, "/") }

// spellings are the files that a program in a folder of PATH may be.
func (c *Command) spellings(path string) []string { return []string{path} }

// startable reports why a regular file can't be started.
func startable(name, path string) error {
	if err := unix.Faccessat(unix.AT_FDCWD, path, unix.X_OK, unix.AT_EACCESS); err != nil {
		return &CheckError{Message: "the program " + named(name) + " is not executable", Hint: "make it executable: chmod +x " + word(name, false), Err: fs.ErrPermission}
	}
	interpreter := interpreterOf(path)
	if !filepath.IsAbs(interpreter) {
		return nil
	}
	if info, err := os.Stat(interpreter); err != nil || info.IsDir() {
		hint := "install it, or correct the first line of the script"
		if strings.HasSuffix(interpreter, "\r") {
			hint = "end the lines of the script with LF, not with CRLF"
		}
		return &CheckError{Message: "the program " + named(name) + " asks for the interpreter " + named(interpreter) + ", which is missing", Hint: hint, Err: fs.ErrNotExist}
	}
	return nil
}

// interpreterOf is the interpreter that the first line of a script names; "" for a file that names none or can't be
// read, which need not be in its way.
func interpreterOf(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	head := make([]byte, 256) // what Linux looks at
	n, err := io.ReadFull(f, head)
	if err != nil && err != io.ErrUnexpectedEOF {
		return ""
	}
	line, ok := bytes.CutPrefix(head[:n], []byte("#!"))
	if !ok {
		return ""
	}
	line, _, ended := bytes.Cut(line, []byte("\n"))
	line = bytes.Trim(line, " \t")
	end := bytes.IndexAny(line, " \t")
	switch {
	case end >= 0:
		line = line[:end]
	case !ended && n == len(head):
		return "" // cut in the middle
	}
	return string(line)
}

// unnameable reports whether an error says that no file can have the name.
func unnameable(err error) bool {
	return errors.Is(err, unix.ENOTDIR) || errors.Is(err, unix.ENAMETOOLONG) || errors.Is(err, unix.ELOOP) || errors.Is(err, unix.EINVAL)
}
