package syntax

import (
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// document reads the next document, if there is one. Else more is false, and the document has comments at most.
//
// What this reader does not know, and what it takes for a fault, goes to yaml.v3 as well. If yaml.v3 can read all of
// it, its tree counts; if nobody can, our own faults do, which have exact places.
func (r *yamlReader) document() (d yamlDocument, more bool) {
	from, aliased := r.pos, r.aliased
	d, more = r.readDocument()
	if !r.odd && (!r.faulty || r.final) {
		return d, more
	}
	after := r.pos
	r.aliased = aliased
	other, err := readV3(&r.yamlTree, from, d.end)
	switch {
	case err == nil:
		other.start, other.end = d.start, d.end
		d = other
	case r.odd:
		r.pos, r.again = from, true
		d, more = r.readDocument()
		r.again = false
		if !r.faulty {
			d.Problems = append(d.Problems, *err)
		}
	}
	r.pos = after
	return d, more
}

// readDocument is document without yaml.v3. There is no tree if more is false.
func (r *yamlReader) readDocument() (d yamlDocument, more bool) {
	r.comments, r.odd, r.faulty, r.final, r.fence = nil, false, false, false, false
	r.levels, r.brackets, r.resume, r.repaired = r.levels[:0], r.brackets[:0], -1, false
	r.problems = nil
	r.pos = r.startLine(r.pos)
	r.freshAt = r.pos
	if d.start, more = r.prologue(); !more {
		d.Comments, d.Problems = r.comments, r.problems
		return d, false
	}
	first := r.problems
	r.begin(r.expected(r.pos))
	r.problems = first
	r.root()
	if r.pos < len(r.text) && r.text[r.pos] == '.' {
		r.endMarker()
	}
	if r.faulty && r.b.Len() > 0 {
		r.b.Mark(0, tree.Broken)
	}
	d.Document = Document{Tree: r.b.Tree(), Problems: r.problems, Comments: r.comments}
	d.end = r.pos
	return d, more
}

// expected is a guess at the number of nodes in the document that begins at i.
func (r *yamlReader) expected(i int) int {
	n := len(r.text) - i
	if i < len(r.text) {
		if j := strings.Index(r.text[i+1:], "\n---"); j >= 0 {
			n = j
		}
	}
	return n/12 + 16
}

// prologue passes what stands in front of a document, and its "---". start is the first token; more is false at the end
// of the text.
func (r *yamlReader) prologue() (start tree.Span, more bool) {
	directive := tree.Span{}
	for {
		r.next()
		switch {
		case r.pos == len(r.text):
			if directive.End > 0 {
				r.fault(directive, "a directive without a document", "write --- below it")
			}
			return directive, directive.End > 0
		case r.done() && r.text[r.pos] == '.':
			r.endMarker()
		case r.done():
			start = tree.Span{Start: r.pos, End: r.pos + 3}
			r.pos += 3
			r.freshAt = -1
			r.next()
			return start, true
		case r.text[r.pos] == '%' && r.pos == r.line:
			directive = r.lineRest(r.pos)
			r.directive(directive)
		default:
			if directive.End > 0 {
				r.note(directive, "a directive with no --- below it", "write --- between it and the document")
			}
			return r.word(r.pos), true
		}
	}
}

// endMarker passes "..." and what may stand behind it on its line.
func (r *yamlReader) endMarker() {
	r.pos += 3
	r.freshAt = -1
	if r.next(); !r.fresh() {
		r.final = true
		r.note(r.lineRest(r.pos), "text behind the end marker", "remove it")
		r.pos = r.lineEnd(r.pos)
		r.pos += r.breakAt(r.pos)
	} else if r.pos < len(r.text) {
		r.pos = r.line
	}
	r.pos = r.startLine(r.pos)
	r.freshAt = r.pos
}

// directive reads a line such as "%YAML 1.2". Directives with other names are reserved, and mean nothing.
func (r *yamlReader) directive(s tree.Span) {
	r.pos = r.lineEnd(s.Start)
	r.freshAt = -1
	words := strings.Fields(r.src.Slice(s))
	switch words[0] {
	case "%YAML":
		if len(words) != 2 || words[1] != "1.1" && words[1] != "1.2" {
			r.problem(RuleSyntax, s, "only YAML 1.2 and 1.1 are read here", "write %YAML 1.2, or leave the line out")
		}
	case "%TAG":
		r.problem(RuleWrongShape, s, "tag directives mean nothing here", "leave the line out; only the tags of the YAML core schema are read")
	}
}

// root reads the value of the document, up to the document's end.
func (r *yamlReader) root() {
	at := onLine
	if !r.fresh() {
		at = behindColon
	}
	for !r.done() {
		c := r.text[r.pos]
		switch {
		case r.b.Len() > 0:
			r.final = true
			r.fault(r.lineRest(r.pos), "text behind the end of the document's value", "remove it, or put it below a key")
		case strings.IndexByte("%@`,]}", c) >= 0:
			r.badStart()
		default:
			r.node(-1, at)
		}
		r.next()
		at = onLine
	}
}
