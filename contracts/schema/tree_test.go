package schema

import (
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/planlint/planlint/contracts/tree"
)

// bind, as a string of a test's JSON, becomes a value that only the run knows.
const bind = "<bind>"

// parse reads JSON into a tree.
func parse(tb testing.TB, name, text string) *tree.Tree {
	tb.Helper()
	t, err := read(name, text)
	if err != nil {
		tb.Fatalf("%s: %v", text, err)
	}
	return t
}

// read reads JSON into a tree. It drops a repeated key.
func read(name, text string) (*tree.Tree, error) {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	b := tree.NewBuilder(&tree.Source{Name: name, Text: text}, 0)
	if err := value(dec, b, text); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, io.ErrUnexpectedEOF
	}
	return b.Tree(), nil
}

func value(dec *json.Decoder, b *tree.Builder, text string) error {
	before := int(dec.InputOffset())
	tok, err := dec.Token()
	if err != nil {
		return err
	}
	if b.Depth() > 100 {
		return io.ErrShortBuffer
	}
	end := int(dec.InputOffset())
	start := before + len(text[before:end]) - len(strings.TrimLeft(text[before:end], " \t\r\n,:"))
	span := tree.Span{Start: start, End: end}
	switch tok := tok.(type) {
	case nil:
		b.Scalar(tree.Null, span, 0)
	case bool:
		f := tree.Flags(0)
		if tok {
			f = tree.True
		}
		b.Scalar(tree.Bool, span, f)
	case json.Number:
		b.Scalar(tree.Number, span, 0)
	case string:
		switch {
		case tok == bind:
			b.Scalar(tree.Unknown, span, 0)
		case text[start+1:end-1] == tok:
			b.Scalar(tree.String, span, tree.Quoted)
		default:
			b.Decoded(tree.String, span, tree.Quoted, tok)
		}
	case json.Delim:
		kind := tree.Array
		if tok == '{' {
			kind = tree.Object
		}
		n := b.Begin(kind, start, 0)
		seen := map[string]bool{}
		for dec.More() {
			if kind == tree.Array {
				if err := value(dec, b, text); err != nil {
					return err
				}
				continue
			}
			key := tree.Ref(b.Len())
			if err := value(dec, b, text); err != nil {
				return err
			}
			name := b.Peek().Text(key)
			at := tree.Ref(b.Len())
			if err := value(dec, b, text); err != nil {
				return err
			}
			if seen[name] {
				b.Drop(at)
				b.Drop(key)
			}
			seen[name] = true
		}
		if _, err := dec.Token(); err != nil {
			return err
		}
		_ = n
		b.End(int(dec.InputOffset()))
	}
	return nil
}

// compiled compiles a schema that has no errors.
func compiled(tb testing.TB, text string, o Options) *Schema {
	tb.Helper()
	s, problems := Compile(parse(tb, "schema.json", text), 0, o)
	for _, p := range problems {
		if !p.Warning {
			tb.Fatalf("schema %s: %s", text, p.Message)
		}
	}
	return s
}

// strict is how accepts is read.
var strict = Options{Strict: true}

// said is what a fault says in one line: what it points at, rule, message, hint.
func said(t *tree.Tree, f Fault) string {
	s := t.Source.Slice(t.Span(f.At)) + " | " + f.Rule + " | " + f.Message
	if f.Hint != "" {
		s += " | " + f.Hint
	}
	return s
}

// check returns what a schema says about a value.
func check(tb testing.TB, s *Schema, text string) []string {
	tb.Helper()
	t := parse(tb, "plan.json", text)
	var lines []string
	for _, f := range s.Check(t, 0, nil) {
		lines = append(lines, said(t, f))
	}
	return lines
}
