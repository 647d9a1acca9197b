package lint

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/planlint/planlint/contracts/canon"
	"github.com/planlint/planlint/contracts/tree"
)

// finish gives the findings their severities, reasons and fingerprints, puts them into document order, and marks the primary one.
func (p *Pass) finish(o *Options) []Finding {
	kept := p.findings
	for i := range kept {
		f := &kept[i]
		rule := o.Rules.Rule(f.Rule)
		f.Severity = o.Rules.Level(f.Rule)
		f.Reason = rule.Reason
		f.rank = rank(rule)
		p.payload(f, o)
		f.fingerprint()
		f.value = nil // findings own their memory
	}
	slices.SortStableFunc(kept, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Place.Span.Start, b.Place.Span.Start), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message))
	})
	kept = slices.CompactFunc(kept, func(a, b Finding) bool {
		return a.Place == b.Place && a.Rule == b.Rule && a.Message == b.Message && a.Pointer == b.Pointer
	})
	first := -1
	for i := range kept {
		if kept[i].Severity == Error && (first < 0 || before(&kept[i], &kept[first])) {
			first = i
		}
	}
	if first >= 0 {
		kept[first].Primary = true
	}
	return kept
}

// Ranks, in the order in which the executor looks: form, then the plan as a whole, then each step in written order
// (tool, permission, arguments), then the graph, then structure. What it does not look at comes last.
const (
	rankForm = iota
	rankEmpty
	rankTooLong
	rankSteps
	rankDependency
	rankCycle
	rankStructure
	rankOther
)

func rank(r *Rule) int {
	switch r.Reason {
	case "malformed":
		return rankForm
	case "empty":
		return rankEmpty
	case "too_long":
		return rankTooLong
	case "unknown_tool", "not_allowed", "arguments":
		return rankSteps
	case "dependency":
		return rankDependency
	case "cycle":
		return rankCycle
	}
	if r.Group == Structure {
		return rankStructure
	}
	return rankOther
}

// before reports whether the executor would raise a before b.
func before(a, b *Finding) bool {
	if a.rank != b.rank {
		return a.rank < b.rank
	}
	if a.rank != rankSteps {
		return false // the order of the document
	}
	if a.index != b.index {
		return a.index < b.index
	}
	return within(a) < within(b)
}

// within is the order of the checks on one step: the tool, the permission, undeclared names, the other arguments.
func within(f *Finding) int {
	switch f.Reason {
	case "unknown_tool":
		return 0
	case "not_allowed":
		return 1
	}
	if f.Rule == "undeclared-argument" {
		return 2
	}
	return 3
}

// maxPayloads is the size in bytes of all payloads of a plan over which the rest are left out: a step may have as many
// faults as it has arguments, and each carries all of them.
const maxPayloads = 8 << 20

// payloads are the arguments of refused steps. The findings on a step share one copy.
type payloads struct {
	step int // index into Plan.Steps of the last one, plus 1
	last json.RawMessage
	size int // of all that were handed out
}

// payload puts the step's arguments on a finding about arguments.
func (p *Pass) payload(f *Finding, o *Options) {
	if f.Reason != "arguments" || p.Plan == nil || f.index >= len(p.Plan.Steps) {
		return
	}
	args := p.Plan.Steps[f.index].Arguments
	if args == tree.None {
		return
	}
	f.PayloadOmitted = true
	if o.NoPayload || p.payloads.size > maxPayloads {
		return
	}
	if p.payloads.step != f.index+1 {
		p.payloads.step, p.payloads.last = f.index+1, nil
		if s := p.Plan.Tree.Span(args); s.End-s.Start <= 4*MaxPayload { // over that it is cheaper not to find out
			p.payloads.last = canon.AppendJSON(nil, p.Plan.Tree, args)
		}
	}
	if n := len(p.payloads.last); n > 0 && n <= MaxPayload {
		f.Payload, f.PayloadOmitted = p.payloads.last, false
		p.payloads.size += n
	}
}
