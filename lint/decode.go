package lint

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/planlint/planlint/contracts/suggest"
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

func isDigest(s string) bool {
	s, ok := strings.CutPrefix(s, "sha256:")
	if !ok || len(s) != 64 {
		return false
	}
	return strings.Trim(s, "0123456789abcdef") == ""
}

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

// pointer reads an RFC 6901 JSON Pointer.
func (d *decoder) pointer(v tree.Ref, what string, into *[]string) bool {
	if d.t.Kind(v) != tree.String {
		d.shape(v, what, "a JSON Pointer: a text")
		return false
	}
	tokens, err := tree.ParsePointer(d.t.Text(v))
	if err != nil {
		d.fault("wrong-shape", DetailType, v, what+" is "+tree.Quote(d.t.Text(v))+", which is no JSON Pointer", err.Error())
		return false
	}
	*into = tokens
	return true
}

// text checks that a value is a text and not empty.
func (d *decoder) text(v tree.Ref, what string) bool {
	if d.t.Flags(v)&tree.Broken != 0 {
		return false
	}
	if d.t.Kind(v) != tree.String {
		hint := ""
		switch d.t.Kind(v) {
		case tree.Number, tree.Bool, tree.Null:
			if raw := d.t.Raw(v); raw != "" {
				hint = "write it in quotes: " + strconv.Quote(raw)
			}
		}
		d.shapeHint(v, what, "a text", hint)
		return false
	}
	if d.t.Text(v) == "" {
		d.fault("wrong-shape", DetailEmptyField, v, what+" is empty", "")
		return false
	}
	return true
}

// count checks that a value is a whole number, at least least.
func (d *decoder) count(v tree.Ref, what string, least int) bool {
	s := d.t.Text(v)
	if d.t.Kind(v) == tree.Number && strings.Trim(s, "0123456789") == "" && !(least == 1 && strings.Trim(s, "0") == "") {
		return true
	}
	if d.t.Flags(v)&tree.Broken == 0 {
		d.fault("wrong-shape", DetailType, v, fmt.Sprintf("%s is %s, not a whole number from %d up", what, d.found(v), least), "")
	}
	return false
}

func (d *decoder) flag(v tree.Ref, what string) bool {
	if d.t.Kind(v) != tree.Bool && d.t.Flags(v)&tree.Broken == 0 {
		d.shapeHint(v, what, "true or false", "")
	}
	return d.t.True(v)
}

// unknown reports a key that a map of ours does not have.
func (d *decoder) unknown(k tree.Ref, what string, allowed []string) {
	key := d.t.Text(k)
	hint := "allowed are " + strings.Join(allowed, ", ")
	if near := suggest.Nearest(key, allowed); near != "" {
		hint = "did you mean " + near + "? " + hint
	}
	d.reportAt(Finding{Rule: "unknown-key", Detail: DetailUnknownField, Violations: []string{key},
		Message: what + " has no key " + tree.Quote(key), Hint: hint}, k)
}

// missing reports a required key that is not there, unless the text around has a syntax fault.
func (d *decoder) missing(n tree.Ref, key, what, hint string) {
	if d.t.Flags(n)&tree.Broken != 0 || d.t.Flags(0)&tree.Broken != 0 {
		return
	}
	at := n
	if d.t.Kind(n) == tree.Object && d.t.Count(n) > 0 {
		at = n + 1
	}
	d.reportAt(Finding{Rule: "wrong-shape", Detail: DetailMissingField, Violations: []string{key},
		Message: what + " has no " + key, Hint: hint}, at)
}

func (d *decoder) shape(v tree.Ref, what, want string) { d.shapeHint(v, what, want, "") }

func (d *decoder) shapeHint(v tree.Ref, what, want, hint string) {
	if d.t.Flags(v)&tree.Broken != 0 {
		return
	}
	d.fault("wrong-shape", DetailType, v, what+" is "+d.found(v)+", not "+want, hint)
}

// found describes a value for a message.
func (d *decoder) found(v tree.Ref) string { return Describe(d.t, v) }

// Describe says what a value is, for a message: the value itself where it is small, else its kind.
func Describe(t *tree.Tree, v tree.Ref) string {
	switch t.Kind(v) {
	case tree.String:
		return tree.Quote(t.Text(v))
	case tree.Number:
		return "the number " + tree.Visible(clip(t.Text(v)))
	case tree.Bool:
		return t.Text(v)
	case tree.Null:
		return "null"
	case tree.Array:
		return "a list"
	case tree.Object:
		return "a map"
	}
	return "a value known only at run time"
}

// clip shortens a number of many digits.
func clip(s string) string {
	if len(s) > 40 {
		return s[:32] + "…"
	}
	return s
}

func (d *decoder) fault(rule, detail string, at tree.Ref, message, hint string) {
	d.reportAt(Finding{Rule: rule, Detail: detail, Message: message, Hint: hint}, at)
}

func (d *decoder) reportAt(f Finding, at tree.Ref) {
	if d.step != nil {
		path, _ := d.pass.below.Find(d.t, d.step.Node, at)
		f.Pointer = d.step.Pointer() + path
	} else {
		f.Pointer, _ = d.pass.below.Find(d.t, 0, at)
	}
	f.value = d.t
	f.node = at
	if s, ok := d.t.Origin(at); ok {
		f.Related = append(f.Related, Related{Place: tree.Place{Source: d.t.Source, Span: s}, Message: "brought in from here"})
	}
	d.report(f, d.t.Span(at))
}

func (d *decoder) report(f Finding, s tree.Span) {
	f.Place = tree.Place{Source: d.t.Source, Span: s}
	if d.step != nil {
		f.Step, f.Tool = d.step.ID, d.step.Tool
		f.Context = d.t.Span(d.step.Node)
	}
	d.pass.Report(f)
}
