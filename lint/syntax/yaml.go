package syntax

import (
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// readYAML reads all documents of a text, or the first and a problem about the second.
func readYAML(src *tree.Source, o Options) []Document {
	bad, isText := badBytes(src.Text)
	if !isText {
		return []Document{{Tree: tree.NewBuilder(src, 1).Tree(), Problems: bad}}
	}
	r := newYAMLReader(src, o.Caps)
	var docs []yamlDocument
	for more := true; more; {
		var d yamlDocument
		d, more = r.document()
		last := len(docs) - 1
		switch {
		case !more: // only comments, if anything
			if last >= 0 {
				docs[last].join(d.Document)
			} else {
				d.Tree = tree.NewBuilder(src, 1).Tree()
				docs = append(docs, d)
			}
		case last < 0 || o.Stream:
			docs = append(docs, d)
		case d.blank():
			docs[0].join(d.Document)
		case docs[0].blank():
			d.Comments = append(docs[0].Comments, d.Comments...)
			docs[0] = d
		default:
			docs[0].Problems = append(docs[0].Problems, Problem{Rule: RuleWrongShape, Span: d.start,
				Message: "a second document where one is expected", Hint: "a file holds one document; several plans go into a .jsonl file, or are checked with --stream",
				Related: []Related{{Span: docs[0].start, Message: "the first one starts here"}}})
			more = false
		}
	}
	if last := len(docs) - 1; last > 0 && docs[last].blank() { // "---" at the end opens nothing
		docs[last-1].join(docs[last].Document)
		docs = docs[:last]
	}
	return finish(docs, bad)
}

// yamlDocument is a document and the token that it starts with.
type yamlDocument struct {
	Document
	start tree.Span
	end   int // where the text of the next one begins
}

// blank reports whether nothing was written in the document.
func (d *yamlDocument) blank() bool { return d.Tree.Empty() && len(d.Problems) == 0 }

// join adds what is known of a document without a value.
func (d *yamlDocument) join(other Document) {
	d.Comments = append(d.Comments, other.Comments...)
	d.Problems = append(d.Problems, other.Problems...)
}

// finish hands the problems with single bytes to the documents they stand in, and puts all problems in order.
func finish(docs []yamlDocument, bad []Problem) []Document {
	out := make([]Document, len(docs))
	for i, d := range docs {
		n := len(bad)
		if i+1 < len(docs) {
			n = 0
			for n < len(bad) && bad[n].Span.Start < d.end {
				n++
			}
		}
		d.Problems = append(d.Problems, bad[:n]...)
		bad = bad[n:]
		sortProblems(d.Problems)
		out[i] = d.Document
	}
	return out
}

func newYAMLReader(src *tree.Source, caps Caps) *yamlReader {
	r := &yamlReader{text: src.Text, resume: -1}
	r.src, r.caps = src, caps
	r.levels, r.keys, r.open = r.room.levels[:0], r.room.keys[:0], r.room.open[:0]
	if strings.HasPrefix(r.text, tree.BOM) {
		r.pos = len(tree.BOM)
	}
	return r
}
