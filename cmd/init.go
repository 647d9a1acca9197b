package cmd

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/contracts/tree"
)

// starter is what init writes.
//
//go:embed starter
var starter embed.FS

func newInit(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "init [DIR]",
		Short: "Write a small deployment to start from",
		Long: `init writes a planlint.yaml, contracts of two tools and a plan into a folder, this one if none is named. It never
writes over a file that exists: if one of them does, it writes nothing.

Exit codes: 0 written; 2 a file exists already, or the folder can't be written to.`,
		Example: `  planlint init && planlint check
  planlint init deploy/`,
		RunE: func(_ *cobra.Command, args []string) error {
			switch len(args) {
			case 0:
				return runInit(env, ".")
			case 1:
				return runInit(env, args[0])
			}
			return usage("", "planlint init takes one folder, but was given %s as well", tree.Quote(args[1]))
		},
	}
}

func runInit(env *Env, dir string) error {
	base := dir
	if !filepath.IsAbs(base) {
		base = filepath.Join(env.Dir, base)
	}
	var names, there []string
	err := fs.WalkDir(starter, "starter", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name := strings.TrimPrefix(p, "starter/")
		names = append(names, name)
		if _, err := os.Lstat(filepath.Join(base, filepath.FromSlash(name))); err == nil {
			there = append(there, name)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(there) > 0 {
		verb, it := "exists", "it"
		if len(there) > 1 {
			verb, it = "exist", "them"
		}
		return usage("move "+it+" away, or name another folder", "nothing was written: %s %s already", join(there, "and"), verb)
	}
	for _, name := range names {
		if err := writeNew(filepath.Join(base, filepath.FromSlash(name)), name); err != nil {
			return usage("", "writing %s: %s", name, reason(err))
		}
		if err := print(env, fmt.Sprintf("wrote %s\n", tree.Visible(filepath.ToSlash(filepath.Join(dir, name))))); err != nil {
			return err
		}
	}
	return print(env, "now try: planlint check, then planlint run --dry plans/example.yaml\n")
}

// writeNew writes a file that must not exist.
func writeNew(path, name string) error {
	data, err := starter.ReadFile("starter/" + name)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}
