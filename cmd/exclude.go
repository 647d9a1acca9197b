package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/planlint/planlint/lint"
)

// ignoreFile is what a folder's list of patterns of files that are no plans, or not yet, is called.
const ignoreFile = ".planlintignore"

// exclude drops the inputs that the nearest .planlintignore matches, also where they were named: a hook names every
// file of a commit, and is not meant to overrule what the project excluded. Standard input is no file and stays. The
// report says how many were dropped. Where nothing is left of what was named there is nothing to judge, which is no
// fault of the call; where the configuration lists the plans, it is: a gate of its own that checks nothing must not
// pass.
func (r *checkRun) exclude(named bool) error {
	folder, ok := ignoreFolder(r.env.Dir)
	if !ok {
		return nil
	}
	ignored := ignorePatterns(folder)
	before := len(r.inputs)
	r.inputs = slices.DeleteFunc(r.inputs, func(in input) bool {
		if in.stdin != nil {
			return false
		}
		rel, err := filepath.Rel(folder, in.path)
		return err == nil && filepath.IsLocal(rel) && ignored(filepath.ToSlash(rel))
	})
	dropped := before - len(r.inputs)
	if dropped == 0 {
		return nil
	}
	list := r.shown(filepath.Join(folder, ignoreFile))
	if len(r.inputs) == 0 && !named {
		return usage("remove a pattern, or name files", "%s excludes every plan that the configuration lists", list)
	}
	r.excluded = len(r.inputs) == 0
	if r.excluded {
		fmt.Fprintf(r.env.Stderr, "note: %s excludes every file that was named, so nothing was checked\n", list)
	}
	r.summary.NotChecked = append(r.summary.NotChecked, lint.NotChecked{What: count(dropped, "file"), Why: "excluded by " + list})
	return nil
}

// ignoreFolder is the nearest folder, from dir upwards, with a .planlintignore in it. The search ends where the
// repository does.
func ignoreFolder(dir string) (folder string, ok bool) {
	for {
		if info, err := os.Stat(filepath.Join(dir, ignoreFile)); err == nil && info.Mode().IsRegular() {
			return dir, true
		}
		_, err := os.Lstat(filepath.Join(dir, ".git"))
		up := filepath.Dir(dir)
		if err == nil || up == dir {
			return "", false
		}
		dir = up
	}
}
