package schema

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// maxDocuments is how many files one schema may pull in.
const maxDocuments = 200

// target is a schema that a reference leads to.
type target struct {
	doc *document
	at  tree.Ref
	res *resource
	// dynamic: the reference names a $dynamicAnchor, or a resource with $recursiveAnchor.
	dynamic bool
	name    string
}

// errLoad marks errors of a Loader, which get a rule of their own.
type errLoad struct{ err error }

func (e errLoad) Error() string { return e.err.Error() }

// resolve finds what ref, written in res, leads to.
func (c *compiler) resolve(res *resource, ref string) (target, error) {
	path, fragment, _ := strings.Cut(ref, "#")
	if path != "" {
		found, err := c.resource(res, path)
		if err != nil {
			return target{}, err
		}
		res = found
	}
	t := target{doc: res.doc, at: res.root, res: res}
	switch {
	case fragment == "":
		_, t.dynamic = res.dynamics[""]
		return t, nil
	case fragment[0] != '/':
		at, ok := res.anchors[fragment]
		if !ok {
			return t, fmt.Errorf("no schema there has the anchor %s", tree.Quote(fragment))
		}
		t.at, t.name = at, fragment
		d, ok := res.dynamics[fragment]
		t.dynamic = ok && d == at
		return t, nil
	}
	if plain, err := url.PathUnescape(fragment); err == nil {
		fragment = plain
	}
	tokens, err := tree.ParsePointer(fragment)
	if err != nil {
		return t, err
	}
	for _, token := range tokens {
		next := c.child(t.doc.tree, t.at, token)
		if next == tree.None {
			return t, c.missing(t, token)
		}
		t.at = next
	}
	t.res = t.doc.at(t.at)
	return t, nil
}

// manyMembers is from how many members on an object is indexed once references go through it.
const manyMembers = 32

// child is what a pointer's token leads to, or None. Many references mostly go through one large object.
func (c *compiler) child(t *tree.Tree, n tree.Ref, token string) tree.Ref {
	if t.Kind(n) != tree.Object || t.Count(n) < manyMembers {
		return t.Find(n, token)
	}
	key := address{t, n}
	if c.members == nil {
		c.members = map[address]map[string]tree.Ref{}
	}
	index := c.members[key]
	if index == nil {
		index = make(map[string]tree.Ref, t.Count(n))
		for k, v := range t.Members(n) {
			index[t.Text(k)] = v
		}
		c.members[key] = index
	}
	if v, ok := index[token]; ok {
		return v
	}
	return tree.None
}

// missing says how far a pointer came.
func (c *compiler) missing(t target, token string) error {
	if t.doc.tree.Kind(t.at) == tree.Object {
		var names []string
		for k := range t.doc.tree.Members(t.at) {
			names = append(names, t.doc.tree.Text(k))
		}
		if near := nearest(token, names); near != "" {
			return fmt.Errorf("there is no %s, but %s", tree.Quote(token), tree.Quote(near))
		}
	}
	return fmt.Errorf("there is no %s", tree.Quote(token))
}

// resource finds the resource that a path names: one with that $id, else a file.
func (c *compiler) resource(from *resource, path string) (*resource, error) {
	u, err := url.Parse(path)
	if err == nil {
		if from.base != nil {
			u = from.base.ResolveReference(u)
		}
		if r := c.ids[u.String()]; r != nil {
			return r, nil
		}
	}
	key := file{from.doc.tree.Source, path}
	if r, ok := c.files[key]; ok {
		return r, nil
	}
	if c.options.Load == nil {
		return nil, errLoad{errors.New("other files cannot be read here")}
	}
	if len(c.docs) >= maxDocuments {
		return nil, errLoad{fmt.Errorf("the schema already has %d files", maxDocuments)}
	}
	t, err := c.options.Load(from.doc.tree.Source, path)
	if err != nil {
		return nil, errLoad{err}
	}
	if t.Empty() {
		return nil, errLoad{errors.New("the file holds nothing")}
	}
	var r *resource
	for _, d := range c.docs {
		if d.tree == t && d.root == 0 {
			r = d.resources[0]
		}
	}
	if r == nil {
		r = c.open(t, 0).resources[0]
	}
	if c.files == nil {
		c.files = map[file]*resource{}
	}
	c.files[key] = r
	return r, nil
}

// file is a path as one document writes it.
type file struct {
	from *tree.Source
	path string
}
