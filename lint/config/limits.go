package config

import (
	"time"

	"github.com/planlint/planlint/contracts"
	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/contracts/tree"
)

// limits reads what bounds plans and runs.
func (l *loader) limits(r shape.Reader, key tree.Ref) {
	r, n := l.part(r, key, "limits")
	if !r.Closed(n, "limits", "max_steps", "max_replans", "max_run_replans", "idempotency_ttl", "approval_ttl", "planner_timeout", "lease") {
		return
	}
	limits, d := &l.config.Limits, l.config.Deployment
	if v, ok := r.Int(r.Tree.Get(n, "max_steps"), "limits.max_steps", 1, 0); ok {
		limits.MaxSteps, d.MaxSteps, d.MaxStepsPlace = v, v, r.Tree.Place(r.Tree.Get(n, "max_steps"))
	}
	for key, into := range map[string]*int{"max_replans": &limits.MaxReplans, "max_run_replans": &limits.MaxRunReplans} {
		if v, ok := r.Int(r.Tree.Get(n, key), "limits."+key, 0, -1); ok {
			*into = v
		}
	}
	for key, into := range map[string]*time.Duration{
		"idempotency_ttl": &limits.IdempotencyTTL, "approval_ttl": &limits.ApprovalTTL,
		"planner_timeout": &limits.PlannerTimeout, "lease": &limits.Lease,
	} {
		if v, ok := r.Duration(r.Tree.Get(n, key), "limits."+key); ok {
			*into = v
		}
	}
}

// input reads the label of the run's input.
func (l *loader) input(r shape.Reader, key tree.Ref) {
	r, n := l.part(r, key, "input")
	if !r.Closed(n, "input", "trust", "sensitivity") {
		return
	}
	in := &l.config.Deployment.Input
	in.Place = r.Tree.Place(n)
	if w, ok := r.Word(r.Tree.Get(n, "trust"), "input.trust", "trusted", "untrusted"); ok {
		in.Trusted = w == "trusted"
	}
	if w, ok := r.Word(r.Tree.Get(n, "sensitivity"), "input.sensitivity", contracts.Sensitivities...); ok {
		in.Sensitivity = w
	}
}

// structure reads what every plan must have.
func (l *loader) structure(r shape.Reader, key tree.Ref) {
	r, n := l.part(r, key, "structure")
	if !r.Closed(n, "structure", "require_terminal", "require_verifier") {
		return
	}
	d := l.config.Deployment
	if v := r.Tree.Get(n, "require_terminal"); v != tree.None {
		if on, _ := r.Bool(v, "structure.require_terminal"); on {
			d.RequireTerminal = r.Tree.Place(v)
		}
	}
	if v := r.Tree.Get(n, "require_verifier"); v != tree.None {
		if on, _ := r.Bool(v, "structure.require_verifier"); on {
			d.RequireVerifier = r.Tree.Place(v)
		}
	}
}

// drafts reads whether committed plans may change without being successors.
func (l *loader) drafts(r shape.Reader, key tree.Ref) {
	if key == tree.None {
		return
	}
	l.record(r.Tree, key+1, "drafts")
	word, _ := r.Word(key+1, "drafts", "successors", "free")
	l.config.FreeDrafts = word == "free"
}
