package lint

import (
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/planlint/planlint/contracts/suggest"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint/syntax"
)

// Options are what a check needs beside the file. They are read by all workers at once.
type Options struct {
	Deployment *Deployment
	Rules      *RuleSet
	Now        time.Time
	Stream     bool // several plans in a file are allowed
	Digest     bool // work out each plan's digest
	NoPayload  bool // leave payloads out
	// Behind is called on each plan of the file behind the rules, in their order; nil is not. It reports as a rule does.
	// whole is false where the plan has a fault of form, so that it may not say what it was meant to say.
	Behind func(p *Pass, whole bool)
}

// RuleError is a rule that panicked: planlint's own fault, and never a pass.
type RuleError struct {
	Rule, File string
	Cause      any
	Stack      []byte
}

// Error names the rule and the file.
func (e *RuleError) Error() string {
	return fmt.Sprintf("internal error: rule %s on %s: %v", e.Rule, e.File, e.Cause)
}

// Check reads a file and runs every rule that is not off over each plan in it. Its error is a *RuleError, or several joined; the file then still
// holds all that the other rules found.
func Check(src *tree.Source, a Authority, o *Options) (*File, error) {
	file := &File{Source: src}
	var errs []error
	for _, doc := range syntax.Read(src, syntax.Options{Stream: o.Stream}) {
		_, err := file.examine(&doc, a, o)
		errs = append(errs, err)
		doc.Tree.Release() // findings own their memory
	}
	return file, errors.Join(errs...)
}

// examine runs the rules over one document of the file, and adds what they find. The plan is nil where the document holds
// none.
func (file *File) examine(doc *syntax.Document, a Authority, o *Options) (*Plan, error) {
	src := file.Source
	var errs []error
	pass := &Pass{rules: o.Rules, Deployment: o.Deployment, Authority: a, Now: o.Now}
	for _, p := range doc.Problems {
		pass.Report(problemFinding(src, p))
	}
	read := len(pass.findings)
	var plan *Plan
	if !doc.Tree.Empty() || len(doc.Problems) == 0 {
		plan = decode(doc.Tree, pass)
	}
	file.PlanLike = file.PlanLike || len(doc.Problems) > 0 || planLike(doc.Tree)
	if plan != nil {
		plan.Comments = doc.Comments
		pass.locate(read)
		file.Plans++
		file.Steps += len(plan.Steps)
		for _, r := range o.Rules.checks {
			if err := runRule(r, pass, src.Name); err != nil {
				errs = append(errs, err)
			}
		}
		if o.Behind != nil {
			whole := !pass.malformed(o.Rules)
			if err := runRule(&Rule{ID: "(behind the rules)", Check: func(p *Pass) { o.Behind(p, whole) }}, pass, src.Name); err != nil {
				errs = append(errs, err)
			}
		}
		pass.uncheckedOutcomes()
		if o.Digest && !pass.malformed(o.Rules) { // else two readers see two plans, and a finding says so
			if digest, err := plan.Digest(); err == nil {
				file.Digests = append(file.Digests, digest)
			}
		}
	}
	pass.beyond(src.Name)
	file.Findings = append(file.Findings, pass.finish(o)...)
	file.NotChecked = append(file.NotChecked, pass.notChecked...)
	file.Unusable = append(file.Unusable, pass.unusable...)
	return plan, errors.Join(errs...)
}

// PlanLike reports whether a file holds something that was meant as a plan, whether or not it can be read as one.
func PlanLike(src *tree.Source) bool {
	for _, doc := range syntax.Read(src, syntax.Options{Stream: true}) {
		if planLike(doc.Tree) {
			return true
		}
	}
	return false
}

// planLike reports whether a document was meant as a plan: a map that has goal or steps, or a key that may be one of
// them misspelt, or a list or a map that holds such a map.
func planLike(t *tree.Tree) bool {
	if planKey(t, 0) {
		return true
	}
	for _, e := range t.Elements(0) {
		if planKey(t, e) {
			return true
		}
	}
	for _, v := range t.Members(0) {
		if planKey(t, v) {
			return true
		}
	}
	return false
}

// planKey reports whether a map has a key of a plan.
func planKey(t *tree.Tree, n tree.Ref) bool {
	for k := range t.Members(n) {
		switch key := t.Text(k); key {
		case "goal", "steps":
			return true
		default:
			if suggest.Nearest(key, planLikeKeys) != "" {
				return true
			}
		}
	}
	return false
}

var planLikeKeys = []string{"goal", "steps"}

func runRule(r *Rule, pass *Pass, file string) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = &RuleError{Rule: r.ID, File: file, Cause: cause, Stack: debug.Stack()}
		}
	}()
	r.Check(pass)
	return nil
}

// locate names the place and the step in which reading found a fault: the first n findings are those of reading.
func (p *Pass) locate(n int) {
	p.point(n)
	for i := range p.findings[:n] {
		f := &p.findings[i]
		if s := p.Plan.stepAt(f.Place.Span); s != nil {
			f.Step, f.Tool, f.Context, f.index = s.ID, s.Tool, p.Plan.Tree.Span(s.Node), s.at
		}
	}
}

// malformed reports whether a fault of form was found.
func (p *Pass) malformed(rules *RuleSet) bool {
	for i := range p.findings {
		if r := rules.Rule(p.findings[i].Rule); r != nil && r.Reason == "malformed" {
			return true
		}
	}
	return false
}

func problemFinding(src *tree.Source, p syntax.Problem) Finding {
	f := Finding{Rule: p.Rule, Message: p.Message, Hint: p.Hint, Place: tree.Place{Source: src, Span: p.Span}}
	switch p.Rule {
	case syntax.RuleSyntax:
		f.Detail = DetailSyntax
	case syntax.RuleDuplicateKey:
		f.Detail = DetailDuplicateKey
	default:
		f.Detail = DetailType
	}
	for _, r := range p.Related {
		f.Related = append(f.Related, Related{Place: tree.Place{Source: src, Span: r.Span}, Message: r.Message})
	}
	return f
}
