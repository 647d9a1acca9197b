package dryrun_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"github.com/planlint/planlint/dryrun"
)

// Every code that the package declares is explained, once, and no other.
func TestReasons(t *testing.T) {
	explained := map[dryrun.Code]bool{}
	for _, r := range dryrun.Reasons() {
		if explained[r.Code] {
			t.Errorf("%s is explained twice", r.Code)
		}
		explained[r.Code] = true
		if r.Title == "" || strings.HasSuffix(r.Title, ".") || !strings.HasSuffix(r.Means, ".") || !strings.HasSuffix(r.Fix, ".") {
			t.Errorf("%s: the title is a clause, the rest are sentences", r.Code)
		}
	}
	declared := 0
	for _, name := range []string{"stop.go", "draft_stop.go"} {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			if kind, ok := spec.Type.(*ast.Ident); ok && kind.Name == "Code" {
				for _, value := range spec.Values {
					code, err := strconv.Unquote(value.(*ast.BasicLit).Value)
					if err != nil {
						t.Fatal(err)
					}
					declared++
					if !explained[dryrun.Code(code)] {
						t.Errorf("%s is not explained", code)
					}
				}
			}
			return true
		})
	}
	if declared != len(explained) {
		t.Errorf("%d codes are declared, and %d explained", declared, len(explained))
	}
}
