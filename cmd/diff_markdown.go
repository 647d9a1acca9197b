package cmd

import (
	"fmt"

	"github.com/planlint/planlint/lint/report"
)

// diffPage gathers Markdown for a comment up to the size that hosts take. What does not fit is counted.
type diffPage struct {
	text []byte
	left int // rows that did not fit
}

// row adds a row of a table, behind its head where it is the first.
func (p *diffPage) row(head *string, cells ...string) {
	row := []byte(*head)
	for i, c := range cells {
		if i == 0 {
			row = append(row, '|')
		}
		row = append(report.Inline(append(row, ' '), c), " |"...)
	}
	row = append(row, '\n')
	const foot = 4 << 10
	if p.left > 0 || len(p.text)+len(row) > report.MaxComment-foot {
		p.left++
		return
	}
	p.text = append(p.text, row...)
	*head = ""
}

// markdown is the comparison for a comment on a pull request: what may do more first, then all that changed.
func (d *difference) markdown() string {
	p := &diffPage{text: []byte("## planlint diff: ")}
	switch n := len(d.Escalations); {
	case n > 0:
		p.text = append(p.text, count(n, "escalation")...)
	case d.Same() && len(d.Steps) == 0:
		p.text = append(p.text, "the same plan"...)
	case d.deployed:
		p.text = append(p.text, "no escalation"...)
	default:
		p.text = append(p.text, "what changed"...)
	}
	p.text = report.Inline(append(p.text, "\n\nFrom "...), cutRunes(d.old.name))
	p.text = report.Inline(append(p.text, " to "...), cutRunes(d.new.name))
	p.text = append(p.text, ": "+d.totals()+".\n"...)

	head := "\n### The new plan may do more\n\n| Kind | Step | What |\n|---|---|---|\n"
	for i := range d.Escalations {
		e := &d.Escalations[i]
		p.row(&head, e.Kind, e.Step, e.Message)
	}
	head = "\n### The plan\n\n| | What | Before | Now |\n|---|---|---|---|\n"
	for _, r := range d.wholeRows(false) {
		p.row(&head, r.cells()...)
	}
	head = "\n### Steps\n\n| Step | Tool | | What | Before | Now |\n|---|---|---|---|---|---|\n"
	for i := range d.Steps {
		s := &d.Steps[i]
		p.row(&head, s.ID, s.Tool, signWords[signs[s.Kind]], "step", "", "")
		for _, r := range stepRows(s, false) {
			p.row(&head, append([]string{s.ID, ""}, r.cells()...)...)
		}
	}
	head = "\n<details><summary>Not compared</summary>\n\n| What | Why |\n|---|---|\n"
	rows := head
	for _, n := range d.notCompared {
		p.row(&head, n.What, n.Why)
	}
	if head != rows {
		p.text = append(p.text, "\n</details>\n"...)
	}
	if p.left > 0 {
		p.text = fmt.Appendf(p.text, "\nNot all of it fits here: %s left out. planlint diff --format json has all.\n", wasWere(p.left, "row"))
	}
	return string(p.text)
}

// signWords are the signs in words: a plus or a minus at the start of a cell might be taken for a list.
var signWords = map[string]string{"+": "added", "-": "removed", "~": "changed"}

// cells are a row as cells of a table.
func (r diffRow) cells() []string {
	what := r.what
	if r.note != "" {
		what += " (" + r.note + ")"
	}
	return []string{signWords[r.sign], what, r.old, r.new}
}

// cutRunes shortens a name that is longer than any should be.
func cutRunes(s string) string {
	const most = 300
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
