package tools

import (
	"errors"
	"io/fs"
	"os"
	"strings"
)

// checkShell reports why a shell text can't do anything, as far as that can be told: it is one simple command whose program
// is a path, and there is none. A program that the shell looks for in PATH, or has itself, is left to the shell.
func (c *Command) checkShell() error {
	name := simpleProgram(c.Shell)
	if !strings.Contains(name, "/") || strings.ContainsRune(name, 0) {
		return nil
	}
	info, err := os.Stat(c.below(name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &CheckError{Message: "the program " + named(name) + " is missing", Hint: "install it, or correct its path", Err: fs.ErrNotExist}
	case err == nil && info.IsDir():
		return &CheckError{Message: "the program " + named(name) + " is a folder", Hint: "name a program in it"}
	}
	return nil
}

// simpleProgram is the program of a shell text that is one simple command; "" where it is more, or can't be told.
func simpleProgram(text string) string {
	name := ""
	for _, w := range shellWords(strings.TrimSpace(text)) {
		switch {
		case w.end || w.script:
			return ""
		case name != "" || w.written || w.fed:
		case !w.whole || strings.ContainsAny(w.text, "*?[~"):
			return ""
		case isAssignment(w.text), w.text == "exec":
		default:
			name = w.text
		}
	}
	return name
}

// isAssignment reports whether a word before a command sets a variable.
func isAssignment(word string) bool {
	name, _, ok := strings.Cut(word, "=")
	return ok && name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}
