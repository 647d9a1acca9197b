package schema

import (
	"strings"
	"unicode/utf8"

	"github.com/planlint/planlint/contracts/tree"
)

// piece is a value, or a part of one, that a Sample is put together from. It is never changed, and may be a part of
// several others.
type piece struct {
	kind  tree.Kind
	text  string // of a string, or a number as JSON writes it
	truth bool
	keys  []string // of an object, one for each part
	parts []*piece
	// size counts the keys and values, weight the bytes of texts, depth the arrays and objects within each other.
	size, weight, depth int
	written             string // as JSON, once somebody has asked for it
}

var (
	pieceNull  = &piece{kind: tree.Null, size: 1, written: "null"}
	pieceTrue  = &piece{kind: tree.Bool, truth: true, size: 1, written: "true"}
	pieceFalse = &piece{kind: tree.Bool, size: 1, written: "false"}
)

// pieceText is a string; what is not UTF-8 in it is replaced, as a reader of JSON would.
func pieceText(s string) *piece {
	s = strings.ToValidUTF8(s, "\ufffd")
	return &piece{kind: tree.String, text: s, size: 1, weight: len(s)}
}

func pieceNumber(s string) *piece { return &piece{kind: tree.Number, text: s, size: 1, weight: len(s)} }

// pieceArray is an array, pieceObject an object; nil where it would be larger than a Sample may be.
func pieceArray(parts []*piece) *piece { return pieceOf(tree.Array, nil, parts) }

func pieceObject(keys []string, parts []*piece) *piece { return pieceOf(tree.Object, keys, parts) }

func pieceOf(k tree.Kind, keys []string, parts []*piece) *piece {
	p := &piece{kind: k, keys: keys, parts: parts, size: 1 + len(keys)}
	for _, key := range keys {
		p.weight += len(key)
	}
	for _, e := range parts {
		p.size += e.size
		p.weight += e.weight
		p.depth = max(p.depth, e.depth)
		if p.size > sampleNodes || p.weight > sampleNodes*16 {
			return nil
		}
	}
	if p.depth++; p.depth > sampleDepth {
		return nil
	}
	return p
}

// copied is a value of a document; nil where it is too large, or only the run knows a part of it.
func copied(t *tree.Tree, n tree.Ref) *piece {
	if t.Kind(n) == tree.Invalid || int(t.Next(n)-n) > sampleNodes {
		return nil
	}
	return copiedWithin(t, n, sampleDepth)
}

func copiedWithin(t *tree.Tree, n tree.Ref, depth int) *piece {
	switch t.Kind(n) {
	case tree.Null:
		return pieceNull
	case tree.Bool:
		if t.True(n) {
			return pieceTrue
		}
		return pieceFalse
	case tree.Number:
		return pieceNumber(t.Text(n))
	case tree.String:
		return pieceText(t.Text(n))
	case tree.Array, tree.Object:
		if depth == 0 {
			return nil
		}
	default:
		return nil
	}
	var keys []string
	var parts []*piece
	add := func(v tree.Ref) bool {
		p := copiedWithin(t, v, depth-1)
		if p != nil {
			parts = append(parts, p)
		}
		return p != nil
	}
	if t.Kind(n) == tree.Array {
		for _, e := range t.Elements(n) {
			if !add(e) {
				return nil
			}
		}
		return pieceArray(parts)
	}
	for k, v := range t.Members(n) {
		if !add(v) {
			return nil
		}
		keys = append(keys, strings.ToValidUTF8(t.Text(k), "\ufffd"))
	}
	return pieceObject(keys, parts)
}

// json is the piece as JSON.
func (p *piece) json() string {
	if p.written == "" {
		text, t := p.render()
		t.Release()
		p.written = string(text)
	}
	return p.written
}

// render writes the piece as JSON, and reads it into a tree over that text, in one go.
func (p *piece) render() ([]byte, *tree.Tree) {
	src := &tree.Source{Name: "sample"}
	b := tree.NewBuilder(src, p.size)
	text := p.write(make([]byte, 0, p.weight+4*p.size), b)
	src.Text = string(text)
	return text, b.Tree()
}

func (p *piece) write(out []byte, b *tree.Builder) []byte {
	start := len(out)
	switch p.kind {
	case tree.Array, tree.Object:
		open, end := byte('['), byte(']')
		if p.kind == tree.Object {
			open, end = '{', '}'
		}
		b.Begin(p.kind, start, 0)
		out = append(out, open)
		for i, e := range p.parts {
			if i > 0 {
				out = append(out, ',')
			}
			if p.kind == tree.Object {
				at := len(out)
				out = appendJSON(out, p.keys[i])
				b.Decoded(tree.String, tree.Span{Start: at, End: len(out)}, tree.Quoted, p.keys[i])
				out = append(out, ':')
			}
			out = e.write(out, b)
		}
		out = append(out, end)
		b.End(len(out))
	case tree.String:
		out = appendJSON(out, p.text)
		b.Decoded(tree.String, tree.Span{Start: start, End: len(out)}, tree.Quoted, p.text)
	case tree.Number:
		out = append(out, p.text...)
		b.Scalar(tree.Number, tree.Span{Start: start, End: len(out)}, 0)
	case tree.Bool:
		word, f := "false", tree.Flags(0)
		if p.truth {
			word, f = "true", tree.True
		}
		out = append(out, word...)
		b.Scalar(tree.Bool, tree.Span{Start: start, End: len(out)}, f)
	default:
		out = append(out, "null"...)
		b.Scalar(tree.Null, tree.Span{Start: start, End: len(out)}, 0)
	}
	return out
}

// appendJSON writes a string of JSON.
func appendJSON(out []byte, s string) []byte {
	const hex = "0123456789abcdef"
	out = append(out, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			out = append(out, '\\', byte(r))
		case r == '\n':
			out = append(out, `\n`...)
		case r == '\t':
			out = append(out, `\t`...)
		case r == '\r':
			out = append(out, `\r`...)
		case r < ' ':
			out = append(out, `\u00`...)
			out = append(out, hex[r>>4], hex[r&15])
		default:
			out = utf8.AppendRune(out, r)
		}
	}
	return append(out, '"')
}
