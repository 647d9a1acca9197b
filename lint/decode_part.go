package lint

import (
	"github.com/planlint/planlint/contracts/tree"
)

func (d *decoder) topology(v tree.Ref) {
	t, top := d.t, &d.plan.Topology
	if t.Kind(v) == tree.String && t.Text(v) == "single" {
		*top = Topology{Node: v, Kind: "single"}
		return
	}
	hint := `write single, or {collaborative: parallel-disjoint}, or {collaborative: distinct-authority}`
	if t.Kind(v) != tree.Object {
		if t.Kind(v) == tree.String {
			d.fault("wrong-shape", DetailType, v, "topology is "+tree.Quote(t.Text(v))+", which is none", hint)
		} else {
			d.shapeHint(v, "topology", "a word or a map", hint)
		}
		return
	}
	for k, c := range t.Members(v) {
		if t.Text(k) != "collaborative" {
			d.unknown(k, "topology", []string{"collaborative"})
			continue
		}
		for _, name := range topologies {
			if t.Kind(c) == tree.String && t.Text(c) == name {
				*top = Topology{Node: c, Kind: name}
			}
		}
		if top.Node == tree.None {
			d.fault("wrong-shape", DetailType, c, "collaborative is "+d.found(c)+", which is no way to share work", hint)
		}
	}
	if t.Count(v) == 0 {
		d.fault("wrong-shape", DetailMissingField, v, "topology is an empty map", hint)
	}
}

func (d *decoder) outputs(v tree.Ref) {
	if d.t.Kind(v) != tree.Object {
		d.shape(v, "outputs", "a map of names to {step, pointer}")
		return
	}
	for k, o := range d.t.Members(v) {
		if from, ok := d.origin(o, "output "+tree.Quote(d.t.Text(k)), outputKeys); ok {
			d.plan.Outputs = append(d.plan.Outputs, Output{Key: k, From: from})
		}
	}
}

// origin reads {step, pointer} or, where allowed, {input}.
func (d *decoder) origin(v tree.Ref, what string, allowed []string) (Origin, bool) {
	t := d.t
	o := Origin{StepNode: tree.None, InputNode: tree.None}
	if t.Kind(v) != tree.Object {
		hint := "write {step: ID, pointer: /path} or {input: /path}"
		if len(allowed) == len(outputKeys) {
			hint = "write {step: ID, pointer: /path}"
		}
		d.shapeHint(v, what, "a map", hint)
		return o, false
	}
	ok, pointer := true, tree.None
	for k, c := range t.Members(v) {
		switch key := t.Text(k); {
		case key == "step":
			if ok = d.text(c, "step") && ok; t.Kind(c) == tree.String {
				o.Step, o.StepNode = t.Text(c), c
			}
		case key == "pointer":
			pointer = c
			ok = d.pointer(c, "pointer", &o.Pointer) && ok
		case key == "input" && len(allowed) == len(originKeys):
			o.InputNode = c
			ok = d.pointer(c, "input", &o.Pointer) && ok
		default:
			d.unknown(k, what, allowed)
		}
	}
	if t.Flags(v)&tree.Broken != 0 {
		return o, false
	}
	switch {
	case o.StepNode != tree.None && o.InputNode != tree.None:
		d.fault("wrong-shape", DetailType, o.InputNode, what+" names a step and the input", "keep one of the two")
		return o, false
	case pointer != tree.None && o.InputNode != tree.None:
		d.fault("wrong-shape", DetailUnknownField, pointer, what+" has a pointer beside input", "write the pointer as the value of input")
		return o, false
	case o.StepNode == tree.None && o.InputNode == tree.None:
		if ok {
			hint := "name the step whose outcome is meant, or the input"
			if len(allowed) == len(outputKeys) {
				hint = "name the step whose outcome is meant"
			}
			d.fault("wrong-shape", DetailMissingField, v, what+" says not where it comes from", hint)
		}
		return o, false
	}
	return o, ok
}
