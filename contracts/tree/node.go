package tree

// Kind says what a node is. The zero Kind is invalid, so that a node nobody filled in cannot pass for a value.
type Kind uint8

// The kinds of a node. Unknown stands for a value that exists only at run time (a bind): it fits every schema.
const (
	Invalid Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
	Unknown
)

// String returns the JSON Schema name of the kind.
func (k Kind) String() string {
	switch k {
	case Null:
		return "null"
	case Bool:
		return "boolean"
	case Number:
		return "number"
	case String:
		return "string"
	case Array:
		return "array"
	case Object:
		return "object"
	case Unknown:
		return "unknown"
	}
	return "invalid"
}

// Flags are facts about how a node was written.
type Flags uint8

// The flags that a node can have, each a bit.
const (
	// Quoted: the span includes a quote on each side.
	Quoted Flags = 1 << iota
	// Plain: an unquoted YAML scalar.
	Plain
	// Block: a YAML block scalar, literal or folded; the span starts at its indicator.
	Block
	// Aliased: the node was brought in by an alias or a merge key. Its span is the alias token's.
	Aliased
	// Ambiguous: a plain scalar that YAML 1.1 and 1.2 readers read differently.
	Ambiguous
	// True: the value of a Bool node.
	True
	// Broken: what was read here is incomplete, because the text around it has a syntax fault. Rules stay quiet
	// about what is missing below it.
	Broken
	// decoded: the node's text is in the tree's own store, not a slice of the source.
	decoded
)

// Ref names a node of a Tree by its index. The root is 0.
type Ref int32

// None is the Ref of no node.
const None Ref = -1

// Span is a half-open range of byte offsets into a source: 0 <= Start <= End <= len(source). It is empty only
// where no token exists to point at, such as in an empty file.
type Span struct{ Start, End int }

// Node is one value, or one key, of a document. It is 24 bytes, so that a large document stays cheap.
type Node struct {
	start, end uint32
	next       uint32 // index of the first node behind this one's subtree
	count      uint32 // Array: elements; Object: members; scalar with decoded set: index into Tree.text
	Kind       Kind
	Flags      Flags
}
