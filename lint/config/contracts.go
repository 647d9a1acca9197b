package config

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/contracts/tree"
)

// contractFiles reads the key "contracts": patterns, one pattern, or a map of contracts in planlint's own form.
func (l *loader) contractFiles(r shape.Reader, key tree.Ref) {
	if key == tree.None {
		return
	}
	l.contracts = true
	n := key + 1
	if r.Tree.Kind(n) == tree.Object {
		l.record(r.Tree, n, "contracts")
		load := newFence(l.files, l.config.workDir, r.Tree.Source, l.abs(r.Tree.Source.Name)).load
		list, problems := contracts.ReadMap(r.Tree, n, load)
		l.lists = append(l.lists, list)
		l.problems = append(l.problems, problems...)
		if r.Tree.Count(n) == 0 {
			r.Wrong(n, "write at least one", "contracts holds no contract")
		}
		return
	}
	l.record(r.Tree, n, "contracts")
	for _, p := range l.patterns(r, n, "contracts") {
		l.contractPattern(l.config.Dir, p)
	}
}

// named reads contract files that were named beside the configuration, relative to the working directory.
func (l *loader) named(paths []string) {
	for _, name := range paths {
		l.contracts = true
		l.config.settings = append(l.config.settings, Setting{Key: "contracts", Value: quote(filepath.ToSlash(name)), From: "command line"})
		text := filepath.ToSlash(name)
		abs := l.abs(name)
		if info, err := fs.Stat(l.files.Folder(filepath.Dir(abs)), filepath.Base(abs)); err == nil && !info.IsDir() {
			content, err := l.files.ReadFile(abs) // a person named it, whatever its name looks like
			l.contractFile(tree.Place{}, abs, content, err)
			continue
		}
		if !doublestar.ValidatePattern(text) {
			l.missing(tree.Place{}, fmt.Sprintf("contracts: %s is no valid pattern", tree.Quote(name)), "close every { and [")
			continue
		}
		l.contractPattern(l.config.workDir, Pattern{Text: clean(text)})
	}
}

// missing reports contracts that are named and cannot be had.
func (l *loader) missing(at tree.Place, message, hint string) {
	l.incomplete = true
	l.problems = append(l.problems, misfit(at, message, hint))
}

// suffixes are the endings of the contract files of a folder.
var suffixes = []string{".json", ".yaml", ".yml"}

// contractPattern reads the contract files that a pattern matches. A folder stands for the files directly in it.
func (l *loader) contractPattern(dir string, p Pattern) {
	if !strings.ContainsAny(p.Text, "*?[{") {
		abs := filepath.FromSlash(p.Text)
		if !filepath.IsAbs(abs) {
			abs = filepath.Join(dir, abs)
		}
		if info, err := fs.Stat(l.files.Folder(filepath.Dir(abs)), filepath.Base(abs)); err == nil && info.IsDir() {
			l.contractFolder(abs, p)
			return
		}
	}
	var found [][2]string
	err := l.config.glob(dir, p.Text, func(folder, name string) bool {
		if l.config.Path == "" || shown(l.config.workDir, filepath.Join(folder, filepath.FromSlash(name))) != l.config.Path {
			found = append(found, [2]string{folder, name})
		}
		return true
	})
	switch {
	case err != nil:
		l.missing(p.Place, fmt.Sprintf("contracts: %s %s", tree.Quote(p.Text), why(err)), "")
	case len(found) == 0 && !strings.ContainsAny(p.Text, "*?[{"):
		l.missing(p.Place, fmt.Sprintf("contracts: the file %s does not exist", tree.Quote(p.Text)), "correct the path, which is relative to "+l.base())
	case len(found) == 0:
		l.missing(p.Place, fmt.Sprintf("contracts: %s matches no file", tree.Quote(p.Text)), "correct the pattern, which is relative to "+l.base())
	}
	slices.SortFunc(found, func(a, b [2]string) int { return strings.Compare(a[1], b[1]) })
	for _, f := range found {
		content, err := l.files.ReadBelow(f[0], f[1])
		l.contractFile(p.Place, filepath.Join(f[0], filepath.FromSlash(f[1])), content, err)
	}
}

// base is what paths are relative to, for people.
func (l *loader) base() string {
	if l.config.Path == "" {
		return "the working directory"
	}
	return "the configuration's folder"
}

func (l *loader) contractFolder(abs string, p Pattern) {
	list, err := fs.ReadDir(l.files.Folder(abs), ".")
	if err != nil {
		l.missing(p.Place, fmt.Sprintf("contracts: the folder %s %s", tree.Quote(p.Text), why(err)), "")
		return
	}
	none := true
	for _, d := range list {
		file := filepath.Join(abs, d.Name())
		if d.IsDir() || !slices.Contains(suffixes, strings.ToLower(path.Ext(d.Name()))) || shown(l.config.workDir, file) == l.config.Path {
			continue
		}
		none = false
		content, err := l.files.ReadBelow(abs, d.Name())
		l.contractFile(p.Place, file, content, err)
	}
	if none {
		l.missing(p.Place, fmt.Sprintf("contracts: the folder %s holds no contract file", tree.Quote(p.Text)),
			"put one there, named *.yaml or *.json, or name the files")
	}
}

// contractFile reads one contract file, once.
func (l *loader) contractFile(at tree.Place, abs, content string, err error) {
	if l.read[abs] {
		return
	}
	l.read[abs] = true
	if err != nil {
		l.missing(at, fmt.Sprintf("contracts: the file %s %s", tree.Quote(shown(l.config.workDir, abs)), why(err)), "")
		return
	}
	before := len(l.problems)
	t := l.parse(abs, content)
	list, problems := contracts.Read(t, newFence(l.files, l.config.workDir, t.Source, abs).load)
	l.lists = append(l.lists, list)
	if !unreadable(l.problems[before:]) {
		l.problems = append(l.problems, problems...)
	}
}
