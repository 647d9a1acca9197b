package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/planlint/planlint/lint/syntax"
)

// Files is where a configuration, and what it names, is read from. Folders and paths are those of the operating
// system, absolute; names below a folder are as io/fs wants them. It is safe for concurrent use.
type Files interface {
	// ReadFile reads a regular file that a person named. Symbolic links are followed.
	ReadFile(path string) (string, error)
	// ReadBelow reads a regular file below a folder. It refuses what leads out of the folder, by ".." or by a symbolic
	// link, with an error that is ErrOutside.
	ReadBelow(folder, name string) (string, error)
	// Folder is a folder for looking around in: for patterns, and to see whether a file exists.
	Folder(path string) fs.FS
}

var (
	// ErrOutside is the error of a name that leads out of its folder.
	ErrOutside = errors.New("leads out of the folder")
	// ErrNotRegular is the error of a folder, a device or a pipe where a file is expected.
	ErrNotRegular = errors.New("is no regular file")
)

// Disk is the Files of the operating system.
type Disk struct{}

// ReadFile reads a regular file.
func (Disk) ReadFile(path string) (string, error) {
	info, err := os.Stat(path) // before opening, which waits for a writer on a pipe
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", ErrNotRegular
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	return readAll(f)
}

// ReadBelow reads a regular file below a folder through os.Root, which checks every step of the way while it walks.
func (Disk) ReadBelow(folder, name string) (string, error) {
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return "", ErrOutside
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return "", err
	}
	defer root.Close()
	info, err := root.Stat(filepath.FromSlash(name))
	if err != nil {
		if escapes(err) {
			return "", ErrOutside
		}
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", ErrNotRegular
	}
	f, err := root.Open(filepath.FromSlash(name))
	if err != nil {
		return "", err
	}
	return readAll(f)
}

// Folder is os.DirFS.
func (Disk) Folder(path string) fs.FS { return os.DirFS(path) }

// escapes recognises the error of os.Root for a path that leads out, which has no name: it is a *fs.PathError around
// something that is no error of the operating system.
func escapes(err error) bool {
	var path *fs.PathError
	return errors.As(err, &path) && path.Err.Error() == "path escapes from parent"
}

// readAll reads and closes a file. It reads one byte over the cap on a document, so that reading the document says that
// it is too large.
func readAll(f io.ReadCloser) (string, error) {
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, syntax.MaxBytes+1))
	return string(b), err
}

// why is an error of reading a file, for people: without the path, which the message has.
func why(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "does not exist"
	case errors.Is(err, fs.ErrPermission):
		return "may not be read"
	case errors.Is(err, ErrOutside):
		return "leads out of the folder"
	case errors.Is(err, ErrNotRegular):
		return "is no regular file"
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Sprintf("cannot be read: %v", err)
}
