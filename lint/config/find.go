package config

import (
	"fmt"
	"io/fs"
	"path/filepath"
)

// names are the file names of a configuration.
var names = [...]string{"planlint.yaml", "planlint.yml"}

// Find looks for a configuration from dir, an absolute path, upwards: to the repository's root, which is the first
// folder with .git, or to the root of the file system. It returns "" where there is none. Two configurations in one
// folder are an error. A nil files is the disk.
func Find(files Files, dir string) (path string, err error) {
	if files == nil {
		files = Disk{}
	}
	for {
		folder := files.Folder(dir)
		for _, name := range names {
			info, err := fs.Stat(folder, name)
			if err != nil || info.IsDir() {
				continue
			}
			if path != "" {
				return "", fmt.Errorf("both %s and %s are in %s: keep one of them", names[0], names[1], dir)
			}
			path = filepath.Join(dir, name)
		}
		if path != "" {
			return path, nil
		}
		if _, err := fs.Stat(folder, ".git"); err == nil {
			return "", nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", nil
		}
		dir = up
	}
}
