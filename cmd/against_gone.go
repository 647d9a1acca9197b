package cmd

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/config"
)

// cover is what a command line asks for, by folder, by pattern or by configuration: also what is not there any more.
type cover struct {
	config *config.Config
	words  []string
}

// covers returns what tells whether a path would be an input, if a plan were there.
func (r *checkRun) covers() func(abs string) bool {
	c := r.cover.config
	var list []func(abs string) bool
	if len(r.cover.words) == 0 && c != nil {
		for _, p := range c.Plans {
			list = append(list, func(abs string) bool { return matches(c.Dir, p.Text, abs) })
		}
	}
	for _, word := range r.cover.words {
		at := r.env.abs(word)
		switch info, err := os.Stat(at); {
		case word == "" || word == "-":
		case err == nil && info.IsDir():
			ignored := ignorePatterns(at)
			list = append(list, func(abs string) bool {
				rel, err := filepath.Rel(at, abs)
				return err == nil && filepath.IsLocal(rel) && planExtension(abs) && !ignored(filepath.ToSlash(rel))
			})
		case err != nil:
			list = append(list, func(abs string) bool { return matches(r.env.Dir, filepath.ToSlash(word), abs) })
		}
	}
	dropped := func(string) bool { return false }
	if folder, ok := ignoreFolder(r.env.Dir); ok && r.o.exclude {
		ignored := ignorePatterns(folder)
		dropped = func(abs string) bool {
			rel, err := filepath.Rel(folder, abs)
			return err == nil && filepath.IsLocal(rel) && ignored(filepath.ToSlash(rel))
		}
	}
	return func(abs string) bool {
		return !(c != nil && c.Owns(abs)) && !dropped(abs) && slices.ContainsFunc(list, func(covers func(string) bool) bool { return covers(abs) })
	}
}

// matches reports whether a pattern that is relative to a folder matches a path.
func matches(folder, pattern, abs string) bool {
	base, rest := doublestar.SplitPattern(pattern)
	root := filepath.FromSlash(base)
	if !filepath.IsAbs(root) {
		root = filepath.Join(folder, root)
	}
	rel, err := filepath.Rel(root, abs)
	if err != nil {
		return false
	}
	ok, err := doublestar.Match(rest, filepath.ToSlash(rel))
	return err == nil && ok
}

// goneFile is a file of the commit that was asked for and is no input.
type goneFile struct {
	path, name string
	now        string // in the repository, where git takes another file for it; else ""
}

// sortOut leaves out the files that live on as inputs of other names, and notes which others git takes for the same.
func sortOut(gone []goneFile, former, wanted map[string]string) []goneFile {
	later := make(map[string]string, len(former))
	for now, old := range former {
		later[old] = now
	}
	kept := gone[:0]
	for _, g := range gone {
		if g.now = later[g.path]; g.now == "" || wanted[g.now] == "" {
			kept = append(kept, g)
		}
	}
	return kept
}

// missing says of each plan of the commit that was asked for that it is gone. said is what is not checked anyhow.
func (e *earlier) missing(gone []goneFile, dir string, said []lint.NotChecked) []lint.NotChecked {
	var list []lint.NotChecked
	for _, g := range gone {
		file := e.files[g.name]
		if file.why != "" || !lint.PlanLike(&tree.Source{Name: path.Base(g.path), Text: file.text}) ||
			slices.ContainsFunc(said, func(n lint.NotChecked) bool { return n.What == g.name }) {
			continue
		}
		why := "the plan is gone"
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(g.name))); err == nil {
			why = "it is a plan there, and is not among the files that are checked now"
		} else if g.now != "" {
			why += "; git takes " + tree.Quote(g.now) + " for it under another name"
		}
		list = append(list, lint.NotChecked{What: tree.Visible(g.name) + " since " + tree.Visible(e.ref), Why: why})
	}
	return list
}

// unpaired says which plans of a file there have no counterpart now; "" where each has one.
func unpaired(older int, pairs []int) string {
	paired := make([]bool, older)
	for _, i := range pairs {
		if i >= 0 {
			paired[i] = true
		}
	}
	var numbers []string
	for i, ok := range paired {
		if !ok {
			numbers = append(numbers, fmt.Sprint(i+1))
		}
	}
	const most = 16
	switch n := len(numbers); {
	case n == 0:
		return ""
	case older == 1:
		return "the plan is gone"
	case n == 1:
		return "plan " + numbers[0] + " there is gone"
	case n > most:
		return fmt.Sprintf("plans %s and %d more there are gone", strings.Join(numbers[:most], ", "), n-most)
	default:
		return fmt.Sprintf("plans %s and %s there are gone", strings.Join(numbers[:n-1], ", "), numbers[n-1])
	}
}

// foreign says that a file which the commit does not have belongs to another repository; "" where it belongs to none.
func foreign(root, file string, submodules map[string]bool) string {
	for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
		if submodules[dir] {
			return "it belongs to the submodule " + tree.Quote(dir) + ", which was not compared"
		}
		if _, err := os.Lstat(filepath.Join(root, filepath.FromSlash(dir), ".git")); err == nil {
			return "it belongs to " + tree.Quote(dir) + ", a repository of its own, which was not compared"
		}
	}
	return ""
}
