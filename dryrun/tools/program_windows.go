package tools

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/windows"
)

// bare reports whether a program is to be looked for in PATH.
func bare(name string) bool { return !strings.ContainsAny(name, `\/:`) }

// spellings are the files that a program in a folder of PATH may be: Windows adds extensions.
func (c *Command) spellings(path string) []string {
	if filepath.Ext(path) != "" {
		return []string{path}
	}
	extensions, ok := c.getenv("PATHEXT")
	if !ok || extensions == "" {
		extensions = ".com;.exe"
	}
	var all []string
	for _, e := range filepath.SplitList(extensions) {
		all = append(all, path+e)
	}
	return all
}

// startable reports why a regular file can't be started. A batch file takes its command line apart by rules of its own,
// so that arguments could become commands.
func startable(name, path string) error {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".bat", ".cmd":
		return &CheckError{Message: "the program " + named(name) + " is a batch file, which does not get its arguments as they are", Hint: "name the program that it starts"}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil // that need not be in its way
	}
	defer f.Close()
	var magic [2]byte
	if _, err := io.ReadFull(f, magic[:]); err != nil && err != io.EOF && err != io.ErrUnexpectedEOF || string(magic[:]) == "MZ" {
		return nil
	}
	return &CheckError{Message: "the program " + named(name) + " is not built for Windows", Hint: "name a program, which may take a script as its argument", Err: windows.ERROR_BAD_EXE_FORMAT}
}

// unnameable reports whether an error says that no file can have the name.
func unnameable(err error) bool {
	return errors.Is(err, windows.ERROR_INVALID_NAME) || errors.Is(err, windows.ERROR_BAD_PATHNAME) ||
		errors.Is(err, windows.ERROR_FILENAME_EXCED_RANGE) || errors.Is(err, windows.ERROR_DIRECTORY)
}
