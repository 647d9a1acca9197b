package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/planlint/planlint/contracts/tree"
	"github.com/planlint/planlint/dryrun"
	"github.com/planlint/planlint/lint"
	"github.com/planlint/planlint/lint/report"
)

// explain says why a draft was refused, in the words of the format that is meant for planners: it tells nothing of the
// policy that the draft broke.
func explain(f *lint.File) (dryrun.Feedback, error) {
	findings, err := findingsIn("model", f, report.Options{})
	if err != nil {
		return dryrun.Feedback{}, err
	}
	text, err := feedbackText(findings)
	return dryrun.Feedback{Text: text, Findings: findings}, err
}

// feedbackText is the findings for a planner that is given nothing but text.
func feedbackText(findings json.RawMessage) (string, error) {
	var list []struct{ Code, Step, Path, Found, Fix string }
	if err := json.Unmarshal(findings, &list); err != nil {
		return "", fmt.Errorf("the findings for the planner: %w", err)
	}
	var b strings.Builder
	b.WriteString("The plan was refused. Write another one that settles this:\n")
	for _, d := range list {
		b.WriteString("- ")
		if d.Step != "" {
			fmt.Fprintf(&b, "step %s: ", tree.Quote(d.Step))
		}
		b.WriteString(d.Code + ": " + d.Found)
		if d.Path != "" {
			b.WriteString(", at " + tree.Visible(d.Path))
		}
		if d.Fix != "" {
			b.WriteString("; " + d.Fix)
		}
		b.WriteByte('\n')
	}
	return b.String(), nil
}

// findingsIn is the findings of a file as a format has them: the member "findings" of its document.
func findingsIn(format string, f *lint.File, o report.Options) (json.RawMessage, error) {
	var out bytes.Buffer
	rep, err := report.New(format, &out, o)
	if err != nil {
		return nil, err
	}
	if err := rep.File(f); err != nil {
		return nil, err
	}
	if err := rep.Close(lint.Summary{Files: 1, Errors: 1}); err != nil {
		return nil, err
	}
	var document struct{ Findings json.RawMessage }
	if err := json.Unmarshal(out.Bytes(), &document); err != nil {
		return nil, fmt.Errorf("the format %s: %w", format, err)
	}
	return document.Findings, nil
}
