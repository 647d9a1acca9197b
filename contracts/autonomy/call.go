package autonomy

import (
	"time"

	"github.com/planlint/planlint/contracts/tree"
)

// Call is one call that somebody wants to make.
type Call struct {
	Tool         string
	Tenant, User string
	// Arguments are the validated arguments, defaults included: an object of Tree. A place that is filled only at run
	// time holds an Unknown node, of which nothing is assumed.
	Tree      *tree.Tree
	Arguments tree.Ref
	Now       time.Time
}

// argument is the value of a top-level argument, or None. Of arguments that are unknown as a whole, each is unknown.
func (c *Call) argument(name string) tree.Ref {
	switch {
	case c.Tree == nil:
		return tree.None
	case c.Tree.Kind(c.Arguments) == tree.Unknown:
		return c.Arguments
	}
	return c.Tree.Get(c.Arguments, name)
}

func (c *Call) kind(n tree.Ref) tree.Kind {
	if n == tree.None {
		return tree.Invalid
	}
	return c.Tree.Kind(n)
}

// found writes an argument for a message: texts in quotes, and no more of them than a message can hold.
func (c *Call) found(n tree.Ref) string {
	switch c.Tree.Kind(n) {
	case tree.Array:
		return "a list"
	case tree.Object:
		return "a map"
	case tree.String:
		return tree.Quote(c.Tree.Text(n))
	}
	quoted := tree.Quote(c.Tree.Text(n)) // of a number, true, false or null, with nothing to escape
	return quoted[1 : len(quoted)-1]
}
