package tools

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Digest identifies what Call would start: "sha256:" and 64 hexadecimal digits. It stays the same on another machine and
// in another folder as long as all of these do:
//   - the command line, or the shell text;
//   - the names in Env, in whatever order, but not the values of the variables;
//   - the bytes of the program, wherever PATH finds it, and of every regular file that an argument names, alone or behind
//     an equals sign (--rules=tools/rules.json). Of a shell text it is the files that its words name; the shell itself
//     counts no more than the kernel does.
//
// Paths are relative to Dir. What such a file reads in its turn is not looked at, nor is a folder. A file that is there
// and can't be read is an error, since nobody could vouch for it; so is a program that is not there.
func (c *Command) Digest() (string, error) {
	_, argv, err := c.program()
	if err != nil {
		return "", err
	}
	// One line a fact, texts quoted in ASCII, so that no two commands have one form.
	form := []byte("planlint command 1\n")
	line := func(kind string, texts ...string) {
		form = append(form, kind...)
		for _, text := range texts {
			form = strconv.AppendQuoteToASCII(append(form, ' '), text)
		}
		form = append(form, '\n')
	}
	var files []string // as they are named
	if c.Shell != "" {
		line("shell", c.Shell)
		files = words(c.Shell)
	} else {
		line("argv", argv...)
		for _, arg := range argv[1:] {
			files = append(files, arg)
			if _, value, ok := strings.Cut(arg, "="); ok {
				files = append(files, value)
			}
		}
	}
	line("env", slices.Compact(slices.Sorted(slices.Values(c.Env)))...)
	if c.Shell == "" {
		name, path := c.located()
		sum, err := hashFile(name, path)
		switch {
		case err != nil:
			return "", err
		case sum == "":
			return "", executable(name, path)
		}
		line("program", sum)
	}
	slices.Sort(files)
	for _, name := range slices.Compact(files) {
		if name == "" || strings.ContainsRune(name, 0) {
			continue
		}
		sum, err := hashFile(name, c.below(name))
		if err != nil {
			return "", err
		}
		if sum != "" {
			line("file", name, sum)
		}
	}
	sum := sha256.Sum256(form)
	return "sha256:" + hex.EncodeToString(sum[:]), nil
}

// words are the texts of a shell text that may name files. It knows nothing of the shell's grammar: a word too many
// names no file, as a rule, and one that names a file by chance makes the digest stricter.
func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n;|&()<>{}\"'`$=", r) })
}

// hashFile is the SHA-256 of a regular file in hexadecimal; "" where there is none of that name. It reads no more than
// the file had when it was opened.
func hashFile(name, path string) (string, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() || errors.Is(err, fs.ErrNotExist) || unnameable(err) {
		return "", nil
	}
	unreadable := func(err error) error {
		return &CheckError{Message: "the file " + named(name) + " can't be read: " + plain(err).Error(), Hint: "change its permissions", Err: err}
	}
	if err != nil {
		return "", unreadable(err)
	}
	f, err := os.Open(path)
	if err != nil {
		return "", unreadable(err)
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil {
		return "", unreadable(err)
	}
	h := sha256.New()
	if _, err := io.Copy(h, io.LimitReader(f, info.Size())); err != nil {
		return "", unreadable(err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
