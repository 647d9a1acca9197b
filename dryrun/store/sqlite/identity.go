package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/planlint/planlint/dryrun/store"
)

// identity is which files a store is made of. A file that was deleted or replaced under an open store still takes what is
// written to it, and nobody will ever read it: what looks like a record is none. Only the path tells.
type identity struct {
	file os.FileInfo
	log  bool // there is one beside it; not every file system lets SQLite keep one
}

// remember notes the store's file, which has just been opened.
func (s *Store) remember() (err error) {
	s.identity.file, err = os.Stat(s.path)
	return err
}

// still reports, after something was kept, whether the files at the store's path are those that it went to. The error is
// store.ErrGone. The log only has to be there: a connection that is opened anew makes another one.
func (s *Store) still() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	info, err := os.Stat(s.path)
	switch {
	case err != nil:
		return gone(s.path, err)
	case !os.SameFile(s.identity.file, info):
		return fmt.Errorf("%w: %s is another file by now", store.ErrGone, s.path)
	}
	_, err = os.Stat(s.log())
	if err == nil {
		s.identity.log = true
	} else if s.identity.log {
		return gone(s.log(), err)
	}
	return nil
}

// log is where SQLite keeps what was written last.
func (s *Store) log() string { return logOf(s.path) }

// logOf is the log beside a file: beside what a link leads to, and not beside the link.
func logOf(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return path + "-wal"
}

func gone(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %s was deleted or moved", store.ErrGone, path)
	}
	return fmt.Errorf("%w: %w", store.ErrGone, err)
}
