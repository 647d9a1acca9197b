package cmd

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/lint/config"
)

// outFlags say where a plan is written to.
type outFlags struct {
	path  string
	force bool
}

func (f *outFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.path, "out", "", "the `FILE` to write the plan to, which must be new (default: standard output)")
	c.Flags().BoolVar(&f.force, "force", false, "with --out: write over a file that is there")
}

func (f *outFlags) check() error {
	switch {
	case f.path == "-":
		return usage("leave it out", "--out -: without it the plan goes to standard output")
	case f.force && f.path == "":
		return usage("add --out FILE, or leave it out", "--force goes with --out only")
	case strings.EqualFold(filepath.Ext(f.path), ".jsonl"):
		return usage("name it .yaml or .json", "--out %s: a .jsonl file is a stream of plans, and this is one", f.path)
	}
	return nil
}

// outFile is the file that a plan goes to once there is one. A nil outFile is none.
type outFile struct {
	flags *outFlags
	path  string
	file  *atomicFile
	free  bool // nothing was there
}

// open makes sure that the plan can be written, before there is one. It is nil where no file is wanted.
func (f *outFlags) open(ctx context.Context, env *Env, c *config.Config) (*outFile, error) {
	if f.path == "" {
		return nil, nil
	}
	o := &outFile{flags: f, path: env.abs(f.path)}
	o.free = !taken(o.path)
	switch {
	case !o.free && !f.force:
		return nil, usage("name another file, or write over it with --force", "--out %s is there already", f.path)
	case c.Owns(o.path):
		return nil, usage("name another file", "--out %s would write over a file that the configuration is read from", f.path)
	}
	var err error
	if o.file, err = createAtomic(ctx, o.path); err != nil {
		return nil, notCreated("--out "+f.path, err)
	}
	return o, nil
}

// taken reports whether a name is that of something which writing would do away with: not of a device or a pipe.
func taken(path string) bool {
	if info, err := os.Stat(path); err == nil {
		return info.Mode().IsRegular()
	}
	_, err := os.Lstat(path) // a link that leads nowhere is something as well
	return err == nil
}

// write makes the file appear, with a text. One that somebody put there meanwhile stays.
func (o *outFile) write(text string) error {
	if o.free && taken(o.path) {
		return usage("", "--out %s was put there while the planner worked; it is left as it is", o.flags.path)
	}
	_, err := io.WriteString(o.file, text)
	if err == nil {
		err = o.file.commit()
		o.file = nil
	}
	if err != nil {
		return &writeError{err: fmt.Errorf("%s: %s", o.flags.path, reason(err))}
	}
	return nil
}

// discard leaves no trace of a file that was not written.
func (o *outFile) discard() {
	if o != nil && o.file != nil {
		o.file.discard()
		o.file = nil
	}
}
