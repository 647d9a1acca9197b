package rules

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"sort"
	"strings"

	"github.com/planlint/planlint/contracts/schema"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

var ambiguousScalar = lint.Rule{
	ID: "ambiguous-scalar", Title: "a value that two YAML readers read differently", Group: lint.Quality, Severity: lint.Warning,
	What: "No argument that meets a contract is written so that YAML 1.1 and 1.2 readers disagree on it: yes, on, 017, 1_000, 2026-01-01, 1:30 and their like, without quotes. planlint reads them as YAML 1.2 says. A value that the contract refuses is left to that finding.",
	Why:  "The plan says one thing to planlint and another to the next tool that reads the file: a text to one is true, a number or a date to the other.",
	Bad: `goal: tell the team
steps:
  - {id: s1, tool: notify, arguments: {text: yes}}
`,
	Good: `goal: tell the team
steps:
  - {id: s1, tool: notify, arguments: {text: "yes"}}
`,
	Fix: "Put texts in quotes, and write numbers without a leading zero.",
	Check: func(p *lint.Pass) {
		t := p.Plan.Tree
		left := mostFindings
		for i := range p.Plan.Steps {
			s := &p.Plan.Steps[i]
			if s.Arguments == tree.None {
				continue
			}
			for n, end := s.Arguments, t.Next(s.Arguments); n < end; n++ {
				if t.Flags(n)&tree.Ambiguous != 0 {
					left -= checkAmbiguous(p, s, left)
					break
				}
			}
			if left == 0 {
				enough(p, "ambiguous-scalar")
				return
			}
		}
	},
}

// checkAmbiguous reports the ambiguous values of a step's arguments that its contract declares and lets through, up to
// most of them, and says how many there were.
func checkAmbiguous(p *lint.Pass, s *lint.Step, most int) (found int) {
	c := p.Deployment.Catalog.Get(s.Tool)
	if c == nil {
		return 0
	}
	accepts, problems := c.Accepts()
	if accepts == nil || unusable(problems) {
		return 0
	}
	values, root := p.Plan.Values(s)
	w := ambiguities{pass: p, step: s, refused: refusals(values, accepts.Check(values, root, nil)), left: most}
	w.value(s.Arguments)
	return most - w.left
}

// ambiguities walks over the values of a step's arguments.
type ambiguities struct {
	pass    *lint.Pass
	step    *lint.Step
	refused []tree.Span
	left    int
}

// value looks at a value and what is in it. The depth of its recursion is the document's.
func (w *ambiguities) value(n tree.Ref) {
	t := w.pass.Plan.Tree
	switch t.Kind(n) {
	case tree.Object:
		for _, v := range t.Members(n) {
			w.value(v)
		}
	case tree.Array:
		for _, e := range t.Elements(n) {
			w.value(e)
		}
	default:
		if t.Flags(n)&tree.Ambiguous != 0 && w.left > 0 && !covered(w.refused, t.Span(n)) {
			w.left--
			w.report(n)
		}
	}
}

func (w *ambiguities) report(n tree.Ref) {
	t := w.pass.Plan.Tree
	f := w.pass.At("ambiguous-scalar", w.step, n)
	raw := tree.Visible(clipped(t.Raw(n)))
	f.Message = fmt.Sprintf("%s is %s to YAML 1.2, which planlint reads, and %s to YAML 1.1", raw, reading(t, n), oldReading(t.Raw(n)))
	f.Hint = `put it in quotes: "` + raw + `"`
	if t.Kind(n) == tree.Number {
		f.Hint = "write " + clipped(t.Text(n)) + ", or put it in quotes if a text is meant"
	}
	w.pass.Report(f)
}

// refusals are the spans of the values that faults speak of already, in order: those at fault, and what lies in one of
// the wrong type or under an undeclared name. None lies in another.
func refusals(t *tree.Tree, faults []schema.Fault) []tree.Span {
	var spans []tree.Span
	for i := range faults {
		f := &faults[i]
		if scalar := t.Kind(f.Value) != tree.Object && t.Kind(f.Value) != tree.Array; scalar || f.Rule == schema.RuleUndeclared || f.Rule == schema.RuleWrongType {
			spans = append(spans, t.Span(f.Value))
		}
	}
	slices.SortFunc(spans, func(a, b tree.Span) int { return cmp.Compare(a.Start, b.Start) })
	return spans
}

// covered reports whether a span lies in one of the others.
func covered(spans []tree.Span, s tree.Span) bool {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].Start > s.Start }) - 1
	return i >= 0 && s.End <= spans[i].End
}

// reading is what YAML 1.2 takes an ambiguous value for.
func reading(t *tree.Tree, n tree.Ref) string {
	if t.Kind(n) == tree.Number {
		return "the number " + clipped(t.Text(n))
	}
	return "a text"
}

// oldReading is what YAML 1.1 takes an ambiguous text for.
func oldReading(raw string) string {
	switch strings.ToLower(raw) {
	case "y", "yes", "on":
		return "true"
	case "n", "no", "off":
		return "false"
	case "=":
		return "the default key"
	}
	s := strings.ReplaceAll(strings.TrimLeft(raw, "+-"), "_", "")
	sign := ""
	if strings.HasPrefix(raw, "-") {
		sign = "-"
	}
	number := func(base int, digits string) string {
		if v, ok := new(big.Int).SetString(digits, base); ok && len(digits) <= 40 {
			return "the number " + sign + v.String()
		}
		return "another number"
	}
	switch {
	case strings.HasPrefix(s, "0b"):
		return number(2, s[2:])
	case strings.HasPrefix(s, "0x"):
		return number(16, s[2:])
	case strings.HasPrefix(s, "0o"):
		return "a text"
	case strings.Contains(raw, ":") && !strings.Contains(s, "-"):
		return "a number to the base of 60"
	case len(raw) >= len("2026-01-01") && strings.Count(s, "-") >= 2:
		return "a date"
	case strings.ContainsAny(s, "eE"):
		return "a text"
	case strings.Contains(s, "."):
		return "the number " + sign + s
	case strings.HasPrefix(s, "0") && strings.ContainsAny(s, "89"):
		return "a text"
	case strings.HasPrefix(s, "0"):
		return number(8, s)
	}
	return number(10, s)
}
