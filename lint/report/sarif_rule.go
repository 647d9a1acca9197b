package report

import (
	"cmp"
	"strings"

	"github.com/planlint/planlint/lint"
)

// newSARIFRule describes a rule with its own documentation.
func newSARIFRule(r *lint.Rule) sarifRule {
	s := sarifRule{ID: r.ID, Short: sarifText{headline(cmp.Or(r.Title, r.ID))}, Full: sarifText{cmp.Or(strings.TrimSpace(r.What+" "+r.Why), r.ID)}}
	if strings.Contains(r.ID, "-") { // a name must differ from the id by more than case
		s.Name = pascal(r.ID)
	}
	s.Default.Level = r.Severity.String()
	s.Properties = sarifRuleProperties{Group: string(r.Group), Reason: r.Reason, Problem: s.Default.Level, Tags: []string{string(r.Group)}}
	switch r.Severity {
	case lint.Off:
		off := false
		s.Default.Enabled, s.Default.Level, s.Properties.Problem = &off, "warning", "warning"
	case lint.Note:
		s.Properties.Problem = "recommendation"
	}
	if r.Reason != "" && r.Reason != string(r.Group) { // tags are a set
		s.Properties.Tags = append(s.Properties.Tags, r.Reason)
	}
	var text, markdown strings.Builder
	for _, part := range [...]struct{ title, words, code string }{
		{"", r.What, ""}, {"Why", r.Why, ""}, {"Refused", "", r.Bad}, {"Settled", "", r.Good}, {"What to do", r.Fix, ""},
	} {
		if part.words == "" && part.code == "" {
			continue
		}
		if text.Len() > 0 {
			text.WriteString("\n\n")
			markdown.WriteString("\n\n")
		}
		if part.title != "" {
			text.WriteString(part.title + ":\n")
			markdown.WriteString("### " + part.title + "\n\n")
		}
		text.WriteString(part.words + strings.TrimRight(part.code, "\n"))
		if part.code != "" {
			fence := fenceFor(part.code)
			markdown.WriteString(fence + "yaml\n" + strings.TrimRight(part.code, "\n") + "\n" + fence)
		} else {
			markdown.WriteString(part.words)
		}
	}
	s.Help = sarifMarkdown{cmp.Or(text.String(), r.ID), cmp.Or(markdown.String(), r.ID)}
	return s
}

// pascal is an id as SARIF names rules: wrong-type is WrongType.
func pascal(id string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(id, "-") {
		if word != "" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}

// headline is a clause, which is not empty, as a sentence.
func headline(clause string) string {
	return strings.ToUpper(clause[:1]) + clause[1:] + "."
}

// fenceFor is a fence of backticks that a text does not close.
func fenceFor(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence
}
