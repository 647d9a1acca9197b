package schema

import (
	"net/url"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// draft is a version of JSON Schema, as a number that can be compared.
type draft int

const (
	draft4    draft = 4
	draft6    draft = 6
	draft7    draft = 7
	draft2019 draft = 2019
	draft2020 draft = 2020
)

// String is the draft's name as people write it.
func (d draft) String() string {
	switch d {
	case draft4:
		return "draft-04"
	case draft6:
		return "draft-06"
	case draft7:
		return "draft-07"
	case draft2019:
		return "draft 2019-09"
	}
	return "draft 2020-12"
}

// draftOf is the draft behind a $schema, or 0 for one we do not know.
func draftOf(uri string) draft {
	uri = strings.TrimSuffix(strings.TrimSuffix(uri, "#"), "/")
	_, path, ok := strings.Cut(uri, "://json-schema.org/")
	if !ok || !strings.HasPrefix(uri, "http") {
		return 0
	}
	switch path {
	case "draft-04/schema":
		return draft4
	case "draft-06/schema":
		return draft6
	case "draft-07/schema":
		return draft7
	case "draft/2019-09/schema":
		return draft2019
	case "draft/2020-12/schema", "schema":
		return draft2020
	}
	return 0
}

// document is a tree that schemas are read from, and the resources in it.
type document struct {
	tree      *tree.Tree
	root      tree.Ref
	resources []*resource // the document's own first, then in order of writing
	inner     map[tree.Ref]*resource
}

// resource is a schema with an identity of its own: a document, or a part of one with its own $id.
type resource struct {
	doc      *document
	root     tree.Ref
	base     *url.URL // nil where no $id gives one
	draft    draft
	declared bool // a $schema gives the draft
	anchors  map[string]tree.Ref
	dynamics map[string]tree.Ref // $dynamicAnchor; "" for $recursiveAnchor
	targets  map[string]*node    // dynamics, compiled
}

// at is the innermost resource that holds a node.
func (d *document) at(n tree.Ref) *resource {
	best := d.resources[0]
	for _, r := range d.resources[1:] {
		if r.root <= n && n < d.tree.Next(r.root) {
			best = r // a later one that holds n lies inside the earlier ones that do
		}
	}
	return best
}

// open finds the resources and anchors of a document. ids collects the resources by their absolute $id.
func (c *compiler) open(t *tree.Tree, root tree.Ref) *document {
	d := &document{tree: t, root: root}
	top := &resource{doc: d, root: root, draft: draft2020}
	d.resources = append(d.resources, top)
	c.docs = append(c.docs, d)
	c.survey(d, root, top, true)
	return d
}

// survey walks one schema for $id, $schema and the anchors.
func (c *compiler) survey(d *document, n tree.Ref, res *resource, top bool) {
	t := d.tree
	if t.Kind(n) == tree.Array {
		for _, e := range t.Elements(n) {
			c.survey(d, e, res, false)
		}
		return
	}
	if t.Kind(n) != tree.Object {
		return
	}
	ref := false
	var id, schema, anchor, dynamic, recursive = tree.None, tree.None, tree.None, tree.None, tree.None
	legacy := tree.None
	for k, v := range t.Members(n) {
		switch t.Text(k) {
		case "$id":
			id = v
		case "id":
			legacy = v
		case "$schema":
			schema = v
		case "$anchor":
			anchor = v
		case "$dynamicAnchor":
			dynamic = v
		case "$recursiveAnchor":
			recursive = v
		case "$ref":
			ref = t.Kind(v) == tree.String
		}
	}
	speaks := res.draft
	if schema != tree.None && t.Kind(schema) == tree.String {
		if found := draftOf(t.Text(schema)); found != 0 {
			speaks = found
		}
	}
	if speaks <= draft4 {
		id = legacy
	}
	if id != tree.None && t.Kind(id) == tree.String && !(ref && speaks <= draft7) {
		path, fragment, _ := strings.Cut(t.Text(id), "#")
		switch {
		case path != "":
			if !top {
				res = &resource{doc: d, root: n, base: res.base, draft: res.draft, declared: res.declared}
				d.resources = append(d.resources, res)
				if d.inner == nil {
					d.inner = map[tree.Ref]*resource{}
				}
				d.inner[n] = res
			}
			if u, err := url.Parse(path); err == nil {
				if res.base != nil {
					u = res.base.ResolveReference(u)
				}
				res.base = u
				c.name(u.String(), res)
			}
		case fragment != "" && speaks <= draft7:
			res.anchor(fragment, n, false)
		}
	}
	if schema != tree.None && res.root == n {
		res.draft, res.declared = speaks, t.Kind(schema) == tree.String && draftOf(t.Text(schema)) != 0
	}
	if anchor != tree.None && res.draft >= draft2019 {
		res.anchor(t.Text(anchor), n, false)
	}
	if dynamic != tree.None && res.draft >= draft2020 {
		res.anchor(t.Text(dynamic), n, true)
	}
	if recursive != tree.None && t.True(recursive) && res.root == n {
		res.anchor("", n, true)
	}
	for k, v := range t.Members(n) {
		switch t.Text(k) {
		case "const", "enum", "default", "example", "examples":
		case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies":
			for _, s := range t.Members(v) {
				c.survey(d, s, res, false)
			}
		default:
			c.survey(d, v, res, false)
		}
	}
}

// anchor notes a plain name for a schema.
func (r *resource) anchor(name string, n tree.Ref, dynamic bool) {
	if name != "" {
		if r.anchors == nil {
			r.anchors = map[string]tree.Ref{}
		}
		if _, twice := r.anchors[name]; !twice {
			r.anchors[name] = n
		}
	}
	if dynamic {
		if r.dynamics == nil {
			r.dynamics = map[string]tree.Ref{}
		}
		if _, twice := r.dynamics[name]; !twice {
			r.dynamics[name] = n
		}
	}
}

// name notes a resource under its absolute $id. The first one keeps a name.
func (c *compiler) name(id string, r *resource) {
	if c.ids == nil {
		c.ids = map[string]*resource{}
	}
	if _, twice := c.ids[id]; !twice {
		c.ids[id] = r
	}
}
