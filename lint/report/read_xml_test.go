package report

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

func checkJUnit(root *element, r recording) error {
	suites := root.all("testsuite")
	want := len(r.files)
	if r.summary.Failure != nil {
		want++
	}
	if len(suites) != want {
		return fmt.Errorf("%d suites, want %d", len(suites), want)
	}
	failures := 0
	for _, s := range suites {
		for kind, attribute := range map[string]string{"testcase": "tests", "failure": "failures", "error": "errors"} {
			if n := len(s.all(kind)); strconv.Itoa(n) != s.attr(attribute) {
				return fmt.Errorf("%d %s, and %s says %s", n, kind, attribute, s.attr(attribute))
			}
		}
		if len(s.all("testcase")) == 0 {
			return errors.New("a suite without a test")
		}
		failures += len(s.all("failure"))
	}
	for _, d := range r.all() {
		if d.Severity <= max(r.options.FailOn, lint.Error) {
			failures--
		}
	}
	if failures != 0 || (len(root.all("error")) > 0) != (r.summary.Failure != nil) {
		return errors.New("failures or errors")
	}
	return nil
}

func checkCheckstyle(text []byte, r recording) error {
	root, err := readXML(text)
	if err != nil {
		return err
	}
	if root.XMLName.Local != "checkstyle" || root.attr("version") != "4.3" {
		return errors.New("the root")
	}
	all := r.all()
	i := 0
	for _, f := range root.Children {
		if f.XMLName.Local != "file" || len(f.Attrs) != 1 || f.attr("name") == "" || strings.TrimSpace(f.Text) != "" {
			return fmt.Errorf("<%s> %v", f.XMLName.Local, f.Attrs)
		}
		for _, e := range f.Children {
			line, _ := strconv.Atoi(e.attr("line"))
			column, _ := strconv.Atoi(e.attr("column"))
			if e.XMLName.Local != "error" || line < 1 || column < 1 || !slices.Contains([]string{"error", "warning", "info"}, e.attr("severity")) || !strings.HasPrefix(e.attr("source"), "planlint.") {
				return fmt.Errorf("<%s> %v", e.XMLName.Local, e.Attrs)
			}
			if i < len(all) && (e.attr("message") != sentence(all[i].Finding) || all[i].at.Known() && all[i].at.Source.Name != "" && f.attr("name") != tree.Visible(all[i].at.Source.Name)) {
				return fmt.Errorf("error %d: %v in %s", i, e.Attrs, f.attr("name"))
			}
			i++
		}
	}
	if r.summary.Failure != nil {
		i--
	}
	if i != len(all) {
		return fmt.Errorf("%d errors, want %d", i, len(all))
	}
	return nil
}
