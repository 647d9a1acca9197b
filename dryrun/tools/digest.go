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

	"github.com/planlint/planlint/dryrun"
)

// Identify says what Call would start. Its digest, "sha256:" and 64 hexadecimal digits, stays the same on another machine
// and in another folder as long as all of these do:
//   - the command line, or the shell text;
//   - the names in Env, in whatever order, but not the values of the variables;
//   - the bytes of the program, wherever PATH finds it, and of every regular file that an argument names: alone, behind
//     an equals sign (--rules=tools/rules.json), or in a text of several words as sh -c gets it. Of a shell text it is the
//     files that its words name, but for those that it only writes to (> FILE); the shell itself counts no more than the
//     kernel does.
//
// Paths are relative to Dir, and to the folders that the text changes to (cd DIR, env -C DIR), where their names stand in
// it. What such a file reads in its turn is not looked at, nor is a folder, nor a name that only an expansion makes. A
// file that is there and can't be read is an error, since nobody could vouch for it; so is a program that is not there.
func (c *Command) Identify() (dryrun.Identity, error) {
	var id dryrun.Identity
	_, argv, err := c.program()
	if err != nil {
		return id, err
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
	if c.Shell != "" {
		line("shell", c.Shell)
	} else {
		line("argv", argv...)
	}
	line("env", slices.Compact(slices.Sorted(slices.Values(c.Env)))...)
	if c.Shell == "" {
		name, path := c.located()
		sum, err := hashFile(name, path)
		switch {
		case err != nil:
			return dryrun.Identity{}, err
		case sum == "":
			return dryrun.Identity{}, executable(name, path)
		}
		line("program", sum)
		id.Files = append(id.Files, dryrun.File{Name: name, Digest: "sha256:" + sum})
	}
	for _, name := range c.fileNames() {
		sum, err := hashFile(name, c.below(name))
		if err != nil {
			return dryrun.Identity{}, err
		}
		if sum != "" {
			line("file", name, sum)
			id.Files = append(id.Files, dryrun.File{Name: name, Digest: "sha256:" + sum})
		}
	}
	sum := sha256.Sum256(form)
	id.Digest = "sha256:" + hex.EncodeToString(sum[:])
	return id, nil
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
