package rules

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/schema"
	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/config"
	"github.com/planlint/planlint/lint/syntax"
)

var update = flag.Bool("update", false, "write what the rules say today to testdata/rules")

// fixtures is the folder of the rules' fixtures. It holds the deployment that they, and the examples of the rules, are
// judged against; a rule that needs another has its own in its folder.
const fixtures = "../../testdata/rules"

var now = time.Date(2026, 1, 10, 0, 0, 0, 0, time.UTC)

// deployment is what a rule's fixtures and examples are judged against.
type deployment struct {
	options   lint.Options
	authority lint.Authority
}

func deploymentFor(t testing.TB, rule string) deployment {
	t.Helper()
	path := filepath.Join(fixtures, rule, "planlint.yaml")
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		path = filepath.Join(fixtures, "planlint.yaml")
	}
	c, problems, err := config.Load(path, config.Options{Rules: All()})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		if !p.Warning {
			t.Errorf("%s: %s: %s", path, p.Rule, p.Message)
		}
	}
	a, problem := c.Authority("plan.yaml", "")
	if problem != nil {
		t.Fatalf("%s: %s", path, problem.Message)
	}
	return deployment{lint.Options{Deployment: c.Deployment, Rules: lint.NewRuleSet(All(), c.Deployment.Levels), Now: now}, a}
}

// check is what planlint finds in a plan.
func (d deployment) check(t testing.TB, name, text string) []lint.Finding {
	t.Helper()
	file, err := lint.Check(&tree.Source{Name: name, Text: text}, d.authority, &d.options)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return file.Findings
}

// lines writes the findings of a rule as its .want file has them.
func lines(findings []lint.Finding, rule string) string {
	var b strings.Builder
	for _, f := range findings {
		if f.Rule == rule {
			at := f.Place.Source.Position(f.Place.Span.Start)
			fmt.Fprintf(&b, "%d:%d %s %s\n", at.Line, at.Column, f.Rule, f.Message)
		}
	}
	return b.String()
}

func read(t testing.TB, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

var kebab = regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)

func TestEveryRuleIsDocumented(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range All() {
		if seen[r.ID] {
			t.Errorf("two rules have the id %q", r.ID)
		}
		seen[r.ID] = true
		if !kebab.MatchString(r.ID) {
			t.Errorf("%q is not kebab-case", r.ID)
		}
		for field, text := range map[string]string{"Title": r.Title, "What": r.What, "Why": r.Why, "Bad": r.Bad, "Good": r.Good, "Fix": r.Fix} {
			if strings.TrimSpace(text) == "" {
				t.Errorf("%s has no %s", r.ID, field)
			}
		}
		for field, text := range map[string]string{"What": r.What, "Why": r.Why, "Fix": r.Fix} {
			if !strings.HasSuffix(text, ".") {
				t.Errorf("%s of %s is no sentence: %q", field, r.ID, text)
			}
		}
		if strings.HasSuffix(r.Title, ".") || r.Title != "" && strings.ToLower(r.Title[:1]) != r.Title[:1] {
			t.Errorf("the title of %s is no clause: %q", r.ID, r.Title)
		}
		if r.Severity < lint.Error || r.Severity > lint.Off {
			t.Errorf("%s has the severity %v", r.ID, r.Severity)
		}
		if r.Reason != "" && r.Severity != lint.Error {
			t.Errorf("%s has the reason %s, but is no error", r.ID, r.Reason)
		}
	}
}

// What reading, loading and reviewing raise is in the table, so that it can be explained.
func TestEveryProblemHasARule(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range All() {
		seen[r.ID] = true
	}
	for _, id := range []string{
		syntax.RuleSyntax, syntax.RuleDuplicateKey, syntax.RuleWrongShape, shape.RuleUnknownKey, shape.RuleWrongShape, config.RuleConfiguration,
		schema.RuleUndeclared, schema.RuleMissing, schema.RuleWrongType, schema.RuleInvalid,
		schema.RuleSchema, schema.RuleUnknownType, schema.RuleFile, schema.RuleKeyword, schema.RuleIgnored,
		schema.RuleOpen, schema.RuleUntyped, schema.RuleDefault, schema.RuleUnsatisfiable,
		contracts.RuleDuplicateContract, contracts.RuleUnregistered, contracts.RuleUncontracted, contracts.RuleUnknownKeyArgument,
		contracts.RuleOpenArguments, contracts.RuleUntypedArgument, contracts.RuleIdenticalHints, contracts.RuleUnknownUndoTool,
		contracts.RuleIncompleteList, contracts.RuleUnreachableFile,
	} {
		if !seen[id] {
			t.Errorf("no rule has the id %q", id)
		}
	}
}

// A rule's bad fixture holds exactly the findings of its .want file, and its good one none of them, and no error.
func TestFixtures(t *testing.T) {
	for _, r := range All() {
		if r.Group == lint.Contracts || r.Group == lint.Known || r.Group == lint.Lineage {
			continue // its examples are its fixtures
		}
		t.Run(r.ID, func(t *testing.T) {
			d := deploymentFor(t, r.ID)
			bad, good := filepath.Join(fixtures, r.ID, "bad.yaml"), filepath.Join(fixtures, r.ID, "good.yaml")
			got := lines(d.check(t, "bad.yaml", read(t, bad)), r.ID)
			if got == "" {
				t.Error("bad.yaml raises nothing")
			}
			wanted := strings.TrimSuffix(bad, ".yaml") + ".want"
			if *update {
				if err := os.WriteFile(wanted, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(read(t, wanted), got); diff != "" {
				t.Errorf("bad.yaml (-want +got):\n%s", diff)
			}
			clean(t, r.ID, d.check(t, "good.yaml", read(t, good)))
		})
	}
}

// A rule's bad example raises it, and its good one does not.
func TestExamples(t *testing.T) {
	for _, r := range All() {
		if r.Group == lint.Contracts || r.Group == lint.Known || r.Group == lint.Lineage {
			continue
		}
		t.Run(r.ID, func(t *testing.T) {
			d := deploymentFor(t, r.ID)
			if lines(d.check(t, "bad.yaml", r.Bad), r.ID) == "" {
				t.Error("the bad example raises nothing")
			}
			clean(t, r.ID, d.check(t, "good.yaml", r.Good))
		})
	}
}

// clean fails if a rule, or an error of any, is among the findings.
func clean(t *testing.T, rule string, findings []lint.Finding) {
	t.Helper()
	for _, f := range findings {
		if f.Rule == rule || f.Severity == lint.Error {
			t.Errorf("the good plan raises %s: %s", f.Rule, f.Message)
		}
	}
}

// The examples of the contract rules are contract files, or configurations.
func TestContractExamples(t *testing.T) {
	for _, r := range All() {
		if r.Group != lint.Contracts {
			continue
		}
		t.Run(r.ID, func(t *testing.T) {
			raised := false
			for _, p := range contractProblems(t, r.Bad) {
				if p.Rule == r.ID {
					raised = true
					if p.Warning != (r.Severity == lint.Warning) {
						t.Errorf("warning is %v, the rule's severity %v", p.Warning, r.Severity)
					}
				}
			}
			if !raised {
				t.Error("the bad example raises nothing")
			}
			for _, p := range contractProblems(t, r.Good) {
				t.Errorf("the good example raises %s: %s", p.Rule, p.Message)
			}
		})
	}
}

// contractProblems is what "contracts check" finds in an example.
func contractProblems(t *testing.T, text string) []contracts.Problem {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	o := config.Options{WorkDir: dir, Rules: All()}
	var (
		c        *config.Config
		problems []config.Problem
		err      error
	)
	if strings.Contains(text, "tools: {") {
		write("planlint.yaml", text)
		c, problems, err = config.Load("planlint.yaml", o)
	} else {
		write("contracts.yaml", text)
		c, problems, err = config.FromContracts([]string{"contracts.yaml"}, o)
	}
	if err != nil {
		t.Fatal(err)
	}
	problems = append(problems, c.Deployment.Catalog.Lint(c.Wiring())...)
	return shape.Sort(problems)
}

// A plan with nothing to say about it costs the rules of structure and quality no memory.
func TestCleanPlanCostsNothing(t *testing.T) {
	d := deploymentFor(t, "")
	text := read(t, filepath.Join(fixtures, "clean.yaml"))
	if findings := d.check(t, "clean.yaml", text); len(findings) > 0 {
		t.Fatalf("clean.yaml raises %s: %s", findings[0].Rule, findings[0].Message)
	}
	for _, r := range append(append([]lint.Rule{}, structureRules...), qualityRules...) {
		if r.Check == nil || r.Severity == lint.Off {
			continue
		}
		probe := lint.Rule{ID: r.ID, Severity: r.Severity, Check: func(p *lint.Pass) {
			r.Check(p) // what is made once a plan is made here
			if n := testing.AllocsPerRun(10, func() { r.Check(p) }); n > 0 {
				t.Errorf("%s allocates %v times", r.ID, n)
			}
		}}
		o := d.options
		o.Rules = lint.NewRuleSet([]lint.Rule{probe}, nil)
		if _, err := lint.Check(&tree.Source{Name: "clean.yaml", Text: text}, d.authority, &o); err != nil {
			t.Fatal(err)
		}
	}
}
