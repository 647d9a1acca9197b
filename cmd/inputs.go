package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unsafe"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/config"
	"github.com/planlint/planlint/lint/syntax"
)

// input is one file to check, or standard input.
type input struct {
	path      string // absolute; "" for standard input
	name      string // as shown: relative to the working directory, with "/"
	found     bool   // met in a folder, not named: it may be no plan at all
	stdin     io.Reader
	slow      bool // standard input, a pipe or a device: reading may never end
	authority lint.Authority
}

// read returns the input's text. A file of more than the cap is read no further than that.
func (in *input) read() (*tree.Source, error) {
	var data []byte
	var err error
	if in.stdin != nil {
		data, err = readAll(io.LimitReader(in.stdin, syntax.MaxBytes+1), 0)
	} else {
		data, err = readFile(in.path, syntax.MaxBytes+1)
	}
	if err != nil {
		return nil, usage("", "%s: %s", in.name, reason(err))
	}
	// The bytes are never touched again, so the text needs no copy of them.
	return &tree.Source{Name: in.name, Text: unsafe.String(unsafe.SliceData(data), len(data))}, nil
}

// readUntil is read, but it gives up when the context ends, as a pipe may not.
func (in *input) readUntil(ctx context.Context) (*tree.Source, error) {
	if !in.slow {
		return in.read()
	}
	type text struct {
		src *tree.Source
		err error
	}
	done := make(chan text, 1)
	go func() {
		src, err := in.read()
		done <- text{src, err}
	}()
	select {
	case t := <-done:
		return t.src, t.err
	case <-ctx.Done():
		return nil, interruptedError{}
	}
}

// readAll reads to the end, with room for size bytes from the start.
func readAll(r io.Reader, size int) ([]byte, error) {
	data := make([]byte, 0, size+1)
	for {
		if len(data) == cap(data) {
			data = slices.Grow(data, max(512, len(data)/2))
		}
		n, err := r.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if err == io.EOF {
			return data, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// reason is an error without the path, which messages have already.
func reason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return err.Error()
}

// collector gathers the inputs of a command line. It is the one for all verbs.
type collector struct {
	env    *Env
	config *config.Config
	seen   map[string]int // absolute path → index into inputs
	inputs []input
	faults []string
	left   []lint.NotChecked // met in folders, and not read
}

// collect turns the words of a command line into inputs, sorted by name; without any it takes what the configuration's
// plans match. A path that does not exist, a pattern or a folder without a plan are errors: a check of nothing must
// not pass. c may be nil.
func collect(env *Env, c *config.Config, args []string, stdinName string) ([]input, []lint.NotChecked, error) {
	k := &collector{env: env, config: c, seen: map[string]int{}}
	if len(args) == 0 {
		if c == nil || c.Path == "" || len(c.Plans) == 0 {
			return nil, nil, usage("name files, folders or patterns, or list plans in planlint.yaml", "nothing to check: no file is named")
		}
		files, err := c.PlanFiles()
		if err != nil {
			return nil, nil, usage("", "%s", err.Error())
		}
		for _, p := range files {
			k.add(k.env.abs(p), false)
		}
	}
	stdin := false
	for _, a := range args {
		if a == "-" {
			if stdin {
				return nil, nil, usage("", "standard input is named twice")
			}
			stdin = true
			if stdinName == "" {
				stdinName = "stdin"
			}
			k.inputs = append(k.inputs, input{name: filepath.ToSlash(stdinName), stdin: env.Stdin, slow: true, path: k.env.abs(stdinName)})
			continue
		}
		k.argument(a)
	}
	if len(k.faults) > 0 {
		return nil, nil, usage("check the paths; they are relative to "+filepath.ToSlash(env.Dir), "%s", strings.Join(k.faults, "\n"))
	}
	slices.SortFunc(k.inputs, func(a, b input) int { return strings.Compare(a.name, b.name) })
	return k.inputs, k.left, nil
}

// argument adds what one word names: a file, a folder or a pattern.
func (k *collector) argument(a string) {
	if a == "" {
		k.fault("an empty path: is a variable unset?")
		return
	}
	info, err := os.Stat(k.env.abs(a))
	switch {
	case err == nil && info.IsDir():
		n := len(k.inputs)
		found, err := filesBelow(k.env.abs(a))
		if err != nil {
			k.fault("%s: %s", a, reason(err))
			return
		}
		seen := 0
		for _, p := range found.links {
			k.left = append(k.left, lint.NotChecked{What: k.shown(p), Why: "it is a link that leads out of the folder"})
		}
		for _, p := range found.files {
			if k.config != nil && k.config.Owns(p) {
				continue
			}
			seen++
			k.add(p, true)
		}
		if seen == 0 && len(k.inputs) == n {
			k.fault("%s: the folder holds no .yaml, .yml, .json or .jsonl file", a)
		}
	case err == nil && !info.Mode().IsRegular() && info.Mode()&(fs.ModeNamedPipe|fs.ModeCharDevice) == 0:
		k.fault("%s: it is no regular file", a)
	case err == nil:
		k.add(k.env.abs(a), false)
		k.inputs[k.seen[k.env.abs(a)]].slow = !info.Mode().IsRegular()
	case strings.ContainsAny(a, "*?[{"):
		k.pattern(a)
	default:
		k.fault("%s: %s", a, reason(err))
	}
}

// pattern adds the files that a pattern matches.
func (k *collector) pattern(a string) {
	pattern := filepath.ToSlash(a)
	if !doublestar.ValidatePattern(pattern) {
		k.fault("%s: it is no valid pattern", a)
		return
	}
	base, rest := doublestar.SplitPattern(pattern)
	root := k.env.abs(filepath.FromSlash(base))
	matches, err := doublestar.Glob(os.DirFS(root), rest, doublestar.WithFilesOnly(), doublestar.WithNoFollow())
	if err != nil {
		k.fault("%s: %s", a, reason(err))
		return
	}
	if len(matches) == 0 {
		k.fault("%s: the pattern matches no file", a)
	}
	for _, m := range matches {
		k.add(filepath.Join(root, filepath.FromSlash(m)), false)
	}
}

// add takes a file once, however often it is named; one that is named at all was not merely found.
func (k *collector) add(abs string, found bool) {
	if i, ok := k.seen[abs]; ok {
		k.inputs[i].found = k.inputs[i].found && found
		return
	}
	k.seen[abs] = len(k.inputs)
	k.inputs = append(k.inputs, input{path: abs, name: k.shown(abs), found: found})
}

// shown is an absolute path as people see it.
func (k *collector) shown(abs string) string {
	name, err := filepath.Rel(k.env.Dir, abs)
	if err != nil {
		name = abs
	}
	return filepath.ToSlash(name)
}

func (k *collector) fault(format string, args ...any) {
	k.faults = append(k.faults, fmt.Sprintf(format, args...))
}
