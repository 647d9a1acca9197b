//go:build unix

package cmd

import (
	"os"
	"syscall"
)

// umask is the mask of permissions that new files get. It can only be read by setting it, so it is read once, before
// anything runs beside.
var umask = func() func() os.FileMode {
	mask := syscall.Umask(0o022)
	syscall.Umask(mask)
	return func() os.FileMode { return os.FileMode(mask) }
}()

// syncFolder makes a rename in a folder last through a power cut.
func syncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); err != nil && err.(*os.PathError).Err != syscall.EINVAL { // some file systems sync no folders
		return err
	}
	return nil
}
