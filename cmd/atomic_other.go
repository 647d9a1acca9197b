//go:build !unix

package cmd

import "os"

func umask() os.FileMode { return 0 }

// syncFolder has nothing to do: folders can't be synced here.
func syncFolder(string) error { return nil }
