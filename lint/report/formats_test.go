package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// reader holds a document against the rules of those who read it.
type reader func(text []byte, r recording) error

// readers are the readers of the formats for machines.
func readers(t testing.TB) map[string]reader {
	sarifSchema := readSchema(t, "sarif-2.1.0.json")
	gitlabSchema := readSchema(t, "gitlab-codequality.json")
	rdSchema := readSchema(t, "rdjson.json")
	junitSchema := readXSD(t, "testdata/schemas/junit-10.xsd")
	return map[string]reader{
		"json":  func(text []byte, _ recording) error { return decode(text, new(any)) },
		"jsonl": checkLines,
		"sarif": func(text []byte, r recording) error {
			if err := conforms(sarifSchema, text); err != nil {
				return err
			}
			return checkSARIF(text, r)
		},
		"github": checkGitHub,
		"gitlab": func(text []byte, r recording) error { return checkGitLab(gitlabSchema, text, r) },
		"junit": func(text []byte, r recording) error {
			root, err := readXML(text)
			if err != nil {
				return err
			}
			if err := junitSchema.check(root); err != nil {
				return err
			}
			return checkJUnit(root, r)
		},
		"checkstyle": checkCheckstyle,
		"rdjson": func(text []byte, r recording) error {
			if err := conforms(rdSchema, text); err != nil {
				return err
			}
			return checkRDJSON(text, r)
		},
		"markdown": checkMarkdown,
		"model":    checkModel,
	}
}

// check writes a recording in a format and reads it again.
func check(t testing.TB, format string, read reader, r recording) {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, format, r); err != nil {
		t.Fatalf("%s: %s: %v", r.name, format, err)
	}
	err := read(b.Bytes(), r)
	for _, c := range b.String() {
		if err == nil && c != '\n' && tree.Hidden(c) {
			err = fmt.Errorf("it shows %U", c)
		}
	}
	if err == nil && !utf8.Valid(b.Bytes()) {
		err = errors.New("it is not UTF-8")
	}
	if err == nil && b.Len() > 0 && !strings.HasSuffix(b.String(), "\n") {
		err = errors.New("its last line does not end")
	}
	if err != nil {
		t.Fatalf("%s: %s: %v\n%s", r.name, format, err, b.String())
	}
}

// Every recording gives a document that its readers accept, whatever the options, and also where the check failed.
func TestDocumentsAreValid(t *testing.T) {
	for format, read := range readers(t) {
		t.Run(format, func(t *testing.T) {
			for _, r := range recordings() {
				r.options.Color = false
				check(t, format, read, r)
				check(t, format, read, failed(r, "x\ny\u202e <&> \xff"))
				r.options.NoPayload, r.options.Verbose, r.options.Quiet, r.options.Dir = true, true, true, "C:/repo/a b"
				check(t, format, read, r)
			}
		})
	}
}

func FuzzFormats(f *testing.F) {
	f.Add("a: 1\r\nb:\t数\n", "plan.yaml", "the fault", "mend it", "s1", "/a~1b/0", 3, 4, 0, 9, uint8(0), false)
	f.Add("\xff\u202e\n\n", "../a b%.yaml", "]]> <x> @a | ` :: %0A\n::error::x", "[a](b)", "\x00", "/\xff", 9, -1, 2, 1, uint8(7), true)
	f.Add(strings.Repeat("x", 600)+"\n"+tree.BOM, "C:/x", "", "", "", "", 0, 600, 599, 601, uint8(2), true)
	f.Add(tree.BOM+"é\r\n", "/x\n", "\\|", "\u0301", "a", "b", 1, 2, 3, 5, uint8(1), false)
	all := readers(f)
	formats := Formats()
	f.Fuzz(func(t *testing.T, text, name, message, hint, step, pointer string, a, b, c, d int, kind uint8, fails bool) {
		src := &tree.Source{Name: name, Text: text}
		finding := fault(tree.Place{Source: src, Span: tree.Span{Start: a, End: b}},
			lint.Related{Place: tree.Place{Source: src, Span: tree.Span{Start: c, End: d}}, Message: hint, Flow: kind&8 > 0}, lint.Related{Message: message})
		finding.Severity = []lint.Severity{lint.Error, lint.Warning, lint.Note}[kind%3]
		finding.Message, finding.Hint, finding.Step, finding.Pointer = message, hint, step, tree.Pointer(pointer)
		finding.Blocked, finding.Violations = []string{step, message}, []string{hint}
		again := finding
		again.Place, again.Tool, again.Rule = tree.Place{}, name, "unknown-tool"
		r := recording{name: "fuzz", files: []*lint.File{{Source: src, Findings: []lint.Finding{finding, again, finding}}, {}},
			summary: lint.Summary{Files: 2, Errors: 3, NotChecked: []lint.NotChecked{{What: step, Why: hint}}}}
		r.options.Verbose, r.options.FailOn = kind&16 > 0, finding.Severity
		if kind&32 > 0 {
			r.options.Dir = "/repo"
		}
		if fails {
			r.summary.Failure = &lint.Failure{Message: message, Exit: 70}
		}
		for _, format := range formats {
			if read := all[format]; read != nil {
				check(t, format, read, r)
			}
		}
	})
}

func readSchema(t testing.TB, name string) *jsonschema.Schema {
	t.Helper()
	text, err := os.ReadFile("testdata/schemas/" + name)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat = true
	c.LoadURL = func(s string) (io.ReadCloser, error) { return nil, errors.New("not to be loaded: " + s) }
	if err := c.AddResource("schema.json", bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func conforms(s *jsonschema.Schema, text []byte) error {
	var v any
	if err := decode(text, &v); err != nil {
		return err
	}
	return s.Validate(v)
}

// decode reads one JSON document, and nothing behind it.
func decode(text []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("something follows the document")
	}
	return nil
}

// placed is a finding with the file it was found in.
type placed struct {
	*lint.Finding
	file *lint.File
	at   tree.Place
}

func (r *recording) all() []placed {
	var all []placed
	for _, f := range r.files {
		for i := range f.Findings {
			all = append(all, placed{&f.Findings[i], f, placeOf(f, &f.Findings[i])})
		}
	}
	return all
}

// decoded is a text as it comes out of JSON.
func decoded(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	var got string
	if err := json.Unmarshal(b, &got); err != nil {
		panic(err)
	}
	return got
}
