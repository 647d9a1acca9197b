package config

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/lint"
)

// Show prints every effective value, one a line, with the place that it comes from. What it prints is YAML-like, for
// people; ShowJSON is for machines.
func (c *Config) Show(w io.Writer, rules []lint.Rule) error {
	b := bufio.NewWriter(w)
	for _, s := range c.Settings(rules) {
		from := s.From
		if s.Place.Known() {
			from = fmt.Sprintf("%s:%d", tree.Visible(s.Place.Source.Name), s.Place.Source.Position(s.Place.Span.Start).Line)
		}
		fmt.Fprintf(b, "%s: %s  # %s\n", tree.Visible(s.Key), tree.Visible(string(s.Value)), from)
	}
	return b.Flush()
}

// ShowJSON prints the same as one JSON object.
func (c *Config) ShowJSON(w io.Writer, rules []lint.Rule) error {
	type setting struct {
		Key    string          `json:"key"`
		Value  json.RawMessage `json:"value"`
		From   string          `json:"from"` // "file", "default" or "command line"
		File   string          `json:"file,omitempty"`
		Line   int             `json:"line,omitempty"`
		Column int             `json:"column,omitempty"`
	}
	out := struct {
		SchemaVersion int       `json:"schema_version"`
		Config        *string   `json:"config"` // null where contracts alone were given
		Files         []string  `json:"files"`
		Settings      []setting `json:"settings"`
	}{SchemaVersion: 1, Files: append([]string{}, c.Files...), Settings: []setting{}}
	if c.Path != "" {
		out.Config = &c.Path
	}
	for _, s := range c.Settings(rules) {
		v := setting{Key: s.Key, Value: s.Value, From: s.From}
		if s.Place.Known() {
			at := s.Place.Source.Position(s.Place.Span.Start)
			v.From, v.File, v.Line, v.Column = "file", s.Place.Source.Name, at.Line, at.Column
		}
		out.Settings = append(out.Settings, v)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(out)
}
