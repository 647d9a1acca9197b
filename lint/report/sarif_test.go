package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/report"
	"github.com/planlint/planlint/lint/rules"
)

// The rules of planlint, as SARIF describes them, keep the schema and what code hosts ask.
func TestSARIFRules(t *testing.T) {
	var b bytes.Buffer
	r, err := report.New("sarif", &b, report.Options{Version: "0.1.0", Rules: rules.All()})
	if err != nil {
		t.Fatal(err)
	}
	src := &tree.Source{Name: "plan.yaml", Text: "x"}
	f := &lint.File{Source: src}
	for _, rule := range rules.All() {
		f.Findings = append(f.Findings, lint.Finding{Rule: rule.ID, Severity: lint.Error, Message: "m", Place: tree.Place{Source: src}})
	}
	if err := errors.Join(r.File(f), r.Close(lint.Summary{})); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("testdata/schemas/sarif-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat = true
	c.LoadURL = func(s string) (io.ReadCloser, error) { return nil, errors.New("not to be loaded: " + s) }
	if err := c.AddResource("schema.json", bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(b.Bytes(), &v); err != nil {
		t.Fatal(err)
	}
	if err := c.MustCompile("schema.json").Validate(v); err != nil {
		t.Fatal(err)
	}
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct {
					Version string
					Rules   []struct {
						ID, Name         string
						ShortDescription struct{ Text string }
						Help             struct{ Text, Markdown string }
						Default          struct {
							Level   string
							Enabled *bool
						} `json:"defaultConfiguration"`
					}
				}
			}
			Results []struct{ RuleIndex *int }
		}
	}
	if err := json.Unmarshal(b.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	driver := log.Runs[0].Tool.Driver
	if driver.Version != "0.1.0" || len(driver.Rules) != len(rules.All()) {
		t.Errorf("version %q, %d rules", driver.Version, len(driver.Rules))
	}
	for i, rule := range rules.All() {
		got := driver.Rules[i]
		if got.ID != rule.ID || log.Runs[0].Results[i].RuleIndex == nil || *log.Runs[0].Results[i].RuleIndex != i {
			t.Errorf("rule %d is %s", i, got.ID)
		}
		if strings.ContainsAny(got.Name, "- ") || strings.EqualFold(got.Name, got.ID) || !strings.HasSuffix(got.ShortDescription.Text, ".") || strings.Count(got.Help.Markdown, "```") != 4 {
			t.Errorf("rule %s: %q, %q", rule.ID, got.Name, got.ShortDescription.Text)
		}
		for _, part := range []string{rule.What, rule.Why, rule.Fix, strings.TrimRight(rule.Bad, "\n"), strings.TrimRight(rule.Good, "\n")} {
			if !strings.Contains(got.Help.Text, part) || !strings.Contains(got.Help.Markdown, part) {
				t.Errorf("rule %s: the help lacks %q", rule.ID, part)
			}
		}
		if off := got.Default.Enabled != nil; off != (rule.Severity == lint.Off) || !off && got.Default.Level != rule.Severity.String() {
			t.Errorf("rule %s: %+v", rule.ID, got.Default)
		}
	}
}

func TestSARIFSaysThatItIsTooLarge(t *testing.T) {
	for _, n := range []int{25_000, 25_001} {
		var b bytes.Buffer
		r, err := report.New("sarif", &b, report.Options{})
		if err != nil {
			t.Fatal(err)
		}
		f := &lint.File{Source: &tree.Source{Name: "p"}, Findings: make([]lint.Finding, n)}
		for i := range f.Findings {
			f.Findings[i] = lint.Finding{Rule: "x", Severity: lint.Error, Message: "m"}
		}
		if err := errors.Join(r.File(f), r.Close(lint.Summary{Errors: n})); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(b.String(), `"ruleId":`); got != n {
			t.Errorf("%d results, want %d", got, n)
		}
		if got := strings.Contains(b.String(), "too-many-results"); got != (n > 25_000) || !json.Valid(b.Bytes()) {
			t.Errorf("of %d results it says %v", n, got)
		}
	}
}
