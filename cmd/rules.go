package cmd

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/rules"
)

func newRules(env *Env) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "rules",
		Short: "List the rules",
		Long: `rules lists every rule with its default level and the reason it has in the executor. Rules that have a reason are
always errors; the level of the others can be set under "rules" in planlint.yaml. planlint explain RULE says more.`,
		Example: `  planlint rules
  planlint rules --format json`,
		Args: noArguments,
		RunE: func(*cobra.Command, []string) error { return runRules(env, format) },
	}
	c.Flags().StringVar(&format, "format", "text", "how to print, a `FORMAT`: text or json")
	return c
}

// ruleRow is one rule in the JSON output.
type ruleRow struct {
	ID     string `json:"id"`
	Group  string `json:"group"`
	Level  string `json:"level"`
	Reason string `json:"reason"`
	Fixed  bool   `json:"fixed"` // the level can't be set
	Title  string `json:"title"`
	What   string `json:"what"`
	Why    string `json:"why"`
	Bad    string `json:"bad"`
	Good   string `json:"good"`
	Fix    string `json:"fix"`
}

func runRules(env *Env, format string) error {
	if err := oneOf("--format", format, "text", "json"); err != nil {
		return err
	}
	all := rules.All()
	if format == "json" {
		rows := make([]ruleRow, 0, len(all))
		for _, r := range all {
			rows = append(rows, rowOf(r))
		}
		return printJSON(env, struct {
			SchemaVersion int       `json:"schema_version"`
			Rules         []ruleRow `json:"rules"`
		}{1, rows})
	}
	t := newTable("RULE", "LEVEL", "REASON", "WHAT IT FINDS")
	group := lint.Group("")
	for _, r := range all {
		if r.Group != group {
			if group != "" {
				t.blank()
			}
			group = r.Group
		}
		t.row(r.ID, r.Severity.String(), orDash(r.Reason), r.Title)
	}
	return print(env, t.String())
}

func rowOf(r lint.Rule) ruleRow {
	return ruleRow{ID: r.ID, Group: string(r.Group), Level: r.Severity.String(), Reason: r.Reason, Fixed: r.Reason != "" || r.Group == lint.Contracts && r.Severity == lint.Error,
		Title: r.Title, What: r.What, Why: r.Why, Bad: r.Bad, Good: r.Good, Fix: r.Fix}
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// printJSON prints a value as indented JSON, texts as they are.
func printJSON(env *Env, v any) error { return print(env, jsonText(v)) }

// jsonText is a document as JSON for people and machines: indented, and with nothing escaped that need not be.
func jsonText(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(v); err != nil {
		panic("planlint: internal error: " + err.Error())
	}
	return b.String()
}

// indent puts a text in by some spaces, line by line.
func indent(s, by string) string {
	return by + strings.ReplaceAll(strings.TrimSuffix(s, "\n"), "\n", "\n"+by) + "\n"
}
