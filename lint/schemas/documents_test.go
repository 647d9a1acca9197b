package schemas_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/rules"
)

// decode reads YAML or JSON into what the schema library takes. Timestamps are texts, as they are to planlint.
func decode(t *testing.T, name string, data []byte) any {
	t.Helper()
	var n yaml.Node
	if err := yaml.Unmarshal(data, &n); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	untime(&n)
	var v any
	if err := n.Decode(&v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return v
}

func untime(n *yaml.Node) {
	if n.Tag == "!!timestamp" {
		n.Tag = "!!str"
	}
	for _, c := range n.Content {
		untime(c)
	}
}

// kindOf is the schema of a fixture by its path, "" for what is none, and whether the fixture must be well-formed.
func kindOf(name string) (kind string, good bool) {
	base := strings.TrimSuffix(path.Base(name), path.Ext(name))
	switch ext := path.Ext(name); {
	case ext != ".yaml" && ext != ".json":
	case base == "planlint":
		return "config", true
	case base == "contracts", path.Base(path.Dir(name)) == "contracts", ext == ".json":
		return "contracts", true
	case base == "bad", path.Base(path.Dir(name)) == "bad":
		return "plan", false
	default:
		return "plan", true
	}
	return "", false
}

// malformed are the bad plans that an editor marks already; the others are well-formed, and wrong all the same.
var malformed = []string{"testdata/examples/travel/plans/bad/empty.yaml", "testdata/examples/travel/plans/bad/malformed.yaml"}

// TestFixtures checks every document that planlint ships or is tested with.
func TestFixtures(t *testing.T) {
	const root = "../.."
	count := map[string]int{}
	for _, folder := range []string{"testdata/examples", "testdata/rules", "cmd/starter"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			name := strings.TrimPrefix(filepath.ToSlash(file), root+"/")
			kind, good := kindOf(name)
			if kind == "" || !good && !strings.HasPrefix(name, "testdata/examples/") {
				return nil
			}
			count[kind]++
			data, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			err = compile(t, kind, text(t, kind)).Validate(decode(t, name, data))
			switch wrong := slices.Contains(malformed, name); {
			case err != nil && !wrong:
				t.Errorf("%s is no %s: %#v", name, kind, err)
			case err == nil && wrong:
				t.Errorf("%s is a %s", name, kind)
			}
			return nil
		})
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	for _, kind := range []string{"plan", "contracts", "config"} {
		if count[kind] < 2 {
			t.Errorf("only %d fixtures for %s", count[kind], kind)
		}
	}
}

// TestRuleExamples checks that the settled plan on every rule's page is a plan.
func TestRuleExamples(t *testing.T) {
	s := compile(t, "plan", text(t, "plan"))
	for _, r := range rules.All() {
		if r.Group == lint.Contracts || r.Group == lint.Known || r.Group == lint.Lineage {
			continue
		}
		if err := s.Validate(decode(t, r.ID, []byte(r.Good))); err != nil {
			t.Errorf("%s: %#v", r.ID, err)
		}
	}
}

// TestReports checks the recorded reports, and that they hold no key that the schema does not describe: the schema is
// open only for versions to come.
func TestReports(t *testing.T) {
	m := object(t, "findings")
	walk("", m, func(at string, s map[string]any) {
		if s["properties"] != nil {
			s["additionalProperties"] = false
		}
	})
	closed, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	s := compile(t, "findings", string(closed))
	files, err := filepath.Glob("../report/testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no recorded reports: %v", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var v any
		d := json.NewDecoder(bytes.NewReader(data))
		d.UseNumber()
		if err := d.Decode(&v); err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(v); err != nil {
			t.Errorf("%s: %#v", file, err)
		}
	}
}
