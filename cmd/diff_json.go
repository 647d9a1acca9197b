package cmd

import (
	"encoding/json"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/compare"
	"github.com/planlint/planlint/lint/report"
)

// diffDocument is what diff prints as JSON. Keys are added and never change their meaning. Nothing in it is cut.
type diffDocument struct {
	SchemaVersion int               `json:"schema_version"`
	Planlint      string            `json:"planlint"`
	Old           *diffPlan         `json:"old"`
	New           *diffPlan         `json:"new"`
	Same          bool              `json:"same"`
	Changes       []diffChange      `json:"changes"` // of the plan as a whole
	Steps         []diffStep        `json:"steps"`   // those that changed
	Tools         diffNames         `json:"tools"`
	Scope         *diffScope        `json:"scope"`       // null without a deployment
	Escalations   *[]diffEscalation `json:"escalations"` // null without a deployment
	Summary       diffSummary       `json:"summary"`
	NotCompared   []notChecked      `json:"not_compared"`
	Error         *diffFault        `json:"error"`
}

type diffPlan struct {
	Path    string      `json:"path"`
	Digest  string      `json:"digest"`
	Version json.Number `json:"version"`
}

// diffChange has old and new where the value is literal, and old_from and new_from where it is bound; what there is none
// of is left out.
type diffChange struct {
	Kind     compare.Kind    `json:"kind"`
	Field    string          `json:"field"`
	Pointer  string          `json:"pointer"`
	Old      json.RawMessage `json:"old,omitempty"`
	OldFrom  *diffOrigin     `json:"old_from,omitempty"`
	New      json.RawMessage `json:"new,omitempty"`
	NewFrom  *diffOrigin     `json:"new_from,omitempty"`
	Default  json.RawMessage `json:"default,omitempty"`
	NoEffect bool            `json:"no_effect"`
}

// diffOrigin is the outcome of a step, or, without one, the run's input.
type diffOrigin struct {
	Step    *string `json:"step"`
	Pointer string  `json:"pointer"`
}

type diffStep struct {
	Kind    compare.Kind `json:"kind"`
	Step    string       `json:"step"`
	Tool    string       `json:"tool"`
	From    *int         `json:"from"` // the place in the order of execution, from 1
	To      *int         `json:"to"`
	Moved   bool         `json:"moved"`
	Changes []diffChange `json:"changes"`
	Before  *diffFacts   `json:"before"`
	After   *diffFacts   `json:"after"`
}

type diffFacts struct {
	Refused       string `json:"refused"`
	ClearedBy     string `json:"cleared_by"` // nobody, grant, person or none; "" where the call is refused
	Why           string `json:"why"`
	Reversibility string `json:"reversibility"`
	Effect        string `json:"effect"`
	Trust         string `json:"trust"`
	Sensitivity   string `json:"sensitivity"`
}

type diffNames struct {
	Added   []string `json:"added"`
	Removed []string `json:"removed"`
}

type diffScope struct {
	OldAgent string   `json:"old_agent"`
	NewAgent string   `json:"new_agent"`
	Gained   []string `json:"gained"`
	Lost     []string `json:"lost"`
}

type diffEscalation struct {
	Kind    string   `json:"kind"`
	Step    string   `json:"step"`
	Tool    string   `json:"tool"`
	Pointer string   `json:"pointer"` // the argument, of a wider one
	Names   []string `json:"names"`
	Message string   `json:"message"`
	Hint    string   `json:"hint"`
}

type diffSummary struct {
	Added       int `json:"added"`
	Removed     int `json:"removed"`
	Changed     int `json:"changed"`
	Moved       int `json:"moved"`
	Kept        int `json:"kept"`
	Escalations int `json:"escalations"`
}

type diffFault struct {
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
}

func (d *difference) json(version string) string {
	doc := diffDocument{SchemaVersion: 1, Planlint: version, Old: d.old.document(d.OldDigest), New: d.new.document(d.NewDigest), Same: d.Same(),
		Changes: changeDocuments(d.Plan), Steps: []diffStep{}, Tools: diffNames{list(d.ToolsAdded), list(d.ToolsRemoved)}, Summary: d.summary(), NotCompared: []notChecked{}}
	for i := range d.Steps {
		s := &d.Steps[i]
		doc.Steps = append(doc.Steps, diffStep{s.Kind, s.ID, s.Tool, placeOrNull(s.From), placeOrNull(s.To), s.Moved, changeDocuments(s.Changes), factsDocument(s.Before), factsDocument(s.After)})
	}
	for _, n := range d.notCompared {
		doc.NotCompared = append(doc.NotCompared, notChecked{n.What, n.Why})
	}
	if d.deployed {
		doc.Scope = &diffScope{d.Scope.OldAgent, d.Scope.NewAgent, list(d.Scope.Gained), list(d.Scope.Lost)}
		escalations := []diffEscalation{}
		for _, e := range d.Escalations {
			escalations = append(escalations, diffEscalation{e.Kind, e.Step, e.Tool, string(e.At), list(e.Names), e.Message, compare.Hint(e.Kind)})
		}
		doc.Escalations = &escalations
	}
	return string(report.JSON([]byte(jsonText(doc))))
}

// faultJSON is the document of a plan that can't be read.
func (s *diffSide) faultJSON(version string) string {
	at := s.src.Position(s.fault.Place.Span.Start)
	doc := diffDocument{SchemaVersion: 1, Planlint: version, Changes: []diffChange{}, Steps: []diffStep{}, Tools: diffNames{list(nil), list(nil)}, NotCompared: []notChecked{},
		Error: &diffFault{s.name, at.Line, at.Column, s.fault.Message, s.fault.Hint}}
	return string(report.JSON([]byte(jsonText(doc))))
}

func (s *diffSide) document(digest string) *diffPlan {
	p := &diffPlan{Path: s.name, Digest: digest, Version: "1"}
	if s.plan.Version != tree.None {
		p.Version = json.Number(s.plan.Tree.Text(s.plan.Version))
	}
	return p
}

func (d *difference) summary() diffSummary {
	s := diffSummary{Kept: d.Kept, Escalations: len(d.Escalations)}
	for i := range d.Steps {
		switch d.Steps[i].Kind {
		case compare.Added:
			s.Added++
		case compare.Removed:
			s.Removed++
		default:
			s.Changed++
		}
		if d.Steps[i].Moved {
			s.Moved++
		}
	}
	return s
}

// list is a list that is never null.
func list(names []string) []string { return append([]string{}, names...) }

// placeOrNull is a place, or null where there is none.
func placeOrNull(at int) *int {
	if at == 0 {
		return nil
	}
	return &at
}

func changeDocuments(changes []compare.Change) []diffChange {
	out := []diffChange{}
	for i := range changes {
		c := &changes[i]
		doc := diffChange{Kind: c.Kind, Field: c.Field, Pointer: string(c.At), Old: c.Old.Raw(), New: c.New.Raw(), OldFrom: originDocument(c.Old.From), NewFrom: originDocument(c.New.From), NoEffect: c.Void || c.Field == "writing"}
		if c.Default != "" {
			doc.Default = json.RawMessage(c.Default)
		}
		out = append(out, doc)
	}
	return out
}

func originDocument(o *compare.Origin) *diffOrigin {
	if o == nil {
		return nil
	}
	doc := &diffOrigin{Pointer: string(o.Pointer)}
	if o.Step != "" {
		doc.Step = &o.Step
	}
	return doc
}

func factsDocument(f *compare.Facts) *diffFacts {
	if f == nil {
		return nil
	}
	return &diffFacts{f.Refused, clearedBy(f.Need), f.Reason, f.Reversibility.String(), f.Effect.String(), trustWord(f.Trusted), f.Sensitivity}
}

// clearedBy is who clears a call, for machines.
func clearedBy(n lint.Need) string {
	switch n {
	case lint.NeedNobody:
		return "nobody"
	case lint.NeedGrant:
		return "grant"
	case lint.NeedPerson:
		return "person"
	case lint.NeedNone:
		return "none"
	}
	return ""
}

func trustWord(trusted bool) string {
	if trusted {
		return "trusted"
	}
	return "untrusted"
}
