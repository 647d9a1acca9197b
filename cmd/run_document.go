package cmd

import (
	"encoding/json"

	"github.com/planlint/planlint/dryrun"
)

// runDocument is what run, resume and show print as JSON. Keys are added and never change their meaning.
type runDocument struct {
	SchemaVersion int             `json:"schema_version"`
	Planlint      string          `json:"planlint"`
	RunID         string          `json:"run_id"`
	Tenant        string          `json:"tenant"`
	Agent         string          `json:"agent"`
	Goal          string          `json:"goal"`
	Status        dryrun.Status   `json:"status"`
	Dry           bool            `json:"dry"`
	ExitCode      int             `json:"exit_code"`
	Plan          *planDocument   `json:"plan"`
	Steps         []stepDocument  `json:"steps"`
	Events        []eventDocument `json:"events"`
	Outputs       json.RawMessage `json:"outputs"`
	Stays         []dryrun.Stay   `json:"stays"` // what was to be taken back, and was not
	NotChecked    []notChecked    `json:"not_checked"`
	Error         *errorDocument  `json:"error"`
}

type planDocument struct {
	Path     string      `json:"path"`
	Digest   string      `json:"digest"`
	Version  json.Number `json:"version"`
	Revision json.Number `json:"revision"`
}

type stepDocument struct {
	StepID     string            `json:"step_id"`
	Tool       string            `json:"tool"`
	Wave       int               `json:"wave"`
	Status     dryrun.StepStatus `json:"status"`
	Label      dryrun.Label      `json:"label"`
	Reason     string            `json:"reason"`
	Awaits     []string          `json:"awaits"`
	Grant      *string           `json:"grant"`
	Arguments  json.RawMessage   `json:"arguments,omitempty"` // of a rehearsal
	Outcome    json.RawMessage   `json:"outcome"`
	Key        *string           `json:"key"`
	Replayed   bool              `json:"replayed"`
	ApprovedBy *string           `json:"approved_by"`
	Attempts   int               `json:"attempts"`
	Stub       bool              `json:"stub"`
	Seconds    json.Number       `json:"seconds,omitempty"`
}

type notChecked struct {
	What string `json:"what"`
	Why  string `json:"why"`
}

type errorDocument struct {
	Reason  string `json:"reason"`
	Detail  string `json:"detail"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
	Step    string `json:"step"`
	Tool    string `json:"tool"`
}

// documentOf is a result as a document; the caller adds what it knows beside it.
func documentOf(res *dryrun.Result, path string) *runDocument {
	d := &runDocument{RunID: res.RunID, Tenant: res.Tenant, Agent: res.Agent, Goal: res.Goal, Status: res.Status, Dry: res.Dry, Outputs: res.Outputs, Stays: res.Stays,
		Plan: &planDocument{path, res.Digest, json.Number(res.Version), json.Number(res.Revision)}}
	for i := range res.Steps {
		s := &res.Steps[i]
		row := stepDocument{StepID: s.StepID, Tool: s.Tool, Wave: s.Wave, Status: s.Status, Label: s.Label, Reason: s.Reason, Awaits: s.Awaits,
			Grant: optional(s.Grant), Outcome: s.Outcome, Key: optional(s.Key), Replayed: s.Replayed, ApprovedBy: optional(s.ApprovedBy),
			Attempts: s.Attempts, Stub: s.Stub}
		if res.Dry {
			row.Arguments = argumentsJSON(s.Arguments)
		}
		if s.Awaits == nil {
			row.Awaits = []string{}
		}
		if s.Took > 0 {
			row.Seconds = json.Number(seconds(s.Took))
		}
		d.Steps = append(d.Steps, row)
	}
	d.Events = inPlanOrder(res.Events, d.Steps)
	if res.Dry { // there is no record on which they have another number
		for i := range d.Events {
			d.Events[i].Seq = int64(i) + 1
		}
	}
	return d
}

// argumentsJSON is the arguments as one object, in which null stands for what only the run knows.
func argumentsJSON(list []dryrun.Argument) json.RawMessage {
	b := []byte{'{'}
	for i, a := range list {
		if i > 0 {
			b = append(b, ',')
		}
		name, err := json.Marshal(a.Name)
		if err != nil {
			panic("planlint: internal error: " + err.Error())
		}
		b = append(append(b, name...), ':')
		if a.Value == nil {
			b = append(b, "null"...)
		} else {
			b = append(b, a.Value...)
		}
	}
	return append(b, '}')
}

// optional is a text, or nil for "", which JSON shows as null.
func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// complete fills in what is the same in every document.
func (d *runDocument) complete(env *Env) {
	d.SchemaVersion, d.Planlint = 1, versionOf(env)
	if d.Steps == nil {
		d.Steps = []stepDocument{}
	}
	if d.Events == nil {
		d.Events = []eventDocument{}
	}
	if d.Stays == nil {
		d.Stays = []dryrun.Stay{}
	}
	if d.NotChecked == nil {
		d.NotChecked = []notChecked{}
	}
}
