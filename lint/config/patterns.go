package config

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/contracts/tree"
)

// Pattern is a glob with "/" and "**", relative to the configuration's folder.
type Pattern struct {
	Text  string // cleaned: without "./"
	Place tree.Place
}

// patterns reads a list of patterns, or one of them.
func (l *loader) patterns(r shape.Reader, n tree.Ref, what string) []Pattern {
	if n == tree.None {
		return nil
	}
	var list []shape.Name
	if r.Tree.Kind(n) == tree.String {
		if s, ok := r.Text(n, what); ok {
			list = append(list, shape.Name{Text: s, Place: r.Tree.Place(n)})
		}
	} else {
		list = r.Names(n, what)
		if r.Tree.Kind(n) == tree.Array && r.Tree.Count(n) == 0 {
			r.Wrong(n, "name a file or a pattern, or remove the key", "%s must not be empty", what)
		}
	}
	var out []Pattern
	for _, name := range list {
		text := clean(name.Text)
		switch {
		case strings.Contains(text, `\`) && !strings.ContainsAny(text, "*?[{"):
			r.Report(misfit(name.Place, fmt.Sprintf("%s: %s has a backslash", what, tree.Quote(name.Text)), `write "/" between folders`))
		case !doublestar.ValidatePattern(text):
			r.Report(misfit(name.Place, fmt.Sprintf("%s: %s is no valid pattern", what, tree.Quote(name.Text)), "close every { and ["))
		default:
			out = append(out, Pattern{Text: text, Place: name.Place})
		}
	}
	return out
}

// clean removes what a pattern never matches with: "./", "a/.." and doubled slashes.
func clean(pattern string) string {
	parts := strings.Split(pattern, "/")
	kept := parts[:0]
	for i, p := range parts {
		last := len(kept) - 1
		switch {
		case p == "." || p == "" && i > 0:
		case p == ".." && last >= 0 && kept[last] != "" && kept[last] != ".." && !strings.ContainsAny(kept[last], "*?[{"):
			kept = kept[:last]
		default:
			kept = append(kept, p)
		}
	}
	if len(kept) == 0 {
		return "."
	}
	return strings.Join(kept, "/")
}

// matchPattern reports whether a pattern covers a path; both are relative to the configuration's folder, with "/".
func matchPattern(pattern, name string) bool { return doublestar.MatchUnvalidated(pattern, name) }

// errFirst ends a walk at its first match.
var errFirst = errors.New("found")

// glob calls yield for every file that a pattern below dir matches, as its folder and its name below that, until yield
// returns false. Links are followed to files, never to folders; .git is left out.
func (c *Config) glob(dir, pattern string, yield func(folder, name string) bool) error {
	folder, rest := dir, pattern
	for strings.HasPrefix(rest, "../") { // doublestar knows no way up
		folder, rest = filepath.Dir(folder), rest[len("../"):]
	}
	if filepath.IsAbs(filepath.FromSlash(rest)) {
		base, tail := doublestar.SplitPattern(rest)
		folder, rest = filepath.FromSlash(base), tail
	}
	files := ungit{c.files.Folder(folder)}
	err := doublestar.GlobWalk(files, rest, func(name string, d fs.DirEntry) error {
		if d.IsDir() {
			return nil
		}
		if d.Type()&fs.ModeSymlink != 0 {
			if info, err := fs.Stat(files, name); err == nil && info.IsDir() {
				return nil
			}
		}
		if !yield(folder, name) {
			return errFirst
		}
		return nil
	}, doublestar.WithNoFollow(), doublestar.WithFailOnIOErrors())
	if errors.Is(err, errFirst) {
		return nil
	}
	return err
}

// ungit is a file system that shows no folder .git.
type ungit struct{ fs.FS }

// ReadDir lists a folder without .git.
func (u ungit) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(u.FS, name)
	return slices.DeleteFunc(list, func(d fs.DirEntry) bool { return d.Name() == ".git" }), err
}

// plans reads what check looks at when nothing is named.
func (l *loader) plans(r shape.Reader, key tree.Ref) {
	if key == tree.None {
		return
	}
	l.config.Plans = l.patterns(r, key+1, "plans")
	l.record(r.Tree, key+1, "plans")
}

// matchPlans reports patterns of "plans" that match no file. It comes last, when all of the configuration's own files
// are known.
func (l *loader) matchPlans() {
	for _, p := range l.config.Plans {
		found := false
		err := l.config.glob(l.config.Dir, p.Text, func(folder, name string) bool {
			found = l.config.isPlan(folder, name)
			return !found
		})
		switch {
		case err != nil:
			l.problems = append(l.problems, misfit(p.Place, fmt.Sprintf("plans: %s %s", tree.Quote(p.Text), why(err)), ""))
		case !found:
			l.problems = append(l.problems, misfit(p.Place, fmt.Sprintf("plans: %s matches no file", tree.Quote(p.Text)),
				"correct the pattern, which is relative to the configuration's folder, or remove it"))
		}
	}
}

// isPlan leaves the configuration's own files out of what patterns match.
func (c *Config) isPlan(folder, name string) bool {
	return !c.own[filepath.Join(folder, filepath.FromSlash(name))]
}

// Owns reports whether a file, by its absolute path, is one of the configuration's own: itself, its parts, its
// contracts. None of them is a plan.
func (c *Config) Owns(abs string) bool { return c.own[abs] }

// PlanFiles are the files that the patterns of "plans" match, each once, sorted, as paths relative to the working
// directory with "/". The configuration's own files (itself, its parts, its contracts) are never among them. The error
// is that of a folder that cannot be read.
func (c *Config) PlanFiles() ([]string, error) {
	var list []string
	for _, p := range c.Plans {
		err := c.glob(c.Dir, p.Text, func(folder, name string) bool {
			if c.isPlan(folder, name) {
				list = append(list, shown(c.workDir, filepath.Join(folder, filepath.FromSlash(name))))
			}
			return true
		})
		if err != nil {
			return nil, fmt.Errorf("plans: %s %s", tree.Quote(p.Text), why(err))
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// relative is a path that is shown to people, as patterns see it: relative to the configuration's folder.
func (c *Config) relative(name string) string {
	abs := filepath.FromSlash(name)
	if !filepath.IsAbs(abs) {
		abs = filepath.Join(c.workDir, abs)
	}
	return path.Clean(shown(c.Dir, abs))
}
