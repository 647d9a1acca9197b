package lint

import (
	"github.com/planlint/planlint/contracts/tree"
)

// The keys of a plan, its steps and their parts, in the order the documentation shows them.
var (
	planKeys   = []string{"goal", "revision", "version", "derived_from", "reason", "topology", "steps", "inputs", "outputs"}
	stepKeys   = []string{"id", "tool", "arguments", "bind", "depends_on", "intent", "terminal", "verifies", "quorum"}
	originKeys = []string{"step", "pointer", "input"}
	outputKeys = []string{"step", "pointer"}
	quorumKeys = []string{"need", "lenses"}
	topologies = []string{"parallel-disjoint", "distinct-authority"}
)

// The words of Finding.Detail on a malformed plan.
const (
	DetailUnknownField   = "unknown_field"
	DetailType           = "type"
	DetailEmptyField     = "empty_field"
	DetailMissingField   = "missing_field"
	DetailSelfDependency = "self_dependency"
	DetailDuplicateID    = "duplicate_id"
	DetailSyntax         = "syntax"
	DetailDuplicateKey   = "duplicate_key"
)

// decoder reads a plan from a tree and reports faults of form. It reads on after each.
type decoder struct {
	t    *tree.Tree
	plan *Plan
	pass *Pass
	step *Step // the one being read, for its findings
}

// decode reads the plan at the root of the tree; it is nil where the root is no map.
func decode(t *tree.Tree, pass *Pass) *Plan {
	d := &decoder{t: t, pass: pass}
	if t.Empty() {
		d.report(Finding{Rule: "wrong-shape", Detail: DetailMissingField, Message: "the file holds no plan", Hint: "a plan is a map with goal and steps"}, tree.Span{})
		return nil
	}
	if t.Kind(0) != tree.Object {
		if t.Flags(0)&tree.Broken == 0 {
			d.shape(0, "a plan", "a map with goal and steps")
		}
		return nil
	}
	p := &Plan{Tree: t, Goal: tree.None, Revision: tree.None, Version: tree.None, Derived: tree.None, Reason: tree.None,
		Inputs: tree.None, StepsKey: tree.None, Topology: Topology{Node: tree.None}}
	d.plan, pass.Plan = p, p
	steps := tree.None
	for k, v := range t.Members(0) {
		switch key := t.Text(k); key {
		case "goal":
			p.Goal = v
			d.text(v, "goal")
		case "revision":
			if d.count(v, "revision", 0) {
				p.Revision = v
			}
		case "version":
			if d.count(v, "version", 1) {
				p.Version = v
			}
		case "derived_from":
			if d.text(v, "derived_from") {
				p.Derived = v
				if !isDigest(t.Text(v)) {
					d.fault("wrong-shape", DetailType, v, "derived_from is "+tree.Quote(t.Text(v))+", not a digest", `write "sha256:" and 64 hexadecimal digits; planlint digest prints it`)
				}
			}
		case "reason":
			if d.text(v, "reason") {
				p.Reason = v
			}
		case "topology":
			d.topology(v)
		case "steps":
			p.StepsKey, steps = k, v
		case "inputs":
			p.Inputs = v
			d.inputs(v)
		case "outputs":
			d.outputs(v)
		default:
			d.unknown(k, "a plan", planKeys)
		}
	}
	if p.Goal == tree.None {
		d.missing(0, "goal", "the plan", "say in a sentence what the plan is for")
	}
	d.lineage()
	d.inexact()
	switch {
	case steps != tree.None:
		d.steps(steps)
	default:
		d.missing(0, "steps", "the plan", "list the calls to make")
	}
	return p
}

// lineage: a plan that follows another one says which and why.
func (d *decoder) lineage() {
	p := d.plan
	if p.Version == tree.None || d.t.Text(p.Version) == "1" {
		return
	}
	if p.Derived == tree.None && d.t.Key(0, "derived_from") == tree.None {
		d.missing(p.Version, "derived_from", "version "+d.t.Text(p.Version), "name the digest of the plan it follows")
	}
	if p.Reason == tree.None && d.t.Key(0, "reason") == tree.None {
		d.missing(p.Version, "reason", "version "+d.t.Text(p.Version), "say why the plan changed")
	}
}
