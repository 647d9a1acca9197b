package lint

import (
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint/syntax"
)

// Parse reads the first plan of a file, and nothing but its form: neither tools nor arguments are looked at. fault is the
// first fault of form, and the plan is what could be read all the same; nil = none.
func Parse(src *tree.Source) (plan *Plan, fault *Finding) {
	doc := syntax.Read(src, syntax.Options{})[0]
	pass := &Pass{}
	for _, p := range doc.Problems {
		pass.Report(problemFinding(src, p))
	}
	if !doc.Tree.Empty() || len(doc.Problems) == 0 {
		plan = decode(doc.Tree, pass)
	}
	if len(pass.findings) > 0 {
		fault = &pass.findings[0]
	}
	return plan, fault
}

// Parsed is a plan of a file as far as it could be read, and its first fault of form; nil = none.
type Parsed struct {
	Plan  *Plan
	Fault *Finding
}

// Plans reads every plan of a file as Parse reads the first one. Documents that hold no plan at all are left out.
func Plans(src *tree.Source, stream bool) []Parsed {
	var list []Parsed
	for _, doc := range syntax.Read(src, syntax.Options{Stream: stream}) {
		pass := &Pass{}
		for _, p := range doc.Problems {
			pass.Report(problemFinding(src, p))
		}
		p := Parsed{Plan: decode(doc.Tree, pass)}
		if len(pass.findings) > 0 {
			p.Fault = &pass.findings[0]
		}
		if p.Plan != nil {
			list = append(list, p)
		}
	}
	return list
}
