package sqlite

import (
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver
)

// mode is how a file is opened.
type mode string

const (
	writing mode = "mode=rw"
	reading mode = "mode=ro"
	// alone takes the file for one that nobody changes: without locks, without shared memory, and without the log.
	alone mode = "mode=ro&immutable=1"
)

// dsn names a file for the driver, with what is to hold for each connection.
func dsn(path string, m mode, wait time.Duration) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	abs = filepath.ToSlash(abs)
	if !strings.HasPrefix(abs, "/") {
		abs = "/" + abs // a drive letter
	}
	pragmas := []string{
		"busy_timeout(" + strconv.FormatInt(max(1, min(wait.Milliseconds(), 1<<30)), 10) + ")",
		"foreign_keys(1)",
		"trusted_schema(0)",
		"cell_size_check(1)",
	}
	if m == writing {
		pragmas = append(pragmas, "synchronous(FULL)", "fullfsync(1)", "checkpoint_fullfsync(1)", "secure_delete(1)")
	} else {
		pragmas = append(pragmas, "query_only(1)")
	}
	u := url.URL{Scheme: "file", Path: abs}
	return u.String() + "?" + string(m) + "&_defensive=1&_dqs=0&_error_rc=1&_pragma=" + strings.Join(pragmas, "&_pragma="), nil
}

// building keeps this process from opening a file that it is making: closing a descriptor of a file gives up every lock
// that the process has on it, also those of another handle.
var building sync.Mutex

// exists reports whether there is a store in a file. One without a byte was made and never written.
func exists(path string) (bool, error) {
	building.Lock()
	defer building.Unlock()
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case !info.Mode().IsRegular():
		return false, &fs.PathError{Op: "open", Path: path, Err: errors.New("it is no file")}
	}
	return info.Size() > 0, nil
}

// build makes an empty file and its folder, durably. One that another process made meanwhile will do.
func build(path string) error {
	building.Lock()
	defer building.Unlock()
	dir := filepath.Dir(path)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		if err := buildDir(dir); err != nil {
			return err
		}
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return syncDir(dir)
}

func buildDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	// What is in a store has no place in a repository.
	ignore := filepath.Join(dir, ".gitignore")
	if err := os.WriteFile(ignore, []byte("*\n"), 0o600); err != nil {
		return err
	}
	return syncDir(filepath.Dir(dir))
}

// syncDir makes the names in a folder durable. Windows does that by itself, and has no such call.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = d.Sync()
	return errors.Join(err, d.Close())
}

// noLog reports whether everything is in the file itself.
func noLog(path string) bool {
	info, err := os.Stat(logOf(path))
	return errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0
}
