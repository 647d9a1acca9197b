package syntax

import "github.com/planlint/planlint/contracts/tree"

// The rules that reading can raise. Whoever reads a plan makes findings of them; whoever reads the configuration
// or contracts makes configuration errors of them.
const (
	RuleSyntax       = "syntax"        // the text is not YAML, or not JSON, or over a cap
	RuleDuplicateKey = "duplicate-key" // a key that stood before in the same map
	RuleWrongShape   = "wrong-shape"   // a key that is no string, a number that is not finite, a second document
)

// Problem is a fault of the text itself.
type Problem struct {
	Rule    string // one of the rules above
	Span    tree.Span
	Message string // one clause, lower case, no full stop
	Hint    string // what to do; may be empty
	Related []Related
}

// Related is a second place that a Problem is about: the first of two keys, the anchor behind an alias.
type Related struct {
	Span    tree.Span
	Message string
}

// Caps bound what a document may cost. The zero value means the defaults.
type Caps struct {
	Bytes   int // size of one file; default 64 MiB
	Depth   int // arrays and objects inside each other; default 100
	Aliased int // nodes that aliases and merge keys may bring in, all together; default 100,000
}

// The default caps.
const (
	MaxBytes   = 64 << 20
	MaxDepth   = 100
	MaxAliased = 100_000
)

func (c Caps) orDefault() Caps {
	if c.Bytes <= 0 {
		c.Bytes = MaxBytes
	}
	if c.Depth <= 0 {
		c.Depth = MaxDepth
	}
	if c.Aliased <= 0 {
		c.Aliased = MaxAliased
	}
	return c
}
