package cmd

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// planExtensions are what a file must be called to be looked at in a folder.
var planExtensions = []string{".yaml", ".yml", ".json", ".jsonl"}

func planExtension(path string) bool {
	return slices.Contains(planExtensions, strings.ToLower(filepath.Ext(path)))
}

// skippedFolders are not looked into where git can't be asked, nor is any whose name starts with a dot.
var skippedFolders = []string{"node_modules", "vendor", "target", "dist", "__pycache__"}

// filesBelow lists the files of a folder that may be plans, sorted, as absolute paths. In a git work tree git itself
// says what is ignored; elsewhere a fixed list of folders and the patterns of .planlintignore do. Symbolic links are
// not followed.
func filesBelow(dir string) ([]string, error) {
	paths, ok := gitFiles(dir)
	if !ok {
		var err error
		if paths, err = walk(dir); err != nil {
			return nil, err
		}
	}
	ignored := ignorePatterns(dir)
	kept := paths[:0]
	for _, p := range paths {
		rel, err := filepath.Rel(dir, p)
		if err != nil || !ignored(filepath.ToSlash(rel)) {
			kept = append(kept, p)
		}
	}
	slices.Sort(kept)
	return slices.Compact(kept), nil
}

// gitFiles asks git for the tracked and the untracked, not ignored files. ok is false where dir is in no work tree, is
// ignored itself, or there is no git.
func gitFiles(dir string) (paths []string, ok bool) {
	if !inWorkTree(dir) {
		return nil, false
	}
	git := func(args ...string) ([]byte, error) {
		c := exec.Command("git", args...)
		c.Dir = dir
		for _, v := range os.Environ() { // a hook's variables point at the hook's own index
			if !strings.HasPrefix(v, "GIT_") {
				c.Env = append(c.Env, v)
			}
		}
		return c.Output()
	}
	if _, err := git("check-ignore", "-q", "."); err == nil {
		return nil, false // named outright although ignored: then it is meant
	}
	out, err := git("ls-files", "-z", "--cached", "--others", "--exclude-standard")
	if err != nil {
		return nil, false
	}
	for _, name := range strings.Split(string(out), "\x00") {
		if name == "" || !planExtension(name) {
			continue
		}
		p := filepath.Join(dir, filepath.FromSlash(name))
		if info, err := os.Lstat(p); err == nil && info.Mode().IsRegular() { // git lists deleted files too
			paths = append(paths, p)
		}
	}
	return paths, true
}

// inWorkTree looks for .git upwards, so that no process is started where it would only say no.
func inWorkTree(dir string) bool {
	for {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return false
		}
		dir = up
	}
}

// walk lists the files below a folder without git.
func walk(dir string) (paths []string, err error) {
	err = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && p != dir && (strings.HasPrefix(d.Name(), ".") || slices.Contains(skippedFolders, d.Name())):
			return filepath.SkipDir
		case d.Type().IsRegular() && planExtension(p):
			paths = append(paths, p)
		}
		return nil
	})
	return paths, err
}

// ignorePatterns reads .planlintignore of a folder: one pattern a line, relative to the folder, "#" for comments.
func ignorePatterns(dir string) func(rel string) bool {
	data, err := os.ReadFile(filepath.Join(dir, ".planlintignore"))
	if err != nil {
		return func(string) bool { return false }
	}
	var patterns []string
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		line = strings.TrimPrefix(line, "/")
		if strings.HasSuffix(line, "/") {
			line += "**"
		}
		patterns = append(patterns, line, "**/"+line)
	}
	return func(rel string) bool {
		for _, p := range patterns {
			if ok, _ := doublestar.Match(p, rel); ok {
				return true
			}
		}
		return false
	}
}
