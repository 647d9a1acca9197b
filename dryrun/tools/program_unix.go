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
	head, ok := headOf(path)
	switch {
	case !ok:
		return nil
	case !bytes.HasPrefix(head, []byte("#!")):
		if !binary(head) && !registered(head, path) {
			return noProgram(name, unix.ENOEXEC)
		}
		return nil
	}
	return interpreted(name, interpreterOf(head))
}

// interpreted reports why a script can't be started that asks for an interpreter. "" is one that nothing is known of.
func interpreted(name, interpreter string) error {
	if !filepath.IsAbs(interpreter) {
		return nil
	}
	info, err := os.Stat(interpreter)
	missing := err != nil || info.IsDir()
	if !missing && unix.Faccessat(unix.AT_FDCWD, interpreter, unix.X_OK, unix.AT_EACCESS) == nil {
		return nil
	}
	asks := "the program " + named(name) + " asks for the interpreter " + named(interpreter)
	switch {
	case strings.HasSuffix(interpreter, "\r"):
		return &CheckError{Message: asks + ", which is missing", Hint: "end the lines of the script with LF, not with CRLF", Err: fs.ErrNotExist}
	case missing:
		return &CheckError{Message: asks + ", which is missing", Hint: "install it, or correct the first line of the script", Err: fs.ErrNotExist}
	}
	return &CheckError{Message: asks + ", which is not executable", Hint: "correct the first line of the script", Err: fs.ErrPermission}
}

// headOf is the start of a file, as much as Linux looks at; ok is false where it can't be read, which need not be in the
// way of starting it.
func headOf(path string) (head []byte, ok bool) {
	f, err := os.Open(path)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	head = make([]byte, headSize)
	n, err := io.ReadFull(f, head)
	return head[:n], err == nil || err == io.EOF || err == io.ErrUnexpectedEOF
}

const headSize = 256

// binary reports whether a file begins as programs do that are built for a machine: ELF and Mach-O, for one architecture
// in either order of bytes or for several.
func binary(head []byte) bool {
	for _, magic := range []string{"\x7fELF", "\xfe\xed\xfa\xce", "\xfe\xed\xfa\xcf", "\xce\xfa\xed\xfe", "\xcf\xfa\xed\xfe", "\xca\xfe\xba\xbe", "\xca\xfe\xba\xbf"} {
		if bytes.HasPrefix(head, []byte(magic)) {
			return true
		}
	}
	return false
}

// interpreterOf is the interpreter that the first line of a script names; "" for one that names none, or is cut.
func interpreterOf(head []byte) string {
	line, _, ended := bytes.Cut(head[len("#!"):], []byte("\n"))
	line = bytes.Trim(line, " \t")
	end := bytes.IndexAny(line, " \t")
	switch {
	case end >= 0:
		line = line[:end]
	case !ended && len(head) == headSize:
		return "" // cut in the middle
	}
	return string(line)
}

// unnameable reports whether an error says that no file can have the name.
func unnameable(err error) bool {
	return errors.Is(err, unix.ENOTDIR) || errors.Is(err, unix.ENAMETOOLONG) || errors.Is(err, unix.ELOOP) || errors.Is(err, unix.EINVAL)
}
