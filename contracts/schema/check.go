package schema

import (
	"slices"
	"sync"

	"github.com/planlint/planlint/contracts/tree"
)

// The bounds of one Check. A schema may branch without end, a value may be large, and both may come from strangers.
const (
	maxVisits = 1 << 21 // how often a schema meets a value, weighed by what is looked at; far more than honest use takes
	maxDepth  = 4000    // schemas within schemas on the way to one value
	maxNear   = 200_000 // words compared for suggestions
)

// mode is what a fault does.
type mode uint8

const (
	report mode = iota // writes a Fault
	quiet              // ends the evaluation
	count              // is counted, for the choice between branches
)

// checker is the state of one Check. It is pooled, and its slices keep their room.
type checker struct {
	schema *Schema
	tree   *tree.Tree
	root   tree.Ref
	mode   mode
	lax    int // above 0 the closed reading rests: inside not, if and contains, which are conditions
	out    []Fault
	first  int // where this Check's faults begin in out
	path   []step
	marks  []bool // a stack of frames
	scope  []*resource
	visits int
	depth  int
	near   int
	open   bool   // the value holds parts that only the run knows
	form   string // how messages name the branch of a choice that is checked, or ""
	meant  []meant

	faults  int // in mode count
	deepest int

	stuck     bool // gave up somewhere: nothing may pass
	stuckAt   tree.Ref
	stuckRule tree.Place
	stuckWord string
	late      bool // a pattern ran out of time, so no other one starts
}

// meant is a branch that explain took for the one that was meant.
type meant struct {
	branch *node
	form   string
}

// step is one step of the path to a value: a key, or an index where key is None.
type step struct {
	key   tree.Ref
	index int
	name  bool // the key itself is what is checked
}

var checkers = sync.Pool{New: func() any { return new(checker) }}

// frame says how a schema meets a value.
type frame struct {
	kind frameKind
	// closing: the frame serves the closed reading, to which silence about a name also counts as leave.
	closing, top bool
	base, n      int // tracked: the members or elements that were evaluated are marked in marks[base:base+n]
}

type frameKind uint8

const (
	fresh   frameKind = iota // the value's own schema
	within                   // one that another applies to the same value
	tracked                  // the same, and somebody asks what it evaluates
)

// run checks one value.
func (c *checker) run(s *Schema, t *tree.Tree, n tree.Ref, out []Fault) []Fault {
	c.begin(s, t, n, out)
	fits := c.eval(s.root, n, frame{top: true})
	if c.stuck || !fits && len(c.out) == c.first {
		c.gaveUp()
	}
	if len(c.out)-c.first > 1 {
		c.sort()
	}
	out = c.out
	c.end()
	return out
}

// begin sets the checker to one value.
func (c *checker) begin(s *Schema, t *tree.Tree, n tree.Ref, out []Fault) {
	c.schema, c.tree, c.root, c.out, c.first = s, t, n, out, len(out)
	c.mode, c.lax, c.visits, c.depth, c.near = report, 0, maxVisits, 0, maxNear
	c.stuck, c.late, c.form = false, false, ""
	c.path, c.marks, c.scope = c.path[:0], c.marks[:0], c.scope[:0]
	c.meant = c.meant[:0]
	c.open = c.unsettled(n)
}

// end lets go of what a pooled checker must not keep alive.
func (c *checker) end() {
	c.schema, c.tree, c.out, c.form = nil, nil, nil, ""
	c.stuckRule = tree.Place{}
	clear(c.scope[:cap(c.scope)])
	clear(c.meant[:cap(c.meant)])
}

// sort puts the faults in document order and drops what two schemas said alike.
func (c *checker) sort() {
	list := c.out[c.first:]
	slices.SortStableFunc(list, func(a, b Fault) int { return int(a.At) - int(b.At) })
	kept := list[:1]
	for _, f := range list[1:] {
		same := false
		for i := len(kept) - 1; i >= 0 && kept[i].At == f.At && len(kept)-i < 64; i-- {
			if kept[i].Message == f.Message {
				same = true
				break
			}
		}
		if !same {
			kept = append(kept, f)
		}
	}
	clear(list[len(kept):])
	c.out = c.out[:c.first+len(kept)]
}

// unsettled reports whether a value holds parts that only the run knows. A tree lies in preorder, so the value is a
// run of nodes.
func (c *checker) unsettled(n tree.Ref) bool {
	if c.tree.Kind(n) < tree.Array {
		return false
	}
	for i, end := n, c.tree.Next(n); i < end; i++ {
		if c.tree.Kind(i) == tree.Unknown {
			return true
		}
	}
	return false
}

// maybe is unsettled for a part of the value.
func (c *checker) maybe(n tree.Ref) bool { return c.open && c.unsettled(n) }

// strict reports whether the closed reading is on.
func (c *checker) strict() bool { return c.schema.options.Strict && c.lax == 0 }

// fault notes that something does not fit, and reports whether it has to be said.
func (c *checker) fault() bool {
	if c.stuck && c.stuckWord == "" {
		return false // nothing that follows is certain
	}
	if c.mode == count {
		c.faults++
		c.deepest = max(c.deepest, len(c.path))
	}
	return c.mode == report
}

// spend pays for work; it reports false where nothing is left, and then nothing fits any more.
func (c *checker) spend(cost int) bool {
	if c.visits -= cost; c.visits >= 0 {
		return true
	}
	c.giveUp(c.root, c.schema.root.place(tree.None), "")
	return false
}

// giveUp notes that a question stays open, so that the value cannot pass. word is the keyword, "" for the whole.
func (c *checker) giveUp(at tree.Ref, place tree.Place, word string) {
	if !c.stuck {
		c.stuck, c.stuckAt, c.stuckRule, c.stuckWord = true, at, place, word
	}
}

// eval reports whether a value fits a schema.
func (c *checker) eval(n *node, v tree.Ref, f frame) bool {
	if n.trivial {
		return true
	}
	kind := c.tree.Kind(v)
	if kind == tree.Unknown {
		return true
	}
	if c.visits--; c.visits < 0 || c.depth >= maxDepth || c.stuck && c.stuckWord == "" {
		c.giveUp(c.root, c.schema.root.place(tree.None), "")
		return false
	}
	if n.never {
		if c.fault() {
			c.sayNever(n, v)
		}
		return false
	}
	if n.types != 0 && !c.typed(n.types, v, kind) {
		if c.fault() {
			c.sayType(n.types, n.place(n.typesAt), v)
		}
		return false
	}
	ok := true
	if n.choice != nil && !c.chosen(n, v) {
		if c.mode == quiet {
			return false
		}
		ok = false
	}
	if n.logic == nil && !c.schema.dynamic {
		closing := kind == tree.Object && f.kind == fresh && n.closes && c.strict()
		return c.structure(n, v, kind, f, closing) && ok
	}
	c.depth++
	pushed := c.schema.dynamic && (len(c.scope) == 0 || c.scope[len(c.scope)-1] != n.res)
	if pushed {
		c.scope = append(c.scope, n.res)
	}
	ok = c.composite(n, v, kind, f) && ok
	if pushed {
		c.scope = c.scope[:len(c.scope)-1]
	}
	c.depth--
	return ok
}

// try is eval without a word.
func (c *checker) try(n *node, v tree.Ref, f frame) bool {
	m := c.mode
	c.mode = quiet
	ok := c.eval(n, v, f)
	c.mode = m
	return ok
}

// condition is try in the plain reading.
func (c *checker) condition(n *node, v tree.Ref, f frame) bool {
	c.lax++
	ok := c.try(n, v, f)
	c.lax--
	return ok
}

// structure checks the keywords that concern one kind of value.
func (c *checker) structure(n *node, v tree.Ref, kind tree.Kind, f frame, closing bool) bool {
	switch kind {
	case tree.String:
		return n.text == nil || c.textual(n, v)
	case tree.Number:
		return n.number == nil || c.numeric(n, v)
	case tree.Array:
		if n.array != nil {
			return c.elements(n, v, f)
		}
	case tree.Object:
		if n.object != nil {
			return c.members(n, v, f, closing)
		}
		if closing && c.tree.Count(v) > 0 {
			return c.members(n, v, f, closing)
		}
	}
	return true
}
