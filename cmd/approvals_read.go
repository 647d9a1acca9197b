package cmd

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint/syntax"
)

// readApprovals reads a file of decisions. One that says something that does not hold together is refused.
func readApprovals(ctx context.Context, env *Env, name string) (*approvalsFile, error) {
	f := &approvalsFile{name: name, path: env.abs(name)}
	in := input{name: name, path: f.path, slow: true}
	src, err := in.readUntil(ctx)
	switch {
	case errors.Is(err, context.Canceled):
		return nil, err
	case err != nil:
		return nil, usage("planlint approve writes one", "approvals %s", err.Error())
	}
	if err := f.decode(src.Text); err != nil {
		return nil, usage("planlint approve writes it", "approvals %s%s", name, err.Error())
	}
	return f, nil
}

// approvalsFault is what is wrong with a file of decisions. Its message begins where the file's name ends.
type approvalsFault struct {
	place   tree.Place // zero = the whole
	message string
}

// Error is the place, and the message.
func (e *approvalsFault) Error() string {
	if e.place.Source == nil {
		return ": " + e.message
	}
	at := e.place.Source.Position(e.place.Span.Start)
	return fmt.Sprintf(", line %d, column %d: %s", at.Line, at.Column, e.message)
}

// decode reads the file strictly: an approval that was meant otherwise must not be good. Its error is an *approvalsFault.
func (f *approvalsFile) decode(text string) error {
	if len(text) > maxApprovals {
		return &approvalsFault{message: fmt.Sprintf("it has more than %d MiB", maxApprovals>>20)}
	}
	if strings.TrimSpace(text) == "" {
		return &approvalsFault{message: "it is empty"}
	}
	src := &tree.Source{Name: "approvals.json", Text: text} // which makes it JSON, whatever it is called
	doc := syntax.Read(src, syntax.Options{})[0]
	if len(doc.Problems) > 0 {
		return &approvalsFault{tree.Place{Source: src, Span: doc.Problems[0].Span}, doc.Problems[0].Message}
	}
	var problems []shape.Problem
	f.take(shape.NewReader(doc.Tree, &problems))
	if len(problems) > 0 {
		return &approvalsFault{problems[0].Place, problems[0].Message}
	}
	return nil
}

// take takes over what a tree says.
func (f *approvalsFile) take(r shape.Reader) {
	const what = "a file of approvals"
	if !r.Closed(0, what, "planlint_approvals", "approvals", "used") {
		return
	}
	form := r.Require(0, what, "planlint_approvals", "")
	var ok bool
	if f.Version, ok = r.Int(form, "the number of its form", 0, -1); ok && f.Version != approvalsVersion {
		r.Wrong(form, "", "its form has number %d, and this version knows %d", f.Version, approvalsVersion)
	}
	f.Approvals = []approval{}
	seen := map[string]bool{}
	if list := r.Require(0, what, "approvals", ""); r.List(list, "approvals") {
		for i, n := range r.Tree.Elements(list) {
			a := takeApproval(r, n, fmt.Sprintf("approvals[%d]", i))
			if seen[a.Step] || seen["\x00"+a.ID] {
				r.Wrong(n, "", "step %s or its approval's id stands there twice", tree.Quote(a.Step))
			}
			seen[a.Step], seen["\x00"+a.ID] = true, true
			f.Approvals = append(f.Approvals, a)
		}
	}
	used := r.Require(0, what, "used", "")
	if used == tree.None || r.Tree.Kind(used) == tree.Null || !r.Closed(used, "used", "run", "at") {
		return
	}
	f.Used = &approvals{}
	f.Used.Run, _ = r.Text(r.Require(used, "used", "run", ""), "used.run")
	f.Used.At = takeInstant(r, r.Require(used, "used", "at", ""), "used.at")
}

// takeApproval takes over one decision.
func takeApproval(r shape.Reader, n tree.Ref, what string) (a approval) {
	if !r.Closed(n, what, "id", "step", "tool", "by", "at", "expires", "digest", "parts", "allow_bound") {
		return a
	}
	value := func(key string) tree.Ref { return r.Require(n, what, key, "") }
	text := func(key string) string {
		s, _ := r.Text(value(key), what+"."+key)
		return s
	}
	a.ID, a.Step, a.Tool, a.By, a.Digest = text("id"), text("step"), text("tool"), text("by"), text("digest")
	a.At, a.Expires = takeInstant(r, value("at"), what+".at"), takeInstant(r, value("expires"), what+".expires")
	a.AllowBound, _ = r.Bool(value("allow_bound"), what+".allow_bound")
	parts := value("parts")
	if parts == tree.None || !r.Closed(parts, what+".parts", "plan", "contract", "arguments", "command") {
		return a
	}
	part := func(key string) string {
		s, _ := r.Text(r.Require(parts, what+".parts", key, ""), what+".parts."+key)
		return s
	}
	a.Parts.Plan, a.Parts.Contract, a.Parts.Command = part("plan"), part("contract"), part("command")
	if v := r.Tree.Get(parts, "arguments"); r.Tree.Kind(v) != tree.String || r.Tree.Text(v) != "" { // as of values that come at run time
		a.Parts.Arguments = part("arguments")
	}
	if a.Parts.Digest() != a.Digest {
		r.Wrong(r.Tree.Get(n, "digest"), "", "the digest of the approval of step %s is not that of its parts", tree.Quote(a.Step))
	}
	return a
}

// takeInstant takes over a moment that can be written again: in UTC, it is of a year with four digits.
func takeInstant(r shape.Reader, n tree.Ref, what string) time.Time {
	at, ok := r.Instant(n, what)
	if at = at.UTC(); ok && (at.Year() < 1 || at.Year() > 9999) {
		r.Wrong(n, "", "%s must be a moment of the years 1 to 9999, not %s", what, r.Found(n))
	}
	return at
}
