package lint

import (
	"fmt"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint/syntax"
)

// Validated is a plan that no rule has an error against, with what it was judged by. Only Validate makes one, so whoever
// holds it need not ask again. It is read-only.
type Validated struct {
	plan       *Plan
	digest     string
	deployment *Deployment
	authority  Authority
}

// Plan is the plan.
func (v *Validated) Plan() *Plan { return v.plan }

// Digest identifies it.
func (v *Validated) Digest() string { return v.digest }

// Deployment is what it was judged against.
func (v *Validated) Deployment() *Deployment { return v.deployment }

// Authority is under whose authority.
func (v *Validated) Authority() Authority { return v.authority }

// Source is the text that it was read from.
func (v *Validated) Source() *tree.Source { return v.plan.Tree.Source }

// SeveralError is a file that holds more than the one plan that is wanted.
type SeveralError struct{ Plans int }

// Error says how many there are.
func (e *SeveralError) Error() string {
	return fmt.Sprintf("it holds %d plans, and one is wanted", e.Plans)
}

// Validate reads a file that holds one plan, and judges it as Check does. The Validated is nil where a finding is an
// error, and where the error says that a rule could not do its work. A stream of several plans is a *SeveralError.
func Validate(src *tree.Source, a Authority, o *Options) (*Validated, *File, error) {
	file := &File{Source: src}
	docs := syntax.Read(src, syntax.Options{}) // in a file that is no stream, a second document is a problem of the first
	if len(docs) > 1 {
		return nil, file, &SeveralError{len(docs)}
	}
	plan, err := file.examine(&docs[0], a, o)
	if err != nil || plan == nil || len(file.Unusable) > 0 {
		return nil, file, err
	}
	for i := range file.Findings {
		if file.Findings[i].Severity == Error {
			return nil, file, nil
		}
	}
	digest, err := plan.Digest()
	if err != nil {
		return nil, file, err
	}
	return &Validated{plan: plan, digest: digest, deployment: o.Deployment, authority: a}, file, nil
}

// Primary is what a run stops at: the finding that the executor raises first, or nil.
func (file *File) Primary() *Finding {
	for i := range file.Findings {
		if file.Findings[i].Primary {
			return &file.Findings[i]
		}
	}
	return nil
}
