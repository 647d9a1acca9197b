package syntax

import (
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// readJSON reads RFC 8259 JSON, one value or, with o.Stream, several. A .jsonl file has one value a line, so that a
// fault in one line can't spoil the next.
func readJSON(src *tree.Source, o Options) []Document {
	start := 0
	if strings.HasPrefix(src.Text, tree.BOM) {
		start = len(tree.BOM)
	}
	var docs []Document
	if o.Stream && hasSuffixFold(src.Name, ".jsonl") {
		for start < len(src.Text) {
			end := len(src.Text)
			if i := strings.IndexByte(src.Text[start:], '\n'); i >= 0 {
				end = start + i
			}
			if strings.TrimSpace(src.Text[start:end]) != "" {
				r := newJSONReader(src, o, start, end)
				docs = append(docs, r.document())
				r.trailing(&docs[len(docs)-1], "a line of a .jsonl file holds one value")
			}
			start = end + 1
		}
		return atLeastOne(src, docs)
	}
	r := newJSONReader(src, o, start, len(src.Text))
	for {
		d := r.document()
		if len(docs) > 0 && d.Tree.Empty() && len(d.Problems) == 0 {
			break
		}
		docs = append(docs, d)
		if !o.Stream {
			r.trailing(&docs[0], "a file holds one document; several plans go into a .jsonl file, or are checked with --stream")
			break
		}
		if r.pos >= r.end || r.stuck {
			break
		}
	}
	return atLeastOne(src, docs)
}

// atLeastOne gives a text without any value one empty document.
func atLeastOne(src *tree.Source, docs []Document) []Document {
	if len(docs) == 0 {
		docs = []Document{{Tree: tree.NewBuilder(src, 1).Tree()}}
	}
	return docs
}

// jsonReader reads values from src.Text[pos:end].
type jsonReader struct {
	src   *tree.Source
	text  string
	pos   int
	end   int
	caps  Caps
	b     *tree.Builder
	stack []jsonFrame
	found []Problem
	quiet bool // a fault was reported and the text has not made sense again since
	texts int  // faults inside texts
	stuck bool // the rest of the text can't be told apart into values
	first tree.Span
}

// jsonFrame is an object or array that is open.
type jsonFrame struct {
	object bool
	state  jsonState
	node   tree.Ref
	seen   map[string]tree.Ref // keys, once there are many
	repeat *tree.Repeat        // the member being read repeats a key
	value  tree.Ref            // where the value of such a member begins
}

// jsonState is what an open object or array waits for.
type jsonState uint8

const (
	wantFirst jsonState = iota // a key, an element or the end
	wantNext                   // a key or an element, behind a comma
	wantColon
	wantValue // of a member
	wantComma // or the end
)

func newJSONReader(src *tree.Source, o Options, start, end int) *jsonReader {
	return &jsonReader{src: src, text: src.Text[:end], pos: start, end: end, caps: o.Caps}
}

// document reads the next value.
func (r *jsonReader) document() Document {
	r.b = tree.NewBuilder(r.src, (r.end-r.pos)/14+16)
	r.found, r.quiet, r.texts, r.stack = nil, false, 0, r.stack[:0]
	r.space()
	if r.pos < r.end {
		at := r.pos
		r.value()
		for len(r.stack) > 0 {
			r.advance()
		}
		r.first = tree.Span{Start: at, End: r.pos}
		r.space()
	}
	return Document{Tree: r.b.Tree(), Problems: r.found}
}

// trailing reports what stands behind the one value that is allowed.
func (r *jsonReader) trailing(d *Document, hint string) {
	if r.pos >= r.end || r.stuck {
		return
	}
	at := r.pos
	switch c := r.text[at]; {
	case c == '{' || c == '[':
		d.Problems = append(d.Problems, Problem{Rule: RuleWrongShape, Span: tree.Span{Start: at, End: at + 1},
			Message: "a second document where one is expected", Hint: hint,
			Related: []Related{{Span: tree.Span{Start: r.first.Start, End: r.first.Start + 1}, Message: "the first one starts here"}}})
	case r.quiet:
	default:
		d.Problems = append(d.Problems, Problem{Rule: RuleSyntax, Span: r.word(), Message: "text behind the end of the value",
			Hint: "remove it; JSON ends with its last bracket"})
	}
}

// advance does the next thing in the innermost open object or array.
func (r *jsonReader) advance() {
	f := &r.stack[len(r.stack)-1]
	r.space()
	if r.pos >= r.end {
		r.unclosed()
		return
	}
	c := r.text[r.pos]
	switch f.state {
	case wantFirst, wantNext:
		switch {
		case c == ']' || c == '}':
			if f.state == wantNext {
				r.fault(tree.Span{Start: r.pos, End: r.pos + 1}, "a comma with nothing behind it", "remove the comma; JSON has no trailing commas")
			}
			r.close(c)
		case c == ',':
			r.fault(tree.Span{Start: r.pos, End: r.pos + 1}, "a comma with nothing before it", "remove the comma")
			r.pos++
		case f.object:
			r.key()
		default:
			f.state = wantComma
			r.value()
		}
	case wantColon:
		if c == ':' {
			r.pos++
		} else {
			r.fault(r.word(), "a colon is missing behind the key", `write "key": value`)
			if c == ',' || c == '}' || c == ']' {
				r.broken(r.pos)
				r.memberDone()
				f.state = wantComma
				return
			}
			if c == '=' {
				r.pos++
			}
		}
		f.state = wantValue
	case wantValue:
		f.state = wantComma
		if c == ',' || c == '}' || c == ']' {
			r.fault(tree.Span{Start: r.pos, End: r.pos + 1}, "a value is missing behind the colon", `write null if nothing is meant`)
			r.broken(r.pos)
			r.memberDone()
			return
		}
		r.value()
	case wantComma:
		switch c {
		case ',':
			r.pos++
			f.state = wantNext
			r.quiet = false
		case ']', '}':
			r.close(c)
		default:
			closer := "]"
			if f.object {
				closer = "}"
			}
			r.fault(r.word(), "a comma or "+closer+" is expected here", "")
			f.state = wantNext
		}
	}
}

// fault reports a fault of syntax, unless it only follows from the last one, and marks what is open as broken.
func (r *jsonReader) fault(s tree.Span, message, hint string) { r.faultWith(s, message, hint) }

func (r *jsonReader) faultWith(s tree.Span, message, hint string, related ...Related) {
	if len(r.stack) > 0 {
		r.b.Mark(r.stack[len(r.stack)-1].node, tree.Broken)
	}
	if r.quiet {
		return
	}
	r.quiet = true
	r.found = append(r.found, Problem{Rule: RuleSyntax, Span: s, Message: message, Hint: hint, Related: related})
}
