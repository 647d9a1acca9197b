package config

import (
	"errors"
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint/syntax"
)

// fence hands schemas the files that their $refs name, and only those below the folder of the contract's own file: no
// URL, no absolute path, no way out by ".." or by a symbolic link. It is safe for concurrent use, and reads each file
// once.
type fence struct {
	files   Files
	workDir string
	folder  string // absolute

	mu     sync.Mutex
	names  map[*tree.Source]string // where each document lies below the folder, with "/"
	loaded map[string]fenced
}

type fenced struct {
	tree *tree.Tree
	err  error
}

// newFence fences a contract file in: contract is its text, abs its path.
func newFence(files Files, workDir string, contract *tree.Source, abs string) *fence {
	return &fence{
		files: files, workDir: workDir, folder: filepath.Dir(abs),
		names:  map[*tree.Source]string{contract: filepath.Base(abs)},
		loaded: map[string]fenced{},
	}
}

// load is a schema.Loader.
func (f *fence) load(from *tree.Source, ref string) (*tree.Tree, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	name, err := f.resolve(from, ref)
	if err != nil {
		return nil, err
	}
	if _, ok := f.loaded[name]; !ok {
		t, err := f.read(name)
		f.loaded[name] = fenced{t, err}
	}
	return f.loaded[name].tree, f.loaded[name].err
}

// resolve turns a reference into a name below the folder.
func (f *fence) resolve(from *tree.Source, ref string) (string, error) {
	ref, _, _ = strings.Cut(ref, "#")
	plain, err := url.PathUnescape(ref)
	switch {
	case err != nil:
		return "", errors.New(`"%" must be followed by two hexadecimal digits`)
	case scheme().MatchString(ref) || scheme().MatchString(plain) || strings.HasPrefix(plain, "//"):
		return "", errors.New("URLs are not followed, only files below the contract's folder")
	case strings.ContainsAny(plain, "\x00\\?") || len(plain) > 1 && plain[1] == ':':
		return "", errors.New(`only plain file names with "/" are followed`)
	case strings.HasPrefix(plain, "/"):
		return "", errors.New("absolute paths are not followed, only files below the contract's folder")
	case plain == "":
		return "", errors.New("the reference names no file")
	}
	base, ok := f.names[from]
	if !ok {
		return "", errors.New("the document that refers to it is not known")
	}
	name := path.Join(path.Dir(base), plain)
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return "", errors.New("it lies outside the contract's folder, where nothing is read")
	}
	return name, nil
}

func (f *fence) read(name string) (*tree.Tree, error) {
	text, err := f.files.ReadBelow(f.folder, name)
	if errors.Is(err, ErrOutside) {
		return nil, errors.New("a symbolic link on the way leads outside the contract's folder, where nothing is read")
	}
	if err != nil {
		return nil, fmt.Errorf("the file %s", why(err))
	}
	src := &tree.Source{Name: shown(f.workDir, filepath.Join(f.folder, filepath.FromSlash(name))), Text: text}
	doc := syntax.Read(src, syntax.Options{})[0]
	if len(doc.Problems) > 0 {
		p := doc.Problems[0]
		at := src.Position(p.Span.Start)
		return nil, fmt.Errorf("%s:%d:%d: %s", src.Name, at.Line, at.Column, p.Message)
	}
	if doc.Tree.Empty() {
		return nil, errors.New("the file is empty")
	}
	f.names[src] = name
	return doc.Tree, nil
}
