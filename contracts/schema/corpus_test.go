package schema

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planlint/planlint/contracts/tree"
)

// TestCorpus runs over real tools and plans, where PLANLINT_CORPUS names a folder of <suite>/<part>/tools.json with
// inputSchema, and plans/*.json with steps of tool and arguments. Against the oracle, the plain reading must have
// the same verdict on every step; with -v it prints what the closed reading says.
func TestCorpus(t *testing.T) {
	root := os.Getenv("PLANLINT_CORPUS")
	if root == "" {
		t.Skip("PLANLINT_CORPUS names no folder of tools and plans")
	}
	files, err := filepath.Glob(filepath.Join(root, "*", "*", "tools.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no tools.json below %s (%v)", root, err)
	}
	for _, file := range files {
		t.Run(strings.TrimPrefix(filepath.Dir(file), root), func(t *testing.T) { corpus(t, file) })
	}
}

func corpus(t *testing.T, file string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	tools := parse(t, filepath.Base(file), string(data))
	type pair struct {
		plain, closed *Schema
		oracle        interface{ Validate(any) error }
	}
	schemas := map[string]pair{}
	counts := map[string]int{}
	for _, tool := range tools.Elements(0) {
		name, at := tools.Text(tools.Get(tool, "name")), tools.Get(tool, "inputSchema")
		if at == tree.None {
			continue
		}
		plain, problems := Compile(tools, at, Options{})
		closed, _ := Compile(tools, at, strict)
		bad := false
		for _, p := range problems {
			bad = bad || !p.Warning
			counts["schema "+p.Rule]++
			t.Logf("%s: %s: %s (%s)", name, p.Rule, p.Message, p.Hint)
		}
		for _, p := range closed.Review() {
			counts["review "+p.Rule]++
		}
		if judged := len(closed.Judge()) > 0; judged != bad {
			t.Logf("%s: judge %v, compile %v: %v", name, judged, bad, closed.Judge())
		}
		oracle, err := closedCompiler(map[string]string{"plan:///s.json": tools.Raw(at)}).Compile("plan:///s.json")
		if (err != nil) != bad {
			t.Errorf("%s: the oracle says %v", name, err)
		}
		if bad || err != nil {
			continue
		}
		schemas[name] = pair{plain, closed, oracle}
	}
	plans, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "plans", "*.json"))
	for _, p := range plans {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		if !json.Valid(data) {
			continue
		}
		plan := parse(t, filepath.Base(p), string(data))
		for _, step := range plan.Elements(plan.Get(0, "steps")) {
			s, ok := schemas[plan.Text(plan.Get(step, "tool"))]
			args := plan.Get(step, "arguments")
			if !ok || args == tree.None {
				continue
			}
			counts["steps"]++
			faults := s.plain.Check(plan, args, nil)
			if err := s.oracle.Validate(plain(plan, args)); (err == nil) != (len(faults) == 0) {
				t.Errorf("%s: %s: ours %v, oracle %v", filepath.Base(p), plan.Raw(args), faults, err)
			}
			tight := s.closed.Check(plan, args, nil)
			wellFormed(t, plan, tight)
			for _, f := range tight {
				counts[f.Rule]++
				t.Logf("%s: %s", filepath.Base(p), said(plan, f))
			}
		}
	}
	t.Logf("counts: %v", counts)
}
