package lint

import (
	"strings"

	"github.com/planlint/planlint/contracts/suggest"
	"github.com/planlint/planlint/contracts/tree"
)

// unknown reports a key that a map of ours does not have.
func (d *decoder) unknown(k tree.Ref, what string, allowed []string) {
	key := d.t.Text(k)
	hint := "allowed are " + strings.Join(allowed, ", ")
	if near := suggest.Nearest(key, allowed); near != "" {
		hint = "did you mean " + tree.Quote(near) + "? " + hint
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
