package contracts

import (
	"sync"

	"github.com/planlint/planlint/contracts/schema"
	"github.com/planlint/planlint/contracts/tree"
)

// lazy is a schema compiled at its first use, for all workers at once. A zero lazy is no schema.
type lazy struct {
	tree   *tree.Tree
	root   tree.Ref
	load   schema.Loader
	once   sync.Once
	schema *schema.Schema
	faults []schema.Problem
}

// set says where the schema is written, before the first use.
func (l *lazy) set(t *tree.Tree, root tree.Ref, load schema.Loader) {
	l.tree, l.root, l.load = t, root, load
}

// present reports whether there is a schema at all.
func (l *lazy) present() bool { return l.tree != nil }

// get compiles the schema at the first call; whole and part are what its messages call the value and a member of it.
func (l *lazy) get(whole, part string) (*schema.Schema, []schema.Problem) {
	if l.tree == nil {
		return nil, nil
	}
	l.once.Do(func() {
		l.schema, l.faults = schema.Compile(l.tree, l.root, schema.Options{Load: l.load, Strict: true, Whole: whole, Part: part})
	})
	return l.schema, l.faults
}
