package config

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/syntax"
)

// Options say how to load. The zero value reads from the disk, relative to the process's working directory.
type Options struct {
	Files   Files  // nil = Disk
	WorkDir string // absolute; what paths are relative to, and shown relative to; "" = the process's
	// Rules are the rules that "rules" may set. Without any, no level is taken over.
	Rules []lint.Rule
	// Contracts are contract files named beside the configuration, as FromContracts has them; they are joined with the
	// configuration's own.
	Contracts []string
}

// Load reads the configuration at path, which is relative to the working directory or absolute, and all that it names.
// The Config holds what could be read, also where there are problems; it must not be used where one of them is an
// error. The error is that of a configuration that cannot be read at all.
func Load(path string, o Options) (*Config, []Problem, error) {
	l, err := newLoader(o)
	if err != nil {
		return nil, nil, err
	}
	abs := l.abs(path)
	text, err := l.files.ReadFile(abs)
	if err != nil {
		return nil, nil, fmt.Errorf("configuration %s %s", tree.Quote(shown(l.config.workDir, abs)), why(err))
	}
	l.config.Dir = filepath.Dir(abs)
	t := l.parse(abs, text)
	l.source, l.config.Path = t.Source, t.Source.Name
	l.config.Store.Path = filepath.Join(l.config.Dir, filepath.FromSlash(DefaultStore))
	l.document(shape.NewReader(t, &l.problems))
	l.named(o.Contracts)
	l.finish()
	return l.config, shape.Sort(l.problems), nil
}

// FromContracts makes a configuration of contract files alone: paths or patterns, relative to the working directory or
// absolute. Every contract's tool is then registered, allowed and in scope.
func FromContracts(paths []string, o Options) (*Config, []Problem, error) {
	l, err := newLoader(o)
	if err != nil {
		return nil, nil, err
	}
	l.config.Dir = l.config.workDir
	l.config.Store.Path = filepath.Join(l.config.Dir, filepath.FromSlash(DefaultStore))
	l.named(slices.Concat(paths, o.Contracts))
	l.finish()
	return l.config, shape.Sort(l.problems), nil
}

// loader is a configuration in the making.
type loader struct {
	config     *Config
	source     *tree.Source // the configuration's own text; nil where contracts alone are given
	files      Files
	rules      []lint.Rule
	problems   []Problem
	lists      [][]*contracts.Contract
	contracts  bool            // contracts are named, whether or not they could be read
	incomplete bool            // some of them could not be had
	read       map[string]bool // contract files that were read, by absolute path
	revoked    []shape.Name    // grants that revocations name
	priced     []priced        // arguments that action classes read
	scopes     tree.Place      // the key "delegations"
}

func newLoader(o Options) (*loader, error) {
	if o.Files == nil {
		o.Files = Disk{}
	}
	if o.WorkDir == "" {
		dir, err := os.Getwd()
		if err != nil {
			return nil, fmt.Errorf("the working directory: %w", err)
		}
		o.WorkDir = dir
	}
	return &loader{
		files: o.Files, rules: o.Rules, read: map[string]bool{},
		config: &Config{
			files: o.Files, workDir: o.WorkDir, own: map[string]bool{},
			Limits: DefaultLimits,
			Deployment: &lint.Deployment{
				MaxSteps: DefaultLimits.MaxSteps, Input: lint.DefaultInput, Levels: map[string]lint.Severity{},
			},
		},
	}, nil
}

// abs is a path as the operating system wants it, absolute.
func (l *loader) abs(path string) string {
	path = filepath.FromSlash(path)
	if !filepath.IsAbs(path) {
		path = filepath.Join(l.config.workDir, path)
	}
	return filepath.Clean(path)
}

// shown is an absolute path as people see it.
func shown(workDir, abs string) string {
	rel, err := filepath.Rel(workDir, abs)
	if err != nil {
		rel = abs
	}
	return filepath.ToSlash(rel)
}

// parse reads the text of a file; what is wrong with the text becomes problems.
func (l *loader) parse(abs, text string) *tree.Tree {
	src := &tree.Source{Name: shown(l.config.workDir, abs), Text: text}
	if !l.config.own[abs] {
		l.config.own[abs] = true
		l.config.Files = append(l.config.Files, src.Name)
	}
	doc := syntax.Read(src, syntax.Options{})[0]
	l.problems = append(l.problems, fromSyntax(src, doc.Problems)...)
	return doc.Tree
}

// sections are the keys of a configuration, in the order in which they are shown.
var sections = []string{
	"plans", "contracts", "tools", "stubs", "input", "agents", "delegations", "autonomy", "limits", "store", "structure", "drafts", "rules",
}

// document reads the configuration's own file.
func (l *loader) document(r shape.Reader) {
	const root tree.Ref = 0
	if r.Tree.Empty() || r.Tree.Kind(root) == tree.Null {
		return // nothing is configured, which finish reports
	}
	if r.Tree.Kind(root) != tree.Object && unreadable(l.problems) {
		return
	}
	if !r.Closed(root, "the configuration", sections...) {
		return
	}
	key := func(name string) tree.Ref { return r.Tree.Key(root, name) }
	l.plans(r, key("plans"))
	l.contractFiles(r, key("contracts"))
	l.tools(r, key("tools"))
	l.stubs(r, key("stubs"))
	l.input(r, key("input"))
	l.agents(r, key("agents"))
	l.delegations(r, key("delegations"))
	l.autonomy(r, key("autonomy"))
	l.limits(r, key("limits"))
	l.store(r, key("store"))
	l.structure(r, key("structure"))
	l.drafts(r, key("drafts"))
	l.levels(r, key("rules"))
}

// finish joins the contracts and compares the tables with each other.
func (l *loader) finish() {
	d := l.config.Deployment
	catalog, problems := contracts.NewCatalog(l.lists...)
	d.Catalog = catalog
	l.problems = append(l.problems, problems...)
	if !l.contracts && !unreadable(l.problems) {
		l.problems = append(l.problems, misfit(l.start(), "no contracts are named, so nothing could be checked",
			"name them under contracts, such as contracts: [contracts/*.yaml]"))
	}
	if !l.incomplete && !unreadable(l.problems) { // else a tool may lack only what could not be read
		l.wire()
	}
	l.matchPlans()
	l.notChecked()
}

// unreadable reports whether a text has a fault of syntax, behind which other faults are only noise.
func unreadable(list []Problem) bool {
	return slices.ContainsFunc(list, func(p Problem) bool { return p.Rule == syntax.RuleSyntax })
}

// start is where to point at for what a configuration lacks.
func (l *loader) start() tree.Place {
	return tree.Place{Source: l.source}
}

// part follows a value that may be written inline or as the path of the file that holds it, and returns the reader and
// the node of the value, which is None where there is none. The path is relative to the file that names it.
func (l *loader) part(r shape.Reader, key tree.Ref, name string) (shape.Reader, tree.Ref) {
	if key == tree.None {
		return r, tree.None
	}
	n := key + 1
	if r.Tree.Kind(n) != tree.String || r.Tree.Text(n) == "" {
		l.record(r.Tree, n, name)
		return r, n
	}
	at := r.Tree.Place(n)
	abs, text, err := l.readPath(r.Tree.Source, r.Tree.Text(n))
	if err != nil {
		r.Report(misfit(at, fmt.Sprintf("%s: the file %s %s", name, tree.Quote(r.Tree.Text(n)), why(err)),
			"write the path relative to this file, or the value itself"))
		return r, tree.None
	}
	t := l.parse(abs, text)
	if t.Empty() {
		r.Report(misfit(at, fmt.Sprintf("%s: the file %s is empty", name, tree.Quote(r.Tree.Text(n))), "write the value into it"))
		return r, tree.None
	}
	part := r.On(t)
	if last := name[strings.LastIndexByte(name, '.')+1:]; t.Kind(0) == tree.Object && t.Count(0) == 1 && t.Text(1) == last {
		part.Report(misfit(t.Place(1), fmt.Sprintf("the file wraps its content in the key %q", last), "write the content itself at the top"))
		return part, 2
	}
	l.record(t, 0, name)
	return part, 0
}

// readPath reads a file that a document of the configuration names. What lies below the document's folder is read
// without leaving it by a symbolic link; a path with ".." or an absolute one is taken at its word.
func (l *loader) readPath(from *tree.Source, path string) (abs, text string, err error) {
	folder := filepath.Dir(l.abs(from.Name))
	if local := filepath.FromSlash(path); filepath.IsLocal(local) {
		text, err = l.files.ReadBelow(folder, filepath.ToSlash(filepath.Clean(local)))
		return filepath.Join(folder, local), text, err
	}
	abs = filepath.FromSlash(path)
	if !filepath.IsAbs(abs) {
		abs = filepath.Join(folder, abs)
	}
	text, err = l.files.ReadFile(abs)
	return filepath.Clean(abs), text, err
}

// label writes a name of a document as part of a path of names.
func label(name string) string {
	if name != "" && len(name) <= 64 && strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz0123456789_-") == "" {
		return name
	}
	return tree.Quote(name)
}
