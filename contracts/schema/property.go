package schema

import (
	"slices"

	"github.com/planlint/planlint/contracts/tree"
)

// Property is a name that a schema declares at its top level.
type Property struct {
	Name        string
	Required    bool
	Type        string // in words: "string", "integer or null"; "any" where the schema does not say
	Description string
	// Default is the default's node in Tree, or tree.None.
	Default tree.Ref
	Tree    *tree.Tree // where the property is declared: its file may be another than the schema's
	Place   tree.Place // the key that declares it

	node *node
}

// Properties are the names declared at the top level, also through $ref, allOf and the branches of anyOf and oneOf,
// in order of writing. Required are those that no branch can do without. The caller must not change the slice.
func (s *Schema) Properties() []Property {
	s.once.Do(func() { s.properties = properties(s.root) })
	return s.properties
}

// Property is the property of that name; ok is false where the top level declares none.
func (s *Schema) Property(name string) (p Property, ok bool) {
	for _, p := range s.Properties() {
		if p.Name == name {
			return p, true
		}
	}
	return Property{}, false
}

// Names are the names of Properties.
func (s *Schema) Names() []string {
	names := make([]string, 0, len(s.Properties()))
	for _, p := range s.Properties() {
		names = append(names, p.Name)
	}
	return names
}

func properties(root *node) []Property {
	var list []Property
	index := map[string]int{}
	for _, n := range root.reach() {
		if n.object == nil {
			continue
		}
		for i := range n.object.declared {
			m := &n.object.members[i]
			if _, twice := index[m.name]; twice || m.schema.never {
				continue
			}
			index[m.name] = len(list)
			list = append(list, Property{Name: m.name, Type: m.schema.words(), Description: m.schema.annotation("description"),
				Default: m.schema.tree.Get(m.schema.at, "default"), Tree: m.schema.tree, Place: n.place(m.key), node: m.schema})
		}
	}
	for _, n := range root.together() {
		if n.object == nil {
			continue
		}
		for _, j := range n.object.required {
			if i, ok := index[n.object.members[j].name]; ok {
				list[i].Required = true
			}
		}
	}
	return list
}

// annotation is a string annotation of the schema, or of what it refers to.
func (n *node) annotation(word string) string {
	for _, part := range n.together() {
		if v := part.tree.Get(part.at, word); part.tree.Kind(v) == tree.String {
			return part.tree.Text(v)
		}
	}
	return ""
}

// words are the types that a schema takes, as a person would say them.
func (n *node) words() string { return n.allowed.words() }

func (s types) words() string {
	if s == typeAll {
		return "any"
	}
	if s == 0 {
		return "nothing"
	}
	text := ""
	for _, name := range [...]string{"string", "integer", "number", "boolean", "array", "object", "null"} {
		if t := typeNames[name]; s&t == 0 || t == typeInteger && s&typeNumber != 0 {
			continue
		}
		if text != "" {
			text += " or "
		}
		text += name
	}
	return text
}

// Type is the top level's type in words, as Property.Type.
func (s *Schema) Type() string { return s.root.words() }

// Takes reports whether values of a kind can fit at the top level at all.
func (s *Schema) Takes(k tree.Kind) bool {
	t := typeNames[k.String()]
	if k == tree.Number {
		t |= typeInteger
	}
	return s.root.allowed&t != 0
}

// Open reports whether the author lets names in at the top level that the schema does not declare.
func (s *Schema) Open() bool { return s.opening() != nil }

// opening is the schema at the top level that lets undeclared names in, or nil.
func (s *Schema) opening() *node {
	if s.root.trivial {
		return s.root
	}
	if o := s.root.object; o != nil && o.others != nil && o.others.never {
		return nil
	}
	for _, n := range s.root.reach() {
		if n.object != nil && n.object.others != nil && !n.object.others.never || n.logic != nil && n.logic.restNames != nil && !n.logic.restNames.never {
			return n
		}
	}
	return nil
}

// Default is a value that stands in for an argument that is not given.
type Default struct {
	Name  string
	Tree  *tree.Tree
	Value tree.Ref
	Place tree.Place
}

// Defaults are the top level's defaults that fit their own schema, in order of writing. They are part of the
// arguments a tool gets; the others are a mistake of the contract, see Review.
func (s *Schema) Defaults() []Default {
	var list []Default
	for _, p := range s.Properties() {
		if p.Default != tree.None && len(s.misfits(p)) == 0 {
			list = append(list, Default{p.Name, p.Tree, p.Default, p.Tree.Place(p.Default)})
		}
	}
	return list
}

// misfits are the ways in which a property's default does not fit the property.
func (s *Schema) misfits(p Property) []Fault {
	o := s.options
	o.Whole = "the default of " + tree.Quote(p.Name)
	part := &Schema{root: p.node, options: o, dynamic: s.dynamic}
	return part.Check(p.Tree, p.Default, nil)
}

// Presence says what a schema tells about a member.
type Presence uint8

// The answers. The zero Presence is invalid.
const (
	_          Presence = iota
	Declared            // the schema declares it
	Undeclared          // the schema refuses it, or, where nothing closes the object, does not name it among those it names
	Unsaid              // the schema says nothing that would tell
)

// Find follows a path of member names and indexes into what the schema describes, as binds do into outcomes. Where
// the answer is Declared, the Property describes what is there; for Undeclared, near is a declared name that was
// likely meant, or "".
func (s *Schema) Find(tokens []string) (p Property, found Presence, near string) {
	p = Property{Type: s.root.words(), Default: tree.None, Tree: s.root.tree, Place: s.Place(), node: s.root}
	for _, token := range tokens {
		if a := p.node.allowed; a&typeArray != 0 && a&typeObject == 0 {
			item := p.node.item(token)
			if item == nil && !digits(token, 1, 9) {
				return Property{}, Undeclared, ""
			}
			if item == nil {
				return Property{}, Unsaid, ""
			}
			p = Property{Name: token, Type: item.words(), Default: tree.None, Tree: item.tree, Place: item.place(tree.None), node: item}
			continue
		}
		list := properties(p.node)
		i := slices.IndexFunc(list, func(q Property) bool { return q.Name == token })
		if i >= 0 {
			p = list[i]
			continue
		}
		part := &Schema{root: p.node, options: s.options}
		if len(list) == 0 || part.Open() || patterned(p.node) {
			if len(list) == 0 && p.node.allowed&(typeObject|typeArray) == 0 {
				return Property{}, Undeclared, ""
			}
			return Property{}, Unsaid, ""
		}
		return Property{}, Undeclared, nearest(token, part.Names())
	}
	return p, Declared, ""
}

// item is the schema of an element, or nil.
func (n *node) item(token string) *node {
	if !digits(token, 1, 9) {
		return nil
	}
	for _, part := range n.together() {
		r := part.array
		if r == nil {
			continue
		}
		if i := number(token); i < len(r.prefix) {
			return r.prefix[i]
		}
		if r.items != nil {
			return r.items
		}
	}
	return nil
}

func patterned(n *node) bool {
	for _, part := range n.reach() {
		if part.object != nil && len(part.object.patterns) > 0 {
			return true
		}
	}
	return false
}
