package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/planlint/planlint/contracts/tree"
)

// checkLines compares the lines with what the format json says.
func checkLines(text []byte, r recording) error {
	var whole bytes.Buffer
	if err := write(&whole, "json", r); err != nil {
		return err
	}
	var want struct {
		Files, Findings []map[string]any
		Summary, Error  map[string]any
	}
	if err := json.Unmarshal(whole.Bytes(), &want); err != nil {
		return err
	}
	kinds := map[string][]map[string]any{}
	rows := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	last := ""
	for _, row := range rows {
		var v map[string]any
		if err := decode([]byte(row), &v); err != nil {
			return fmt.Errorf("%s: %w", row, err)
		}
		kind, _ := v["type"].(string)
		if want := `{"type":"` + kind + `","schema_version":1,`; !strings.HasPrefix(row, want) {
			return fmt.Errorf("a line does not begin with %s", want)
		}
		delete(v, "type")
		delete(v, "schema_version")
		if kind == "summary" {
			for _, key := range []string{"planlint", "files", "plans", "steps"} {
				if _, ok := v[key]; !ok {
					return errors.New("the summary has no " + key)
				}
				delete(v, key)
			}
		}
		kinds[kind] = append(kinds[kind], v)
		last = kind
	}
	wanted := map[string][]map[string]any{"summary": {want.Summary}}
	end := "summary"
	if want.Error != nil {
		wanted["error"] = []map[string]any{want.Error}
		end = "error"
	}
	if len(want.Files) > 0 {
		wanted["file"] = want.Files
	}
	if len(want.Findings) > 0 {
		wanted["finding"] = want.Findings
	}
	if last != end || !reflect.DeepEqual(kinds, wanted) {
		return fmt.Errorf("the lines are not what json says; the last is a %s", last)
	}
	return nil
}

func checkGitLab(schema *jsonschema.Schema, text []byte, r recording) error {
	var generic []any
	var issues []gitlabIssue
	if err := decode(text, &generic); err != nil {
		return err
	}
	if err := json.Unmarshal(text, &issues); err != nil {
		return err
	}
	want := len(r.all())
	if r.summary.Failure != nil {
		want++
	}
	if generic == nil || len(issues) != want {
		return fmt.Errorf("%d issues, want %d", len(issues), want)
	}
	seen := map[string]bool{}
	for i, v := range issues {
		if err := schema.Validate(generic[i]); err != nil {
			return err
		}
		if seen[v.Fingerprint] || len(v.Fingerprint) != 64 {
			return fmt.Errorf("fingerprint %q", v.Fingerprint)
		}
		seen[v.Fingerprint] = true
		if !slices.Contains([]string{"info", "minor", "major", "critical", "blocker"}, v.Severity) {
			return fmt.Errorf("severity %q", v.Severity)
		}
		if v.Check == "" || v.Location.Path == "" || v.Location.Lines.Begin < 1 || v.Location.Lines.End < v.Location.Lines.Begin {
			return fmt.Errorf("issue %+v", v)
		}
	}
	return nil
}

func checkRDJSON(text []byte, r recording) error {
	var doc struct {
		Source      struct{ Name, URL string }
		Diagnostics []rdDiagnostic
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&doc); err != nil {
		return err
	}
	all := r.all()
	want := len(all)
	if r.summary.Failure != nil {
		want++
	}
	if doc.Source.Name != "planlint" || doc.Diagnostics == nil || len(doc.Diagnostics) != want {
		return fmt.Errorf("%d diagnostics, want %d", len(doc.Diagnostics), want)
	}
	for i, v := range doc.Diagnostics {
		if v.Location.Path == "" || !slices.Contains([]string{"ERROR", "WARNING", "INFO"}, v.Severity) {
			return fmt.Errorf("diagnostic %+v", v)
		}
		if i < len(all) && all[i].at.Known() && all[i].at.Source.Name != "" {
			start, end := extent(all[i].at)
			for _, p := range []struct {
				got rdPosition
				at  tree.Position
			}{{v.Location.Range.Start, start}, {v.Location.Range.End, end}} {
				line, from := all[i].at.Source.Line(p.at.Line)
				if p.got.Line != p.at.Line || p.got.Column < 1 || p.got.Column > len(line)+1 {
					return fmt.Errorf("position %+v for %+v", p.got, p.at)
				}
				if p.at.Offset >= from && p.at.Offset <= from+len(line) && from+p.got.Column-1 != p.at.Offset {
					return fmt.Errorf("column %d is byte %d, not %d", p.got.Column, from+p.got.Column-1, p.at.Offset)
				}
			}
		}
	}
	return nil
}

func checkModel(text []byte, r recording) error {
	var doc struct {
		SchemaVersion int   `json:"schema_version"`
		Accepted      *bool `json:"accepted"`
		Findings      []struct{ Code, Reason, Step, Path, Found, Fix *string }
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&doc); err != nil {
		return err
	}
	if doc.SchemaVersion != 1 || doc.Accepted == nil || doc.Findings == nil {
		return errors.New("a key is missing")
	}
	refused := r.summary.Failure != nil || r.options.refuses(&r.summary)
	if *doc.Accepted == refused {
		return fmt.Errorf("accepted is %v", *doc.Accepted)
	}
	for _, f := range doc.Findings {
		if f.Code == nil || *f.Code == "" || f.Reason == nil || f.Step == nil || f.Path == nil || f.Found == nil || f.Fix == nil {
			return errors.New("a finding lacks a key")
		}
	}
	return nil
}
