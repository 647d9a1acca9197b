package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
)

// sarifLog is the part of SARIF that the tests look into.
type sarifLog struct {
	Runs []struct {
		Tool struct {
			Driver struct {
				Rules []struct{ ID string }
			}
		}
		Results []struct {
			RuleID    string
			RuleIndex *int
			Level     string
			Message   struct{ Text string }
			Locations []sarifLocation
			Related   []sarifLocation `json:"relatedLocations"`
			Flows     []sarifCodeFlow `json:"codeFlows"`
		}
		Artifacts   []sarifArtifact
		Invocations []sarifInvocation
	}
}

// checkSARIF holds a log against what code hosts ask beyond the schema.
func checkSARIF(text []byte, r recording) error {
	var log sarifLog
	if err := json.Unmarshal(text, &log); err != nil {
		return err
	}
	if len(log.Runs) != 1 {
		return errors.New("not one run")
	}
	run, all := log.Runs[0], r.all()
	if len(run.Results) != len(all) || len(run.Invocations) != 1 || run.Invocations[0].ExecutionSuccessful != (r.summary.Failure == nil) {
		return errors.New("results or invocation")
	}
	for i, s := range run.Results {
		d := all[i]
		if s.RuleID != d.Rule || s.Level != d.Severity.String() || s.Message.Text == "" || len(s.Locations) != 1 {
			return fmt.Errorf("result %d: rule, level, message or location", i)
		}
		if s.RuleIndex != nil && (*s.RuleIndex >= len(run.Tool.Driver.Rules) || run.Tool.Driver.Rules[*s.RuleIndex].ID != d.Rule) {
			return fmt.Errorf("result %d: ruleIndex %d", i, *s.RuleIndex)
		}
		places := []tree.Place{d.at}
		flows := 0
		for _, related := range d.Related {
			if related.Place.Known() {
				places = append(places, related.Place)
				if related.Flow {
					flows++
				}
			}
		}
		if (flows > 0) != (len(s.Flows) == 1) || flows > 0 && len(s.Flows[0].Threads[0].Locations) != flows {
			return fmt.Errorf("result %d: the flow has not %d places", i, flows)
		}
		for j, l := range append(s.Locations, s.Related...) {
			if l.ID != j {
				return fmt.Errorf("result %d: id %d at %d", i, l.ID, j)
			}
			if err := checkPhysical(l.Physical, places[j], r.options.Dir, run.Artifacts); err != nil {
				return fmt.Errorf("result %d, location %d: %w", i, j, err)
			}
		}
	}
	return nil
}

func checkPhysical(p *sarifPhysical, at tree.Place, dir string, artifacts []sarifArtifact) error {
	u, err := url.Parse(p.Artifact.URI)
	if err != nil {
		return err
	}
	if !at.Known() || at.Source.Name == "" {
		if p.Region != nil {
			return errors.New("a region of no file")
		}
		return nil
	}
	want := at.Source.Name
	if !absolute(want) {
		if want = path.Clean(want); u.Scheme != "" {
			want = path.Join(filepath.ToSlash(dir), want)
		}
	}
	if u.Scheme != "" && u.Scheme != "file" || strings.Trim(u.Host+u.Path, "/") != strings.Trim(want, "/") {
		return fmt.Errorf("URI %s leads to %q, not %q", p.Artifact.URI, u.Path, want)
	}
	if (p.Artifact.Base != "") && (u.IsAbs() || strings.HasPrefix(u.Path, "/") || strings.HasPrefix(u.Path, "../")) {
		return fmt.Errorf("URI %s is not below its base", p.Artifact.URI)
	}
	if p.Artifact.Index != nil && artifacts[*p.Artifact.Index].Location.URI != p.Artifact.URI {
		return errors.New("the index is another file's")
	}
	g := p.Region
	if g == nil || g.StartLine < 1 || g.StartColumn < 1 || g.EndLine < g.StartLine || g.EndLine == g.StartLine && g.EndColumn < g.StartColumn {
		return fmt.Errorf("region %+v", g)
	}
	if g.Snippet != nil {
		if want := at.Source.Text[*g.ByteOffset : *g.ByteOffset+*g.ByteLength]; g.Snippet.Text != decoded(want) {
			return fmt.Errorf("snippet %q, want %q", g.Snippet.Text, want)
		}
	}
	if c := p.Context; c != nil {
		if c.StartLine > g.StartLine || c.EndLine < g.EndLine || g.Snippet != nil && !strings.Contains(c.Snippet.Text, g.Snippet.Text) && !strings.Contains(g.Snippet.Text, "\ufffd") {
			return fmt.Errorf("context %+v", c)
		}
	}
	return nil
}
