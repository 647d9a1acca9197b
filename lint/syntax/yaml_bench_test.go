package syntax

import (
	"fmt"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/planlint/planlint/contracts/tree"
)

// benchPlan writes a plan with a number of steps, as planners do.
func benchPlan(steps int) string {
	var b strings.Builder
	b.WriteString("# a plan\ngoal: Collect the open invoices and remind whoever owes them\nsteps:\n")
	for i := range steps {
		fmt.Fprintf(&b, `  - id: step_%d
    tool: billing.list_invoices
    arguments:
      url:
        kind: url
        project: Draft customers migration user index catalog
      query: "status = 'open' and due < 30"
      limit: %d
      dry_run: false
      note: |
        Remind them politely,
        and only once.
      labels: [billing, "dunning", 2026]
    depends_on:
      - step_%d
`, i, i*7, max(i-1, 0))
	}
	return b.String()
}

func BenchmarkYAML(b *testing.B) {
	for _, size := range []struct {
		name  string
		steps int
	}{{"2KB", 5}, {"1MB", 2600}} {
		text := benchPlan(size.steps)
		b.Run(size.name+"/planlint", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			o := Options{Caps: Caps{}.orDefault()}
			for b.Loop() {
				if docs := readYAML(&tree.Source{Text: text}, o); len(docs[0].Problems) > 0 {
					b.Fatal(docs[0].Problems)
				}
			}
		})
		b.Run(size.name+"/yaml.v3", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				var n yaml.Node
				if err := yaml.Unmarshal([]byte(text), &n); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
