package syntax

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// Document is one document of a file.
type Document struct {
	// Tree is what could be read; it is never nil, but Empty where the file holds no value. All documents of a file
	// have the same source, so that their spans are offsets into the file.
	Tree     *tree.Tree
	Problems []Problem // in the order of the text
	// Comments are the spans of the YAML comments, from "#" to the end of the line, without the line's end.
	Comments []tree.Span
}

// Options say how to read a file.
type Options struct {
	Caps Caps
	// Stream allows several documents: YAML documents after "---", or JSON values one behind the other. Without it
	// a second document is a Problem, and only the first is returned. A name that ends in .jsonl is always a stream.
	Stream bool
}

// Read reads a file: as JSON if its name ends in .json or .jsonl, or if its text starts with { or [ and is JSON;
// as YAML else. It returns at least one document.
func Read(src *tree.Source, o Options) []Document {
	o.Caps = o.Caps.orDefault()
	if len(src.Text) > o.Caps.Bytes {
		return []Document{{
			Tree: tree.NewBuilder(src, 1).Tree(),
			Problems: []Problem{{Rule: RuleSyntax, Message: fmt.Sprintf("the file has %d bytes, over the cap of %d", len(src.Text), o.Caps.Bytes),
				Hint: "split it; several plans may stand in a .jsonl file, one a line"}},
		}}
	}
	if named := hasSuffixFold(src.Name, ".json"); named || hasSuffixFold(src.Name, ".jsonl") {
		o.Stream = o.Stream || !named
		return readJSON(src, o)
	}
	if t := strings.TrimLeft(strings.TrimPrefix(src.Text, tree.BOM), " \t\r\n"); t != "" && (t[0] == '{' || t[0] == '[') {
		if docs := readJSON(src, o); !hasSyntaxProblem(docs) {
			return docs
		}
	}
	return readYAML(src, o)
}

func hasSuffixFold(s, suffix string) bool {
	return len(s) >= len(suffix) && strings.EqualFold(s[len(s)-len(suffix):], suffix)
}

func hasSyntaxProblem(docs []Document) bool {
	for i := range docs {
		for _, p := range docs[i].Problems {
			if p.Rule == RuleSyntax {
				return true
			}
		}
	}
	return false
}
