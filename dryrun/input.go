package dryrun

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/contracts/schema"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/syntax"
)

// ReadInput reads a run's input, JSON or YAML as its name says, and holds it against the plan's inputs. The error is a
// *StopError: of class Unable where the text can't be read, and Refused where it does not fit.
func ReadInput(src *tree.Source, plan *lint.Validated) (Value, error) {
	docs := syntax.Read(src, syntax.Options{})
	d := docs[0]
	if len(d.Problems) > 0 {
		p := d.Problems[0]
		at := src.Position(p.Span.Start)
		hint := p.Hint
		if strings.Contains(hint, "--stream") { // it takes a second document for another plan
			hint = "a run has one input: keep one of them"
		}
		return Value{}, &StopError{Class: Unable, Code: CodeInput, Hint: hint,
			Message: fmt.Sprintf("the input %s, line %d, column %d: %s", tree.Visible(src.Name), at.Line, at.Column, p.Message)}
	}
	if d.Tree.Empty() {
		return Value{}, &StopError{Class: Unable, Code: CodeInput, Message: fmt.Sprintf("the input %s holds no value", tree.Visible(src.Name))}
	}
	if p := plan.Plan(); p.Inputs != tree.None {
		s, _ := schema.Compile(p.Tree, p.Inputs, schema.Options{Whole: "the input", Part: "input"})
		if faults := s.Check(d.Tree, 0, nil); len(faults) > 0 {
			f := faults[0]
			at := src.Position(d.Tree.Span(f.At).Start)
			return Value{}, &StopError{Class: Refused, Code: CodeInput, Hint: f.Hint,
				Message: fmt.Sprintf("%s, line %d, column %d: %s", tree.Visible(src.Name), at.Line, at.Column, f.Message)}
		}
	}
	return newValue(d.Tree, 0), nil
}
