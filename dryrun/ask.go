package dryrun

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/planlint/planlint/lint"
)

// question is a step that is put to somebody.
type question struct {
	step    *step
	request *Request
	data    ApprovalData
}

// answer is what came back.
type answer struct {
	decision Decision
	err      error
}

// question makes a question of a step, and says on the record that it is asked. again says that it was asked before.
func (r *Run) question(s *step, reason string, again bool) (*question, *StopError) {
	if r.o.Approver == nil {
		return nil, &StopError{Class: Unable, Code: CodeNobody, Step: s.ID, Tool: s.Tool,
			Message: fmt.Sprintf("%s needs a person to approve %s, and there is nobody to ask: %s", s.named(), quoted(s.Tool), reason),
			Hint:    "run it at a terminal, or with --approvals FILE from planlint approve"}
	}
	s.approvedBy = "" // by whoever answers this, and by nobody until then
	parts, err := r.identity(s)
	if err != nil {
		return nil, err
	}
	now := r.o.Now().UTC()
	digest := parts.Digest()
	q := &Request{
		ID: fmt.Sprintf("%s:%s:%s", r.id.ID, s.Tool, strings.TrimPrefix(digest, "sha256:")[:12]), RunID: r.id.ID, Tenant: r.id.Tenant, Agent: r.agent(),
		User: r.plan.Authority().User(), Goal: r.goal(), StepID: s.ID, Tool: s.Tool, Intent: s.plan.Tree.Text(s.Intent),
		Position: slices.Index(r.steps, s) + 1, Steps: len(r.steps), Reason: reason, Arguments: s.args.shown(s.contract), Digest: digest, Parts: parts,
		Command: s.callee.Command, Files: s.files, Stub: s.callee.Stub, Again: again, Rest: r.rest(s), At: now, Expires: now.Add(r.o.ApprovalTTL),
	}
	if s.contract.Undo != nil {
		q.Undo = s.contract.Undo.Tool
	}
	data := ApprovalData{RecordID: q.ID, Digest: digest, Parts: parts, Reason: reason, Again: again, Undo: s.undoes != nil}
	r.journal.add(ApprovalRequired, s.Tool, s.ID, s.ID, encode(data))
	return &question{s, q, data}, nil
}

// named is what is asked about, for people.
func (s *step) named() string {
	if s.undoes != nil {
		return "taking back step " + quoted(s.ID)
	}
	return "step " + quoted(s.ID)
}

// identity is the digests of exactly what a step will run, as things stand.
func (r *Run) identity(s *step) (Parts, *StopError) {
	p := Parts{Plan: r.plan.Digest(), Contract: contractDigest(s.contract), Command: noCommand}
	if s.args.complete {
		p.Arguments = s.parts.Arguments
	}
	s.files = nil
	if s.callee.Identify != nil {
		id, err := s.callee.Identify()
		if err != nil {
			return p, &StopError{Class: Unable, Code: CodeUncallable, Step: s.ID, Tool: s.Tool,
				Message: fmt.Sprintf("what %s would start can't be identified", quoted(s.Tool)), Err: err}
		}
		p.Command, s.files = id.Digest, id.Files
	}
	s.parts = p
	return p, nil
}

// noCommand stands for the digest of a command where nothing is started.
const noCommand = "none"

// rest is the whole plan, for whoever decides about a step.
func (r *Run) rest(this *step) []Rest {
	list := make([]Rest, 0, len(r.steps))
	for _, s := range r.steps {
		list = append(list, Rest{s.ID, s.Tool, s.label, s == this})
	}
	return list
}

// ask puts the question. It may be called by any goroutine.
func (r *Run) ask(ctx context.Context, q *question) answer {
	d, err := r.o.Approver.Decide(ctx, q.request)
	return answer{d, err}
}

// answered judges an answer and says on the record what it was.
func (r *Run) answered(s *step, q *question, a answer) *StopError {
	stop := func(class Class, code Code, hint, format string, args ...any) *StopError {
		return &StopError{Class: class, Code: code, Step: s.ID, Tool: s.Tool, Message: fmt.Sprintf(format, args...), Hint: hint}
	}
	var own *StopError
	switch {
	case errors.Is(a.err, context.Canceled):
		return interrupted()
	case errors.As(a.err, &own):
		return own
	case errors.Is(a.err, ErrNobody):
		return stop(Unable, CodeNobody, "run it at a terminal, or with --approvals FILE from planlint approve",
			"%s needs a person to approve %s, and there is nobody to ask: %s", s.named(), quoted(s.Tool), q.request.Reason)
	case a.err != nil:
		e := stop(Unable, CodeNobody, "", "the question about %s could not be asked", s.named())
		e.Err = a.err
		return e
	}
	d := a.decision
	q.data.By, q.data.Approval = d.By, d.Approval
	code, reason := d.Code, d.Reason
	expires := q.request.At.Add(r.o.ApprovalTTL)
	if d.Recorded {
		expires = d.Expires
	}
	switch {
	case d.Granted && isAgent(d.By, r.agent()):
		code, reason = CodeSelfGranted, fmt.Sprintf("%s asks for it and can't approve it", quoted(d.By))
	case d.Granted && d.RecordID != q.request.ID:
		code, reason = CodeMismatch, fmt.Sprintf("the answer is to %s, not to %s", quoted(d.RecordID), quoted(q.request.ID))
	case d.Granted && d.Recorded && !r.o.Now().Before(expires):
		code, reason = CodeExpired, fmt.Sprintf("it was good until %s", expires.UTC().Format(time.RFC3339))
	case d.Granted && !d.Recorded && (d.At.Before(q.request.At) || d.At.After(expires)):
		code, reason = CodeExpired, fmt.Sprintf("it came after %s", expires.UTC().Format(time.RFC3339))
	case d.Granted:
		q.data.Expires = expires.UTC()
		s.approval = &approval{by: d.By, at: d.At, expires: expires, parts: q.data.Parts, used: d.Approval}
		s.approvedBy = d.By
		r.journal.add(ApprovalGranted, s.Tool, d.By, s.ID, encode(q.data))
		return nil
	}
	if code == "" {
		code = CodeDenied
	}
	if reason == "" {
		reason = "no reason was given"
	}
	q.data.Reason = reason
	r.journal.add(ApprovalDenied, s.Tool, reason, s.ID, encode(q.data))
	who := "nobody"
	if d.By != "" {
		who = quoted(d.By)
	}
	if code == CodeDenied {
		return stop(NotCleared, code, "", "%s did not approve %s: %s", who, s.named(), reason)
	}
	hint := ""
	if d.Recorded {
		hint = "planlint approve makes another"
	}
	return stop(NotCleared, code, hint, "the approval of %s does not hold: %s", s.named(), reason)
}

// mustAsk reports whether a step has to be put to a person right before it runs, and why.
func (r *Run) mustAsk(s *step) (reason string, again, must bool) {
	if r.o.Dry && r.o.Approver == nil || s.clearance.Need != lint.NeedPerson {
		return "", false, false
	}
	now := r.o.Now()
	switch a := s.approval; {
	case a == nil:
		return s.clearance.Reason, false, true
	case a.dead(now):
		return fmt.Sprintf("the approval by %s was good until %s; %s", quoted(a.by), a.expires.UTC().Format(time.RFC3339), s.clearance.Reason), true, true
	case a.parts.Arguments == "" && s.parts.Arguments != "" && s.lasting():
		return s.clearance.Reason, true, true
	}
	return "", false, false
}
