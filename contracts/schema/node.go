package schema

import (
	"slices"

	"github.com/planlint/planlint/contracts/tree"
)

// types is a set of JSON Schema types. The empty set says nothing, which allows every type.
type types uint8

const (
	typeNull types = 1 << iota
	typeBoolean
	typeInteger
	typeNumber
	typeString
	typeArray
	typeObject
	typeAll = typeNull | typeBoolean | typeNumber | typeString | typeArray | typeObject
)

// node is one compiled schema object. Keywords that are rare, or concern one kind of value, sit behind pointers, so
// that a value pays only for what its schema says about it.
type node struct {
	tree *tree.Tree
	at   tree.Ref // the schema object, or the Bool that stands for one
	res  *resource

	never   bool // the schema false
	trivial bool // fits every value: true, {} and annotations alone
	types   types
	typesAt tree.Ref
	choice  *choice // enum and const
	text    *textRules
	number  *numberRules
	array   *arrayRules
	object  *objectRules
	logic   *logic

	// allowed are the types that fit, as far as the schemas tell together.
	allowed types
	// names: this schema, or one that applies to the same value, declares properties.
	names bool
	// closes: in the closed reading, names that nobody declares are refused where this schema is a value's own.
	closes bool
	// visit marks the search for schemas that apply themselves to the same value without end.
	visit uint8
}

// choice is enum and const: the value must equal one of the values.
type choice struct {
	at      tree.Ref   // the enum's list, or the const's value
	keyword string     // "enum" or "const"
	values  []tree.Ref // in the schema's tree
	words   map[string]struct{}
	also    *choice // const beside enum
}

// textRules holds what is asked of strings.
type textRules struct {
	min, max     int // in code points; max is -1 where there is none
	minAt, maxAt tree.Ref
	pattern      *pattern
	patternAt    tree.Ref
	format       *format
	formatAt     tree.Ref
}

// bound is a number in a schema. The zero bound is none.
type bound struct {
	set bool
	at  tree.Ref
	num decimal
}

// numberRules holds what is asked of numbers.
type numberRules struct {
	min, max, above, below, multiple bound // inclusive, inclusive, exclusive, exclusive
}

// arrayRules holds what is asked of arrays.
type arrayRules struct {
	min, max     int // max is -1 where there is none
	minAt, maxAt tree.Ref
	unique       bool
	uniqueAt     tree.Ref
	prefix       []*node
	items        *node // of the elements behind prefix
	itemsAt      tree.Ref
	contains     *node
	containsAt   tree.Ref
	least, most  int // minContains, and maxContains or -1
	leastAt      tree.Ref
	mostAt       tree.Ref
	marks        bool // elements that contains matches count as evaluated
}

// objectRules holds what is asked of objects.
type objectRules struct {
	members      []member         // those of properties in order, then names that others mention
	index        map[string]int32 // over members, where there are many
	declared     int              // how many of members properties declares
	propertiesAt tree.Ref
	required     []int32 // indexes of members, in order of writing
	requiredSet  uint64  // the same, while there are at most 64 members
	patterns     []patternMember
	patternsAt   tree.Ref
	others       *node // additionalProperties
	othersAt     tree.Ref
	keys         *node // propertyNames
	keysAt       tree.Ref
	min, max     int // max is -1 where there is none
	minAt, maxAt tree.Ref
	needs        []need
}

// member is one name that an object schema knows.
type member struct {
	name       string
	key        tree.Ref // in properties, else None
	schema     *node    // nil for a name that properties does not declare
	required   bool
	requiredAt tree.Ref // the entry of required
}

// patternMember is one entry of patternProperties.
type patternMember struct {
	pattern *pattern
	schema  *node
}

// need is one entry of dependentRequired: where the member with is there, those with missing must be too.
type need struct {
	when int32
	what int32
	at   tree.Ref // the needed name, where the schema says so
}

// logic holds what applies other schemas to the same value.
type logic struct {
	ref        *node
	refAt      tree.Ref
	dynamic    string // the name of a $dynamicRef, "" for the target of $recursiveRef
	isDynamic  bool
	all        []*node
	any, one   []*node
	anyAt      tree.Ref
	oneAt      tree.Ref
	tag        string // discriminator.propertyName
	not        *node
	notAt      tree.Ref
	cond       *node
	then, els  *node
	dependents []dependent
	restNames  *node // unevaluatedProperties
	restItems  *node // unevaluatedItems
	restAt     tree.Ref
	restItemAt tree.Ref
}

// dependent is one entry of dependentSchemas.
type dependent struct {
	name   string
	schema *node
}

// smallTable is up to how many names a linear scan beats a map.
const smallTable = 8

// find returns the index of a name among the members, or -1. Arguments mostly come in the order of declaration, so
// guess, the index behind the last one found, is tried first.
func (o *objectRules) find(name string, guess int) int {
	if guess < len(o.members) && o.members[guess].name == name {
		return guess
	}
	if o.index != nil {
		if i, ok := o.index[name]; ok {
			return int(i)
		}
		return -1
	}
	for i := range o.members {
		if o.members[i].name == name {
			return i
		}
	}
	return -1
}

// inPlace calls yield for each schema that this one applies to the same value, but for those of not. It follows no
// $dynamicRef beyond its first target.
func (n *node) inPlace(yield func(*node) bool) {
	l := n.logic
	if l == nil {
		return
	}
	if l.ref != nil && !yield(l.ref) {
		return
	}
	for _, list := range [...][]*node{l.all, l.any, l.one} {
		for _, s := range list {
			if !yield(s) {
				return
			}
		}
	}
	for _, s := range [...]*node{l.cond, l.then, l.els} {
		if s != nil && !yield(s) {
			return
		}
	}
	for _, d := range l.dependents {
		if !yield(d.schema) {
			return
		}
	}
}

// reach collects this schema and all that it applies to the same value, each once, in order of writing. Of a choice
// that has one of the branches meant, it follows that one alone.
func (n *node) reach(choices ...meant) []*node {
	list, seen := []*node{n}, map[*node]bool{n: true}
	for i := 0; i < len(list); i++ {
		from := list[i]
		from.inPlace(func(s *node) bool {
			if !seen[s] && !from.dismissed(s, choices) {
				seen[s] = true
				list = append(list, s)
			}
			return true
		})
	}
	return list
}

// dismissed reports whether s is a branch of a choice of which another one was meant.
func (n *node) dismissed(s *node, choices []meant) bool {
	if len(choices) == 0 {
		return false
	}
	for _, list := range [...][]*node{n.logic.any, n.logic.one} {
		if !slices.Contains(list, s) {
			continue
		}
		for _, c := range choices {
			if c.branch != s && slices.Contains(list, c.branch) {
				return true
			}
		}
	}
	return false
}

// together collects this schema and those it always applies to the same value: through $ref and allOf.
func (n *node) together() []*node {
	list, seen := []*node{n}, map[*node]bool{n: true}
	for i := 0; i < len(list); i++ {
		l := list[i].logic
		if l == nil {
			continue
		}
		for _, s := range append([]*node{l.ref}, l.all...) {
			if s != nil && !seen[s] {
				seen[s] = true
				list = append(list, s)
			}
		}
	}
	return list
}

// place is where a token of the schema stands; the schema itself for None.
func (n *node) place(at tree.Ref) tree.Place {
	if at == tree.None {
		at = n.at
	}
	return n.tree.Place(at)
}
