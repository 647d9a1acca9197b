package cmd

import (
	"context"
	"errors"
	"os"
	"path/filepath"
)

// atomicFile is a file that appears whole or not at all: it is written beside its place, synced and then moved there.
// What is no regular file, such as a device or a pipe, is written to directly.
type atomicFile struct {
	file *os.File
	path string // where it goes; "" where it is written directly
}

// createAtomic opens a file for writing. That the folder can't be written to shows here, before any work is done. A pipe
// waits for a reader until the context ends.
func createAtomic(ctx context.Context, path string) (*atomicFile, error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // the link stays, its target is replaced
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, errors.New("is a directory")
	case err == nil && !info.Mode().IsRegular():
		f, err := openUntil(ctx, path, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		return &atomicFile{file: f}, nil
	}
	mode := os.FileMode(0o666) // less the process's mask
	if err == nil {
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp")
	if err != nil {
		return nil, err
	}
	a := &atomicFile{file: f, path: path}
	if mode == 0o666 {
		mode &^= umask()
	}
	if err := f.Chmod(mode); err != nil {
		a.discard()
		return nil, err
	}
	return a, nil
}

// notCreated words an error of createAtomic; what names the file. An interrupt remains one.
func notCreated(what string, err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	return usage("", "%s: %s", what, reason(err))
}

// Write implements io.Writer.
func (a *atomicFile) Write(p []byte) (int, error) { return a.file.Write(p) }

// commit makes the file appear. After an error nothing is left behind.
func (a *atomicFile) commit() error {
	if a.path == "" {
		return a.file.Close()
	}
	if err := errors.Join(a.file.Sync(), a.file.Close()); err != nil {
		return errors.Join(err, os.Remove(a.file.Name()))
	}
	if err := os.Rename(a.file.Name(), a.path); err != nil {
		return errors.Join(err, os.Remove(a.file.Name()))
	}
	return syncFolder(filepath.Dir(a.path))
}

// discard leaves no trace of the file.
func (a *atomicFile) discard() {
	a.file.Close()
	if a.path != "" {
		os.Remove(a.file.Name())
	}
}
