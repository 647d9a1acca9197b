package rules

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

var unresolvedPlaceholder = lint.Rule{
	ID: "unresolved-placeholder", Title: "a text that was meant to be replaced", Group: lint.Quality, Severity: lint.Warning,
	What: "No text in arguments is a reference in the way of another planner (<node-0>, $var1.id$, {{steps.a.output}}, #E1, $1) or a blank to fill in (<your api key>, [Your Name], YOUR_API_KEY). Inside a longer text a reference counts only where it names a step of the plan.",
	Why:  "planlint replaces nothing in arguments: the tool gets the text as it stands, and books a flight called <node-0>.",
	Bad: `goal: book the cheapest flight
steps:
  - {id: s1, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
  - {id: s2, tool: book_flight, arguments: {flight: "${s1.output.flights[0].id}", seats: 1}, depends_on: [s1]}
`,
	Good: `goal: book the cheapest flight
steps:
  - {id: s1, tool: search_flights, arguments: {origin: LHR, destination: JFK}}
  - id: s2
    tool: book_flight
    arguments: {seats: 1}
    bind: {flight: {step: s1, pointer: /flights/0/id}}
    depends_on: [s1]
`,
	Fix: "Write a bind instead of the text; the finding says which. A blank needs its value.",
	Check: func(p *lint.Pass) {
		w := placeholders{pass: p, referrer: referrer{plan: p.Plan}}
		for i := range p.Plan.Steps {
			w.step = &p.Plan.Steps[i]
			w.value(w.step.Arguments)
		}
		if w.found >= mostFindings {
			enough(p, "unresolved-placeholder")
		}
	},
}

// placeholders walks over the values of arguments.
type placeholders struct {
	referrer
	pass  *lint.Pass
	found int
}

// value looks at a value and what is in it. The depth of its recursion is the document's.
func (w *placeholders) value(n tree.Ref) {
	t := w.plan.Tree
	switch t.Kind(n) {
	case tree.Object:
		for _, v := range t.Members(n) {
			w.value(v)
		}
	case tree.Array:
		for _, e := range t.Elements(n) {
			w.value(e)
		}
	case tree.String:
		text := t.Text(n)
		if !suspicious(text) || w.found >= mostFindings {
			return
		}
		if ref, ok := w.find(text); ok {
			w.found++
			if !declared(w.pass, w.step, n) {
				reportPlaceholder(w.pass, w.step, n, &ref)
			}
		}
	}
}

// marks are the bytes that references and blanks begin with.
var marks = [256]bool{'<': true, '$': true, '{': true, '#': true, '%': true, '[': true}

// suspicious is a cheap look at a text: most texts of most plans hold nothing that is worth a closer one.
func suspicious(text string) bool {
	for i := 0; i < len(text); i++ {
		if marks[text[i]] {
			return true
		}
	}
	if len(text) <= longestReference && text != "" {
		switch text[0] {
		case 'o', 'O', 'r', 'R', 't', 'T', 'y', 'Y': // output of, result of, the output of, your_token
			if head := text[:min(len(text), 4)]; strings.EqualFold(head, "outp") || strings.EqualFold(head, "resu") || strings.EqualFold(head, "resp") ||
				strings.EqualFold(head, "the ") || strings.EqualFold(head, "your") || head == "REPL" {
				return true
			}
		case 'C', 'F', 'I', 'P', ' ': // CHANGE_ME, FILL_IN, INSERT_, PLACEHOLDER
			return true
		}
		for i := strings.IndexByte(text, '.'); i >= 0 && i+1 < len(text); i++ { // s1.output
			if c := text[i+1]; text[i] == '.' && (c == 'o' || c == 'r' || c == 'a') {
				return true
			}
		}
	}
	return strings.Contains(text, callMark)
}

// declared reports whether the tool's contract lists the text itself as a value of the argument.
func declared(p *lint.Pass, s *lint.Step, n tree.Ref) bool {
	c := p.Deployment.Catalog.Get(s.Tool)
	if c == nil {
		return false
	}
	t, root := c.AcceptsNode()
	if t == nil {
		return false
	}
	text := p.Plan.Tree.Text(n)
	at := t.Find(root, "properties", argumentOf(p, s, n))
	for _, schema := range [...]tree.Ref{at, t.Get(at, "items")} {
		for _, v := range t.Elements(t.Get(schema, "enum")) {
			if t.Kind(v) == tree.String && t.Text(v) == text {
				return true
			}
		}
		if v := t.Get(schema, "const"); t.Kind(v) == tree.String && t.Text(v) == text {
			return true
		}
	}
	return false
}

func reportPlaceholder(p *lint.Pass, s *lint.Step, n tree.Ref, ref *reference) {
	f := p.At("unresolved-placeholder", s, n)
	switch {
	case ref.blank:
		f.Message = fmt.Sprintf("%s reads like a blank to fill in, but the tool gets it as it stands", tree.Quote(ref.text))
		f.Hint = "write the value, or bind it to where it comes from"
	case ref.step != nil:
		f.Message = fmt.Sprintf("%s reads like a reference to %s, but the tool gets it as it stands", tree.Quote(ref.text), lint.StepName(ref.step))
	case ref.input:
		f.Message = fmt.Sprintf("%s reads like a reference to the run's input, but the tool gets it as it stands", tree.Quote(ref.text))
	default:
		f.Message = fmt.Sprintf("%s reads like a reference, but the tool gets it as it stands", tree.Quote(ref.text))
		f.Hint = "bind the argument: {step: ID, pointer: /path} or {input: /path}"
	}
	if f.Hint == "" {
		f.Hint = bindHint(p, s, n, ref)
	}
	if ref.step != nil {
		f.Violations = []string{lint.StepLabel(ref.step)}
		f.Related = append(f.Related, lint.Related{Place: p.Plan.Tree.Place(ref.step.Name()), Message: "the step that seems to be meant"})
	}
	p.Report(f)
}
