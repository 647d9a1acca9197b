package lint

import (
	"errors"
	"fmt"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint/syntax"
)

// PlanDigest is the digest of one plan of a file.
type PlanDigest struct {
	Digest   string
	PlanLike bool
	Err      error // why there is none; a fault of form makes two readers see two plans, so it has none
}

// Digests works out the digests of the plans in a file. Form is checked; tools and arguments are not.
func Digests(src *tree.Source, stream bool) []PlanDigest {
	var out []PlanDigest
	for _, doc := range syntax.Read(src, syntax.Options{Stream: stream}) {
		pass := &Pass{}
		for _, p := range doc.Problems {
			pass.Report(problemFinding(src, p))
		}
		plan := decode(doc.Tree, pass)
		d := PlanDigest{PlanLike: planLike(doc.Tree)}
		switch {
		case len(pass.findings) > 0:
			f := pass.findings[0]
			at := f.Place.Source.Position(f.Place.Span.Start)
			d.Err = fmt.Errorf("line %d: %s", at.Line, f.Message)
		case plan == nil:
			d.Err = errors.New("it holds no plan")
		default:
			d.Digest, d.Err = plan.Digest()
		}
		out = append(out, d)
	}
	return out
}
