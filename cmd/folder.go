package cmd

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/planlint/planlint/contracts/tree"
)

// planExtensions are what a file must be called to be looked at in a folder.
var planExtensions = []string{".yaml", ".yml", ".json", ".jsonl"}

func planExtension(path string) bool {
	return slices.Contains(planExtensions, strings.ToLower(filepath.Ext(path)))
}

// skippedFolders are not looked into where git can't be asked, nor is any whose name starts with a dot.
var skippedFolders = []string{"node_modules", "vendor", "target", "dist", "__pycache__"}

// folder is the files of a folder that may be plans.
type folder struct {
	root  string   // with its links resolved
	files []string // absolute paths
	links []string // links that lead out of the folder, which are not followed
}

// filesBelow lists the files of a folder that may be plans, sorted. In a git work tree git itself says what is ignored;
// elsewhere a fixed list of folders and the patterns of .planlintignore do. A link to a file is followed where it stays
// inside the folder: what is shown of a plan must not come from anywhere on the disk.
func filesBelow(dir string) (*folder, error) {
	root, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, err
	}
	f := &folder{root: root}
	if ok, err := f.git(dir); err != nil {
		return nil, err
	} else if !ok {
		if err := f.walk(dir); err != nil {
			return nil, err
		}
	}
	ignored := ignorePatterns(dir)
	drop := func(p string) bool {
		rel, err := filepath.Rel(dir, p)
		return err == nil && ignored(filepath.ToSlash(rel))
	}
	f.files = slices.DeleteFunc(f.files, drop)
	f.links = slices.DeleteFunc(f.links, drop)
	slices.Sort(f.files)
	slices.Sort(f.links)
	f.files = slices.Compact(f.files)
	return f, nil
}

// add takes an entry that may be a plan: a file, or a link to one.
func (f *folder) add(path string, mode fs.FileMode) {
	switch {
	case !planExtension(path):
	case mode.IsRegular():
		f.files = append(f.files, path)
	case mode&fs.ModeSymlink != 0:
		real, err := filepath.EvalSymlinks(path)
		if err != nil {
			f.links = append(f.links, path)
			return
		}
		info, err := os.Stat(real)
		switch rel, relErr := filepath.Rel(f.root, real); {
		case err != nil || !info.Mode().IsRegular():
		case relErr != nil || !filepath.IsLocal(rel):
			f.links = append(f.links, path)
		default:
			f.files = append(f.files, path)
		}
	}
}

// git asks git for the tracked and the untracked, not ignored files. ok is false where dir is in no work tree, is
// ignored itself, or there is no git.
func (f *folder) git(dir string) (ok bool, err error) {
	if !inWorkTree(dir) {
		return false, nil
	}
	if _, err := runGit(context.Background(), dir, nil, "check-ignore", "-q", "."); err == nil {
		return false, nil // named outright although ignored: then it is meant
	}
	out, err := runGit(context.Background(), dir, nil, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	if err != nil {
		return false, nil
	}
	for _, name := range strings.Split(string(out), "\x00") {
		if name == "" {
			continue
		}
		p := filepath.Join(dir, filepath.FromSlash(name))
		info, err := os.Lstat(p)
		switch {
		case err != nil: // git lists deleted files too
		case info.IsDir(): // a repository inside the repository, which git does not look into
			inner, err := filesBelow(p)
			if err != nil {
				return false, err
			}
			f.files = append(f.files, inner.files...)
			f.links = append(f.links, inner.links...)
		default:
			f.add(p, info.Mode())
		}
	}
	return true, nil
}

// runGit runs git in a folder and returns what it prints. No shell is between, so that a word is a word; a word that may
// look like a flag is the caller's affair.
func runGit(ctx context.Context, dir string, stdin io.Reader, words ...string) ([]byte, error) {
	c := exec.CommandContext(ctx, "git", words...)
	c.Dir, c.Stdin = dir, stdin
	for _, v := range os.Environ() { // a hook's variables point at the hook's own index
		if !strings.HasPrefix(v, "GIT_") {
			c.Env = append(c.Env, v)
		}
	}
	// No network, no locks, and each object as what it is.
	c.Env = append(c.Env, "GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_REPLACE_OBJECTS=1")
	return c.Output()
}

// gitReason is why git could not do something: the first line of what it says, or that there is no git.
func gitReason(err error) string {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		line, _, _ := strings.Cut(strings.TrimSpace(string(exit.Stderr)), "\n")
		if line = tree.Visible(strings.TrimPrefix(line, "fatal: ")); line != "" {
			return "git says: " + line
		}
		return "git ends with " + exit.Error()
	}
	var missing *exec.Error
	if errors.As(err, &missing) {
		return "git can't be started: " + missing.Err.Error()
	}
	return err.Error()
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

// walk lists the files of a folder without git.
func (f *folder) walk(dir string) error {
	return filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && p != dir && (strings.HasPrefix(d.Name(), ".") || slices.Contains(skippedFolders, d.Name())):
			return filepath.SkipDir
		case !d.IsDir():
			f.add(p, d.Type())
		}
		return nil
	})
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
