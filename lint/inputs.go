package lint

import (
	"github.com/planlint/planlint/contracts/schema"
	"github.com/planlint/planlint/contracts/tree"
)

// inputs reads the JSON Schema of the run's input. It is the plan's own text, so it reaches no files, and a fault in it
// is the plan's.
func (d *decoder) inputs(v tree.Ref) {
	if kind := d.t.Kind(v); kind != tree.Object && kind != tree.Bool {
		d.shape(v, "inputs", "a JSON Schema: a map")
		return
	}
	s, problems := schema.Compile(d.t, v, schema.Options{Whole: "the input", Part: "input"})
	d.plan.inputs = s
	for _, p := range problems {
		if p.Warning {
			continue
		}
		d.plan.inputs = nil
		f := Finding{Rule: "wrong-shape", Detail: DetailType, Message: "inputs is no JSON Schema: " + p.Message, Hint: p.Hint, Pointer: "/inputs"}
		d.report(f, p.Place.Span)
	}
}
