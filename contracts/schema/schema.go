package schema

import (
	"slices"
	"sync"

	"github.com/planlint/planlint/contracts/tree"
)

// Loader returns the document behind a $ref that names a file, as it is written, without its fragment; from is the
// document that has the $ref. Its error is shown to people behind the $ref. The caller's Loader decides what may be
// read: planlint's refuses the network, absolute paths and everything outside the contract's folder tree.
type Loader func(from *tree.Source, ref string) (*tree.Tree, error)

// Options says how a schema is read. The zero Options is plain JSON Schema without files.
type Options struct {
	// Load reads the files that $ref names; nil refuses them.
	Load Loader
	// Strict is the closed reading of a tool boundary. Names that nobody declares are refused at the top level, also
	// where it names no property, and at every nested object that names properties and does not say otherwise; an
	// integer is written as one, without fraction and exponent. It only ever refuses more than JSON Schema does.
	Strict bool
	// Whole and Part are what messages call the value and a member of it; empty means "the arguments" and "argument".
	Whole, Part string
}

// Schema is a compiled JSON Schema. It is safe for concurrent use.
type Schema struct {
	root    *node
	options Options
	dynamic bool // some schema has a $dynamicRef or $recursiveRef
	nodes   []*node
	docs    []*document

	once       sync.Once
	properties []Property

	veilsOnce sync.Once
	veilsMade map[*node]bool
}

// Compile reads the schema at root, and what its $refs lead to. The Schema is never nil; it is of use unless one of
// the problems is an error. Problems come in the order of reading: a schema before the schemas inside it.
func Compile(t *tree.Tree, root tree.Ref, o Options) (*Schema, []Problem) {
	if o.Whole == "" {
		o.Whole = "the arguments"
	}
	if o.Part == "" {
		o.Part = "argument"
	}
	c := &compiler{options: o, cache: make(map[address]*node, 16)}
	return c.compile(t, root)
}

// Place is where the schema is written.
func (s *Schema) Place() tree.Place { return s.root.place(tree.None) }

// Check appends to out the ways in which the value at n does not fit, in document order. It does not allocate where
// there is none, and its work is bounded: what costs more than the bound does not fit.
func (s *Schema) Check(t *tree.Tree, n tree.Ref, out []Fault) []Fault {
	c := checkers.Get().(*checker)
	out = c.run(s, t, n, out)
	checkers.Put(c)
	return out
}

// Sources are the files that the schema's $refs lead to, in the order of reading, without the one it is written in.
func (s *Schema) Sources() []*tree.Source {
	var list []*tree.Source
	own := s.root.tree.Source
	for _, d := range s.docs {
		if d.tree.Source != own && !slices.Contains(list, d.tree.Source) {
			list = append(list, d.tree.Source)
		}
	}
	return list
}
