package report

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// element is an XML element, read whole.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []element  `xml:",any"`
}

func (e *element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// all are the elements below e with one of the names, at any depth.
func (e *element) all(names ...string) []element {
	var found []element
	for _, c := range e.Children {
		if slices.Contains(names, c.XMLName.Local) {
			found = append(found, c)
		}
		found = append(found, c.all(names...)...)
	}
	return found
}

// readXML reads one document, and nothing behind it.
func readXML(text []byte) (*element, error) {
	if !strings.HasPrefix(string(text), xmlHeader) {
		return nil, errors.New("no XML declaration")
	}
	d := xml.NewDecoder(strings.NewReader(string(text)))
	var root element
	if err := d.Decode(&root); err != nil {
		return nil, err
	}
	for {
		switch t, err := d.Token(); {
		case err == io.EOF:
			return &root, nil
		case err != nil:
			return nil, err
		default:
			if c, ok := t.(xml.CharData); !ok || strings.TrimSpace(string(c)) != "" {
				return nil, errors.New("something follows the document")
			}
		}
	}
}

// xsd judges by an XML Schema as far as JUnit's uses it: global elements, inline types, references, and content whose
// order is free.
type xsd struct{ root *element }

func readXSD(t testing.TB, path string) *xsd {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var root element
	if err := xml.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	return &xsd{&root}
}

func (x *xsd) global(kind, name string) *element {
	for i := range x.root.Children {
		if c := &x.root.Children[i]; c.XMLName.Local == kind && c.attr("name") == name {
			return c
		}
	}
	return nil
}

func (x *xsd) check(e *element) error {
	declared := x.global("element", e.XMLName.Local)
	if declared == nil {
		return fmt.Errorf("no element <%s> is declared", e.XMLName.Local)
	}
	if declared.attr("type") == "xs:string" {
		if len(e.Children) > 0 || len(e.Attrs) > 0 {
			return fmt.Errorf("<%s> is text only", e.XMLName.Local)
		}
		return nil
	}
	kind := declared.Children[0] // the complexType
	if kind.attr("mixed") != "true" && strings.TrimSpace(e.Text) != "" {
		return fmt.Errorf("<%s> has text: %q", e.XMLName.Local, e.Text)
	}
	attributes := map[string]element{}
	for _, a := range kind.all("attribute") {
		attributes[a.attr("name")] = a
		if a.attr("use") == "required" && !slices.ContainsFunc(e.Attrs, func(is xml.Attr) bool { return is.Name.Local == a.attr("name") }) {
			return fmt.Errorf("<%s> has no %s", e.XMLName.Local, a.attr("name"))
		}
	}
	for _, a := range e.Attrs {
		is, ok := attributes[a.Name.Local]
		if !ok {
			return fmt.Errorf("<%s> may have no %s", e.XMLName.Local, a.Name.Local)
		}
		if simple := x.global("simpleType", is.attr("type")); simple != nil {
			pattern := simple.all("pattern")[0]
			if !regexp.MustCompile("^(?:" + pattern.attr("value") + ")$").MatchString(a.Value) {
				return fmt.Errorf("%s of <%s> is %q", a.Name.Local, e.XMLName.Local, a.Value)
			}
		}
	}
	var may []string
	for _, c := range kind.all("element") {
		may = append(may, c.attr("ref"))
	}
	for i := range e.Children {
		c := &e.Children[i]
		if !slices.Contains(may, c.XMLName.Local) {
			return fmt.Errorf("<%s> may hold no <%s>", e.XMLName.Local, c.XMLName.Local)
		}
		if err := x.check(c); err != nil {
			return err
		}
	}
	return nil
}

// What the tests hold documents against must itself be able to refuse one.
func TestXSDRefuses(t *testing.T) {
	x := readXSD(t, "testdata/schemas/junit-10.xsd")
	for _, bad := range []string{
		`<report/>`,
		`<testsuites>text</testsuites>`,
		`<testsuites><testcase name="x"/></testsuites>`,
		`<testsuites><testsuite name="x" tests="1" failures="0"/></testsuites>`,
		`<testsuites time="soon"/>`,
		`<testsuites><testsuite name="x" tests="1" failures="0" errors="0"><testcase name="x" file="y"/></testsuite></testsuites>`,
		`<testsuites><testsuite name="x" tests="1" failures="0" errors="0"><testcase name="x"><system-out a="b"/></testcase></testsuite></testsuites>`,
	} {
		var e element
		if err := xml.Unmarshal([]byte(bad), &e); err != nil {
			t.Fatal(err)
		}
		if x.check(&e) == nil {
			t.Errorf("accepted: %s", bad)
		}
	}
}
