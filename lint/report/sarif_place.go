package report

import (
	"cmp"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// What a snippet may cost. A minified file is one long line, and has a finding in it as often as any other.
const (
	maxSnippet      = 512 // bytes
	maxSnippetLines = 8
)

// physical is a place. A finding without a file is in the folder that planlint was started in.
func (r *sarif) physical(p tree.Place, context bool) *sarifPhysical {
	if !p.Known() || p.Source.Name == "" {
		return &sarifPhysical{Artifact: sarifArtifactLocation{URI: ".", Base: srcRoot}}
	}
	start, end := extent(p)
	size := end.Offset - start.Offset
	at := &sarifPhysical{Artifact: r.artifact(p.Source), Region: &sarifRegion{StartLine: start.Line, StartColumn: start.Column,
		EndLine: end.Line, EndColumn: end.Column, ByteOffset: &start.Offset, ByteLength: &size}}
	if !context || r.options.NoPayload {
		return at
	}
	if size > 0 && size <= maxSnippet {
		at.Region.Snippet = &sarifText{p.Source.Text[start.Offset:end.Offset]}
	}
	if end.Line-start.Line >= maxSnippetLines {
		return at
	}
	_, from := p.Source.Line(start.Line)
	last, to := p.Source.Line(end.Line)
	from, to = min(from, start.Offset), max(to+len(last), end.Offset)
	if to-from > size && to-from <= maxSnippet {
		at.Context = &sarifRegion{StartLine: start.Line, EndLine: end.Line, Snippet: &sarifText{p.Source.Text[from:to]}}
	}
	return at
}

// artifact is where a file is, with its index if it is one of those that were checked.
func (r *sarif) artifact(src *tree.Source) sarifArtifactLocation {
	uri, relative := artifactURI(src.Name, r.options.Dir)
	l := sarifArtifactLocation{URI: uri}
	if relative {
		l.Base = srcRoot
	}
	if i, known := r.index[src.Name]; known {
		l.Index = &i
	}
	return l
}

// sarifPlain is a plain text message. A pair of brackets before a pair of parentheses would be a link, wherever the
// text comes from, so the brackets are escaped.
func sarifPlain(s string) sarifText {
	if strings.Contains(s, "](") {
		s = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace(s)
	}
	return sarifText{cmp.Or(s, "no message")}
}
