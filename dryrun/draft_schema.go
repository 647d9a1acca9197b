package dryrun

import (
	"net/url"
	"path"
	"strings"

	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/schema"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint/syntax"
)

// appendSchema appends a schema as one piece of JSON. The files that its references lead to are put beside its own
// definitions, each under the address that the references have when the schema is called name: what they say does not
// change. Where this does not hold, because the schema has an address of its own, the result does not stand alone.
func appendSchema(b []byte, t *tree.Tree, n tree.Ref, s *schema.Schema, name string) []byte {
	files := s.Sources()
	if len(files) == 0 || t.Kind(n) != tree.Object || t.Get(n, "$id") != tree.None {
		return canon.AppendJSON(b, t, n)
	}
	b = append(b, `{"$id":`...)
	b = appendText(b, "planlint:///"+(&url.URL{Path: name}).EscapedPath())
	own := t.Get(n, "$defs")
	for k, v := range t.Members(n) {
		if v != own {
			b = append(canon.AppendJSON(append(b, ','), t, k), ':')
			b = canon.AppendJSON(b, t, v)
		}
	}
	b = append(b, `,"$defs":{`...)
	for k, v := range t.Members(own) {
		b = append(canon.AppendJSON(b, t, k), ':')
		b = append(canon.AppendJSON(b, t, v), ',')
	}
	folder := path.Dir(t.Source.Name) + "/"
	for i, src := range files {
		if i > 0 {
			b = append(b, ',')
		}
		address := (&url.URL{Path: strings.TrimPrefix(src.Name, folder)}).EscapedPath()
		b = append(appendText(b, address), ':')
		b = appendAddressed(b, src, address)
	}
	return append(b, "}}"...)
}

// appendAddressed appends the schema in a file with an address, in place of one that it gives itself: by that it would
// not be found any more.
func appendAddressed(b []byte, src *tree.Source, address string) []byte {
	t := syntax.Read(src, syntax.Options{})[0].Tree
	if t.Kind(0) != tree.Object {
		return canon.AppendJSON(b, t, 0)
	}
	b = appendText(append(b, `{"$id":`...), address)
	for k, v := range t.Members(0) {
		if t.Text(k) == "$id" {
			continue
		}
		b = append(canon.AppendJSON(append(b, ','), t, k), ':')
		b = canon.AppendJSON(b, t, v)
	}
	return append(b, '}')
}
